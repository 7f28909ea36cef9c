# Exported weights draw the run's own pictures elsewhere: by ONNX, by PyTorch, for every form that a network can have.
import importlib.util
import unittest

import numpy
import onnx
import onnxruntime
from safetensors import safe_open
from safetensors.numpy import load_file

import headroom as hr
from headroom import torch

NARROW = ("--batch", 4, "--steps", 3, "--set", "width.g=8", "--set", "width.d=8")
GENERATORS = {
    "batch-norm": ("--size", 32),
    "instance-norm": ("--size", 64, "--set", "norm.g=instance", "--set", "latent=7"),
    "no-norm": ("--size", 32, "--set", "norm.g=none"),
    "separable": ("--size", 64, "--set", "model.conv=depthwise"),
    "resized": ("--size", 64, "--set", "model.upsampling=resize"),
    "resized-separable": ("--size", 32, "--set", "model.upsampling=resize", "--set", "model.conv=depthwise"),
    "bilinear": ("--size", 64, "--set", "model.upsampling=bilinear"),
    "bilinear-separable": ("--size", 32, "--set", "model.upsampling=bilinear", "--set", "model.conv=depthwise"),
    "grey-not-averaged": ("--size", 32, "--set", "data.grey=on", "--set", "ema.half_life=0"),
}
LIGHT_GANS = {
    "attention": ("--size", 64, "--set", "model.attention=32 8"),
    "gate-grey": ("--size", 128, "--set", "model.attention=", "--set", "data.grey=on", "--set", "model.logits=5x5"),
}
VQGANS = {
    "deep": ("--set", "net.multipliers=1 1 2", "--set", "net.attention=16 8"),
    "gumbel-patches": ("--set", "net.gumbel=on", "--set", "codebook.decay=0", "--set", "codebook.restart=0", "--set", "net.patch=2",
                       "--set", "net.attention=8"),
}


def trained(name):
    return hr.run("gan-" + name, "dcgan", *hr.FAST, *GENERATORS[name], *NARROW)


def forms(run):
    """The folders of a run's model and of its ONNX files, by one process; each alone: test_cards.py, test_formats.py."""
    both = hr.exported(run, "model,onnx")
    return both / "model", both


def session(path):
    onnx.checker.check_model(str(path), full_check=True)
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def computed(network, value):
    return network.run(None, {network.get_inputs()[0].name: value})[0]


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    out = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(out)
    return out


def worst(a, b):
    return int(numpy.abs(a.astype(numpy.int16) - b).max())


@hr.needs_torch
class Generators(unittest.TestCase):
    def test_every_form_draws_the_same_pictures(self):
        for name in GENERATORS:
            with self.subTest(name):
                self.draw(trained(name))

    def test_those_of_a_light_gan_too(self):
        for name, words in LIGHT_GANS.items():
            with self.subTest(name):
                self.draw(hr.run("light-" + name, "light-gan", *hr.FAST, "--batch", 2, "--accumulate", 1, "--steps", 3, "--set", "model.width=16", "--set",
                                 "model.latent=16", "--set", "model.small_attention=off", "--set", "lr.g=0.005", *words))

    def draw(self, run):
        model, networks = forms(run)
        latents = load_file(model / "samples.safetensors")["latents"]
        network = session(networks / "generator.onnx")
        pictures = computed(network, latents)
        side = pictures.shape[2]
        drawn = hr.cells(model / "samples.png", side, side)
        self.assertEqual(len(drawn), len(latents))
        self.assertLessEqual(worst(hr.to_bytes(pictures), drawn), 1)
        self.assertGreater(drawn.std(), 2)
        for batch in (1, 3):
            numpy.testing.assert_allclose(computed(network, latents[:batch]), pictures[:batch], atol=1e-4)
        loader = module(model / "load_generator.py")
        with torch.no_grad():
            by_torch = loader.load()(torch.from_numpy(latents))
        numpy.testing.assert_allclose(by_torch.numpy(), pictures, atol=1e-4)
        self.assertLessEqual(worst(hr.to_bytes(by_torch), drawn), 1)
        self.assertLess(len((model / "load_generator.py").read_text().splitlines()), 60)

    def test_a_file_says_how_it_enlarges_where_its_tensors_do_not(self):
        run = trained("bilinear")
        with safe_open(forms(run)[0] / "generator.safetensors", "numpy") as stored:
            self.assertEqual(stored.metadata()["headroom.upsampling"], "bilinear")

    def test_a_fade_in_has_no_such_form_and_says_so(self):
        run = hr.run("gan-fading", "dcgan", "--size", 32, "--batch", 32, "--steps", 6, *NARROW[4:], *hr.FAST, "--set", "image.grow_to=64",
                     "--set", "image.grow_after=100", "--set", "image.fade_steps=100")
        for what in ("onnx", "model"):
            out = hr.WORK / ("fading-" + what)
            error = hr.cli("export", run, "--what", what, "--out", f"{out}/", status=2)
            self.assertIn("fade-in", error)
            self.assertFalse(out.exists())


@hr.needs_torch
class Vqgans(unittest.TestCase):
    def test_every_form_reconstructs_the_same_pictures(self):
        self.reconstruct(hr.vqgan())
        for name, words in VQGANS.items():
            with self.subTest(name):
                self.reconstruct(hr.run("vqgan-" + name, "vqgan", *hr.SMALL_VQGAN, *words))

    def reconstruct(self, run):
        model, networks = forms(run)
        pairs = hr.cells(model / "samples.png", 32, 64)
        above, below = pairs[:, :32], pairs[:, 32:]
        x = above.transpose(0, 3, 1, 2).astype(numpy.float32) / 127.5 - 1
        encoder, decoder = session(networks / "vqgan-encoder.onnx"), session(networks / "vqgan-decoder.onnx")
        codes = computed(encoder, x)
        self.assertGreater(len(numpy.unique(codes)), 1)
        back = computed(decoder, codes)
        # Two codes may be equally near within rounding; then a few cells are others.
        differs = numpy.abs(hr.to_bytes(back).astype(numpy.int16) - below) > 2
        self.assertLess(differs.mean(), 0.01)
        numpy.testing.assert_array_equal(computed(encoder, x[:1]), codes[:1])
        wide = computed(encoder, numpy.concatenate([x[:1], x[1:2]], axis=3))  # sides are free
        self.assertEqual(wide.shape, (1, codes.shape[1], 2 * codes.shape[2]))
        loader = module(model / "load_vqgan.py")
        with torch.no_grad():
            by_torch = loader.encode(torch.from_numpy(x))
            self.assertGreater((by_torch.numpy() == codes).mean(), 0.99)
            numpy.testing.assert_allclose(loader.decode(torch.from_numpy(codes)).numpy(), back, atol=1e-3)


if __name__ == "__main__":
    unittest.main()
