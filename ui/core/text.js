// What the page says, in the reader's language. Texts stand in texts/, one catalogue for each language, with the same
// keys; tests/page/unit/texts.test.js finds texts that are missing or stand elsewhere.

import { english } from "../texts/en.js";
import { state } from "./store.js";

/** @typedef {keyof typeof english} Key */
/** @typedef {import("../types").Color} Color */

/** The languages by their own names. @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  pl: "Polski",
  es: "Español",
  ja: "日本語",
  zh: "中文",
};

/** @type {Record<string, string>} */
let texts = english;

/** The language of the page, which start.js has found. */
export const language = () => globalThis.document?.documentElement.lang || "en";

/** Reads the catalogue of the reader's language before anything is said. English stays where it does not come. */
export async function loadTexts() {
  const { texts: address } = document.documentElement.dataset;
  if (!address) return;
  try {
    const response = await globalThis.early?.[address];
    if (response?.ok) texts = await response.json();
  } catch {
    // Without its words the page works in English.
  }
}

/**
 * A text of the catalogue with its values.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) => fillIn(texts[key] ?? english[key], values);

/** A text about a game in the reader's language, or what the server says in English. @param {string} key @param {string} sent */
export const tGame = (key, sent) => (texts === english ? sent : (texts[key] ?? sent));

/**
 * A word in braces stands for a value; `{n|move|moves}` is a number with the form of the word that its language has for
 * it: one and many, or one, few and many.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fillIn(text, values) {
  return text.replace(/\{(\w+)((?:\|[^|{}]*)*)\}/g, (whole, name, forms) => {
    if (!(name in values)) return whole;
    return forms ? `${values[name]} ${formOf(Number(values[name]), forms.slice(1).split("|"))}` : String(values[name]);
  });
}

/** @param {number} number @param {string[]} forms */
function formOf(number, forms) {
  const category = new Intl.PluralRules(language()).select(number);
  if (category === "one") return forms[0];
  return category === "few" ? forms[1] : forms[forms.length - 1];
}

/** A color as the reader sees it: stones may be red and blue. @param {Color} color */
export function colorName(color) {
  if (state.settings.stones === "red-blue") return color === "black" ? t("red") : t("blue");
  return color === "black" ? t("black") : t("white");
}

/** A sentence about black and white as one about the colors that the reader sees. @param {string} text */
export function inColors(text) {
  if (state.settings.stones !== "red-blue") return text;
  /** @type {[Key, Key][]} */
  const pairs = [["black", "red"], ["white", "blue"]];
  for (const [from, to] of pairs) {
    text = text.replaceAll(t(from), t(to)).replaceAll(t(from).toLowerCase(), t(to).toLowerCase());
  }
  return text;
}

/** Several things in one sentence. @param {string[]} items */
export const listed = (items) => new Intl.ListFormat(language(), { type: "conjunction" }).format(items);
