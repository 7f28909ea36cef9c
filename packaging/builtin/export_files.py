"""Writes the trained networks as the application reads them: fp16 safetensors in taming's and open_clip's names, and their
configurations. Reads them back for what is made or measured with them: what the files hold, not what was rounded away."""
import argparse
import ast
import json
import os

import torch
from safetensors.torch import load_file, save_file

from clip_net import CONFIG, DEVIATION, MEAN, Clip
from loop import load_clip, load_vqgan
from tokens import COUNT
from vqgan_net import VQGAN


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


def config_in(path):
    """The VQGAN's shape, from what write_vqgan() wrote."""
    with open(path, encoding="utf-8") as f:
        lines = [line.strip().split(": ") for line in f if ": " in line and not line.startswith("#")]
    return {key: ast.literal_eval(value) for key, value in lines if value[0] in "0123456789["}


def read_networks(folder):
    """The VQGAN and the CLIP as they are in the files."""
    vqgan = VQGAN(config_in(os.path.join(folder, "vqgan.yaml")))
    vqgan.load_state_dict({k: v.float() for k, v in load_file(os.path.join(folder, "vqgan.safetensors")).items()})
    state = load_file(os.path.join(folder, "clip.safetensors"))
    clip = Clip(CONFIG, state["token_rows"])
    clip.load_state_dict({k: v if k == "token_rows" else v.float() for k, v in state.items()}, strict=False)
    for net in (vqgan, clip.visual):
        net.to(memory_format=torch.channels_last)
    return vqgan.requires_grad_(False).eval(), clip.requires_grad_(False).eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("vqgan", "clip", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    write_vqgan(load_vqgan(args.vqgan), args.out)
    write_clip(load_clip(args.clip), args.out)
    for name in ("vqgan", "clip"):
        os.chmod(os.path.join(args.out, name + ".safetensors"), 0o644)


if __name__ == "__main__":
    main()
