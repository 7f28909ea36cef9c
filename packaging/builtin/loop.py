"""Synthesis against the CLIP, as the application does it in small: codes, cutouts, spherical loss. Run as a program it writes
pictures out of loops that start from noise, for the CLIP to learn that they show nothing."""
import argparse
import math
import os
import random

import torch
import torch.nn.functional as F

from clip_net import Clip
from data import COLOURS, SOLIDS, at_64, lower_precision
from tokens import Words
from vqgan_net import VQGAN


def load_vqgan(path):
    state = torch.load(path)
    model = VQGAN(state["config"]).to(memory_format=torch.channels_last).requires_grad_(False).eval()
    model.load_state_dict(state["ema"])
    return model


def load_clip(path):
    state = torch.load(path)
    model = Clip(state["config"], state["model"]["token_rows"])
    model.load_state_dict(state["model"])
    model.visual.to(memory_format=torch.channels_last)
    return model.requires_grad_(False).eval()


def cutouts(x, count):
    """`count` views of every picture, half of them nearly whole."""
    x = at_64(x).repeat(count, 1, 1, 1)
    n = len(x)
    u = lambda low, high: torch.empty(n).uniform_(low, high)
    scale = torch.where(torch.arange(n) % (2 * n // count) < n // count, u(0.92, 1.04), u(0.65, 1))
    room = (1 - scale).clamp(min=0.04)
    zero = torch.zeros(n)
    theta = torch.stack([torch.stack([scale, zero, u(-1, 1) * room], 1), torch.stack([zero, scale, u(-1, 1) * room], 1)], 1)
    x = F.grid_sample(x, F.affine_grid(theta, list(x.shape), align_corners=False), padding_mode="reflection", align_corners=False)
    x = x * u(0.95, 1.05).view(n, 1, 1, 1) + u(-0.05, 0.05).view(n, 1, 1, 1)
    return (x + 0.1 * torch.rand(n, 1, 1, 1) * torch.randn_like(x)).contiguous(memory_format=torch.channels_last)


def spherical(a, b):
    return ((a - b).norm(dim=-1) / 2).arcsin().square() * 2


def run_loop(vqgan, clip, target, z, against=None, steps=80, cuts=8, rate=0.1, anchor=0.0, fade=80, keep=()):
    """Moves latents `z` (N, D, h, w) towards features `target` (N, E); `against`: features pushed away with weight 0.3;
    `anchor` holds them near where they are and has faded after `fade` steps. Returns
    the pictures and those of the steps in `keep`."""
    book = vqgan.quantize.embedding.weight
    unit, low, high = book.std(0).mean().item(), book.min(0).values, book.max(0).values
    low, high = low.view(1, -1, 1, 1), high.view(1, -1, 1, 1)
    start, z = z.clone(), z.clone().requires_grad_(True)
    optimiser = torch.optim.Adam([z], rate * unit)
    kept = []

    def picture():
        rows = vqgan.lookup(vqgan.nearest(z))
        return vqgan.decode(z + (rows - z).detach()).float()

    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * unit * (0.1 + 0.45 * (1 + math.cos(math.pi * step / steps)))
        with lower_precision():
            x = picture()
            features = clip.encode_image(cutouts(x.clamp(-1, 1), cuts)).view(cuts, len(z), -1)
        loss = spherical(features, target).mean(0).sum()
        if against is not None:
            loss = loss - 0.3 * spherical(features, against).mean(0).sum()
        if anchor > 0:
            loss = loss + anchor * max(0.0, 1 - step / fade) * (z - start).square().mean((1, 2, 3)).sum() / unit**2
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            z.copy_(torch.minimum(torch.maximum(z, low), high))
            if step + 1 in keep:
                kept.append(picture().clamp(-1, 1))
    with torch.no_grad():
        return picture().clamp(-1, 1), kept


def start_from_noise(vqgan, count, kind):
    with torch.no_grad():
        if kind == 0:
            return vqgan.small().encode(torch.rand(count, 3, 64, 64) * 2 - 1)
        if kind == 1:
            return vqgan.lookup(torch.randint(vqgan.config["n_embed"], (count, 8, 8)))
        return vqgan.quantize.embedding.weight.mean(0).view(1, -1, 1, 1).repeat(count, 1, 8, 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vqgan", required=True)
    parser.add_argument("--clip", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--prompts", type=int, default=24, help="for each of the three ways to start")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(5)
    chance = random.Random(5)
    vqgan, clip, words = load_vqgan(args.vqgan), load_clip(args.clip), Words()
    out = []
    for kind in range(3):
        prompts = [f"a {chance.choice(COLOURS)} {chance.choice(SOLIDS)} on a {chance.choice(COLOURS)} floor" for _ in range(args.prompts)]
        with torch.no_grad():
            target = clip.encode_text(words.encode(prompts, clip.config["context"]))
        _, kept = run_loop(vqgan, clip, target, start_from_noise(vqgan, args.prompts, kind), steps=40, keep=(8, 18, 30, 40))
        out += kept
        print("start", kind + 1, "of 3", flush=True)
    torch.save(((torch.cat(out) + 1) * 127.5).round().to(torch.uint8), args.out)
    print(sum(map(len, out)), "pictures out of the loop", flush=True)


if __name__ == "__main__":
    main()
