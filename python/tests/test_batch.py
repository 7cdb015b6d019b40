"""Thousands of games at a time."""

import threading

import fuda
import numpy as np
import pytest

GAMES = fuda.game_names()


def choose(masks, rng):
    return (masks * rng.random(masks.shape)).argmax(1)


def history(name, steps, **options):
    batch = fuda.Batch(name, **options)
    observations, masks, seats, games = batch.arrays()
    rng = np.random.default_rng(1)
    seen = []
    for _ in range(steps):
        rows = batch.observe(observations, masks, seats, games)
        assert rows == batch.capacity and (masks.sum(1) > 1).all()
        assert (games == np.arange(rows)).all() and seats.max() < batch.seats
        result = batch.step(choose(masks, rng))
        parts = (result.round_games, result.round_rewards, result.finished, result.scores)
        seen.append(b"".join(np.ascontiguousarray(p).tobytes() for p in (observations, masks, seats, *parts)))
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_same_games_whatever_the_threads(name):
    assert history(name, 30, games=70, seed=4, threads=1) == history(name, 30, games=70, seed=4, threads=3)
    assert history(name, 3, games=70, seed=4) != history(name, 3, games=70, seed=5)


@pytest.mark.parametrize("name, rules", [("koikoi", "guan"), ("mahjong", "tenhou-east"), ("leduc", None), ("othello", None), ("daihinmin", None)])
def test_rewards_add_up_to_scores(name, rules):
    batch = fuda.Batch(name, games=8, seed=2, rules=rules)
    arrays = batch.arrays()
    rng = np.random.default_rng(1)
    sums = np.zeros((8, batch.seats))
    finished = 0
    while finished < 8:
        batch.observe(*arrays)
        result = batch.step(choose(arrays[1], rng))
        ends = list(zip(result.finished, result.scores, result.places))
        for game, number, reward, points in zip(
            result.round_games, result.round_numbers, result.round_rewards, result.round_points
        ):
            if number == 0:
                sums[game] = 0
            sums[game] += reward
            assert np.allclose(sums[game], points, atol=1e-3)
        assert result.round_standings.shape == (len(result.round_games), len(batch.standing_names))
        for game, scores, places in ends:
            assert [1 + int((scores > s).sum()) for s in scores] == list(places)
            if name != "mahjong":  # the end of a game brings more: uma and oka
                assert np.allclose(scores, sums[game], atol=1e-3)
            finished += 1
        assert len(result.own) == len(ends) and result.own.all()


@pytest.mark.parametrize("name", GAMES)
def test_privileged_inputs(name):
    batch = fuda.Batch(name, games=40, seed=2)
    if name == "othello":
        with pytest.raises(fuda.FudaError, match="no privileged inputs"):
            batch.privileged(np.zeros((40, 1), np.uint8))
        return
    out = np.full((40, batch.privileged_len), 99, np.uint8)
    assert batch.privileged(out) == 40
    assert out.max() <= max(batch.privileged_one, 1) * 5 and out.sum(1).min() > 0
    if name == "mahjong":
        # Each of the others holds 13 tiles at the first decision.
        held = out.reshape(40, -1, 34)[:, [0, 3, 6]].sum(2)
        assert (held == 13).all()
        assert ((out.reshape(40, -1, 34)[:, 9:33] > 0).sum(2) == 1).all(), "one tile per draw"
    if name == "leduc":
        assert (out.sum(1) == 2).all()


def test_opponents():
    batch = fuda.Batch("koikoi", games=16, seed=1, opponents={1: ["rule", "random"]})
    arrays = batch.arrays()
    rng = np.random.default_rng(1)
    own = []
    while len(own) < 64:
        batch.observe(*arrays)
        own.extend(batch.step(choose(arrays[1], rng)).own.tolist())
    assert {tuple(one) for one in own} == {(True, False), (False, True)}
    fixed = fuda.Batch("koikoi", games=16, opponents={1: "rule"}, rotate=False)
    fixed.observe(*arrays)
    assert (arrays[2] == 0).all()


def test_masks_may_be_bool_and_actions_int64():
    batch = fuda.Batch("othello", games=5)
    observations, masks, seats, games = batch.arrays()
    flags = np.ones((5, batch.actions), bool)
    batch.observe(observations, flags, seats, games)
    batch.observe(observations, masks, seats, games)
    assert (flags == masks.astype(bool)).all()
    twin = fuda.Batch("othello", games=5)
    batch.step(flags.argmax(1).astype(np.int64))
    twin.step(flags.argmax(1).astype(np.int32))
    twin_arrays = twin.arrays()
    batch.observe(observations, masks, seats, games)
    twin.observe(*twin_arrays)
    assert (twin_arrays[0] == observations).all()


