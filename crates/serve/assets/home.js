// @ts-check
// The first page: choose a game, sit down.
import { el, fill } from "./dom.js";
import { gameName, t } from "./words.js";
import { ask } from "./api.js";
import { playerAbout, rangeWords, rulesAbout } from "./catalogue.js";
import { tilePicture } from "./tiles.js";
import { cardPicture } from "./cards.js";
import { hanafudaPicture } from "./hanafuda.js";
import { picture } from "./svg.js";

/** What a game is; as the rules say where no page has words for it. @param {any} info */
function about(info) {
  const words = t("about_" + info.name);
  return words.startsWith("about_") ? info.about : words;
}

/** Four rows of a board with discs on it. */
function othelloEmblem() {
  const rows = ["-XO-O-", "XOXXO-", "-OXO-X", "-OOX--"];
  const square = (/** @type {number} */ x, /** @type {number} */ y) => `<rect x="${8 + 24 * x}" y="${2 + 24 * y}" width="24" height="24" fill="#2b8a63" stroke="#0c3a2a"/>`;
  const disc = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ side) => (side === "-" ? "" : `<circle cx="${20 + 24 * x}" cy="${15.4 + 24 * y}" r="9.4" fill="${side === "X" ? "#05070a" : "#b9b4a6"}"/><circle cx="${20 + 24 * x}" cy="${13.6 + 24 * y}" r="9.4" fill="${side === "X" ? "#1d232b" : "#fbfaf5"}"/>`);
  return rows.map((row, y) => [...row].map((side, x) => square(x, y) + disc(x, y, side)).join("")).join("");
}

/** What a game's card shows. @param {string} game */
function emblem(game) {
  const show = {
    mahjong: () => ["1z", "0p", "7z", "1s"].map(tilePicture), koikoi: () => ["pine-bright", "pampas-bright", "paulownia-bright"].map(hanafudaPicture),
    daihinmin: () => ["S3", "HQ", "D2", "JO"].map(cardPicture), leduc: () => ["SK", "HQ"].map(cardPicture),
    othello: () => [picture("emblem-othello", "0 0 160 100", () => othelloEmblem())],
  }[game];
  return el("div", { class: `emblem emblem-${game}`, "aria-hidden": "true", inert: true }, ...(show ? show() : []));
}

/** @param {any} kind @param {(text: string) => void} changed */
function parameterForm(kind, changed) {
  /** @type {Map<string, string>} */
  const given = new Map();
  const tell = () => changed(kind.name + (given.size ? ":" + [...given].map(([k, v]) => `${k}=${v}`).join(",") : ""));
  const inputs = kind.parameters.map((/** @type {any} */ p) => el("label", { class: "parameter", title: p.about }, el("code", {}, p.name), el("input", { type: "text", placeholder: p.default, "aria-label": `${p.name}: ${p.about} (${rangeWords(p.range)})`, input: (/** @type {Event} */ e) => { const value = /** @type {HTMLInputElement} */ (e.target).value.trim(); if (value) given.set(p.name, value); else given.delete(p.name); tell(); } }), el("small", { class: "quiet" }, rangeWords(p.range)), el("small", { class: "quiet", lang: "en" }, p.about)));
  return el("details", { class: "parameters", hidden: !inputs.length }, el("summary", {}, t("parameters")), el("div", { class: "parameter-list" }, ...inputs));
}

/** A choice of player. @param {any} info @param {string} label @param {string} id */
export function playerChoice(info, label, id) {
  let text = info.favourite;
  const holder = el("div");
  const select = /** @type {HTMLSelectElement} */ (el("select", { id, change: () => choose() },
    el("option", { value: info.favourite }, `${info.favourite} (${t("recommended")})`), ...info.players.filter((/** @type {any} */ k) => k.name !== info.favourite).map((/** @type {any} */ k) => el("option", { value: k.name, title: playerAbout(info.name, k) }, k.name))));
  const about = el("small", { class: "quiet" });
  function choose() {
    text = select.value;
    const kind = info.players.find((/** @type {any} */ k) => k.name === text.split(":")[0]);
    about.textContent = kind ? playerAbout(info.name, kind) : "";
    fill(holder, kind && !text.includes(":") ? parameterForm(kind, (made) => { text = made; }) : null);
  }
  choose();
  return { node: el("div", { class: "choice" }, el("label", { for: id }, label), select, about, holder), value: () => text };
}

