#!/usr/bin/env python3
"""Runs what needs a GPU and measures it: tests, benches in turn with the PyTorch peers, forecasts against what was held.

    tests/gpu/on_device.py --bin build/gpu/bin --out results [--peers DIR] [--minutes 9] [--stand-in]

Called by run_on_device.sh, which builds first. Writes results.json and results.md into --out. Every part ends as passed, failed or
not run, with the reason; the exit status is 0 only when all have passed. A test that was skipped, a peer that could not run and a
part for which no time was left are "not run", never passed. With --stand-in the programs that were built with the stand-in device
(tests/support/stand_in) run the same parts on small networks, with a peer only where --peers names one.
"""
import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PASSED, FAILED, NOT_RUN = "passed", "failed", "not run"

# What resources/guide/graphics-cards.md says of a card: (bench, what of it, at least or at most, how much).
GOALS = [
    ("DCGAN 64 px, 128", "speed", "compiled", 1.3),
    ("VQGAN-CLIP 256 px, 32 cuts", "speed", "usual", 2.0),
    ("VQGAN-CLIP 256 px, 32 cuts", "peak", "usual", 0.30),
    ("VQGAN-CLIP 512 px, 32 cuts", "speed", "usual", 2.0),
    ("VQGAN-CLIP 512 px, 32 cuts", "peak", "usual", 0.30),
    ("Light GAN 256 px, 4 x 4", "speed", "lightweight-gan", 1.3),
    ("Light GAN 256 px, 4 x 4", "peak", "lightweight-gan", 0.50),
]
FORECAST_MEDIAN, FORECAST_UNDER = 3.0, 5.0  # per cent


class Parts:
    """What was run and how it ended, and how much time is left for the rest."""

    def __init__(self, minutes, only=""):
        self.ends = time.monotonic() + 60 * minutes
        self.only = only
        self.rows = []

    def left(self):
        return max(0.0, self.ends - time.monotonic())

    def run(self, name, least_seconds, body):
        """`body()` returns None or why it failed; it raises NotRun. Not begun when less than `least_seconds` are left."""
        print(f"==> {name} ({self.left():.0f} s left)", flush=True)
        begun = time.monotonic()
        state, why = PASSED, ""
        if self.only not in name:
            state, why = NOT_RUN, "it was not asked for"
        elif self.left() < least_seconds:
            state, why = NOT_RUN, f"no time was left: it needs {least_seconds} s"
        else:
            try:
                why = body() or ""
                state = FAILED if why else PASSED
            except NotRun as reason:
                state, why = NOT_RUN, str(reason)
            except subprocess.TimeoutExpired:
                state, why = FAILED, "it did not end in time"
            except RuntimeError as error:
                state, why = FAILED, str(error)
        self.rows.append({"part": name, "state": state, "seconds": round(time.monotonic() - begun, 1), "why": why})
        print(f"    {state}{': ' + why if why else ''}", flush=True)


class NotRun(Exception):
    """Why a part could not be run."""


def called(command, seconds, **more):
    """The finished process of a command that may take so long."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          timeout=max(1.0, seconds), **more)


def last_json(command, seconds):
    done = called(command, seconds)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        words = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise RuntimeError(f"{Path(str(command[0])).name} {command[1]}: status {done.returncode}: {words}")
    return json.loads(lines[-1])


def gtest(program, parts, filters="*", under=()):
    """Runs a GoogleTest program, `under` another one if that is named; None, or what failed. A skipped test makes the part "not run"."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = called([*under, program, f"--gtest_filter={filters}", f"--gtest_output=json:{report}", "--gtest_brief=1"], parts.left())
        if not report.exists():
            return f"it ended with status {done.returncode}: {(done.stdout + done.stderr).strip()[-300:]}"
        suites = json.loads(report.read_text())["testsuites"]
    tests = [(f"{suite['name']}.{test['name']}", test) for suite in suites for test in suite["testsuite"]]
    failed = [name for name, test in tests if test.get("failures")]
    skipped = [name for name, test in tests if test["result"] != "COMPLETED"]
    if failed:
        return f"{len(failed)} of {len(tests)} failed: {', '.join(failed[:6])}"
    if done.returncode != 0:
        return f"it ended with status {done.returncode}: {(done.stdout + done.stderr).strip()[-300:]}"
    if not tests:
        raise NotRun("there is no such test")
    if skipped:
        raise NotRun(f"{len(skipped)} of {len(tests)} were skipped: {', '.join(skipped[:6])}")
    return None


