"""The library of starts: codes of a picture of every combination that words can name, and what the CLIP's text features say of each attribute."""
import argparse
import os

import torch
from safetensors.torch import save_file

from data import ATTRIBUTES, COLOURS, PLACES, SOLIDS, Shapes, floats
from export_files import read_networks
from held_out import article
from judge import load_judge
from start_features import attribute_rows
from tokens import Words

EACH = 3  # pictures that are tried for a combination
# Solid, floor and background have three colours, so that one is told from another.
COMBINATIONS = [(s, c, f, b, large, place) for s in range(6) for c in range(10) for f in range(10) for b in range(10)
                for large in range(2) for place in range(3) if len({c, f, b}) == 3]


def caption(label):
    """All that a start shows; a large one in the middle needs no words for that."""
    solid, colour, floor, background, large, place = label
    thing = f"{COLOURS[colour]} {SOLIDS[solid]}"
    where = f"on {article(COLOURS[floor])} floor with {article(COLOURS[background])} background"
    if not large or place != 1:
        thing = ("large " if large else "small ") + thing
        where = ("in the center " if place == 1 else f"on the {PLACES[place]} ") + where
    return f"{article(thing)} {where}"


@torch.no_grad()
def encoded(vqgan, judge, images, labels):
    """Codes, and a mark for each picture: its error, larger by 1 for each attribute that the judge does not see in what is made of them."""
    codes, marks = [], []
    for first in range(0, len(images), 128):
        x, wanted = floats(images[first:first + 128]), labels[first:first + 128]
        found = vqgan.nearest(vqgan.encode(x))
        y = vqgan.decode(vqgan.lookup(found)).clamp(-1, 1)
        codes.append(found)
        marks.append((y - x).abs().mean((1, 2, 3)) + (judge.read(y) != wanted).sum(1))
    return torch.cat(codes), torch.cat(marks)


def library(vqgan, judge, stems):
    """(codes, labels) of the best picture of each combination, in the order of COMBINATIONS."""
    best, tried = {}, dict.fromkeys(COMBINATIONS, 0)
    for stem in stems:
        data, numbers = Shapes(stem), []
        for i, label in enumerate(map(tuple, data.labels.tolist())):
            if tried[label] < EACH:
                tried[label] += 1
                numbers.append(i)
        labels = data.labels[numbers]
        codes, marks = encoded(vqgan, judge, data.images[numbers], labels)
        for label, code, mark in zip(map(tuple, labels.tolist()), codes, marks.tolist()):
            if label not in best or mark < best[label][0]:
                best[label] = mark, code.to(torch.int16)
        print(f"{os.path.basename(stem)}: {len(numbers)} pictures tried, {len(best)} of {len(COMBINATIONS)} combinations", flush=True)
    missing = [label for label in COMBINATIONS if label not in best]
    if missing:
        raise SystemExit(f"no picture of {len(missing)} combinations, such as '{caption(missing[0])}'; name more scenes")
    doubtful = sum(mark >= 1 for mark, _ in best.values())
    print(f"{len(best)} starts, {doubtful} of them with an attribute that the judge does not see", flush=True)
    return torch.stack([best[label][1] for label in COMBINATIONS]), torch.tensor(COMBINATIONS, dtype=torch.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("models", "judge"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("scenes", nargs="+", help="files of scenes at 64 px, without their endings; the first pictures count")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    vqgan, clip = read_networks(args.models)
    codes, labels = library(vqgan.small(), load_judge(args.judge), args.scenes)
    rows = attribute_rows(clip, Words())
    file = os.path.join(args.models, "starts.safetensors")
    save_file({"codes": codes, "labels": labels, "rows": torch.cat([rows[name] for name in ATTRIBUTES]).half(),
               "values": torch.tensor(list(ATTRIBUTES.values()), dtype=torch.uint8),
               "captions": torch.tensor(list("\n".join(map(caption, COMBINATIONS)).encode()), dtype=torch.uint8)}, file)
    os.chmod(file, 0o644)


if __name__ == "__main__":
    main()
