#!/usr/bin/env python3
"""Puts `headroom-cli bench light-gan` beside lightweight-gan's networks in its training step, in turn (A B A B), and prints ratios as a Markdown table.

    tests/bench/compare_light_gan.py --cli build/release/bin/headroom-cli [--python <python with torch>] [--package FOLDER WITH lightweight_gan]

Run it on a machine that does nothing else. Both compute sixteen pictures a step with the same networks; Headroom takes them in the pieces of its presets.
Each step in four has the penalty, so steps are a multiple of four and the rates are those of all of them. A ratio above 1 in the columns "speed" means
that Headroom is faster, below 1 in "peak" that it needs less memory.
"""
import argparse
from pathlib import Path

import in_turn
from in_turn import HEAD, add_options, headrooms, rows

CASES = [(64, 8, "fp32"), (128, 4, "fp32"), (256, 4, "fp32"), (256, 4, "bf16")]
WINDOW = 16


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", help="a folder with lightweight_gan, where it is not installed")
    parser.add_argument("--cases", default="", help="for example 64/8/bf16: size, pictures at a time, precision")
    parser.add_argument("--peer-batch", type=int, default=WINDOW, help="pictures at a time of the peer")
    add_options(parser, rounds=3, steps=8)
    options = parser.parse_args()
    cases = [tuple(int(x) if x.isdigit() else x for x in c.split("/")) for c in options.cases.split(",") if c] or CASES
    in_turn.RATES = ["images_per_second"]  # medians would leave out the steps with the penalty

    print(HEAD)
    for size, batch, precision in cases:
        common = ["--size", size, "--precision", precision, "--steps", options.steps]
        commands = headrooms(options, ["light-gan", *common, "--batch", batch, "--set", f"batch.accumulate={WINDOW // batch}"])
        peer = [options.python, Path(__file__).with_name("light_gan_peer.py"), *common, "--batch", options.peer_batch, "--accumulate",
                WINDOW // options.peer_batch, "--threads", options.threads]
        commands["lightweight-gan"] = peer + (["--package", options.package] if options.package else [])
        print("\n".join(rows(f"{size} px, {batch} x {WINDOW // batch}, {precision}", in_turn.in_turn(commands, options.rounds))), flush=True)


if __name__ == "__main__":
    main()
