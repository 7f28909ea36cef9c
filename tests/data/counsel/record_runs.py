#!/usr/bin/env python3
# Makes the recorded runs that counsel is tested on: short runs with a fault planted, or with none, thinned to small files.
#
#   tests/data/counsel/record_runs.py build/ci/bin/headroom-cli FOLDER [--packages PACKAGES] [NAME ...]
#
# FOLDER keeps the whole runs; what the tests read is written beside this script: NAME.csv (figures of at most 200 steps), NAME.json
# (settings), NAME-scores.csv (of a run that was scored as it went), NAME-STEP.png (grids of samples in grey, which is what is measured) and, of a run
# on a folder of pictures, that folder as NAME/. Needs Pillow and NumPy. faults.json says which rule each planted fault of those recorded belongs to.
#
# Runs by the proposed recipe are on the sets of real pictures of tests/bench/quality.py, whose packages --packages names, unpacked as is told there.
# Those pictures are not kept: NAME-data.json has what counsel would have seen in them, NAME-marks.csv the change of size on the way.
#
# Of a run NAME-remedied the change that counsel advises against its fault is made while it goes on, as a person would who has read of it; counsel has the
# run scored before and after. NAME-marks.csv has the change.
#
# fp16 needs a GPU. Without one such runs are made by headroom-cli-stand-in, which lies beside headroom-cli in a build folder: its device
# computes on the processor, in half precision and with the same loss scales, so that what overflows there overflows here.
import argparse
import csv
import json
import math
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "bench"))
import quality  # noqa: E402 (found only by the line above)

MOST_STEPS = 200
MOST_SAMPLES = 5
REMEDIED = "-remedied"
REMEDIED_STRIDE = 4  # counsel looks at every twentieth step from the first on (counsel_limits::kBetweenLooks), and every fourth row has all of these
REMEDIED_AFTER = 20  # steps from the word to the change
COLUMNS = ["step", "images", "epoch", "elapsed_seconds", "loss_g", "loss_d", "d_real", "d_fake", "grad_norm_g", "grad_norm_d", "scale_g",
           "scale_d", "step_seconds", "peak", "budget", "figures"]

# The preset for the first minute, a little smaller: what trains well.
QUICK = {"preset": "quick", "width.g": 16, "width.d": 16, "data.count": 2048, "steps": 320, "preview.every": 100, "preview.grid": 16, "checkpoint.every": 0, "threads": 1,
         "memory.budget": "2GiB"}


def dcgan(**changes):
    return "dcgan", {**QUICK, **{k.replace("__", "."): v for k, v in changes.items()}}


def vqgan(**changes):
    quick = {"data.count": 2048, "steps": 220, "preview.every": 100, "preview.grid": 4, "checkpoint.every": 0, "threads": 1, "memory.budget": "2GiB",
             "image.size": 32, "net.resolution": 32, "net.base": 32, "loss.gan_start": 3200}
    return "vqgan", {"preset": "vqgan-shapes", **quick, **{k.replace("__", "."): v for k, v in changes.items()}}


def light_gan(**changes):
    quick = {"image.size": 64, "model.width": 32, "model.latent": 32, "model.attention": "", "batch.micro": 2, "batch.accumulate": 1,
             "data.count": 512, "steps": 330, "preview.every": 100, "preview.grid": 16, "checkpoint.every": 0, "threads": 1,
             "memory.budget": "2GiB"}
    return "light-gan", {**quick, **{k.replace("__", "."): v for k, v in changes.items()}}


def light_small(**changes):
    """The preset for a processor, as it is but for its data."""
    few = {"data.count": 512, "batch.micro": 8, "steps": 500, "preview.every": 100, "preview.grid": 16, "checkpoint.every": 0, "threads": 2,
           "memory.budget": "2GiB"}
    return "light-gan", {"preset": "light-gan-small", **few, **{k.replace("__", "."): v for k, v in changes.items()}}


