// @ts-check
// Othello: the board, its discs, and where one may go.
import { el } from "./dom.js";
import { picture } from "./svg.js";
import { t } from "./words.js";
import { badge, labelled } from "./think.js";

const FILES = "abcdefgh";

/** @param {"X"|"O"} side */
function disc(side) {
  const [top, edge, shine] = side === "X" ? ["#1d232b", "#05070a", "#5a6573"] : ["#fbfaf5", "#b9b4a6", "#ffffff"];
  return picture("disc-" + side, "0 0 64 64", () => `<ellipse cx="32" cy="36" rx="26" ry="25" fill="#00000055"/><circle cx="32" cy="33" r="26" fill="${edge}"/><circle cx="32" cy="30" r="26" fill="${top}"/><path d="M14 22Q22 9 38 9" stroke="${shine}" stroke-width="4" fill="none" stroke-linecap="round" opacity=".8"/>` + (side === "X" ? `<path d="M22 30H42" stroke="#7b8796" stroke-width="3" stroke-linecap="round"/>` : `<circle cx="32" cy="30" r="8" fill="none" stroke="#9a9482" stroke-width="3"/>`), "disc");
}

/** @param {any} ctx */
function drawOthello(ctx) {
  const text = ctx.view.position;
  const board = el("div", { class: "othello", role: "grid", "aria-label": t("othello") });
  let black = 0, white = 0;
  for (let row = 0; row < 8; row++) {
    const line = el("div", { role: "row", class: "row" });
    for (let column = 0; column < 8; column++) {
      const at = text[row * 8 + column];
      const name = FILES[column] + (row + 1);
      if (at === "X") black++;
      if (at === "O") white++;
      const legal = ctx.legal.includes(name);
      const what = at === "X" ? t("black") : at === "O" ? t("white") : legal ? t("legal_here") : "";
      const mark = badge(ctx.marks, name);
      const square = el("button", {
        class: "square" + (legal ? " legal" : "") + (ctx.last === name ? " last" : ""), role: "gridcell", "data-move": legal ? name : null,
        "aria-label": labelled(`${name} ${what}${ctx.last === name ? ", " + t("last_move") : ""}`, ctx.marks, name), tabindex: legal ? 0 : -1,
        "aria-disabled": legal ? null : "true", click: () => legal && ctx.play(name),
      }, at === "X" || at === "O" ? disc(at) : null, mark);
      line.append(square);
    }
    board.append(line);
  }
  const side = (/** @type {"X"|"O"} */ s, /** @type {number} */ n, /** @type {number} */ seat) => el("div", { class: "side" + (ctx.toMove === seat ? " to-move" : "") }, disc(s), el("b", {}, n), el("span", {}, ctx.name(seat)));
  const actions = ctx.legal.includes("pass") ? el("div", { class: "actions" }, el("button", { class: "act legal", "data-move": "pass", click: () => ctx.play("pass") }, t("pass"))) : null;
  return el("div", { class: "board-othello" }, el("div", { class: "sides" }, side("X", black, 0), side("O", white, 1)), board, actions);
}

export const othello = {
  draw: drawOthello,
  /** @param {any} event */
  last: (event) => (event.type === "move" && event.move !== "pass" ? event.move : undefined),
  /** @param {any} event @param {any} ctx */
  describe: (event, ctx) => (event.type === "move" ? `${ctx.name(event.seat)}: ${event.move}` : null),
  /** @param {string} move */
  moveName: (move) => (move === "pass" ? t("pass") : move),
};
