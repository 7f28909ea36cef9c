"""Measures the finished files on held-out shapes, makes pictures from prompts with them, and writes both into the model card."""
import argparse
import json
import os
import random

import torch
from PIL import Image
from safetensors.torch import load_file

from clip_net import CONFIG, Clip
from data import ATTRIBUTES, COLOURS, SOLIDS, Shapes, floats
from export_files import article
from judge import accuracy, load_judge
from loop import run_loop, start_from_noise
from tokens import Words
from train_clip import retrieval
from train_vqgan import figures
from vqgan_net import VQGAN

SHOWN = ["a red cube on a green floor", "a blue sphere on a yellow floor", "a large yellow cone on a purple floor",
         "a green cylinder on a white floor", "a pink torus on a gray floor", "a purple octahedron on an orange floor",
         "a small orange ball on the left on a blue floor", "a white cube on a red floor with a cyan background"]


def read_networks(folder, config):
    """The networks as they are in the files."""
    vqgan = VQGAN(config)
    vqgan.load_state_dict({k: v.float() for k, v in load_file(os.path.join(folder, "vqgan.safetensors")).items()})
    state = load_file(os.path.join(folder, "clip.safetensors"))
    clip = Clip(CONFIG, state["token_rows"])
    clip.load_state_dict({k: v if k == "token_rows" else v.float() for k, v in state.items()}, strict=False)
    for net in (vqgan, clip.visual):
        net.to(memory_format=torch.channels_last)
    return vqgan.requires_grad_(False).eval(), clip.requires_grad_(False).eval()


def grid(pictures, columns, path, scale=1):
    """Rows of `columns` pictures, `scale` times as large."""
    rows = [torch.cat(list(pictures[i:i + columns]), 2) for i in range(0, len(pictures), columns)]
    pixels = ((torch.cat(rows, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).permute(1, 2, 0).numpy()
    image = Image.fromarray(pixels)
    if scale > 1:
        image = image.resize((image.width * scale, image.height * scale), Image.BICUBIC)
    image.save(path, optimize=True)


class Evaluation:
    def __init__(self, args):
        self.args = args
        self.vqgan, self.clip = read_networks(args.models, torch.load(args.vqgan)["config"])
        self.judge, self.words = load_judge(args.judge), Words()
        self.library = load_file(os.path.join(args.models, "starts.safetensors"))
        self.held = [Shapes(os.path.join(args.data, n)) for n in ("held_centred", "held_full")]
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
        best = (target @ self.library["features"].float().t()).argmax(1)
        return self.vqgan.lookup(self.library["codes"].long()[best]), self.library["labels"][best].long()

    def networks(self):
        for name, data in zip(("centred", "full"), self.held):
            l1, psnr, used = figures(self.vqgan, data, 1024)
            self.note("reconstruction, " + name, {"L1 of [-1, 1]": l1, "PSNR dB": psnr, "codes in use": used})
            for size in (64, 1024):
                self.vqgan.eval()
                by_text, by_picture = retrieval(self.clip, self.words, data, size)
                self.clip.eval()
                self.note(f"retrieval among {size}, {name}", {"caption to picture": by_text, "picture to caption": by_picture})
            for what, through in (("held-out pictures", None), ("reconstructions", lambda x: self.vqgan(x)[0])):
                self.vqgan.eval()
                self.note(f"judge on {what}, {name}", dict(zip(ATTRIBUTES, accuracy(self.judge, data, through))))

    def choices(self):
        """Whether the start of every prompt 'a COLOUR SOLID on a COLOUR floor' is the right one."""
        wanted = [(s, c, f) for s in range(6) for c in range(10) for f in range(10) if c != f]
        target = self.text([f"{article(COLOURS[c])} {SOLIDS[s]} on {article(COLOURS[f])} floor" for s, c, f in wanted])
        z, labels = self.starts(target)
        want = torch.tensor(wanted)
        right = labels[:, :3] == want
        with torch.no_grad():
            seen = self.judge.read(torch.cat([self.vqgan.decode(part).clamp(-1, 1) for part in z.split(128)]))
        self.note("start chosen for the 540 prompts, by its label", self.shares(right))
        self.note("start chosen for the 540 prompts, by the judge", self.shares(seen[:, :3] == want))

    @staticmethod
    def shares(right):
        shares = dict(zip(("solid", "colour", "floor"), right.float().mean(0).tolist()))
        return {**shares, "all three": right.all(1).float().mean().item()}

    def loops(self):
        chance = random.Random(11)
        wanted = [(chance.randrange(6), *chance.sample(range(10), 2)) for _ in range(self.args.prompts)]
        prompts = SHOWN + [f"{article(COLOURS[c])} {SOLIDS[s]} on {article(COLOURS[f])} floor" for s, c, f in wanted]
        target, against = self.text(prompts), self.text(["a broken picture"])
        z, _ = self.starts(target)
        with torch.no_grad():
            rows = [self.vqgan.decode(z).clamp(-1, 1)]
        torch.manual_seed(8)
        rows.append(run_loop(self.vqgan, self.clip, target, z, against, self.args.steps, 16, 0.015, 0.5, 2 * self.args.steps)[0])
        noise = start_from_noise(self.vqgan, len(prompts), 0)
        rows.append(run_loop(self.vqgan, self.clip, target, noise, against, self.args.steps, 16, 0.1)[0])
        for name, pictures in zip(("start alone", "start and loop", "loop from noise"), rows):
            seen = self.judge.read(pictures[len(SHOWN):])[:, :3]
            self.note(f"{self.args.prompts} random prompts, {name}, by the judge", self.shares(seen == torch.tensor(wanted)))
        self.pictures = torch.cat([r[:len(SHOWN)] for r in rows])
        grid(self.pictures, len(SHOWN), os.path.join(self.args.models, "prompts.png"))
        x = floats(torch.cat([self.held[0].images[:8], self.held[1].images[:8]]))
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
    for name in ("models", "vqgan", "judge", "data"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--upscale", default="", help="figures that train_upscale.py wrote")
    parser.add_argument("--prompts", type=int, default=56, help="random prompts for the loops")
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