def recipe(pictures, **changes):
    """What is proposed for a set of quality.py. It grows early and is scored often, so that a short run sees all of it."""
    short = {"recipe": pictures, "steps": 1000, "image.grow_after": 6400, "image.fade_steps": 100, "preview.every": 200, "preview.grid": 16,
             "scores.every": 200, "scores.count": 128, "checkpoint.every": 0, "threads": 2}
    return None, {**short, **{k.replace("__", "."): v for k, v in changes.items()}}


def of_folder(**changes):
    """A folder of few pictures (SETS) that is cared for as few pictures ought to be, so that only what they show can be amiss."""
    return dcgan(steps=120, data__mirror="on", augment__colour="on", augment__translation="on", **changes)


def fp16(**changes):
    return dcgan(precision="fp16", device="cuda", width__g=8, width__d=8, batch__micro=8, **changes)


# Of 48 pictures of 32 px, what is wrong with them: the last ones by their names, where a look at the first ones does not find it.
def with_twins(shapes):
    """The last 12 are the first ones again, a hundredth brighter."""
    return shapes[:36] + [p.point(lambda level: min(255, round(1.01 * level))) for p in shapes[:12]]


def with_blanks(shapes):
    """The last 16 are sheets of paper of as many greys, with the scanner's noise."""
    noise = np.random.default_rng(1)
    return shapes[:32] + [Image.fromarray(np.clip(noise.normal(80 + 10 * i, 2, (32, 32, 3)), 0, 255).astype(np.uint8)) for i in range(16)]


def with_strips(shapes):
    """The last 24 are twice as wide as high, or as high as wide."""
    return shapes[:24] + [strip(shapes[i], shapes[i + 24], i % 2) for i in range(24)]


def strip(a, b, upright):
    out = Image.new("RGB", (32, 64) if upright else (64, 32))
    out.paste(a, (0, 0))
    out.paste(b, (0, 32) if upright else (32, 0))
    return out


def with_a_few_of_each(shapes):
    """As folders are: one copy, two blanks, five strips."""
    return shapes[:40] + with_twins(shapes)[-1:] + with_blanks(shapes)[-2:] + with_strips(shapes)[-5:]


SETS = {"data-twins": with_twins, "data-empty": with_blanks, "data-aspect": with_strips, "healthy-folder": with_a_few_of_each}

