// @ts-check
// Matches and tournaments: start one, watch its intervals shrink, stop, go
// on, open its games.
import { el, figure, fill, signed } from "./dom.js";
import { gameName, t } from "./words.js";
import { ask } from "./api.js";
import { drawing } from "./svg.js";
import { playerChoice } from "./home.js";

/** @typedef {{mean: number|null, low: number|null, high: number|null}} Estimate */

/** A value with its interval. @param {Estimate} e @param {number} scale @param {number} digits */
function estimate(e, scale, digits) {
  if (e.mean === null) return "–";
  return figure(scale * e.mean, digits) + (e.low === null || e.high === null ? "" : ` [${figure(scale * e.low, digits)}, ${figure(scale * e.high, digits)}]`);
}

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
  const far = (/** @type {number} */ v) => Math.abs(y(v) - y(0)) > 18;
  const inside = `<path class="axis" d="M60 10V208H630"/><path class="zero" d="M60 ${y(0)}H630"/><text x="54" y="${y(0) + 5}" text-anchor="end">0</text>${top > 0 && far(top) ? `<text x="54" y="20" text-anchor="end">${figure(top, 1)}</text>` : ""}${bottom < 0 && far(bottom) ? `<text x="54" y="206" text-anchor="end">${figure(bottom, 1)}</text>` : ""}<text x="630" y="228" text-anchor="end">${most} ${t("deals")}</text><path class="band" d="${band}"/><path class="line" d="M${stages.map((/** @type {any} */ s) => at(s, s.mean)).join("L")}"/><g class="dots">${bars}</g>`;
  return el("figure", { class: "interval" }, drawing("0 0 640 236", inside, "graph", `${signed(last.mean, 2)} [${figure(last.low)}, ${figure(last.high)}]`));
}

/** The ratings of a tournament with their intervals: they shrink as deals are added. @param {any} match */
function ladderPlot(match) {
  const last = match.stages[match.stages.length - 1];
  const rated = (last?.ratings ?? []).filter((/** @type {any} */ r) => r.mean !== null);
  if (!rated.length) return el("p", { class: "quiet" }, t("thinking"));
  const ends = match.stages.flatMap((/** @type {any} */ s) => s.ratings ?? []).flatMap((/** @type {any} */ r) => [r.mean, r.low ?? r.mean, r.high ?? r.mean]);
  const low = Math.min(1500, ...ends), high = Math.max(1500, ...ends), span = high - low || 1;
  const x = (/** @type {number} */ v) => 1 + (98 * (v - low)) / span;
  const row = (/** @type {any} */ r, /** @type {number} */ i) => {
    const from = r.low ?? r.mean, to = r.high ?? r.mean;
    const bar = el("span", { class: "rating-bar" }), dot = el("span", { class: "rating-dot" }), middle = el("span", { class: "rating-zero" });
    bar.style.left = `${x(from)}%`;
    bar.style.width = `${x(to) - x(from)}%`;
    dot.style.left = `${x(r.mean)}%`;
    middle.style.left = `${x(1500)}%`;
    return el("li", {}, el("span", { class: "rating-name" }, el("b", {}, `${i + 1}. ${r.name}`), el("span", {}, estimate(r, 1, 0))), el("span", { class: "rating-line", "aria-hidden": "true" }, middle, bar, dot));
  };
  return el("ol", { class: "ladder", "aria-label": t("ladder") }, ...rated.map(row));
}

/** @param {string[]} heads @param {HTMLElement[]} rows @param {string} label */
function tableOf(heads, rows, label) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "payments" }, el("thead", {}, el("tr", {}, ...heads.map((w) => el("th", { scope: "col" }, w)))), el("tbody", {}, ...rows)));
}

/** @param {any} match */
function playersTable(match) {
  const players = match.report?.players;
  if (!players?.length) return null;
  const cells = match.request.form === "match"
    ? (/** @type {any} */ p) => [estimate(p.points, 1, 2), estimate(p.wins, 100, 1), p.games, p.errors]
    : (/** @type {any} */ p) => [estimate(p.rating, 1, 0), estimate(p.lead, 1, 2), `${p.ahead} / ${p.unclear} / ${p.behind}`, p.games, p.errors];
  const heads = match.request.form === "match" ? ["player", "points_per_game", "wins", "games", "errors"] : ["player", "rating", "lead", "record_word", "games", "errors"];
  const row = (/** @type {any} */ p) => el("tr", {}, el("th", { scope: "row" }, p.name), ...cells(p).map((/** @type {any} */ c) => el("td", {}, c)));
  return tableOf(heads.map((h) => t(h)), players.map(row), t("ladder"));
}

