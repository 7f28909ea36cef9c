#!/usr/bin/env python3
"""Times the networks of lightweight-gan 1.2.1 (PyPI) in its training step, in the words of `headroom-cli bench light-gan --json`.

    tests/bench/light_gan_peer.py --size 256 --batch 4 --accumulate 4 [--package FOLDER WITH lightweight_gan]

The step is its trainer's: hinge losses of the whole picture and of it at 32 px, the decoders' loss, a gradient penalty every fourth step, DiffAugment,
gradient accumulation, Adam, and a moving average of G. Its script refuses to run without CUDA; its networks do not. Pictures are random.
"""
import argparse
import json
import statistics
import sys
import threading
import time
import types
from pathlib import Path
from unittest import mock


def arguments():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--size", type=int, default=256)
    p.add_argument("--batch", type=int, default=4, help="pictures at a time")
    p.add_argument("--accumulate", type=int, default=4)
    p.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    p.add_argument("--steps", type=int, default=8)
    p.add_argument("--warmup", type=int, default=1)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--device", default="cpu", choices=["cpu", "cuda"], help="the peak of cuda is torch.cuda.max_memory_allocated over the timed steps")
    p.add_argument("--latent", type=int, default=256)
    p.add_argument("--width-max", type=int, default=512)
    p.add_argument("--package", help="a folder with lightweight_gan, where it is not installed")
    return p.parse_args()


def status_bytes(field):
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    return 0


def load(folder):
    if folder:
        sys.path.insert(0, folder)
    for name in ("adabelief_pytorch", "aim"):  # imported, and not used here
        sys.modules.setdefault(name, types.ModuleType(name)).AdaBelief = None
    with mock.patch("torch.cuda.is_available", return_value=True):
        import lightweight_gan.lightweight_gan as package
    import torch
    package.Blur = torch.nn.Identity  # as its trainer has it without --antialias
    return package, torch


def main():
    a = arguments()
    package, torch = load(a.package)
    torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    with mock.patch.object(torch.nn.Module, "cuda", lambda self, *_: self):
        gan = package.LightweightGAN(latent_dim=a.latent, image_size=a.size, fmap_max=a.width_max, attn_res_layers=[32], disc_output_size=1)
    gan.to(a.device).train()
    pictures = torch.rand(4 * a.batch * a.accumulate, 3, a.size, a.size, device=a.device)
    augment = {"prob": 0.3, "types": ["translation", "cutout"]}
    context = lambda: torch.autocast(a.device, torch.bfloat16, enabled=a.precision == "bf16")
    at = 0

    def next_real():
        nonlocal at
        at = (at + a.batch) % (len(pictures) - a.batch + 1)
        return pictures[at:at + a.batch].clone()

    def step(number):
        penalised = number % 4 == 0
        gan.D_opt.zero_grad()
        for _ in range(a.accumulate):
            real = next_real()
            with context():
                with torch.no_grad():
                    fake = gan.G(torch.randn(a.batch, a.latent, device=a.device))
                if penalised:
                    real.requires_grad_()
                fake, (fake_out, fake_small, _) = gan.D_aug(fake.float(), detach=True, input_requires_grad=penalised, return_discr_input=True, **augment)
                real_out, real_small, decoders = gan.D_aug(real, calc_aux_loss=True, **augment)
                loss = package.hinge_loss(real_out, fake_out) + package.hinge_loss(real_small, fake_small) + decoders
            if penalised:
                slopes = [torch.autograd.grad(outs, x, [torch.ones_like(t) for t in outs], create_graph=True, retain_graph=True)[0]
                          for outs, x in (([real_out, real_small], real), ([fake_out, fake_small], fake))]
                loss = loss + 10 * (torch.cat(slopes).reshape(2 * a.batch, -1).norm(2, dim=1) ** 2).mean()
            (loss / a.accumulate).backward()
        gan.D_opt.step()
        gan.G_opt.zero_grad()
        for _ in range(a.accumulate):
            with context():
                out, small, _ = gan.D_aug(gan.G(torch.randn(a.batch, a.latent, device=a.device)).float(), **augment)
                loss_g = package.gen_hinge_loss(out, None) + package.gen_hinge_loss(small, None)
            (loss_g / a.accumulate).backward()
        gan.G_opt.step()
        gan.EMA()
        return loss_g.item()

    for number in range(a.warmup):
        step(number)
    if a.device == "cuda":
        torch.cuda.reset_peak_memory_stats()
    peak, done = 0, threading.Event()

    def watch():
        nonlocal peak
        while not done.wait(0.01):
            peak = max(peak, status_bytes("VmRSS"))
    watcher = threading.Thread(target=watch)
    watcher.start()
    times, loss = [], 0.0
    for number in range(a.steps):
        begin = time.perf_counter()
        loss = step(number)
        times.append(time.perf_counter() - begin)
    done.set()
    watcher.join()
    window = a.batch * a.accumulate
    print(json.dumps({"size": a.size, "batch": a.batch, "accumulate": a.accumulate, "precision": a.precision, "steps": a.steps,
                      "images_per_second": window * a.steps / sum(times), "images_per_second_median": window / statistics.median(times),
                      "peak_bytes": torch.cuda.max_memory_allocated() if a.device == "cuda" else max(peak, status_bytes("VmHWM")), "loss_g": loss}))


if __name__ == "__main__":
    main()