# name: (fault's rule or None, verb and settings)
RUNS = {
    # Healthy: nothing is to be said.
    "healthy-1": (None, dcgan(seed=1, steps=600)),
    "healthy-2": (None, dcgan(seed=2, steps=600)),
    "healthy-3": (None, dcgan(seed=3)),
    "healthy-centred": (None, dcgan(seed=4, data__variety="centred", steps=600)),
    "healthy-full": (None, dcgan(seed=5, data__variety="full", lr__g=2e-4, lr__d=2e-4, steps=600)),
    "healthy-hinge": (None, dcgan(seed=6, loss="hinge", loss__smoothing=0)),
    "healthy-lsgan": (None, dcgan(seed=7, loss="lsgan", loss__smoothing=0)),
    "healthy-wgan": (None, dcgan(seed=8, loss="wgan-gp", norm__d="none", loss__smoothing=0, steps=600)),
    "healthy-spectral": (None, dcgan(seed=9, norm__spectral="on", norm__d="none")),
    "healthy-r1": (None, dcgan(seed=10, loss__r1=1.0, steps=600)),
    "healthy-augment": (None, dcgan(seed=11, augment__colour="on", augment__translation="on", steps=600)),
    "healthy-latent": (None, dcgan(seed=12, latent=32)),
    "healthy-beta": (None, dcgan(seed=13, adam__beta1=0.3)),
    "healthy-slow": (None, dcgan(seed=14, lr__g=2e-4, lr__d=2e-4, steps=600)),
    "healthy-accumulate": (None, dcgan(seed=15, batch__accumulate=2)),
    "healthy-grey": (None, dcgan(seed=16, data__grey="on", steps=600)),
    "healthy-mirror": (None, dcgan(seed=17, data__mirror="on")),
    "healthy-clip": (None, dcgan(seed=18, clip=1e4, steps=500)),
    "healthy-batch": (None, dcgan(seed=19, batch__micro=32)),
    "healthy-classic": (None, dcgan(seed=20, loss__smoothing=0)),
    "healthy-vqgan": (None, vqgan()),
    "healthy-vqgan-2": (None, vqgan(seed=2, net__codes=128, lr__g=1e-3)),
    # At another size, and long enough for every rule.
    "healthy-vqgan-64": (None, vqgan(seed=3, image__size=64, net__resolution=64, steps=340)),
    "healthy-light-few": (None, light_gan(seed=1, data__count=100, loss__gp_every=8)),
    # What rules want that the others do not give them: pictures that are held out, more than twenty passes over few pictures, fp16.
    "healthy-light-held-out": (None, light_gan(seed=7, data__held_out=20, scores__every=100, scores__count=64)),
    "healthy-light-passes": (None, light_gan(seed=8, data__count=64, data__mirror="on", loss__gp_every=8, steps=680)),
    "healthy-light-fp16": (None, light_gan(seed=9, precision="fp16", device="cuda", preview__every=200, steps=420)),
    "healthy-held-out": (None, dcgan(seed=21, data__held_out=10, scores__every=100, scores__count=128, preview__every=200, steps=600)),
    "healthy-held-out-2": (None, dcgan(seed=22, data__held_out=20, data__variety="full", scores__every=100, scores__count=128, preview__every=200,
                                       steps=600)),
    "healthy-fp16": (None, fp16(seed=23, preview__every=200, steps=500)),
    "healthy-folder": (None, of_folder(seed=24)),
    # Healthy, and long enough for every rule: what is proposed for real pictures, through the growth to 64 px.
    "healthy-animals": (None, recipe("animals", seed=31)),
    "healthy-buildings": (None, recipe("buildings", seed=32)),
    # Few pictures and more than twenty passes, cared for as few pictures ought to be.
    "healthy-small": (None, dcgan(seed=35, data__count=240, data__held_out=10, data__mirror="on", augment__colour="on", augment__translation="on",
                                  loss__r1=1.0, scores__every=100, scores__count=128, preview__every=200, steps=600)),
    "healthy-fp16-2": (None, fp16(seed=38, preview__every=200, steps=500)),
    "healthy-fp16-3": (None, fp16(seed=39, data__mirror="on", preview__every=200, steps=500)),
    "healthy-fp16-4": (None, fp16(seed=40, data__variety="centred", preview__every=200, steps=500)),
    "healthy-fp16-5": (None, fp16(seed=41, latent=32, preview__every=200, steps=500)),
    # Nothing revives codes that no picture is near to.
    "codes-unused": ("codes-unused", vqgan(codebook__restart=0, codebook__decay=0, net__codes=4096)),
    # D's rate is twenty times G's.
    "d-wins": ("d-wins", dcgan(lr__d=4e-3, lr__g=2e-4, loss__smoothing=0, steps=600)),
    # As the issue tells it: hundreds of pictures, D strong beside G, nothing that eases it.
    "d-wins-few": ("d-wins", dcgan(data__count=256, data__variety="full", width__d=32, loss__smoothing=0, steps=600)),
    "d-wins-light": ("d-wins", light_gan(seed=2, lr__d=4e-3, lr__g=2e-5, loss__gp=0, augment__share=0)),
    "d-loses-light": ("d-loses", light_gan(seed=4, lr__d=1e-6, lr__g=2e-3, loss__gp=0)),
    "d-loses": ("d-loses", dcgan(lr__d=1e-6, lr__g=2e-3, steps=600)),
    # A D of one channel whose slope is bounded: it cannot tell anything apart.
    "stall": ("stall", dcgan(width__d=1, norm__spectral="on", norm__d="none")),
    # A penalty so strong that D stays flat.
    "d-flat": ("d-loses", dcgan(loss__r1=1000, loss__r1_every=2)),
    "collapse": ("collapse", dcgan(lr__g=2e-2, lr__d=5e-5, steps=600)),
    "collapse-light": ("collapse", light_gan(seed=3, lr__g=2e-2, lr__d=2e-5, loss__gp=0)),
    "remembers": ("remembers", dcgan(data__count=64, width__d=32, loss__smoothing=0, steps=1000)),
    # 64 pictures, the fewest that there are of the shapes, each seen more than twenty times as it is, by a D that nothing holds back.
    "remembers-light": ("remembers", light_gan(seed=5, data__count=64, lr__d=2e-3, loss__gp=0, augment__share=0, steps=720)),
    "checkerboard": ("checkerboard", dcgan(lr__g=5e-2, steps=500)),
    # Nothing is planted: after 4,000 pictures, at the rates of its preset, pixel shuffling still shows in every sample.
    "checkerboard-light": ("checkerboard", light_small(seed=1)),
    "rate-high": ("rate-high", dcgan(lr__g=5e-2, lr__d=5e-2, clip=1e6, steps=600)),
    "rate-high-light": ("rate-high", light_gan(seed=6, lr__g=1e-2, lr__d=1e-2)),
    "rate-low": ("rate-low", dcgan(lr__g=1e-7, lr__d=1e-7, steps=600)),
    "norm-drift": ("norm-drift", dcgan(loss="wgan-gp", norm__d="none", loss__gp_weight=0, lr__d=1e-4, lr__g=1e-4, loss__smoothing=0, clip=1e6, steps=400)),
    # What D says weighs a hundred times what pixels do once it takes part, from step 101 on. Clipped by nothing, its norms are known of each step.
    "norm-drift-vqgan": ("norm-drift", vqgan(seed=4, loss__gan=100, loss__gan_start=1600, loss__gan_most=1e4, clip=1e6, steps=400)),
    "memory-spare": ("memory-spare", dcgan(batch__micro=2, batch__accumulate=8, memory__checkpointing="on", steps=120)),
    "memory-tight": ("memory-tight", dcgan(steps=110, memory__budget="187MiB")),
    # A wide D and 96 pictures, unchanged: it finds those more real than the 32 that are held out.
    "overfits": ("overfits", dcgan(data__count=128, data__held_out=25, width__d=32, scores__every=200, scores__count=64, preview__every=200, steps=640)),
    # Nothing bounds D's slope: its gradients grow, and half precision holds them only with ever smaller scales.
    "scale-drift": ("scale-drift", fp16(loss="wgan-gp", norm__d="none", loss__gp_weight=0, loss__smoothing=0, lr__d=1e-4, lr__g=1e-5,
                                        preview__every=200, steps=500)),
    # Remedied: the change that is advised is made while the run goes on, which then has time to be judged, and to keep silent.
    "d-loses-remedied": ("d-loses", dcgan(seed=51, lr__d=1e-6, lr__g=2e-3, scores__count=256, threads=2, steps=560)),
    "rate-low-remedied": ("rate-low", dcgan(seed=52, lr__g=1e-7, lr__d=1e-7, scores__count=256, threads=2, steps=760)),
    "rate-high-remedied": ("rate-high", dcgan(seed=53, lr__g=2e-2, lr__d=2e-2, scores__count=256, threads=2, steps=560)),
    "data-twins": ("data-twins", of_folder(seed=25)),
    "data-empty": ("data-empty", of_folder(seed=26)),
    "data-aspect": ("data-aspect", of_folder(seed=27)),
    "data-few": ("data-few", dcgan(data__count=256, steps=80)),
}


