"""Trains the built-in CLIP on captioned shapes: contrastive with every right picture of a caption as its target, heads for the
attributes beside it (dropped afterwards), broken pictures with a caption of their own."""
import argparse
import math
import os
import random
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

import clip_data
from clip_net import CONFIG, Clip, normalised
from data import ATTRIBUTES, Shapes, floats, lower_precision, mentioned, mixed
from tokens import Words
from vqgan_net import VQGAN


def agree(said, labels):
    """(captions, pictures): whether a picture has all that a caption says."""
    return ((said[:, None] < 0) | (said[:, None] == labels[None])).all(2)


def contrastive(texts, pictures, positive, ignored, scale):
    logits = (scale * texts @ pictures.t()).masked_fill(ignored, -1e4)
    loss = 0
    for table, right in ((logits, positive), (logits.t(), positive.t())):
        share = right.float() / right.float().sum(1, keepdim=True).clamp(min=1)
        loss = loss - (share * F.log_softmax(table, 1)).sum(1).mean()
    return loss / 2


@torch.no_grad()
def retrieval(model, words, data, size, count=1024):
    """Shares of captions whose best of `size` pictures has all they say, and of pictures whose best of `size` captions is true."""
    model.eval()
    x = torch.cat([model.encode_image(floats(data.images[i:i + 128])) for i in range(0, count, 128)])
    captions = [c[0] for c in data.captions[:count]]
    t = torch.cat([model.encode_text(words.encode(captions[i:i + 128], model.config["context"])) for i in range(0, count, 128)])
    right = agree(data.said[:count, 0], data.labels[:count])
    by_text, by_picture = 0, 0
    for i in range(0, count, size):
        s = t[i:i + size] @ x[i:i + size].t()
        ok = right[i:i + size, i:i + size]
        by_text += ok.gather(1, s.argmax(1, keepdim=True)).sum().item()
        by_picture += ok.gather(0, s.argmax(0, keepdim=True)).sum().item()
    model.train()
    return by_text / count, by_picture / count


