// @ts-check
// Which page is shown: by what follows the # in the address.
import { byId, el, fill } from "./dom.js";
import { language, t } from "./words.js";
import { showHome } from "./home.js";
import { showTable } from "./play.js";
import { showReview, showUpload } from "./review.js";
import { showArena, showMatch } from "./arena.js";

/** @type {(() => void)|void} */
let leave;

function frame() {
  document.documentElement.lang = language();
  let theme = "";
  try { theme = localStorage.getItem("fuda-theme") ?? ""; } catch { /* none */ }
  document.documentElement.dataset.theme = theme;
  fill(byId("nav"), el("a", { href: "#/", class: "brand" }, el("img", { src: "/assets/icon.svg", alt: "", width: 26, height: 26 }), "fuda"), el("a", { href: "#/" }, t("play")), el("a", { href: "#/r" }, t("review")), el("a", { href: "#/a" }, t("arena")), el("span", { class: "grow" }),
    el("button", { class: "plain-button", id: "language", lang: language() === "ja" ? "en" : "ja", click: () => { localStorage.setItem("fuda-lang", language() === "ja" ? "en" : "ja"); route(); } }, t("language")),
    el("button", { class: "plain-button", id: "theme", "aria-label": t("theme"), title: t("theme"), click: () => { const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches; localStorage.setItem("fuda-theme", dark ? "light" : "dark"); frame(); } }, "◐"));
}

async function route() {
  leave?.();
  leave = undefined;
  frame();
  const root = byId("main");
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  try {
    if (parts[0] === "r" && parts[1] === "match") await showUpload(root, parts[2], Number(parts[3] ?? 1));
    else if (parts[0] === "t" && parts[1]) leave = showTable(root, parts[1]);
    else if (parts[0] === "r" && parts[1]) leave = await showReview(root, parts[1], Number(parts[2] ?? 0));
    else if (parts[0] === "r") await showUpload(root);
    else if (parts[0] === "a" && parts[1]) await showMatch(root, parts[1]);
    else if (parts[0] === "a") await showArena(root);
    else await showHome(root);
  } catch (e) {
    fill(root, el("p", { class: "error" }, t("failed", /** @type {Error} */ (e).message)), el("a", { href: "#/", class: "act" }, t("play")));
  }
}

window.addEventListener("hashchange", (event) => {
  // Steps within a review change the address without leaving the page.
  const place = (/** @type {string} */ url) => new URL(url).hash.split("/").slice(0, 3).join("/");
  if (place(event.oldURL) === place(event.newURL) && place(event.newURL).startsWith("#/r/") && !place(event.newURL).startsWith("#/r/match")) return;
  route();
});
route();
