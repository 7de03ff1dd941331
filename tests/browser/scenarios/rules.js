// The rules of every game that the server offers, with their examples drawn.

export async function rules({ table, page, server }) {
  const ask = async (path) => (await fetch(`${server.url}/api${path}`)).json();
  const { games } = await ask("/about");
  for (const { id, default_size: size } of games) {
    const { examples } = await ask(`/rules/${id}`);
    await page.goto("about:blank");
    await table.open(`#${id}/${size}/`);
    await page.locator("#how").click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".example-board svg").length === count,
      examples.length,
    );
    await table.shot(`rules-${id}`);
  }
  return `${games.length} games`;
}
