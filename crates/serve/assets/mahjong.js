// @ts-check
// Riichi mahjong: four rivers round a middle, your hand below.
import { el, signed } from "./dom.js";
import { tilePicture, tilesOf } from "./tiles.js";
import { t } from "./words.js";
import { limitName, mahjongYaku } from "./yaku.js";
import { badge, labelled } from "./think.js";

const WINDS = ["east", "south", "west", "north"];
const SUITS = "mpsz";
const RED_TILES = [16, 52, 88];

/** A tile of a meld by its number of 136. @param {number} id @param {boolean} reds */
function tileOfId(id, reds) {
  const kind = id >> 2;
  if (reds && RED_TILES.includes(id)) return "0" + SUITS[Math.floor(kind / 9)];
  return String((kind % 9) + 1) + SUITS[Math.floor(kind / 9)];
}

/** @param {string} tile @param {string} [kind] */
const tileSpan = (tile, kind = "") => el("span", { class: "piece tile-piece " + kind, role: "img", "aria-label": tile }, tilePicture(tile));

/** A red five is a five when dora are counted. @param {string} tile */
const plainTile = (tile) => (tile[0] === "0" ? "5" + tile[1] : tile);

/** By suit, then by number; red fives after the others. @param {string} a @param {string} b */
function tileOrder(a, b) {
  const place = (/** @type {string} */ tile) => 10 * SUITS.indexOf(tile[1]) + (tile[0] === "0" ? 5.5 : Number(tile[0]));
  return place(a) - place(b);
}

/** @param {any} meld @param {boolean} reds */
function meldView(meld, reds) {
  const called = meld.called;
  const hiddenKan = meld.kind === "ankan";
  const tiles = meld.tiles.map((/** @type {number} */ id, /** @type {number} */ i) => {
    if (hiddenKan && (i === 0 || i === 3)) return tileSpan("back");
    return tileSpan(tileOfId(id, reds), id === called ? "turned" : "");
  });
  return el("span", { class: "meld", title: meld.kind }, ...tiles);
}

/** @param {any} ctx @param {number} seat @param {number} place 0 me, 1 right, 2 across, 3 left */
function seatView(ctx, seat, place) {
  const { table } = ctx.view;
  const open = table.seats[seat];
  const dealer = table.standing.round % 4;
  const wind = t(WINDS[(seat - dealer + 4) % 4]);
  const reds = table.rules.red_fives !== false;
  const river = el("div", { class: "river" });
  const lastOrder = table.discards - 1;
  for (const d of open.river) {
    if (d.called_by !== null && d.called_by !== undefined) continue;
    river.append(tileSpan(d.tile, (d.riichi ? "turned " : "") + (d.drawn ? "tsumogiri " : "") + (d.order === lastOrder ? "last " : "") + (ctx.dora.has(plainTile(d.tile)) || d.tile[0] === "0" ? "dora" : "")));
  }
  const who = el("div", { class: "who" + (ctx.toMove === seat ? " to-move" : "") }, el("span", { class: "wind" + (seat === dealer ? " dealer" : "") }, wind), el("b", {}, ctx.name(seat)), el("span", { class: "score" }, table.standing.scores[seat].toLocaleString("en")), open.riichi !== "None" ? el("span", { class: "tag warn" }, t("riichi")) : null);
  const melds = el("div", { class: "melds" }, ...open.melds.map((/** @type {any} */ m) => meldView(m, reds)));
  if (place === 0) return el("section", { class: "mj-seat mj-me" }, river, melds, who);
  const hand = ctx.truth ? ctx.truth[seat].map((/** @type {string} */ tile) => tileSpan(tile, "small")) : Array.from({ length: open.concealed }, () => tileSpan("back", "small"));
  return el("section", { class: `mj-seat mj-${place}` }, who, el("div", { class: "line tight other-hand" + (ctx.truth ? " open" : "") }, ...hand), melds, river);
}

/** @param {string} move */
function mahjongMove(move) {
  const [word, rest] = move.split("-");
  if (move === "nine-terminals") return t(move);
  if (["pon", "chi", "riichi"].includes(word)) return `${t(word)} ${(rest ?? "").replace("_", "")}`;
  if (["ankan", "kakan", "daiminkan"].includes(word)) return `${t("kan")} ${rest}`;
  if (["tsumo", "ron", "pass"].includes(word)) return t(word);
  return move.replace("_", "");
}

