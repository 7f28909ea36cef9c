# Headroom reads what Python writes: weights, pictures, texts in PNG files.
import json
import unittest
from pathlib import Path

import numpy
from PIL import Image, PngImagePlugin
from safetensors.numpy import load_file, save_file

import headroom as hr
from headroom import torch


def generator():
    """One as PyTorch's DCGAN example has it, of 32 px."""
    torch.manual_seed(5)
    nn = torch.nn
    layers = [nn.ConvTranspose2d(100, 24, 4, 1, 0, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
              nn.ConvTranspose2d(24, 16, 4, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
              nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
              nn.ConvTranspose2d(8, 3, 4, 2, 1, bias=False), nn.Tanh()]
    net = nn.Module()
    net.main = nn.Sequential(*layers)
    for p in net.parameters():
        p.data.mul_(3)
    net.main(torch.randn(8, 100, 1, 1))  # running statistics of their own
    return net.eval()


@hr.needs_torch
class Weights(unittest.TestCase):
    def test_a_light_gan_goes_back_into_the_packages_own_file(self):
        theirs = Path(__file__).resolve().parents[1] / "data/light_gan/model_1.pt"
        run = hr.run("light-back", "light-gan", "--from", theirs, "--batch", 2, "--accumulate", 1, "--steps", 1, *hr.FAST[-2:])
        ours = torch.load(hr.exported(run, "checkpoint", "--format", "pth") / "model.pth", weights_only=True)["GAN"]
        want = torch.load(theirs, weights_only=True)["GAN"]
        self.assertEqual({k: v.shape for k, v in ours.items()}, {k: v.shape for k, v in want.items()})
        for name in ("G", "GE", "D"):
            self.assertTrue(all(torch.isfinite(v).all() for k, v in ours.items() if k.startswith(name + ".")))
        # One step at the usual rates moves no weight of G far from where the file had it, and moves some.
        apart = max((ours[k] - want[k].float()).abs().max().item() for k in want if k.startswith("G.") and k.endswith("weight"))
        self.assertTrue(0 < apart < 0.05, apart)

    def test_pth_and_safetensors_draw_what_torch_draws(self):
        net = generator()
        torch.save(net.state_dict(), hr.WORK / "netG.pth")
        save_file({k: v.numpy() for k, v in net.state_dict().items()}, hr.WORK / "netG.safetensors")
        grids = []
        for form in ("pth", "safetensors"):
            hr.cli("sample", hr.WORK / f"netG.{form}", "--seed", 7, "--rows", 4, "--cols", 4, "--out", hr.WORK / f"{form}.png")
            grids.append(hr.cells(hr.WORK / f"{form}.png", 32, 32))
        numpy.testing.assert_array_equal(*grids)
        latents = load_file(hr.exported(hr.dcgan(), "model", "--licence", "cc-by-4.0") / "samples.safetensors")["latents"]  # of seed 7
        with torch.no_grad():
            drawn = hr.to_bytes(net.main(torch.from_numpy(latents)))
        self.assertLessEqual(int(numpy.abs(drawn.astype(numpy.int16) - grids[0]).max()), 1)
        self.assertGreater(drawn.std(), 5)

    def test_rubbish_is_refused(self):
        torch.save({"a": object}, hr.WORK / "rubbish.pth")
        self.assertIn("rubbish.pth", hr.cli("sample", hr.WORK / "rubbish.pth", "--out", hr.WORK / "no.png", status=2))
        (hr.WORK / "cut.safetensors").write_bytes((hr.WORK / "rubbish.pth").read_bytes()[:40])
        self.assertIn("cut.safetensors", hr.cli("weights", "inspect", hr.WORK / "cut.safetensors", status=2))


class Pictures(unittest.TestCase):
    def test_pictures_of_every_format_are_trained_on(self):
        folder = hr.WORK / "formats"
        folder.mkdir()
        pixels = numpy.random.default_rng(3).integers(0, 255, (48, 40, 3), dtype=numpy.uint8)
        picture = Image.fromarray(pixels)
        for name, options in (("a.png", {}), ("b.jpg", {"quality": 90}), ("c.webp", {"lossless": True}), ("d.gif", {}),
                              ("e.jpg", {"progressive": True}), ("f.webp", {"quality": 80})):
            picture.save(folder / name, **options)
        picture.convert("P").save(folder / "g.png")
        picture.convert("LA").save(folder / "h.png")
        report = json.loads(hr.cli("dataset", "inspect", folder, "--json"))
        self.assertEqual((report["accepted"], report["rejected"]), (8, []), report)
        of_gif = next(image for image in report["images"] if image["path"] == "d.gif")
        wanted = numpy.asarray(Image.open(folder / "d.gif").convert("RGB"), dtype=numpy.float64).mean(axis=(0, 1))
        numpy.testing.assert_allclose(of_gif["mean_rgb"], wanted, atol=0.01)
        hr.cli("train", "dcgan", "--data", folder, "--size", 32, "--batch", 8, "--steps", 1, "--set", "width.g=8", "--set", "width.d=8",
               "--out", hr.WORK / "of-formats", "--quiet")

    def test_texts_that_pillow_writes_are_read(self):
        info = PngImagePlugin.PngInfo()
        info.add_text("Seed", "12")
        info.add_itxt("Description", "ein roter Würfel", zip=True)
        info.add_text("Settings", "no JSON", zip=True)
        Image.new("RGB", (8, 8)).save(hr.WORK / "texts.png", pnginfo=info)
        notes = hr.said(hr.WORK / "texts.png")["notes"]
        self.assertEqual(notes, {"Seed": "12", "Description": "ein roter Würfel", "Settings": "no JSON"})


if __name__ == "__main__":
    unittest.main()
