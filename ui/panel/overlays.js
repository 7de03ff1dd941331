// The switches of the overlays, and what each of them says of the position.

import { h, oncePerFrame, setAttribute, setText, toggle } from "../core/dom.js";
import { OVERLAYS, foundBy } from "../analysis/overlays.js";
import { supports, titleOf } from "../core/catalog.js";
import { on, setSettings, state } from "../core/store.js";

export function overlaySwitches() {
  const rows = OVERLAYS.map((overlay) => {
    const { id, text, title } = overlay;
    const onOff = toggle({
      text,
      title,
      checked: state.settings.overlays.includes(id),
      onchange: (isOn) => {
        const others = state.settings.overlays.filter((known) => known !== id);
        setSettings({ overlays: isOn ? [...others, id] : others });
      },
    });
    const words = h("p", { class: "small-print", id: `overlay-${id}`, "aria-live": "polite" });
    setAttribute(onOff.input, "aria-describedby", words.id);
    return { overlay, onOff, words };
  });
  const draw = oncePerFrame(() => {
    for (const { overlay, onOff, words } of rows) {
      const knows = supports(overlay.method);
      onOff.input.checked = state.settings.overlays.includes(overlay.id);
      onOff.input.disabled = !knows;
      setText(words, wordsOf(overlay, knows, onOff.input.checked));
      setAttribute(words, "hidden", words.textContent === "");
    }
  });
  on("settings storedGame current found about", draw);
  draw();
  return h(
    "fieldset",
    { class: "labeled overlays" },
    h("legend", { class: "label" }, "Proved"),
    ...rows.flatMap(({ onOff, words }) => [onOff, words]),
  );
}

/** @param {import("../analysis/overlays.js").Overlay} overlay @param {boolean} knows @param {boolean} isOn */
function wordsOf(overlay, knows, isOn) {
  if (!state.storedGame) return "";
  if (!knows) return `Not known for ${titleOf(state.storedGame.game)}.`;
  if (!isOn) return "";
  const found = foundBy(overlay);
  if (found === undefined) return "…";
  return found ? overlay.words(found) : "No answer.";
}
