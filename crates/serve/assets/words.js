// @ts-check
// Every word on the pages, in English and Japanese.

/** @type {Record<string, [string, string]>} */
const WORDS = {
  play: ["Play", "対局"], game: ["Game", "対局"], review: ["Review", "検討"], language: ["日本語", "English"],
  theme: ["Light or dark", "明暗の切替"], start: ["Start", "開始"], rules: ["Rules", "ルール"],
  opponents: ["Opponents", "相手"], opponent: ["Opponent {0}", "相手{0}"], each_own: ["Each opponent another player", "相手を一人ずつ選ぶ"], seat: ["Seat", "席"], adviser: ["Hints by", "助言役"],
  your_games: ["Your games", "対局履歴"], resume: ["Go on", "続ける"], you: ["You", "あなた"],
  recommended: ["recommended", "推奨"], parameters: ["Parameters", "設定"],
  your_turn: ["Your turn", "あなたの番"], waits_for: ["{0} is thinking …", "{0} が考えています…"],
  game_over: ["The game is over", "終局"], connecting: ["Connecting …", "接続中…"],
  lost_connection: ["Connection lost; trying again …", "接続が切れました。再接続中…"],
  thread_waits: ["Waiting for a free place to think; {0} tables wait …", "思考の順番待ち({0} 卓)…"],
  hint: ["Hint", "助言"], undo: ["Take back", "待った"], belief: ["What do they hold?", "相手の手は?"],
  next: ["Next game", "次の局へ"], go_on: ["Continue", "次へ"], new_game: ["New game", "新しい対局"],
  review_this: ["Review this game", "この対局を検討"], log: ["Moves", "棋譜"], thinking: ["Thinking …", "思考中…"],
  no_calls: ["No calls", "鳴かない"], auto_win: ["Auto-win", "自動和了"], fast: ["Fast", "高速"],
  value: ["value", "評価値"], effort: ["effort", "探索量"], would_play: ["{0} would play {1}", "{0} なら {1}"],
  unit_note: ["Values are in the adviser's own unit; higher is better.", "評価値は助言役の単位で、大きいほど良い。"],
  hana_bright: ["bright", "光"], hana_animal: ["animal", "タネ"], hana_ribbon: ["ribbon", "短冊"], hana_plain: ["plain", "カス"],
  unit_points: ["points", "点"], unit_probability: ["probability", "確率"], unit_blend: ["points", "点"], unit_note_blend: ["Values are in points: a ranking and playouts weighed together; higher is better.", "評価値は点数単位(順位付けと模擬の加重和)で、大きいほど良い。"], unit_chips: ["chips", "チップ"], unit_discs: ["discs", "石"], per_decision: ["per decision", "/選択"],
  unit_note_points: ["Values are expected points; higher is better.", "評価値は期待点で、大きいほど良い。"], unit_note_probability: ["Values are the probabilities with which it would choose each move.", "評価値はその手を選ぶ確率。"], unit_note_chips: ["Values are expected chips; higher is better.", "評価値は期待チップで、大きいほど良い。"], unit_note_discs: ["Values are expected discs ahead; higher is better.", "評価値は石差の見込みで、大きいほど良い。"],
  interval_of_values: ["± is half of the 95% interval. On the pieces a bar's height is the value, the line over it the interval, its width what was tried.", "±は95%信頼区間の半幅。牌や札の棒は高さが評価値, 線が区間, 幅が探索量。"],
  belief_note: ["Mean number of each in {0} positions that agree with what is known, each equally likely.", "見えている情報と矛盾しない {0} 局面(等確率)での平均枚数。"],
  belief_note_by: ["Mean number of each in {0} positions that agree with what is known, as likely as {1} holds them.", "見えている情報と矛盾しない {0} 局面({1} の見積もり)での平均枚数。"],
  belief_last: ["At your last decision", "最後の選択の時点"], show_truth: ["Show what they really held", "実際の手を表示"], really_held: ["really held {0}", "実際は {0}枚"], what_held: ["What did they hold?", "相手の手は何だった?"],
  judge_belief: ["What the others may have held", "相手の手の見積もり"],
  kind_match: ["Match", "対戦"], kind_round_robin: ["Tournament: every two", "総当たり戦"], kind_gauntlet: ["Tournament: the first against all others", "一対多"], form: ["Form", "形式"], add_player: ["Add a player", "プレイヤーを追加"], remove: ["Remove", "削除"], per_pair: ["deals for each pair", "組ごとの局数"],
  ladder: ["Ladder", "順位"], rating: ["rating", "レーティング"], lead: ["lead per game", "平均リード"], record_word: ["ahead / unclear / behind", "勝ち越し / 不明 / 負け越し"], cross_table: ["Cross table: points per game, row minus column", "対戦表: 行−列の平均点"], rating_note: ["Ratings of all pairs together on one scale: 1500 is the mean of these players, 400 more are tenfold odds of finishing first. Bars are 95% intervals; they shrink as deals are added.", "全ての組を合わせた尺度。平均が1500、差400で勝ちやすさ10倍。線は95%信頼区間で、局が増えると狭くなる。"],
  games_to_see: ["Games worth a look", "見どころの対局"], games_note: ["Lost by an error first, then the widest wins. Each opens in the review.", "反則負け、大差の順。選ぶと検討画面で開きます。"], ahead_by: ["{0} ahead by {1}", "{0} が {1} 差で勝ち"], lost_by_error: ["lost by an error: {0}", "反則負け: {0}"], deal_game: ["deal {0}, game {1}", "配牌{0} 対局{1}"], full_report: ["The whole report", "詳しい報告"], reports: ["Reports", "報告書"], reports_note: ["Pages in the folder that the server was started with.", "サーバー起動時に指定したフォルダのページ。"],
  nine_terminals: ["Nine terminals", "九種九牌"], four_winds: ["Four equal winds", "四風連打"], four_kans: ["Four kans", "四槓散了"], four_riichi: ["Four riichi", "四家立直"], three_rons: ["Three rons", "三家和"],
  about_mahjong: ["riichi mahjong for four", "四人打ちリーチ麻雀"], about_koikoi: ["hanafuda for two, with hidden hands and stock", "二人で遊ぶ花札"], about_daihinmin: ["get rid of your cards; class decides gifts", "手札を早くなくす。階級で札を交換"], about_othello: ["turn the discs between yours; most discs win", "はさんで裏返し、石の多い方が勝ち"], about_leduc: ["poker with six cards, small enough to be solved", "六枚のポーカー。解が求まる小さなゲーム"],
  pass: ["Pass", "パス"], black: ["Black", "黒"], white: ["White", "白"], discs: ["discs", "石"],
  round: ["Round {0} of {1}", "{1}回戦の{0}回目"], field: ["Field", "場札"], hand: ["Hand", "手札"], stock: ["Stock", "山札"],
  captured: ["Captured", "取り札"], koikoi: ["Koi-koi", "こいこい"], stop: ["Stop and score", "あがり"],
  choose_field: ["Choose which card to take", "取る札を選んでください"], yaku: ["Yaku", "役"],
  in_reach: ["In reach", "あと一枚"], points: ["points", "点"], draw_game: ["No winner this round", "流れ"],
  wins_round: ["{0} wins the round: {1}", "{0} の勝ち: {1}"], you_lose: ["You lose", "負け"], you_win: ["You win", "勝ち"], tie: ["A draw", "引き分け"],
  play_cards: ["Play {0}", "{0} を出す"], give_cards: ["Give {0}", "{0} を渡す"], revolution: ["Revolution", "革命"], locked: ["Suits locked", "縛り"],
  lead_trick: ["You lead: play anything", "あなたの親番です"], choose_cards: ["Choose cards, then play", "札を選んで出す"], choose_gift: ["Choose cards to give away", "渡す札を選ぶ"], cards_left: ["{0} cards", "残り{0}枚"],
  passed: ["passed", "パス"], finished: ["finished {0}", "{0}位あがり"], table: ["Table", "場"], empty_table: ["The table is empty", "場は空です"],
  tsumo: ["Tsumo", "ツモ"], ron: ["Ron", "ロン"], pon: ["Pon", "ポン"], chi: ["Chi", "チー"], kan: ["Kan", "カン"], riichi: ["Riichi", "リーチ"],
  "nine-terminals": ["Nine terminals", "九種九牌"], furiten: ["furiten", "フリテン"], waits: ["Waits", "待ち"], shanten: ["{0} from ready", "{0}向聴"], tenpai: ["ready", "聴牌"],
  dora: ["Dora", "ドラ"], wall_left: ["{0} tiles left", "残り{0}枚"], honba: ["counters", "本場"], sticks: ["riichi sticks", "供託"], dealer: ["dealer", "親"],
  exhaustive: ["The wall is empty", "流局"], wins_by: ["{0} wins by {1}", "{0} の{1}和了"], from_whom: ["from {0}", "放銃 {0}"], han: ["{0} han", "{0}翻"], fu: ["{0} fu", "{0}符"],
  east: ["East", "東"], south: ["South", "南"], west: ["West", "西"], north: ["North", "北"], final_rank: ["Final ranks", "最終順位"],
  fold: ["Fold", "フォールド"], call: ["Call / check", "コール"], raise: ["Raise", "レイズ"], public_card: ["Public card", "場のカード"], chips: ["chips", "チップ"], their_card: ["Their card", "相手のカード"], your_card: ["Your card", "あなたのカード"],
  drop: ["Drop a record here, or choose a file", "棋譜をここに置くか、ファイルを選ぶ"], paste: ["or paste its text", "またはテキストを貼り付け"], tenhou_link: ["A page cannot fetch from another site. Open {0}, then paste what it shows here.", "他のサイトからは取得できません。{0} を開き、表示された内容をここに貼り付けてください。"], paste_more: ["A log of Tenhou, its JSON or an address of tenhou.net/6 with the log in it can be pasted.", "天鳳の牌譜, JSON, 牌譜を含む tenhou.net/6 のURLを貼り付けられます。"], game_number: ["Game, 1 to {0}", "対局番号 (1〜{0})"], read_it: ["Read it", "読み込む"], games_in_file: ["{0} games in this file ({1}, {2})", "{0} 局 ({1}, {2})"],
  whose: ["Whose decisions?", "誰の選択を見ますか"], judge: ["Judge", "判定役"], begin_review: ["Review", "検討する"], agreement: ["Agreement", "一致率"], quality: ["Rating", "評点"], quality_note: ["Rating: how near the moves played came to the best of those weighed, 100 at best, 0 the worst at every decision. Intervals are 95%, over decisions.", "評点: 検討した手の最善を100, 最悪を0とした平均。区間は選択ごとの95%信頼区間。"], lost_total: ["Lost in all", "損失合計"], worst_first: ["Worst first", "悪い順"], in_order: ["In order", "手順"],
  previous: ["Previous", "前"], next_one: ["Next", "次"], prev_mistake: ["Previous difference", "前の相違"], next_mistake: ["Next difference", "次の相違"], next_hand: ["Next hand", "次の局"], prev_hand: ["Previous hand", "前の局"],
  played: ["played", "実際"], preferred: ["preferred", "推奨手"], loss: ["loss", "損失"], truth: ["Show all hands", "全員の手を見る"], export_page: ["Save as one file", "一つのファイルに保存"], decision: ["Decision {0} of {1}, move {2}", "選択 {0}/{1}, {2}手目"],
  reviewing: ["Reviewing: move {0} of {1}", "検討中: {0}/{1}手"], stops: ["The record can be followed up to here: {0}", "ここまでしか追えません: {0}"], value_graph: ["The judge's value of its own choice at each decision; dots are differences", "各選択での判定役の評価値。点は相違"],
  formats: ["Formats", "形式"], failed: ["That did not work: {0}", "失敗しました: {0}"], keys: ["Keys: arrows move, Enter plays, H hint, U take back, N no calls", "キー: 矢印で移動, Enterで決定, H 助言, U 待った, N 鳴かない"],
  intro: ["Play against the workbench's players, see what they think, and have your games reviewed.", "研究用プレイヤーと対局し、思考を眺め、対局を検討できます。"], draws: ["draws", "ツモ"],
  sit_down: ["Sit down", "着席"], last_move: ["last move", "最終手"], legal_here: ["legal", "合法手"], totals: ["Total", "通算"], gave: ["gives {0} cards to {1}", "{1} へ {0}枚"], class_names: ["great millionaire,millionaire,commoner,poor,very poor", "大富豪,富豪,平民,貧民,大貧民"],
  arena: ["Arena", "対戦"], deals: ["deals", "局"], seed: ["seed", "シード"], player: ["Player", "プレイヤー"], points_per_game: ["points per game", "点/局"], wins: ["wins %", "勝率 %"], games: ["games", "対局数"], errors: ["errors", "反則"], stop_match: ["Stop", "中断"], start_match: ["Start the match", "対戦開始"], past_matches: ["Matches", "対戦一覧"],
  state_waiting: ["waiting", "待機中"], state_running: ["running", "対戦中"], state_stopped: ["stopped", "中断"], state_done: ["done", "終了"], state_failed: ["failed", "失敗"],
  interval_note: ["Every deal is played in all seatings. Values are means with their 95% interval over deals; while the interval contains 0, the match has not shown which player is better.", "各配牌は全ての席順で対局。値は配牌ごとの平均と95%信頼区間。区間が0を含む間は優劣は不明。"],
  mahjong: ["Riichi mahjong", "リーチ麻雀"], othello: ["Othello", "オセロ"], daihinmin: ["Daihinmin", "大貧民"], leduc: ["Leduc hold'em", "レダックホールデム"], koikoi_game: ["Koi-koi", "花札 こいこい"],
};

