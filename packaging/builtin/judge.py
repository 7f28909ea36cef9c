"""A classifier of a picture's attributes that has nothing in common with the CLIP but the data: what says whether pictures are
right. Training it: judge.py --data … --out …."""
import argparse
import math
import os
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from data import ATTRIBUTES, Shapes, at_64, floats, lower_precision, mixed


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        layers, cin = [], 3
        for width, stride in ((24, 2), (48, 2), (64, 1), (96, 2), (128, 1)):
            layers += [nn.Conv2d(cin, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.LeakyReLU(0.1)]
            cin = width
        self.body = nn.Sequential(*layers)
        self.wide = nn.Linear(128 * 16, 192)
        self.heads = nn.ModuleList(nn.Linear(192, n) for n in ATTRIBUTES.values())

    def forward(self, x):
        h = F.avg_pool2d(self.body(x), 2).flatten(1)
        h = F.dropout(F.leaky_relu(self.wide(h), 0.1), 0.2, self.training)
        return [head(h).float() for head in self.heads]

    @torch.no_grad()
    def read(self, x):
        """(N, 6) attributes of pictures in [-1, 1]."""
        self.eval()
        return torch.cat([torch.stack([h.argmax(1) for h in self(part)], 1) for part in x.split(256)])


def load_judge(path):
    judge = Judge()
    judge.load_state_dict(torch.load(path))
    return judge.to(memory_format=torch.channels_last).eval()


def varied(x):
    """Shifts by whole pixels, blur by halving, noise, and gains per colour: other ways than the CLIP's views."""
    dx, dy = (int(v) for v in torch.randint(-3, 4, (2,)))
    x = F.pad(x, (3, 3, 3, 3), mode="replicate")[..., 3 + dy:67 + dy, 3 + dx:67 + dx]
    step = int(torch.randint(0, 3, ()))
    if step:
        x = F.interpolate(F.interpolate(x, size=64 // (step + 1), mode="area"), size=64, mode="bilinear")
    x = x * torch.empty(len(x), 3, 1, 1).uniform_(0.93, 1.07)
    return (x + 0.08 * torch.rand(len(x), 1, 1, 1) * torch.randn_like(x)).contiguous(memory_format=torch.channels_last)


def accuracy(judge, data, through=None):
    """Shares of right attributes on held-out pictures, straight or `through` a network."""
    parts = floats(data.images[:1024]).split(128)
    with torch.no_grad():
        x = torch.cat([at_64(part if through is None else through(part).clamp(-1, 1)) for part in parts])
    return (judge.read(x) == data.labels[:1024]).float().mean(0).tolist()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(77)
    random = torch.Generator().manual_seed(77)
    sets = [Shapes(os.path.join(args.data, n)) for n in ("centred", "full")]
    judge = Judge().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(judge.parameters(), 2e-3, weight_decay=0.05, fused=True)
    begin, steps = time.time(), 0
    while (progress := (time.time() - begin) / (args.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
        picks = mixed(sets, [0.5, 0.5], 128, random)
        x = floats(torch.stack([sets[s].images[i] for s, i in picks]))
        labels = torch.stack([sets[s].labels[i] for s, i in picks])
        with lower_precision():
            said = judge(varied(x))
        loss = sum(F.cross_entropy(h, labels[:, k]) for k, h in enumerate(said))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
    torch.save(judge.state_dict(), args.out)
    for name in ("held_centred", "held_full"):
        shares = accuracy(judge, Shapes(os.path.join(args.data, name)))
        print(f"judge, {steps} steps, {name}:", " ".join(f"{k} {v:.3f}" for k, v in zip(ATTRIBUTES, shares)), flush=True)


if __name__ == "__main__":
    main()
