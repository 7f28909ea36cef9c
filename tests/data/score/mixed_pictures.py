# Draws the pictures of the score cases. Those of mixed/ have the formats of folders as people have them; left out is what Headroom reads
# otherwise than the packages do: pictures that EXIF turns, pixels that are not opaque, grey of 16 bits, and colours of 16 bits that round up.
import struct
import zlib

import numpy as np
from PIL import Image, PngImagePlugin

GREY, COLOURS = 0, 2  # PNG's types of pictures


def ellipses(rng, width, height, dark):
    """Ellipses on a slope, (H, W, 3): soft and bright, or dark and many."""
    y, x = np.mgrid[0:height, 0:width]
    picture = np.stack([np.full((height, width), v, np.float64) for v in rng.randint(60, 200, 3)], -1)
    picture += (y[..., None] / height if dark else x[..., None] / width) * 50
    for _ in range(7 if dark else 3):
        cx, cy, rx, ry = rng.rand(4)
        inside = ((x / width - cx) / (0.1 + 0.3 * rx)) ** 2 + ((y / height - cy) / (0.1 + 0.3 * ry)) ** 2 < 1
        picture[inside] = rng.randint(0, 135 if dark else 255, 3)
    return picture.clip(0, 255).astype(np.uint8)


def draw_plain(here):
    """Sizes below, at and above the network's 299."""
    sizes = [(48, 40), (64, 64), (33, 57), (320, 310), (299, 299), (100, 128)]
    for dark, folder in enumerate(["ours", "theirs"]):
        (here / folder).mkdir(exist_ok=True)
        rng = np.random.RandomState(dark)
        for n, (w, h) in enumerate(sizes):
            Image.fromarray(ellipses(rng, w, h, dark)).save(here / folder / f"{n}.png", optimize=True)


def write_png(path, rows, kind, bits):
    """What Pillow cannot write; `rows`: the bytes of each."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, stride = rows.shape
    width = stride * 8 // bits // (3 if kind == COLOURS else 1)
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def sixteen_bits(path, rgb):
    """Pillow cuts the lower bits off, Headroom rounds: these are near enough to the upper ones for both to see the same."""
    samples = rgb.reshape(len(rgb), -1)
    write_png(path, np.stack([samples, samples ^ 0x55], -1).reshape(len(rgb), -1), COLOURS, 16)


def four_bits_of_grey(path, rgb):
    grey = rgb[:, :rgb.shape[1] // 2 * 2, 1] >> 4
    write_png(path, grey[:, ::2] << 4 | grey[:, 1::2], GREY, 4)


def saved(mode=None, **how):
    def write(path, rgb):
        Image.fromarray(rgb).convert(mode or "RGB").save(path, **how)
    return write


def of_inks(path, rgb):
    """With some black, so that a reader that leaves it out is seen."""
    black = (255 - rgb.max(-1, keepdims=True)) // 2
    Image.fromarray(np.concatenate([255 - rgb - black, black], -1), "CMYK").save(path, quality=80)


def in_palette(colours, bits):
    def write(path, rgb):
        Image.fromarray(rgb).quantize(colours, dither=Image.Dither.NONE).save(path, bits=bits)
    return write


def with_gamma(path, rgb):
    """Nobody applies it."""
    notes = PngImagePlugin.PngInfo()
    notes.add(b"gAMA", struct.pack(">I", 100000))
    Image.fromarray(rgb).save(path, pnginfo=notes)


def upright(path, rgb):
    exif = Image.Exif()
    exif[0x0112] = 1
    Image.fromarray(rgb).save(path, quality=60, subsampling="4:2:0", exif=exif)


# Odd sides, so that the last column of a smaller plane of colours is one that half belongs to the picture; 640 x 600 is what a decoder
# could make half as large before the network looks.
MIXED = {
    "ours": [
        ("420.jpg", (63, 47), saved(quality=70, subsampling="4:2:0")),
        ("444.jpg", (51, 64), saved(quality=70, subsampling="4:4:4")),
        ("progressive.jpg", (77, 59), saved(quality=60, subsampling="4:2:0", progressive=True)),
        ("grey.jpg", (45, 66), saved("L", quality=70)),
        ("inks.jpg", (40, 52), of_inks),
        ("large.jpg", (640, 600), saved(quality=30, subsampling="4:2:0", optimize=True)),
        ("grey.png", (58, 43), saved("L")),
        ("palette.png", (61, 50), in_palette(200, 8)),
        ("sixteen.png", (37, 48), sixteen_bits),
        ("opaque.png", (49, 41), saved("RGBA")),
        ("lossy.webp", (67, 53), saved(quality=60)),
        ("lossless.webp", (54, 62), saved(lossless=True)),
    ],
    "theirs": [
        ("420.jpg", (59, 71), saved(quality=85, subsampling="4:2:0")),
        ("422.jpg", (65, 48), saved(quality=60, subsampling="4:2:2", progressive=True)),
        ("upright.jpg", (46, 57), upright),
        ("grey.jpg", (62, 44), saved("L", quality=60, progressive=True)),
        ("restarts.jpg", (81, 47), saved(quality=50, subsampling="4:2:0", restart_marker_rows=1)),
        ("444.jpg", (43, 55), saved(quality=40, subsampling="4:4:4", optimize=True)),
        ("one.png", (47, 60), saved("1")),
        ("sixteen-colours.png", (55, 39), in_palette(16, 4)),
        ("four.png", (52, 45), four_bits_of_grey),
        ("opaque-grey.png", (42, 51), saved("LA")),
        ("lossy.webp", (53, 69), saved(quality=30)),
        ("gamma.png", (56, 46), with_gamma),
    ],
}


def draw_mixed(here):
    for dark, (folder, pictures) in enumerate(MIXED.items()):
        (here / "mixed" / folder).mkdir(parents=True, exist_ok=True)
        rng = np.random.RandomState(10 + dark)
        for n, (name, (w, h), write) in enumerate(pictures):
            write(here / "mixed" / folder / f"{n:02}-{name}", ellipses(rng, w, h, dark))
