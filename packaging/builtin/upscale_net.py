"""The network that enlarges shapes: residual blocks at the picture's own size, then a head for 2x and one for 4x, each added to
the bicubic enlargement."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file

WIDTH, BLOCKS = 24, 5


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(width, width, 3, 1, 1), nn.Conv2d(width, width, 3, 1, 1)

    def forward(self, x):
        return x + self.conv2(F.relu(self.conv1(x)))


class Upscaler(nn.Module):
    """Pictures are in [0, 1]."""

    def __init__(self, width=WIDTH, blocks=BLOCKS):
        super().__init__()
        self.conv_in = nn.Conv2d(3, width, 3, 1, 1)
        self.body = nn.ModuleList(Block(width) for _ in range(blocks))
        self.head2, self.head4 = nn.Conv2d(width, 12, 3, 1, 1), nn.Conv2d(width, 48, 3, 1, 1)
        with torch.no_grad():
            for block in self.body:
                block.conv2.weight.mul_(0.2)
            for head in (self.head2, self.head4):
                head.weight.mul_(0.1)

    def forward(self, x, scales=(2, 4)):
        """One enlargement for each of `scales`."""
        h = self.conv_in(x - 0.5)
        for block in self.body:
            h = block(h)
        heads = {2: self.head2, 4: self.head4}
        return [F.interpolate(x, scale_factor=float(s), mode="bicubic") + F.pixel_shuffle(heads[s](h), s) for s in scales]


def write(model, path):
    state = {name: tensor.half().contiguous() for name, tensor in model.state_dict().items()}
    save_file(state, path, {"format": "pt", "kind": "headroom-upscale"})


def read(path):
    """The network as it is in the file."""
    state = {name: tensor.float() for name, tensor in load_file(path).items()}
    blocks = sum(name.startswith("body.") and name.endswith("conv1.weight") for name in state)
    model = Upscaler(state["conv_in.weight"].size(0), blocks)
    model.load_state_dict(state)
    return model.requires_grad_(False).eval()
