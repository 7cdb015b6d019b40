// @ts-check
// Which game is drawn how.
import { othello } from "./othello.js";
import { koikoi } from "./koikoi.js";
import { daihinmin } from "./daihinmin.js";
import { mahjong } from "./mahjong.js";
import { leduc } from "./leduc.js";
import { plain } from "./plain.js";

/** @type {Record<string, any>} */
const BOARDS = { othello, koikoi, daihinmin, mahjong, leduc };

/** How a game is drawn; as plain data where nobody has drawn it. @param {string} game */
export function boardOf(game) {
  return BOARDS[game] ?? plain;
}