class Benches:
    """Headroom's own benches and the peers', in turn."""

    def __init__(self, options, parts, device):
        self.options, self.parts, self.device = options, parts, device
        self.rows = []

    def headroom(self, arguments):
        line = last_json([self.options.bin / self.options.cli, "bench", *arguments, "--device", self.device, "--json"], self.parts.left())
        rate = line.get("images_per_second_median") or line.get("images_per_second") or line.get("iterations_per_second")
        return rate, line["peak_bytes"]

    def peer(self, script, arguments):
        path = self.options.peers / script
        if not path.exists():
            raise NotRun(f"{script} is not in {self.options.peers}")
        line = last_json([self.options.python, path, *arguments], self.parts.left())
        rate = line.get("images_per_second_quiet") or line.get("images_per_second") or line.get("iterations_per_second")
        return rate, line.get("peak_bytes")

    def with_and_without_graphs(self, name, ours):
        """Steps recorded as CUDA graphs and made one by one, in turn: a row of the first with the second as its peer."""
        figures = {"on": [], "off": []}
        for _ in range(self.options.rounds):
            for how, rows in figures.items():
                rows.append(self.headroom([*ours, "--set", f"cuda.graphs={how}"]))
        on, off = self.summary(figures["on"]), self.summary(figures["off"])
        self.rows.append({"bench": f"{name}, graphs", "headroom": on, "peers": {"Headroom without graphs": self.beside(on, off)}})

    @staticmethod
    def summary(rows):
        rates = [rate for rate, _ in rows if rate]
        peaks = [peak for _, peak in rows if peak]
        return {"rate": statistics.median(rates), "best": max(rates), "peak": statistics.median(peaks) if peaks else None,
                "rounds": len(rows)}

    @staticmethod
    def beside(own, other):
        return other | {"speed": own["rate"] / other["rate"], "speed_of_bests": own["best"] / other["best"],
                        "peak_ratio": own["peak"] / other["peak"] if other["peak"] else None}

    def in_turn(self, name, ours, peers):
        """ours: arguments of `bench`. peers: {name: (script, arguments)}. One row each, with ratios of medians and of bests."""
        figures = {"Headroom": []} | {peer: [] for peer in peers}
        missing = {}
        for _ in range(self.options.rounds):
            figures["Headroom"].append(self.headroom(ours))
            for peer, (script, arguments) in peers.items():
                if peer in missing:
                    continue
                try:
                    figures[peer].append(self.peer(script, arguments))
                except (NotRun, RuntimeError) as reason:
                    missing[peer] = str(reason)

        own = self.summary(figures["Headroom"])
        row = {"bench": name, "headroom": own, "peers": {}}
        for peer in peers:
            if peer in missing:
                row["peers"][peer] = {"not_run": missing[peer]}
                continue
            row["peers"][peer] = self.beside(own, self.summary(figures[peer]))
        self.rows.append(row)
        if missing:
            raise NotRun("; ".join(f"{peer}: {why}" for peer, why in missing.items()))


def forecasts(options, parts, device, cases, out):
    """Forecasts each case, trains it for some steps, and compares both the tensors and what the process held. The first step is left out: in it
    cuDNN tries its algorithms, with what memory it can get. The fourth is the first that is a graph's replay and nothing else."""
    steps = "4" if options.stand_in else "8"
    for name, arguments in cases:
        cli = options.bin / options.cli
        said = last_json([cli, "forecast", *arguments, "--device", device, "--json"], parts.left())
        with tempfile.TemporaryDirectory() as folder:
            verb = ["imagine", "a red cube"] if arguments[0] == "vqgan-clip" else ["train", arguments[0]]
            done = called([cli, *verb, *arguments[1:], "--device", device, "--steps", steps, "--out", f"{folder}/run", "--json"], parts.left())
        events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        held = [e["memory"] for e in events if e.get("event") == "step"][1:]
        if done.returncode != 0 or not held:
            return f"{name}: the run ended with status {done.returncode}: {done.stderr.strip()[-200:]}"
        row = {"case": name}
        for what, key, measured in (("tensors", "tensor_bytes", "peak_tensors"), ("process", "peak_bytes", "peak")):
            most = max(m[measured] for m in held)
            row[what] = {"forecast": said[key], "measured": most, "error_percent": 100.0 * (said[key] - most) / most}
        out.append(row)
    for what in ("tensors", "process"):
        errors = [row[what]["error_percent"] for row in out]
        if statistics.median(abs(e) for e in errors) > FORECAST_MEDIAN:
            return f"{what}: the median error is {statistics.median(abs(e) for e in errors):.1f} %, allowed are {FORECAST_MEDIAN} %"
        if min(errors) < -FORECAST_UNDER:
            return f"{what}: {-min(errors):.1f} % under, allowed are {FORECAST_UNDER} %"
    return None


