// @ts-check
// Elements, made in one line.

/**
 * An element with attributes and children. A function as attribute is a
 * listener, `true` an empty attribute; `null`, `undefined` and `false` none.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

/**
 * @param {Element} parent
 * @param {(Node|string|number|null|undefined|false)[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Empties an element and fills it.
 * @param {Element} parent
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * A number for people: few digits, a real minus sign.
 * @param {number} x
 * @param {number} [digits]
 */
export function figure(x, digits = 2) {
  const text = Math.abs(x).toFixed(digits);
  return (x < 0 && Number(text) !== 0 ? "−" : "") + text;
}

/**
 * A number with its sign.
 * @param {number} x
 * @param {number} [digits]
 */
export function signed(x, digits = 0) {
  return (Number(x.toFixed(digits)) > 0 ? "+" : "") + figure(x, digits);
}
