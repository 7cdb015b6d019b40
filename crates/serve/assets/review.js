// @ts-check
// A finished game again: step through it, the worst decisions first.
import { byId, el, figure, fill, signed } from "./dom.js";
import { gameName, t } from "./words.js";
import { boardOf } from "./boards.js";
import { marksOf, unitOf } from "./think.js";
import { beliefPanel, opinionView } from "./panels.js";
import { drawing } from "./svg.js";
import { ask } from "./api.js";
import { playerChoice } from "./home.js";

/** A value with its interval. @param {{mean: number|null, low?: number|null, high?: number|null}|undefined} e @param {number} digits @param {string} [unit] */
function estimate(e, digits, unit = "") {
  if (!e || e.mean === null) return "–";
  return figure(e.mean, digits) + unit + (e.low === null || e.low === undefined || e.high === null || e.high === undefined ? "" : ` [${figure(e.low, digits)}, ${figure(e.high, digits)}]`);
}

/** The judge's value over the game. @param {any} review @param {number} at @param {(i: number) => void} go */
function graph(review, at, go) {
  const values = review.decisions.map((/** @type {any} */ d) => d.opinion.alternatives[0]?.value ?? null);
  const known = values.filter((/** @type {number|null} */ v) => v !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known), high = Math.max(...known), span = high - low || 1, digits = Math.max(Math.abs(high), Math.abs(low)) >= 100 ? 0 : span >= 1 ? 1 : 2;
  const x = (/** @type {number} */ i) => 64 + (i * 570) / Math.max(1, values.length - 1), y = (/** @type {number} */ v) => 12 + (110 * (high - v)) / span;
  let path = "", dots = "";
  let pen = "M";
  values.forEach((/** @type {number|null} */ v, /** @type {number} */ i) => {
    if (v === null) { pen = "M"; return; }
    path += `${pen}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
    pen = "L";
    if (!review.decisions[i].agrees) dots += `<circle cx="${x(i).toFixed(1)}" cy="${y(v).toFixed(1)}" r="${3 + 4 * Math.min(1, (review.decisions[i].loss ?? 0) / (span / 4))}"/>`;
  });
  const made = drawing("0 0 640 140", `<path class="axis" d="M64 12V122H634"/><text x="60" y="22" text-anchor="end">${figure(high, digits)}</text><text x="60" y="122" text-anchor="end">${figure(low, digits)}</text><path class="line" d="${path}"/><g class="dots">${dots}</g><path class="here" d="M${x(at)} 8V126"/>`, "graph", t("value_graph"));
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * 640 - 64) / 570;
    go(Math.max(0, Math.min(values.length - 1, Math.round(share * (values.length - 1)))));
  });
  return made;
}

/**
 * The page of a review.
 * @param {HTMLElement} root
 * @param {any} review
 * @param {number} first
 * @param {{place?: (i: number) => void, exported?: string}} links
 */
function reviewPage(root, review, first, links) {
  const all = review.decisions;
  const board = boardOf(review.game);
  let at = Math.max(0, Math.min(all.length - 1, first)), worst = true, truth = false;
  const unit = unitOf(review.game, review.player), inUnit = unit ? " " + t("unit_" + unit) : "";
  let beliefOpen = false;
  const beliefTruth = { on: false };
  /** What the judge believed, with what was so. @param {any} d */
  const believed = (d) => ({ ...d.belief, seats: d.belief.seats.map((/** @type {any} */ s) => ({ ...s, truth: d.truth[s.seat] })) });
  const name = (/** @type {number} */ seat) => review.names[seat] || `${t("seat")} ${seat + 1}`;
  const differs = (/** @type {any} */ d) => d.sure && !d.agrees;
  const go = (/** @type {number} */ i) => { at = Math.max(0, Math.min(all.length - 1, i)); links.place?.(at); draw(); };
  const seek = (/** @type {number} */ step, /** @type {(d: any) => boolean} */ fits) => { for (let i = at + step; i >= 0 && i < all.length; i += step) if (fits(all[i])) { go(i); return; } };
  const hand = (/** @type {number} */ step) => { const round = all[at].round; const i = all.findIndex((/** @type {any} */ d) => d.round === round + step); if (i >= 0) go(i); };
  const head = el("header", { class: "review-head" }, el("h1", {}, `${gameName(review.game)} · ${name(review.seat)}`),
    el("p", {}, `${t("judge")}: ${review.player} · ${t("lost_total")}: ${figure(review.lost)}${inUnit}${review.judged ? ` (${estimate(review.loss, 2)} ${t("per_decision")})` : ""}`),
    el("p", { class: "sums" }, el("span", {}, t("quality") + " ", el("b", {}, estimate(review.rating, 1))), el("span", {}, t("agreement") + " ", el("b", {}, estimate(review.agreement, 1, "%")), ` (${review.agreed}/${review.sure})`)),
    review.scores ? el("p", { class: "quiet" }, review.scores.map((/** @type {number} */ s, /** @type {number} */ i) => `${name(i)} ${signed(s, Number.isInteger(s) ? 0 : 1)}`).join(" · ")) : null,
    review.stops ? el("p", { class: "error" }, t("stops", `${review.stops.place}: ${review.stops.expected}`)) : null, el("p", { class: "quiet" }, `${t("quality_note")} ${t(unit ? "unit_note_" + unit : "unit_note")}`));
  const body = el("div", { class: "table-page" });
  fill(root, el("div", { class: "review" }, head, body));
  if (!all.length) return () => {};

  function draw() {
    const d = all[at];
    const ctx = { view: d.view, notes: d.notes, legal: d.legal, seat: review.seat, name, play: () => {}, marks: marksOf(d.opinion, d.played), truth: truth && d.truth.some((/** @type {string[]} */ h) => h.length) ? d.truth : null, last: "", toMove: review.seat };
    const drawnBoard = el("div", { class: "board still" }, board.draw(ctx));
    const list = [...all.keys()].filter((i) => differs(all[i]));
    if (worst) list.sort((a, b) => (all[b].loss ?? -1) - (all[a].loss ?? -1));
    const entry = (/** @type {number} */ i) => el("li", {}, el("button", { class: "entry" + (i === at ? " here" : ""), click: () => go(i) }, el("b", {}, `#${all[i].number}`), ` ${board.moveName(all[i].played)} → ${board.moveName(all[i].opinion.choice)} `, el("span", { class: "loss" }, all[i].loss === null ? "–" : "−" + figure(all[i].loss))));
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ key) => el("button", { class: "act", click: act, "data-step": key }, label);
    const allHands = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "truth", change: () => { truth = allHands.checked; draw(); } }));
    allHands.checked = truth;
    const verdict = d.agrees ? `✓ ${board.moveName(d.played)}` : `● ${t("played")}: ${board.moveName(d.played)} · ★ ${t("preferred")}: ${board.moveName(d.opinion.choice)}${d.loss === null ? "" : ` · ${t("loss")} ${figure(d.loss)}${inUnit}`}`;
    fill(body, el("div", { class: "table-main" },
      el("p", { class: "turn-line" + (d.agrees ? "" : " mine"), role: "status" }, `${t("decision", at + 1, all.length, d.number)} — ${verdict}`),
      el("div", { class: "actions steps" }, button("|◀ " + t("prev_hand"), () => hand(-1), "prev-hand"), button("◀◀ " + t("prev_mistake"), () => seek(-1, differs), "prev-mistake"), button("◀ " + t("previous"), () => go(at - 1), "previous"), button(t("next_one") + " ▶", () => go(at + 1), "next"), button(t("next_mistake") + " ▶▶", () => seek(1, differs), "next-mistake"), button(t("next_hand") + " ▶|", () => hand(1), "next-hand"),
        d.truth.some((/** @type {string[]} */ h) => h.length) ? el("label", { class: "switch" }, allHands, t("truth")) : null),
      drawnBoard, graph(review, at, go), el("p", { class: "quiet" }, t("value_graph") + (unit ? ` (${t("unit_" + unit)})` : "")),
      d.belief ? el("details", { class: "believed", open: beliefOpen, toggle: (/** @type {Event} */ e) => { beliefOpen = /** @type {HTMLDetailsElement} */ (e.target).open; } }, el("summary", {}, t("judge_belief")), beliefPanel(believed(d), board, name, "", beliefTruth)) : null),
      el("aside", { class: "side-panel" },
        el("div", { class: "actions" }, el("button", { class: "act" + (worst ? " strong" : ""), "aria-pressed": String(worst), click: () => { worst = true; draw(); } }, t("worst_first")), el("button", { class: "act" + (worst ? "" : " strong"), "aria-pressed": String(!worst), click: () => { worst = false; draw(); } }, t("in_order"))),
        el("ol", { class: "mistakes", tabindex: 0, "aria-label": t("worst_first") }, ...list.map(entry)), opinionView(d.opinion, board, review.player, d.played, unit),
        links.exported ? el("a", { class: "act", href: links.exported, download: "review.html" }, "⤓ " + t("export_page")) : null));
    for (const node of drawnBoard.querySelectorAll("button")) { node.tabIndex = -1; }
  }
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "text") return;
    if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowDown") seek(1, differs);
    else if (event.key === "ArrowUp") seek(-1, differs);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", keys);
  draw();
  return () => document.removeEventListener("keydown", keys);
}

