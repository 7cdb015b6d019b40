// @ts-check
// Mahjong tiles, every line of them drawn: no font decides how they look.
import { picture } from "./svg.js";

/** Strokes of the characters, in a square of 100. */
const STROKES = {
  1: "M12 52H88",
  2: "M24 30H76M10 74H90",
  3: "M18 20H82M26 49H74M10 80H90",
  4: "M13 20H87V82H13ZM39 20C39 44 35 54 22 62M61 20V50Q61 58 78 57",
  5: "M16 16H84M49 16L35 82M23 47H72L67 82M7 83H93",
  6: "M50 6V24M9 35H91M36 50L17 90M62 50L85 90",
  7: "M9 48L90 33M44 10V76Q44 87 57 87H88V74",
  8: "M40 18Q37 62 9 88M50 14H58Q64 64 93 88",
  9: "M11 37H67V76Q67 89 80 89H92V76M40 8Q42 62 8 91",
  man: "M8 15H92M34 4V26M66 4V26M25 32H75V57H25ZM25 44H75M50 32V57M14 96V66H86V90Q86 96 77 94M50 57V83M33 85L67 79M60 70L71 87",
  E: "M9 21H91M23 33H77V62H23ZM23 47H77M50 4V97M46 62Q34 80 8 91M54 62Q66 80 93 91",
  S: "M9 19H91M50 3V33M14 96V33H86V89Q86 96 75 94M37 41L43 52M63 41L57 52M28 56H72M28 71H72M50 56V93",
  W: "M9 15H91M15 35H85V93H15ZM40 15V40Q38 58 25 65M60 15V57Q60 64 77 63",
  N: "M37 6V94M37 33H11M37 69L7 82M62 6V80Q62 91 75 91H91V77M62 45L89 28",
  G: "M12 13H40Q34 34 9 48M21 21L34 33M60 7Q70 31 92 46M86 11L70 22M93 24L76 33M17 55H43V67H20V79H45V92Q45 97 35 95M59 54Q59 67 49 72M59 54H78V65Q78 70 90 69M53 78H83Q76 92 49 97M59 81Q70 93 93 97",
  R: "M16 26H84V66H16ZM50 4V98",
};
const INK = "#1d2b3a", RED = "#c22a2a", GREEN = "#13754c", BLUE = "#1f4f9c";

/**
 * A character in a box.
 * @param {string} path
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} weight
 */
function written(path, x, y, size, colour, weight) {
  const scale = size / 100;
  return `<path d="${path}" transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${weight / scale}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} colour
 */
function coin(x, y, r, colour) {
  const petals = [0, 60, 120].map((a) => `<ellipse rx="${r * 0.16}" ry="${r * 0.5}" fill="#fffdf4" transform="translate(${x} ${y}) rotate(${a})"/>`).join("");
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${r * 0.72}" fill="none" stroke="#fffdf4" stroke-width="${r * 0.12}"/>${petals}<circle cx="${x}" cy="${y}" r="${r * 0.2}" fill="${colour}"/>`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} h
 * @param {string} colour
 * @param {number} [turn]
 */
function stick(x, y, h, colour, turn = 0) {
  const w = h * 0.3, k = h / 2;
  return `<g transform="translate(${x} ${y}) rotate(${turn})" fill="${colour}"><rect x="${-w / 2}" y="${-k}" width="${w}" height="${k * 0.92}" rx="${w * 0.4}"/><rect x="${-w / 2}" y="${k * 0.08}" width="${w}" height="${k * 0.92}" rx="${w * 0.4}"/><rect x="${-w * 0.72}" y="${-k - 0.4}" width="${w * 1.44}" height="${w * 0.42}" rx="${w * 0.2}"/><rect x="${-w * 0.72}" y="${-w * 0.21}" width="${w * 1.44}" height="${w * 0.42}" rx="${w * 0.2}"/><rect x="${-w * 0.72}" y="${k - w * 0.42 + 0.4}" width="${w * 1.44}" height="${w * 0.42}" rx="${w * 0.2}"/><path d="M0 ${-k * 0.78}V${-k * 0.26}M0 ${k * 0.3}V${k * 0.78}" stroke="#fffdf4" stroke-width="${w * 0.16}" stroke-linecap="round" opacity=".75"/></g>`;
}

