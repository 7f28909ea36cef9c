"""Writes the trained networks as the application reads them: fp16 safetensors in taming's and open_clip's names, their
configurations, and the library of start codes."""
import argparse
import json
import os
import random

import torch
from safetensors.torch import save_file

from clip_net import DEVIATION, MEAN
from data import COLOURS, PLACES, SOLIDS, Shapes, floats
from held_out import article, held_out_prompts
from judge import load_judge
from loop import load_clip, load_vqgan
from start_features import attribute_rows, features_of
from tokens import COUNT, Words


def halves(state):
    return {k: v.half().contiguous() for k, v in state.items() if v.is_floating_point()}


def write_vqgan(model, folder):
    c = model.config
    save_file(halves(model.state_dict()), os.path.join(folder, "vqgan.safetensors"), {"format": "pt"})
    with open(os.path.join(folder, "vqgan.yaml"), "w", encoding="utf-8") as f:
        f.write(f"""# The built-in VQGAN. `patch` and `fine` are Headroom's additions to taming's keys: MODEL_CARD.md.
model:
  target: taming.models.vqgan.VQModel
  params:
    embed_dim: {c["embed_dim"]}
    n_embed: {c["n_embed"]}
    ddconfig:
      double_z: false
      z_channels: {c["z_channels"]}
      resolution: {128 if c.get("fine") else 64}
      in_channels: 3
      out_ch: 3
      patch: {c["patch"]}
      fine: {c.get("fine", 0)}
      ch: {c["ch"]}
      ch_mult: {c["ch_mult"]}
      num_res_blocks: {c["num_res_blocks"]}
      attn_resolutions: []
      dropout: 0.0
""")


def write_clip(model, folder):
    c = model.config
    state = halves(model.state_dict())
    state["token_rows"] = model.token_rows.to(torch.int16)
    save_file(state, os.path.join(folder, "clip.safetensors"), {"format": "pt"})
    config = {"model_cfg": {"embed_dim": c["embed"], "quick_gelu": False,
                            "vision_cfg": {"image_size": c["image"], "layers": c["stages"], "width": c["width"]},
                            "text_cfg": {"context_length": c["context"], "vocab_size": COUNT, "width": c["text_width"],
                                         "heads": c["text_heads"], "layers": c["text_layers"],
                                         "token_rows": model.token_embedding.num_embeddings}},
              "preprocess_cfg": {"mean": MEAN, "std": DEVIATION}}
    with open(os.path.join(folder, "open_clip_config.json"), "w", encoding="utf-8") as f:
        json.dump(config, f, indent=2)
        f.write("\n")


def caption(label):
    """All that a start shows; a large one in the middle needs no words for that."""
    solid, colour, floor, background, large, place = label.tolist()
    thing = f"{COLOURS[colour]} {SOLIDS[solid]}"
    where = f"on {article(COLOURS[floor])} floor with {article(COLOURS[background])} background"
    if not large or place != 1:
        thing = ("large " if large else "small ") + thing
        where = ("in the center " if place == 1 else f"on the {PLACES[place]} ") + where
    return f"{article(thing)} {where}"


def candidates(labels, groups, keys_each, per_key, chance, without=()):
    """Numbers of pictures by their labels at `groups`: for each solid, colour and floor at most `keys_each` such combinations, and none
    whose labels are in `without`."""
    by_key, taken = {}, {}
    for i in chance.sample(range(len(labels)), len(labels)):
        key = tuple(labels[i, groups].tolist())
        if tuple(labels[i].tolist()) in without:
            continue
        if labels[i, 4] == 1 and labels[i, 5] == 1 and 4 in groups and 3 not in groups:
            continue  # a large one in the middle: those without place and size show it
        if key not in by_key and taken.get(key[:3], 0) == keys_each:
            continue
        taken[key[:3]] = taken.get(key[:3], 0) + (key not in by_key)
        chosen = by_key.setdefault(key, [])
        if len(chosen) < per_key:
            chosen.append(i)
    return by_key


