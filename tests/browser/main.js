// Runs the scenarios one after the other against one server: node main.js BINARY [SCENARIO…]

import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { Server } from "./server.js";
import { Table } from "./table.js";
import * as access from "./scenarios/access.js";
import * as analysis from "./scenarios/analysis.js";
import * as defects from "./scenarios/defects.js";
import * as games from "./scenarios/games.js";
import * as languages from "./scenarios/languages.js";
import * as layout from "./scenarios/layout.js";
import * as load from "./scenarios/load.js";
import * as looks from "./scenarios/looks.js";
import * as play from "./scenarios/play.js";
import * as review from "./scenarios/review.js";
import * as robust from "./scenarios/robust.js";
import * as rules from "./scenarios/rules.js";
import * as slow from "./scenarios/slow.js";
import * as variations from "./scenarios/variations.js";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const artifacts = join(root, "target/browser");
const [binary, ...wanted] = process.argv.slice(2);
const scenarios = Object.entries({
  ...games,
  ...analysis,
  ...review,
  ...variations,
  ...rules,
  ...access,
  ...robust,
  ...slow,
  ...defects,
  ...languages,
  ...load,
  ...layout,
  ...looks,
  ...play,
}).filter(([name, scenario]) => (wanted.length === 0 ? !scenario.onlyOnRequest : wanted.includes(name)));

if (wanted.length === 0) rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });
const server = new Server(binary);
await server.start();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS });
const failed = [];
for (const [name, scenario] of scenarios) {
  const start = Date.now();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...scenario.options });
  const table = new Table(await context.newPage(), { url: server.url, artifacts });
  try {
    const said = await scenario({ table, page: table.page, context, server });
    table.assertQuiet();
    console.log(`ok      ${name} (${Date.now() - start} ms)${said ? `: ${said}` : ""}`);
  } catch (error) {
    failed.push(name);
    console.log(`FAILED  ${name}: ${error.stack}\n${table.complaints.join("\n")}`);
    await table.shot(`failed-${name}`).catch(() => {});
  }
  await context.close();
}
await browser.close();
await server.close();
console.log(`${scenarios.length - failed.length} passed, ${failed.length} failed; screenshots are in target/browser`);
process.exitCode = failed.length > 0 ? 1 : 0;
