"""Trains the part of the VQGAN that makes pictures of twice the side. Encoder, codebook and decoder stay as they are, so that their
features of a picture are computed once."""
import argparse
import math
import os
import time

import torch

from data import Shapes, floats, mixed
from train_vqgan import CONFIG, figures, picture_loss
from vqgan_net import VQGAN

FINE = {**CONFIG, "fine": 64}


def with_fine(state):
    """The network for pictures of twice the side around trained weights; what it adds begins at nothing."""
    model = VQGAN(FINE)
    model.load_state_dict(state, strict=False)
    torch.nn.init.zeros_(model.decoder.fine.conv_out.weight)
    torch.nn.init.zeros_(model.decoder.fine.conv_out.bias)
    return model.requires_grad_(False).eval().to(memory_format=torch.channels_last)


class Features:
    """The decoder's last features (fp16) of scenes of twice the side, each computed when it is first asked for."""

    def __init__(self, scenes, model):
        self.scenes, self.model = scenes, model
        side = scenes.images.size(2) // (2 * model.config["patch"])
        self.kept = torch.empty(len(scenes), model.config["ch"], side, side, dtype=torch.half)
        self.known = torch.zeros(len(scenes), dtype=torch.bool)

    @torch.no_grad()
    def of(self, numbers):
        new = numbers[~self.known[numbers]].unique()
        if len(new):
            codes = self.model.nearest(self.model.encode(floats(self.scenes.images[new])))
            self.kept[new] = self.model.decoder.features(self.model.post_quant_conv(self.model.lookup(codes))).half()
            self.known[new] = True
        return self.kept[numbers].float().contiguous(memory_format=torch.channels_last)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with centred, full, held_centred, held_full at twice the side")
    parser.add_argument("--vqgan", required=True, help="checkpoint of train_vqgan.py")
    parser.add_argument("--out", required=True, help="checkpoint to write")
    parser.add_argument("--resume", default="", help="checkpoint to go on from")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--every", type=float, default=120, help="seconds between checkpoints")
    parser.add_argument("--scenes", type=int, default=20000, help="of each kind, the first ones")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    random = torch.Generator().manual_seed(args.seed)
    model = with_fine(torch.load(args.vqgan)["ema"])
    if args.resume:
        model.load_state_dict(torch.load(args.resume)["ema"])
    fine = model.decoder.fine.requires_grad_(True)
    average = {name: p.detach().clone() for name, p in fine.named_parameters()}
    sets = [Shapes(os.path.join(args.data, n)) for n in ("centred", "full")]
    held = [Shapes(os.path.join(args.data, n)) for n in ("held_centred", "held_full")]
    numbers = [range(min(len(s), args.scenes)) for s in sets]
    features = [Features(s, model) for s in sets]
    optimiser = torch.optim.AdamW(fine.parameters(), args.lr, betas=(0.9, 0.98), weight_decay=0.01)

    def averaged():
        state = dict(model.state_dict())
        state.update({"decoder.fine." + name: value for name, value in average.items()})
        shown = VQGAN(FINE).to(memory_format=torch.channels_last)
        shown.load_state_dict(state)
        return shown

    def save(shown):
        torch.save({"ema": shown.state_dict(), "config": FINE}, args.out + ".part")
        os.replace(args.out + ".part", args.out)

    begin = saved = time.time()
    steps, total = 0, args.minutes * 60
    while (elapsed := time.time() - begin) < total:
        for group in optimiser.param_groups:
            group["lr"] = args.lr * min(1.0, (steps + 1) / 40) * (0.02 + 0.49 * (1 + math.cos(math.pi * elapsed / total)))
        picks = mixed(numbers, [0.6, 0.4], args.batch, random)
        parts = [(k, torch.tensor([i for s, i in picks if s == k], dtype=torch.long)) for k in range(len(sets))]
        h = torch.cat([features[k].of(i) for k, i in parts if len(i)])
        x = floats(torch.cat([sets[k].images[i] for k, i in parts if len(i)]))
        loss = picture_loss(model.decoder.picture(h), x)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(fine.parameters(), 1.0)
        optimiser.step()
        steps += 1
        with torch.no_grad():
            torch._foreach_lerp_(list(average.values()), list(fine.parameters()), 1 - min(0.995, (1 + steps) / (10 + steps)))
        if time.time() - saved > args.every:
            saved = time.time()
            save(shown := averaged())
            print(f"{elapsed / 60:.1f} min, {steps} steps, loss {loss.item():.4f}, held out", [figures(shown, s, 64) for s in held],
                  flush=True)
    save(shown := averaged())
    print("final", [figures(shown, s) for s in held], flush=True)


if __name__ == "__main__":
    main()
