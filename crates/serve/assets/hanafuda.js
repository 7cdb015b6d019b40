// @ts-check
// The 48 cards of hanafuda: the plant of each month, and what stands before it.
import { picture } from "./svg.js";
import { language, t } from "./words.js";

export const MONTHS = ["pine", "plum", "cherry", "wisteria", "iris", "peony", "clover", "pampas", "chrysanthemum", "maple", "willow", "paulownia"];

/** @param {number} n @param {(i: number) => string} draw */
const times = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join("");

/** A flower of round petals. @param {number} x @param {number} y @param {number} r @param {string} petal @param {string} heart @param {number} [n] */
function blossom(x, y, r, petal, heart, n = 5) {
  const petals = times(n, (i) => `<ellipse cx="0" cy="${-r * 0.58}" rx="${r * 0.4}" ry="${r * 0.46}" transform="rotate(${(i * 360) / n})"/>`);
  return `<g transform="translate(${x} ${y})"><g fill="${petal}" stroke="#00000022" stroke-width=".6">${petals}</g><circle r="${r * 0.24}" fill="${heart}"/></g>`;
}

/** A fan of needles, as pines are drawn. @param {number} x @param {number} y @param {number} r */
function needles(x, y, r) {
  const lines = times(9, (i) => {
    const a = Math.PI * (1.08 + (i * 0.84) / 8);
    return `M${x} ${y}L${(x + r * Math.cos(a)).toFixed(1)} ${(y + r * Math.sin(a)).toFixed(1)}`;
  });
  return `<path d="M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}Q${x} ${y + r * 0.3} ${x - r} ${y}Z" fill="#1f5f3f"/><path d="${lines}" stroke="#7fb98f" stroke-width=".9" fill="none"/><path d="M${x - r * 0.5} ${y + 1}H${x + r * 0.5}" stroke="#b5322e" stroke-width="2.4" stroke-linecap="round"/>`;
}

/** A chain of falling blossoms. @param {number} x @param {number} y @param {number} n @param {string} colour */
function chain(x, y, n, colour) {
  return `<path d="M${x} ${y - 4}V${y + n * 6}" stroke="#3f6b3a" stroke-width="1"/>` + times(n, (i) => {
    const w = 5.2 * (1 - i / (n + 2));
    return `<ellipse cx="${x - w * 0.7}" cy="${y + i * 6}" rx="${w * 0.7}" ry="2.8" fill="${colour}"/><ellipse cx="${x + w * 0.7}" cy="${y + 3 + i * 6}" rx="${w * 0.7}" ry="2.8" fill="${colour}" opacity=".8"/>`;
  });
}

/** A leaf of five points. @param {number} x @param {number} y @param {number} r @param {string} colour @param {number} turn */
function mapleLeaf(x, y, r, colour, turn) {
  const points = times(10, (i) => {
    const a = (i * Math.PI) / 5 - Math.PI / 2, d = i % 2 ? r * 0.42 : r;
    return `${i ? "L" : "M"}${(d * Math.cos(a)).toFixed(1)} ${(d * Math.sin(a)).toFixed(1)}`;
  });
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="${points}Z" fill="${colour}" stroke="#5a1512" stroke-width=".6"/><path d="M0 0V${r * 1.25}" stroke="#5a1512" stroke-width="1.2"/></g>`;
}

/** A flying bird seen from the side. @param {number} x @param {number} y @param {number} s @param {string} body @param {string} wing */
function bird(x, y, s, body, wing) {
  return `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-14 2Q-4 -8 8 -3L15 -6L11 1Q4 9 -6 7Q-14 8 -20 12Z" fill="${body}"/><path d="M-6 0Q-10 -16 4 -20Q4 -8 6 0Z" fill="${wing}"/><circle cx="9" cy="-2.5" r="1.1" fill="#111"/></g>`;
}

