// @ts-check
// What a player thinks, shown on the pieces themselves.
import { el, figure } from "./dom.js";

/**
 * @typedef {{move: string, value: number, effort: number, error?: number, reasons?: {words: string, worth: number}[]}} Thought
 * @typedef {{choice: string, effort: number, alternatives: Thought[]}} Opinion
 * @typedef {{value: number, share: number, low: number, high: number, error: number, tried: number, best: boolean, played: boolean}} Mark
 */

/** What the values of players are, where it is known. @type {Record<string, Record<string, string>>} */
const UNITS = {
  mahjong: { uct: "points", "uct+": "blend", mc: "points", net: "probability" },
  koikoi: { mc: "points", pg: "probability", "pg-net": "blend" },
  daihinmin: { mc: "points", "mc+nn": "points", "mc+ap": "points", "mc++": "points" },
  leduc: { mc: "chips", cfr: "probability" },
  othello: { alphabeta: "discs", greedy: "discs" },
};

/** Half a 95% interval in standard errors. */
export const INTERVAL = 1.96;

/**
 * The unit of a player's values: a word of the pages, or none.
 * @param {string} game
 * @param {string} player
 */
export function unitOf(game, player) {
  const [name] = player.split(/[:[]/);
  return /reward=|look=0\b/.test(player) ? "" : UNITS[game]?.[name] ?? "";
}

/**
 * A mark for every move that was weighed: its value, and its place between
 * the worst and the best of them.
 * @param {Opinion|null} opinion
 * @param {string} [played]
 * @returns {Map<string, Mark>}
 */
export function marksOf(opinion, played = "") {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  if (!opinion) return marks;
  const values = opinion.alternatives.map((a) => a.value);
  const low = Math.min(...values), high = Math.max(...values), most = Math.max(...opinion.alternatives.map((a) => a.effort), 1);
  const place = (/** @type {number} */ value) => Math.max(0, Math.min(1.1, high > low ? (value - low) / (high - low) : 1));
  for (const a of opinion.alternatives) {
    const error = INTERVAL * (a.error ?? 0);
    marks.set(a.move, { value: a.value, share: place(a.value), low: place(a.value - error), high: place(a.value + error), error, tried: a.effort / most, best: a.move === opinion.choice, played: a.move === played });
  }
  const nothing = { value: NaN, low: 0, high: 0, error: 0, tried: 0 };
  if (!marks.has(opinion.choice)) marks.set(opinion.choice, { ...nothing, share: 1, best: true, played: opinion.choice === played });
  if (played && !marks.has(played)) marks.set(played, { ...nothing, share: 0, best: false, played: true });
  return marks;
}

/** Digits that tell values apart, few enough to stand on a tile. @param {Map<string, Mark>} marks */
function digitsFor(marks) {
  const values = [...marks.values()].map((m) => m.value).filter(Number.isFinite);
  const spread = Math.max(...values, 0) - Math.min(...values, 0);
  return spread >= 50 ? 0 : spread >= 2 ? 1 : spread >= 0.2 ? 2 : 3;
}

/**
 * The mark of a move as a short text: a star for the best, its value.
 * @param {Map<string, Mark>} marks
 * @param {string} move
 */
function markText(marks, move) {
  const mark = marks.get(move);
  if (!mark) return "";
  return (mark.best ? "★" : mark.played ? "●" : "") + (Number.isFinite(mark.value) ? figure(mark.value, digitsFor(marks)) : "");
}

/**
 * The name of a piece with the mark of its move, as it is read out.
 * @param {string} name
 * @param {Map<string, Mark>} marks
 * @param {string} move
 */
export function labelled(name, marks, move) {
  const text = markText(marks, move), error = marks.get(move)?.error;
  return text ? `${name}, ${text}${error ? ` ± ${figure(error, digitsFor(marks))}` : ""}` : name;
}

/**
 * The mark of a move as a small bar: its height is the value, its width how
 * much was tried, a line over it the interval. Nothing where it has none.
 * @param {Map<string, Mark>} marks
 * @param {string} move
 * @returns {HTMLElement|null}
 */
export function badge(marks, move) {
  const mark = marks.get(move);
  if (!mark) return null;
  const made = el("span", { class: "badge" + (mark.best ? " best" : "") + (mark.played ? " played" : "") },
    el("span", { class: "badge-text" }, markText(marks, move)));
  const bar = el("span", { class: "badge-bar" });
  const height = (/** @type {number} */ share) => Math.round(4 + 22 * share);
  bar.style.height = `${height(mark.share)}px`;
  if (mark.tried) bar.style.width = `${Math.round(6 + 10 * Math.sqrt(mark.tried))}px`;
  if (mark.error) {
    const line = el("span", { class: "badge-line" });
    line.style.bottom = `${height(mark.low)}px`;
    line.style.height = `${Math.max(2, height(mark.high) - height(mark.low))}px`;
    bar.append(line);
  }
  if (Number.isFinite(mark.value)) made.prepend(bar);
  return made;
}