/** The tiles that a call would lay open. @param {string} move */
function callTiles(move) {
  const match = /^(?:chi|pon|ankan|kakan|daiminkan)-(.+)$/.exec(move);
  return match ? tilesOf(match[1]) : [];
}

/** @param {any} ctx */
function drawMahjong(ctx) {
  const { seat, table, drawn } = ctx.view;
  ctx.dora = new Set(ctx.notes?.dora ?? []);
  const held = tilesOf(ctx.view.hand);
  if (drawn) held.splice(held.lastIndexOf(drawn), 1);
  const row = el("div", { class: "line hand mj-hand", role: "group", "aria-label": t("hand") });
  let riichi = false;
  const tileButton = (/** @type {string} */ tile, /** @type {boolean} */ isDrawn) => {
    const name = tile + (isDrawn ? "_" : "");
    const moveNow = () => (riichi ? "riichi-" : "") + name;
    const weighed = ctx.marks.has(name) ? name : "riichi-" + name;
    const button = el("button", { class: "piece tile-piece" + (isDrawn ? " drawn" : "") + (ctx.dora.has(plainTile(tile)) || tile[0] === "0" ? " dora" : ""), "aria-label": labelled(tile + (isDrawn ? ` (${t("draws")})` : ""), ctx.marks, weighed), "data-tile": name, click: () => ctx.legal.includes(moveNow()) && ctx.play(moveNow()) }, tilePicture(tile), badge(ctx.marks, weighed));
    return button;
  };
  for (const tile of held) row.append(tileButton(tile, false));
  if (drawn) row.append(tileButton(drawn, true));
  const refresh = () => {
    for (const node of row.children) {
      const move = (riichi ? "riichi-" : "") + node.getAttribute("data-tile");
      const legal = ctx.legal.includes(move);
      node.classList.toggle("legal", legal);
      node.toggleAttribute("disabled", !legal);
      if (legal) node.setAttribute("data-move", move);
      else node.removeAttribute("data-move");
    }
  };
  refresh();
  const actions = el("div", { class: "actions" });
  const canRiichi = ctx.legal.some((/** @type {string} */ m) => m.startsWith("riichi-"));
  for (const move of ctx.legal) {
    if (/^\d[mpsz]_?$/.test(move) || move.startsWith("riichi-")) continue;
    const tiles = callTiles(move);
    actions.append(el("button", { class: "act legal" + (move === "tsumo" || move === "ron" ? " strong" : ""), "data-move": move, click: () => ctx.play(move) }, tiles.length ? mahjongMove(move).split(" ")[0] : mahjongMove(move), ...tiles.map((tile) => tileSpan(tile, "tiny")), badge(ctx.marks, move)));
  }
  if (canRiichi) {
    const toggle = el("button", { class: "act", "aria-pressed": "false", "data-riichi": true, click: () => { riichi = !riichi; toggle.setAttribute("aria-pressed", String(riichi)); toggle.classList.toggle("strong", riichi); refresh(); } }, t("riichi"));
    actions.append(toggle);
  }
  const notes = ctx.notes ?? {};
  const standing = table.standing;
  const stage = table.stage;
  const claimed = typeof stage === "object" && stage.Claims ? stage.Claims : null;
  const middle = el("div", { class: "mj-middle" },
    el("b", {}, `${t(WINDS[Math.floor(standing.round / 4) % 4])} ${(standing.round % 4) + 1}`),
    el("span", {}, `${standing.honba} ${t("honba")} · ${standing.sticks} ${t("sticks")}`), el("span", {}, t("wall_left", table.live)),
    el("span", { class: "line tight dora-line" }, t("dora"), ...(notes.dora ?? []).map((/** @type {string} */ d) => tileSpan(d, "tiny dora"))),
    claimed && ctx.legal.length ? el("span", { class: "claimed" }, tileSpan(claimed.tile, "last"), ctx.name(claimed.from)) : null);
  const waiting = (notes.waits ?? []).length;
  const ready = el("div", { class: "ready" },
    waiting ? el("span", { class: "tag good" }, `${t("waits")}: `, ...notes.waits.map((/** @type {string} */ w) => tileSpan(w, "tiny"))) : el("span", { class: "tag" }, notes.shanten === 0 ? t("tenpai") : notes.shanten > 0 ? t("shanten", notes.shanten) : ""),
    notes.furiten ? el("span", { class: "tag warn" }, "⚠ " + t("furiten")) : null);
  return el("div", { class: "board-mahjong felt" },
    seatView(ctx, (seat + 2) % 4, 2), seatView(ctx, (seat + 3) % 4, 3), middle, seatView(ctx, (seat + 1) % 4, 1), seatView(ctx, seat, 0),
    el("div", { class: "mj-own" }, ready, actions, row));
}