/** The plant of each month, drawn for `n` of its cards. @type {((n: number) => string)[]} */
const PLANTS = [
  () => `<path d="M50 96Q46 70 54 40" stroke="#6b4226" stroke-width="4" fill="none"/>` + needles(18, 84, 15) + needles(44, 74, 15) + needles(20, 62, 13),
  (n) => `<path d="M8 98Q20 70 16 44Q14 26 30 8M16 58Q34 52 50 30M18 76Q36 76 56 66" stroke="#5b3b2a" stroke-width="3.4" fill="none"/>` + blossom(30, 22, 8, "#d8354a", "#ffd75a") + blossom(48, 34, 8, "#d8354a", "#ffd75a") + blossom(50, 66, 8, "#d8354a", "#ffd75a") + (n > 2 ? blossom(24, 52, 7, "#e4677a", "#ffd75a") : "") + blossom(32, 82, 7, "#e4677a", "#ffd75a"),
  () => blossom(18, 22, 12, "#f4a6bd", "#c23a5f") + blossom(44, 18, 11, "#f7bccd", "#c23a5f") + blossom(32, 40, 12, "#f4a6bd", "#c23a5f") + blossom(52, 44, 10, "#f7bccd", "#c23a5f") + blossom(12, 48, 9, "#f7bccd", "#c23a5f") + `<path d="M4 60Q30 54 60 62" stroke="#6b4226" stroke-width="2.6" fill="none"/>`,
  () => `<path d="M2 10Q32 2 62 12" stroke="#6b4226" stroke-width="3" fill="none"/><path d="M8 14Q14 22 6 28ZM30 9Q38 18 30 24ZM54 12Q62 20 55 28Z" fill="#3f7a45"/>` + chain(14, 22, 9, "#7d4fa8") + chain(32, 20, 11, "#8f63b8") + chain(50, 22, 9, "#7d4fa8"),
  () => `<path d="M14 98Q12 60 20 36M28 98Q28 60 26 30M42 98Q44 66 38 40M54 98Q54 70 58 50" stroke="#2f7a4a" stroke-width="4.4" fill="none" stroke-linecap="round"/>` + [[22, 32], [42, 44], [56, 62]].map(([x, y]) => `<path d="M${x} ${y + 8}Q${x - 12} ${y + 4} ${x - 10} ${y - 6}Q${x - 2} ${y - 6} ${x} ${y - 14}Q${x + 2} ${y - 6} ${x + 10} ${y - 6}Q${x + 12} ${y + 4} ${x} ${y + 8}Z" fill="#4f3fa0"/><path d="M${x} ${y + 6}V${y - 4}" stroke="#ffd75a" stroke-width="2.4"/>`).join(""),
  () => `<path d="M32 98V60M32 80Q16 78 10 64M32 84Q50 82 56 68" stroke="#2f6b3f" stroke-width="3.4" fill="none"/><path d="M6 70Q14 56 24 68Q16 78 6 70ZM58 74Q52 58 42 70Q48 80 58 74Z" fill="#2f6b3f"/>` + blossom(32, 40, 25, "#b31f3f", "#f3c13a", 8) + blossom(32, 40, 15, "#d94b66", "#f3c13a", 7) + blossom(12, 84, 9, "#d94b66", "#f3c13a", 6),
  () => [10, 26, 42, 56].map((x, k) => `<path d="M${x} 98Q${x + 6} 60 ${x - 2} ${22 + k * 5}" stroke="#2f5f3a" stroke-width="1.8" fill="none"/>` + times(8, (i) => `<ellipse cx="${x + (i % 2 ? 5 : -3)}" cy="${88 - i * 8}" rx="4.4" ry="2.7" fill="${i % 3 ? "#3c7a49" : "#b0355e"}" transform="rotate(${i % 2 ? -30 : 30} ${x} ${88 - i * 8})"/>`)).join(""),
  () => `<path d="M0 98V74Q32 38 64 74V98Z" fill="#2b2f2c"/><path d="M6 78Q12 62 10 54M14 74Q22 58 22 48M24 68Q32 54 34 44M36 66Q44 54 48 48M48 70Q54 60 60 56" stroke="#d9c98a" stroke-width="1.6" fill="none" stroke-linecap="round"/>`,
  () => `<path d="M32 98Q30 76 32 60M32 84Q18 82 10 72M34 88Q50 84 56 74" stroke="#2f6b3f" stroke-width="3" fill="none"/><path d="M4 78Q10 62 22 72Q16 84 4 78ZM60 80Q54 64 42 74Q48 86 60 80Z" fill="#2f6b3f"/>` + blossom(20, 44, 17, "#f2c230", "#b5322e", 12) + blossom(46, 54, 15, "#f6d65c", "#b5322e", 12) + blossom(44, 26, 11, "#f6d65c", "#b5322e", 12),
  () => `<path d="M56 98Q46 60 8 24" stroke="#5b3b2a" stroke-width="3" fill="none"/>` + mapleLeaf(18, 28, 13, "#c2332a", -20) + mapleLeaf(42, 38, 14, "#d9571f", 16) + mapleLeaf(20, 56, 13, "#d9571f", -8) + mapleLeaf(46, 70, 13, "#c2332a", 24) + mapleLeaf(16, 82, 10, "#e08a2a", 0),
  () => `<path d="M4 4Q36 0 60 8" stroke="#4a3a24" stroke-width="5" fill="none"/>` + [8, 17, 26, 35, 44, 54].map((x, i) => `<path d="M${x} 6Q${x + (i % 2 ? 6 : -5)} 40 ${x + (i % 2 ? 2 : -2)} ${76 - (i % 3) * 10}" stroke="#3f7a45" stroke-width="2" fill="none"/>` + times(5, (k) => `<ellipse cx="${x + (i % 2 ? 3 : -3)}" cy="${22 + k * 10}" rx="1.6" ry="4.4" fill="#5f9a54" transform="rotate(${i % 2 ? 18 : -18} ${x} ${22 + k * 10})"/>`)).join(""),
  () => `<path d="M4 98Q6 70 20 62Q34 66 32 98ZM32 98Q34 68 48 62Q62 70 60 98Z" fill="#3a7a4a"/><path d="M18 96Q16 78 20 66M48 96Q48 78 48 66" stroke="#20502f" stroke-width="1.2" fill="none"/>` + [14, 32, 50].map((x, i) => `<path d="M${x} 66V${26 + (i === 1 ? -10 : 0)}" stroke="#3a5f3a" stroke-width="1.6"/>` + times(5, (k) => `<ellipse cx="${x + (k % 2 ? 4 : -4)}" cy="${60 - k * 7 - (i === 1 ? 8 : 0)}" rx="4" ry="3" fill="#8a5fb0"/>`)).join(""),
];