/** @returns {"en"|"ja"} */
export function language() {
  let chosen = null;
  try { chosen = localStorage.getItem("fuda-lang"); } catch { /* a page without storage */ }
  const served = document.documentElement.dataset.lang;
  const first = chosen || served || navigator.language;
  return first.startsWith("ja") ? "ja" : "en";
}

/**
 * A text in the page's language; {0}, {1} are replaced.
 * @param {string} key
 * @param {...(string|number)} values
 */
export function t(key, ...values) {
  const pair = WORDS[key];
  let text = pair ? pair[language() === "ja" ? 1 : 0] : key;
  values.forEach((value, i) => { text = text.replaceAll(`{${i}}`, String(value)); });
  return text;
}

/** The name of a game for people. @param {string} game */
export function gameName(game) {
  return t(game === "koikoi" ? "koikoi_game" : game);
}

/** Yaku of koi-koi as the rules name them. @type {Record<string, string>} */
const YAKU = {
  "five brights": "五光", "four brights": "四光", "rainy four brights": "雨四光", "three brights": "三光", "boar, deer and butterflies": "猪鹿蝶", "flower-viewing sake": "花見で一杯", "moon-viewing sake": "月見で一杯", "red ribbons": "赤短", "blue ribbons": "青短", "red and blue ribbons": "赤短・青短", animals: "タネ", ribbons: "短冊", "plain cards": "カス",
};

/** @param {string} yaku */
export function yakuName(yaku) {
  return language() === "ja" ? YAKU[yaku] ?? yaku : yaku;
}
