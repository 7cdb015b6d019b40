// @ts-check
// Playing cards. Suits differ in shape and in colour.
import { picture } from "./svg.js";

/** @type {Record<string, [string, string]>} path (in 32 by 32) and colour */
const SUITS = {
  S: ["M16 2C20 9 29 13 29 20C29 26 21 27 18 22L21 30H11L14 22C11 27 3 26 3 20C3 13 12 9 16 2Z", "#1c2433"],
  H: ["M16 29C8 21 2 16 2 10C2 2 12 1 16 9C20 1 30 2 30 10C30 16 24 21 16 29Z", "#c8232c"],
  D: ["M16 1L28 16L16 31L4 16Z", "#b5560a"],
  C: ["M16 3A6.6 6.6 0 0 1 21 14A6.6 6.6 0 1 1 18 23L21 30H11L14 23A6.6 6.6 0 1 1 11 14A6.6 6.6 0 0 1 16 3Z", "#1d5c3a"],
};

/** @type {Record<string, string>} */
const COURT = {
  J: "M22 54V38Q32 30 42 38V54ZM24 36L20 26L28 30L32 22L36 30L44 26L40 36Z",
  Q: "M20 56Q22 40 32 38Q42 40 44 56ZM32 37A7 7 0 1 1 32.1 37ZM22 24L26 18L32 24L38 18L42 24L40 28H24Z",
  K: "M18 56L22 38H42L46 56ZM20 36V20L27 28L32 16L37 28L44 20V36Z",
};

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size) {
  const [path, colour] = SUITS[suit];
  return `<path d="${path}" fill="${colour}" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})"/>`;
}

const FRAME = `<rect x="1" y="3" width="62" height="88" rx="7" fill="#8a94a6" opacity=".55"/><rect x="1" y="1" width="62" height="88" rx="7" fill="#fffefb" stroke="#c3cad6" stroke-width="1"/>`;

/**
 * A card such as `S7`, `HT`, `JO`; `back` for a hidden one.
 * @param {string} card
 */
export function cardPicture(card) {
  return picture("card-" + card, "0 0 64 92", () => {
    if (card === "back") return `<rect x="1" y="1" width="62" height="88" rx="7" fill="#23406e" stroke="#fff" stroke-width="2"/><path d="M8 8H56V82H8Z" fill="none" stroke="#7fa0d6" stroke-width="1.5"/><path d="M32 20L50 45L32 70L14 45Z" fill="#35599a" stroke="#7fa0d6" stroke-width="1.5"/>`;
    if (card === "JO") return FRAME + `<path d="M14 58Q10 34 22 40Q20 22 32 30Q44 22 42 40Q54 34 50 58Z" fill="#6a2c91"/><path d="M32 30V58" stroke="#e9c33b" stroke-width="3"/><circle cx="16" cy="36" r="4" fill="#e9c33b"/><circle cx="32" cy="24" r="4" fill="#e9c33b"/><circle cx="48" cy="36" r="4" fill="#e9c33b"/><path d="M16 62H48L44 72H20Z" fill="#c8232c"/>`;
    const suit = card[0], rank = card[1] === "T" ? "10" : card[1];
    const colour = SUITS[suit][1];
    const court = COURT[card[1]];
    const middle = court ? `<path d="${court}" fill="${colour}" opacity=".9" transform="translate(0 8)"/>` + pip(suit, 32, 76, 16) : pip(suit, 34, 56, 34);
    return FRAME + `<text x="7" y="24" font-family="Georgia,'Times New Roman',serif" font-size="23" font-weight="700" fill="${colour}">${rank}</text>${pip(suit, 52, 16, 14)}${middle}`;
  }, "card");
}

/**
 * The cards of a text such as `S7H7JO`.
 * @param {string} text
 * @returns {string[]}
 */
export function cardsOf(text) {
  return text.match(/JO|[SHDC][2-9TJQKA]/g) ?? [];
}

/** How people write a card. @param {string} card */
export function cardName(card) {
  if (card === "JO") return "joker";
  const suit = { S: "♠", H: "♥", D: "♦", C: "♣" }[card[0]] ?? "";
  return suit + (card[1] === "T" ? "10" : card[1]);
}
