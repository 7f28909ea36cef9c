"""What the comparisons share: programs that print a line of JSON, run in turn (A B A B), their medians and bests, and ratios."""
import json
import statistics
import subprocess

RATES = ["images_per_second_median", "images_per_second_quiet", "images_per_second", "iterations_per_second", "steps_per_second"]
PEAKS = ["peak_bytes", "peak_live_bytes"]
HEAD = ("| case | beside | median | its median | speed | best | its best | speed of bests | peak MiB | its peak MiB | peak |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|")


def last_json(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        raise SystemExit(f"{' '.join(str(word) for word in command)} failed with status {done.returncode}:\n{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def first_of(line, keys):
    return next((line[key] for key in keys if line.get(key) is not None), None)


def in_turn(commands, rounds):
    """commands: {name: command}, the first one's name is Headroom's. {name: {"median", "best", "peak"}}."""
    lines = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            lines[name].append(last_json(command))
    out = {}
    for name, told in lines.items():
        rates = [first_of(line, RATES) for line in told]
        peaks = [peak for line in told if (peak := first_of(line, PEAKS)) is not None]
        out[name] = {"median": statistics.median(rates), "best": max(rates), "peak": statistics.median(peaks) if peaks else None}
    return out


def rows(case, figures):
    """One line of HEAD's table for each program beside the first."""
    (_, own), *others = figures.items()
    mib = lambda peak: "" if peak is None else f"{peak / 2**20:.0f}"
    for name, other in others:
        peak = f"{own['peak'] / other['peak']:.2f}" if own["peak"] and other["peak"] else ""
        yield (f"| {case} | {name} | {own['median']:.3g} | {other['median']:.3g} | {own['median'] / other['median']:.2f} "
               f"| {own['best']:.3g} | {other['best']:.3g} | {own['best'] / other['best']:.2f} | {mib(own['peak'])} | {mib(other['peak'])} | {peak} |")


def add_options(parser, rounds, steps):
    parser.add_argument("--cli", default="build/release/bin/headroom-cli")
    parser.add_argument("--before", help="another headroom-cli, to run in turn with this one")
    parser.add_argument("--python", default="python3", help="a Python that has torch")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--threads", type=int, default=2)


def headrooms(options, arguments):
    """This program's command, and that of the one before it."""
    out = {"headroom": [options.cli, "bench", *arguments, "--threads", options.threads, "--device", "cpu", "--json"]}
    if options.before:
        out["before"] = [options.before, *out["headroom"][1:]]
    return out
