"""Stored cases: `python training/cases.py --model M --data DIR --out F`.

Inputs of some decisions and the logits that PyTorch computes for them, against
which the inference in Rust is tested. The decisions should come from games of
our own players.
"""

import argparse
import json

import numpy as np
import torch

import files
from data import Data
from model import Net


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tensors, metadata = files.load(args.model)
    data = Data(args.data, "cpu")
    if metadata["inputs"] != data.about["inputs"]:
        raise SystemExit(f"{args.model} is for inputs {metadata['inputs']}, "
                         f"{args.data} has {data.about['inputs']}")
    net = Net(data.about, **json.loads(metadata["shape"]))
    # Shipped files have no heads that are for training only.
    net.load_state_dict({k: torch.from_numpy(v) for k, v in tensors.items()}, strict=False)
    rows = np.random.default_rng(args.seed).permutation(len(data.inputs))[: args.count]
    inputs = data.inputs[torch.from_numpy(np.sort(rows))]
    with torch.no_grad():
        logits = net.eval()(inputs)
    files.save(args.out, {"inputs": inputs.numpy(), "logits": logits.numpy()},
               {"inputs": metadata["inputs"], "model": json.dumps(net.shape)})


if __name__ == "__main__":
    main()
