// A line at the foot of the page: what was done and can be undone, or a word of advice with something to do about it.

import { h, setAttribute } from "../core/dom.js";
import { on, set, state } from "../core/store.js";
import { t } from "../core/text.js";

/** @param {HTMLElement} host */
export function showToast(host) {
  on("toast", () => {
    const { toast } = state;
    setAttribute(host, "hidden", !toast);
    if (!toast) return;
    const close = () => set({ toast: null });
    host.replaceChildren(
      h("span", {}, toast.text),
      h("button", { type: "button", class: "act", onclick: toast.act }, toast.action),
      h("button", { type: "button", class: "tool", "aria-label": t("close"), onclick: close }, "×"),
    );
  });
}
