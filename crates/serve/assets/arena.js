// @ts-check
// Matches: start one, watch its interval shrink, stop, go on.
import { el, figure, fill, signed } from "./dom.js";
import { gameName, t } from "./words.js";
import { ask } from "./api.js";
import { drawing } from "./svg.js";
import { playerChoice } from "./home.js";

/** The difference and its interval after so many deals. @param {any} match */
function intervalPlot(match) {
  const stages = match.stages.filter((/** @type {any} */ s) => s.mean !== null && s.low !== null);
  if (!stages.length) return el("p", { class: "quiet" }, t("thinking"));
  const ends = stages.flatMap((/** @type {any} */ s) => [s.low, s.high]);
  const top = Math.max(0, ...ends), bottom = Math.min(0, ...ends), span = top - bottom || 1;
  const most = match.request.deals;
  const x = (/** @type {number} */ d) => 60 + (560 * d) / most, y = (/** @type {number} */ v) => 14 + (190 * (top - v)) / span;
  const at = (/** @type {any} */ s, /** @type {number} */ v) => `${x(s.deals).toFixed(1)} ${y(v).toFixed(1)}`;
  const band = "M" + stages.map((/** @type {any} */ s) => at(s, s.high)).join("L") + "L" + [...stages].reverse().map((/** @type {any} */ s) => at(s, s.low)).join("L") + "Z";
  const bars = stages.map((/** @type {any} */ s) => `<path class="whisker" d="M${at(s, s.low)}L${at(s, s.high)}"/><circle cx="${x(s.deals)}" cy="${y(s.mean)}" r="4"/>`).join("");
  const last = stages[stages.length - 1];
  const inside = `<path class="axis" d="M60 10V208H630"/><path class="zero" d="M60 ${y(0)}H630"/><text x="54" y="${y(0) + 5}" text-anchor="end">0</text>${top > 0 ? `<text x="54" y="20" text-anchor="end">${figure(top, 1)}</text>` : ""}${bottom < 0 ? `<text x="54" y="206" text-anchor="end">${figure(bottom, 1)}</text>` : ""}<text x="630" y="228" text-anchor="end">${most} ${t("deals")}</text><path class="band" d="${band}"/><path class="line" d="M${stages.map((/** @type {any} */ s) => at(s, s.mean)).join("L")}"/><g class="dots">${bars}</g>`;
  return el("figure", { class: "interval" }, drawing("0 0 640 236", inside, "graph", `${signed(last.mean, 2)} [${figure(last.low)}, ${figure(last.high)}]`));
}

/** @param {any} match */
function playersTable(match) {
  const players = match.report?.players;
  if (!players) return null;
  const estimate = (/** @type {any} */ e, /** @type {number} */ scale, /** @type {number} */ digits) => (e.mean === null ? "–" : `${figure(scale * e.mean, digits)}${e.low === null ? "" : ` [${figure(scale * e.low, digits)}, ${figure(scale * e.high, digits)}]`}`);
  const row = (/** @type {any} */ p) => el("tr", {}, el("th", { scope: "row" }, p.name), el("td", {}, estimate(p.points, 1, 2)), el("td", {}, estimate(p.wins, 100, 1)), el("td", {}, p.games), el("td", {}, p.errors));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("arena") }, el("table", { class: "payments" }, el("thead", {}, el("tr", {}, ...["player", "points_per_game", "wins", "games", "errors"].map((w) => el("th", { scope: "col" }, t(w))))), el("tbody", {}, ...players.map(row))));
}

/** @param {HTMLElement} root @param {string} id */
export async function showMatch(root, id) {
  const here = location.hash;
  const body = el("section", { class: "match" });
  fill(root, body, el("a", { href: "#/a", class: "act" }, t("arena")));
  const act = (/** @type {string} */ what) => async () => { await ask(`/matches/${id}/${what}`, { method: "POST" }); if (what === "resume") showMatch(root, id); };
  let shown = "";
  while (location.hash === here && root.contains(body)) {
    const { data: match } = await ask("/matches/" + id);
    const now = JSON.stringify([match.state, match.done, match.stages.length]);
    const going = match.state === "running" || match.state === "waiting";
    if (now !== shown) {
      shown = now;
      const last = match.stages[match.stages.length - 1];
      const [a, b] = match.request.players;
      fill(body, el("h1", {}, `${gameName(match.request.game)}: ${match.request.players.join(" – ")}`),
        el("p", { role: "status" }, `${t("state_" + match.state)} · ${match.done} / ${match.request.deals} ${t("deals")} · ${t("seed")} ${match.request.seed}`), el("progress", { max: match.request.deals, value: match.done, "aria-label": t("deals") }),
        match.error ? el("p", { class: "error" }, match.error) : null,
        last?.mean !== null && last ? el("p", { class: "sum" }, el("b", {}, `${a} − ${b}: ${signed(last.mean, 2)}${last.low === null ? "" : ` [${figure(last.low)}, ${figure(last.high)}]`}`), ` ${t("points_per_game")}`) : null,
        intervalPlot(match), playersTable(match), el("p", { class: "quiet" }, t("interval_note")),
        el("div", { class: "actions" }, going ? el("button", { class: "act", id: "stop", click: act("stop") }, t("stop_match")) : null, match.state === "stopped" || match.state === "failed" ? el("button", { class: "act strong", id: "resume", click: act("resume") }, t("resume")) : null));
    }
    if (!going) return;
    await new Promise((go) => setTimeout(go, 700));
  }
}

/** @param {HTMLElement} root */
export async function showArena(root) {
  const [{ data: games }, { data: matches }] = [await ask("/games"), await ask("/matches")];
  const form = el("div", { class: "form" });
  const wrong = el("p", { class: "error", role: "alert" });
  const game = /** @type {HTMLSelectElement} */ (el("select", { id: "match-game", change: () => prepare() }, ...games.map((/** @type {any} */ g) => el("option", { value: g.name }, gameName(g.name)))));
  const deals = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "match-deals", inputmode: "numeric", value: 200 }));
  /** @type {{value: () => string}[]} */
  let players = [];
  function prepare() {
    const info = games.find((/** @type {any} */ g) => g.name === game.value);
    const first = playerChoice(info, t("player") + " A", "match-a"), second = playerChoice(info, t("player") + " B", "match-b");
    const other = /** @type {HTMLSelectElement} */ (second.node.querySelector("select"));
    other.value = "random";
    other.dispatchEvent(new Event("change"));
    players = [first, second];
    fill(form, el("div", { class: "choice" }, el("label", { for: "match-game" }, t("game")), game), first.node, second.node, el("div", { class: "choice" }, el("label", { for: "match-deals" }, t("deals")), deals));
  }
  prepare();
  const begin = async () => {
    try {
      const { data } = await ask("/matches", { body: { game: game.value, players: players.map((p) => p.value()), deals: Number(deals.value) || 0, seed: 1 } });
      location.hash = "#/a/" + data.id;
    } catch (e) { wrong.textContent = t("failed", /** @type {Error} */ (e).message); }
  };
  const entry = (/** @type {any} */ m) => el("li", {}, el("a", { href: "#/a/" + m.id }, `${gameName(m.request.game)}: ${m.request.players.join(" – ")}`), ` ${t("state_" + m.state)}, ${m.done} / ${m.request.deals}`);
  fill(root, el("section", { class: "setup" }, el("h1", {}, t("arena")), form, el("button", { class: "act strong", id: "start-match", click: begin }, t("start_match")), wrong), matches.length ? el("section", { class: "kept" }, el("h2", {}, t("past_matches")), el("ul", {}, ...matches.map(entry))) : null);
}