@torch.no_grad()
def encoded(vqgan, judge, data, numbers):
    """Codes, and a mark for each picture: its error, larger by 1 for each attribute that cannot be seen."""
    codes, marks = [], []
    for first in range(0, len(numbers), 128):
        part = numbers[first:first + 128]
        x = floats(data.images[part])
        found = vqgan.nearest(vqgan.encode(x))
        y = vqgan.decode(vqgan.lookup(found)).clamp(-1, 1)
        wrong = (judge.read(y) != data.labels[part]).sum(1)
        codes.append(found)
        marks.append((y - x).abs().mean((1, 2, 3)) + wrong)
    return torch.cat(codes), torch.cat(marks)


def starts(vqgan, clip, judge, words, centred, full, backgrounds, placed, more, folder):
    """Library: for each solid, colour and floor the best pictures with `backgrounds` different backgrounds, with `placed` other sizes
    and places, and `more` of any other background, size and place; none as the prompts that measure it."""
    chance = random.Random(3)
    held = set(held_out_prompts()[1])
    codes, labels, doubtful = [], [], 0
    for data, groups, most in ((centred, [0, 1, 2, 3], backgrounds), (full, [0, 1, 2, 4, 5], placed), (full, [0, 1, 2, 3, 4, 5], more)):
        have = {tuple(row) for part in labels for row in part.tolist()}
        found = candidates(data.labels, groups, most + (data is centred), 2, chance, have | held)
        numbers = [i for group in found.values() for i in group]
        all_codes, marks = encoded(vqgan, judge, data, numbers)
        best, at = {}, 0
        for key, group in found.items():
            k = at + int(marks[at:at + len(group)].argmin())
            best.setdefault(key[:3], []).append((float(marks[k]), k))
            at += len(group)
        chosen = [pair for rows in best.values() for pair in sorted(rows)[:most]]
        doubtful += sum(mark >= 1 for mark, _ in chosen)
        k = [k for _, k in chosen]
        codes.append(all_codes[k])
        labels.append(data.labels[[numbers[i] for i in k]])
    codes, labels = torch.cat(codes), torch.cat(labels)
    print(f"{len(codes)} starts, {doubtful} of them with an attribute that the judge does not see", flush=True)
    write_starts(codes, labels, clip, words, folder)


def write_starts(codes, labels, clip, words, folder):
    text = torch.tensor(list("\n".join(map(caption, labels)).encode()), dtype=torch.uint8)
    features = features_of(labels, *attribute_rows(clip, words))
    save_file({"codes": codes.to(torch.int16), "features": features.half(), "captions": text, "labels": labels.to(torch.uint8)},
              os.path.join(folder, "starts.safetensors"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("vqgan", "clip", "judge", "data", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--backgrounds", type=int, default=2, help="starts for each solid, colour and floor")
    parser.add_argument("--placed", type=int, default=5, help="further ones, small or at a side")
    parser.add_argument("--more", type=int, default=16, help="further ones of any background, size and place")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    vqgan, clip = load_vqgan(args.vqgan), load_clip(args.clip)
    # What is measured and stored is what the files hold, not what was rounded away.
    for model in (vqgan, clip):
        model.load_state_dict({k: v.half().float() if v.is_floating_point() else v for k, v in model.state_dict().items()})
    write_vqgan(vqgan, args.out)
    write_clip(clip, args.out)
    centred, full = (Shapes(os.path.join(args.data, n)) for n in ("centred", "full"))
    starts(vqgan.small(), clip, load_judge(args.judge), Words(), centred, full, args.backgrounds, args.placed, args.more, args.out)
    for name in ("vqgan", "clip", "starts"):
        os.chmod(os.path.join(args.out, name + ".safetensors"), 0o644)


if __name__ == "__main__":
    main()
