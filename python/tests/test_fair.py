"""No attribute, text, pickle or JSON of a view shows a hidden card.

Two positions that differ only in what is hidden from a seat must have views
that cannot be told apart by any means Python has. Such pairs are made by
`View.assume`, which arranges the hidden cards anew.
"""

import pickle

import fuda
import pytest


OF_THE_CLASS = {"__class__", "__dir__", "__doc__", "__init_subclass__", "__new__",
                "__slotnames__", "__subclasshook__"}  # fmt: skip


def everything(view):
    """All that can be asked of a view."""
    found = {}
    for name in sorted(dir(view)):
        # What belongs to the class, and `assume`, which draws at random.
        if name in OF_THE_CLASS or name == "assume":
            continue
        value = getattr(view, name)
        if callable(value):
            try:
                value = value()
            except (TypeError, fuda.FudaError):
                continue
        found[name] = repr(value)
    found["pickle"] = pickle.dumps(view)
    found["texts"] = (str(view), repr(view), view.to_json(), view.draw(colour=True), view.svg())
    found["arrays"] = (view.observation().tobytes(), view.mask().tobytes())
    # Addresses of methods and objects differ from object to object.
    return {key: value for key, value in found.items() if " at 0x" not in str(value)}


@pytest.mark.parametrize("name", [name for name in fuda.game_names() if name != "othello"])
def test_what_is_hidden_changes_nothing(name):
    differing = 0
    for seed in range(4):
        position = fuda.game(name).deal(seed=seed)
        for turn in range(10):
            if position.is_over:
                break
            seat = position.turn[0]
            view = position.view(seat)
            mine = everything(view)
            assert len(mine) > 15
            others = [s for s in range(position.seats) if s != seat]
            for again in range(2):
                other = view.assume(seed=100 * seed + 10 * turn + again)
                differing += any(
                    other.view(s).to_json() != position.view(s).to_json() for s in others
                )
                assert everything(other.view(seat)) == mine
            position.play(view.legal[(seed + turn) % len(view.legal)], seat)
    assert differing > 10, "the hidden cards were arranged anew"


def test_leduc_never_names_the_other_card():
    for position in fuda.game("leduc").deals():
        own, other = (position.view(seat).to_json() for seat in (0, 1))
        same = [p.view(0).to_json() for p in fuda.game("leduc").deals() if p.view(0).to_json() == own]
        assert len(same) == 20, "all twenty deals with this card look alike"
        assert own != other
        break


def test_function_players_get_views_only():
    seen = []

    def player(view):
        seen.append(type(view))
        assert not hasattr(view, "position") and not hasattr(view, "record")
        return view.legal[0]

    fuda.match("koikoi", [player, "random"], deals=3)
    assert set(seen) == {fuda.View}