/** @param {string} colour @param {boolean} written */
function ribbon(colour, written) {
  const words = written ? `<path d="M30 30Q35 33 31 37Q36 40 31 44M33 48Q29 52 34 56Q30 60 34 64" stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/>` : `<path d="M26 24V74M38 24V74" stroke="#ffffff66" stroke-width="1.4"/>`;
  return `<g transform="rotate(9 32 50)"><rect x="22" y="18" width="20" height="62" rx="1.5" fill="${colour}" stroke="#00000044"/>${words}</g>`;
}

/** Suns, animals and other pictures of single cards. @type {Record<string, string>} */
const PICTURES = {
  "pine-bright": `<circle cx="46" cy="20" r="13" fill="#d6342c"/><path d="M12 52Q10 34 24 30Q28 16 22 12Q32 10 30 24Q30 34 40 38Q50 46 46 60Q34 66 22 60Q14 62 6 70Q6 58 12 52Z" fill="#fdfdfb" stroke="#59636e" stroke-width="1.2"/><path d="M34 44Q46 44 50 58Q42 66 32 60Z" fill="#2a2f36"/><path d="M22 12L12 15L22 17Z" fill="#d9a32b"/><circle cx="25" cy="11" r="3.2" fill="#c8232c"/><path d="M28 62V84M36 62V84" stroke="#59636e" stroke-width="2"/>`,
  "plum-animal": `<g transform="translate(34 44)"><path d="M-16 6Q-8 -12 8 -8Q14 -14 20 -8L26 -5L19 -3Q16 10 2 12Q-10 12 -24 20Z" fill="#7d9a2c" stroke="#46591a"/><path d="M-8 4Q2 -4 10 2Q4 10 -8 4Z" fill="#5f7a20"/><circle cx="16" cy="-7" r="1.6"/></g>`,
  "cherry-bright": `<path d="M0 62H64V98H0Z" fill="#f6f2e8"/><path d="M0 62H64V70H0Z" fill="#b5322e"/><path d="M4 70H14V98H4ZM25 70H39V98H25ZM50 70H60V98H50Z" fill="#5a3a86"/><path d="M0 84H64" stroke="#b5322e" stroke-width="2"/><path d="M8 62Q14 72 20 62M44 62Q50 72 56 62" stroke="#f2c230" stroke-width="2" fill="none"/>`,
  "wisteria-animal": `<path d="M46 66A14 14 0 1 0 58 88A11 11 0 1 1 46 66Z" fill="#c8232c"/>` + bird(30, 62, 1.15, "#4b545e", "#77828d"),
  "iris-animal": `<path d="M2 92L24 78H42L62 66V74L44 86H26L4 98Z" fill="#d9a94a" stroke="#7a5320"/><path d="M10 90V98M22 82V94M36 80V92M50 74V88" stroke="#7a5320" stroke-width="2.4"/><path d="M0 97Q16 93 32 97T64 96" stroke="#3d7fb5" stroke-width="2" fill="none"/>`,
  "peony-animal": [[18, 20, 1], [46, 76, 0.85]].map(([x, y, s]) => `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 0Q-16 -14 -14 2Q-12 10 0 4Q12 10 14 2Q16 -14 0 0Z" fill="#e9a52b" stroke="#6b3f10"/><circle cx="-8" cy="0" r="2.4" fill="#b5322e"/><circle cx="8" cy="0" r="2.4" fill="#b5322e"/><path d="M0 -4V10M0 -4L-4 -11M0 -4L4 -11" stroke="#33210c" stroke-width="1.8"/></g>`).join(""),
  "clover-animal": `<path d="M6 74Q8 54 28 54Q40 50 50 58Q60 60 60 70L54 74Q52 82 46 82H16Q8 82 6 74Z" fill="#6b4a30" stroke="#33210c" stroke-width="1.2"/><path d="M50 58L54 50L57 60Z" fill="#54381f"/><circle cx="53" cy="64" r="1.7" fill="#fff"/><path d="M58 72Q54 76 57 68" stroke="#fff" stroke-width="2.2" fill="none"/><path d="M14 80V92M22 82V92M40 82V92M48 80V92" stroke="#33210c" stroke-width="3.4"/><path d="M14 62L20 56M22 60L28 54M30 60L36 54" stroke="#a5805a" stroke-width="1.6"/>`,
  "pampas-bright": `<rect width="64" height="76" fill="#c8372d"/><circle cx="32" cy="34" r="22" fill="#fbf7ea" stroke="#e5d9b8"/>`,
  "pampas-animal": bird(18, 22, 0.8, "#5a4630", "#8a6d4a") + bird(44, 30, 0.8, "#5a4630", "#8a6d4a") + bird(26, 44, 0.8, "#5a4630", "#8a6d4a"),
  "chrysanthemum-animal": `<path d="M10 56H54Q52 84 38 86V90H46V95H18V90H26V86Q12 84 10 56Z" fill="#c8232c" stroke="#5f0f12"/><ellipse cx="32" cy="56" rx="22" ry="5.6" fill="#f3d37a" stroke="#5f0f12"/><path d="M26 66H38M32 62V80M24 74H40M27 80H37" stroke="#f3d37a" stroke-width="2.2"/>`,
  "maple-animal": `<path d="M12 92V70Q10 58 24 56L36 54L38 36Q36 30 42 26L50 30L56 34L50 38L48 52Q50 66 46 70V92H41V72L22 72L18 92Z" fill="#b5793f" stroke="#54310f" stroke-width="1.2"/><path d="M42 27Q34 18 36 8M38 16L30 12M46 28Q50 18 58 14M50 20L50 10" stroke="#54310f" stroke-width="2.2" fill="none"/><circle cx="46" cy="32" r="1.5"/><circle cx="26" cy="62" r="1.7" fill="#f6e7cf"/><circle cx="33" cy="60" r="1.7" fill="#f6e7cf"/><circle cx="30" cy="67" r="1.7" fill="#f6e7cf"/>`,
  "willow-bright": `<path d="M10 40Q32 12 56 40Q44 36 33 40Q22 36 10 40Z" fill="#d9a32b" stroke="#5c3c0a"/><path d="M33 24V66" stroke="#5c3c0a" stroke-width="2"/><path d="M22 92L26 60Q32 54 40 60L46 92Z" fill="#3d4f8f" stroke="#1d2547"/><circle cx="33" cy="52" r="6" fill="#f3d9b8" stroke="#5c3c0a"/><path d="M27 50Q33 43 39 50Z" fill="#1d2547"/><path d="M0 94Q16 84 32 93T64 90V98H0Z" fill="#3d7fb5"/><path d="M50 82Q58 78 60 84Q56 90 50 86Z" fill="#3f8a45"/>`,
  "willow-animal": `<g transform="translate(32 58) rotate(-16)"><path d="M-22 8Q-4 -10 14 -4L24 -6L17 3Q8 12 -4 10L-26 22L-14 9Z" fill="#20242e"/><path d="M-2 0Q-14 -22 6 -26Q6 -10 8 -1Z" fill="#c8232c"/><path d="M8 2Q14 6 18 1Z" fill="#fff"/><circle cx="17" cy="-2" r="1.3" fill="#fff"/></g>`,
  "willow-plain": `<rect width="64" height="100" fill="#a3231f"/><path d="M38 4L18 46H32L22 94L52 38H36L48 4Z" fill="#f2c230" stroke="#2b0a08"/><path d="M0 0H64V16Q32 28 0 14Z" fill="#20242e"/>`,
  "paulownia-bright": `<g transform="translate(2 2)"><path d="M8 60Q2 40 20 34Q28 16 44 16Q54 14 58 22L50 26Q50 42 36 48Q44 60 40 76Q34 62 26 58Q24 74 10 84Q16 70 14 58Z" fill="#e08a2a" stroke="#5c2a0a"/><path d="M20 34Q34 34 38 46Q26 46 20 34Z" fill="#c8232c"/><path d="M14 58Q20 50 28 54M26 58Q34 52 38 58" stroke="#fff3" stroke-width="2"/><path d="M44 16Q42 6 50 4M48 16Q50 8 58 8" stroke="#c8232c" stroke-width="2.4" fill="none"/><circle cx="48" cy="21" r="1.7"/><path d="M8 62Q0 74 6 88M14 62Q12 78 20 90" stroke="#3d7fb5" stroke-width="2.6" fill="none"/></g>`,
};

