# Files of a run are read by the programs that others read them with.
import hashlib
import json
import shutil
import sqlite3
import subprocess
import unittest
import zipfile

import numpy
from PIL import Image
from safetensors.numpy import load as load_bytes, load_file
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

import headroom as hr
from headroom import torch


class Files(unittest.TestCase):
    def test_checkpoints_are_safetensors_with_their_hashes(self):
        folder = sorted((hr.dcgan() / "checkpoints").iterdir())[-1]
        listed = {f["name"]: f["sha256"] for f in json.loads((folder / "manifest.json").read_text())["files"]}
        self.assertIn("generator.safetensors", listed)
        for name, digest in listed.items():
            self.assertEqual(hashlib.sha256((folder / name).read_bytes()).hexdigest(), digest)
            self.assertTrue(load_file(folder / name))

    @hr.needs_torch
    def test_torch_reads_the_pth_that_safetensors_reads_too(self):
        plain, packed = hr.exported(hr.dcgan(), "checkpoint"), hr.WORK / "pth"
        hr.cli("export", hr.dcgan(), "--what", "checkpoint", "--format", "pth", "--out", f"{packed}/")
        for name in ("netG", "netD"):
            a, b = load_file(plain / f"{name}.safetensors"), torch.load(packed / f"{name}.pth", weights_only=True)
            self.assertEqual(set(a), set(b))
            for key in a:
                numpy.testing.assert_array_equal(a[key], b[key].numpy(), key)

    def test_sqlite_reads_the_history(self):
        path = hr.dcgan() / "history.db"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            self.assertEqual(db.execute("pragma integrity_check").fetchone(), ("ok",))
            self.assertEqual(db.execute("select count(*), max(step) from steps").fetchone(), (4, 4))
        if program := shutil.which("sqlite3"):
            out = subprocess.run([program, "-readonly", path, "select count(*) from steps"], capture_output=True, text=True, check=True)
            self.assertEqual(out.stdout.strip(), "4")

    def test_tensorboard_reads_the_events(self):
        events = list(EventFileLoader(str(hr.exported(hr.dcgan(), "tensorboard") / "events.tfevents")).Load())
        values = [(e.step, v.tag) for e in events for v in e.summary.value]
        self.assertEqual({step for step, tag in values if tag.endswith("loss_g")}, {1, 2, 3, 4})

    def test_pillow_reads_samples_with_seed_and_settings(self):
        sample = sorted((hr.dcgan() / "samples").iterdir())[-1]
        with Image.open(sample) as picture:
            picture.load()
            text = picture.text
        self.assertEqual((text["Software"], text["Step"], text["Seed"]), ("Headroom", "4", "7"))
        settings = json.loads(text["Settings"])
        self.assertEqual((settings["batch.micro"], settings["model"]), (8, "dcgan"))
        said = hr.said(sample)
        self.assertEqual(said["settings"], settings)
        self.assertEqual(said["notes"]["Seed"], "7")
        self.assertIn("Seed: 7", hr.cli("picture", "inspect", sample))

    def test_a_grid_says_its_own_seed(self):
        hr.cli("sample", hr.dcgan(), "--rows", 2, "--cols", 3, "--seed", 99, "--truncation", 0.5, "--out", hr.WORK / "grid.png")
        text = Image.open(hr.WORK / "grid.png").text
        self.assertEqual((text["Seed"], text["Pictures"], text["Truncation"], text["Step"]), ("99", "6", "0.5", "4"))

    def test_animations(self):
        for form in ("gif", "webp"):
            hr.cli("export", hr.dcgan(), "--what", "timelapse", "--format", form, "--fps", 5, "--out", hr.WORK / f"lapse.{form}")
            with Image.open(hr.WORK / f"lapse.{form}") as film:
                self.assertEqual((film.format, film.n_frames), (form.upper(), 3))  # after steps 1, 2 and 4
                for frame in range(film.n_frames):
                    film.seek(frame)
                    film.load()
                self.assertEqual(film.info["duration"], 200)

    def test_ffprobe_reads_the_film(self):
        self.assertTrue(shutil.which("ffprobe"), "ffprobe is missing; packaging/setup.sh installs it")
        hr.cli("export", hr.dcgan(), "--what", "timelapse", "--format", "mp4", "--fps", 5, "--out", hr.WORK / "lapse.mp4")
        words = ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=codec_name,nb_read_frames", "-of", "json"]
        found = subprocess.run([*words, str(hr.WORK / "lapse.mp4")], capture_output=True, text=True, check=True)
        stream = json.loads(found.stdout)["streams"][0]
        self.assertEqual((stream["codec_name"], stream["nb_read_frames"]), ("h264", "3"))

    def test_an_archive_holds_what_it_lists(self):
        archive = hr.exported(hr.dcgan(), "run") / "gan.headroom-run"
        with zipfile.ZipFile(archive) as packed:
            self.assertIsNone(packed.testzip())
            listed = {f["path"]: f["sha256"] for f in json.loads(packed.read("headroom-run.json"))["files"]}
            self.assertEqual(set(listed) | {"headroom-run.json"}, set(packed.namelist()))
            for name, digest in listed.items():
                data = packed.read(name)
                self.assertEqual(hashlib.sha256(data).hexdigest(), digest)
                if name.endswith(".safetensors"):
                    self.assertTrue(load_bytes(data))


if __name__ == "__main__":
    unittest.main()