def make_set(cli, scratch, name):
    """The pictures of a run on a folder, beside this script."""
    shutil.rmtree(scratch, ignore_errors=True)
    subprocess.run([cli, "dataset", "export", "shapes", "--size", "32", "--set", "data.count=64", "--out", scratch, "--quiet"], check=True)
    shapes = [Image.open(os.path.join(scratch, file)).convert("RGB") for file in sorted(os.listdir(scratch))]
    out = os.path.join(HERE, name)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for i, picture in enumerate(SETS[name](shapes)):
        picture.save(os.path.join(out, f"{i:02d}.png"), optimize=True)
    return out


def proposed(cli, folder, packages, settings):
    """Of a set: (kind of run, file of the recipe, folder of the pictures, what was seen of them)."""
    if packages is None:
        raise SystemExit("runs by the proposed recipe need --packages, as tests/bench/quality.py tells")
    made = quality.SETS[settings["recipe"]]
    data = quality.made(Path(folder).parent / "sets" / settings["recipe"], lambda part: made(packages, part))
    words = [cli, "dataset", "suggest", data, "--out", folder + "-recipe.json", "--json"]
    said = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return said["model"], folder + "-recipe.json", data, said["facts"]


def greys(folder):
    return [np.asarray(Image.open(os.path.join(folder, file)).convert("L"), float) for file in sorted(os.listdir(folder))]