/** Where the coins lie. @type {Record<number, [number, number, string][]>} */
const COINS = {
  2: [[32, 23, GREEN], [32, 59, BLUE]],
  3: [[17, 18, BLUE], [32, 41, RED], [47, 64, GREEN]],
  4: [[19, 22, BLUE], [45, 22, GREEN], [19, 60, GREEN], [45, 60, BLUE]],
  5: [[17, 19, BLUE], [47, 19, GREEN], [32, 41, RED], [17, 63, GREEN], [47, 63, BLUE]],
  6: [[19, 17, GREEN], [45, 17, GREEN], [19, 43, RED], [45, 43, RED], [19, 64, RED], [45, 64, RED]],
  7: [[14, 13, GREEN], [32, 20, GREEN], [50, 27, GREEN], [20, 47, RED], [44, 47, RED], [20, 67, RED], [44, 67, RED]],
  8: [[20, 14, BLUE], [44, 14, BLUE], [20, 32, BLUE], [44, 32, BLUE], [20, 50, BLUE], [44, 50, BLUE], [20, 68, BLUE], [44, 68, BLUE]],
  9: [[13, 17, GREEN], [32, 17, GREEN], [51, 17, GREEN], [13, 41, RED], [32, 41, RED], [51, 41, RED], [13, 65, BLUE], [32, 65, BLUE], [51, 65, BLUE]],
};
/** @type {Record<number, number>} */
const COIN_SIZE = { 2: 13, 3: 11, 4: 11.5, 5: 10, 6: 10, 7: 8.6, 8: 8.6, 9: 9 };
/** @type {Record<number, [number, number, string, number?][]>} */
const STICKS = {
  2: [[32, 22, GREEN], [32, 60, BLUE]],
  3: [[32, 22, BLUE], [18, 60, GREEN], [46, 60, GREEN]],
  4: [[18, 22, BLUE], [46, 22, GREEN], [18, 60, GREEN], [46, 60, BLUE]],
  5: [[14, 22, GREEN], [50, 22, BLUE], [32, 41, RED], [14, 60, BLUE], [50, 60, GREEN]],
  6: [[13, 22, GREEN], [32, 22, GREEN], [51, 22, GREEN], [13, 60, BLUE], [32, 60, BLUE], [51, 60, BLUE]],
  7: [[32, 15, RED], [13, 41, GREEN], [32, 41, BLUE], [51, 41, GREEN], [13, 66, GREEN], [32, 66, BLUE], [51, 66, GREEN]],
  8: [[11, 22, GREEN], [53, 22, GREEN], [25, 20, GREEN, 32], [39, 20, GREEN, -32], [11, 60, BLUE], [53, 60, BLUE], [25, 62, BLUE, -32], [39, 62, BLUE, 32]],
  9: [[13, 16, RED], [32, 16, BLUE], [51, 16, GREEN], [13, 41, RED], [32, 41, BLUE], [51, 41, GREEN], [13, 66, RED], [32, 66, BLUE], [51, 66, GREEN]],
};
/** @type {Record<number, number>} */
const STICK_SIZE = { 2: 32, 3: 32, 4: 32, 5: 30, 6: 32, 7: 23, 8: 29, 9: 23 };

const BIRD = `<g stroke-linejoin="round"><path d="M32 22C44 20 52 32 48 46C46 58 36 64 28 60C18 56 18 40 22 30Z" fill="${GREEN}"/><path d="M48 44Q58 52 55 70Q47 66 42 56ZM42 56Q48 66 44 76Q37 70 36 60Z" fill="${BLUE}"/><path d="M30 36Q40 38 42 50Q32 52 26 46Z" fill="#fffdf4" opacity=".85"/><circle cx="27" cy="18" r="9" fill="${RED}"/><path d="M19 16L9 20L19 23Z" fill="#d9a32b"/><circle cx="25" cy="16" r="2.2" fill="#fff"/><path d="M30 10Q31 3 38 4M34 12Q38 6 44 9" stroke="${RED}" stroke-width="2.4" fill="none" stroke-linecap="round"/><path d="M28 60L25 74M34 61L34 74M20 74H40" stroke="${INK}" stroke-width="2.4" fill="none" stroke-linecap="round"/></g>`;

