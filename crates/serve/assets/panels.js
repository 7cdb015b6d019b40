// @ts-check
// What stands beside the board: opinions and beliefs.
import { el, figure } from "./dom.js";
import { t } from "./words.js";

/** Reasons that are shown for a move, and the least worth one must have. */
const MOST_REASONS = 4, LEAST_WORTH = 0.05;

/**
 * A player's opinion as a table with bars.
 * @param {import("./think.js").Opinion} opinion
 * @param {any} board
 * @param {string} who
 * @param {string} [played]
 */
export function opinionView(opinion, board, who, played = "") {
  const values = opinion.alternatives.map((a) => a.value);
  const low = Math.min(...values), high = Math.max(...values);
  const spread = high - low;
  const digits = spread >= 100 ? 0 : spread >= 10 ? 1 : spread >= 0.5 ? 2 : 3;
  const rows = opinion.alternatives.map((a) => {
    const bar = el("span", { class: "bar" });
    bar.style.width = `${spread > 0 ? Math.round((100 * (a.value - low)) / spread) : 100}%`;
    // Why this one, and why not what was played: the others would fill the page.
    const told = a.move === opinion.choice || a.move === played ? a.reasons ?? [] : [];
    const reasons = told.filter((r) => Math.abs(r.worth) > LEAST_WORTH).slice(0, MOST_REASONS);
    return el("tr", { class: a.move === opinion.choice ? "best" : "" },
      el("th", { scope: "row" }, (a.move === opinion.choice ? "★ " : "") + (a.move === played ? "● " : "") + board.moveName(a.move), ...reasons.map((r) => el("small", { class: "reason" }, `${r.worth > 0 ? "+" : "−"} ${r.words} (${figure(Math.abs(r.worth))})`))),
      el("td", {}, el("span", { class: "bar-box" }, bar), figure(a.value, digits)), el("td", { class: "quiet" }, a.effort ? a.effort.toLocaleString("en") : ""));
  });
  return el("section", { class: "opinion" }, el("p", {}, t("would_play", who, board.moveName(opinion.choice))),
    rows.length ? el("table", { class: "values" }, el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, t("value")), el("th", { scope: "col" }, t("effort")))), el("tbody", {}, ...rows)) : null,
    rows.length ? el("p", { class: "quiet" }, t("unit_note")) : null);
}

/**
 * What the others are believed to hold: a heat map of pieces.
 * @param {{samples: number, seats: {seat: number, pieces: Record<string, number>}[]}} belief
 * @param {any} board
 * @param {(seat: number) => string} name
 */
export function beliefView(belief, board, name) {
  const most = Math.max(...belief.seats.flatMap((s) => Object.values(s.pieces)), 1e-9);
  const seats = belief.seats.map((s) => {
    const pieces = Object.entries(s.pieces).sort(([a], [b]) => (a.slice(-1) + a < b.slice(-1) + b ? -1 : 1));
    const cells = pieces.map(([piece, mean]) => {
      const heat = el("span", { class: "heat-bar" });
      heat.style.height = `${Math.round((100 * mean) / most)}%`;
      return el("span", { class: "heat", title: `${piece}: ${figure(mean)}` }, board.pieceOf?.(piece) ?? piece, el("span", { class: "heat-box" }, heat), el("small", {}, figure(mean)));
    });
    return el("section", {}, el("h3", {}, name(s.seat)), el("div", { class: "heat-map" }, ...cells));
  });
  return el("section", { class: "belief" }, ...seats, el("p", { class: "quiet" }, t("belief_note", belief.samples)));
}
