# What the guide's page about files states is what the program writes: members, tables and columns, parts, metadata. In both languages.
import json
import re
import sqlite3
import struct
import unittest
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import onnx
from PIL import Image

import headroom as hr

GUIDE = Path(__file__).resolve().parents[2] / "resources/guide"
PAGES = [GUIDE / "formats.md", GUIDE / "de/formats.md"]


def names(text):
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))


def stated(page, beginning):
    """The names that follow `beginning` in the page, up to a colon or full stop."""
    found = re.search(re.escape(beginning) + r"((?:[^`.:]*`[^`]+`)+)", page)
    assert found, f"the page has no '{beginning}'"
    return set(names(found[1]))


def rows(page, first):
    """The table whose rows begin with names such as `first`: {name: names in the second column}."""
    lines = page.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| `{first}`"))
    out = {}
    while at < len(lines) and lines[at].startswith("|"):
        cells = lines[at].split("|")
        out.update({name: cells[2:] for name in names(cells[1])})
        at += 1
    return out


def metadata(path):
    data = path.read_bytes()
    header = json.loads(data[8:8 + struct.unpack("<Q", data[:8])[0]])
    return set(header.pop("__metadata__")), set(header)


def noted(run):
    hr.cli("runs", "note", run, "--tags", "mine", "--text", "words")
    return run


class Formats(unittest.TestCase):
    def each(self):
        for path in PAGES:
            with self.subTest(page=str(path.relative_to(GUIDE))):
                yield path.read_text()

    def test_a_runs_folder_holds_what_is_listed_and_nothing_else(self):
        run = noted(hr.dcgan())
        for page in self.each():
            table = rows(page, "run.json")
            patterns = [re.sub(r"step-0+1000", "step-*", name).replace("NAME", "*") for name in table]
            for path in run.rglob("*"):
                name = str(path.relative_to(run))
                if path.is_dir() or name.startswith("exports/"):
                    continue
                listed = [p for p in patterns if fnmatch(name, p + "*" if p.endswith("/") else p)]
                self.assertTrue(listed or name in names(page), f"{name} is not on the page")
            for name in ("run.json", "config.json", "notes.json"):
                self.assertIn(json.loads((run / name).read_text())["format"], names("|".join(table[name])), name)
            newest = sorted((run / "checkpoints").iterdir())[-1]
            self.assertIn(json.loads((newest / "manifest.json").read_text())["format"], names("|".join(table["checkpoints/step-00001000/"])))

    def test_members_of_run_and_manifest(self):
        for page in self.each():
            run = json.loads((hr.dcgan() / "run.json").read_text())
            verb = "has" if "`run.json` has" in page else "hat"
            self.assertEqual(stated(page, f"`run.json` {verb}"), set(run))
            manifest = json.loads((sorted((hr.dcgan() / "checkpoints").iterdir())[-1] / "manifest.json").read_text())
            self.assertEqual(stated(page, f"`manifest.json` {verb}"), set(manifest))
            self.assertEqual(set(manifest["files"][0]), {"name", "bytes", "sha256"})
            self.assertFalse({"name", "bytes", "sha256"} - set(names(page)))

    def test_tables_and_columns_of_the_history(self):
        with sqlite3.connect(f"file:{hr.dcgan() / 'history.db'}?mode=ro", uri=True) as db:
            tables = [name for name, in db.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")]
            columns = {table: {row[1] for row in db.execute(f"pragma table_info({table})")} for table in tables}
            version = db.execute("pragma user_version").fetchone()[0]
        for page in self.each():
            self.assertEqual({name: set(names("|".join(cells))) for name, cells in rows(page, "steps").items()}, columns)
            self.assertIn(f"`user_version` {version} ", page)

    def test_parts_of_checkpoints_and_names_of_tensors(self):
        runs = {"dcgan": hr.dcgan(), "vqgan": hr.vqgan(), "light-gan": hr.light_gan()}
        painted = hr.WORK / "painted"
        if not painted.exists():
            hr.cli("imagine", "a cube", "--steps", 1, "--size", 64, "--set", "cuts.count=2", "--out", painted, "--quiet")
        runs["vqgan-clip"] = painted
        for page in self.each():
            table = {kind: set(names("|".join(cells))) for kind, cells in rows(page, "dcgan").items()}
            self.assertEqual(set(table), set(runs))
            for kind, run in runs.items():
                parts = list(sorted((run / "checkpoints").iterdir())[-1].glob("*.safetensors"))
                self.assertEqual({p.stem for p in parts} | {"ema"}, table[kind] | {"ema"}, kind)
                for part in parts:
                    self.assertEqual(metadata(part)[0], {"format", "part", "step"})
            folder = sorted((hr.dcgan() / "checkpoints").iterdir())[-1]
            weights, moments = metadata(folder / "discriminator.safetensors")[1], metadata(folder / "optimiser_d.safetensors")[1]
            self.assertEqual({name.split(".")[0] + "." for name in moments}, {"m.", "v.", "step."})
            self.assertLessEqual({name.split(".", 1)[1] for name in moments}, weights)
            self.assertFalse({"m.", "v.", "step.", "part"} - set(names(page)))

    def test_texts_of_pictures_and_metadata_of_weights(self):
        hr.cli("sample", hr.dcgan(), "--truncation", 0.5, "--out", hr.WORK / "texts.png")
        with Image.open(hr.WORK / "texts.png") as picture:
            picture.load()
            texts = set(picture.text)
        network = onnx.load(hr.exported(hr.dcgan(), "onnx") / "generator.onnx")
        of_enlarging = {"headroom.upsampling"}  # of weights that enlarge bilinearly alone: test_networks.py
        for page in self.each():
            self.assertEqual(stated(page, "have texts:" if "have texts:" in page else "haben Texte:"), texts)
            self.assertEqual({name for name in names(page) if name.startswith("headroom.")}, {entry.key for entry in network.metadata_props} | of_enlarging)
        self.assertEqual(metadata(hr.exported(hr.dcgan(), "model") / "generator.safetensors")[0], {"format", "step"})
        self.assertEqual(metadata(hr.exported(hr.dcgan(), "checkpoint") / "netG.safetensors")[0], {"format", "step", "images"})

    def test_recipes_and_archives(self):
        recipe = json.loads((hr.exported(hr.dcgan(), "recipe") / "gan.headroom-recipe").read_text())
        with zipfile.ZipFile(hr.exported(hr.dcgan(), "run") / "gan.headroom-run") as packed:
            inside, last = set(packed.namelist()), packed.namelist()[-1]
            listed = json.loads(packed.read(last))
        self.assertTrue({"run.json", "config.json", "history.db"} < inside)
        for page in self.each():
            self.assertIn(f'"format": "{recipe["format"]}"', page)
            self.assertEqual({name for name in names(page) if name.startswith("recipe.")}, {key for key in recipe if key.startswith("recipe.")})
            self.assertIn(f"`{last}` (`{listed['format']}`)", page)


if __name__ == "__main__":
    unittest.main()