/** Every pair of a tournament. @param {any} match */
function crossTable(match) {
  const { players, pairs } = match.report ?? {};
  if (match.request.form === "match" || !pairs?.length) return null;
  const cell = (/** @type {any} */ row, /** @type {any} */ column) => {
    const pair = pairs.find((/** @type {any} */ p) => (p.first === row.name && p.second === column.name) || (p.first === column.name && p.second === row.name));
    if (!pair || pair.mean === null) return el("td", { class: "quiet" }, "·");
    const sign = pair.first === row.name ? 1 : -1;
    const { mean, low, high } = pair;
    const clear = low !== null && (low > 0 || high < 0);
    return el("td", { class: clear ? (sign * mean > 0 ? "good" : "bad") : "" }, `${clear ? (sign * mean > 0 ? "▲ " : "▼ ") : ""}${signed(sign * mean, 2)}`);
  };
  const rows = players.map((/** @type {any} */ row, /** @type {number} */ i) => el("tr", {}, el("th", { scope: "row" }, `${i + 1}. ${row.name}`), ...players.map((/** @type {any} */ column) => cell(row, column))));
  return el("section", {}, el("h2", {}, t("cross_table")), tableOf([t("player"), ...players.map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 1))], rows, t("cross_table")));
}

/** Games that can be opened. @param {any} match */
function gamesList(match) {
  if (!match.games?.length) return null;
  const what = (/** @type {any} */ g) => (g.fault ? "✕ " + t("lost_by_error", g.fault) : g.won ? t("ahead_by", g.won[0], figure(g.won[1], 1)) : "");
  const entry = (/** @type {any} */ g, /** @type {number} */ i) => el("li", {}, el("a", { class: "entry", href: `#/r/match/${match.id}/${i + 1}` }, el("b", {}, t("deal_game", g.deal + 1, g.game + 1)), el("span", { class: "grow" }, g.players.join(", ")), el("span", { class: g.fault ? "loss" : "" }, what(g))));
  return el("section", {}, el("h2", {}, t("games_to_see")), el("p", { class: "quiet" }, t("games_note")), el("ol", { class: "mistakes games", tabindex: 0, "aria-label": t("games_to_see") }, ...match.games.map(entry)));
}

/** @param {HTMLElement} root @param {string} id */
export async function showMatch(root, id) {
  const here = location.hash;
  const body = el("section", { class: "match" });
  fill(root, body, el("a", { href: "#/a", class: "act" }, "← " + t("arena")));
  const act = (/** @type {string} */ what) => async () => { await ask(`/matches/${id}/${what}`, { method: "POST" }); if (what === "resume") showMatch(root, id); };
  let shown = "";
  while (location.hash === here && root.contains(body)) {
    const { data: match } = await ask("/matches/" + id);
    const now = JSON.stringify([match.state, match.done, match.stages.length]);
    const going = match.state === "running" || match.state === "waiting";
    if (now !== shown) {
      shown = now;
      const two = match.request.form === "match";
      const last = match.stages[match.stages.length - 1];
      const [a, b] = match.request.players;
      fill(body, el("h1", {}, `${gameName(match.request.game)}: ${two ? match.request.players.join(" – ") : t("kind_" + match.request.form.replace("-", "_"))}`),
        el("p", { role: "status" }, `${t("state_" + match.state)} · ${match.done} / ${match.total || match.request.deals} ${t("deals")} · ${t("seed")} ${match.request.seed}`), el("progress", { max: match.total || match.request.deals, value: match.done, "aria-label": t("deals") }),
        match.error ? el("p", { class: "error" }, match.error) : null,
        two && last && last.mean !== null ? el("p", { class: "sum" }, el("b", {}, `${a} − ${b}: ${signed(last.mean, 2)}${last.low === null ? "" : ` [${figure(last.low)}, ${figure(last.high)}]`}`), ` ${t("points_per_game")}`) : null,
        two ? intervalPlot(match) : ladderPlot(match), playersTable(match), el("p", { class: "quiet" }, t(two ? "interval_note" : "rating_note")), crossTable(match),
        el("div", { class: "actions" }, going ? el("button", { class: "act", id: "stop", click: act("stop") }, t("stop_match")) : null, match.state === "stopped" || match.state === "failed" ? el("button", { class: "act strong", id: "resume", click: act("resume") }, t("resume")) : null, match.stages.length ? el("a", { class: "act", id: "full-report", href: `/api/v1/matches/${id}/page`, target: "_blank", rel: "noopener" }, t("full_report") + " ↗") : null),
        gamesList(match));
    }
    if (!going) return;
    await new Promise((go) => setTimeout(go, 700));
  }
}

