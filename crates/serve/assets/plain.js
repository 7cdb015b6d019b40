// @ts-check
// Any game: its view as data, its moves as buttons. What a new game has
// before somebody draws a board for it.
import { el } from "./dom.js";
import { badge } from "./think.js";

/** @param {any} ctx */
function drawPlain(ctx) {
  return el("div", { class: "board-plain" }, el("pre", {}, JSON.stringify(ctx.view, null, 1)),
    el("div", { class: "actions" }, ...ctx.legal.map((/** @type {string} */ m) => el("button", { class: "act legal", "data-move": m, click: () => ctx.play(m) }, m, badge(ctx.marks, m)))));
}

export const plain = {
  draw: drawPlain,
  /** @param {any} event @param {any} ctx */
  describe: (event, ctx) => (event.move !== undefined ? `${ctx.name(event.seat)}: ${event.move}` : null),
  /** @param {string} move */
  moveName: (move) => move,
};
