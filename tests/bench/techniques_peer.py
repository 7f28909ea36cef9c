#!/usr/bin/env python3
"""What PyTorch's own ways to save memory are worth for VQGAN and CLIP: the peer of `headroom-lab bench techniques`.

    techniques_peer.py [--side 128] [--cuts 8] [--chunk 2] [--repeats 3] [--threads 2] [--only WORDS]

One JSON line per row, under the names that Headroom's bench uses (core/train/network_techniques.cpp), for the same steps: a decode of
taming's f16-16384 decoder, or features of cuts from open_clip's ViT-B/32, and the backward pass to their input, random weights, frozen.

    plain, with          peak_bytes: largest at any moment of the step beyond weights and inputs; kept_bytes: after the forward pass;
                         seconds: fastest repetition. `with` is null where PyTorch has nothing of the kind.
    gradient_difference  largest, relative to the plain step's largest

Needs torch, taming-transformers-rom1504, open_clip_torch, einops, timm. Nothing is downloaded. taming writes its activation as
x * sigmoid(x), which keeps one tensor more than the fused one that Headroom's plain steps use.
"""
import argparse
import contextlib
import json
import math
import sys
import time

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

MARK = "peer::forward_done"


def memory(step):
    """Peak and what is kept after the forward pass, in bytes, from the profiler's allocation events of one step."""
    def mark():
        with torch.profiler.record_function(MARK):
            pass
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as prof:
        result = step(mark)
    events = []
    for e in prof.profiler.kineto_results.events():
        if e.name() == "[memory]":
            events.append((e.start_ns(), 1, e.nbytes()))
        elif e.name() == MARK:
            events.append((e.start_ns(), 0, 0))
    live = peak = kept = 0
    for _, kind, size in sorted(events, key=lambda e: e[:2]):
        if kind == 0:
            kept = live
            continue
        live += size
        peak = max(peak, live)
    return peak, kept, result


def cost(step, repeats):
    peak, kept, result = memory(step)
    best = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        step(lambda: None)
        best = min(best, time.perf_counter() - start)
    return {"peak_bytes": peak, "kept_bytes": kept, "seconds": None if best == math.inf else best}, result


def row(a, name, setting, plain, technique=None):
    out = dict.fromkeys(("technique", "setting", "plain", "with", "peak_ratio", "time_ratio", "gradient_difference"))
    out.update(technique=name, setting=setting)
    out["plain"], before = cost(plain, a.repeats)
    if technique:
        out["with"], after = cost(technique, a.repeats)
        out["peak_ratio"] = out["with"]["peak_bytes"] / out["plain"]["peak_bytes"]
        out["time_ratio"] = out["with"]["seconds"] / out["plain"]["seconds"] if a.repeats else None
        out["gradient_difference"] = float((before.double() - after.double()).abs().max() / before.double().abs().max())
    print(json.dumps(out), flush=True)


def autocast(on):
    return torch.autocast("cpu", torch.bfloat16) if on else contextlib.nullcontext()


