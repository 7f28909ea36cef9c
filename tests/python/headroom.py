# What the tests in this folder share: the program, the runs that they look at (each trained once), and pictures cut out of grids.
import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from functools import lru_cache
from pathlib import Path

import numpy
from PIL import Image

CLI = os.environ["HEADROOM_CLI"]
WORK = Path(tempfile.mkdtemp(prefix="headroom-python-"))
atexit.register(shutil.rmtree, WORK, ignore_errors=True)
GAP = 2  # pixels between the pictures of a grid and around it


# LibTorch's wheel is one of CPython 3.11; with another Python its tests are left out, and say so.
needs_torch = unittest.skipIf(sys.version_info[:2] != (3, 11), f"LibTorch's wheel is for Python 3.11, and this is {sys.version.split()[0]}")
if sys.version_info[:2] == (3, 11):
    import torch
else:
    torch = None


def cli(*words, status=0, errors=False, env=None):
    """Runs headroom-cli, on one thread, and returns what it printed; with `errors`, and where it is to fail, what it said beside that."""
    surroundings = dict(os.environ, HOME=str(WORK), XDG_DATA_HOME=str(WORK / "data"), XDG_CACHE_HOME=str(WORK / "cache"), OMP_NUM_THREADS="1")
    for name in ("LD_LIBRARY_PATH", "PYTHONPATH"):  # Python's own
        surroundings.pop(name, None)
    done = subprocess.run([CLI, *map(str, words)], capture_output=True, text=True, env={**surroundings, **(env or {})}, timeout=600)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stderr if status or errors else done.stdout


@lru_cache(maxsize=None)
def run(name, *words):
    """The folder of a run trained with these words of `train`."""
    folder = WORK / name
    cli("train", *words, "--threads", 1, "--seed", 7, "--out", folder, "--quiet")
    return folder


# Rates at which a few steps change much, in the averages too: pictures that are all grey would be equal whatever draws them.
FAST = ("--set", "lr.g=0.05", "--set", "lr.d=0.01", "--set", "ema.half_life=4", "--set", "data.count=64")


def dcgan():
    return run("gan", "dcgan", "--size", 32, "--batch", 8, "--steps", 4, "--set", "preview.every=2", "--set", "width.g=16", "--set", "width.d=16",
               "--set", "scores.every=4", "--set", "scores.count=16", *FAST)


def vqgan():
    return run("vqgan", "vqgan", *SMALL_VQGAN)


def light_gan():
    """Without attention, which takes nine tenths of such a step."""
    return run("light", "light-gan", *FAST, "--batch", 2, "--accumulate", 1, "--steps", 1, "--size", 64, "--set", "model.width=16",
               "--set", "model.latent=16", "--set", "model.attention=", "--set", "model.small_attention=off")


SMALL_VQGAN = ("--size", 32, "--batch", 4, "--steps", 3, "--set", "net.base=32", "--set", "net.multipliers=1 2", "--set", "net.blocks=1",
               "--set", "net.z=32", "--set", "net.code_width=32", "--set", "net.codes=64", "--set", "net.resolution=32",
               "--set", "net.attention=16", "--set", "net.patch=1", "--set", "width.d=8", "--set", "lr.g=0.001", *FAST[4:])


@lru_cache(maxsize=None)
def exported(folder, what, *words):
    """The folder into which `what` of a run was exported."""
    out = WORK / f"{folder.name}-{what}"
    cli("export", folder, "--what", what, "--out", str(out) + "/", *words, "--quiet")
    return out


def cells(path, width, height):
    """The pictures of a grid, as bytes (N, height, width, 3)."""
    grid = numpy.asarray(Image.open(path).convert("RGB"))
    rows, columns = (grid.shape[0] - GAP) // (height + GAP), (grid.shape[1] - GAP) // (width + GAP)
    corners = [(GAP + r * (height + GAP), GAP + c * (width + GAP)) for r in range(rows) for c in range(columns)]
    return numpy.stack([grid[y:y + height, x:x + width] for y, x in corners])


def to_bytes(pictures):
    """Pictures (N, C, H, W) in [-1, 1] as a run writes them: bytes (N, H, W, 3)."""
    levels = numpy.clip(numpy.rint((numpy.asarray(pictures, dtype=numpy.float32) + 1) * 127.5), 0, 255).astype(numpy.uint8)
    return numpy.broadcast_to(levels, (len(levels), 3, *levels.shape[2:])).transpose(0, 2, 3, 1)


def said(path):
    return json.loads(cli("picture", "inspect", path, "--json"))
