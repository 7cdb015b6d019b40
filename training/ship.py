"""Makes the file that fuda reads: `python training/ship.py --model M --out F`.

The heads that are only for training are left out; what is tied over tokens is
written out for each of them. With `--cases F --data DIR` some decisions of DIR
(records of our own players) are written with the logits that PyTorch computes
for them: the inference in Rust is tested against these.
"""

import argparse
import json

import numpy as np
import torch

import files
from data import Data
from model import Net, places, relations

def shipped(tensors):
    """The tensors of a trained network as fuda reads them."""
    out = {k: v for k, v in tensors.items() if not k.startswith("aux_")}
    out["place"] = out.pop("place.weight")[places().numpy()]
    for name in [name for name in out if name.endswith(".bias") and out[name].ndim == 2]:
        out[name] = out[name][:, relations().numpy()]
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="a network that train.py wrote")
    parser.add_argument("--out", required=True, help="the file to write")
    parser.add_argument("--data", help="decisions, as `fuda positions mahjong` writes them")
    parser.add_argument("--cases", help="the file of cases to write")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tensors, metadata = files.load(args.model)
    files.save(args.out, shipped(tensors), metadata)
    if not args.cases:
        return
    data = Data(args.data, "cpu")
    if metadata["encoder"] != data.about["inputs"]:
        raise SystemExit(f"{args.model} is over {metadata['encoder']}, "
                         f"{args.data} has {data.about['inputs']}")
    net = Net(data.about, **json.loads(metadata["shape"]))
    net.load_state_dict({k: torch.from_numpy(v) for k, v in tensors.items()})
    rows = np.random.default_rng(args.seed).permutation(len(data.inputs))[: args.count]
    inputs = data.inputs[torch.from_numpy(np.sort(rows))]
    with torch.no_grad():
        logits = net.eval()(inputs)
    about = {"encoder": metadata["encoder"], "torch": torch.__version__}
    files.save(args.cases, {"inputs": inputs.numpy(), "logits": logits.numpy()}, about)


if __name__ == "__main__":
    main()
