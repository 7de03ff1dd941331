// The switches of the overlays, and what each of them says of the position.

import { h, oncePerFrame, setAttribute, setText, toggle } from "../core/dom.js";
import { OVERLAYS, foundBy } from "../analysis/overlays.js";
import { t } from "../core/text.js";
import { supports } from "../core/catalog.js";
import { on, setSettings, state } from "../core/store.js";

export function overlaySwitches() {
  const rows = OVERLAYS.map((overlay) => {
    const { id, text, title } = overlay;
    const onOff = toggle({
      text: t(text),
      title: t(title),
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
  const box = h(
    "fieldset",
    { class: "labeled overlays" },
    h("legend", { class: "label" }, t("overlay.title")),
    ...rows.flatMap(({ onOff, words }) => [onOff, words]),
  );
  const draw = oncePerFrame(() => {
    for (const { overlay, onOff, words } of rows) {
      const knows = supports(overlay.method);
      onOff.input.checked = state.settings.overlays.includes(overlay.id);
      setAttribute(onOff, "hidden", !knows);
      setText(words, knows ? wordsOf(overlay, onOff.input.checked) : "");
      setAttribute(words, "hidden", words.textContent === "");
    }
    setAttribute(box, "hidden", rows.every(({ overlay }) => !supports(overlay.method)));
  });
  on("settings storedGame current found about", draw);
  draw();
  return box;
}

/** @param {import("../analysis/overlays.js").Overlay} overlay @param {boolean} isOn */
function wordsOf(overlay, isOn) {
  if (!state.storedGame) return "";
  if (!isOn) return "";
  const found = foundBy(overlay);
  if (found === undefined) return "…";
  return found ? overlay.words(found) : t("overlay.none");
}
