#!/usr/bin/env python3
"""Puts `headroom-cli bench dcgan` beside a PyTorch peer, in turn (A B A B), and prints ratios as a Markdown table.

    tests/bench/compare_dcgan.py --cli build/release/bin/headroom-cli --peer <peer_dcgan.py> [--python <python with torch>]

Run it on a machine that does nothing else. Speeds are images per second, medians and bests over the rounds; a ratio above 1 in the columns
"speed" means that Headroom is faster, below 1 in "peak" that it needs less memory. With --guide the last table is the one of resources/guide/measured.md.
"""
import argparse

from in_turn import HEAD, add_options, headrooms, in_turn, rows

CASES = [(64, 64, "fp32"), (64, 64, "bf16"), (128, 16, "fp32"), (128, 16, "bf16"), (256, 16, "fp32"), (256, 16, "bf16")]
PEERS = {"plain": [], "careful": ["--channels-last", "--freeze-d", "--adam", "fused"]}


def guide_row(size, batch, precision, figures):
    img = lambda name: f"{figures[name]['median']:.3g} img/s"
    mib = " / ".join(f"{figures[name]['peak'] / 2**20:.0f}" for name in ("headroom", *PEERS))
    return f"| {size}, {batch} | {precision} | {img('headroom')} | {img('plain')} | {img('careful')} | {mib} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", required=True, help="peer_dcgan.py")
    parser.add_argument("--cases", default="", help="for example 64/64/bf16,128/16/fp32")
    parser.add_argument("--guide", action="store_true", help="also the table of the guide")
    add_options(parser, rounds=5, steps=12)
    options = parser.parse_args()
    cases = [tuple(int(x) if x.isdigit() else x for x in c.split("/")) for c in options.cases.split(",") if c] or CASES

    print(HEAD)
    guide = ["| Pixels, batch | Precision | Headroom | plain PyTorch | careful PyTorch | Peak, MiB: Headroom / plain / careful |", "|---|---|---|---|---|---|"]
    for size, batch, precision in cases:
        common = ["--size", size, "--batch", batch, "--precision", precision, "--steps", options.steps]
        commands = headrooms(options, ["dcgan", *common])
        for name, extra in PEERS.items():
            commands[name] = [options.python, options.peer, *common, "--threads", options.threads, *extra]
        figures = in_turn(commands, options.rounds)
        print("\n".join(rows(f"{size} px, {batch}, {precision}", figures)), flush=True)
        guide.append(guide_row(size, batch, precision, figures))
    if options.guide:
        print("\n" + "\n".join(guide))


if __name__ == "__main__":
    main()
