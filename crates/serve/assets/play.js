// @ts-check
// A table: what happens, one thing after the other, and your moves.
import { el, figure, fill, signed } from "./dom.js";
import { gameName, t } from "./words.js";
import { boardOf } from "./boards.js";
import { ask, listen } from "./api.js";
import { marksOf, unitOf } from "./think.js";
import { beliefPanel, opinionView } from "./panels.js";

/** @param {number} ms */
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** @param {string} key @param {boolean} [otherwise] */
function setting(key, otherwise = false) {
  try { return (localStorage.getItem("fuda-" + key) ?? String(otherwise)) === "true"; } catch { return otherwise; }
}

/** @param {string} id @param {string} game */
function remember(id, game) {
  try {
    const all = JSON.parse(localStorage.getItem("fuda-tables") ?? "[]").filter((/** @type {any} */ e) => e.id !== id);
    all.unshift({ id, game, at: Date.now() });
    localStorage.setItem("fuda-tables", JSON.stringify(all.slice(0, 20)));
  } catch { /* a page without storage */ }
}

/**
 * Shows a table; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} id
 */
export function showTable(root, id) {
  /** @type {any} */
  let state = null;
  /** @type {any[]} */
  const queue = [];
  let running = false, gone = false, sent = false, byKeys = false;
  /** @type {any} */
  let opinion = null;
  let last = "";
  const board = el("div", { class: "board" });
  const title = el("h1", { class: "unseen" }, t("play"));
  const line = el("p", { class: "turn-line", role: "status", "aria-live": "polite" }, t("connecting"));
  const log = el("ol", { class: "log", "aria-label": t("log"), tabindex: 0 });
  const panel = el("div", { class: "panel", "aria-live": "polite" });
  const below = el("div", { class: "below", "aria-live": "polite" });
  const truth = { on: false };
  const tools = el("div", { class: "tools" });
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "end-dialog" }));
  fill(root, title, el("div", { class: "table-page" }, el("div", { class: "table-main" }, line, board, below), el("aside", { class: "side-panel" }, tools, panel, el("h2", {}, t("log")), log)), dialog);

  const name = (/** @type {number} */ seat) => (state && seat === state.seat ? t("you") : state ? `${state.names[seat].split(/[:[]/)[0]} ${seat + 1}` : "");
  const error = (/** @type {string} */ text) => { fill(panel, el("p", { class: "error" }, t("failed", text))); };
  const connection = listen(id, (message) => {
    if (message.type === "state") { queue.push(message); pump(); }
    else if (message.type === "hint") { sent = false; opinion = message.hint; draw(); fill(panel, opinionView(opinion, boardOf(state.game), state.adviser, "", unitOf(state.game, state.adviser))); }
    else if (message.type === "belief") { sent = false; fill(below, beliefPanel(message.belief, boardOf(state.game), name, t(state.over ? "belief_last" : "belief"), truth)); fill(panel); toolbar(); below.scrollIntoView({ block: "nearest" }); }
    else if (message.type === "waiting") { if (state && !state.over) line.textContent = t("thread_waits", message.waiting); }
    else if (message.type === "error") { sent = false; error(message.error); draw(); }
  }, (open) => { sent = false; if (!open) line.textContent = t("lost_connection"); else if (state) draw(); });

  async function pump() {
    if (running) return;
    running = true;
    while (queue.length && !gone) await present(queue.shift());
    running = false;
  }

  /** Writes an event into the list of moves, where it has words. @param {any} event */
  function tell(event) {
    const drawing = boardOf(state.game), words = drawing.describe?.(event, { name });
    if (words) log.prepend(el("li", {}, words));
    last = drawing.last?.(event) ?? last;
    return Boolean(words);
  }

  /** @param {any} next */
  async function present(next) {
    const before = state;
    const drawing = boardOf(next.game);
    if (!state) { state = next; title.textContent = gameName(next.game); remember(id, next.game); }
    if (next.reset) {
      // What happened before this page came, without its pauses.
      fill(log);
      last = "";
      for (const event of next.past) tell(event);
    }
    let others = false;
    for (const event of next.events) {
      if (tell(event)) others ||= event.seat !== next.seat;
      const ending = drawing.ending?.(event, { name, view: next.view }, before);
      if (ending) { draw(); await shownDialog(ending); }
    }
    state = next;
    sent = false;
    opinion = null;
    fill(below);
    fill(panel, next.notice ? el("p", { class: "error" }, next.notice) : null);
    draw();
    if (others && !setting("fast") && !matchMedia("(prefers-reduced-motion: reduce)").matches) await pause(next.legal.length ? 120 : 380);
    const automatic = drawing.automatic?.(state.legal, { noCalls: setting("noCalls"), autoWin: setting("autoWin") });
    if (automatic && !queue.length) play(automatic);
  }

  /** @param {HTMLElement} content */
  function shownDialog(content) {
    return new Promise((go) => {
      if (gone) { go(null); return; }
      const button = el("button", { class: "act strong", "data-continue": true, click: () => dialog.close() }, t("go_on"));
      fill(dialog, content, button);
      dialog.onclose = () => go(null);
      dialog.showModal();
      button.focus();
    });
  }

  /** @param {string} move */
  function play(move) {
    if (sent || !state) return;
    if (connection.send({ type: "move", move, number: state.number })) { sent = true; board.classList.add("sent"); }
  }

  function draw() {
    if (!state) return;
    const held = document.activeElement && board.contains(document.activeElement);
    const ctx = { view: state.view, notes: state.notes, legal: sent || queue.length ? [] : state.legal, seat: state.seat, name, play, marks: marksOf(opinion), truth: null, last, toMove: state.to_move };
    fill(board, boardOf(state.game).draw(ctx), state.over ? overView() : null);
    board.classList.remove("sent");
    const mine = state.legal.length > 0;
    line.textContent = state.over ? t("game_over") : mine ? t("your_turn") : t("waits_for", state.to_move === null ? "" : name(state.to_move));
    line.classList.toggle("mine", mine);
    document.title = (mine ? "● " : "") + "fuda";
    toolbar();
    if (mine && (held || byKeys)) /** @type {HTMLElement|null} */ (board.querySelector(".legal:not([disabled])"))?.focus();
  }

  function overView() {
    const order = state.scores.map((/** @type {number} */ s, /** @type {number} */ seat) => ({ s, seat })).sort((/** @type {any} */ a, /** @type {any} */ b) => b.s - a.s);
    const own = state.scores[state.seat], best = Math.max(...state.scores);
    const two = state.scores.length === 2;
    const title = two ? t(own === best ? (own === state.scores[1 - state.seat] ? "tie" : "you_win") : "you_lose") : t("final_rank");
    const row = (/** @type {any} */ r, /** @type {number} */ i) => el("tr", { class: r.seat === state.seat ? "me" : "" }, el("td", {}, i + 1), el("th", { scope: "row" }, name(r.seat)), el("td", {}, signed(r.s, Number.isInteger(r.s) ? 0 : 1)), state.series > 1 ? el("td", {}, figure(state.totals[r.seat], 0)) : null);
    return el("section", { class: "over", "data-over": true }, el("h2", {}, title), el("table", { class: "payments" }, el("tbody", {}, ...order.map(row))),
      el("div", { class: "actions" }, el("button", { class: "act strong", click: () => { sent = connection.send({ type: "next" }); } }, t("next")), el("button", { class: "act", click: review }, t("review_this")), el("a", { class: "act", href: "#/" }, t("new_game"))));
  }

  async function review() {
    try {
      const { data } = await ask("/reviews", { body: { table: id, number: 1, seat: state.seat } });
      location.hash = `#/r/${data.id}`;
    } catch (e) { error(/** @type {Error} */ (e).message); }
  }

  /** @param {string} type */
  function request(type) {
    if (sent || (!state?.legal.length && type !== "undo" && !(type === "belief" && state?.over))) return;
    if (connection.send({ type })) { sent = true; if (type !== "undo") fill(panel, el("p", { class: "quiet" }, t("thinking"))); }
  }

  /** @param {string} key */
  const toggle = (key) => {
    const box = el("input", { type: "checkbox", id: "set-" + key, change: () => { try { localStorage.setItem("fuda-" + key, String(/** @type {HTMLInputElement} */ (box).checked)); } catch { /* none */ } if (state) { const move = boardOf(state.game).automatic?.(state.legal, { noCalls: setting("noCalls"), autoWin: setting("autoWin") }); if (move) play(move); } } });
    /** @type {HTMLInputElement} */ (box).checked = setting(key);
    return el("label", { class: "switch" }, box, t({ noCalls: "no_calls", autoWin: "auto_win", fast: "fast" }[key] ?? key));
  };

  function toolbar() {
    const mine = state.legal.length > 0 && !sent;
    fill(tools, el("button", { class: "act", disabled: !mine, click: () => request("hint"), "data-tool": "hint" }, t("hint")),
      !boardOf(state.game).pieceOf ? null : el("button", { class: "act", disabled: !mine && !(state.over && state.undo), click: () => request("belief"), "data-tool": "belief" }, t(state.over ? "what_held" : "belief")),
      el("button", { class: "act", disabled: !state.undo || sent, click: () => request("undo"), "data-tool": "undo" }, "↶ " + t("undo")),
      state.game === "mahjong" ? toggle("noCalls") : null, state.game === "mahjong" ? toggle("autoWin") : null, toggle("fast"), el("p", { class: "keys quiet" }, t("keys")));
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input[type=text], select, textarea")) return;
    byKeys = true;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      const all = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".legal:not([disabled]), .actions button")]);
      if (!all.length) return;
      const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      all[(at + step + all.length) % all.length].focus();
      event.preventDefault();
    } else if (event.key === "h") request("hint");
    else if (event.key === "u") request("undo");
    else if (event.key === "n") /** @type {HTMLElement|null} */ (document.getElementById("set-noCalls"))?.click();
  }
  const pointed = () => { byKeys = false; };
  document.addEventListener("keydown", keys);
  document.addEventListener("pointerdown", pointed);
  return () => {
    gone = true;
    if (dialog.open) dialog.close();
    connection.close();
    document.removeEventListener("keydown", keys);
    document.removeEventListener("pointerdown", pointed);
    document.title = "fuda";
  };
}
