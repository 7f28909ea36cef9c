#!/usr/bin/env python3
"""Writes the tiny weight files of this folder with the reference libraries, and expected.json: what a loader must find in them.

    pip install torch open_clip_torch transformers safetensors omegaconf
    pip install --no-deps taming-transformers-rom1504
    python make_weights.py

The networks are those of the libraries at toy widths (taming's GroupNorm gets one group, so that 4 channels will do), with weights
drawn from a fixed seed. expected.json has for each file the kind, figures of the architecture, and for every tensor under its canonical
name the shape and two sums in float64: of the values, and of value times (1 + index mod 97), which notices a wrong order.
"""
import collections
import contextlib
import io
import json
import pathlib
import sys
import types
import typing

import numpy
import torch
from safetensors.torch import save_file

HERE = pathlib.Path(__file__).parent
EXPECTED = {}
MODEL_CHECKPOINT = None


def stand_ins():
    """taming needs Lightning only for its base classes; the callback class is what old checkpoints refer to."""
    def module(name, **members):
        m = sys.modules[name] = types.ModuleType(name)
        vars(m).update(members)
        m.__path__ = []
        return m
    global MODEL_CHECKPOINT
    MODEL_CHECKPOINT = type("ModelCheckpoint", (), {"__module__": "pytorch_lightning.callbacks.model_checkpoint"})
    pl = module("pytorch_lightning", LightningModule=torch.nn.Module, LightningDataModule=object, seed_everything=None)
    pl.callbacks = module("pytorch_lightning.callbacks", Callback=object, LearningRateMonitor=object, ModelCheckpoint=MODEL_CHECKPOINT)
    pl.callbacks.model_checkpoint = module("pytorch_lightning.callbacks.model_checkpoint", ModelCheckpoint=MODEL_CHECKPOINT)
    pl.trainer = module("pytorch_lightning.trainer", Trainer=object)
    pl.utilities = module("pytorch_lightning.utilities")
    pl.utilities.distributed = module("pytorch_lightning.utilities.distributed", rank_zero_only=lambda f: f)


def lively(m, seed):
    g = torch.Generator().manual_seed(seed)
    for x in m.state_dict().values():
        if x.is_floating_point():
            x.copy_(torch.randn(x.shape, generator=g) * 0.3 + 0.05)
    return m.eval()


def vqgan(kind, config, seed, discriminator=False):
    import taming.modules.diffusionmodules.model as blocks
    import taming.models.vqgan as models
    blocks.Normalize = lambda channels: torch.nn.GroupNorm(1, channels, eps=1e-6)
    loss = {"target": "taming.modules.losses.DummyLoss"}
    with contextlib.redirect_stdout(io.StringIO()):
        m = getattr(models, kind)(lossconfig=loss, **config)
    if discriminator:
        from taming.modules.discriminator.model import NLayerDiscriminator
        m.loss.discriminator = NLayerDiscriminator(3, ndf=2, n_layers=1)
    return lively(m, seed)


def remember(name, kind, tensors, **figures):
    rows = {}
    for k, x in tensors.items():
        v = x.double().flatten()
        rows[k] = [list(x.shape), float(v.sum()), float((v * (1 + torch.arange(v.numel()) % 97)).sum())]
    EXPECTED[name] = {"kind": kind, "figures": figures, "tensors": rows}


def without_counters(state):
    return {k: v for k, v in state.items() if not k.endswith("num_batches_tracked")}


