// @ts-check
// Pictures: each is drawn once as a symbol and used wherever it is shown.

const SVG = "http://www.w3.org/2000/svg";
/** @type {Set<string>} */
const drawn = new Set();

/** The hidden drawing that holds all symbols. */
function sheet() {
  let holder = document.getElementById("sheet");
  if (!holder) {
    holder = /** @type {any} */ (document.createElementNS(SVG, "svg"));
    const made = /** @type {HTMLElement} */ (holder);
    made.id = "sheet";
    made.setAttribute("width", "0");
    made.setAttribute("height", "0");
    made.setAttribute("aria-hidden", "true");
    document.body.prepend(made);
  }
  return /** @type {HTMLElement} */ (holder);
}

/**
 * A picture by name; `draw` gives what is in it the first time.
 * @param {string} name
 * @param {string} box the view box
 * @param {() => string} draw
 * @param {string} [kind] a class
 */
export function picture(name, box, draw, kind = "") {
  const id = "p-" + name;
  if (!drawn.has(id)) {
    drawn.add(id);
    sheet().insertAdjacentHTML("beforeend", `<symbol id="${id}" viewBox="${box}">${draw()}</symbol>`);
  }
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", "pic " + kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#" + id);
  svg.append(use);
  return svg;
}

/**
 * A drawing of its own, used once (plots).
 * @param {string} box
 * @param {string} inside
 * @param {string} kind
 * @param {string} label
 */
export function drawing(box, inside, kind, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", kind);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.innerHTML = inside;
  return svg;
}
