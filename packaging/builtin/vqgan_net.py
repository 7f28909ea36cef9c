"""VQGAN with the tensor names of taming-transformers and two additions. `patch`: pictures are unshuffled by it before the first
convolution and shuffled back after the last, so that no convolution runs at full resolution. `fine`: the width of a further part
that makes pictures of twice the side from the decoder's last features; the encoder sees them halved."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def norm(channels):
    return nn.GroupNorm(32, channels, eps=1e-6)


class ResnetBlock(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.norm1, self.conv1 = norm(cin), nn.Conv2d(cin, cout, 3, 1, 1)
        self.norm2, self.conv2 = norm(cout), nn.Conv2d(cout, cout, 3, 1, 1)
        if cin != cout:
            self.nin_shortcut = nn.Conv2d(cin, cout, 1)

    def forward(self, x):
        h = self.conv1(F.silu(self.norm1(x)))
        h = self.conv2(F.silu(self.norm2(h)))
        return h + (self.nin_shortcut(x) if hasattr(self, "nin_shortcut") else x)


class AttnBlock(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.norm = norm(c)
        self.q, self.k, self.v, self.proj_out = (nn.Conv2d(c, c, 1) for _ in range(4))

    def forward(self, x):
        h = self.norm(x)
        rows = [layer(h).flatten(2).transpose(1, 2) for layer in (self.q, self.k, self.v)]
        found = F.scaled_dot_product_attention(*rows)
        return x + self.proj_out(found.transpose(1, 2).reshape(x.shape))


class Mid(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.block_1, self.attn_1, self.block_2 = ResnetBlock(c, c), AttnBlock(c), ResnetBlock(c, c)

    def forward(self, x):
        return self.block_2(self.attn_1(self.block_1(x)))


class Sampler(nn.Module):
    """A level's downsample (stride 2 after padding right and below) or upsample."""

    def __init__(self, c, up):
        super().__init__()
        self.up = up
        self.conv = nn.Conv2d(c, c, 3, 1, 1) if up else nn.Conv2d(c, c, 3, 2, 0)

    def forward(self, x):
        return self.conv(F.interpolate(x, scale_factor=2.0) if self.up else F.pad(x, (0, 1, 0, 1)))


class Level(nn.Module):
    def __init__(self, cin, cout, blocks):
        super().__init__()
        self.block = nn.ModuleList(ResnetBlock(cin if i == 0 else cout, cout) for i in range(blocks))
        self.attn = nn.ModuleList()

    def forward(self, x):
        for block in self.block:
            x = block(x)
        return x


class Encoder(nn.Module):
    def __init__(self, c):
        super().__init__()
        ch, mult, n = c["ch"], c["ch_mult"], c["num_res_blocks"]
        self.patch, self.halves = c["patch"], c.get("fine", 0) > 0
        self.conv_in = nn.Conv2d(3 * self.patch**2, ch, 3, 1, 1)
        self.down = nn.ModuleList()
        width = ch
        for i, m in enumerate(mult):
            level = Level(width, ch * m, n)
            width = ch * m
            if i + 1 < len(mult):
                level.downsample = Sampler(width, up=False)
            self.down.append(level)
        self.mid, self.norm_out = Mid(width), norm(width)
        self.conv_out = nn.Conv2d(width, c["z_channels"], 3, 1, 1)

    def forward(self, x):
        h = self.conv_in(F.pixel_unshuffle(F.avg_pool2d(x, 2) if self.halves else x, self.patch))
        for level in self.down:
            h = level(h)
            if hasattr(level, "downsample"):
                h = level.downsample(h)
        return self.conv_out(F.silu(self.norm_out(self.mid(h))))


class Fine(nn.Module):
    """What the picture of twice the side has beyond the enlarged small one."""

    def __init__(self, c, width, patch, blocks=2):
        super().__init__()
        self.patch = patch
        self.conv_in = nn.Conv2d(c, 4 * width, 3, 1, 1)
        self.block = nn.ModuleList(ResnetBlock(width, width) for _ in range(blocks))
        self.norm_out, self.conv_out = norm(width), nn.Conv2d(width, 3 * patch**2, 3, 1, 1)

    def forward(self, h):
        h = F.pixel_shuffle(self.conv_in(h), 2)
        for block in self.block:
            h = block(h)
        return F.pixel_shuffle(self.conv_out(F.silu(self.norm_out(h))), self.patch)


class Decoder(nn.Module):
    def __init__(self, c):
        super().__init__()
        ch, mult, n = c["ch"], c["ch_mult"], c["num_res_blocks"]
        self.patch = c["patch"]
        width = ch * mult[-1]
        self.conv_in = nn.Conv2d(c["z_channels"], width, 3, 1, 1)
        self.mid = Mid(width)
        levels = []
        for i in reversed(range(len(mult))):
            level = Level(width, ch * mult[i], n + 1)
            width = ch * mult[i]
            if i > 0:
                level.upsample = Sampler(width, up=True)
            levels.insert(0, level)
        self.up = nn.ModuleList(levels)
        self.norm_out = norm(width)
        self.conv_out = nn.Conv2d(width, 3 * self.patch**2, 3, 1, 1)
        if c.get("fine", 0):
            self.fine = Fine(width, c["fine"], self.patch)

    def features(self, z):
        h = self.mid(self.conv_in(z))
        for level in reversed(self.up):
            h = level(h)
            if hasattr(level, "upsample"):
                h = level.upsample(h)
        return F.silu(self.norm_out(h))

    def picture(self, h):
        small = F.pixel_shuffle(self.conv_out(h), self.patch)
        if not hasattr(self, "fine"):
            return small
        return F.interpolate(small, scale_factor=2.0, mode="bilinear") + self.fine(h)

    def forward(self, z):
        return self.picture(self.features(z))


class Quantize(nn.Module):
    def __init__(self, codes, width):
        super().__init__()
        self.embedding = nn.Embedding(codes, width)
        nn.init.uniform_(self.embedding.weight, -1 / codes, 1 / codes)


class VQGAN(nn.Module):
    """`config`: the ddconfig of the yaml with n_embed and embed_dim beside it. Pictures are in [-1, 1]."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.encoder, self.decoder = Encoder(config), Decoder(config)
        self.quantize = Quantize(config["n_embed"], config["embed_dim"])
        self.quant_conv = nn.Conv2d(config["z_channels"], config["embed_dim"], 1)
        self.post_quant_conv = nn.Conv2d(config["embed_dim"], config["z_channels"], 1)

    def small(self):
        """The same without `fine`: pictures of half the side from the same codes."""
        out = VQGAN({**self.config, "fine": 0}).to(memory_format=torch.channels_last)
        out.load_state_dict(self.state_dict(), strict=False)
        return out.requires_grad_(False).eval()

    def encode(self, x):
        return self.quant_conv(self.encoder(x))

    def decode(self, z):
        return self.decoder(self.post_quant_conv(z))

    @torch.no_grad()
    def nearest(self, z):
        """Codes (N, h, w) of latents (N, D, h, w)."""
        rows, book = z.float().permute(0, 2, 3, 1).reshape(-1, z.size(1)), self.quantize.embedding.weight.float()
        found = (2 * rows @ book.t() - book.square().sum(1)).argmax(1)
        return found.view(z.size(0), z.size(2), z.size(3))

    def lookup(self, codes):
        return self.quantize.embedding(codes).permute(0, 3, 1, 2)

    def forward(self, x):
        z = self.encode(x)
        codes = self.nearest(z)
        rows = self.lookup(codes)
        return self.decode(z + (rows - z).detach()), z, rows, codes
