"""Positions of records through the package `fuda`: the rows that
`fuda positions mahjong --form arrays` writes, without files in between."""

import sys

import fuda
import numpy as np


def read(paths, games=None):
    """Inputs, targets and what they are, as `data.Data` takes them."""
    found = fuda.records("mahjong", paths, on_left_out=lambda why: print(why, file=sys.stderr))
    finished = [record for record in found if record.scores is not None][:games]
    inputs, targets, arrays = [], [], None
    for number, record in enumerate(finished):
        arrays = record.arrays(only="all", number=number)
        inputs.append(arrays["observations"])
        targets.append(arrays["targets"])
    if not inputs:
        raise SystemExit("there is no finished game among the records")
    encoder = fuda.info("mahjong")["encoders"][0]
    about = dict(arrays["about"], one=encoder["one"], actions=encoder["actions"],
                 targets=arrays["layout"])
    return np.concatenate(inputs), np.concatenate(targets), about
