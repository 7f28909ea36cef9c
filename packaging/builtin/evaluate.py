"""Measures the finished files on held-out shapes, makes pictures from prompts with them, and writes both into the model card."""
import argparse
import json
import math
import os

import numpy as np
import torch
from PIL import Image
from safetensors.torch import load_file

from data import ATTRIBUTES, COLOURS, SOLIDS, Shapes, at_64, floats
from export_files import read_networks
from held_out import DRAWS, article, prompts_of
from judge import accuracy, load_judge
from loop import run_loop, start_from_noise
from tokens import Words
from train_clip import retrieval
from train_vqgan import figures
import upscale_net

SHOWN = ["a red cube on a green floor", "a blue sphere on a yellow floor", "a large yellow cone on a purple floor",
         "a green cylinder on a white floor", "a pink torus on a gray floor", "a purple octahedron on an orange floor",
         "a small orange ball on the left on a blue floor", "a white cube on a red floor with a cyan background"]


def grid(pictures, columns, path, scale=1):
    """Rows of `columns` pictures, `scale` times as large."""
    rows = [torch.cat(list(pictures[i:i + columns]), 2) for i in range(0, len(pictures), columns)]
    pixels = ((torch.cat(rows, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).permute(1, 2, 0).numpy()
    image = Image.fromarray(pixels)
    if scale > 1:
        image = image.resize((image.width * scale, image.height * scale), Image.BICUBIC)
    image.save(path, optimize=True)


def lanczos(pictures):
    """Twice the side."""
    eight = ((pictures + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1).numpy()
    rows = [np.asarray(Image.fromarray(p).resize((2 * p.shape[1], 2 * p.shape[0]), Image.LANCZOS)) for p in eight]
    return floats(torch.from_numpy(np.stack(rows)).permute(0, 3, 1, 2))


def sharpness(y, x, step=0.15):
    """How steep pictures `y` are where the renderings `x` have an edge, over how steep those are."""
    got = wanted = 0.0
    for axis in (2, 3):
        dy, dx = torch.diff(y, dim=axis), torch.diff(x, dim=axis)
        edge = (dx.abs().amax(1, keepdim=True) > step).float()
        got, wanted = got + (dy * dx.sign() * edge).sum().item(), wanted + (dx.abs() * edge).sum().item()
    return got / wanted


class Evaluation:
    def __init__(self, args):
        self.args = args
        self.vqgan, self.clip = read_networks(args.models)
        self.judge, self.words = load_judge(args.judge), Words()
        self.library = load_file(os.path.join(args.models, "starts.safetensors"))
        self.held, self.large = ([Shapes(os.path.join(folder, n)) for n in ("held_centred", "held_full")]
                                 for folder in (args.data, args.large))
        self.found = {}

    def note(self, name, figures):
        """Keeps figures, and prints them as they come: the loops take minutes."""
        self.found[name] = figures
        print(f"{name}: {json.dumps(figures)}", flush=True)

    def text(self, prompts):
        with torch.no_grad():
            return self.clip.encode_text(self.words.encode(prompts, self.clip.config["context"]))

    def starts(self, target):
        """Latents and labels of the best start for each feature."""
        rows = self.library["rows"].float().split(self.library["values"].tolist())
        agreement = sum((target @ row.t())[:, self.library["labels"][:, k].long()] for k, row in enumerate(rows))
        best = agreement.argmax(1)
        return self.vqgan.lookup(self.library["codes"].long()[best]), self.library["labels"][best].long()

    def networks(self):
        for name, data, large in zip(("centred", "full"), self.held, self.large):
            l1, psnr, used = figures(self.vqgan, large, 1024)
            self.note("reconstruction, " + name, {"L1 of [-1, 1]": l1, "PSNR dB": psnr, "codes in use": used})
            for size in (64, 1024):
                self.vqgan.eval()
                by_text, by_picture = retrieval(self.clip, self.words, data, size)
                self.clip.eval()
                self.note(f"retrieval among {size}, {name}", {"caption to picture": by_text, "picture to caption": by_picture})
            for what, through in (("held-out pictures", None), ("reconstructions", lambda x: self.vqgan(x)[0])):
                self.vqgan.eval()
                self.note(f"judge on {what}, {name}", dict(zip(ATTRIBUTES, accuracy(self.judge, large, through))))
            self.enlarged(name, large)

    @torch.no_grad()
    def enlarged(self, name, data, count=256):
        """The picture of 128 pixels beside the other ways to it from the same codes."""
        found, small, network = {}, self.vqgan.small(), upscale_net.read(os.path.join(self.args.models, "upscale.safetensors"))
        for first in range(0, count, 64):
            x = floats(data.images[first:first + 64])
            z = self.vqgan.lookup(self.vqgan.nearest(self.vqgan.encode(x)))
            coarse = small.decode(z).clamp(-1, 1)
            for way, y in (("", self.vqgan.decode(z)), ("64 px by Lanczos: ", lanczos(coarse)),
                           ("64 px by the network that enlarges: ", network((coarse + 1) / 2, (2,))[0] * 2 - 1)):
                y = y.clamp(-1, 1)
                error, sharp = found.get(way, (0.0, 0.0))
                found[way] = error + ((y - x) / 2).square().mean().item() * 64 / count, sharp + sharpness(y, x) * 64 / count
        self.note(f"reconstruction at 128 px, {name}", {k: v for way, (error, sharp) in found.items() for k, v in
                                                        ((way + "dB", -10 * math.log10(error)), (way + "edges", sharp))})

    def choices(self):
        """Whether the start of every prompt 'a COLOUR SOLID on a COLOUR floor' is the right one."""
        wanted = [(s, c, f) for s in range(6) for c in range(10) for f in range(10) if c != f]
        target = self.text([f"{article(COLOURS[c])} {SOLIDS[s]} on {article(COLOURS[f])} floor" for s, c, f in wanted])
        z, labels = self.starts(target)
        want = torch.tensor(wanted)
        right = labels[:, :3] == want
        with torch.no_grad():
            seen = self.judge.read(torch.cat([at_64(self.vqgan.decode(part).clamp(-1, 1)) for part in z.split(128)]))
        self.note("start chosen for the 540 prompts, by its label", self.shares(right))
        self.note("start chosen for the 540 prompts, by the judge", self.shares(seen[:, :3] == want))

    @staticmethod
    def shares(right):
        shares = dict(zip(("solid", "colour", "floor"), right.float().mean(0).tolist()))
        return {**shares, "all three": right.all(1).float().mean().item()}

    @torch.no_grad()
    def seen(self, name, pictures, wanted):
        right = self.judge.read(at_64(pictures)) == torch.tensor(wanted)
        self.note(name + ", by the judge", dict(zip(ATTRIBUTES, right.float().mean(0).tolist())))

    def alone(self):
        """The starts of prompts that say all."""
        for name, draw in DRAWS.items():
            prompts, wanted = prompts_of(draw)
            z, labels = self.starts(self.text(prompts))
            right = (labels == torch.tensor(wanted)).float().mean(0)
            self.note(name + ", start alone, by its label", dict(zip(ATTRIBUTES, right.tolist())))
            with torch.no_grad():
                self.seen(name + ", start alone", self.vqgan.decode(z).clamp(-1, 1), wanted)

    def loops(self):
        """The first of the prompts that say all, and those that are shown."""
        name, draw = next(iter(DRAWS.items()))
        said, wanted = prompts_of(draw)
        prompts, wanted = SHOWN + said[:self.args.prompts], wanted[:self.args.prompts]
        target, against = self.text(prompts), self.text(["a broken picture"])
        z, _ = self.starts(target)
        with torch.no_grad():
            rows = [self.vqgan.decode(z).clamp(-1, 1)]
        torch.manual_seed(8)
        rows.append(run_loop(self.vqgan, self.clip, target, z, against, self.args.steps, 16, 0.015, 0.5, 2 * self.args.steps)[0])
        noise = start_from_noise(self.vqgan, len(prompts), 0)
        rows.append(run_loop(self.vqgan, self.clip, target, noise, against, self.args.steps, 16, 0.1)[0])
        for how, pictures in zip(("start and loop", "loop from noise"), rows[1:]):
            self.seen(f"the first {len(wanted)} of the {name}, {how}", pictures[len(SHOWN):], wanted)
        self.pictures = torch.cat([r[:len(SHOWN)] for r in rows])
        grid(self.pictures, len(SHOWN), os.path.join(self.args.models, "prompts.png"))
        x = floats(torch.cat([self.large[0].images[:8], self.large[1].images[:8]]))
        with torch.no_grad():
            y = self.vqgan(x)[0].clamp(-1, 1)
        grid(torch.cat([x[:8], y[:8], x[8:], y[8:]]), 8, os.path.join(self.args.models, "reconstructions.png"))

    def table(self):
        lines = ["| measured | figures |", "| --- | --- |"]
        for name, row in self.found.items():
            lines.append(f"| {name} | " + ", ".join(f"{k} {v:.3f}" if v < 10 and not isinstance(v, int) else
                                                    f"{k} {v:.1f}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()) + " |")
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("models", "judge", "data"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--large", required=True, help="folder with the held-out scenes at 128 pixels")
    parser.add_argument("--upscale", default="", help="figures that train_upscale.py wrote")
    parser.add_argument("--prompts", type=int, default=56, help="how many for the loops")
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    e = Evaluation(args)
    if args.upscale:
        with open(args.upscale, encoding="utf-8") as f:
            e.found.update(json.load(f))
    e.networks()
    e.choices()
    e.alone()
    e.loops()
    card = os.path.join(args.models, "MODEL_CARD.md")
    begin, end = "<!-- figures -->\n", "<!-- end of figures -->"
    with open(os.path.join(os.path.dirname(__file__), "MODEL_CARD.in.md"), encoding="utf-8") as f:
        text = f.read()
    head, rest = text.split(begin)
    with open(card, "w", encoding="utf-8") as f:
        f.write(head + begin + e.table() + "\n" + end + rest.split(end)[1])


if __name__ == "__main__":
    main()
