#!/usr/bin/env python3
"""Writes the cases of light_gan beside it from lightweight-gan 1.2.1 (PyPI), whose networks they replay: weights, inputs, outputs, losses and
gradients in float64, a checkpoint as its trainer writes it, and the names and shapes of its networks of every size.

    tests/data/light_gan/make_light_gan.py [FOLDER WITH lightweight_gan]

Needs torch, einops, kornia, torchvision, safetensors and what else the package imports; adabelief-pytorch, fire, retry and aim may be missing.
"""
import json
import math
import random
import sys
import types
from pathlib import Path
from unittest import mock

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
for name in ("adabelief_pytorch", "aim"):
    sys.modules.setdefault(name, types.ModuleType(name)).AdaBelief = None

import torch
from safetensors.torch import save_file
from torch import nn

with mock.patch("torch.cuda.is_available", return_value=True):  # the package asks when it is imported
    import lightweight_gan.lightweight_gan as package
package.Blur = nn.Identity  # as its trainer has it without --antialias

HERE = Path(__file__).parent
# size, latent, widest, width_side, attention, logits, pictures
CASES = {
    "64": dict(size=64, latent=16, widest=16, attention=[32], logits=1, pictures=2),
    "64-grid-grey": dict(size=64, latent=16, widest=16, attention=[], logits=5, pictures=2, grey=True),
    "64-narrow": dict(size=64, latent=16, widest=64, width_side=512, attention=[16], logits=1, pictures=1, by_rule=True),
    "128-gate": dict(size=128, latent=16, widest=16, attention=[16], logits=5, pictures=1),
    "256-gates": dict(size=256, latent=16, widest=16, attention=[16, 32], logits=1, pictures=1, by_rule=True),
    "512-quarters": dict(size=512, latent=16, widest=16, attention=[], logits=1, pictures=1),
}
# of shapes.txt, for every side from 64 to 1024 px: the package's own widths, and the other options
SHAPES = (dict(latent=256, widest=512, attention=[32], logits=1), dict(latent=16, widest=32, attention=[16, 64], logits=5, grey=True),
          dict(latent=64, widest=128, width_side=512, attention=[], logits=1))


def mixed(count, first=1):
    """Numbers of -1 to 1 that look random and are the same bits everywhere: whole numbers are mixed, and no product passes 2^63."""
    x = torch.arange(first, first + count, dtype=torch.int64)
    for _ in range(2):
        x = ((x >> 16) ^ x) * 73244475 & 0xFFFFFFFF
    return ((x >> 16) ^ x).double() / 2**31 - 1


def nets(c):
    common = dict(image_size=c["size"], fmap_max=c["widest"], fmap_inverse_coef=round(math.log2(c.get("width_side", 4096))),
                  greyscale=c.get("grey", False), attn_res_layers=c["attention"])
    return package.Generator(latent_dim=c["latent"], **common), package.Discriminator(disc_output_size=c["logits"], **common)


def spread(net):
    """Values that every part of the network shows in: the package's own begin many of them at 0 or 1."""
    for p in net.parameters():
        if p.dim() == 4 and p.shape[0] > 1 and p.numel() > p.shape[1]:
            nn.init.kaiming_normal_(p, a=0, mode="fan_in", nonlinearity="leaky_relu")
        else:
            with torch.no_grad():
                p.add_(0.3 * torch.randn_like(p))


def fill_by_rule(prefix, net):
    """Weights that the test makes too, so that no file need hold them. Numbers of tensors are those of their names in order."""
    state = net.state_dict()
    parameters = dict(net.named_parameters())
    for place, name in enumerate(sorted(state)):
        if name not in parameters:
            continue  # statistics begin as they are
        p = parameters[name]
        u = mixed(p.numel(), 1 + 1000003 * place + (500000000 if prefix == "D." else 0)).view(p.shape)
        if p.dim() == 4 and p.shape[0] > 1:
            u = u * math.sqrt(6 * p.shape[0] / p.numel())
        else:
            scales = name.endswith(".norm.g") or name.removesuffix("weight") + "running_mean" in state
            u = u * 0.3 + (1 if scales else 0)
        p.data = u


def noise_of(stage_noises):
    """The package draws its noise within the layer; here it is what the case holds, in the layers' order."""
    left = list(stage_noises)

    def forward(self, x, noise=None):
        return x + self.weight * left.pop(0)
    return mock.patch.object(package.Noise, "forward", forward)


def gradients(net):
    """Of each its norm, and how far it goes along a fixed direction: a norm alone knows no sign."""
    return {name: torch.stack([p.grad.norm(), (p.grad.flatten() * mixed(p.numel())).sum()]) for name, p in net.named_parameters()}


