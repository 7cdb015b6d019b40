// @ts-check
// Yaku of mahjong: what the rules call them, in Latin letters and Japanese.
import { language } from "./words.js";

/** @type {Record<string, [string, string]>} */
const MAHJONG_YAKU = {
  tsumo: ["tsumo", "門前清自摸和"],
  riichi: ["riichi", "立直"],
  ippatsu: ["ippatsu", "一発"],
  chankan: ["chankan", "槍槓"],
  rinshan: ["rinshan", "嶺上開花"],
  haitei: ["haitei", "海底摸月"],
  houtei: ["houtei", "河底撈魚"],
  pinfu: ["pinfu", "平和"],
  tanyao: ["tanyao", "断幺九"],
  iipeikou: ["iipeikou", "一盃口"],
  seat_east: ["seat wind E", "自風 東"],
  seat_south: ["seat wind S", "自風 南"],
  seat_west: ["seat wind W", "自風 西"],
  seat_north: ["seat wind N", "自風 北"],
  round_east: ["round wind E", "場風 東"],
  round_south: ["round wind S", "場風 南"],
  round_west: ["round wind W", "場風 西"],
  round_north: ["round wind N", "場風 北"],
  haku: ["haku", "翻牌 白"],
  hatsu: ["hatsu", "翻牌 發"],
  chun: ["chun", "翻牌 中"],
  double_riichi: ["double riichi", "ダブル立直"],
  chiitoitsu: ["chiitoitsu", "七対子"],
  chanta: ["chanta", "混全帯幺九"],
  ittsu: ["ittsu", "一気通貫"],
  sanshoku: ["sanshoku", "三色同順"],
  sanshoku_doukou: ["sanshoku doukou", "三色同刻"],
  sankantsu: ["sankantsu", "三槓子"],
  toitoi: ["toitoi", "対々和"],
  sanankou: ["sanankou", "三暗刻"],
  shousangen: ["shousangen", "小三元"],
  honroutou: ["honroutou", "混老頭"],
  ryanpeikou: ["ryanpeikou", "二盃口"],
  junchan: ["junchan", "純全帯幺九"],
  honitsu: ["honitsu", "混一色"],
  chinitsu: ["chinitsu", "清一色"],
  renhou: ["renhou", "人和"],
  tenhou: ["tenhou", "天和"],
  chiihou: ["chiihou", "地和"],
  daisangen: ["daisangen", "大三元"],
  suuankou: ["suuankou", "四暗刻"],
  suuankou_tanki: ["suuankou tanki", "四暗刻単騎"],
  tsuuiisou: ["tsuuiisou", "字一色"],
  ryuuiisou: ["ryuuiisou", "緑一色"],
  chinroutou: ["chinroutou", "清老頭"],
  chuuren: ["chuuren", "九蓮宝燈"],
  junsei_chuuren: ["junsei chuuren", "純正九蓮宝燈"],
  kokushi: ["kokushi", "国士無双"],
  kokushi13: ["kokushi 13", "国士無双十三面"],
  daisuushii: ["daisuushii", "大四喜"],
  shousuushii: ["shousuushii", "小四喜"],
  suukantsu: ["suukantsu", "四槓子"],
  dora: ["dora", "ドラ"],
  ura_dora: ["ura", "裏ドラ"],
  red_five: ["red", "赤ドラ"],
};

/** @type {Record<string, string>} */
const LIMITS = { mangan: "満貫", haneman: "跳満", baiman: "倍満", sanbaiman: "三倍満", yakuman: "役満" };

/** A limit of points; nothing below mangan. @param {string} limit */
export function limitName(limit) {
  return limit === "none" ? "" : language() === "ja" ? LIMITS[limit] ?? limit : limit;
}

/** @param {string} yaku */
export function mahjongYaku(yaku) {
  const pair = MAHJONG_YAKU[yaku];
  return pair ? pair[language() === "ja" ? 1 : 0] : yaku;
}
