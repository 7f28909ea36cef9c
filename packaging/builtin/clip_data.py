"""What the CLIP is shown: captions said in more ways, augmented views, and pictures that are broken on purpose."""
import random

import torch
import torch.nn.functional as F

from data import floats, lower_precision

BROKEN = ["a broken picture", "a broken image", "a picture of broken shapes"]
SWAPS = [("gray", ["grey"]), ("center", ["centre", "middle"]), ("picture", ["image", "photo", "rendering"]),
         ("solid", ["thing"]), ("the", ["one"]), ("large", ["huge"]), ("tiny", ["little"]), ("donut", ["doughnut"])]
EXTRA = ["standing", "lying", ",", "and", "with", "of", "at", "an"]


def vocabulary(sets):
    """Every word that a caption can have."""
    words = {w for s in sets for captions in s.captions for c in captions for w in c.split()}
    words.update(w for _, others in SWAPS for w in others)
    words.update(w for c in BROKEN for w in c.split())
    return sorted(words | set(EXTRA))


def reword(caption, chance):
    """The same said otherwise, without a change of meaning."""
    for word, others in SWAPS:
        if chance.random() < 0.15:
            caption = " ".join(chance.choice(others) if w == word else w for w in caption.split())
    style = chance.random()
    if style < 0.08:
        caption = caption.replace(" on a ", " standing on a ").replace(" on an ", " lying on an ")
    elif style < 0.20:
        caption = " ".join(w for w in caption.split() if w not in ("a", "an", "the", "one"))
    elif style < 0.26:
        words = caption.replace(" on a", " , a").replace(" with ", " , ").split()
        caption = " ".join(w for w in words if w not in ("a", "an", "the", "one"))
    return caption


def view(x, labels, crop, noise_up_to=0.5):
    """Augmented pictures. `crop`: bool per picture, parts that keep the solid; else the whole picture, nearly."""
    n = len(x)
    u = lambda low, high: torch.empty(n).uniform_(low, high)
    scale = torch.where(crop, u(0.55, 1.0), u(0.92, 1.05))
    at = (labels[:, 5].float() - 1) * 0.35
    room = (1 - scale).clamp(min=0)
    tx = torch.where(crop, torch.minimum(torch.maximum(at + u(-0.25, 0.25), -room), room), u(-0.05, 0.05))
    ty = torch.where(crop, (u(-1, 1) * room), u(-0.05, 0.05))
    turn, aspect = u(-0.05, 0.05), u(0.92, 1.08)
    theta = torch.stack([torch.stack([scale * aspect, -turn, tx], 1), torch.stack([turn, scale, ty], 1)], 1)
    x = F.grid_sample(x, F.affine_grid(theta, list(x.shape), align_corners=False), padding_mode="reflection", align_corners=False)
    if random.random() < 0.3:
        x = torch.cat([F.interpolate(F.avg_pool2d(x[::2], 2), scale_factor=2.0, mode="bilinear"), x[1::2]])[
            torch.argsort(torch.cat([torch.arange(0, n, 2), torch.arange(1, n, 2)]))]
    x = x * u(0.92, 1.08).view(n, 1, 1, 1) + torch.empty(n, 3, 1, 1).uniform_(-0.08, 0.08)
    sigma = noise_up_to * torch.rand(n, 1, 1, 1) ** 3
    return (x + sigma * torch.randn_like(x)).contiguous(memory_format=torch.channels_last)


def shuffled(x):
    """Blocks of 16 px in another order."""
    n = len(x)
    blocks = x.unfold(2, 16, 16).unfold(3, 16, 16).reshape(n, 3, 16, 16, 16)
    out = torch.stack([b[:, torch.randperm(16)] for b in blocks])
    return out.reshape(n, 3, 4, 4, 16, 16).permute(0, 1, 2, 4, 3, 5).reshape(n, 3, 64, 64)


def broken(x, vqgan, loop):
    """Pictures of nothing, made of the pictures `x`: blocks, halves, blends, wrong codes, and those of the loop."""
    parts = list(x.chunk(4))
    parts[0] = shuffled(parts[0])
    half = parts[1].clone()
    half[..., 32:] = parts[1].roll(1, 0)[..., 32:]
    parts[1] = half
    parts[2] = (parts[2] + parts[2].roll(1, 0)) / 2
    if vqgan is not None:
        with torch.no_grad(), lower_precision():
            codes = vqgan.nearest(vqgan.encode(parts[3]))
            wrong = torch.rand(codes.shape) < torch.empty(len(codes), 1, 1).uniform_(0.3, 1.0)
            codes = torch.where(wrong, torch.randint(vqgan.config["n_embed"], codes.shape), codes)
            parts[3] = vqgan.decode(vqgan.lookup(codes)).float().clamp(-1, 1)
    else:
        parts[3] = shuffled(shuffled(parts[3]))
    if loop is not None:
        for i in (0, 2):
            parts[i] = floats(loop[torch.randint(len(loop), (len(parts[i]),))])
    return torch.cat(parts)
