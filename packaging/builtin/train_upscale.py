"""Trains the network that enlarges shapes, on the same scenes rendered at 64, 128 and 256 pixels: from the small rendering itself
and from what the built-in VQGAN makes of it. Measures it against Lanczos."""
import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from safetensors.torch import load_file

import upscale_net
from data import lower_precision
from train_vqgan import CONFIG
from vqgan_net import VQGAN

SIZES = (64, 128, 256)
PATCH = 32  # a side, of the small picture


class Scenes:
    """`sizes[S]`: (N, S, S, 3) uint8; `rebuilt`: the VQGAN's reconstructions of the first `rebuild` of the smallest, likewise."""

    def __init__(self, stem, vqgan, rebuild):
        self.sizes = {s: load_file(f"{stem}_{s}.safetensors")["images"] for s in SIZES}
        small = self.sizes[64][:rebuild].permute(0, 3, 1, 2)
        with torch.no_grad():
            parts = [vqgan(part.float() / 127.5 - 1)[0] for part in small.split(64)]
        self.rebuilt = ((torch.cat(parts).clamp(-1, 1) + 1) * 127.5).round().to(torch.uint8).permute(0, 2, 3, 1)


def floats(pictures):
    return (pictures.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)


def load_builtin_vqgan(folder):
    model = VQGAN(CONFIG)
    state = load_file(os.path.join(folder, "vqgan.safetensors"))
    model.load_state_dict({k: v.float() for k, v in state.items()}, strict=False)  # small pictures: without its part `fine`
    return model.requires_grad_(False).eval().to(memory_format=torch.channels_last)


def patches(sets, count, rebuilt_share, random):
    """(small, 2x, 4x), with a random turn of the colours' order and mirror image, so that no colour is special."""
    out = {s: [] for s in SIZES}
    for _ in range(count):
        scenes = sets[int(torch.randint(len(sets), (), generator=random))]
        flip, rebuilt = (torch.rand(2, generator=random) < torch.tensor([0.5, rebuilt_share])).tolist()
        n = int(torch.randint(len(scenes.rebuilt if rebuilt else scenes.sizes[64]), (), generator=random))
        y, x = torch.randint(0, 64 - PATCH + 1, (2,), generator=random).tolist()
        colours = torch.randperm(3, generator=random)
        for s in SIZES:
            k = s // 64
            source = scenes.rebuilt if rebuilt and s == 64 else scenes.sizes[s]
            patch = source[n, k * y:k * (y + PATCH), k * x:k * (x + PATCH)][..., colours]
            out[s].append(patch.flip(1) if flip else patch)
    return [floats(torch.stack(out[s])) for s in SIZES]


def psnr(got, want):
    """dB over all pictures and colours, of pictures rounded to 8 bits."""
    error = (got.clamp(0, 1) * 255).round() - want * 255
    return 10 * math.log10(255**2 / max(error.square().mean().item(), 1e-9))


def lanczos(pictures, side):
    rows = [np.asarray(Image.fromarray(p.numpy()).resize((side, side), Image.LANCZOS)) for p in pictures]
    return floats(torch.from_numpy(np.stack(rows)))


@torch.no_grad()
def figures(model, scenes, count, with_lanczos=True):
    """{from: {scale: dB, "scale Lanczos": dB}}."""
    found = {}
    for name, source in (("rendering", scenes.sizes[64]), ("reconstruction", scenes.rebuilt)):
        row = {}
        results = [torch.cat(parts) for parts in zip(*(model(floats(p)) for p in source[:count].split(32)))]
        for scale, got in zip((2, 4), results):
            want = floats(scenes.sizes[64 * scale][:count])
            row[f"{scale}x dB"] = psnr(got, want)
            if with_lanczos:
                row[f"{scale}x Lanczos dB"] = psnr(lanczos(source[:count], 64 * scale), want)
        found[name] = row
    return found


def train(args, sets, held):
    random = torch.Generator().manual_seed(args.seed)
    torch.manual_seed(args.seed)
    model = upscale_net.Upscaler().to(memory_format=torch.channels_last)
    ema = upscale_net.Upscaler().to(memory_format=torch.channels_last).requires_grad_(False)
    ema.load_state_dict(model.state_dict())
    optimiser = torch.optim.Adam(model.parameters(), args.lr, betas=(0.9, 0.99))
    begin = told = time.process_time()  # of this program alone: others may be at work beside
    steps = 0
    while (elapsed := time.process_time() - begin) < args.minutes * 60 * args.threads:
        progress = elapsed / (args.minutes * 60 * args.threads)
        for group in optimiser.param_groups:
            group["lr"] = args.lr * min(1, (steps + 1) / 50) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
        small, double, fourfold = patches(sets, args.batch, 0.5, random)
        with lower_precision():
            two, four = model(small)
        loss = F.l1_loss(two.float(), double) + F.l1_loss(four.float(), fourfold)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimiser.step()
        steps += 1
        with torch.no_grad():
            torch._foreach_lerp_(list(ema.parameters()), list(model.parameters()), 1 - min(0.998, (1 + steps) / (10 + steps)))
        if time.process_time() - told > 20:
            told = time.process_time()
            shown = figures(ema, held[0], 8, with_lanczos=False)
            print(f"{elapsed / 60:.1f} min, {steps} steps, loss {loss.item():.4f}", json.dumps(shown), flush=True)
            upscale_net.write(ema, args.out + ".part")  # what there is, should the rest be cut short
    return ema, steps


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with centred_64 ... held_full_256")
    parser.add_argument("--models", required=True, help="folder of the built-in VQGAN")
    parser.add_argument("--out", required=True, help="file to write")
    parser.add_argument("--figures", default="", help="JSON file to write what was measured to")
    parser.add_argument("--minutes", type=float, default=25, help="processor time, for each thread")
    parser.add_argument("--rebuilt", type=int, default=800, help="pictures of each kind that also go through the VQGAN")
    parser.add_argument("--measured", type=int, default=128, help="held-out pictures of each kind in the figures, at most 128")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    vqgan = load_builtin_vqgan(args.models)
    held = [Scenes(os.path.join(args.data, name), vqgan, args.measured) for name in ("held_centred", "held_full")]
    if args.minutes > 0:
        sets = [Scenes(os.path.join(args.data, name), vqgan, args.rebuilt) for name in ("centred", "full")]
        model, steps = train(args, sets, held)
        upscale_net.write(model, args.out + ".part")
        os.replace(args.out + ".part", args.out)
        os.chmod(args.out, 0o644)
        print(steps, "steps", flush=True)
    stored = upscale_net.read(args.out)
    found = {f"enlarging the {what}, {name}": row for name, scenes in zip(("centred", "full"), held)
             for what, row in figures(stored, scenes, args.measured).items()}
    print(json.dumps(found, indent=1), flush=True)
    if args.figures:
        with open(args.figures, "w", encoding="utf-8") as f:
            json.dump(found, f, indent=1)


if __name__ == "__main__":
    main()
