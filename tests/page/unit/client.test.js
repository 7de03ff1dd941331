import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { answers, requests } from "./browser.js";
import * as client from "../../../ui/core/client.js";

const ui = join(dirname(fileURLToPath(import.meta.url)), "../../../ui");

test("one module alone knows what the server is asked for", () => {
  const found = readdirSync(ui, { recursive: true })
    .filter((path) => path.endsWith(".js") && !["core/client.js", "core/server.js", "start.js"].includes(path))
    .flatMap((path) => {
      const code = readFileSync(join(ui, path), "utf8");
      const imported = /import \{([^}]*)\} from "[./]*core\/server\.js"/.exec(code)?.[1] ?? "";
      const isTransport = /\b(call|get|post|stream)\b/.test(imported);
      return isTransport || /["`]\/(api|games|arena|boards|rules)\b/.test(code) ? [path] : [];
    });
  assert.deepEqual(found, []);
});

test("requests have their method, path and body", async () => {
  const bodies = [];
  const keep = (body) => (bodies.push(body), { id: "g" });
  for (const request of ["GET /levels/hex", "POST /games", "PATCH /games/g", "POST /games/g/play", "DELETE /games/g/nodes/3"])
    answers.set(request, keep);
  requests.length = 0;
  await client.suitedLevel("hex");
  await client.createGame({ game: "hex", size: 5 });
  await client.lookAt("g", 7);
  await client.play("g", 7, "a1");
  await client.cutNode("g", 3);
  assert.deepEqual(requests, ["GET /levels/hex", "POST /games", "PATCH /games/g", "POST /games/g/play", "DELETE /games/g/nodes/3"]);
  assert.deepEqual(bodies, [undefined, { game: "hex", size: 5 }, { current: 7 }, { node: 7, move: "a1" }, undefined]);
  assert.equal(client.pictureAddress("g", { node: 2, theme: "dark", stones: "red-blue" }), "/api/games/g/board.svg?node=2&theme=dark&stones=red-blue");
});
