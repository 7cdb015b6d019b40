"""Model files: safetensors, written and read without a package."""

import json
import struct

import numpy as np

DTYPES = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "U8": np.dtype("u1")}


def save(path, tensors, metadata, floats="F32"):
    """Writes arrays (floats or bytes) and texts."""
    header, at, parts = {"__metadata__": {k: str(v) for k, v in metadata.items()}}, 0, []
    for name in sorted(tensors):
        array = np.ascontiguousarray(tensors[name])
        kind = "U8" if array.dtype == np.uint8 else floats
        data = array.astype(DTYPES[kind]).tobytes()
        header[name] = {
            "dtype": kind,
            "shape": list(array.shape),
            "data_offsets": [at, at + len(data)],
        }
        at += len(data)
        parts.append(data)
    text = json.dumps(header, sort_keys=True).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(parts))


def load(path):
    """The arrays and the texts of a file."""
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8 : 8 + size]), data[8 + size :]
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        low, high = entry["data_offsets"]
        array = np.frombuffer(body[low:high], DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"]).copy()
    return tensors, metadata
