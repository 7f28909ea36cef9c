#!/usr/bin/env python3
"""Pictures of equal time: today's defaults beside the proposed recipe (and other ways), on real data sets.

    packages=$(mktemp -d)
    (cd $packages; for p in openclipart-png papirus-icon-theme plasma-workspace-wallpapers gnome-backgrounds; do apt-get download $p; dpkg -x ${p}_*.deb .; done)
    python3 tests/bench/quality.py --cli build/ci/bin/headroom-cli --packages $packages --out /tmp/quality --minutes 7

Makes the sets in OUT/sets (clip-art animals and buildings, icons rendered by rsvg-convert, crops of wallpapers, the built-in shapes), trains
each way for the same minutes by the clock, draws a grid and 1,000 pictures of each run, scores those against the set with `headroom-cli
score`, and writes OUT/<set>.png (real pictures and each way's, side by side), OUT/overview.jpg, OUT/rows.json and OUT/table.md. What is in OUT already is
not made again, so a bench that was broken off goes on. Needs NumPy and Pillow.

With `--seeds 3` each way is trained with three seeds, and the table has the medians, with the standard error of KID, and how far its values lie apart. With
`--publish` the rows take the places of their likes in the tables of the README and of the guide (quality_table.py); others keep their figures.

MS-SSIM is the mean of random pairs of the 1,000 pictures: the higher, the more they look alike; beside it the set's own. Checkerboards is the figure
that counsel looks at, of 64 pictures: how many times patterns of 2 or 4 pixels stand out of them, by the set's own where those stand out there; 1:
no more than there, from 10 on counsel says so. Lines is the other figure it looks at: fine patterns along rows and columns by those along diagonals,
by the set's own; what repeated pixels leave, which the first figure is blind to. From 10 on counsel says so. Both are the core's to the sixth digit
(tests/python/test_quality.py).

Ways: `defaults` (the DCGAN's as they are without a recipe), `recipe` (dataset suggest) and `light-gan` (its preset for two cores).
"""

import argparse
import functools
import json
import random
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import quality_table

SIZE = 64  # px of every way's last stage
SCORED = 1000
ROWS, GAP = 8, 2  # of grids of pictures
ICONS, CROPS, CROP_SIDE = 2000, 2000, 512
WIDE = ("usr/share/wallpapers/*/contents/images*/*", "usr/share/backgrounds/gnome/*")
FONT = Path(__file__).parents[2] / "resources/fonts/Roboto-Medium.ttf"
WAYS = {"defaults": "The defaults", "recipe": "The proposed recipe", "light-gan": "Light GAN, small"}