/**
 * What is on a tile's face (64 by 82).
 * @param {string} tile
 */
function face(tile) {
  const red = tile[0] === "0";
  const n = red ? 5 : Number(tile[0]);
  const suit = tile[1];
  const mark = red ? `<path d="M54 4L60 10L54 16L48 10Z" fill="${RED}"/>` : "";
  if (suit === "m") {
    const strokes = STROKES[/** @type {1} */ (n)];
    return written(strokes, 17, 8, 30, red ? RED : INK, 3.6) + written(STROKES.man, 15, 43, 34, RED, 3) + mark;
  }
  if (suit === "p") {
    if (n === 1) return `${coin(32, 41, 24, RED)}<circle cx="32" cy="41" r="27" fill="none" stroke="${GREEN}" stroke-width="2.5" stroke-dasharray="3 3"/>`;
    return COINS[n].map(([x, y, c]) => coin(x, y, COIN_SIZE[n], red ? RED : c)).join("") + mark;
  }
  if (suit === "s") {
    if (n === 1) return BIRD;
    return STICKS[n].map(([x, y, c, turn]) => stick(x, y, STICK_SIZE[n], red ? RED : c, turn)).join("") + mark;
  }
  const honour = ["E", "S", "W", "N", "P", "G", "R"][n - 1];
  if (honour === "P") return `<rect x="14" y="13" width="36" height="56" rx="3" fill="none" stroke="${BLUE}" stroke-width="3"/><rect x="19" y="18" width="26" height="46" rx="2" fill="none" stroke="${BLUE}" stroke-width="1.3"/>`;
  const colour = honour === "R" ? RED : honour === "G" ? GREEN : INK;
  return written(STROKES[/** @type {"E"} */ (honour)], 11, 20, 42, colour, 4.4);
}

/** The body of a tile: its green back seen below, ivory, and the face. */
const BODY = `<rect x="1" y="9" width="62" height="82" rx="8" fill="#1f6b4f"/><rect x="1" y="5" width="62" height="82" rx="8" fill="#d8cfb4"/><rect x="1" y="1" width="62" height="82" rx="8" fill="#fffdf4"/><rect x="2.5" y="2.5" width="59" height="79" rx="7" fill="none" stroke="#fff" stroke-width="2"/>`;

/**
 * A tile such as `5m`, `0p` (a red five) or `7z`; `back` for a hidden one.
 * @param {string} tile
 */
export function tilePicture(tile) {
  if (tile === "back") {
    return picture("tile-back", "0 0 64 92", () => `<rect x="1" y="9" width="62" height="82" rx="8" fill="#d8cfb4"/><rect x="1" y="5" width="62" height="82" rx="8" fill="#185a42"/><rect x="1" y="1" width="62" height="82" rx="8" fill="#24805e"/><path d="M32 14L50 42L32 70L14 42Z" fill="none" stroke="#56b38d" stroke-width="2"/><path d="M32 26L42 42L32 58L22 42Z" fill="#1b6a4d"/>`, "tile");
  }
  return picture("tile-" + tile, "0 0 64 92", () => BODY + `<g transform="translate(0 1)">${face(tile)}</g>`, "tile");
}

/**
 * The tiles of a hand in notation, `123m0p77z` → one each.
 * @param {string} text
 * @returns {string[]}
 */
export function tilesOf(text) {
  /** @type {string[]} */
  const tiles = [];
  let digits = "";
  for (const c of text) {
    if (c >= "0" && c <= "9") digits += c;
    else {
      for (const d of digits) tiles.push(d + c);
      digits = "";
    }
  }
  return tiles;
}