class Trainer:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(args.seed)
        random.seed(args.seed)
        self.chance = random.Random(args.seed)
        self.generator = torch.Generator().manual_seed(args.seed)
        self.sets = [Shapes(os.path.join(args.data, n)) for n in ("centred", "full")]
        self.held = [Shapes(os.path.join(args.data, n)) for n in ("held_centred", "held_full")]
        self.words = Words()
        self.model = Clip(CONFIG, self.words.rows(clip_data.vocabulary(self.sets)))
        self.heads = nn.ModuleList(nn.Linear(CONFIG["embed"], n) for n in ATTRIBUTES.values())
        if args.resume:
            state = torch.load(args.resume)
            self.model.load_state_dict(state["model"])
            self.heads.load_state_dict(state["heads"])
        self.model.visual.to(memory_format=torch.channels_last)
        self.vqgan = self.loop = None
        if args.vqgan:
            state = torch.load(args.vqgan)
            self.vqgan = VQGAN(state["config"]).to(memory_format=torch.channels_last).requires_grad_(False).eval()
            self.vqgan.load_state_dict(state["ema"])
        if args.loop:
            self.loop = torch.load(args.loop)
        parameters = [*self.model.parameters(), *self.heads.parameters()]
        self.optimiser = torch.optim.AdamW(parameters, args.lr, betas=(0.9, 0.98), weight_decay=0.02, fused=True)

    def pictures(self, picks):
        x = floats(torch.stack([self.sets[s].images[i] for s, i in picks]))
        if self.vqgan is not None:
            with torch.no_grad(), lower_precision():
                third = len(x) // 3
                x[:third] = self.vqgan(x[:third])[0].float().clamp(-1, 1)
        return x

    def caption(self, s, i, crop):
        """A wording; of a part of a picture one without size or place, if there is one."""
        captions = self.sets[s].captions[i]
        order = self.chance.sample(range(len(captions)), len(captions))
        plain = [k for k in order if (self.sets[s].said[i, k, 4:] < 0).all()]
        return captions[plain[0] if crop and plain else order[0]]

    def step(self, progress):
        for group in self.optimiser.param_groups:
            group["lr"] = self.args.lr * min(1.0, (self.steps + 1) / 40) * (0.02 + 0.49 * (1 + math.cos(math.pi * progress)))
        n, bad = self.args.batch, self.args.batch // 4
        picks = mixed(self.sets, [0.5, 0.5], n, self.generator)
        crop = torch.rand(n) < 0.5
        captions = [self.caption(s, i, c) for (s, i), c in zip(picks, crop.tolist())]
        said = torch.tensor([mentioned(c) for c in captions])
        labels = torch.stack([self.sets[s].labels[i] for s, i in picks])
        wrong = floats(torch.stack([self.sets[s].images[i] for s, i in mixed(self.sets, [0.5, 0.5], bad, self.generator)]))
        wrong = clip_data.broken(wrong, self.vqgan, self.loop)
        x = torch.cat([clip_data.view(self.pictures(picks), labels, crop),
                       clip_data.view(wrong, torch.ones(bad, 6, dtype=torch.long), torch.rand(bad) < 0.5)])
        captions = [clip_data.reword(c, self.chance) for c in captions] + [self.chance.choice(clip_data.BROKEN)]
        with lower_precision():
            raw = self.model.visual(normalised(x))
        seen = F.normalize(raw.float(), dim=1)
        texts = self.model.encode_text(self.words.encode(captions, CONFIG["context"]))
        right, loose = torch.zeros(n + 1, n + bad, dtype=torch.bool), torch.zeros(n + 1, n + bad, dtype=torch.bool)
        right[:n, :n] = agree(said, labels)
        right[n, n:] = True
        # What a part of a picture shows of size and place is open: neither right nor wrong.
        near = agree(torch.cat([said[:, :4], torch.full((n, 2), -1)], 1), labels)
        loose[:n, :n] = near & (said[:, 4:] >= 0).any(1)[:, None] & crop[None] & ~torch.eye(n, dtype=torch.bool)
        loss = contrastive(texts, seen, right & ~loose, loose, self.model.logit_scale.exp())
        side = 0
        for k, head in enumerate(self.heads):
            keep = ~crop if k >= 4 else torch.ones(n, dtype=torch.bool)
            side = side + F.cross_entropy(head(raw[:n][keep].float()), labels[keep, k])
        self.optimiser.zero_grad()
        (loss + self.args.heads * side / len(self.heads)).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        with torch.no_grad():
            self.model.logit_scale.clamp_(max=math.log(100))
        self.steps += 1
        return loss.item()

    def save(self):
        state = {"model": self.model.state_dict(), "heads": self.heads.state_dict(), "config": CONFIG}
        torch.save(state, self.args.out + ".part")
        os.replace(self.args.out + ".part", self.args.out)

    def run(self):
        self.steps = 0
        begin = saved = time.time()
        total = self.args.minutes * 60
        while (elapsed := time.time() - begin) < total:
            loss = self.step(elapsed / total)
            if time.time() - saved > self.args.every:
                saved = time.time()
                self.save()
                shown = [retrieval(self.model, self.words, h, 64, 256) for h in self.held]
                print(f"{elapsed / 60:.1f} min, {self.steps} steps, loss {loss:.3f}, of 64 "
                      + "; ".join(f"{a:.3f} {b:.3f}" for a, b in shown), flush=True)
        self.save()
        for size in (64, 1024):
            print("final, among", size, [retrieval(self.model, self.words, h, size) for h in self.held], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="folder with centred, full, held_centred, held_full")
    parser.add_argument("--out", required=True, help="checkpoint to write")
    parser.add_argument("--resume", default="", help="checkpoint to go on from")
    parser.add_argument("--vqgan", default="", help="checkpoint of the VQGAN: a third of the pictures go through it")
    parser.add_argument("--loop", default="", help="pictures out of the loop (make_loop_pictures.py), taken as broken")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--every", type=float, default=120, help="seconds between checkpoints")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--heads", type=float, default=0.5, help="weight of the attribute heads")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    Trainer(args).run()


if __name__ == "__main__":
    main()
