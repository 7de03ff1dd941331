// The bar beside the board: Black's part from below, White's from above, whatever view the numbers have.

import { setText } from "../core/dom.js";
import { t } from "../core/text.js";
import { on, state } from "../core/store.js";
import { percent, seen, title, viewer } from "../core/format.js";

/** @param {HTMLElement} host */
export function showWinBar(host) {
  const [fill, words] = /** @type {HTMLElement[]} */ ([...host.children]);
  on("report position analyzing current settings nodes", () => {
    const { report, position, analyzing, nodes, current, tab, settings } = state;
    const outcome = position?.outcome?.winner;
    const known = analyzing ? (report?.value ?? null) : (nodes.get(current)?.review?.after ?? null);
    const value = outcome === "black" ? 1 : outcome === "white" ? 0 : known;
    const isOn = value !== null && (analyzing || tab === "review");
    host.classList.toggle("off", !isOn);
    if (!isOn) return;
    fill.style.setProperty("--black", `${100 * value}%`);
    host.title = t("winbar", { color: title(viewer()), value: percent(seen(value)) });
    setText(words, String(Math.round(100 * seen(value))));
    words.className = viewer();
    host.dataset.view = settings.view;
  });
}