/**
 * @param {HTMLElement} root
 */
export async function showHome(root) {
  fill(root, el("p", { class: "quiet" }, t("connecting")));
  const { data: games } = await ask("/games");
  const setup = el("section", { class: "setup", id: "setup" });
  /** @param {any} info */
  function prepare(info) {
    const rules = /** @type {HTMLSelectElement} */ (el("select", { id: "rules" }, ...info.rules.map((/** @type {any} */ r) => el("option", { value: r.name, selected: r.name === info.usual_rules }, `${r.name}: ${rulesAbout(info.name, r)}`))));
    const seat = /** @type {HTMLSelectElement} */ (el("select", { id: "seat" }, ...Array.from({ length: info.seats }, (_, i) => el("option", { value: i }, info.name === "othello" ? t(i ? "white" : "black") : i + 1))));
    const count = info.seats - 1;
    const everybody = playerChoice(info, count > 1 ? t("opponents") : t("opponent", "").trim(), "opponents");
    /** One choice for each opponent, once they are wanted. @type {{node: HTMLElement, value: () => string}[]} */
    let each = [];
    const opponents = el("div", { class: "opponents" });
    const own = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "each-own", change: () => {
      each = own.checked ? Array.from({ length: count }, (_, i) => playerChoice(info, t("opponent", i + 1), `opponent-${i + 1}`)) : [];
      seated();
    } }));
    const seated = () => fill(opponents, ...(each.length ? each.map((choice) => choice.node) : [everybody.node]), count > 1 ? el("label", { class: "switch" }, own, t("each_own")) : null);
    seated();
    const adviser = playerChoice(info, t("adviser"), "adviser");
    const wrong = el("p", { class: "error", role: "alert" });
    const begin = async () => {
      try {
        const { data } = await ask("/tables", { body: { game: info.name, rules: rules.value, seat: Number(seat.value), players: (each.length ? each : [everybody]).map((choice) => choice.value()), adviser: adviser.value() } });
        location.hash = "#/t/" + data.id;
      } catch (e) { wrong.textContent = t("failed", /** @type {Error} */ (e).message); }
    };
    fill(setup, el("h2", { tabindex: -1 }, gameName(info.name)), el("p", { class: "quiet" }, about(info)),
      el("div", { class: "form" }, el("div", { class: "choice" }, el("label", { for: "rules" }, t("rules")), rules), opponents, el("div", { class: "choice" }, el("label", { for: "seat" }, t("seat")), seat), adviser.node),
      el("button", { class: "act strong", id: "start", click: begin }, t("sit_down")), wrong);
    setup.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement} */ (setup.querySelector("#start")).focus({ preventScroll: true });
  }
  const cards = games.map((/** @type {any} */ info) => el("button", { class: "game-card", "data-game": info.name, click: () => prepare(info) }, emblem(info.name), el("b", {}, gameName(info.name)), el("small", {}, about(info))));
  let kept = [];
  try { kept = JSON.parse(localStorage.getItem("fuda-tables") ?? "[]"); } catch { /* none */ }
  const old = kept.slice(0, 6).map((/** @type {any} */ e) => el("li", {}, el("a", { href: "#/t/" + e.id }, `${gameName(e.game)} · ${new Date(e.at).toLocaleString()}`)));
  fill(root, el("h1", { class: "intro" }, t("intro")), el("div", { class: "game-cards" }, ...cards), setup, old.length ? el("section", { class: "kept" }, el("h2", {}, t("your_games")), el("ul", {}, ...old)) : null);
}
