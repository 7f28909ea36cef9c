"""Pictures and captions as `headroom-cli dataset export shapes --packed … --captions …` writes them."""
import json

import torch
import torch.nn.functional as F
from safetensors.torch import load_file

SOLIDS = ["sphere", "cube", "cylinder", "cone", "torus", "octahedron"]
COLOURS = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white", "gray"]
PLACES = ["left", "center", "right"]
ATTRIBUTES = {"solid": 6, "colour": 10, "floor": 10, "background": 10, "large": 2, "place": 3}
# Elsewhere PyTorch's bfloat16 convolutions are slower than those of float32.
FAST_BFLOAT16 = torch.cpu._is_amx_tile_supported()
NOUNS = {"sphere": 0, "ball": 0, "cube": 1, "box": 1, "cylinder": 2, "cone": 3, "torus": 4, "ring": 4, "donut": 4,
         "octahedron": 5, "diamond": 5}
SIZES = {"small": 0, "tiny": 0, "large": 1, "big": 1}


def lower_precision():
    """Computes in bfloat16 where the processor does so quickly, as it is elsewhere."""
    return torch.autocast("cpu", torch.bfloat16, enabled=FAST_BFLOAT16)


def mentioned(caption):
    """What a caption says, one number per attribute in the order of ATTRIBUTES; -1 where it says nothing."""
    words = caption.split()
    said = [-1] * 6
    for word, after in zip(words, words[1:] + [""]):
        if word in COLOURS:
            if after in ("floor", "ground", "surface"):
                slot = 2
            elif after in ("background", "wall", "sky"):
                slot = 3
            else:
                slot = 1
            said[slot] = COLOURS.index(word)
        elif word in NOUNS:
            said[0] = NOUNS[word]
        elif word in SIZES:
            said[4] = SIZES[word]
        elif word in PLACES:
            said[5] = PLACES.index(word)
    return said


class Shapes:
    """`images` (N, 3, side, side) uint8, `labels` (N, 6), `captions` a list of lists, `said` (N, wordings, 6)."""

    def __init__(self, stem):
        self.images = load_file(stem + ".safetensors")["images"].permute(0, 3, 1, 2)
        self.labels, self.captions, said = [], [], []
        with open(stem + ".jsonl", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                self.labels.append([SOLIDS.index(row["solid"]), *(COLOURS.index(row[k]) for k in
                                    ("colour", "floor", "background")), int(row["large"]), PLACES.index(row["place"])])
                self.captions.append(row["captions"])
                said.append([mentioned(c) for c in row["captions"]])
        self.labels, self.said = torch.tensor(self.labels), torch.tensor(said)
        if len(self.labels) != len(self.images):
            raise SystemExit(f"{stem}: {len(self.images)} pictures but {len(self.labels)} captions; export both again")

    def __len__(self):
        return len(self.labels)


def floats(pictures):
    """uint8 -> [-1, 1], channels last."""
    return (pictures.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def at_64(x):
    """Pictures of 64 or 128 pixels as those of 64: what CLIP and the judge see."""
    return F.avg_pool2d(x, x.size(2) // 64)


def mixed(sets, shares, count, generator):
    """(set, index) pairs: `count` pictures, each from a set drawn by its share."""
    which = torch.multinomial(torch.tensor(shares), count, replacement=True, generator=generator)
    return [(s, int(torch.randint(len(sets[s]), (), generator=generator))) for s in which.tolist()]
