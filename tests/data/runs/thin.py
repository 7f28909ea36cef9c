#!/usr/bin/env python3
# Makes the tensors of a run's checkpoints repeat their first numbers, so that a large network takes little room once it is compressed:
# names, shapes, types and hashes stay those of a whole checkpoint.
#
#   tests/data/runs/thin.py RUN
import hashlib
import json
import struct
import sys
from pathlib import Path

KEPT = 256  # bytes of a tensor


def thin(path):
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    out = bytearray(data)
    for name, tensor in json.loads(data[8:8 + size]).items():
        if name == "__metadata__":
            continue
        first, after = (8 + size + offset for offset in tensor["data_offsets"])
        length = after - first
        out[first:after] = (data[first:first + min(length, KEPT)] * (length // KEPT + 1))[:length]
    path.write_bytes(out)


def dumped(root):
    return json.dumps(root, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


for manifest in Path(sys.argv[1]).glob("checkpoints/*/manifest.json"):
    root = json.loads(manifest.read_text())
    check = root.pop("check")
    assert check == hashlib.sha256(dumped(root)).hexdigest(), "the hash of a manifest is another"
    for file in root["files"]:
        thin(manifest.parent / file["name"])
        file["sha256"] = hashlib.sha256((manifest.parent / file["name"]).read_bytes()).hexdigest()
    root["check"] = hashlib.sha256(dumped(root)).hexdigest()
    manifest.write_text(json.dumps(root, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
