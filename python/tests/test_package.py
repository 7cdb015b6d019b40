"""Games one at a time: positions, views, records, players, matches."""

import copy
import json
import pickle

import fuda
import numpy as np
import pytest

GAMES = fuda.game_names()


def play_out(position, seed=1):
    """Plays random legal moves by text and by number; gives all views."""
    rng = np.random.default_rng(seed)
    views = []
    while not position.is_over:
        seat = int(rng.choice(list(position.turn)))
        view = position.view(seat)
        views.append(view)
        if rng.random() < 0.5:
            position.play(view.legal[rng.integers(len(view.legal))], seat)
        else:
            actions = view.actions()
            position.play(actions[rng.integers(len(actions))], seat)
    return views


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_deal_to_record(name, tmp_path):
    game = fuda.game(name)
    position = game.deal(seed=3)
    assert position.scores is None and not position.is_over
    views = play_out(position)
    assert position.is_over and len(position.scores) == game.seats
    record = position.record()
    assert record.scores == position.scores and len(record) >= len(views)
    assert record.replay().scores == record.scores
    assert record.position(0).view(0) == game.deal(seed=3).view(0)
    path = tmp_path / "game.jsonl"
    fuda.write_records(path, [record, record])
    again = fuda.records(name, path)
    assert [one.to_json() for one in again] == [record.to_json()] * 2
    assert pickle.loads(pickle.dumps(record)).to_json() == record.to_json()


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_deal(name):
    one, other, third = (fuda.game(name).deal(seed=seed) for seed in (5, 5, 6))
    assert one.view(0) == other.view(0)
    assert one.view(0).to_json() != third.view(0).to_json()


@pytest.mark.parametrize("name", GAMES)
def test_views_carry_themselves(name):
    for view in play_out(fuda.game(name).deal(seed=4))[:40]:
        again = pickle.loads(pickle.dumps(view))
        assert again == view and hash(again) == hash(view) and again.legal == view.legal
        assert (again.observation() == view.observation()).all()
        mask = view.mask()
        assert set(np.flatnonzero(mask)) == set(view.actions())
        for action in view.actions():
            assert view.move_of(action) in view.legal


@pytest.mark.parametrize("name", GAMES)
def test_pictures(name):
    view = fuda.game(name).deal(seed=4).view()
    assert view.svg().startswith("<svg") and "</svg>" in view.svg()
    page = view._repr_html_()
    assert page.startswith("<pre") and "\x1b" not in page + view.svg()
    assert str(view) == view.draw()


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_played_by_itself(name):
    position = fuda.game(name).deal(seed=4)
    before = position.view().to_json()
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        other.play_random(seed=2)
        assert other.is_over
    assert position.view().to_json() == before


@pytest.mark.parametrize("name", GAMES)
def test_assumed_positions_agree_with_the_view(name):
    view = fuda.game(name).deal(seed=8).view()
    for seed in range(5):
        assumed = view.assume(seed)
        assert assumed.view(view.seat) == view
        with pytest.raises(fuda.FudaError, match="assumed"):
            assumed.record()


@pytest.mark.parametrize(
    "name, player", [("koikoi", "rule"), ("leduc", "cfr"), ("mahjong", "ukeire"), ("othello", "uct:loops=50")]
)
def test_players_choose(name, player):
    position = fuda.game(name).deal(seed=2)
    one = fuda.player(name, player)
    choice = one.choose(position.view())
    assert choice.move in position.legal() and one.name == player
    assert one(position.view()) in position.legal()


def test_players_have_values_and_probabilities():
    view = fuda.game("leduc").deal(seed=2).view()
    choice = fuda.player("leduc", "uct:loops=200").choose(view)
    assert choice.effort >= 200
    assert {one.move for one in choice.alternatives} == set(view.legal)
    probabilities = fuda.player("leduc", "cfr").probabilities(view)
    assert probabilities.keys() == set(view.legal)
    assert sum(probabilities.values()) == pytest.approx(1)
    assert fuda.player("leduc", "uct:loops=2").probabilities(view) is None


def test_matches_with_functions_of_python():
    def first(view):
        return view.legal[0]

    def by_number(view):
        return view.actions()[0]

    result = fuda.match("leduc", ["cfr", first], deals=60, seed=3, threads=2)
    assert [one.name for one in result.players] == ["cfr", "first"]
    assert result.games == 120 and result.players[1].errors == 0
    assert result.players[0].points.value == -result.players[1].points.value
    same = fuda.match("leduc", ["cfr", by_number], deals=60, seed=3, threads=1)
    assert same.difference == result.difference
    assert "cfr" in str(result) and "<table>" in result._repr_html_()
    assert json.dumps(result.report)
    frame = pytest.importorskip("pandas") and result.frame()
    assert list(frame["player"]) == ["cfr", "first"]


def test_a_function_that_fails_loses_its_games():
    def wrong(view):
        raise RuntimeError("no idea")

    def illegal(view):
        return "castle"

    for function, word in ((wrong, "no idea"), (illegal, "castle"), (lambda view: 99, "99")):
        result = fuda.match("leduc", [function, "random"], deals=4)
        assert result.players[0].errors > 0
        assert any(word in message for message in result.players[0].messages)


def test_ctrl_c_in_a_player_ends_the_match():
    def interrupted(view):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fuda.match("leduc", [interrupted, "random"], deals=1000)


def test_progress_is_told():
    seen = []
    fuda.match("leduc", ["random", "random"], deals=5000, progress=lambda *at: seen.append(at))
    assert seen and seen[-1][1] == 5000


def test_decisions_and_arrays():
    position = fuda.game("mahjong").deal(seed=9)
    position.play_random(seed=1)
    record = position.record()
    decisions = record.decisions("discard")
    assert decisions and all(one.chosen in one.view.legal for one in decisions)
    arrays = record.arrays(only="discard")
    rows = len(arrays["actions"])
    assert 0 < rows <= len(decisions)
    assert arrays["observations"].shape == (rows, 3658) and arrays["masks"].shape == (rows, 207)
    assert (arrays["masks"][np.arange(rows), arrays["actions"]] == 1).all()
    assert (np.packbits(arrays["masks"], axis=1, bitorder="little") == arrays["legal"]).all()
    widths = dict(arrays["layout"])
    assert arrays["targets"].shape == (rows, sum(widths.values())) and widths["legal"] == 26


def test_hands():
    assert fuda.mahjong.shanten("123m 456p 789s 1122z").shanten == 0
    waiting = fuda.mahjong.acceptance("123m 456p 789s 1122z")
    assert waiting.tiles == ("1z", "2z") and waiting.live == 4
    best = min(fuda.mahjong.discards("123m 456p 789s 1122z 9m"), key=lambda one: one.shanten)
    assert (best.discard, best.shanten) == ("9m", 0)
    score = fuda.mahjong.score("345m40677p67s", "8s", melds=[{"kind": "chi", "tiles": "340m"}], tsumo=True)
    assert score["han"] == 3 and score["fu"] == 30


def test_models(tmp_path):
    with pytest.raises(fuda.FudaError, match="nothing.safetensors"):
        fuda.model(tmp_path / "nothing.safetensors")


def test_info_names_everything():
    for name in GAMES:
        found = fuda.info(name)
        assert found["rules"] and found["players"] and found["encoders"] and found["formats"]
        for rules in found["rules"]:
            game = fuda.game(name, rules["name"])
            assert pickle.loads(pickle.dumps(game)) == game
