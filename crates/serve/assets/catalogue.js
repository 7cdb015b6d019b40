// @ts-check
// Rules and players in Japanese; in English they are as the server says.
import { language } from "./words.js";

/** @type {Record<string, string>} */
const RULES = {
  "mahjong tenhou": "天鳳: 東南戦, 赤あり, 喰いタンあり", "mahjong tenhou-east": "天鳳: 東風戦", "mahjong paper-uct": "東風四局, 連荘なし, 山は共通", "mahjong paper-tabu": "天鳳の東風戦, 赤なし, 連荘・飛びなし, 頭ハネ", "mahjong tonpuusou": "東風戦, 赤なし, 頭ハネ, 延長なし",
  "koikoi paper": "一回勝負, 倍なし", "koikoi guan": "三十点から八回戦, こいこい加点, 花見・月見", "koikoi nintendo": "十二回戦, こいこい一回まで, 倍付け, 手四・くっつき",
  "daihinmin uecda": "UECda 2010 大会ルール", "daihinmin table": "実際の卓: 親は必ず出す, 交換は公開",
  "othello standard": "通常の初期配置", "othello random-8": "初期配置から無作為に八手進めて開始", "leduc standard": "アンティ1, レイズは2と4, 各回二度まで",
};

/** @type {Record<string, string>} */
const PLAYERS = {
  random: "合法手から等確率", learned: "`fuda learn` のモデルで打つ", greedy: "目先の得を最大にする", mc: "平坦なモンテカルロ法 (UCB1)", uct: "モンテカルロ木探索 (UCT)",
  "mahjong greedy": "向聴数を最小にする", ukeire: "向聴数, 次に受け入れ枚数。役のある鳴きのみ", eval: "上級卓の牌譜から学習した線形評価", svm: "約六万特徴の線形SVM", net: "上級卓の牌譜から学習したネットワーク", "mahjong uct": "仮定した局面でのUCT", "uct+": "ネットワークの上位手をUCTで探索", maxn: "max^n探索", star: "star-minimax探索", tabu1: "タブー探索の打牌, 鳴かない", tabu2: "タブー探索の打牌と鳴き", b1: "向聴数を保つ打牌, 鳴かない", b2: "タブー探索の打牌と役牌の鳴き",
  "random-cards": "札は無作為, こいこいは模擬で決定", rule: "規則で札を選び, こいこいは模擬で決定", pg: "方策勾配で学習した線形方策", value: "価値ネットワークで最善の局面へ", linear: "発見したパターンの和で最善の局面へ", "pg-net": "自己対戦の方策勾配で学習したネットワーク",
  default: "出せる最弱の札", "daihinmin greedy": "一番多くの札を出す", nn: "学習したネットワークのみ", ap: "学習したパーセプトロンのみ", "mc+nn": "ネットワークで模擬するモンテカルロ法", "mc+ap": "パーセプトロンで模擬するモンテカルロ法", "mc++": "必勝手順, 終盤読み切り, 学習した模擬, 手札の推定",
  "othello greedy": "一番多く裏返す", alphabeta: "評価関数で先読みし, 終盤は読み切る", cfr: "CFR+ による均衡解",
};

/** What a rule set is. @param {string} game @param {{name: string, about: string}} rules */
export function rulesAbout(game, rules) {
  return language() === "ja" ? RULES[`${game} ${rules.name}`] ?? rules.about : rules.about;
}

/** What a parameter may be. @param {string} range */
export function rangeWords(range) {
  if (language() !== "ja") return range;
  return range.replace(/^a whole number from (\S+) to (\S+)$/, "整数 $1〜$2").replace(/^a number from (\S+) to (\S+)$/, "数 $1〜$2").replace(/^a (?:whole )?number from (\S+)$/, "$1 以上").replace(/^one of (.*)$/, "$1 のいずれか");
}

/** What a kind of player is. @param {string} game @param {{name: string, about: string}} kind */
export function playerAbout(game, kind) {
  return language() === "ja" ? PLAYERS[`${game} ${kind.name}`] ?? PLAYERS[kind.name] ?? kind.about : kind.about;
}