def sanitize(options, parts):
    """The kernels once more, watched; the stand-in has nothing to watch, and a rehearsal takes a few of the tests, all of which ctest runs. Calls that the driver refuses are not errors of the
    kernels': LibTorch's allocator asks for memory that other machines can map, and takes plain memory where that is refused."""
    tool = shutil.which("compute-sanitizer")
    if not tool and not options.stand_in:
        raise NotRun("compute-sanitizer is not installed")
    under = [] if options.stand_in else [tool, "--tool", "memcheck", "--report-api-errors", "no", "--error-exitcode", "9"]
    return gtest(options.bin / options.gpu_tests, parts, "GpuKernels.Adam*" if options.stand_in else "GpuKernels.*", under)


def missed_goals(rows):
    out = []
    for bench, what, peer, bound in GOALS:
        row = next((r for r in rows if r["bench"] == bench), None)
        found = (row or {}).get("peers", {}).get(peer, {})
        ratio = found.get("speed" if what == "speed" else "peak_ratio")
        if ratio is None:
            out.append(f"{bench}: {what} beside {peer} was not measured")
        elif (what == "speed" and ratio < bound) or (what == "peak" and ratio > bound):
            out.append(f"{bench}: {what} {ratio:.2f} of {peer}, wanted {'>=' if what == 'speed' else '<='} {bound}")
    return out