/** @param {any} event @param {any} ctx */
function describeMahjong(event, ctx) {
  const name = (/** @type {number} */ s) => ctx.name(s);
  switch (event.type) {
    case "discard": return `${name(event.seat)}: ${event.tile}${event.riichi ? " " + t("riichi") + "!" : ""}`;
    case "call": case "kan": return `${name(event.seat)}: ${mahjongMove(event.move)}`;
    case "indicator": return `${t("dora")}: ${event.tile}`;
    default: return null;
  }
}

/** @param {any} event @param {any} ctx */
function endMahjong(event, ctx) {
  if (event.type !== "hand_end") return null;
  const { result, hands } = event;
  const wins = result.wins.map((/** @type {any} */ win) => {
    const hand = tilesOf(hands[win.seat] ?? "");
    return el("section", { class: "win" }, el("h2", {}, t("wins_by", ctx.name(win.seat), t(win.seat === win.from ? "tsumo" : "ron")), win.seat === win.from ? "" : " " + t("from_whom", ctx.name(win.from))),
      el("div", { class: "line tight" }, ...hand.map((tile) => tileSpan(tile, "small")), el("span", { class: "gap" }), win.seat === win.from ? null : tileSpan(win.tile, "small last")),
      el("ul", { class: "yaku-list" }, ...win.yaku.map((/** @type {[string, number]} */ [yaku, han]) => el("li", {}, mahjongYaku(yaku), el("b", {}, win.yakuman ? "★" : t("han", han))))),
      el("p", { class: "sum" }, win.yakuman ? `${win.yakuman > 1 ? win.yakuman + " × " : ""}${limitName("yakuman")}` : `${t("han", win.han)} ${t("fu", win.fu)} ${limitName(win.limit)}`, el("b", {}, ` ${win.points.toLocaleString("en")} ${t("points")}`)));
  });
  const shown = result.wins.length ? [] : hands.map((/** @type {string|null} */ hand, /** @type {number} */ s) => (hand ? el("div", { class: "line tight" }, el("span", { class: "who-name" }, ctx.name(s)), ...tilesOf(hand).map((tile) => tileSpan(tile, "small"))) : null));
  const title = result.ending === "win" ? null : el("h2", {}, result.ending === "exhausted" ? t("exhaustive") : t(result.ending));
  return el("div", { class: "ending" }, title, ...wins, ...shown,
    el("div", { class: "line tight dora-line" }, t("dora"), ...result.indicators.map((/** @type {string} */ i) => tileSpan(i, "tiny")), result.ura.length ? el("span", {}, " / ") : null, ...result.ura.map((/** @type {string} */ i) => tileSpan(i, "tiny"))),
    el("table", { class: "payments" }, el("tbody", {}, ...result.deltas.map((/** @type {number} */ delta, /** @type {number} */ s) => el("tr", {}, el("th", { scope: "row" }, ctx.name(s)), el("td", { class: delta > 0 ? "good" : delta < 0 ? "bad" : "" }, signed(delta)), el("td", {}, result.scores[s].toLocaleString("en")))))));
}

export const mahjong = {
  draw: drawMahjong,
  describe: describeMahjong,
  ending: endMahjong,
  moveName: mahjongMove,
  /** @param {string} piece */
  pieceOf: (piece) => tileSpan(piece, "small"),
  inOrder: tileOrder,
  /** Each suit has a row of its own. @param {string} piece @param {string[]} all */
  startsRow: (piece, all) => all.find((other) => other[1] === piece[1]) === piece,
  /** Moves that the switches answer by themselves. @param {string[]} legal @param {{noCalls: boolean, autoWin: boolean}} switches */
  automatic: (legal, switches) => {
    if (switches.autoWin) for (const win of ["tsumo", "ron"]) if (legal.includes(win)) return win;
    if (switches.noCalls && legal.includes("pass") && !legal.includes("ron")) return "pass";
    return null;
  },
};
