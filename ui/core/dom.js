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

/**
 * A row of choices of which one holds.
 * @param {{label: string, name: string, options: {value: string, text: string, title?: string}[], value: string,
 *          onchange: (value: any) => void}} spec
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
    group.append(h("label", { title: option.title }, input, h("span", {}, option.text)));
  }
  return group;
}

/**
 * Moves a segmented choice to `value` without a change event, and grays out what `disabled` names.
 * @param {HTMLElement} group
 * @param {string} value
 * @param {Record<string, string | false | undefined>} [disabled] why, by value
 */
export function choose(group, value, disabled = {}) {
  for (const input of group.querySelectorAll("input")) {
    input.checked = input.value === value;
    const reason = disabled[input.value];
    input.disabled = Boolean(reason);
    setAttribute(/** @type {HTMLElement} */ (input.parentElement), "title", reason);
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