def made(path, make):
    """`path`, made by make(part) if it is not there: what was broken off lies under another name and is made anew."""
    if not path.exists():
        part = path.with_name(path.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(part)
        part.rename(path)
    return path


def linked(out, files):
    """A folder of links under names that say where each lay."""
    out.mkdir(parents=True)
    for i, path in enumerate(sorted(files)):
        (out / f"{i:05d}-{path.name}").symlink_to(path.resolve())


def clip_art(kind):
    def make(packages, out):
        linked(out, (packages / "usr/share/openclipart/png" / kind).rglob("*.png"))
    return make


def icons(packages, out):
    out.mkdir(parents=True)
    found = [p for p in sorted((packages / "usr/share/icons/Papirus/64x64/apps").glob("*.svg")) if not p.is_symlink()]
    for i, path in enumerate(random.Random(1).sample(found, min(ICONS, len(found)))):
        subprocess.run(["rsvg-convert", "-w", "128", "-h", "128", path, "-o", out / f"{i:05d}-{path.stem}.png"], check=True)


def wallpapers(packages, out):
    """Squares at random places; each picture gives as many as its share of all pixels."""
    out.mkdir(parents=True)
    found = [p for pattern in WIDE for p in sorted(packages.glob(pattern)) if p.suffix in (".png", ".jpg", ".webp")]
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


def pictures_of(grid):
    """A grid's pictures in grey, one after the other."""
    with Image.open(grid) as opened:
        grey = np.asarray(opened.convert("L"), float)
    pitch = (grey.shape[1] - GAP) // ROWS
    return np.stack([grey[y:y + pitch - GAP, x:x + pitch - GAP] for y in range(GAP, grey.shape[0] - GAP, pitch)
                     for x in range(GAP, grey.shape[1] - GAP, pitch)])


def checkerboard(pictures):
    """As PictureMeasures::checkerboard (core/engine/counsel/picture_measures.cpp): of all rows or all columns the mean power at the periods of 2 and
    4 pixels by the median of the frequencies beside it, the largest (Odena, Dumoulin, Olah, "Deconvolution and Checkerboard Artifacts", Distill 2016)."""
    def peak(lines):
        length = lines.shape[-1]
        window = np.hanning(length + 1)[:-1]
        power = (np.abs(np.fft.rfft(window * (lines - lines.mean(-1, keepdims=True)))) ** 2).sum((0, 1))
        def stands_out(at, *beside):
            return power[at] / max(sorted(power[at + k] for k in beside)[len(beside) // 2], 1e-9)
        return max(stands_out(length // 2, -2, -3, -4), stands_out(length // 4, -4, -3, -2, 2, 3, 4))
    return float(max(peak(pictures), peak(pictures.swapaxes(1, 2))))


def plaid(pictures):
    """As PictureMeasures::plaid: of the middle squares of 64 (or 32) pixels the mean power from a quarter to a half cycle a pixel, within 11.25 degrees
    of the axes by that within 11.25 of the diagonals."""
    height, width = pictures.shape[1:]
    side = 64 if min(height, width) >= 64 else 32
    top, left = (height - side) // 2, (width - side) // 2
    squares = pictures[:, top:top + side, left:left + side]
    window = np.hanning(side + 1)[:-1]
    squares = (squares - squares.mean((1, 2), keepdims=True)) * np.outer(window, window)
    power = (np.abs(np.fft.fft2(squares)) ** 2).mean(0)
    cycles = np.abs(np.fft.fftfreq(side, 1 / side))
    least, most = np.minimum.outer(cycles, cycles), np.maximum.outer(cycles, cycles)
    fine = (np.hypot(least, most) >= side / 4) & (np.hypot(least, most) < side / 2 - 1)
    def mean_where(slopes):
        return power[fine & slopes].mean()
    with np.errstate(invalid="ignore"):
        slope = least / most
    return float(mean_where(slope <= 0.19891) / max(mean_where(slope >= 0.66818), (3 * side / 8) ** 2 / 12))


class Bench:
    def __init__(self, args):
        self.args, self.out = args, args.out

    def cli(self, *words):
        done = subprocess.run([str(self.args.cli), *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"headroom-cli {' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def data(self, name):
        if SETS[name] is None:
            return name
        return made(self.out / "sets" / name, lambda part: SETS[name](self.args.packages, part))

    def way(self, way, name):
        """The words that begin a run."""
        data = self.data(name)
        same = ["--data", data, "--for", f"{round(self.args.minutes * 60)}s", "--set", "steps=0", "--set", "preview.every=1000000"]
        if way == "defaults":
            return ["train", "dcgan", "--size", SIZE, *same]
        if way == "light-gan":
            return ["train", "light-gan", "--preset", "light-gan-small", *same]
        recipe = self.out / f"{name}-recipe.json"
        said = json.loads(self.cli("dataset", "suggest", data, "--out", recipe, "--json"))
        return ["train", said["model"], "--config", recipe, *same]

    def trained(self, way, name, seed):
        words = self.way(way, name)
        print(f"{name}: {way}, seed {seed}", file=sys.stderr, flush=True)
        return made(self.out / "runs" / f"{name}-{way}-{seed}",
                    lambda part: self.cli(*words, "--set", f"seed={seed}", "--threads", self.args.threads, "--out", part, "--quiet"))

    def score(self, run, name):
        """Of each feature space the program's own figures: against whole pictures at the size of the runs, for every way the same."""
        against = made(self.out / "sets" / f"{name}-{SIZE}",
                       lambda part: self.cli("dataset", "export", self.data(name), "--size", SIZE, "--set", "data.fit=pad", "--out", part))
        step = json.loads(self.cli("runs", "show", run, "--json"))["step"]
        drawn, real = pictures_of(self.grid(run)), pictures_of(self.real_pictures(name))
        over = {f"{figure.__name__}_over": figure(drawn) / max(1, figure(real)) for figure in (checkerboard, plaid)}
        return {"step": step, **over,
                **json.loads(self.cli("score", run, "--against", against, "--json", "--count", SCORED))}

    def row(self, runs, name, way):
        """As quality_table.py has it: each figure's median over the runs of one way."""
        all_scores = [self.score(run, name) for run in runs]
        def middle(*path):
            return statistics.median(functools.reduce(lambda part, key: part[key], path, report) for report in all_scores)
        spaces = list(all_scores[0]["scores"])
        def of_spaces(figure):
            return {space: middle("scores", space, figure) for space in spaces}
        seen = spaces[-1]  # whose features tell best what is alike
        several = {"kids": {space: sorted(report["scores"][space]["kid"] for report in all_scores) for space in spaces}} if len(runs) > 1 else {}
        return {"set": name, "pictures": self.count(name), "way": way, "minutes": self.args.minutes, "steps": round(middle("step")),
                "kid": of_spaces("kid"), "kid_error": of_spaces("kid_error"), **several,
                "recall": middle("scores", seen, "recall"), "copies": middle("scores", seen, "copies"),
                "ms_ssim": middle("ms_ssim"), "ms_ssim_of_set": middle("ms_ssim_against"),
                "checkerboards": middle("checkerboard_over"), "lines": middle("plaid_over")}

    def count(self, name):
        return json.loads(self.cli("dataset", "inspect", self.data(name), "--json"))["accepted"]

    def grid(self, run):
        """64 pictures of a run; not chosen."""
        out = self.out / "grids" / f"{run.name}.png"
        out.parent.mkdir(parents=True, exist_ok=True)
        self.cli("sample", run, "--rows", ROWS, "--cols", ROWS, "--out", out)
        return out

    def real_pictures(self, name):
        """The first 64 of the set, as training sees them."""
        sheet = self.out / f"{name}-real.png"
        self.cli("dataset", "inspect", self.data(name), "--size", SIZE, "--set", "data.fit=pad", "--sheet", sheet)
        return sheet


def together(pictures, path):
    """[(words, file)], two in a row, each under its words."""
    gap, line = 16, 40
    opened = [(words, Image.open(file).convert("RGB")) for words, file in pictures]
    width, height = max(p.width for _, p in opened), max(p.height for _, p in opened)
    opened = [(words, p.resize((width, height), Image.NEAREST)) for words, p in opened]  # a run that has not grown yet is small
    sheet = Image.new("RGB", (2 * width + 3 * gap, (len(opened) + 1) // 2 * (height + line) + gap), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 22)
    for i, (words, picture) in enumerate(opened):
        x, y = gap + i % 2 * (width + gap), i // 2 * (height + line)
        draw.text((x, y + 8), words, fill="#222222", font=font)
        sheet.paste(picture, (x, y + line))
    sheet.save(path)


def overview(out, names, ways, path):
    """A row per set and a column per way, 16 pictures of each, for the guide."""
    block, gap, line = 4 * (SIZE + 2), 12, 34
    columns = ["real", *ways]
    sheet = Image.new("RGB", (len(columns) * (block + gap) + gap, line + len(names) * (block + gap)), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 20)
    for i, column in enumerate(columns):
        draw.text((gap + i * (block + gap), 6), WAYS.get(column, "Real"), fill="#222222", font=font)
        for k, name in enumerate(names):
            with Image.open(out / f"{name}-{column}.png") as opened:
                grid = opened.convert("RGB").resize((8 * (SIZE + 2), 8 * (SIZE + 2)), Image.NEAREST)
            sheet.paste(grid.crop((0, 0, block, block)), (gap + i * (block + gap), line + k * (block + gap)))
    sheet.save(path, quality=88)


def by_defaults(rows):
    """Rows of one set, each with its KID by that of the defaults, where those were measured in the same minutes."""
    first = next((row["kid"] for row in rows if row["way"] == "defaults"), None)
    return [row if first is None else {**row, "of_defaults": {space: kid / first[space] for space, kid in row["kid"].items()}} for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", type=Path, required=True)
    parser.add_argument("--packages", type=Path, help="where the Debian packages were unpacked, each in a folder of its name")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=1, help="runs of each way, with seeds 1, 2, ...: the table has their medians")
    parser.add_argument("--publish", action="store_true", help="put the rows into the tables of the README and of the guide")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--ways", default="defaults,recipe,light-gan")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(args)
    measured = []
    for name in args.sets.split(","):
        shown, of_set = [("Real", bench.real_pictures(name))], []
        for way in args.ways.split(","):
            runs = [bench.trained(way, name, seed) for seed in range(1, args.seeds + 1)]
            grid = args.out / f"{name}-{way}.png"
            shutil.copy(bench.grid(runs[0]), grid)  # the first: not chosen
            of_set.append(bench.row(runs, name, way))
            shown.append((f"{WAYS.get(way, way)}, {args.minutes:g} minutes", grid))
        together(shown, args.out / f"{name}.png")
        measured += by_defaults(of_set)
        (args.out / "rows.json").write_text(json.dumps(measured, indent=1))
        (args.out / "table.md").write_text(quality_table.table(measured, "en"))
    overview(args.out, args.sets.split(","), args.ways.split(","), args.out / "overview.jpg")
    if args.publish:
        quality_table.publish(measured)
    print(quality_table.table(measured, "en"))


if __name__ == "__main__":
    main()
