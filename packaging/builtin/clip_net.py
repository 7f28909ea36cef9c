"""CLIP with a ResNet, in the tensor names of OpenAI and open_clip, and one addition: `token_rows`, a table from token ids to the
rows of a short text table (row 0: unknown; the end token has the highest row)."""
import math
from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F

MEAN, DEVIATION = [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]
CONFIG = dict(embed=128, image=64, width=24, stages=[1, 1, 2, 1], context=24, text_width=128, text_layers=2, text_heads=2)


def normalised(pictures):
    """[-1, 1] -> as CLIP takes them."""
    mean, deviation = (torch.tensor(v).view(1, 3, 1, 1) for v in (MEAN, DEVIATION))
    return (pictures * 0.5 + 0.5 - mean) / deviation


class Bottleneck(nn.Module):
    def __init__(self, cin, planes, stride):
        super().__init__()
        out = planes * 4
        self.conv1, self.bn1 = nn.Conv2d(cin, planes, 1, bias=False), nn.BatchNorm2d(planes)
        self.conv2, self.bn2 = nn.Conv2d(planes, planes, 3, 1, 1, bias=False), nn.BatchNorm2d(planes)
        self.conv3, self.bn3 = nn.Conv2d(planes, out, 1, bias=False), nn.BatchNorm2d(out)
        self.stride = stride
        if stride > 1 or cin != out:
            self.downsample = nn.Sequential(OrderedDict([("0", nn.Conv2d(cin, out, 1, bias=False)),
                                                         ("1", nn.BatchNorm2d(out))]))

    def pooled(self, x):
        return F.avg_pool2d(x, self.stride) if self.stride > 1 else x

    def forward(self, x):
        h = F.relu(self.bn1(self.conv1(x)))
        h = self.bn3(self.conv3(self.pooled(F.relu(self.bn2(self.conv2(h))))))
        return F.relu(h + (self.downsample(self.pooled(x)) if hasattr(self, "downsample") else x))


class AttentionPool(nn.Module):
    def __init__(self, side, width, heads, embed):
        super().__init__()
        self.heads = heads
        self.positional_embedding = nn.Parameter(torch.randn(side * side + 1, width) / width**0.5)
        self.k_proj, self.q_proj, self.v_proj = (nn.Linear(width, width) for _ in range(3))
        self.c_proj = nn.Linear(width, embed)

    def forward(self, x):
        rows = x.flatten(2).transpose(1, 2)
        rows = torch.cat([rows.mean(1, keepdim=True), rows], 1) + self.positional_embedding
        q, k, v = (layer(r).unflatten(2, (self.heads, -1)).transpose(1, 2) for layer, r in
                   ((self.q_proj, rows[:, :1]), (self.k_proj, rows), (self.v_proj, rows)))
        found = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
        return self.c_proj(found[:, 0])


class ResNet(nn.Module):
    def __init__(self, c):
        super().__init__()
        w, half = c["width"], c["width"] // 2
        self.conv1, self.bn1 = nn.Conv2d(3, half, 3, 2, 1, bias=False), nn.BatchNorm2d(half)
        self.conv2, self.bn2 = nn.Conv2d(half, half, 3, 1, 1, bias=False), nn.BatchNorm2d(half)
        self.conv3, self.bn3 = nn.Conv2d(half, w, 3, 1, 1, bias=False), nn.BatchNorm2d(w)
        cin = w
        for stage, count in enumerate(c["stages"]):
            blocks = []
            for i in range(count):
                blocks.append(Bottleneck(cin, w << stage, 2 if stage > 0 and i == 0 else 1))
                cin = (w << stage) * 4
            setattr(self, f"layer{stage + 1}", nn.Sequential(*blocks))
        # open_clip's rule for the heads: 32 widths over 64.
        self.attnpool = AttentionPool(c["image"] // 32, cin, w * 32 // 64, c["embed"])

    def forward(self, x):
        for conv, bn in ((self.conv1, self.bn1), (self.conv2, self.bn2), (self.conv3, self.bn3)):
            x = F.relu(bn(conv(x)))
        x = F.avg_pool2d(x, 2)
        return self.attnpool(self.layer4(self.layer3(self.layer2(self.layer1(x)))))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attn = nn.MultiheadAttention(width, heads, batch_first=True)
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(OrderedDict([("c_fc", nn.Linear(width, 4 * width)), ("gelu", nn.GELU()),
                                              ("c_proj", nn.Linear(4 * width, width))]))

    def forward(self, x, mask):
        h = self.ln_1(x)
        x = x + self.attn(h, h, h, need_weights=False, attn_mask=mask)[0]
        return x + self.mlp(self.ln_2(x))


class Clip(nn.Module):
    """`rows`: int tensor (49408) of rows by token id."""

    def __init__(self, config, rows):
        super().__init__()
        c, w = config, config["text_width"]
        self.config = config
        self.visual = ResNet(c)
        self.transformer = nn.Module()
        self.transformer.resblocks = nn.ModuleList(Block(w, c["text_heads"]) for _ in range(c["text_layers"]))
        self.token_embedding = nn.Embedding(int(rows.max()) + 1, w)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.positional_embedding = nn.Parameter(torch.randn(c["context"], w) * 0.01)
        self.ln_final = nn.LayerNorm(w)
        self.text_projection = nn.Parameter(torch.randn(w, c["embed"]) * w**-0.5)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))
        self.register_buffer("token_rows", rows.to(torch.int32))

    def encode_image(self, pictures):
        """Pictures in [-1, 1] -> features, normalised."""
        return F.normalize(self.visual(normalised(pictures)).float(), dim=1)

    def encode_text(self, tokens):
        """Rows of token ids (start, words, end, zeros) -> features, normalised."""
        n = tokens.size(1)
        mask = torch.full((n, n), float("-inf")).triu(1)
        x = self.token_embedding(self.token_rows[tokens]) + self.positional_embedding[:n]
        for block in self.transformer.resblocks:
            x = block(x, mask)
        x = self.ln_final(x)
        x = x[torch.arange(len(x)), tokens.argmax(1)]
        return F.normalize((x @ self.text_projection).float(), dim=1)
