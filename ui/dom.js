// Makes elements. Text is always text, never markup, so nothing a record says can become a tag.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button", { class: "primary", onclick: start }, "Start")`.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners; `hidden`, `disabled`, … may be booleans
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, with the same arguments as `h`. @returns {any} */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Changes only what differs, so that screen readers and layout hear of changes alone. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or removes it where the value is null or false. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** Calls `draw` once before the next paint, however often the returned function is called until then. */
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
 *          onchange: (value: string) => void}} spec
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

/** Moves a segmented choice to `value` without a change event, and greys out what `disabled` names. */
export function choose(group, value, disabled = {}) {
  for (const input of group.querySelectorAll("input")) {
    input.checked = input.value === value;
    input.disabled = Boolean(disabled[input.value]);
    if (disabled[input.value]) input.parentElement.title = disabled[input.value];
    else input.parentElement.removeAttribute("title");
  }
}

/** A labelled switch. */
export function toggle({ text, checked, onchange, title }) {
  const input = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  const label = h("label", { class: "switch", title }, input, h("span", { class: "track" }), h("span", {}, text));
  return Object.assign(label, { input });
}

/** A labelled choice from a list of `[value, text]`. */
export function select({ text, options, value, onchange, title }) {
  const list = h("select", { onchange: () => onchange(list.value) });
  const label = h("label", { class: "field", title }, h("span", {}, text), list);
  const refill = (entries, chosen) => {
    list.replaceChildren(...entries.map(([key, words]) => h("option", { value: key }, words)));
    list.value = chosen;
  };
  refill(options, value);
  return Object.assign(label, { list, refill });
}