def diversity(pictures):
    """As PictureMeasures::diversity."""
    return float(min(1, pictures.var(0).mean() / pictures.var())) ** 0.5


def is_cut(file):
    """As loses_a_third()."""
    with Image.open(file) as picture:
        return min(picture.size) * 3 < max(picture.size) * 2


def data_seen(cli, folder, data, facts, settings):
    """What counsel sees of the data as the run has it (core/engine/counsel/run_counsel.cpp), at both its sizes."""
    sides = {}
    for side in (32, 64):
        out = f"{folder}-{side}"
        shutil.rmtree(out, ignore_errors=True)
        kept = [word for key in ("data.fit", "data.ground") for word in ("--set", f"{key}={settings[key]}")]
        subprocess.run([cli, "dataset", "export", data, "--size", str(side), *kept, "--out", out, "--quiet"], check=True)
        pictures = greys(out)
        first = np.stack(pictures[:settings["preview.grid"]])
        sides[side] = {"diversity": diversity(first), "checkerboard": quality.checkerboard(first), "plaid": quality.plaid(first)}
    count = facts["pictures"]
    return {"count": count - math.floor(count * settings["data.held_out"] / 100), "twins": facts["near_duplicates"] / count,
            "empty": float(np.mean([picture.std() < 6 for picture in pictures])),
            "cut": float(np.mean([is_cut(file) for file in sorted(Path(data).iterdir())])), "sides": sides}