def enlarged(x, side):
    """Files hold pictures and noise of 64 px at most; larger ones are these with every pixel repeated."""
    times = max(1, side // 64)
    return x.repeat_interleave(times, 2).repeat_interleave(times, 3)


def write_case(name, c):
    torch.manual_seed(sum(name.encode()))
    g, d = nets(c)
    by_rule = c.get("by_rule", False)
    for prefix, net in (("G.", g), ("D.", d)):
        if by_rule:
            fill_by_rule(prefix, net.double())
            continue
        spread(net)
        for p in net.parameters():  # what the file holds is what is computed with
            p.data = p.data.half().float()
        net.double()
    n, side = c["pictures"], c["size"]
    z = torch.randn(n, c["latent"]).double()
    real = torch.rand(n, 1 if c.get("grey") else 3, 64, 64).half().double()
    sides = [8 << i for i in range(len(g.layers))]
    noises = [torch.randn(n, 1, min(s, 64), min(s, 64)).half().double() for s in sides]
    out = {"z": z, "real": real} | {f"noise.{s}": noise for s, noise in zip(sides, noises)}
    real = enlarged(real, side).clone()
    noises = [enlarged(noise, s) for s, noise in zip(sides, noises)]
    start = {f"G.{k}": v.clone() for k, v in g.state_dict().items()} | {f"D.{k}": v.clone() for k, v in d.state_dict().items()}

    # D's step as the package's trainer has it, with the penalty.
    with noise_of(noises), torch.no_grad():
        fake = g(z)
    fake.requires_grad_()
    real.requires_grad_()
    fake_out, fake_small, _ = d(fake)
    quarter = 2
    with mock.patch.object(package, "random", lambda: (quarter + 0.5) / 4):
        real_out, real_small, pictures = d(real, calc_aux_loss=True)
    loss = package.hinge_loss(real_out, fake_out) + package.hinge_loss(real_small, fake_small) + pictures
    slopes = [torch.autograd.grad([a, b], x, [torch.ones_like(a), torch.ones_like(b)], create_graph=True, retain_graph=True)[0]
              for a, b, x in ((real_out, real_small, real), (fake_out, fake_small, fake))]
    penalty = 10 * (torch.cat(slopes).reshape(2 * n, -1).norm(2, dim=1) ** 2).mean()
    (loss + penalty).backward()
    out |= {"fake": fake, "d.real": real_out, "d.fake": fake_out, "d.real_small": real_small.flatten(1), "d.fake_small": fake_small.flatten(1),
            "d.decoders": pictures, "d.penalty": penalty, "d.loss": loss}
    out |= {f"d.grad.{k}": v for k, v in gradients(d).items()}

    # G's step.
    with noise_of(noises):
        fake = g(z)
    fake_out, fake_small, _ = d(fake)
    loss = package.gen_hinge_loss(fake_out, None) + package.gen_hinge_loss(fake_small, None)
    loss.backward()
    out |= {"g.loss": loss} | {f"g.grad.{k}": v for k, v in gradients(g).items()}
    out |= {f"g.after.{k}": v for k, v in g.state_dict().items() if "running" in k}
    g.eval()
    with torch.no_grad(), noise_of([torch.zeros_like(noise) for noise in noises]):
        out["drawn"] = g(z)
    for key in ("fake", "drawn"):  # thinned: the sums say the rest
        out[key + ".sum"] = out[key].sum()
        out[key] = out[key][..., ::side // 16, ::side // 16]
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    if not by_rule:
        save_file({k: (v.half() if v.is_floating_point() and v.numel() > 1 and "num_batches" not in k else v).contiguous() for k, v in start.items()},
                  folder / "start.safetensors")
    halves = ("real", "noise.")
    save_file({k: v.detach().to(torch.float16 if k.startswith(halves) else torch.float64).contiguous().clone() for k, v in out.items()},
              folder / "figures.safetensors")
    (folder / "networks.json").write_text(json.dumps({"kind": "light-gan"} | c | {"quarter": quarter}, indent=1) + "\n")


def write_checkpoint():
    """What `lightweight_gan` saves: {"GAN": state dict with G., D., GE. and D again as D_aug.D., "version", scalers}."""
    torch.manual_seed(3)

    class Pair(nn.Module):
        def __init__(self):
            super().__init__()
            c = CASES["64"]
            self.G, self.D = nets(c)
            self.GE = nets(c)[0]
            self.D_aug = package.AugWrapper(self.D, c["size"])
            spread(self)
            self.half().float()
    pair = Pair()
    halves = {}  # D and D_aug.D share their tensors in the file, as in the package's

    def half(v):
        return halves.setdefault(v.data_ptr(), v.half()) if v.dtype == torch.float32 and v.numel() > 1 else v
    torch.save({"GAN": {k: half(v) for k, v in pair.state_dict().items()},
                "version": package.__version__, "G_scaler": {}, "D_scaler": {}}, HERE / "model_1.pt")


def write_shapes():
    """Lines "side latent widest width_side attention logits channels" of networks, and below each their tensors, "G.name 2x3" and " buffer" of what is no
    parameter."""
    lines = []
    for side in (64, 128, 256, 512, 1024):
        for options in SHAPES:
            c = options | dict(size=side)
            lines.append(f"{side} {c['latent']} {c['widest']} {c.get('width_side', 4096)} {','.join(map(str, c['attention']))} {c['logits']} {1 if c.get('grey') else 3}")
            for prefix, net in zip(("G.", "D."), nets(c)):
                parameters = {name for name, _ in net.named_parameters()}
                for name, tensor in sorted(net.state_dict().items()):
                    shape = "x".join(map(str, tensor.shape)) or "-"
                    lines.append(f"{prefix}{name} {shape}" + ("" if name in parameters else " buffer"))
    (HERE / "shapes.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    random.seed(1)
    for name, c in CASES.items():
        write_case(name, c)
    write_checkpoint()
    write_shapes()
