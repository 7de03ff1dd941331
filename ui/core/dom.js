// Makes elements. Text is always text, never markup, so nothing a record says can become a tag.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button", { class: "primary", onclick: start }, "Start")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners; `hidden`, `disabled`, … may be booleans
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element, with the same arguments as `h`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") Reflect.set(element, name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** Changes only what differs, so that screen readers and layout hear of changes alone. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets an attribute, or removes it where the value is null or false.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : String(value));
}

/** Calls `draw` once before the next paint, however often the returned function is called until then. @param {() => void} draw */
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

const MOTION_MS = 150;
const STILL = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/**
 * Moves something from where it is, part 0, to where it will be, part 1; at once for readers who want no motion.
 * @param {(part: number) => void} step
 * @returns {() => void} stops it where it is
 */
export function animate(step) {
  if (STILL?.matches) {
    step(1);
    return () => {};
  }
  let isHeld = false;
  /** @type {number | undefined} */
  let start;
  /** @param {number} now */
  const frame = (now) => {
    if (isHeld) return;
    start ??= now;
    const part = Math.min(1, (now - start) / MOTION_MS);
    step(part * (2 - part));
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => (isHeld = true);
}

/**
 * A row of choices of which one holds.
 * @param {{label: string, name: string, options: {value: string, text: string, stone?: import("../types").Color}[], value: string,
 *          onchange: (value: any) => void}} spec `stone` is drawn before the text
 * @returns {HTMLFieldSetElement}
 */
export function segmented({ label, name, options, value, onchange }) {
  const group = h("fieldset", { class: "segmented", "aria-label": label });
  for (const option of options) {
    const input = h("input", {
      type: "radio",
      name,
      value: option.value,
      checked: option.value === value,
      onchange: () => onchange(option.value),
    });
    const stone = option.stone && h("i", { class: `dot ${option.stone}` });
    group.append(h("label", {}, input, h("span", {}, stone, option.text)));
  }
  return group;
}

/**
 * Moves a segmented choice to `value` without a change event, and hides what does not apply.
 * @param {HTMLElement} group
 * @param {string} value
 * @param {string[]} [hidden] values
 */
export function choose(group, value, hidden = []) {
  for (const input of group.querySelectorAll("input")) {
    input.checked = input.value === value;
    setAttribute(/** @type {HTMLElement} */ (input.parentElement), "hidden", hidden.includes(input.value));
  }
}

/**
 * A labeled switch.
 * @param {{text: string, checked: boolean, onchange: (value: boolean) => void, title?: string}} spec
 * @returns {HTMLLabelElement & {input: HTMLInputElement}}
 */
export function toggle({ text, checked, onchange, title }) {
  const input = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  const label = h("label", { class: "switch", title }, input, h("span", { class: "track" }), h("span", {}, text));
  return Object.assign(label, { input });
}

/**
 * A labeled choice from a list of `[value, text]`.
 * @param {{text: string, options: string[][], value: string, onchange: (value: string) => void, title?: string}} spec
 * @returns {HTMLLabelElement & {list: HTMLSelectElement, refill: (entries: string[][], chosen: string) => void}}
 */
export function select({ text, options, value, onchange, title }) {
  const list = h("select", { onchange: () => onchange(list.value) });
  const label = h("label", { class: "field", title }, h("span", {}, text), list);
  /** @param {string[][]} entries @param {string} chosen */
  const refill = (entries, chosen) => {
    list.replaceChildren(...entries.map(([key, words]) => h("option", { value: key }, words)));
    list.value = chosen;
  };
  refill(options, value);
  return Object.assign(label, { list, refill });
}