def markdown(result):
    lines = [f"# Headroom on {result['device']}", "", "| Part | Ended | Seconds | Why |", "|---|---|---|---|"]
    lines += [f"| {p['part']} | {p['state']} | {p['seconds']} | {p['why'].replace('|', '/')} |" for p in result["parts"]]
    lines += ["", "| Bench | Peer | Headroom, per second: median (best) | Peer | Speed | Peak, MiB: Headroom / peer | Peak |", "|---|---|---|---|---|---|---|"]
    for row in result["benches"]:
        own = row["headroom"]
        peak = f"{own['peak'] / 2**20:.0f}" if own["peak"] else "?"
        if not row["peers"]:
            lines.append(f"| {row['bench']} | | {own['rate']:.2f} ({own['best']:.2f}) | | | {peak} | |")
        for peer, p in row["peers"].items():
            if "not_run" in p:
                lines.append(f"| {row['bench']} | {peer} | {own['rate']:.2f} ({own['best']:.2f}) | not run | | {peak} | |")
                continue
            theirs = f"{p['peak'] / 2**20:.0f}" if p["peak"] else "?"
            ratio = f"{p['peak_ratio']:.2f}" if p["peak_ratio"] else ""
            lines.append(f"| {row['bench']} | {peer} | {own['rate']:.2f} ({own['best']:.2f}) | {p['rate']:.2f} ({p['best']:.2f}) "
                         f"| {p['speed']:.2f} | {peak} / {theirs} | {ratio} |")
    lines += ["", "| Forecast | Tensors, MiB: forecast / held | Error | Process, MiB: forecast / held | Error |", "|---|---|---|---|---|"]
    for row in result["forecasts"]:
        cells = [f"{row[w]['forecast'] / 2**20:.0f} / {row[w]['measured'] / 2**20:.0f} | {row[w]['error_percent']:+.1f} %" for w in ("tensors", "process")]
        lines.append(f"| {row['case']} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines) + "\n"


def dcgan(size, batch, steps, warmup):
    return ["dcgan", "--size", str(size), "--batch", str(batch), "--steps", str(steps), "--warmup", str(warmup)]


ON_HOST = ["--set", "data.on_device=off"]  # pictures come batch after batch, copied beside the work


def data_on_host(benches, name, ours):
    """The same bench without the data set on the device, after the one with it."""
    name = f"{name}, data on the host"
    return name, 10, lambda: benches.in_turn(name, [*ours, *ON_HOST], {})


def card_benches(benches):
    """(name, seconds it needs, what runs it)."""
    out = []
    for size, batch in ((64, 128), (128, 64), (256, 64)):
        common = ["--size", str(size), "--batch", str(batch), "--device", "cuda", "--tf32", "--cudnn-benchmark", "--steps", "40", "--warmup", "12"]
        careful = [*common, "--channels-last", "--freeze-d", "--adam", "fused"]
        peers = {"eager": ("peer_dcgan.py", common), "careful": ("peer_dcgan.py", careful),
                 "compiled": ("peer_dcgan.py", [*careful, "--compile", "--compile-mode", "reduce-overhead"])}
        name = f"DCGAN {size} px, {batch}"
        out.append((name, 20, lambda n=name, s=size, b=batch, p=peers: benches.in_turn(n, dcgan(s, b, 60, 12), p)))
        out.append(data_on_host(benches, name, dcgan(size, batch, 60, 12)))
        out.append((f"{name}, graphs", 10, lambda n=name, s=size, b=batch: benches.with_and_without_graphs(n, dcgan(s, b, 60, 12))))
    for size in (256, 512):
        name = f"VQGAN-CLIP {size} px, 32 cuts"
        peers = {"usual": ("peer_vqgan_clip.py", ["--width", str(size), "--height", str(size), "--cutn", "32", "--device", "cuda", "--steps", "10", "--split", "0", "--json"])}
        ours = ["vqgan-clip", "--set", f"picture.width={size}", "--set", f"picture.height={size}", "--set", "cuts.count=32", "--steps", "20", "--warmup", "5"]
        out.append((name, 20, lambda n=name, o=ours, p=peers: benches.in_turn(n, o, p)))
    peers = {"usual": ("peer_vqgan_train.py", ["--size", "256", "--batch", "4", "--device", "cuda", "--steps", "8", "--json"])}
    ours = ["vqgan", "--size", "256", "--batch", "4", "--steps", "16", "--warmup", "5"]
    out.append(("VQGAN f16 training, 256 px, 4", 20, lambda: benches.in_turn("VQGAN f16 training, 256 px, 4", ours, peers)))
    out.append(("VQGAN f16 training, 256 px, 4, graphs", 10, lambda: benches.with_and_without_graphs("VQGAN f16 training, 256 px, 4", ours)))
    for size in (256, 512):
        pieces = ["--size", str(size), "--batch", "4", "--steps", "16", "--warmup", "4"]
        name = f"Light GAN {size} px, 4 x 4"
        peers = {"lightweight-gan": ("light_gan_peer.py", [*pieces, "--accumulate", "4", "--device", "cuda"])}
        ours = ["light-gan", *pieces, "--set", "batch.accumulate=4"]
        out.append((name, 20, lambda n=name, o=ours, p=peers: benches.in_turn(n, o, p)))
        out.append((f"{name}, graphs", 10, lambda n=name, o=ours: benches.with_and_without_graphs(n, o)))
    return out


def small_benches(benches, peers):
    """`peers`: as of in_turn()."""
    small = ["--set", "width.g=8", "--set", "width.d=8", "--set", "data.count=64"]
    ours = [*dcgan(32, 8, 4, 1), *small]
    return [("DCGAN 32 px, 8", 5, lambda: benches.in_turn("DCGAN 32 px, 8", ours, peers)), data_on_host(benches, "DCGAN 32 px, 8", ours),
            ("DCGAN 32 px, 8, graphs", 5, lambda: benches.with_and_without_graphs("DCGAN 32 px, 8", [*dcgan(32, 8, 4, 4), *small]))]


CARD_FORECASTS = [
    ("DCGAN 64 px, 128", ["dcgan", "--size", "64", "--batch", "128"]),
    ("DCGAN 64 px, 128, data on the host", ["dcgan", "--size", "64", "--batch", "128", *ON_HOST]),
    ("DCGAN 128 px, 64, bf16", ["dcgan", "--size", "128", "--batch", "64", "--precision", "bf16"]),
    ("DCGAN 256 px, 16 x 4", ["dcgan", "--size", "256", "--batch", "16", "--accumulate", "4"]),
    ("VQGAN-CLIP 512 px, built-in", ["vqgan-clip", "--set", "picture.width=512", "--set", "picture.height=512"]),
    ("Light GAN 256 px, 4 x 4", ["light-gan", "--size", "256", "--batch", "4", "--accumulate", "4"]),
    ("VQGAN f16 training, 256 px, 4", ["vqgan", "--size", "256", "--batch", "4"]),
    ("VQGAN-CLIP, built-in", ["vqgan-clip"]),
]
# Large enough for the allocator's pages of 20 MiB to be a small part.
SMALL_FORECAST = ["dcgan", "--size", "64", "--batch", "32", "--set", "width.g=64", "--set", "width.d=64", "--set", "data.count=256"]
SMALL_FORECASTS = [("DCGAN 64 px, 32", SMALL_FORECAST), ("DCGAN 64 px, 32, data on the host", [*SMALL_FORECAST, *ON_HOST]), CARD_FORECASTS[-1]]
# What rehearses the peers where a folder of some is named.
SMALL_PEERS = {"paper": ("peer_dcgan.py", ["--size", "32", "--batch", "8"])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder of the built programs")
    parser.add_argument("--out", type=Path, required=True, help="folder for results.json and results.md")
    parser.add_argument("--peers", type=Path, help="folder of the PyTorch peers; without it they are not run, and said not to be")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch, for the peers")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--rounds", type=int, default=2, help="of each bench, in turn with its peers")
    parser.add_argument("--only", default="", help="run the parts with this in their name, such as 'bench DCGAN'; the others count as not run")
    parser.add_argument("--stand-in", action="store_true", help="rehearse on the stand-in device")
    options = parser.parse_args()
    options.cli, options.gpu_tests = ("headroom-cli-stand-in", "headroom_gpu_tests_stand_in") if options.stand_in else ("headroom-cli", "headroom_gpu_tests")
    options.bin = options.bin.resolve()
    parts, device = Parts(options.minutes, options.only), "cuda"
    benches, held = Benches(options, parts, device), []
    options.out.mkdir(parents=True, exist_ok=True)

    doctor = last_json([options.bin / options.cli, "doctor", "--json"], 60)
    gpus = [d for d in doctor["devices"] if d["id"].startswith("cuda") and d["usable"]]

    def device_there():
        return None if gpus else f"no GPU can be used: {doctor['gpu']['none'] or 'doctor lists none'}"

    parts.run("a GPU that can be used", 0, device_there)
    if gpus:
        parts.run("tests of label gpu", 30, lambda: gtest(options.bin / options.gpu_tests, parts, "GpuTools.*" if options.stand_in else "*"))
        parts.run("kernels" if options.stand_in else "kernels under compute-sanitizer", 20, lambda: sanitize(options, parts))
        parts.run("forecasts", 20, lambda: forecasts(options, parts, device, SMALL_FORECASTS if options.stand_in else CARD_FORECASTS, held))
        if options.stand_in:
            planned = small_benches(benches, SMALL_PEERS if options.peers else {})
        else:
            options.peers = options.peers or Path("no folder of peers was named")
            planned = card_benches(benches)
        for name, seconds, body in planned:
            parts.run(f"bench {name}", seconds, body)
        if not options.stand_in:
            parts.run("goals", 0, lambda: "; ".join(missed_goals(benches.rows)) or None)

    result = {"device": gpus[0]["name"] if gpus else "no GPU", "stand_in": options.stand_in, "version": doctor["version"],
              "libtorch": doctor["libtorch"], "parts": parts.rows, "benches": benches.rows, "forecasts": held}
    (options.out / "results.json").write_text(json.dumps(result, indent=1) + "\n")
    (options.out / "results.md").write_text(markdown(result))
    print(markdown(result))
    not_passed = [p for p in parts.rows if p["state"] != PASSED]
    print(f"{len(parts.rows) - len(not_passed)} parts passed, {len(not_passed)} did not; see {options.out / 'results.md'}.")
    return 0 if not not_passed else 1


if __name__ == "__main__":
    sys.exit(main())