class Decoder:
    """taming's decoder with its levels as functions, so that each can be a checkpointed segment."""

    def __init__(self):
        from taming.modules.diffusionmodules.model import Decoder as Taming
        with contextlib.redirect_stdout(sys.stderr):
            self.net = Taming(ch=128, out_ch=3, ch_mult=(1, 1, 2, 2, 4), num_res_blocks=2, attn_resolutions=[16], in_channels=3,
                              resolution=256, z_channels=256)
        self.post = torch.nn.Conv2d(256, 256, 1)
        for m in (self.net, self.post):
            m.requires_grad_(False)

    def middle(self, h):
        mid = self.net.mid
        return mid.block_2(mid.attn_1(mid.block_1(h, None)), None)

    def level(self, i, h):
        up = self.net.up[i]
        for k, block in enumerate(up.block):
            h = block(h, None)
            if len(up.attn):
                h = up.attn[k](h)
        return up.upsample(h) if i else h

    def decode(self, z, again):
        """`again`: the segments to compute again, 0 the middle, then the levels down to full resolution."""
        h = self.net.conv_in(self.post(z))
        levels = self.net.num_resolutions
        segments = [self.middle] + [lambda x, i=i: self.level(i, x) for i in reversed(range(levels))]
        for i, segment in enumerate(segments):
            h = checkpoint(segment, h, use_reentrant=False) if i in again else segment(h)
        h = self.net.norm_out(h)
        return self.net.conv_out(h * torch.sigmoid(h))

    def step(self, side, again=(), bf16=False, train=False, after=False):
        """`train`: weights need gradients. `after`: done() is called after the backward pass instead of between."""
        z, pull = torch.randn(1, 256, side // 16, side // 16), torch.randn(1, 3, side, side)

        def run(done):
            for m in (self.net, self.post):
                m.requires_grad_(train)
            leaf = z.clone().requires_grad_()
            with autocast(bf16):
                picture = self.decode(leaf, again)
            if not after:
                done()
            picture.backward(pull.to(picture.dtype))
            if after:
                done()
            for m in (self.net, self.post):
                m.requires_grad_(False)
                m.zero_grad(set_to_none=True)
            return leaf.grad
        return run


def training_step(d, side):
    """A picture through encoder, nearest codes and decoder, all weights training."""
    from taming.modules.diffusionmodules.model import Encoder
    encoder = Encoder(ch=128, out_ch=3, ch_mult=(1, 1, 2, 2, 4), num_res_blocks=2, attn_resolutions=[16], in_channels=3,
                      resolution=256, z_channels=256, double_z=False)
    pre, codes, picture = torch.nn.Conv2d(256, 256, 1), torch.randn(16384, 256), torch.randn(1, 3, side, side).tanh()

    def run(done):
        parts = (encoder, pre, d.post, d.net)
        for m in parts:
            m.requires_grad_(True)
        h = pre(encoder(picture))
        with torch.no_grad():
            x = h.movedim(1, 3)
            q = codes[torch.cdist(x.reshape(-1, 256), codes).argmin(1)].view(x.shape).movedim(3, 1)
        again = d.decode(h + (q - h).detach(), ())
        done()
        (again - picture).abs().mean().backward()
        first = encoder.conv_in.weight.grad
        for m in parts:
            m.requires_grad_(False)
            m.zero_grad(set_to_none=True)
        return first
    return run


def decoder_rows(a):
    torch.manual_seed(1)
    d, s = Decoder(), f"f16-16384, {a.side} px, "
    torch.manual_seed(2)
    fixed = torch.random.get_rng_state()

    def step(**options):
        torch.random.set_rng_state(fixed)                         # the same numbers in every step
        return d.step(a.side, **options)
    yield "no gradients of weights, VQGAN decoder", lambda n: row(
        a, n, s + "fp32, kept after the backward pass", step(train=True, after=True), step(after=True))
    yield "activations recomputed, VQGAN training", lambda n: row(a, n, s + "fp32, forward and backward", training_step(d, a.side))
    yield "frozen operations, VQGAN decoder", lambda n: row(a, n, s + "fp32", step())
    yield "frozen operations, VQGAN decoder, bf16", lambda n: row(a, n, s + "bf16", step(bf16=True))
    yield "checkpointed levels, VQGAN decoder", lambda n: row(a, n, s + "fp32", step(), step(again=range(5)))
    yield "all levels checkpointed, VQGAN decoder", lambda n: row(a, n, s + "fp32", step(), step(again=range(6)))
    yield "bf16, VQGAN decoder", lambda n: row(a, n, s + "fp32 against bf16", step(), step(bf16=True))


def clip_rows(a):
    import open_clip
    torch.manual_seed(3)
    net = open_clip.create_model("ViT-B-32-quickgelu", pretrained=None).eval().requires_grad_(False)
    visual, side, s = net.visual, 224, f"ViT-B/32, {a.cuts} cuts"
    pictures, pull, wide = torch.randn(a.cuts, 3, side, side), torch.randn(a.cuts, 512), torch.randn(1, 3, 2 * side, 2 * side)

    def encode(bf16=False, again=False):
        def run(done):
            visual.set_grad_checkpointing(again)
            leaf = pictures.clone().requires_grad_()
            with autocast(bf16):
                features = visual(leaf)
            done()
            features.backward(pull.to(features.dtype))
            visual.set_grad_checkpointing(False)
            return leaf.grad
        return run

    def cut_out(x, k):
        size = side + (x.shape[2] - side) * k // max(1, a.cuts - 1)
        return F.adaptive_avg_pool2d(x[:, :, -size:, :size], side)

    def cut(chunk):
        def run(done):
            leaf = wide.clone().requires_grad_()
            for first in range(0, a.cuts, chunk):
                end = min(first + chunk, a.cuts)
                features = visual(torch.cat([cut_out(leaf, k) for k in range(first, end)]))
                done()
                features.backward(pull[first:end])
            return leaf.grad
        return run
    yield "frozen operations, CLIP", lambda n: row(a, n, s + ", fp32", encode())
    yield "checkpointed blocks, CLIP", lambda n: row(a, n, s + ", fp32", encode(), encode(again=True))
    yield "frozen operations, checkpointed blocks, CLIP", lambda n: row(a, n, s + ", fp32", encode())
    yield "bf16, CLIP", lambda n: row(a, n, s + ", fp32 against bf16", encode(), encode(bf16=True))
    yield "chunked cuts, CLIP", lambda n: row(a, n, s + f" against {a.chunk} at a time, fp32", cut(a.cuts), cut(a.chunk))


def other_rows(a):
    torch.manual_seed(4)
    codes, latents = torch.randn(16384, 256), torch.randn(4096, 256)
    x, pull = torch.randn(1, 4096, 512), torch.randn(1, 4096, 512)

    def search(done):
        with torch.no_grad():
            found = (latents.square().sum(1, keepdim=True) + codes.square().sum(1) - 2 * latents @ codes.T).argmin(1)
        done()
        return found

    def attention(map_of_weights):
        def run(done):
            leaf = x.clone().requires_grad_()
            if map_of_weights:
                out = torch.bmm(torch.softmax(torch.bmm(leaf, leaf.transpose(1, 2)) / math.sqrt(512), 2), leaf)
            else:
                out = F.scaled_dot_product_attention(leaf[:, None], leaf[:, None], leaf[:, None])[:, 0]
            done()
            out.backward(pull)
            return leaf.grad
        return run
    yield "codebook in pieces", lambda n: row(a, n, "4096 cells, 16384 codes, fp32", search)
    yield "attention without its map", lambda n: row(a, n, "4096 cells, 512 channels, fp32", attention(True), attention(False))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--side", type=int, default=128, help="of the decoded picture, a multiple of 16")
    p.add_argument("--cuts", type=int, default=8)
    p.add_argument("--chunk", type=int, default=2, help="cuts at a time where they are chunked")
    p.add_argument("--repeats", type=int, default=3, help="0: bytes alone")
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--only", default="", help="rows whose names contain this")
    a = p.parse_args()
    if a.threads:
        torch.set_num_threads(a.threads)
    for rows in (decoder_rows, clip_rows, other_rows):
        for name, measure in rows(a):
            if a.only in name:
                measure(name)


if __name__ == "__main__":
    main()