def remedied(words, rule):
    """Runs `words` and makes the change that counsel advises against the fault, as soon as somebody would have read of it."""
    with subprocess.Popen([*words, "--json", "--control", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        notice, became = None, []
        for line in run.stdout:
            event = json.loads(line)
            if event["event"] == "counsel" and event["notice"]["rule"] == rule:
                became.append(event["state"])
                notice = event["notice"]
                print(f"  {event['state']}: {notice['seen']} {notice['advice']}", *(f"{k} {event[k]}" for k in event if k.startswith("score_")), flush=True)
            if event["event"] == "step" and became == ["raised"] and event["step"] >= notice["step"] + REMEDIED_AFTER:
                run.stdin.write(json.dumps({"set": notice["change"]}) + "\n")
                run.stdin.flush()
                became.append("asked")
    if run.returncode != 0 or became != ["raised", "asked", "changed", "judged"]:
        raise SystemExit(f"{rule} was to be raised, changed and judged, and then to stay silent; exit status {run.returncode}, and it was {became}")


def run_cli(cli, folder, name, verb, settings, packages):
    """Of a run by the proposed recipe what was seen of its pictures, and where they are."""
    shutil.rmtree(folder, ignore_errors=True)
    seen = None
    if name in SETS:
        settings = {**settings, "data.path": make_set(cli, folder + "-shapes", name)}
    program = cli + "-stand-in" if settings.get("precision") == "fp16" else cli
    chosen = []
    if "recipe" in settings:
        verb, file, data, facts = proposed(cli, folder, packages, settings)
        chosen = ["--config", file, "--set", f"data.path={data}"]
        seen = data, facts
    words = [program, "train", verb, *chosen, "--out", folder, "--quiet"]
    for key, value in settings.items():
        if key == "preset":
            words += ["--preset", value]
        elif key != "recipe":
            words += ["--set", f"{key}={value}"]
    if name.endswith(REMEDIED):
        remedied(words, RUNS[name][0])
    else:
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return seen


def thinned(rows, most):
    if len(rows) <= most:
        return rows
    return [rows[i * (len(rows) - 1) // (most - 1)] for i in range(most)]


def thinned_steps(rows):
    """Gradient norms are measured about once a second: a step that has them stays before its neighbours."""
    if len(rows) <= MOST_STEPS:
        return rows
    norm = COLUMNS.index("grad_norm_g")
    ends = [i * (len(rows) - 1) // (MOST_STEPS - 1) for i in range(MOST_STEPS)]
    parts = [rows[before + 1:end + 1] for before, end in zip(ends, ends[1:])]
    return [rows[0], *(next((row for row in part if row[norm]), part[-1]) for part in parts[:-1]), rows[-1]]


def short(value):
    return f"{value:.5g}" if isinstance(value, float) else value


def write_table(file, columns, rows):
    with open(os.path.join(HERE, file), "w", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(columns)
        table.writerows([[short(v) for v in row] for row in rows])


def keep(cli, folder, name, seen):
    for old in os.listdir(HERE):
        is_sample = old.startswith(name + "-") and old.endswith(".png") and old[len(name) + 1:-4].isdigit()
        if is_sample or old in (f"{name}.csv", f"{name}.json", f"{name}-scores.csv", f"{name}-marks.csv", f"{name}-data.json"):
            os.remove(os.path.join(HERE, old))
    history = sqlite3.connect(os.path.join(folder, "history.db"))
    rows = history.execute("SELECT " + ",".join(COLUMNS) + " FROM steps ORDER BY step").fetchall()
    is_remedied = name.endswith(REMEDIED)
    write_table(name + ".csv", COLUMNS, rows[::REMEDIED_STRIDE] if is_remedied else thinned_steps(rows))
    scores = history.execute("SELECT * FROM scores ORDER BY step")
    columns = [column[0] for column in scores.description]
    if rows := scores.fetchall():
        write_table(name + "-scores.csv", columns, rows)
    if rows := history.execute("SELECT step,kind,text FROM marks WHERE kind='edit' ORDER BY id").fetchall():
        write_table(name + "-marks.csv", ["step", "kind", "text"], rows)
    with open(os.path.join(folder, "config.json")) as config, open(os.path.join(HERE, name + ".json"), "w") as out:
        settings = json.load(config)
        if seen:
            with open(os.path.join(HERE, name + "-data.json"), "w") as data:
                json.dump(data_seen(cli, folder, *seen, settings), data, indent=1)
        if name in SETS or seen:
            settings["data.path"] = name  # beside the recording, wherever that is
        json.dump(settings, out, indent=0)
    samples = history.execute("SELECT step,path FROM samples WHERE step>1 ORDER BY step").fetchall()
    for step, path in samples if is_remedied else thinned(samples, MOST_SAMPLES):
        path = os.path.join(folder, "samples", os.path.basename(path))
        Image.open(path).convert("L").save(os.path.join(HERE, f"{name}-{step}.png"), optimize=True)


def main():
    parser = argparse.ArgumentParser(description="Makes the recorded runs that counsel is tested on.")
    parser.add_argument("cli")
    parser.add_argument("folder", help="keeps the whole runs")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the runs to make; all of them without one")
    parser.add_argument("--packages", type=Path, help="where the Debian packages of tests/bench/quality.py were unpacked")
    args = parser.parse_intermixed_args()
    cli, folder = os.path.abspath(args.cli), os.path.abspath(args.folder)
    os.makedirs(folder, exist_ok=True)
    for name in args.names or RUNS:
        rule, (verb, settings) = RUNS[name]
        print(name, flush=True)
        run = os.path.join(folder, name)
        keep(cli, run, name, run_cli(cli, run, name, verb, settings, args.packages))
    with open(os.path.join(HERE, "faults.json"), "w") as out:
        json.dump({name: rule for name, (rule, _) in RUNS.items() if os.path.exists(os.path.join(HERE, f"{name}.json"))}, out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
