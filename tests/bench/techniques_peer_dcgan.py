"""PyTorch's own beside `headroom-lab bench techniques`: the same rows for a DCGAN, with what torch offers for each.

Bytes are those of tensors beyond what is alive before a step, from the profiler's allocation events of an untimed step; seconds are
the fastest of the repetitions. One JSON object per line, technique names as the command line's.

    python techniques_peer_dcgan.py [--size 64] [--batch 64] [--repeats 3] [--threads 2] [--only NAME]
"""
import argparse
import json
import time

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint


def widths(size, base, cap=512):
    out, w, side = [], base, 4
    while side < size:
        out.append(min(w, cap))
        w, side = w * 2, side * 2
    return out[::-1] if len(out) > 1 else out


class Net(nn.Module):
    """A DCGAN network as stages; `recompute` checkpoints each."""

    def __init__(self, stages, last):
        super().__init__()
        self.stages, self.last, self.recompute = nn.ModuleList(stages), last, False

    def forward(self, x):
        for stage in self.stages:
            x = checkpoint(stage, x, use_reentrant=False) if self.recompute and torch.is_grad_enabled() else stage(x)
        return self.last(x)


class Separable(nn.Module):
    def __init__(self, cin, cout, up):
        super().__init__()
        conv = nn.ConvTranspose2d if up else nn.Conv2d
        self.depth, self.point = conv(cin, cin, 4, 2, 1, groups=cin, bias=False), nn.Conv2d(cin, cout, 1, bias=False)

    def forward(self, x):
        return self.point(self.depth(x))


def generator(size, base, norm=True, separable=False):
    w, stages, cin = widths(size, base), [], 100
    for i, cout in enumerate(w):
        conv = nn.ConvTranspose2d(cin, cout, 4, 1, 0, bias=False) if i == 0 else (
            Separable(cin, cout, True) if separable else nn.ConvTranspose2d(cin, cout, 4, 2, 1, bias=False))
        stages.append(nn.Sequential(conv, *([nn.BatchNorm2d(cout)] if norm else []), nn.ReLU(True)))
        cin = cout
    return Net(stages, nn.Sequential(nn.ConvTranspose2d(cin, 3, 4, 2, 1, bias=False), nn.Tanh()))


def discriminator(size, base, norm=True, separable=False):
    w, stages, cin = widths(size, base)[::-1], [], 3
    for i, cout in enumerate(w):
        conv = Separable(cin, cout, False) if separable and i > 0 else nn.Conv2d(cin, cout, 4, 2, 1, bias=False)
        stages.append(nn.Sequential(conv, *([nn.BatchNorm2d(cout)] if norm and i > 0 else []), nn.LeakyReLU(0.2, True)))
        cin = cout
    return Net(stages, nn.Sequential(nn.Conv2d(cin, 1, 4, 1, 0, bias=False), nn.Flatten(0)))


def init(net):
    for p in net.parameters():
        if p.dim() == 4:
            nn.init.normal_(p, 0, 0.02)
    return net.to(memory_format=torch.channels_last)


class Lab:
    def __init__(self, size, batch, micro=None, norm=True, base=64, separable=False, recompute=False, bf16=False, keep_fakes=True, fused=True):
        torch.manual_seed(1)
        self.g, self.d = init(generator(size, base, norm, separable)), init(discriminator(size, base, norm, separable))
        self.g.recompute = self.d.recompute = recompute
        adam = dict(lr=2e-4, betas=(0.5, 0.999), fused=fused)
        self.og, self.od = torch.optim.Adam(self.g.parameters(), **adam), torch.optim.Adam(self.d.parameters(), **adam)
        self.batch, self.micro, self.bf16, self.keep_fakes = batch, micro or batch, bf16, keep_fakes
        self.real = torch.randn(batch, 3, size, size).tanh().contiguous(memory_format=torch.channels_last)
        self.z = torch.randn(batch, 100, 1, 1)

    def loss(self, net, x, target):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            logits = net(x)
        return F.binary_cross_entropy_with_logits(logits.float(), torch.full_like(logits, target, dtype=torch.float32))

    def fake(self, z):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            return self.g(z)

    def drop(self):
        self.og.zero_grad(set_to_none=True)
        self.od.zero_grad(set_to_none=True)

    def step(self):
        share = self.micro / self.batch
        parts = list(zip(self.real.split(self.micro), self.z.split(self.micro)))
        self.drop()
        kept = []
        for real, z in parts:
            (self.loss(self.d, real, 1.0) * share).backward()
            if self.keep_fakes and len(parts) == 1:
                fake = self.fake(z)
                kept.append(fake)
            else:
                with torch.no_grad():
                    fake = self.fake(z)
            (self.loss(self.d, fake.detach(), 0.0) * share).backward()
            del fake
        self.od.step()
        self.d.requires_grad_(False)
        for i, (_, z) in enumerate(parts):
            fake = kept.pop() if kept else self.fake(z)
            (self.loss(self.d, fake, 1.0) * share).backward()
            del fake
        self.d.requires_grad_(True)
        self.og.step()


def peak_of(run):
    """Most bytes beyond those at the begin."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as prof:
        run()
    events = sorted((e.start_ns(), e.nbytes()) for e in prof.profiler.kineto_results.events()
                    if e.name() == "[memory]" and e.device_type() == torch.profiler.DeviceType.CPU)
    now = most = 0
    for _, n in events:
        now += n
        most = max(most, now)
    return most


def cost(prepare, run, repeats):
    prepare(), run(), prepare()
    peak, best = peak_of(run), float("inf")
    for _ in range(repeats):
        prepare()
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    return {"peak_bytes": peak, "seconds": best}


def settings(a, plain, other):
    def measure():
        out = []
        for options in (plain, other):
            lab = Lab(**{"size": a.size, "batch": a.batch, **options})
            out.append(cost(lab.drop, lab.step, a.repeats))
        return out
    return measure


def frozen(a):
    lab, out = Lab(a.size, a.batch), []
    for grads in (True, False):
        lab.d.requires_grad_(grads)
        out.append(cost(lab.drop, lambda: lab.loss(lab.d, lab.fake(lab.z), 1.0).backward(), a.repeats))
    return out


def optimiser(a):
    out = []
    for fused in (False, True):
        lab = Lab(a.size, a.batch, fused=fused)
        for p in lab.g.parameters():
            p.grad = torch.full_like(p, 0.01)
        out.append(cost(lambda: None, lab.og.step, a.repeats))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--size", type=int, default=64)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--repeats", type=int, default=3)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--only", default="")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    rows = [("accumulation", settings(a, {"norm": False}, {"norm": False, "micro": a.batch // 4})),
            ("checkpointing", settings(a, {}, {"recompute": True})),
            ("fakes recomputed", settings(a, {}, {"keep_fakes": False})),
            ("D frozen in the G phase", lambda: frozen(a)),
            ("fused optimiser", lambda: optimiser(a)),
            ("bf16", settings(a, {}, {"bf16": True})),
            ("depthwise-separable convolutions", settings(a, {}, {"separable": True})),
            ("half the width", settings(a, {}, {"base": 32})),
            ("half the resolution", settings(a, {}, {"size": a.size // 2}))]
    for name, measure in rows:
        if a.only not in name:
            continue
        plain, other = measure()
        print(json.dumps({"technique": name, "setting": f"{a.size} px, {a.batch}", "plain": plain, "with": other,
                          "peak_ratio": other["peak_bytes"] / plain["peak_bytes"], "time_ratio": other["seconds"] / plain["seconds"]}), flush=True)


if __name__ == "__main__":
    main()
