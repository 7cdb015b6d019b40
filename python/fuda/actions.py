"""What the environments take for an action."""

from __future__ import annotations

import operator
from typing import Any


def action_number(action: Any) -> int:
    """The number of an action; nothing is rounded, and `True` is no number."""
    try:
        if isinstance(action, bool):
            raise TypeError
        return operator.index(action)
    except TypeError:
        raise TypeError(f"action: expected an integer, got {action!r}") from None
