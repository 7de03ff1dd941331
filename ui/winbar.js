// The bar beside the board: Black's part from below, White's from above, whatever view the numbers have.

import { setText } from "./dom.js";
import { on, state } from "./store.js";
import { percent, seen, title, viewer } from "./value.js";

export function showWinBar(host) {
  const [fill, words] = host.children;
  on("report position analysing current settings nodes", () => {
    const { report, position, analysing, nodes, current, tab, settings } = state;
    const outcome = position?.outcome?.winner;
    const known = analysing ? (report?.value ?? null) : (nodes.get(current)?.review?.after ?? null);
    const value = outcome === "black" ? 1 : outcome === "white" ? 0 : known;
    const isOn = value !== null && (analysing || tab === "review");
    host.classList.toggle("off", !isOn);
    if (!isOn) return;
    fill.style.setProperty("--black", `${100 * value}%`);
    host.title = `${title(viewer())}: ${percent(seen(value))}`;
    setText(words, String(Math.round(100 * seen(value))));
    words.className = viewer();
    host.dataset.view = settings.view;
  });
}
