#!/usr/bin/env python3
"""Puts `headroom-cli bench dcgan` beside a PyTorch peer, in turn (A B A B), and prints ratios as a Markdown table.

    tests/bench/compare_dcgan.py --cli build/release/bin/headroom-cli --peer <peer_dcgan.py> [--python <python with torch>]

Run it on a machine that does nothing else. Figures are medians over the rounds; a ratio above 1 in the column
"speed" means that Headroom is faster, below 1 in "peak" that it needs less memory.
"""
import argparse
import json
import statistics
import subprocess

CASES = [(64, 64, "fp32"), (64, 64, "bf16"), (128, 16, "fp32"), (128, 16, "bf16")]
PEERS = {"plain": [], "careful": ["--channels-last", "--freeze-d", "--adam", "fused"]}


def last_json(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        raise SystemExit(f"{' '.join(command)} failed with status {done.returncode}:\n{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="build/release/bin/headroom-cli")
    parser.add_argument("--peer", required=True, help="peer_dcgan.py")
    parser.add_argument("--python", default="python3", help="a Python that has torch")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cases", default="", help="for example 64/64/bf16,128/16/fp32")
    options = parser.parse_args()
    cases = [tuple(int(x) if x.isdigit() else x for x in c.split("/")) for c in options.cases.split(",") if c] or CASES

    print("| size | batch | precision | peer | img/s | peer img/s | speed | peak MiB | peer MiB | peak |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for size, batch, precision in cases:
        common = ["--size", str(size), "--batch", str(batch), "--precision", precision, "--steps", str(options.steps)]
        figures = {name: [] for name in ["headroom", *PEERS]}
        for _ in range(options.rounds):
            figures["headroom"].append(last_json([options.cli, "bench", "dcgan", *common, "--threads", str(options.threads), "--json"]))
            for name, extra in PEERS.items():
                figures[name].append(last_json([options.python, options.peer, *common, "--threads", str(options.threads), *extra]))

        def median(name, keys):
            values = [next(f[k] for k in keys if f.get(k) is not None) for f in figures[name]]
            return statistics.median(values)

        ours = median("headroom", ["images_per_second_median", "images_per_second"]), median("headroom", ["peak_bytes"])
        for name in PEERS:
            peer = median(name, ["images_per_second_quiet", "images_per_second"]), median(name, ["peak_bytes", "peak_live_bytes"])
            print(f"| {size} | {batch} | {precision} | {name} | {ours[0]:.1f} | {peer[0]:.1f} | {ours[0] / peer[0]:.2f} "
                  f"| {ours[1] / 2**20:.0f} | {peer[1] / 2**20:.0f} | {ours[1] / peer[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
