// @ts-check
// Koi-koi: hands, the field, what was captured, and the yaku in reach.
import { el, figure } from "./dom.js";
import { MONTHS, hanafudaKind, hanafudaName, hanafudaPicture } from "./hanafuda.js";
import { t, yakuName } from "./words.js";
import { badge, labelled } from "./think.js";

const KINDS = ["bright", "animal", "ribbon", "plain"];

/** @param {any} ctx @param {string} card @param {string|null} move @param {string} [kind] */
function hana(ctx, card, move, kind = "") {
  const legal = move !== null && ctx.legal.includes(move);
  const gain = ctx.reach?.get(card);
  return el(legal ? "button" : "span", {
    class: `piece hana-piece ${kind}${legal ? " legal" : ""}${ctx.last === card ? " last" : ""}`, "data-move": legal ? move : null,
    "aria-label": labelled(hanafudaName(card) + (gain ? ` +${gain}` : ""), ctx.marks, move ?? ""), title: hanafudaName(card), role: legal ? null : "img", click: legal ? () => ctx.play(move) : null,
  }, hanafudaPicture(card), gain ? el("span", { class: "gain" }, `+${gain}`) : null, gain ? " " : null, move ? badge(ctx.marks, move) : null);
}

/** @param {any} ctx @param {number} seat */
function capturedRow(ctx, seat) {
  const table = ctx.view.table;
  const row = el("div", { class: "captured", role: "group", "aria-label": t("captured") });
  for (const kind of KINDS) {
    const cards = table.captured[seat].filter((/** @type {string} */ c) => hanafudaKind(c) === kind);
    if (cards.length) row.append(el("div", { class: "pile" }, ...cards.map((/** @type {string} */ c) => hana(ctx, c, null, "small")), el("span", { class: "count" }, cards.length)));
  }
  const yaku = ctx.notes?.yaku?.[seat] ?? [];
  const near = seat === ctx.view.seat && ctx.legal.length ? ctx.notes?.near ?? [] : [];
  return el("div", { class: "captured-line" }, row, near.length ? nearby(near) : null, el("div", { class: "yaku" }, ...yaku.map((/** @type {[string, number]} */ [name, points]) => el("span", { class: "tag good" }, `${yakuName(name)} ${points}`))));
}

/** The yaku that one card would bring; the cards too where they are few. @param {[string, number, string[]][]} near */
function nearby(near) {
  const entry = (/** @type {[string, number, string[]]} */ [name, gain, cards]) => el("span", { class: "tag near" }, `${yakuName(name)} +${gain}`, ...(cards.length <= 2 ? cards : []).map((card) => el("span", { class: "piece hana-piece", role: "img", "aria-label": hanafudaName(card), title: hanafudaName(card) }, hanafudaPicture(card))));
  return el("div", { class: "yaku" }, el("span", { class: "quiet" }, t("in_reach") + ":"), ...near.map(entry));
}

/** @param {any} ctx */
function drawKoikoi(ctx) {
  const { table, hand, seat, other_hand: others } = ctx.view;
  const other = 1 - seat;
  const phase = table.phase;
  const taking = typeof phase === "object" ? Object.values(phase)[0] : null;
  ctx.reach = new Map(table.to_move === seat ? ctx.notes?.reach ?? [] : []);
  const theirs = ctx.truth ? ctx.truth[other].map((/** @type {string} */ c) => hana(ctx, c, null)) : Array.from({ length: others }, () => el("span", { class: "piece hana-piece" }, hanafudaPicture("back")));
  const who = (/** @type {number} */ s) => el("div", { class: "who" + (ctx.toMove === s ? " to-move" : "") }, el("b", {}, ctx.name(s)), el("span", { class: "score" }, `${figure(table.totals[s], 0)} ${t("points")}`), table.calls[s] ? el("span", { class: "tag" }, `${t("koikoi")} ×${table.calls[s]}`) : null, table.dealer === s ? el("span", { class: "tag" }, t("dealer")) : null);
  const field = table.field.map((/** @type {string} */ c) => hana(ctx, c, "take:" + c));
  const call = ["koikoi", "stop"].filter((m) => ctx.legal.includes(m)).map((m) => el("button", { class: "act legal" + (m === "stop" ? " strong" : ""), "data-move": m, click: () => ctx.play(m) }, t(m), badge(ctx.marks, m)));
  return el("div", { class: "board-koikoi felt" },
    el("div", { class: "status-line" }, t("round", table.round, table.rounds)),
    who(other), el("div", { class: "line small-hand" }, ...theirs), capturedRow(ctx, other),
    el("div", { class: "field", role: "group", "aria-label": t("field") }, el("span", { class: "stock" }, hanafudaPicture("back"), el("span", { class: "count" }, ctx.notes?.stock ?? "")), taking ? el("span", { class: "taking" }, hana(ctx, /** @type {string} */ (taking), null), "→") : null, ...field),
    taking && table.to_move === seat ? el("p", { class: "prompt" }, t("choose_field")) : null,
    call.length ? el("div", { class: "actions" }, ...call) : null,
    capturedRow(ctx, seat), who(seat),
    el("div", { class: "line hand", role: "group", "aria-label": t("hand") }, ...hand.map((/** @type {string} */ c) => hana(ctx, c, c, table.field.some((/** @type {string} */ f) => f.split("-")[0] === c.split("-")[0]) ? "matches" : ""))));
}

/** @param {any} event @param {any} ctx */
function describeKoikoi(event, ctx) {
  if (event.type === "move") {
    const turned = event.turned ? ` · ${t("stock")}: ${hanafudaName(event.turned)}` : "";
    return `${ctx.name(event.seat)}: ${koikoi.moveName(event.move)}${turned}`;
  }
  return null;
}

/** @param {any} event @param {any} ctx @param {any} before the state before it */
function endKoikoi(event, ctx, before) {
  if (event.type !== "round_end") return null;
  const paid = event.paid_to_first ?? 0;
  const winner = event.winner ?? null;
  const title = winner === null ? t("draw_game") : t("wins_round", ctx.name(winner), `${Math.abs(paid)} ${t("points")}`);
  const yaku = winner === null ? [] : before?.notes?.yaku?.[winner] ?? [];
  return el("div", { class: "ending" }, el("h2", {}, title),
    el("ul", { class: "yaku-list" }, ...yaku.map((/** @type {[string, number]} */ [name, points]) => el("li", {}, yakuName(name), el("b", {}, points)))),
    winner === null ? null : el("div", { class: "line" }, ...(before?.view?.table?.captured?.[winner] ?? []).map((/** @type {string} */ c) => el("span", { class: "piece hana-piece small" }, hanafudaPicture(c)))));
}

export const koikoi = {
  draw: drawKoikoi,
  describe: describeKoikoi,
  ending: endKoikoi,
  /** @param {any} event */
  last: (event) => (event.type === "move" ? event.turned ?? event.move.replace("take:", "") : undefined),
  /** @param {string} move */
  moveName: (move) => (move === "koikoi" || move === "stop" ? t(move) : move.startsWith("take:") ? "→ " + hanafudaName(move.slice(5)) : hanafudaName(move)),
  pieceName: hanafudaName,
  /** By month, as the cards are printed. @param {string} a @param {string} b */
  inOrder: (a, b) => MONTHS.indexOf(a.split("-")[0]) - MONTHS.indexOf(b.split("-")[0]) || (a < b ? -1 : 1),
  /** @param {string} piece */
  pieceOf: (piece) => el("span", { class: "piece hana-piece small" }, hanafudaPicture(piece)),
};
