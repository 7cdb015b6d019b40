"""What the documents show works, and the training scripts read records."""

import importlib.util
import re
from pathlib import Path

import fuda
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def blocks(path):
    return re.findall(r"```python\n(.*?)```", (ROOT / path).read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("path", ["README.md", "README.ja.md", "python/README.md"])
@pytest.mark.filterwarnings("ignore")
def test_the_examples_run(path, capsys):
    found, names = blocks(path), {}
    assert found
    for text in found:
        if "pettingzoo" in text:
            for needed in ("pettingzoo", "gymnasium", "pyspiel"):
                pytest.importorskip(needed)
        exec(compile(text, path, "exec"), names)


def test_training_reads_records(tmp_path):
    records = []
    for seed in range(3):
        position = fuda.game("mahjong", "tenhou-east").deal(seed=seed)
        position.play_random(seed=seed)
        records.append(position.record())
    fuda.write_records(tmp_path / "games.jsonl", records)
    spec = importlib.util.spec_from_file_location("records", ROOT / "training/records.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    inputs, targets, about = module.read(tmp_path, games=2)
    assert len(inputs) == len(targets) and inputs.shape[1] == 3658
    assert about["inputs"] == "mahjong-planes-1" and about["actions"] == 207
    assert targets.shape[1] == sum(size for _, size in about["targets"])
    assert set(targets[:, :4].copy().view("<u4")[:, 0]) == {0, 1}
    chosen = targets[:, 8]
    assert (np.unpackbits(targets[:, 9 : 9 + 26], axis=1, bitorder="little")[np.arange(len(chosen)), chosen] == 1).all()
