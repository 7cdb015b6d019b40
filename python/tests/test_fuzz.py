"""Random calls in random order, with arguments of all kinds: exceptions with
words, never an abort of the interpreter. They run in a process of its own, so
that an abort is a failed test and not the end of all tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fuda

SEEDS = range(int(os.environ.get("FUDA_FUZZ_SEEDS", "3")))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_calls(seed):
    path = Path(__file__).parent / "fuzz" / "calls.py"
    command = [sys.executable, "-X", "faulthandler", str(path), str(seed), "2500"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]
    assert "refused" in done.stdout


def test_more_deals_than_memory_holds_are_refused():
    """They are listed, and were until memory was full."""
    with pytest.raises(ValueError, match="at most 1000000"):
        fuda.game("koikoi").deals(2**40)
    with pytest.raises((ValueError, fuda.FudaError)):
        fuda.game("koikoi").deals(1_000)
