// How fast a first visit is: few requests, everything compressed and kept, and nothing that jumps about. Times are told,
// not judged: they depend on the machine.

import assert from "node:assert/strict";

const LINES = [
  ["200 kB/s and 150 ms", 200, 150],
  ["50 kB/s and 400 ms", 50, 400],
];

async function visit({ page, context, server }, kilobytes, latency) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: 1000 * kilobytes,
    uploadThroughput: 1000 * kilobytes,
  });
  const seen = [];
  let bytes = 0;
  session.on("Network.responseReceived", ({ response }) => seen.push(response));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  const start = Date.now();
  await page.goto(server.url, { waitUntil: "commit" });
  // Playable: a person may click.
  await page.waitForFunction(() => document.querySelector("#status")?.dataset.phase === "turn");
  const time = Date.now() - start;
  await page.waitForTimeout(300);
  const shift = await page.evaluate(() => window.shift);
  assert(shift < 0.01, `nothing jumps about (layout shift ${shift})`);
  return { time, bytes, seen };
}

export async function load(tools) {
  const { browser } = { browser: tools.context.browser() };
  const said = [];
  for (const [name, kilobytes, latency] of LINES) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const { time, bytes, seen } = await visit({ ...tools, page, context }, kilobytes, latency);
    const paths = seen.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/"));
    // The browser shows the icon in several places; only the first one comes from the server.
    const icon = paths.find((path) => path.startsWith("/icon"));
    for (let at = paths.lastIndexOf(icon); at > paths.indexOf(icon); at = paths.lastIndexOf(icon)) paths.splice(at, 1);
    assert.equal(new Set(paths).size, paths.length, `nothing is asked for twice: ${paths.join(" ")}`);
    assert(paths.length <= 9, `few requests: ${paths.join(" ")}`);
    for (const { url, headers } of seen) {
      if (!/\.[0-9a-f]{12}\.\w+$/.test(url)) continue;
      assert.match(headers["cache-control"], /immutable/, url);
      assert.equal(headers["content-encoding"], "gzip", url);
    }
    // Whoever comes again takes nothing of the page from the server.
    const again = await context.newPage();
    await again.goto(tools.server.url);
    await again.waitForFunction(() => document.querySelector("#status")?.dataset.phase === "turn");
    const taken = await again.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name, transferSize }) => /\.(js|css|svg)$/.test(name) && transferSize > 0),
    );
    assert.deepEqual(taken.map(({ name }) => name), []);
    said.push(`${name}: playable after ${time} ms, ${paths.length} requests, ${Math.round(bytes / 1000)} kB`);
    await context.close();
  }
  return said.join("; ");
}
