// @ts-check
// Leduc hold'em: one card each, one on the table, chips.
import { el } from "./dom.js";
import { cardPicture } from "./cards.js";
import { t } from "./words.js";
import { badge } from "./think.js";

/** `Ks` as cards are drawn here. @param {string|null} card */
const drawn = (card) => (card ? card[1].toUpperCase() + card[0] : "back");

/** @param {any} ctx */
function drawLeduc(ctx) {
  const { seat, card, public: open, other, betting } = ctx.view;
  const them = 1 - seat;
  const theirs = other ?? (ctx.truth ? ctx.truth[them][0] : null);
  const slot = (/** @type {string|null} */ c, /** @type {string} */ label) => el("figure", {}, el("span", { class: "piece card-piece big" }, cardPicture(drawn(c))), el("figcaption", {}, label));
  const who = (/** @type {number} */ s) => el("div", { class: "who" + (ctx.toMove === s ? " to-move" : "") }, el("b", {}, ctx.name(s)));
  return el("div", { class: "board-leduc felt" }, who(them),
    el("div", { class: "line" }, slot(theirs, t("their_card")), slot(open, t("public_card")), slot(card, t("your_card"))), who(seat),
    el("p", { class: "quiet" }, betting.map((/** @type {string} */ m) => t(m)).join(" · ")),
    el("div", { class: "actions" }, ...ctx.legal.map((/** @type {string} */ m) => el("button", { class: "act legal", "data-move": m, click: () => ctx.play(m) }, t(m), badge(ctx.marks, m)))));
}

export const leduc = {
  draw: drawLeduc,
  /** @param {any} event @param {any} ctx */
  describe: (event, ctx) => (event.type === "move" ? `${ctx.name(event.seat)}: ${t(event.move)}` : event.type === "public" ? `${t("public_card")}: ${event.card}` : null),
  /** @param {string} move */
  moveName: (move) => t(move),
  /** @param {string} piece */
  pieceOf: (piece) => el("span", { class: "piece card-piece small" }, cardPicture(drawn(piece))),
};
