// Small pictures for buttons, in the line style of the page.

import { h, s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7z",
  forward: "M9 5l8 7-8 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12H9",
  redo: "m16 5 4 4-4 4M20 9h-9a6 6 0 0 0 0 12h4",
  flag: "M6 21V4M6 4h12l-3 4.5L18 13H6",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  share: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  save: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  setup: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  folder: "M3 6h6l2 2h10v11H3z",
  plus: "M12 5v14M5 12h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  cut: "M6 7l14 11M6 17 20 6M6 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
};

/** The line of a picture, for drawings. @param {string} name */
export const iconPath = (name) => PATHS[name];

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

/**
 * A button with a picture; `text` is shown where there is room, and always told to screen readers.
 * @param {{name: string, text: string, title?: string, onclick: () => void, wide?: boolean, id?: string}} spec
 * @returns {HTMLButtonElement}
 */
export function iconButton({ name, text, title = text, onclick, wide = false, id }) {
  return h(
    "button",
    { type: "button", class: wide ? "tool wide" : "tool", title, "aria-label": text, onclick, id },
    icon(name),
    wide ? h("span", {}, text) : null,
  );
}