def lightning_files():
    config = dict(n_embed=6, embed_dim=5, ddconfig=dict(
        double_z=False, z_channels=3, resolution=16, in_channels=3, out_ch=3, ch=4, ch_mult=[1, 2, 2], num_res_blocks=1,
        attn_resolutions=[4], dropout=0.0))
    m = vqgan("VQModel", config, 1, discriminator=True)
    (HERE / "taming.yaml").write_text("""model:
  base_learning_rate: 4.5e-06
  target: taming.models.vqgan.VQModel
  params:
    embed_dim: 5
    n_embed: 6
    monitor: val/rec_loss
    ddconfig:
      double_z: False
      z_channels: 3
      resolution: 16
      in_channels: 3
      out_ch: 3
      ch: 4
      ch_mult: [ 1,2,2]  # num_down = len(ch_mult)-1
      num_res_blocks: 1
      attn_resolutions: [4]
      dropout: 0.0
    lossconfig:
      target: taming.modules.losses.vqperceptual.VQLPIPSWithDiscriminator
""")
    from omegaconf import OmegaConf
    moments = {0: {"step": 3, "exp_avg": torch.ones(4), "exp_avg_sq": torch.ones(4)}}
    checkpoint = {
        "epoch": 1, "global_step": 3, "pytorch-lightning_version": "1.0.8",
        "callbacks": {MODEL_CHECKPOINT: {"best_model_score": torch.tensor(0.5), "best_model_path": "x.ckpt"}},
        "optimizer_states": [{"state": moments, "param_groups": [{"lr": 1e-3, "params": [0]}]}],
        "lr_schedulers": [],
        "state_dict": m.state_dict(),
        "hyper_parameters": OmegaConf.create({"model": {"params": {"ch": 4, "list": [1, 2]}}}),
        "logged": collections.defaultdict(list, loss=[numpy.float64(0.5), numpy.int64(3)]), "kind": typing.Any}
    serialization = sys.modules["torch.serialization"]
    plain = serialization.location_tag
    serialization.location_tag = lambda storage: "cuda:0"
    torch.save(checkpoint, HERE / "taming.ckpt")
    torch.save(checkpoint, HERE / "taming_legacy.ckpt", _use_new_zipfile_serialization=False)
    serialization.location_tag = plain
    figures = dict(codes=6, embed_dim=5, z_channels=3, width=4, blocks=1, multipliers=[1, 2, 2], attention_levels=[2])
    for name in ("taming.ckpt", "taming_legacy.ckpt"):
        remember(name, "vqgan", m.state_dict(), **figures)

    bundle = {"first_stage_model." + k: v for k, v in m.state_dict().items() if not k.startswith("loss.")}
    bundle.update({"transformer.tok_emb.weight": torch.ones(6, 4), "cond_stage_model.embedding.weight": torch.ones(3, 2)})
    torch.save({"global_step": 1, "state_dict": bundle}, HERE / "transformer_bundle.ckpt")
    remember("transformer_bundle.ckpt", "vqgan", {k: v for k, v in m.state_dict().items() if not k.startswith("loss.")}, **figures)


def gumbel_file():
    config = dict(n_embed=7, embed_dim=3, kl_weight=1e-8, temperature_scheduler_config={
        "target": "taming.lr_scheduler.LambdaWarmUpCosineScheduler",
        "params": dict(warm_up_steps=0, max_decay_steps=10, lr_start=0.9, lr_max=0.9, lr_min=1e-6)},
        ddconfig=dict(double_z=False, z_channels=3, resolution=8, in_channels=3, out_ch=3, ch=4, ch_mult=[1, 1], num_res_blocks=2,
                      attn_resolutions=[8], dropout=0.0))
    m = vqgan("GumbelVQ", config, 2).bfloat16()
    torch.save({"module." + k: v for k, v in m.state_dict().items()}, HERE / "gumbel_bf16.pt")
    remember("gumbel_bf16.pt", "gumbel-vqgan", m.state_dict(), codes=7, embed_dim=3, z_channels=3, width=4, blocks=2, multipliers=[1, 1],
             attention_levels=[0])


TEXT = dict(context_length=9, vocab_size=20, width=8, heads=2, layers=2)
VIT = dict(embed_dim=6, vision_cfg=dict(layers=2, width=12, head_width=4, patch_size=4, image_size=12, mlp_ratio=2.0), text_cfg=TEXT)
RESNET = dict(embed_dim=6, vision_cfg=dict(layers=[1, 2, 1, 1], width=2, head_width=64, image_size=64), text_cfg=TEXT)
VIT_FIGURES = dict(embed_dim=6, image_size=12, patch=4, vision_width=12, vision_layers=2, vision_mlp=24, context=9, vocabulary=20,
                   text_width=8, text_layers=2)


def clip(config, seed, quick_gelu):
    from open_clip.model import CLIP, CLIPTextCfg, CLIPVisionCfg
    return lively(CLIP(config["embed_dim"], CLIPVisionCfg(**config["vision_cfg"]), CLIPTextCfg(**config["text_cfg"]),
                       quick_gelu=quick_gelu), seed)


class Tower(torch.nn.Module):
    """A table of tensors as a module tree, so that it can be scripted under a class name of its own."""

    def forward(self, x):
        return x


def openai_archive(state, path):
    root = Tower()
    for name, value in state.items():
        *way, last = name.split(".")
        at = root
        for part in way:
            if not hasattr(at, part):
                at.add_module(part, Tower())
            at = getattr(at, part)
        at.register_buffer(last, value)
    for name, value in (("input_resolution", 12), ("context_length", 9), ("vocab_size", 20)):
        root.register_buffer(name, torch.tensor(value))
    torch.jit.save(torch.jit.trace(root, torch.zeros(1)), path)


