// @ts-check
// What a player thinks, shown on the pieces themselves.
import { el, figure } from "./dom.js";

/**
 * @typedef {{move: string, value: number, effort: number, reasons?: {words: string, worth: number}[]}} Thought
 * @typedef {{choice: string, effort: number, alternatives: Thought[]}} Opinion
 * @typedef {{value: number, share: number, effort: number, best: boolean, played: boolean}} Mark
 */

/** What the values of players are, where it is known. @type {Record<string, Record<string, string>>} */
const UNITS = {
  mahjong: { uct: "points", "uct+": "blend", mc: "points", net: "probability" },
  koikoi: { mc: "points", pg: "probability" },
  daihinmin: { mc: "points", "mc+nn": "points", "mc+ap": "points", "mc++": "points" },
  leduc: { mc: "chips", cfr: "probability" },
  othello: { alphabeta: "discs", greedy: "discs" },
};

/**
 * The unit of a player's values: a word of the pages, or none.
 * @param {string} game
 * @param {string} player
 */
export function unitOf(game, player) {
  const [name] = player.split(/[:[]/);
  return /reward=|look=/.test(player) ? "" : UNITS[game]?.[name] ?? "";
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
  const low = Math.min(...values), high = Math.max(...values);
  for (const a of opinion.alternatives) {
    const share = high > low ? (a.value - low) / (high - low) : 1;
    marks.set(a.move, { value: a.value, share, effort: a.effort, best: a.move === opinion.choice, played: a.move === played });
  }
  if (!marks.has(opinion.choice)) marks.set(opinion.choice, { value: NaN, share: 1, effort: opinion.effort, best: true, played: opinion.choice === played });
  if (played && !marks.has(played)) marks.set(played, { value: NaN, share: 0, effort: 0, best: false, played: true });
  return marks;
}

/** Digits that tell values apart. @param {Map<string, Mark>} marks */
function digitsFor(marks) {
  const values = [...marks.values()].map((m) => m.value).filter(Number.isFinite);
  const spread = Math.max(...values, 0) - Math.min(...values, 0);
  return spread >= 100 ? 0 : spread >= 10 ? 1 : spread >= 0.5 ? 2 : 3;
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
  const text = markText(marks, move);
  return text ? `${name}, ${text}` : name;
}

/**
 * The mark of a move as a small bar with its value; nothing where it has none.
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
  bar.style.height = `${Math.round(4 + 22 * mark.share)}px`;
  if (Number.isFinite(mark.value)) made.prepend(bar);
  return made;
}
