#!/usr/bin/env python3
"""Makes tests/data/networks from the folder that peer_vqgan_clip_parity.py wrote, keeping what fits in a repository.

    compact_network_cases.py CASES OUT

Kept whole: vqgan/vq, clip/vit, clip/rn. vqgan/train: the float64 expectations without most weights after Adam; float32 results
are compared with them too. vqgan/gumbel: the quantiser with its inputs and outputs. Tests take the whole cases instead where
HEADROOM_NETWORK_CASES names their folder.
"""
import os
import shutil
import sys

import torch
from safetensors.torch import load_file, save_file

KEPT_AFTER = ("after.quantize.", "after.quant_conv.", "after.encoder.conv_out.", "after.decoder.conv_out.")


def copy(source, target, *names):
    os.makedirs(target, exist_ok=True)
    for name in names:
        shutil.copyfile(os.path.join(source, name), os.path.join(target, name))
        os.chmod(os.path.join(target, name), 0o644)


def store(tensors, path):
    save_file(tensors, path, metadata={"format": "pt"})
    os.chmod(path, 0o644)


def main(cases, out):
    copy(f"{cases}/vqgan/vq", f"{out}/vqgan/vq", "vq.ckpt", "vq.yaml", "case.json", "expected.safetensors")
    copy(f"{cases}/clip/vit", f"{out}/clip/vit", "open_clip_model.safetensors", "open_clip_config.json", "case.json",
         "expected.safetensors")
    copy(f"{cases}/clip/rn", f"{out}/clip/rn", "open_clip_model.safetensors", "open_clip_config.json", "case.json",
         "expected.safetensors")
    copy(f"{cases}/vqgan/train", f"{out}/vqgan/train", "start.ckpt", "train.yaml", "case.json", "inputs.safetensors")
    for name in ("expected_legacy_f64", "expected_corrected_f64"):
        kept = {k: v for k, v in load_file(f"{cases}/vqgan/train/{name}.safetensors").items()
                if not k.startswith("after.") or k.startswith(KEPT_AFTER)}
        store(kept, f"{out}/vqgan/train/{name}.safetensors")
    copy(f"{cases}/vqgan/gumbel", f"{out}/vqgan/gumbel", "gumbel.yaml", "case.json")
    weights = torch.load(f"{cases}/vqgan/gumbel/gumbel.ckpt", weights_only=True)["state_dict"]
    store({k: v for k, v in weights.items() if k.startswith(("quantize.", "post_quant_conv."))},
          f"{out}/vqgan/gumbel/quantiser.safetensors")
    expected = load_file(f"{cases}/vqgan/gumbel/expected.safetensors")
    store({k: expected[k] for k in ("quant_conv_output", "indices", "quantised", "post_quant_conv_output")},
          f"{out}/vqgan/gumbel/expected.safetensors")


if __name__ == "__main__":
    main(*sys.argv[1:])