def clip_files():
    m = clip(VIT, 3, True)
    state = m.state_dict()
    half = {k: v.half() if any(p in k for p in ("conv1.w", "in_proj", "out_proj", "c_fc", "c_proj", "visual.proj", "text_projection"))
            else v for k, v in state.items()}
    openai_archive(half, HERE / "openai_vit.pt")
    remember("openai_vit.pt", "clip", half, **VIT_FIGURES)

    folder = HERE / "open_clip"
    folder.mkdir(exist_ok=True)
    save_file(state, folder / "open_clip_model.safetensors", metadata={"format": "pt"})
    config = {"model_cfg": dict(VIT, quick_gelu=False), "preprocess_cfg": {"mean": [0.5, 0.4, 0.3], "std": [0.2, 0.25, 0.3]}}
    (folder / "open_clip_config.json").write_text(json.dumps(config, indent=1) + "\n")
    remember("open_clip/open_clip_model.safetensors", "clip", state, **VIT_FIGURES)

    of_text = ("transformer.", "token_embedding", "positional_embedding", "ln_final", "text_projection")
    custom = {"module." + ("text." if k.startswith(of_text) else "") + k: v for k, v in state.items()}
    custom["module.logit_scale"] = custom["module.logit_scale"].reshape(1)
    torch.save({"epoch": 3, "name": "x", "state_dict": custom, "optimizer": {"state": {}, "param_groups": []}}, HERE / "custom_text.bin")
    remember("custom_text.bin", "clip", state, **VIT_FIGURES)

    resnet = clip(RESNET, 4, False).state_dict()
    torch.save(resnet, HERE / "resnet.pt")
    remember("resnet.pt", "clip", without_counters(resnet), embed_dim=6, image_size=64, vision_width=2, blocks=[1, 2, 1, 1], context=9,
             vocabulary=20, text_width=8, text_layers=2)
    hugging_face(state)


def hugging_face(state):
    from transformers import CLIPConfig, CLIPModel
    hf = CLIPModel(CLIPConfig(
        projection_dim=6, text_config=dict(vocab_size=20, hidden_size=8, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2,
                                           max_position_embeddings=9, hidden_act="gelu", bos_token_id=18, eos_token_id=19, pad_token_id=0),
        vision_config=dict(hidden_size=12, intermediate_size=24, num_hidden_layers=2, num_attention_heads=3, image_size=12, patch_size=4,
                           hidden_act="gelu")))
    whole = {"visual.class_embedding": "vision_model.embeddings.class_embedding", "logit_scale": "logit_scale",
             "visual.positional_embedding": "vision_model.embeddings.position_embedding.weight",
             "positional_embedding": "text_model.embeddings.position_embedding.weight",
             "visual.proj": "visual_projection.weight", "text_projection": "text_projection.weight",
             "token_embedding.weight": "text_model.embeddings.token_embedding.weight",
             "visual.conv1.weight": "vision_model.embeddings.patch_embedding.weight"}
    parts = {"ln_final": "text_model.final_layer_norm", "visual.ln_pre": "vision_model.pre_layrnorm",
             "visual.ln_post": "vision_model.post_layernorm"}
    block = {"attn.out_proj": "self_attn.out_proj", "ln_1": "layer_norm1", "ln_2": "layer_norm2", "mlp.c_fc": "mlp.fc1", "mlp.c_proj": "mlp.fc2"}
    renamed = {}
    for k, x in state.items():
        owner = k.rsplit(".", 1)
        if k in whole:
            renamed[whole[k]] = x.t() if k in ("visual.proj", "text_projection") else x
        elif owner[0] in parts:
            renamed[parts[owner[0]] + "." + owner[1]] = x
        else:
            tower, _, rest = k.partition("resblocks.")
            number, _, rest = rest.partition(".")
            front = ("vision_model" if tower.startswith("visual") else "text_model") + ".encoder.layers." + number + "."
            if "in_proj_" in rest:
                renamed.update({f"{front}self_attn.{c}_proj.{rest[13:]}": p for c, p in zip("qkv", x.chunk(3))})
            else:
                layer, _, what = rest.rpartition(".")
                renamed[front + block[layer] + "." + what] = x
    missing = hf.load_state_dict(renamed, strict=False)
    assert not missing.unexpected_keys and not [k for k in missing.missing_keys if "position_ids" not in k], missing
    folder = HERE / "hugging_face"
    folder.mkdir(exist_ok=True)
    hf.save_pretrained(folder)
    for extra in folder.iterdir():
        if extra.name not in ("model.safetensors", "config.json"):
            extra.unlink()
    # Files from before transformers 4.31 carry the positions' numbers too.
    stored = {k: v.contiguous() for k, v in hf.state_dict().items()}
    stored.update({"text_model.embeddings.position_ids": torch.arange(9)[None], "vision_model.embeddings.position_ids": torch.arange(10)[None]})
    save_file(stored, folder / "model.safetensors", metadata={"format": "pt"})
    remember("hugging_face/model.safetensors", "clip", state, **VIT_FIGURES)


if __name__ == "__main__":
    stand_ins()
    torch.set_num_threads(1)
    with torch.no_grad():
        lightning_files()
        gumbel_file()
        clip_files()
    (HERE / "expected.json").write_text(json.dumps(EXPECTED, separators=(",", ":")).replace('"tensors"', '\n"tensors"') + "\n")
