#!/usr/bin/env python3
"""Peak memory against speed of one effective batch: Headroom's plans beside the plain peer's batch sizes, as a table and a picture.

    tests/bench/frontier.py --peer <peer_dcgan.py> --python <python with torch> [--size 256] [--effective 64] [--picture out.svg]

Networks have no batch norm here on both sides, so that every split of the batch gives the same gradients. The peer's plain
answer to a full memory is a smaller batch without accumulation; its first row, the whole batch at once, is what ratios refer to.
Run it on a machine that does nothing else: rows take minutes each.
"""
import argparse
import json
import subprocess
import sys
import tempfile

NO_NORM = """
import runpy, sys, torch, torch.nn as nn
class NoNorm(nn.Identity):
    def __init__(self, *a, **k):
        super().__init__()
        self.weight, self.bias = torch.zeros(1), torch.zeros(1)  # for the initialiser; no parameters
nn.BatchNorm2d = NoNorm
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def last_json(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        raise SystemExit(f"{' '.join(command)} failed with status {done.returncode}:\n{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def peer_point(options, batch):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(NO_NORM)
        script.flush()
        row = last_json([options.python, script.name, options.peer, "--size", str(options.size), "--batch", str(batch), "--threads", str(options.threads),
                         "--steps", str(options.steps), "--warmup", "1", "--max-seconds", "60"])
    speed = row.get("images_per_second_quiet") or row["images_per_second"]
    peak = row.get("peak_bytes") or row["peak_live_bytes"]
    return {"name": f"plain {batch}", "ours": False, "speed": speed, "peak": peak}


def our_point(options, micro, precision, checkpointing):
    settings = ["--set", "norm.g=none", "--set", "norm.d=none", "--set", f"memory.checkpointing={'on' if checkpointing else 'off'}"]
    row = last_json([options.cli, "bench", "dcgan", "--size", str(options.size), "--batch", str(micro), "--accumulate", str(options.effective // micro),
                     "--precision", precision, "--threads", str(options.threads), "--steps", str(options.steps), "--warmup", "1", "--json", *settings])
    name = f"{micro} x {options.effective // micro} {precision}" + (" checkpointing" if checkpointing else "")
    return {"name": name, "ours": True, "speed": row["images_per_second_median"], "peak": row["peak_bytes"]}


def picture(points, options):
    """A scatter as SVG: x peak in MiB, y images per second; filled: Headroom, hollow: plain."""
    width, height, left, bottom = 640, 400, 56, 44
    most_x = 1.1 * max(p["peak"] for p in points) / 2**20
    most_y = 1.15 * max(p["speed"] for p in points)
    x = lambda peak: left + (width - left - 16) * peak / 2**20 / most_x
    y = lambda speed: height - bottom - (height - bottom - 16) * speed / most_y
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="Roboto,sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    step = next(s for s in (50, 100, 200, 500, 1000, 2000) if most_x / s <= 8)
    for tick in range(0, int(most_x) + 1, step):
        out.append(f'<path d="M{x(tick * 2**20):.1f} 16V{height - bottom}" stroke="#e1e6eb"/><text x="{x(tick * 2**20):.1f}" y="{height - bottom + 16}" text-anchor="middle" fill="#59636f">{tick}</text>')
    step = next(s for s in (0.5, 1, 2, 5, 10, 20, 50) if most_y / s <= 8)
    tick = 0.0
    while tick < most_y:
        out.append(f'<path d="M{left} {y(tick):.1f}H{width - 16}" stroke="#e1e6eb"/><text x="{left - 6}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="#59636f">{tick:g}</text>')
        tick += step
    for p in points:
        colour = "#0b5cad" if p["ours"] else "#b35c00"
        fill = colour if p["ours"] else "none"
        out.append(f'<circle cx="{x(p["peak"]):.1f}" cy="{y(p["speed"]):.1f}" r="5" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{x(p["peak"]) + 9:.1f}" y="{y(p["speed"]) + 4:.1f}" fill="{colour}">{p["name"]}</text>')
    out.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle" fill="#3e4752">peak of tensors, MiB (DCGAN {options.size} px, effective batch {options.effective})</text>'
               f'<text x="14" y="{height / 2}" text-anchor="middle" fill="#3e4752" transform="rotate(-90 14 {height / 2})">images per second</text></svg>')
    with open(options.picture, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="build/release/bin/headroom-cli")
    parser.add_argument("--peer", required=True, help="peer_dcgan.py")
    parser.add_argument("--python", default=sys.executable, help="a Python that has torch")
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--effective", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--peer-batches", default="64,16,4")
    parser.add_argument("--plans", default="16/fp32,4/fp32,2/fp32,16/bf16,4/bf16,1/bf16", help="micro-batch/precision[/ck]")
    parser.add_argument("--picture", default="")
    options = parser.parse_args()

    points = [peer_point(options, int(b)) for b in options.peer_batches.split(",") if b]
    plain = points[0]
    print("| what | img/s | peak MiB | speed against plain | peak against plain |\n|---|---|---|---|---|")
    show = lambda p: print(f"| {p['name']} | {p['speed']:.2f} | {p['peak'] / 2**20:.0f} | {p['speed'] / plain['speed']:.2f} | {p['peak'] / plain['peak']:.2f} |", flush=True)
    for p in points:
        show(p)
    for plan in options.plans.split(","):
        parts = plan.split("/")
        points.append(our_point(options, int(parts[0]), parts[1], len(parts) > 2))
        show(points[-1])
    if options.picture:
        picture(points, options)


if __name__ == "__main__":
    main()
