#!/usr/bin/env python3
"""Writes tests/data/upscale and tests/data/resample: what PyTorch and Pillow make of small pictures, for the tests of upscaling.

    python tests/bench/rrdb_peer.py tests/data

RRDB as in ESRGAN (Wang et al. 2018), written here from the paper: residual in residual dense blocks with 0.2, nearest-neighbour doublings, leaky
ReLU 0.2. The same weights are stored in the three layouts of names that are about; x2.pth takes a pixel-unshuffled picture."""
import os
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from PIL import Image
from safetensors.torch import save_file

WIDTH, GROWTH, BLOCKS = 6, 3, 2


class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(5):
            setattr(self, f"conv{i + 1}", nn.Conv2d(WIDTH + i * GROWTH, GROWTH if i < 4 else WIDTH, 3, 1, 1))

    def forward(self, x):
        seen = [x]
        for i in range(4):
            seen.append(F.leaky_relu(getattr(self, f"conv{i + 1}")(torch.cat(seen, 1)), 0.2))
        return x + 0.2 * self.conv5(torch.cat(seen, 1))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.rdb1, self.rdb2, self.rdb3 = Dense(), Dense(), Dense()

    def forward(self, x):
        return x + 0.2 * self.rdb3(self.rdb2(self.rdb1(x)))


class Rrdb(nn.Module):
    def __init__(self, unshuffle):
        super().__init__()
        self.unshuffle = unshuffle
        self.conv_first = nn.Conv2d(3 * unshuffle**2, WIDTH, 3, 1, 1)
        self.body = nn.Sequential(*(Block() for _ in range(BLOCKS)))
        self.conv_body, self.conv_up1, self.conv_up2, self.conv_hr = (nn.Conv2d(WIDTH, WIDTH, 3, 1, 1) for _ in range(4))
        self.conv_last = nn.Conv2d(WIDTH, 3, 3, 1, 1)

    def forward(self, x):
        start = self.conv_first(F.pixel_unshuffle(x, self.unshuffle))
        h = start + self.conv_body(self.body(start))
        for up in (self.conv_up1, self.conv_up2):
            h = F.leaky_relu(up(F.interpolate(h, scale_factor=2, mode="nearest")), 0.2)
        return self.conv_last(F.leaky_relu(self.conv_hr(h), 0.2))


def first_layout(name):
    """ESRGAN's first names: numbers of a flattened sequence."""
    stem, end = name.rsplit(".", 1)
    if stem.startswith("body."):
        _, n, part, conv = stem.split(".")
        return f"model.1.sub.{n}.{part.upper()}.{conv}.0.{end}"
    places = {"conv_first": "0", "conv_body": f"1.sub.{BLOCKS}", "conv_up1": "3", "conv_up2": "6", "conv_hr": "8", "conv_last": "10"}
    return f"model.{places[stem]}.{end}"


def second_layout(name):
    stem, end = name.rsplit(".", 1)
    if stem.startswith("body."):
        _, n, part, conv = stem.split(".")
        return f"RRDB_trunk.{n}.{part.upper()}.{conv}.{end}"
    names = {"conv_body": "trunk_conv", "conv_up1": "upconv1", "conv_up2": "upconv2", "conv_hr": "HRconv"}
    return f"{names.get(stem, stem)}.{end}"


def networks(folder):
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(6)
    four, two = Rrdb(1), Rrdb(2)
    state = four.state_dict()
    torch.save({first_layout(k): v for k, v in state.items()}, os.path.join(folder, "first.pth"))
    torch.save({second_layout(k): v for k, v in state.items()}, os.path.join(folder, "second.pth"))
    torch.save({"params": {k: torch.zeros_like(v) for k, v in state.items()}, "params_ema": state}, os.path.join(folder, "basicsr.pth"))
    torch.save({"params_ema": {k: v.half() for k, v in two.state_dict().items()}}, os.path.join(folder, "x2.pth"))
    two.load_state_dict({k: v.half().float() for k, v in two.state_dict().items()})
    picture = torch.rand(1, 3, 10, 14)
    with torch.no_grad():
        save_file({"picture": picture, "four": four(picture), "two": two(picture)}, os.path.join(folder, "expected.safetensors"))


def pictures(folder):
    os.makedirs(folder, exist_ok=True)
    chance = np.random.default_rng(3)
    pixels = chance.integers(0, 256, (9, 13, 4), dtype=np.uint8)
    pixels[2:7, 3:8] = (250, 4, 30, 255)  # an edge, so that the kernel swings over
    pixels[:3, :4, 3] = 0
    rgba = Image.fromarray(pixels)
    rgb = Image.fromarray(pixels[..., :3].copy())
    rgba.save(os.path.join(folder, "rgba.png"))
    rgb.save(os.path.join(folder, "rgb.png"))
    for name, image in (("rgb", rgb), ("rgba", rgba)):
        for kernel, code in (("lanczos", Image.LANCZOS), ("bicubic", Image.BICUBIC)):
            for width, height in ((26, 18), (39, 27), (52, 36), (6, 4), (13, 20)):
                image.resize((width, height), code).save(os.path.join(folder, f"{name}-{kernel}-{width}x{height}.png"))


if __name__ == "__main__":
    networks(os.path.join(sys.argv[1], "upscale"))
    pictures(os.path.join(sys.argv[1], "resample"))
