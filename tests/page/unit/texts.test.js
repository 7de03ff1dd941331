import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import "./browser.js";
import { LANGUAGES, fillIn } from "../../../ui/core/text.js";
import { english } from "../../../ui/texts/en.js";

const ui = join(dirname(fileURLToPath(import.meta.url)), "../../../ui");
/** The modules without their comments. */
const modules = readdirSync(ui, { recursive: true })
  .filter((path) => path.endsWith(".js") && !path.startsWith("texts"))
  .map((path) => ({ path, code: readFileSync(join(ui, path), "utf8").replace(/\/\*[^]*?\*\/|(^|\s)\/\/.*/g, "") }));
const others = Object.keys(LANGUAGES).filter((tag) => tag !== "en");
const catalogue = (tag) => JSON.parse(readFileSync(join(ui, `texts/${tag}.json`), "utf8"));
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name))].sort();
/** Texts about a game, which are in English on the server. */
const isGame = (key) => /^(havannah|hex|y|star|renkula|bent-y)\.(aim|size|goal|(point|caption)\.\d)$/.test(key);

for (const tag of others) {
  test(`${tag} says all that English says`, () => {
    const texts = catalogue(tag);
    assert.deepEqual(Object.keys(english).filter((key) => !texts[key]), [], "missing");
    assert.deepEqual(Object.keys(texts).filter((key) => !(key in english) && !isGame(key)), [], "unknown");
    for (const [key, text] of Object.entries(english))
      assert.deepEqual(holes(texts[key]), holes(text), `the values of ${key}`);
  });

  test(`${tag} has the rules of the same games as the first language`, () => {
    const keys = (one) => Object.keys(catalogue(one)).filter(isGame).sort();
    assert.deepEqual(keys(tag), keys(others[0]));
    assert.equal(new Set(keys(tag).map((key) => key.split(".")[0])).size, 6);
  });
}

test("numbers have the form of the word that their language has for them", () => {
  const forms = { en: ["1 move", "2 moves", "5 moves"], pl: ["1 ruch", "2 ruchy", "5 ruchów"], ja: ["1手", "2手", "5手"] };
  const { documentElement: page } = (globalThis.document ??= { documentElement: {} });
  for (const [tag, wanted] of Object.entries(forms)) {
    page.lang = tag;
    const text = tag === "en" ? english["games.moves"] : catalogue(tag)["games.moves"];
    assert.deepEqual([1, 2, 5].map((n) => fillIn(text, { n })), wanted, tag);
  }
  page.lang = "en";
});

test("every text is used", () => {
  const all = [...modules.map(({ code }) => code), readFileSync(join(ui, "index.html"), "utf8")].join("\n");
  // Some keys are put together: `why.${word}`.
  const stems = [...all.matchAll(/`([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map(([, stem]) => stem);
  const unused = Object.keys(english).filter((key) => !all.includes(`"${key}"`) && !stems.some((stem) => key.startsWith(stem)));
  assert.deepEqual(unused, []);
});

test("no module says anything that is not in the catalogue", () => {
  const found = [];
  for (const { path, code } of modules) {
    for (const [, text] of code.matchAll(/["`]((?:[^"`\\\n]|\\.)*)["`]/g)) {
      const words = text.replace(/\$\{[^}]*\}/g, "");
      if (/^[A-Z][a-z]+([ ,][a-z]+)+|[a-z]{2,} [a-z]{2,}.*[.…!?]$/.test(words)) found.push(`${path}: ${text}`);
    }
    for (const [, name, text] of code.matchAll(/\b(title|text|label|placeholder|"aria-label"): "([^"]+)"/g))
      if (!(text in english)) found.push(`${path}: ${name}: ${text}`);
    for (const [, text] of code.matchAll(/\bh\([^()]*?\{[^{}]*\}, "([A-Za-z][^"]*)"/g)) found.push(`${path}: ${text}`);
  }
  // The name of a thing and of a form of records are the same in all languages.
  const same = /: (Inter|no picture)$/;
  assert.deepEqual(found.filter((one) => !same.test(one)), []);
});
