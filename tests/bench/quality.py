#!/usr/bin/env python3
"""Pictures of equal time: today's defaults beside the proposed recipe (and other ways), on real data sets.

    packages=$(mktemp -d); cd $packages
    for p in openclipart-png papirus-icon-theme plasma-workspace-wallpapers gnome-backgrounds; do apt-get download $p; dpkg -x ${p}_*.deb $p; done
    python3 tests/bench/quality.py --cli build/ci/bin/headroom-cli --packages $packages --out /tmp/quality --minutes 7

Makes the sets in OUT/sets (clip-art animals and buildings, icons rendered by rsvg-convert, crops of wallpapers, the built-in shapes), trains
each way for the same minutes by the clock, draws a grid and 1,000 pictures of each run, scores those against the set with `headroom-cli
score`, and writes OUT/<set>.png (real pictures and each way's, side by side), OUT/results.json and OUT/table.md. What is in OUT already is
not made again, so a run that was broken off goes on. Needs Pillow.

Ways: `defaults` (the family's defaults as they are without a recipe), `recipe` (dataset suggest), and `light-gan` where the program has it.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

SIZE = 64  # px of every way's last stage
SCORED = 1000
ICONS, CROPS, CROP_SIDE = 2000, 2000, 512
WIDE = ("usr/share/wallpapers/*/contents/images*/*", "usr/share/backgrounds/gnome/*")


def linked(out, files):
    """A folder of links under names that say where each lay."""
    out.mkdir(parents=True)
    for i, path in enumerate(sorted(files)):
        (out / f"{i:05d}-{path.name}").symlink_to(path.resolve())


def clip_art(kind):
    def make(packages, out):
        linked(out, (packages / "openclipart-png/usr/share/openclipart/png" / kind).rglob("*.png"))
    return make


def icons(packages, out):
    out.mkdir(parents=True)
    found = [p for p in sorted((packages / "papirus-icon-theme/usr/share/icons/Papirus/64x64/apps").glob("*.svg")) if not p.is_symlink()]
    for i, path in enumerate(random.Random(1).sample(found, min(ICONS, len(found)))):
        subprocess.run(["rsvg-convert", "-w", "128", "-h", "128", path, "-o", out / f"{i:05d}-{path.stem}.png"], check=True)


def wallpapers(packages, out):
    """Squares at random places; each picture gives as many as its share of all pixels."""
    out.mkdir(parents=True)
    found = [p for pattern in WIDE for package in ("plasma-workspace-wallpapers", "gnome-backgrounds")
             for p in sorted((packages / package).glob(pattern)) if p.suffix in (".png", ".jpg", ".webp")]
    draw = random.Random(1)
    each = -(-CROPS // len(found))
    for i, path in enumerate(found):
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        for k in range(each):
            side = min(CROP_SIDE, *picture.size)
            x, y = draw.randint(0, picture.width - side), draw.randint(0, picture.height - side)
            picture.crop((x, y, x + side, y + side)).resize((128, 128), Image.LANCZOS).save(out / f"{i:03d}-{k:03d}.png")


SETS = {"animals": clip_art("animals"), "buildings": clip_art("buildings"), "icons": icons, "wallpapers": wallpapers, "shapes": None}


class Bench:
    def __init__(self, args):
        self.args, self.out = args, args.out
        self.verbs = self.cli("--help")

    def cli(self, *words):
        done = subprocess.run([str(self.args.cli), *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"headroom-cli {' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def data(self, name):
        if SETS[name] is None:
            return name
        folder = self.out / "sets" / name
        if not folder.exists():
            SETS[name](self.args.packages, folder)
        return folder

    def way(self, way, name):
        """The words that begin a run; None: the program has no such way."""
        data = self.data(name)
        same = ["--data", data, "--for", f"{round(self.args.minutes * 60)}s", "--set", "steps=0", "--set", "preview.every=1000000"]
        if way == "defaults":
            return ["train", "dcgan", "--size", SIZE, *same]
        if way == "recipe":
            recipe = self.out / f"{name}-recipe.json"
            said = json.loads(self.cli("dataset", "suggest", data, "--out", recipe, "--json"))
            return ["train", said["model"], "--config", recipe, *same]
        return ["train", way, "--size", SIZE, *same] if f"train {way}" in self.verbs else None

    def trained(self, way, name):
        run = self.out / "runs" / f"{name}-{way}"
        if not (run / "checkpoints").exists():
            words = self.way(way, name)
            if words is None:
                return None
            print(f"{name}: {way}", file=sys.stderr, flush=True)
            self.cli(*words, "--threads", self.args.threads, "--out", run, "--quiet")
        return run

    def score(self, run, name):
        """Of each feature space the program's own figures: against whole pictures at the size of the runs, for every way the same."""
        if "\n  score" not in self.verbs:
            return {}
        against = self.out / "sets" / f"{name}-{SIZE}"
        if not against.exists():
            self.cli("dataset", "export", self.data(name), "--size", SIZE, "--set", "data.fit=pad", "--out", against)
        return json.loads(self.cli("score", run, "--against", against, "--json", "--count", SCORED))["scores"]


