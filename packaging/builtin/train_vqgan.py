"""Trains the built-in VQGAN: an autoencoder first, then the codebook by k-means, then straight through."""
import argparse
import math
import os
import time

import torch
import torch.nn.functional as F

from data import SOLIDS, Shapes, floats, lower_precision, mixed
from vqgan_net import VQGAN

CONFIG = dict(patch=4, ch=128, ch_mult=[1, 1], num_res_blocks=1, z_channels=64, n_embed=1024, embed_dim=16)
PLAIN_SHARE = 0.15  # of the time, before anything is quantised
OFTEN = {"cube": 3, "octahedron": 2}  # times as often as the other solids: their flat faces are the last to come out
EDGE, EDGE_WEIGHT = 0.08, 4.0  # steps from pixel to pixel that are larger count so many times more


def object_weight(x, weight=4.0):
    """Larger where a picture differs from the median of its row: on the solid and its shadow. Mean 1."""
    median = x.median(dim=3, keepdim=True).values
    on = ((x - median).abs().amax(1, keepdim=True) > 0.15).float()
    w = 1 + (weight - 1) * on
    return w / w.mean()


def picture_loss(y, x):
    w = object_weight(x)
    loss = (w * (y - x).abs()).mean() + 0.5 * (w * (y - x).square()).mean()
    for axis in (2, 3):
        dy, dx = torch.diff(y, dim=axis), torch.diff(x, dim=axis)
        edge = w.narrow(axis, 0, x.size(axis) - 1) * (1 + EDGE_WEIGHT * (dx.abs().amax(1, keepdim=True) > EDGE))
        loss = loss + (edge * (dy - dx).abs()).mean() / edge.mean()
    return loss


@torch.no_grad()
def k_means(model, vectors, rounds=8):
    book = vectors[torch.randperm(len(vectors))[: model.config["n_embed"]]].clone()
    for _ in range(rounds):
        nearest = (2 * vectors @ book.t() - book.square().sum(1)).argmax(1)
        total = torch.zeros_like(book).index_add_(0, nearest, vectors)
        count = torch.bincount(nearest, minlength=len(book)).float().unsqueeze(1)
        spare = vectors[torch.randint(len(vectors), (len(book),))]
        book = torch.where(count > 0, total / count.clamp(min=1), spare)
    model.quantize.embedding.weight.copy_(book)


@torch.no_grad()
def figures(model, data, count=256):
    """Reconstruction: (L1 in [-1, 1], PSNR in dB of [0, 1], codes in use)."""
    model.eval()
    l1, mse, used = 0.0, 0.0, set()
    for first in range(0, count, 64):
        x = floats(data.images[first:first + 64])
        y, _, _, codes = model(x)
        y = y.clamp(-1, 1)
        l1 += (y - x).abs().mean().item()
        mse += ((y - x) / 2).square().mean().item()
        used.update(codes.flatten().tolist())
    model.train()
    parts = count // 64
    return l1 / parts, -10 * math.log10(mse / parts), len(used)


class Trainer:
    def __init__(self, args):
        self.args = args
        self.random = torch.Generator().manual_seed(args.seed)
        torch.manual_seed(args.seed)
        self.sets = [Shapes(os.path.join(args.data, n)) for n in ("centred", "full")]
        often = torch.tensor([OFTEN.get(solid, 1) for solid in SOLIDS])
        self.pools = [torch.arange(len(s)).repeat_interleave(often[s.labels[:, 0]]) for s in self.sets]
        self.held = [Shapes(os.path.join(args.data, n)) for n in ("held_centred", "held_full")]
        self.model = VQGAN(CONFIG).to(memory_format=torch.channels_last)
        self.ema = VQGAN(CONFIG).to(memory_format=torch.channels_last).requires_grad_(False)
        self.quantised, self.seen, self.steps = False, 0, 0
        self.usage = torch.ones(CONFIG["n_embed"])
        if args.resume:
            self.load(args.resume)
        self.ema.load_state_dict(self.model.state_dict())
        self.optimiser = torch.optim.AdamW(self.model.parameters(), args.lr, betas=(0.9, 0.98), weight_decay=0.01, fused=True)

    def load(self, path):
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.quantised, self.seen = True, state["seen"]

    def batch(self):
        picks = mixed(self.pools, [0.7, 0.3], self.args.batch, self.random)
        x = torch.stack([self.sets[s].images[self.pools[s][i]] for s, i in picks])
        flips = torch.rand(len(x), generator=self.random) < 0.5
        x[flips] = x[flips].flip(3)
        return floats(x)

    def start_codebook(self):
        with torch.no_grad(), lower_precision():
            rows = torch.cat([self.model.encode(self.batch()).float().permute(0, 2, 3, 1).reshape(-1, 16) for _ in range(24)])
        k_means(self.model, rows)
        self.quantised = True

    def revive(self, z):
        dead = (self.usage < 0.03).nonzero().flatten()
        if len(dead):
            rows = z.detach().float().permute(0, 2, 3, 1).reshape(-1, z.size(1))
            with torch.no_grad():
                self.model.quantize.embedding.weight[dead] = rows[torch.randint(len(rows), (len(dead),))]
            self.usage[dead] = 1.0

    def step(self, progress):
        for group in self.optimiser.param_groups:
            warm = min(1.0, (self.steps + 1) / 60)
            group["lr"] = self.args.lr * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        x = self.batch()
        extra = 0.0
        with lower_precision():
            if self.quantised:
                y, z, rows, codes = self.model(x)
            else:
                y = self.model.decode(self.model.encode(x))
        if self.quantised:
            extra = F.mse_loss(rows.float(), z.float().detach()) + 0.25 * F.mse_loss(z.float(), rows.float().detach())
            self.usage.mul_(0.99).add_(torch.bincount(codes.flatten(), minlength=len(self.usage)).float(), alpha=0.01)
        loss = picture_loss(y.float(), x)
        self.optimiser.zero_grad()
        (loss + extra).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.steps, self.seen = self.steps + 1, self.seen + len(x)
        if self.quantised and self.steps % 50 == 0 and progress < 0.8:
            self.revive(z)
        decay = min(0.998, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.ema.parameters()), list(self.model.parameters()), 1 - decay)
            self.ema.quantize.embedding.weight.copy_(self.model.quantize.embedding.weight)
        return loss.item()

    def save(self):
        state = {"model": self.model.state_dict(), "ema": self.ema.state_dict(), "config": CONFIG, "seen": self.seen}
        torch.save(state, self.args.out + ".part")
        os.replace(self.args.out + ".part", self.args.out)

    def run(self):
        begin = saved = time.time()
        total = self.args.minutes * 60
        while (elapsed := time.time() - begin) < total:
            if not self.quantised and elapsed > PLAIN_SHARE * total:
                self.start_codebook()
            loss = self.step(elapsed / total)
            if time.time() - saved > self.args.every:
                saved = time.time()
                self.save()
                shown = [figures(self.ema, h, 64) for h in self.held]
                print(f"{elapsed / 60:.1f} min, {self.steps} steps, {self.seen} pictures, loss {loss:.4f}, held out "
                      + "; ".join(f"L1 {a:.4f}, {b:.2f} dB, {c} codes" for a, b, c in shown), flush=True)
        self.save()
        print("final", [figures(self.ema, h) for h in self.held], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with centred, full, held_centred, held_full")
    parser.add_argument("--out", required=True, help="checkpoint to write")
    parser.add_argument("--resume", default="", help="checkpoint to go on from (its codebook is kept)")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=120, help="seconds between checkpoints")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    Trainer(args).run()


if __name__ == "__main__":
    main()
