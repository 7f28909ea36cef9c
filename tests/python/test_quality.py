# The bench of pictures of equal time (tests/bench/quality.py): its help, its sets, its grids, its two figures of patterns, which are the core's, and its
# table, which the README and the guide have.
import argparse
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy
from PIL import Image

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "bench"))
import quality  # noqa: E402 (found only by the line above)
import quality_table  # noqa: E402


def noise(n, x, y):
    """noise() of tests/core/test_counsel.cpp, by mix64() of core/base/random.h."""
    at = ((n * 512 + y) * 512 + x).astype(numpy.uint64) + numpy.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        at = (at ^ (at >> numpy.uint64(shift))) * numpy.uint64(factor)
    return ((at ^ (at >> numpy.uint64(31))) % numpy.uint64(256)).astype(int)


PICTURES = {
    "noise": noise,
    "squares": lambda n, x, y: noise(n, x // 4, y // 4),
    "lattice": lambda n, x, y: noise(n, x, y) // 4 + numpy.where(x % 4 < 2, 100, 0),
}


def scored(kid, recall, step=300):
    """What Bench.score() has of one run."""
    space = {"kid": kid, "kid_error": 0.013, "recall": recall, "copies": 0.25}
    return {"step": step, "checkerboard_over": 1.26, "plaid_over": 2.5, "ms_ssim": 0.12, "ms_ssim_against": 0.06,
            "scores": {"random": space, "clip": {**space, "kid": 10 * kid}}}


class Quality(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_its_figures_of_patterns_are_the_cores(self):
        # tests/core/test_counsel.cpp holds the core to the same numbers.
        cases = json.loads((TESTS / "data/counsel/measures.json").read_text())
        self.assertEqual({one["pictures"] for one in cases}, set(PICTURES))
        for one in cases:
            with self.subTest(one["pictures"], side=one["side"]):
                n, y, x = numpy.mgrid[:8, :one["side"], :one["side"]]
                pictures = PICTURES[one["pictures"]](n, x, y).astype(float)
                for figure in (quality.checkerboard, quality.plaid):
                    wanted = one[figure.__name__]
                    self.assertAlmostEqual(figure(pictures), wanted, delta=1e-6 * wanted)

    def test_its_help_names_what_it_takes(self):
        with mock.patch.object(sys, "argv", ["quality.py", "--help"]), contextlib.redirect_stdout(io.StringIO()) as told:
            with self.assertRaises(SystemExit) as ended:
                quality.main()
        self.assertEqual(ended.exception.code, 0)
        for word in ("--cli", "--packages", "--seeds", "--publish", *quality.SETS, *quality.WAYS):
            self.assertIn(word, told.getvalue())

    def test_its_sets_are_made_of_what_packages_hold_and_only_once(self):
        packages = self.folder / "packages"
        for path, size in (("openclipart/png/animals/cats/b.png", (40, 30)), ("openclipart/png/animals/a.png", (20, 20)),
                           ("openclipart/png/buildings/c.png", (20, 20)), ("wallpapers/Hill/contents/images/1.png", (600, 400))):
            target = packages / "usr/share" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", size, "red").save(target)
        bench = quality.Bench(argparse.Namespace(packages=packages, out=self.folder / "out"))
        animals = bench.data("animals")
        (packages / "usr/share/openclipart/png/animals/late.png").touch()
        self.assertEqual(bench.data("animals"), animals)
        self.assertEqual(sorted(p.name for p in animals.iterdir()), ["00000-a.png", "00001-b.png"])
        with Image.open(animals / "00001-b.png") as picture:
            self.assertEqual(picture.size, (40, 30))
        broken_off = self.folder / "out/sets/buildings.part"
        broken_off.mkdir()
        (broken_off / "half.png").touch()
        self.assertEqual([p.name for p in bench.data("buildings").iterdir()], ["00000-c.png"])
        with mock.patch.object(quality, "CROPS", 3):
            crops = sorted(bench.data("wallpapers").iterdir())
        self.assertEqual(len(crops), 3)
        with Image.open(crops[0]) as picture:
            self.assertEqual(picture.size, (128, 128))
        self.assertEqual(bench.data("shapes"), "shapes", "the built-in ones are no folder")

    def test_it_cuts_a_grid_into_its_pictures(self):
        side, pitch = 8, 8 + quality.GAP
        grid = numpy.zeros((quality.ROWS * pitch + quality.GAP,) * 2, numpy.uint8)
        for i in range(quality.ROWS ** 2):
            y, x = quality.GAP + i // quality.ROWS * pitch, quality.GAP + i % quality.ROWS * pitch
            grid[y:y + side, x:x + side] = 2 * i
        path = self.folder / "grid.png"
        Image.fromarray(grid).save(path)
        pictures = quality.pictures_of(path)
        self.assertEqual(pictures.shape, (quality.ROWS ** 2, side, side))
        self.assertTrue((pictures == 2 * numpy.arange(quality.ROWS ** 2)[:, None, None]).all())

    def rows(self, *all_scores, ways=("defaults", "recipe")):
        """Of as many seeds as there are scores for each way."""
        bench = quality.Bench(argparse.Namespace(out=self.folder, minutes=5))
        each = len(all_scores) // len(ways)
        with mock.patch.object(bench, "score", side_effect=all_scores), mock.patch.object(bench, "count", return_value=316):
            return quality.by_defaults([bench.row(range(each), "animals", way) for way in ways])

    def test_a_row_has_the_error_of_its_kid_and_what_collapse_and_checkerboards_are_told_by(self):
        rows = self.rows(scored(0.2, 0), scored(0.05, 0.637, 2100))
        lines = quality_table.table(rows, "en").splitlines()
        self.assertEqual(lines[0], "| Pictures | Way | Steps | KID, random features | of the defaults | KID, CLIP | of the defaults | Recall | Copies "
                                   "| MS-SSIM (the set's) | Checkerboards | Lines |")
        self.assertEqual(lines[2], "| 316 clip-art animals | the defaults | 300 | 0.2 ± 0.01 | 1 | 2.00 ± 0.01 | 1 | 0 | 25 % | 0.12 (0.06) | 1.3 | 2.5 |")
        self.assertEqual(lines[3], "| 316 clip-art animals | the recipe | 2,100 | 0.05 ± 0.01 | 0.25 | 0.5 ± 0.01 | 0.25 | 0.64 | 25 % | 0.12 (0.06) "
                                   "| 1.3 | 2.5 |")
        self.assertIn("| 2.100 | 0,05 ± 0,01 | 0,25 |", quality_table.table(rows, "de"))

    def test_several_seeds_become_their_medians(self):
        [row] = self.rows(scored(0.07, 0.5), scored(0.05, 0.7, 500), scored(0.06, 0.1), ways=["recipe"])
        self.assertEqual((row["kid"]["random"], row["recall"], row["steps"]), (0.06, 0.5, 300))
        self.assertNotIn("of_defaults", row, "they were not measured")
        self.assertIn("| 0.06 ± 0.01 (0.05 to 0.07) |", quality_table.table([row], "en"))
        self.assertNotIn("of the defaults", quality_table.table([row], "en"), "a column of dashes alone")

    def test_rows_that_are_not_measured_anew_keep_their_figures(self):
        known = [{"set": "animals", "pictures": 316, "way": way, "minutes": minutes, "steps": 279, "kid": {"random": 0.16, "clip": 3.7}, "recall": 0.01}
                 for way, minutes in (("defaults", 5), ("recipe", 5), ("light-gan", 30))]
        known.append({**known[0], "set": "icons"})
        [measured] = self.rows(scored(0.05, 0.6), ways=["recipe"])
        rows = quality_table.merged(known, [measured, {**measured, "way": "light-gan"}, {**measured, "set": "shapes"}])
        self.assertEqual([(row["set"], row["way"], row["minutes"]) for row in rows],
                         [("animals", "defaults", 5), ("animals", "recipe", 5), ("animals", "light-gan", 30), ("animals", "light-gan", 5),
                          ("icons", "defaults", 5), ("shapes", "recipe", 5)])
        self.assertEqual([rows[0], rows[1], rows[2]], [known[0], measured, known[2]])
        lines = quality_table.table(rows, "en").splitlines()
        self.assertEqual(lines[2], "| 316 clip-art animals | the defaults | 279 | 0.16 | 3.70 | 0.01 | – | – | – | – |")
        self.assertTrue(lines[4].startswith("| 316 clip-art animals | Light GAN, small, 30 minutes | 279 |"))
        page = quality_table.with_table("Before\n\n| Pictures | Way | Steps |\n|---|---|--:|\n| 1 | 2 | 3 |\n\nAfter\n", rows, "en")
        self.assertEqual(page, "Before\n\n" + quality_table.table(rows, "en") + "\nAfter\n")

    def test_the_pages_have_the_rows_as_they_are(self):
        rows = json.loads(quality_table.ROWS.read_text())
        self.assertGreaterEqual({row["set"] for row in rows}, set(quality.SETS))
        for name, language in quality_table.PAGES.items():
            page = (quality_table.ROOT / name).read_text()
            self.assertEqual(page, quality_table.with_table(page, rows, language), f"{name}: quality_table.py writes it anew")


if __name__ == "__main__":
    unittest.main()