/** @param {HTMLElement} root */
export async function showArena(root) {
  const [{ data: games }, { data: matches }, { data: reports }] = [await ask("/games"), await ask("/matches"), await ask("/reports")];
  const form = el("div", { class: "form" });
  const wrong = el("p", { class: "error", role: "alert" });
  const game = /** @type {HTMLSelectElement} */ (el("select", { id: "match-game", change: () => prepare() }, ...games.map((/** @type {any} */ g) => el("option", { value: g.name }, gameName(g.name)))));
  const kind = /** @type {HTMLSelectElement} */ (el("select", { id: "match-form", change: () => prepare() }, ...["match", "round-robin", "gauntlet"].map((k) => el("option", { value: k }, t("kind_" + k.replace("-", "_"))))));
  const deals = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "match-deals", inputmode: "numeric", value: 200 }));
  const seed = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "match-seed", inputmode: "numeric", value: 1 }));
  /** @type {{node: HTMLElement, value: () => string}[]} */
  let players = [];
  /** @param {any} info @param {string} [chosen] */
  function another(info, chosen) {
    const at = players.length, choice = playerChoice(info, `${t("player")} ${String.fromCharCode(65 + at)}`, `match-${String.fromCharCode(97 + at)}`);
    if (chosen) {
      const select = /** @type {HTMLSelectElement} */ (choice.node.querySelector("select"));
      select.value = chosen;
      select.dispatchEvent(new Event("change"));
    }
    players.push(choice);
  }
  function show() {
    const info = games.find((/** @type {any} */ g) => g.name === game.value), many = kind.value !== "match";
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {HTMLElement} */ input) => el("div", { class: "choice" }, el("label", { for: id }, label), input);
    fill(form, field("match-game", t("game"), game), field("match-form", t("form"), kind), field("match-deals", t(many ? "per_pair" : "deals"), deals), field("match-seed", t("seed"), seed), ...players.map((p) => p.node),
      many ? el("div", { class: "choice more" }, el("button", { class: "act", id: "add-player", disabled: players.length >= 16, click: () => { another(info); show(); } }, "＋ " + t("add_player")), el("button", { class: "act", disabled: players.length <= 2, click: () => { players.pop(); show(); } }, "− " + t("remove"))) : null);
  }
  function prepare() {
    const info = games.find((/** @type {any} */ g) => g.name === game.value);
    players = [];
    another(info);
    another(info, "random");
    if (kind.value !== "match") another(info, info.players.find((/** @type {any} */ k) => k.name !== "random" && !info.favourite.startsWith(k.name))?.name);
    show();
  }
  prepare();
  const begin = async () => {
    try {
      const { data } = await ask("/matches", { body: { game: game.value, form: kind.value, players: players.map((p) => p.value()), deals: Number(deals.value) || 0, seed: Number(seed.value) || 0 } });
      location.hash = "#/a/" + data.id;
    } catch (e) { wrong.textContent = t("failed", /** @type {Error} */ (e).message); }
  };
  const entry = (/** @type {any} */ m) => el("li", {}, el("a", { class: "entry", href: "#/a/" + m.id }, el("b", {}, gameName(m.request.game)), el("span", { class: "grow" }, m.request.players.join(" – ")), el("span", { class: "quiet" }, `${t("kind_" + m.request.form.replace("-", "_")).split(":")[0]} · ${t("state_" + m.state)}, ${m.done} / ${m.total || m.request.deals}`)));
  const page = (/** @type {string} */ name) => el("li", {}, el("a", { class: "entry", href: "/api/v1/reports/" + name.split("/").map(encodeURIComponent).join("/"), target: "_blank", rel: "noopener" }, name + " ↗"));
  fill(root, el("section", { class: "setup" }, el("h1", {}, t("arena")), form, el("button", { class: "act strong", id: "start-match", click: begin }, t("start_match")), wrong),
    matches.length ? el("section", { class: "kept" }, el("h2", {}, t("past_matches")), el("ul", { class: "mistakes" }, ...matches.map(entry))) : null,
    reports.length ? el("section", { class: "kept" }, el("h2", {}, t("reports")), el("p", { class: "quiet" }, t("reports_note")), el("ul", { class: "mistakes" }, ...reports.map(page))) : null);
}
