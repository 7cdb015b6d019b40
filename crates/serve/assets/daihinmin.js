// @ts-check
// Daihinmin: choose cards, play them together.
import { el } from "./dom.js";
import { cardName, cardPicture, cardsOf } from "./cards.js";
import { t } from "./words.js";
import { badge, labelled } from "./think.js";

/** The cards of a move; a joker is one of them. @param {string} move */
function cardsOfMove(move) {
  const at = move.indexOf("*");
  const plain = at < 0 ? move : move.slice(0, at);
  return at < 0 ? cardsOf(plain) : [...cardsOf(plain), "JO"];
}

/** @param {string} move */
function moveText(move) {
  if (move === "pass") return t("pass");
  const [plain, joker] = move.replace("give:", "").split("*");
  const cards = cardsOf(plain).map(cardName).join(" ");
  return joker === undefined ? cards : `${cards} ★${joker ? `(${cardName(joker)})` : ""}`.trim();
}

const RANKS = "3456789TJQKA2";

/** By rank as the game counts it, then by suit; the joker last. @param {string} a @param {string} b */
function byRank(a, b) {
  const place = (/** @type {string} */ c) => (c === "JO" ? 99 : RANKS.indexOf(c[1]) + "CDHS".indexOf(c[0]) / 10);
  return place(a) - place(b);
}

/** @param {string} cards */
function cardRow(cards) {
  return el("span", { class: "line tight" }, ...cardsOfMove(cards).map((c) => el("span", { class: "piece card-piece" }, cardPicture(c))));
}

/** @param {any} ctx @param {number} seat @param {any} notes */
function player(ctx, seat, notes) {
  const { sizes, classes, moves } = ctx.view;
  const place = notes.finished.indexOf(seat);
  const mine = moves.filter((/** @type {[number, string]} */ [s]) => s === seat);
  const last = mine.length ? mine[mine.length - 1][1] : "";
  const names = t("class_names").split(",");
  return el("div", { class: "who" + (ctx.toMove === seat ? " to-move" : "") + (notes.passed.includes(seat) ? " has-passed" : "") },
    el("b", {}, ctx.name(seat)), classes ? el("span", { class: "tag" }, names[classes[seat]] ?? "") : null,
    place >= 0 ? el("span", { class: "tag good" }, t("finished", place + 1)) : el("span", { class: "score" }, t("cards_left", sizes[seat])),
    notes.passed.includes(seat) ? el("span", { class: "tag" }, t("passed")) : null,
    ctx.truth && seat !== ctx.view.seat ? el("span", { class: "line tight truth" }, ...ctx.truth[seat].map((/** @type {string} */ c) => el("span", { class: "piece card-piece small" }, cardPicture(c)))) : el("span", { class: "last-play" }, last && !last.startsWith("give:") ? moveText(last) : ""));
}

/** @param {any} ctx */
function drawDaihinmin(ctx) {
  const { seat, hand, moves, sizes } = ctx.view;
  const notes = ctx.notes ?? { passed: [], finished: [], leading: true };
  const others = sizes.map((/** @type {number} */ _, /** @type {number} */ i) => (seat + 1 + i) % sizes.length).filter((/** @type {number} */ s) => s !== seat);
  const plays = moves.filter((/** @type {[number, string]} */ [, m]) => m !== "pass" && !m.startsWith("give:"));
  const top = notes.leading || !plays.length ? null : plays[plays.length - 1];
  const giving = ctx.legal.some((/** @type {string} */ m) => m.startsWith("give:"));
  const options = ctx.legal.filter((/** @type {string} */ m) => m !== "pass").map((/** @type {string} */ m) => ({ move: m, cards: cardsOfMove(m) }));
  /** @type {Set<string>} */
  const chosen = new Set();
  const buttons = el("div", { class: "actions" });
  const row = el("div", { class: "line hand", role: "group", "aria-label": t("hand") });
  const fits = () => options.filter((/** @type {{cards: string[]}} */ o) => [...chosen].every((c) => o.cards.includes(c)));
  const refresh = () => {
    const open = fits();
    for (const node of row.children) {
      const card = node.getAttribute("data-card") ?? "";
      const possible = chosen.has(card) || open.some((/** @type {{cards: string[]}} */ o) => o.cards.includes(card));
      node.classList.toggle("chosen", chosen.has(card));
      node.classList.toggle("legal", possible && ctx.legal.length > 0);
      node.setAttribute("aria-pressed", String(chosen.has(card)));
      node.toggleAttribute("disabled", !possible);
    }
    const exact = open.filter((/** @type {{cards: string[]}} */ o) => o.cards.length === chosen.size && chosen.size > 0);
    buttons.replaceChildren(...exact.map((/** @type {{move: string}} */ o) => el("button", { class: "act strong legal", "data-move": o.move, click: () => ctx.play(o.move) }, t(giving ? "give_cards" : "play_cards", moveText(o.move)), badge(ctx.marks, o.move))));
    if (ctx.legal.includes("pass")) buttons.append(el("button", { class: "act legal", "data-move": "pass", click: () => ctx.play("pass") }, t("pass"), badge(ctx.marks, "pass")));
  };
  /** The move a card is in that is weighed best. @param {string} card */
  const bestMove = (card) => {
    const best = options.filter((/** @type {{cards: string[], move: string}} */ o) => o.cards.includes(card) && ctx.marks.has(o.move)).sort((/** @type {any} */ a, /** @type {any} */ b) => ctx.marks.get(b.move).share - ctx.marks.get(a.move).share)[0];
    return best ? best.move : "";
  };
  const received = new Set(ctx.view.received ? cardsOf(ctx.view.received) : []);
  for (const card of cardsOf(hand).sort(byRank)) {
    row.append(el("button", { class: "piece card-piece" + (received.has(card) && !plays.length ? " received" : ""), "data-card": card, "aria-label": labelled(cardName(card), ctx.marks, bestMove(card)), click: () => { if (!chosen.delete(card)) chosen.add(card); refresh(); } }, cardPicture(card), badge(ctx.marks, bestMove(card))));
  }
  refresh();
  const prompt = !ctx.legal.length ? "" : giving ? t("choose_gift") : notes.leading ? t("lead_trick") : t("choose_cards");
  return el("div", { class: "board-daihinmin felt" },
    el("div", { class: "others" }, ...others.map((/** @type {number} */ s) => player(ctx, s, notes))),
    el("div", { class: "table-top" + (notes.revolution ? " turned" : "") },
      notes.revolution ? el("span", { class: "tag warn" }, "⇅ " + t("revolution")) : null, notes.locked ? el("span", { class: "tag warn" }, "⚿ " + t("locked")) : null,
      top ? el("div", { class: "top-play" }, cardRow(top[1]), el("span", { class: "by" }, ctx.name(top[0]))) : el("span", { class: "quiet" }, t("empty_table"))),
    el("p", { class: "prompt" }, prompt), buttons, player(ctx, seat, notes), row);
}

/** @param {any} event @param {any} ctx */
function describeDaihinmin(event, ctx) {
  if (event.type === "move") return `${ctx.name(event.seat)}: ${moveText(event.move)}`;
  if (event.type === "gift") return `${ctx.name(event.from)}: ${t("gave", event.count, ctx.name(event.to))}${event.cards ? " (" + cardsOf(event.cards).map(cardName).join(" ") + ")" : ""}`;
  return null;
}

export const daihinmin = {
  draw: drawDaihinmin,
  describe: describeDaihinmin,
  moveName: moveText,
  inOrder: byRank,
  /** @param {string} piece */
  pieceOf: (piece) => el("span", { class: "piece card-piece small" }, cardPicture(piece)),
};
