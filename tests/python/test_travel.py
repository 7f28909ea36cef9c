# Runs and recipes go to another place and go on there: to the bit from an archive, with words about what differs from a recipe.
import hashlib
import json
import unittest

from PIL import Image

import headroom as hr


def checkpoint(run, step):
    folder = run / "checkpoints" / f"step-{step:08d}"
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir() if p.suffix == ".safetensors"}


class Archives(unittest.TestCase):
    def test_a_run_that_was_moved_has_the_bits_of_one_that_stayed(self):
        for kind, run in (("dcgan", hr.dcgan()), ("vqgan", hr.vqgan()), ("light-gan", hr.light_gan())):
            with self.subTest(kind):
                archive = hr.exported(run, "run") / f"{run.name}.headroom-run"
                there = hr.WORK / f"elsewhere-{kind}"
                elsewhere = {"XDG_DATA_HOME": str(there), "HOME": str(there), "XDG_CACHE_HOME": str(there)}
                hr.cli("runs", "unpack", archive, env=elsewhere)
                moved = next((there / "headroom" / "runs").iterdir())
                begun = json.loads((moved / "run.json").read_text())["step"]
                self.assertEqual(checkpoint(moved, begun), checkpoint(run, begun))
                hr.cli("train", kind, "--resume", "--out", moved, "--steps", begun + 2, "--quiet", env=elsewhere)
                hr.cli("train", kind, "--resume", "--out", run, "--steps", begun + 2, "--quiet")
                self.assertTrue(checkpoint(run, begun + 2))
                self.assertEqual(checkpoint(moved, begun + 2), checkpoint(run, begun + 2))
                self.assertNotEqual(checkpoint(run, begun + 2), checkpoint(run, begun))


class Recipes(unittest.TestCase):
    def folder(self, name, colours):
        folder = hr.WORK / name
        folder.mkdir(exist_ok=True)
        for i, colour in enumerate(colours):
            Image.new("RGB", (40, 40), colour).save(folder / f"{i}.png")
        return folder

    def recipe(self):
        data = self.folder("pictures", ["red", "green", "blue", "white"])
        run = hr.run("from-pictures", "dcgan", "--data", data, "--size", 32, "--batch", 2, "--steps", 2, "--set", "width.g=8", "--set", "width.d=8")
        return hr.exported(run, "recipe") / f"{run.name}.headroom-recipe"

    def test_holds_where_it_comes_from(self):
        recipe = json.loads(self.recipe().read_text())
        self.assertEqual(recipe["batch.micro"], 2)
        self.assertRegex(recipe["recipe.data"], r"^4 pictures, [0-9a-f]{16}$")
        self.assertRegex(recipe["recipe.measured"], r"s per step, 2 steps$")
        self.assertEqual(recipe["data.path"], "./pictures", "not where they lie")
        for key in ("headroom", "libtorch", "device", "date"):
            self.assertTrue(recipe["recipe." + key])

    def test_asks_for_its_pictures(self):
        said = hr.cli("train", "dcgan", "--recipe", self.recipe(), status=2)
        self.assertIn("Name yours with --data; the recipe was made with 4 pictures, ", said)

    def begin(self, recipe, *words):
        """What is said on the way of a run of one step."""
        out = hr.WORK / f"begun-{len(list(hr.WORK.iterdir()))}"
        said = hr.cli("train", "dcgan", "--recipe", recipe, *words, "--steps", 1, "--out", out, errors=True)
        self.assertEqual(json.loads((out / "config.json").read_text())["batch.micro"], json.loads(recipe.read_text())["batch.micro"])
        return said

    def test_the_same_pictures_elsewhere_are_the_same(self):
        copy = self.folder("copies", ["red", "green", "blue", "white"])
        self.assertNotIn("note: ", self.begin(self.recipe(), "--data", copy))

    def test_tells_what_differs(self):
        fewer = self.folder("fewer", ["red", "green"])
        changed = json.loads(self.recipe().read_text())
        changed["recipe.device"] = "NVIDIA Paper 9000"
        changed["recipe.headroom"] = "0.0.1"
        path = hr.WORK / "changed.json"
        path.write_text(json.dumps(changed))
        said = self.begin(path, "--data", fewer)
        self.assertIn("other data (4 pictures, ", said)
        self.assertIn("measured on NVIDIA Paper 9000, this computes on ", said)
        self.assertIn("made with Headroom 0.0.1", said)

    def test_rubbish_is_refused_with_its_line(self):
        path = hr.WORK / "rubbish.json"
        path.write_text('{\n"format": "headroom-config-1",\n"recipe.device": 7\n}\n')
        self.assertIn("recipe.device: expects text (rubbish.json:3)", hr.cli("train", "dcgan", "--recipe", path, status=2))

    def test_a_sample_begins_a_run_with_its_settings(self):
        sample = sorted((hr.dcgan() / "samples").iterdir())[-1]
        out = hr.WORK / "from-sample"
        hr.cli("train", "dcgan", "--config", sample, "--steps", 1, "--out", out, "--quiet")
        self.assertEqual(json.loads((out / "config.json").read_text())["width.g"], 16)
        plain = hr.WORK / "plain.png"
        Image.new("RGB", (8, 8)).save(plain)
        hr.cli("train", "dcgan", "--config", plain, status=2)


if __name__ == "__main__":
    unittest.main()