def test_wrong_arrays_are_refused_and_nothing_is_lost():
    batch = fuda.Batch("leduc", games=4)
    o, m, s, g = batch.arrays()
    batch.observe(o, m, s, g)
    before = o.copy()
    wrong = [
        (o.astype(np.float32), m, s, g), (o[:3], m, s, g), (o[:, :-1], m, s, g), (o, m[:, ::2], s, g),
        (o, m, s.astype(np.int64), g), (o, m, s, s), (o, m, s[:2], g), (None, m, s, g), ([], [], [], []),
        (np.asfortranarray(o), m, s, g), (o, o, s, g),
    ]  # fmt: skip
    for arrays in wrong:
        with pytest.raises((fuda.FudaError, TypeError)):
            batch.observe(*arrays)
    frozen = o.copy()
    frozen.flags.writeable = False
    with pytest.raises(fuda.FudaError, match="cannot be written"):
        batch.observe(frozen, m, s, g)
    for actions in ([0, 0, 0, 0], np.zeros(3, np.int32), np.full(4, 99), np.full(4, -1), np.full(4, 2**40), None, np.zeros(4)):
        with pytest.raises((fuda.FudaError, TypeError)):
            batch.step(actions)
    batch.observe(o, m, s, g)
    assert (o == before).all()
    batch.step(m.argmax(1))


@pytest.mark.parametrize(
    "options, word",
    [
        ({"game": "mahjon"}, "did you mean `mahjong`"),
        ({"game": "mahjong", "games": 0}, "from 1 to"),
        ({"game": "mahjong", "threads": 10**6}, "at most 1024"),
        ({"game": "mahjong", "rules": "tenho"}, "rules of mahjong"),
        ({"game": "mahjong", "encoder": "x"}, "no observation encoder"),
        ({"game": "koikoi", "opponents": {1: "rulle"}}, "did you mean `rule`"),
        ({"game": "koikoi", "opponents": {2: "rule"}}, "there is no seat 2"),
        ({"game": "koikoi", "opponents": {0: "rule", 1: "rule"}}, "every seat is taken"),
        ({"game": "koikoi", "opponents": {0: []}}, "nobody named"),
        ({"game": "koikoi", "opponents": {"a": "rule"}}, "seat number"),
        ({"game": "koikoi", "opponents": {1: 3}}, "list of them"),
    ],
)
def test_wrong_batches_are_named(options, word):
    with pytest.raises(fuda.FudaError, match=word):
        fuda.Batch(**options)


def test_one_thread_at_a_time():
    batch = fuda.Batch("mahjong", games=2000, seed=1)
    refused = []

    def work():
        arrays = batch.arrays()
        for _ in range(20):
            try:
                batch.observe(*arrays)
            except fuda.FudaError as e:
                refused.append(str(e))

    workers = [threading.Thread(target=work) for _ in range(4)]
    [one.start() for one in workers]
    [one.join() for one in workers]
    assert all("in use by another thread" in text for text in refused)
    batch.observe(*batch.arrays())


def test_the_next_draw_is_what_the_critic_is_shown():
    """In mahjong the first of the draws to come is the tile drawn next."""
    batch = fuda.Batch("mahjong", games=1, seed=6, threads=1)
    observations, masks, seats, games = batch.arrays()
    hidden = np.zeros((1, batch.privileged_len), np.uint8)
    rng = np.random.default_rng(1)
    kans = set(range(68, 102)) | set(range(170, 204))
    checked = 0
    for _ in range(1500):
        batch.observe(observations, masks, seats, games)
        batch.privileged(hidden)
        promised = hidden.reshape(-1, 34)[9]
        action = choose(masks, rng)
        result = batch.step(action)
        # Moves played inside, kans and new hands bring other tiles.
        if result.moves != 1 or len(result.round_games) or int(action[0]) in kans:
            continue
        before = seats[0]
        batch.observe(observations, masks, seats, games)
        drawn = observations[0].reshape(-1)[5 * 34 : 6 * 34]
        if seats[0] != before and drawn.any():
            assert drawn.argmax() == promised.argmax() and promised.any()
            checked += 1
    assert checked > 200, checked
