// @ts-check
// What stands beside the board: opinions and beliefs.
import { el, figure } from "./dom.js";
import { t } from "./words.js";
import { INTERVAL } from "./think.js";

/** Reasons that are shown for a move, and the least worth one must have. */
const MOST_REASONS = 4, LEAST_WORTH = 0.05;

/**
 * A player's opinion as a table with bars.
 * @param {import("./think.js").Opinion} opinion
 * @param {any} board
 * @param {string} who
 * @param {string} [played]
 * @param {string} [unit] a word for the unit of its values
 */
export function opinionView(opinion, board, who, played = "", unit = "") {
  const values = opinion.alternatives.map((a) => a.value);
  const low = Math.min(...values), high = Math.max(...values);
  const spread = high - low;
  const digits = spread >= 100 ? 0 : spread >= 10 ? 1 : spread >= 0.5 ? 2 : 3;
  const rows = opinion.alternatives.flatMap((a) => {
    const bar = el("span", { class: "bar" });
    bar.style.width = `${spread > 0 ? Math.round((100 * (a.value - low)) / spread) : 100}%`;
    // Why this one, and why not what was played: the others would fill the page.
    const told = a.move === opinion.choice || a.move === played ? a.reasons ?? [] : [];
    const reasons = told.filter((r) => Math.abs(r.worth) > LEAST_WORTH).slice(0, MOST_REASONS);
    const row = el("tr", { class: a.move === opinion.choice ? "best" : "" },
      el("th", { scope: "row" }, (a.move === opinion.choice ? "★ " : "") + (a.move === played ? "● " : "") + board.moveName(a.move)),
      el("td", { class: "bar-cell" }, el("span", { class: "bar-box" }, bar)), el("td", {}, figure(a.value, digits), a.error ? el("small", { class: "error-of" }, ` ±${figure(INTERVAL * a.error, digits)}`) : null), el("td", { class: "quiet" }, a.effort ? a.effort.toLocaleString("en") : ""));
    if (!reasons.length) return [row];
    const words = reasons.map((r) => el("small", { class: "reason" }, `${r.worth > 0 ? "+" : "−"} ${r.words} (${figure(Math.abs(r.worth))})`));
    return [row, el("tr", {}, el("td", { colspan: 4, class: "reasons" }, ...words))];
  });
  return el("section", { class: "opinion" }, el("p", {}, t("would_play", who, board.moveName(opinion.choice))),
    rows.length ? el("table", { class: "values" }, el("thead", {}, el("tr", {}, el("td", { colspan: 2 }), el("th", { scope: "col" }, t(unit ? "unit_" + unit : "value")), el("th", { scope: "col" }, t("effort")))), el("tbody", {}, ...rows)) : null,
    rows.length ? el("p", { class: "quiet" }, t(unit ? "unit_note_" + unit : "unit_note") + (opinion.alternatives.some((a) => a.error) ? " " + t("interval_of_values") : "")) : null);
}

/**
 * What the others are believed to hold: a heat map of pieces; with the truth,
 * once it may be known.
 * @param {{samples: number, by?: string|null, seats: {seat: number, pieces: Record<string, number>, truth?: string[]}[]}} belief
 * @param {any} board
 * @param {(seat: number) => string} name
 * @param {boolean} [truth]
 * @param {string} [heading] the level of the seats' headings
 */
export function beliefView(belief, board, name, truth = false, heading = "h3") {
  const most = Math.max(...belief.seats.flatMap((s) => Object.values(s.pieces)), 1e-9);
  const order = board.inOrder ?? ((/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : 1));
  const seats = belief.seats.map((s) => {
    /** @type {Map<string, number>} */
    const held = new Map();
    if (truth) for (const piece of s.truth ?? []) held.set(piece, (held.get(piece) ?? 0) + 1);
    const pieces = [...new Set([...Object.keys(s.pieces), ...held.keys()])].sort(order);
    const cells = pieces.map((piece) => {
      const mean = s.pieces[piece] ?? 0, count = held.get(piece) ?? 0;
      const heat = el("span", { class: "heat-bar" });
      heat.style.height = `${Math.round((100 * mean) / most)}%`;
      const label = `${board.pieceName?.(piece) ?? piece}: ${figure(mean)}${count ? ", " + t("really_held", count) : ""}`;
      return el("span", { class: "heat" + (count ? " held" : "") + (board.startsRow?.(piece, pieces) ? " starts" : ""), role: "img", "aria-label": label, title: label }, board.pieceOf?.(piece) ?? piece, el("span", { class: "heat-box" }, heat), el("small", {}, truth && count ? `●${count > 1 ? count : ""}` : figure(mean)));
    });
    return el("section", {}, el(heading, {}, name(s.seat)), el("div", { class: "heat-map" }, ...cells));
  });
  const note = belief.by ? t("belief_note_by", belief.samples, belief.by) : t("belief_note", belief.samples);
  return el("section", { class: "belief" }, el("div", { class: "heat-seats" }, ...seats), el("p", { class: "quiet" }, note));
}

/**
 * The heat map with its switch to the truth.
 * @param {any} belief
 * @param {any} board
 * @param {(seat: number) => string} name
 * @param {string} title
 * @param {{on: boolean}} truth whether the switch is on; it is remembered there
 */
export function beliefPanel(belief, board, name, title, truth) {
  const holder = el("div", { class: "belief-panel" });
  const known = belief.seats.some((/** @type {any} */ s) => s.truth);
  const draw = () => {
    const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "belief-truth", change: () => { truth.on = box.checked; draw(); } }));
    box.checked = truth.on;
    holder.replaceChildren(el("div", { class: "actions" }, title ? el("h2", {}, title) : "", known ? el("label", { class: "switch" }, box, t("show_truth")) : ""), beliefView(belief, board, name, known && truth.on, title ? "h3" : "h2"));
  };
  draw();
  return holder;
}
