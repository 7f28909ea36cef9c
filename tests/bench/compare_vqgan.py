#!/usr/bin/env python3
"""Puts `headroom-cli bench vqgan` and `bench vqgan-clip` beside PyTorch peers, in turn (A B A B), and prints ratios as a Markdown table.

    tests/bench/compare_vqgan.py --cli build/release/bin/headroom-cli --peers <folder of peer_vqgan_train.py and peer_vqgan_clip.py>
        [--python <python with torch>] [--only train|paint]

Run it on a machine that does nothing else: a case takes minutes. Speeds are images per second (training a VQGAN f16, L1 alone) and iterations per
second (32 cutouts, VQGAN f16-16384, CLIP ViT-B/32), medians and bests over the rounds.
"""
import argparse
from pathlib import Path

from in_turn import HEAD, add_options, headrooms, in_turn, rows


def training(options, size, batch, precision):
    common = ["--size", size, "--batch", batch, "--precision", precision, "--steps", options.steps]
    commands = headrooms(options, ["vqgan", *common, "--warmup", 1])
    commands["eager"] = [options.python, options.peers / "peer_vqgan_train.py", *common, "--threads", options.threads, "--json"]
    return f"VQGAN f16 training, {size} px, {batch}, {precision}", commands


def painting(options, size, cuts, precision):
    commands = headrooms(options, ["vqgan-clip", "--set", f"picture.width={size}", "--set", f"picture.height={size}", "--set", f"cuts.count={cuts}",
                                   "--precision", precision, "--steps", options.steps, "--warmup", 1])
    commands["usual"] = [options.python, options.peers / "peer_vqgan_clip.py", "--width", size, "--height", size, "--cutn", cuts, "--precision", precision,
                         "--steps", options.steps, "--split", 0, "--threads", options.threads, "--json"]
    return f"VQGAN-CLIP, {size} px, {cuts} cuts, {precision}", commands


CASES = {"train": [(training, 256, 1, "fp32"), (training, 256, 1, "bf16")],
         "paint": [(painting, 256, 32, "fp32"), (painting, 256, 32, "bf16")]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", required=True, type=Path, help="the folder of the peers")
    parser.add_argument("--only", choices=list(CASES))
    add_options(parser, rounds=3, steps=4)
    options = parser.parse_args()
    print(HEAD)
    for case, *arguments in [c for name, cases in CASES.items() if options.only in (None, name) for c in cases]:
        name, commands = case(options, *arguments)
        print("\n".join(rows(name, in_turn(commands, options.rounds))), flush=True)


if __name__ == "__main__":
    main()
