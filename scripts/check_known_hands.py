#!/usr/bin/env python3
"""Asks `fuda mahjong score` and `fuda mahjong shanten` about hands with known answers.

Usage: check_known_hands.py FUDA FOLDER
FOLDER holds scoring/hule.json.gz and shanten/xiangting_*.json.gz in the notation of
majiang-core (`m345p40677s67s8,m34-0`: the last tile is the one won on, melds follow).
"""
import glob
import gzip
import json
import re
import subprocess
import sys


def ask(fuda, what, questions):
    """Sends one question per line and gives one answer for each."""
    lines = "".join(json.dumps(q) + "\n" for q in questions)
    run = subprocess.run([fuda, "mahjong", what, "--json"], input=lines, text=True,
                         stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(questions), "one answer for each question"
    return answers


def human(text):
    """`m345p40` as `345m40p`."""
    return "".join(digits + suit for suit, digits in re.findall(r"([mpsz])(\d+)", text))


def tiles(text):
    return [digit + suit for suit, digits in re.findall(r"([mpsz])(\d+)", text) for digit in digits]


def joined(tile_list):
    return "".join(tile_list)


def meld(text):
    plain = human(re.sub(r"[-+=]", "", text))
    digits = re.sub(r"\D", "", text).replace("0", "5")
    if len(digits) == 4:
        kind = "kan" if re.search(r"[-+=]", text) else "ankan"
    else:
        kind = "pon" if len(set(digits)) == 1 else "chi"
    return {"kind": kind, "tiles": plain}


def score_question(case):
    param = case["param"]
    happened = param["hupai"]
    concealed, *melds = case["shoupai"].split(",")
    hand = tiles(concealed)
    tsumo = "rongpai" not in case
    win = hand.pop() if tsumo else tiles(case["rongpai"])[0]
    return {
        "hand": joined(hand), "win": win, "melds": [meld(m) for m in melds if m], "tsumo": tsumo,
        "seat": "ESWN"[param["menfeng"]], "round": "ESWN"[param["zhuangfeng"]],
        "riichi": happened.get("lizhi", 0), "ippatsu": bool(happened.get("yifa")),
        "last_tile": happened.get("haidi", 0) > 0, "rinshan": bool(happened.get("lingshang")),
        "chankan": bool(happened.get("qianggang")), "first_turn": happened.get("tianhu", 0) > 0,
        "dora": tiles("".join(param["baopai"])), "ura": tiles("".join(param["fubaopai"] or [])),
        "honba": param["jicun"]["changbang"], "sticks": param["jicun"]["lizhibang"],
    }


def differs(case, answer):
    want = case["out"]
    if "error" in answer:
        return want.get("defen", 0) != 0
    if want.get("damanguan"):
        same = answer["yakuman"] == want["damanguan"]
    else:
        same = (answer["fu"], answer["han"]) == (want["fu"], want["fanshu"])
    seat = case["in"]["param"]["menfeng"]
    return not (same and answer["points"] == want["defen"]
                and answer["payments"]["total"] == want["fenpei"][seat])


def main():
    fuda, folder = sys.argv[1:]
    cases = json.load(gzip.open(f"{folder}/scoring/hule.json.gz"))
    answers = ask(fuda, "score", [score_question(c["in"]) for c in cases])
    wrong = [(c, a) for c, a in zip(cases, answers) if differs(c, a)]
    print(f"scoring: {len(cases)} hands, {len(wrong)} differ")
    for case, answer in wrong[:5]:
        print("  ", json.dumps(case, ensure_ascii=False), "->", json.dumps(answer, ensure_ascii=False))
    bad = len(wrong)
    for path in sorted(glob.glob(f"{folder}/shanten/xiangting_*.json.gz")):
        cases = json.load(gzip.open(path))
        answers = ask(fuda, "shanten", [{"hand": human("".join(c["q"]))} for c in cases])
        got = [[a["normal"], a["orphans"], a["seven_pairs"]] for a in answers]
        wrong = [(c, g) for c, g in zip(cases, got) if c["x"] != g]
        print(f"{path.rsplit('/', 1)[1]}: {len(cases)} hands, {len(wrong)} differ")
        for case, answer in wrong[:5]:
            print("  ", json.dumps(case), "->", answer)
        bad += len(wrong)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