/**
 * A review of the server, as soon as it is finished.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {number} at
 */
export async function showReview(root, id, at) {
  const here = location.hash;
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, value: 0 }));
  const text = el("p", { role: "status" }, t("thinking"));
  fill(root, text, bar);
  while (location.hash === here) {
    const { status, data } = await ask("/reviews/" + id);
    if (status === 200) return reviewPage(root, data, at, { place: (i) => history.replaceState(null, "", `#/r/${id}/${i}`), exported: `/api/v1/reviews/${id}/page` });
    if (data.state === "failed") throw new Error(data.error);
    text.textContent = t("reviewing", data.done, data.total);
    bar.max = Math.max(1, data.total);
    bar.value = data.done;
    await new Promise((go) => setTimeout(go, 400));
  }
  return undefined;
}

/**
 * Choose a file, a game of it, a seat; or one of the kept games of a match.
 * @param {HTMLElement} root
 * @param {string} [match]
 * @param {number} [number]
 */
export async function showUpload(root, match, number = 1) {
  const { data: games } = await ask("/games");
  const wrong = el("p", { class: "error", role: "alert" });
  const chosen = el("section", { class: "setup" });
  const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 4, "aria-label": t("paste"), placeholder: t("paste") }));
  /** @param {Blob} blob @param {string} name */
  async function send(blob, name) {
    wrong.textContent = "";
    try {
      const { data } = await ask("/records?name=" + encodeURIComponent(name), { raw: blob });
      choose(data.id, data.file);
    } catch (e) { wrong.textContent = t("failed", /** @type {Error} */ (e).message); }
  }
  /** What was pasted: a record, or the address of one. */
  function pasted() {
    const written = text.value.trim();
    const found = /^https?:\/\/\S*#json=(\S+)$/.exec(written), log = /^https?:\/\/(?:\w+\.)?tenhou\.net\/\S*\blog=([\w-]+)/.exec(written);
    if (log && !found) {
      const from = "https://tenhou.net/0/log/?" + log[1], [before, after] = t("tenhou_link").split("{0}");
      fill(wrong, before, el("a", { href: from, target: "_blank", rel: "noopener noreferrer" }, from), after);
    } else if (found) {
      let json = found[1];
      try { json = decodeURIComponent(json); } catch { /* it is not encoded */ }
      send(new Blob([json]), "pasted.json");
    } else if (written) send(new Blob([text.value]), "pasted");
  }
  /** @param {string} id @param {any} file */
  function choose(id, file) {
    const info = games.find((/** @type {any} */ g) => g.name === file.game);
    const judge = playerChoice(info, t("judge"), "judge");
    const which = /** @type {HTMLSelectElement} */ (el("select", { id: "which", change: () => { other.value = ""; seats(); } }, ...file.records.map((/** @type {any} */ r) => el("option", { value: r.number }, `${r.number}: ${r.players.join(", ") || r.rules} (${r.moves})`))));
    // A long file is not listed to its end; any of its games can be asked for.
    const other = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "number", inputmode: "numeric", placeholder: t("game_number", file.count), "aria-label": t("game_number", file.count) }));
    const seat = /** @type {HTMLSelectElement} */ (el("select", { id: "whose" }));
    function seats() {
      const record = file.records[which.selectedIndex];
      fill(seat, ...Array.from({ length: record.seats }, (_, i) => el("option", { value: i }, `${i + 1} ${record.players[i] ?? ""} ${record.scores ? signed(record.scores[i], 1) : ""}`)));
    }
    if (match) which.value = String(number);
    seats();
    const begin = async () => {
      const written = other.value.trim(), chosen = written === "" ? Number(which.value) : Number(written);
      if (!Number.isInteger(chosen) || chosen < 1 || chosen > file.count) { wrong.textContent = t("game_number", file.count); return; }
      try {
        const { data } = await ask("/reviews", { body: { record: id, number: chosen, seat: Number(seat.value), player: judge.value() } });
        location.hash = "#/r/" + data.id;
      } catch (e) { wrong.textContent = t("failed", /** @type {Error} */ (e).message); }
    };
    fill(chosen, el("h2", {}, t("games_in_file", file.count, gameName(file.game), file.format)), el("div", { class: "form" }, el("div", { class: "choice" }, el("label", { for: "which" }, t("game")), which, file.count > file.records.length ? other : null), el("div", { class: "choice" }, el("label", { for: "whose" }, t("whose")), seat), judge.node), el("button", { class: "act strong", id: "begin-review", click: begin }, t("begin_review")));
  }
  const picker = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "file", change: () => { const file = picker.files?.[0]; if (file) send(file, file.name); } }));
  const zone = el("label", { class: "drop", for: "file", dragover: (/** @type {DragEvent} */ e) => { e.preventDefault(); zone.classList.add("over-it"); }, dragleave: () => zone.classList.remove("over-it"), drop: (/** @type {DragEvent} */ e) => { e.preventDefault(); zone.classList.remove("over-it"); const file = e.dataTransfer?.files[0]; if (file) send(file, file.name); } }, el("b", {}, t("drop")), picker);
  fill(root, el("section", { class: "upload" }, el("h1", {}, t("review")), zone, text, el("button", { class: "act", id: "read-text", click: pasted }, t("read_it")), wrong, el("p", { class: "quiet" }, t("paste_more")),
    el("p", { class: "quiet" }, `${t("formats")}: ${games.map((/** @type {any} */ g) => `${gameName(g.name)} (${g.formats.join(", ")})`).join(" · ")}`)), chosen);
  if (match) {
    const answer = await fetch(`/api/v1/matches/${match}/games`);
    if (!answer.ok) throw new Error(String(answer.status));
    await send(await answer.blob(), "games.jsonl");
    chosen.scrollIntoView({ block: "nearest" });
  }
}

/** A review that is a file of its own. */
export function showReviewFile() {
  const data = byId("review").textContent ?? "{}";
  reviewPage(byId("main"), JSON.parse(data), Number(location.hash.slice(1) || 0), { place: (i) => { location.hash = String(i); } });
}
