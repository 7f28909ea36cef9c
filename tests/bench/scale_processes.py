#!/usr/bin/env python3
"""Measures what sharing a DCGAN's steps out among processes of this machine costs and gains, in turn, and prints Markdown tables.

    tests/bench/scale_processes.py --cli build/release/bin/headroom-cli [--rounds 4]

The same work (four micro-batches a step) by one process with two threads, two with one each, and two with two each. The share of
exchanges is what two processes that share a step take beyond two that compute half a step each and know nothing of each other.
Below it on paper: the exchange of a step's gradients for 8 cards of one machine and for 8 machines, as a ring passes them on:
2 (n - 1) / n times their bytes over the slowest link. Run it on a machine that does nothing else.
"""
import argparse
import json
import statistics
import subprocess
import tempfile

WORK = ["train", "dcgan", "--data", "shapes", "--set", "image.size=64", "--batch", "32", "--seed", "1", "--json",
        "--set", "preview.every=1000000", "--set", "checkpoint.every=0"]
WAYS = {
    "1 process, 2 threads": (1, ["--accumulate", "4", "--threads", "2"]),
    "2 processes, 1 thread each": (1, ["--accumulate", "4", "--threads", "1", "--processes", "2"]),
    "2 processes, 2 threads each": (1, ["--accumulate", "4", "--threads", "2", "--processes", "2"]),
    "2 that share nothing, half a step each": (2, ["--accumulate", "2", "--threads", "1"]),
}
LINKS = {"8 cards, PCIe 4.0 x16 (25 GB/s)": (8, 25e9), "8 machines, 10 Gbit/s": (8, 1.25e9)}


def run(cli, steps, copies, settings):
    """Seconds per step without the first four, and the parameters of both networks."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [subprocess.Popen([cli, *WORK, "--steps", str(steps), "--out", f"{folder}/{i}", *settings], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE) for i in range(copies)]
        seconds, parameters = [], 0
        for one in runs:
            out, err = one.communicate()
            if one.returncode != 0:
                raise SystemExit(f"{' '.join(one.args)} failed with status {one.returncode}:\n{err[-2000:]}")
            events = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
            started = next(e for e in events if e["event"] == "started")
            parameters = started["parameters_g"] + started["parameters_d"]
            done = [e for e in events if e["event"] == "step"]
            images = done[0]["images"]
            seconds += [images / e["images_per_second"] for e in done[4:]]
        return seconds, parameters


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="build/release/bin/headroom-cli")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--steps", type=int, default=14)
    options = parser.parse_args()
    medians, bests, parameters = {way: [] for way in WAYS}, {way: [] for way in WAYS}, 0
    for _ in range(options.rounds):
        for way, (copies, settings) in WAYS.items():
            seconds, parameters = run(options.cli, options.steps, copies, settings)
            medians[way].append(statistics.median(seconds))
            bests[way].append(min(seconds))
    first = statistics.median(medians["1 process, 2 threads"])
    print("| way | seconds per step, median | best | speed |\n|---|---|---|---|")
    for way in WAYS:
        median = statistics.median(medians[way])
        print(f"| {way} | {median:.3f} | {min(bests[way]):.3f} | {first / median:.2f} |")
    shared, apart = (statistics.median(medians[way]) for way in list(WAYS)[1::2])
    print(f"\nExchanges, votes and waiting for each other: {100 * (1 - apart / shared):.1f} % of a shared step.\n")
    gradients = 4 * parameters
    print(f"| on paper, {gradients / 1e6:.1f} MB of gradients a step | milliseconds |\n|---|---|")
    for words, (count, rate) in LINKS.items():
        print(f"| {words} | {1000 * 2 * (count - 1) / count * gradients / rate:.1f} |")


if __name__ == "__main__":
    main()