const BLUE_RIBBONS = ["peony", "chrysanthemum", "maple"];
const POEMS = ["pine", "plum", "cherry"];

/** @param {string} card */
function draw(card) {
  const [month, what] = card.split("-");
  const plain = what.startsWith("plain");
  const number = plain ? Number(what.slice(5) || "1") : 0;
  const plant = PLANTS[MONTHS.indexOf(month)](plain ? 3 : 1);
  const own = PICTURES[plain && month !== "willow" ? "" : card.replace(/\d$/, "")] ?? "";
  const ground = month === "paulownia" && number === 3 ? `<rect y="74" width="64" height="26" fill="#e9b93b"/>` : "";
  const first = card === "pampas-bright" || card === "willow-plain" ? own + (card === "willow-plain" ? "" : plant) : ground + plant + own;
  const band = what === "ribbon" ? ribbon(BLUE_RIBBONS.includes(month) ? "#3a4fae" : "#c8232c", POEMS.includes(month)) : "";
  const turn = number === 2 ? ` transform="translate(64 0) scale(-1 1)"` : "";
  const star = what === "bright" ? `<circle cx="55" cy="91" r="6" fill="#fff" stroke="#a06b00"/><path d="M55 86.6L56.4 89.6L59.6 89.9L57.2 92L57.9 95.2L55 93.5L52.1 95.2L52.8 92L50.4 89.9L53.6 89.6Z" fill="#d99a00"/>` : "";
  return `<rect width="64" height="100" rx="6" fill="#24211f"/><clipPath id="clip-${card}"><rect x="3" y="3" width="58" height="94" rx="4"/></clipPath><g clip-path="url(#clip-${card})"><rect width="64" height="100" fill="#f7f1e1"/><g${turn}>${first}${band}</g>${star}</g>`;
}

/**
 * A card such as `pine-bright`; `back` for a hidden one.
 * @param {string} card
 */
export function hanafudaPicture(card) {
  return picture("hana-" + card, "0 0 64 100", () => {
    if (card === "back") return `<rect width="64" height="100" rx="6" fill="#24211f"/><rect x="3" y="3" width="58" height="94" rx="4" fill="#8c1d22"/><path d="M8 8L56 92M56 8L8 92M32 4V96M4 50H60" stroke="#b0464a" stroke-width="1.2"/>`;
    return draw(card);
  }, "hana");
}

const JAPANESE = ["松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐"];

/** How people call a card. @param {string} card */
export function hanafudaName(card) {
  const month = MONTHS.indexOf(card.split("-")[0]);
  if (month < 0) return card;
  const kind = t("hana_" + hanafudaKind(card));
  return language() === "ja" ? `${JAPANESE[month]}の${kind}` : `${MONTHS[month]} ${kind}`;
}

/** The kind of a card: bright, animal, ribbon or plain. @param {string} card */
export function hanafudaKind(card) {
  return (card.split("-")[1] ?? "plain").replace(/\d$/, "");
}