def kids(scores):
    """{'random': (kid, error), 'clip': ...} of whatever feature spaces there are."""
    return {space: (figures["kid"], figures["kid_error"]) for space, figures in scores.items() if figures["kid"] is not None}


def real_pictures(bench, name):
    """The first 64 of the set, as training sees them."""
    sheet = bench.out / f"{name}-real.png"
    if not sheet.exists():
        bench.cli("dataset", "inspect", bench.data(name), "--size", SIZE, "--set", "data.fit=pad", "--sheet", sheet)
    return sheet


def beside(pictures, path):
    """[(words, file)] in one row, all of one height."""
    opened = [(words, ImageOps.contain(Image.open(file).convert("RGB"), (600, 600))) for words, file in pictures]
    sheet = Image.new("RGB", (sum(p.width for _, p in opened) + 12 * (len(opened) + 1), 640), "white")
    x = 12
    for words, picture in opened:
        sheet.paste(picture, (x, 30))
        ImageDraw.Draw(sheet).text((x, 10), words, fill="black")
        x += picture.width + 12
    sheet.save(path)


def table(results, ways):
    spaces = sorted({space for of_set in results.values() for figures in of_set.values() for space in kids(figures)})
    lines = ["| Set | " + " | ".join(f"{way}, KID ({space})" for space in spaces for way in ways) + " |",
             "|---|" + "--:|" * (len(spaces) * len(ways))]
    for name, of_set in results.items():
        cells = []
        for space in spaces:
            for way in ways:
                kid = kids(of_set.get(way, {})).get(space)
                cells.append("" if kid is None else f"{kid[0]:.4f}" + (f" ± {kid[1]:.4f}" if kid[1] is not None else ""))
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", type=Path, required=True)
    parser.add_argument("--packages", type=Path, help="where the Debian packages were unpacked, each in a folder of its name")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--ways", default="defaults,recipe,light-gan")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(args)
    results, ways = {}, []
    for name in args.sets.split(","):
        shown = [("real", real_pictures(bench, name))]
        for way in args.ways.split(","):
            run = bench.trained(way, name)
            if run is None:
                continue
            if way not in ways:
                ways.append(way)
            grid = args.out / f"{name}-{way}.png"
            bench.cli("sample", run, "--rows", 8, "--cols", 8, "--out", grid)
            shown.append((f"{way}, {args.minutes:g} min", grid))
            results.setdefault(name, {})[way] = bench.score(run, name)
        beside(shown, args.out / f"{name}.png")
        (args.out / "results.json").write_text(json.dumps(results, indent=1))
        (args.out / "table.md").write_text(table(results, ways))
    print(table(results, ways))


if __name__ == "__main__":
    main()
