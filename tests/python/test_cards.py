# The model card: YAML that the Hugging Face hub reads, then words; another's README.md stays.
import json
import unittest

import yaml

import headroom as hr


def card_of(folder):
    text = (folder / "README.md").read_text()
    _, front, body = text.split("---\n", 2)
    return yaml.safe_load(front), body


class Cards(unittest.TestCase):
    def test_says_what_the_weights_are(self):
        front, body = card_of(hr.exported(hr.dcgan(), "model", "--licence", "cc-by-4.0"))
        self.assertEqual(front["license"], "cc-by-4.0")
        self.assertEqual(front["pipeline_tag"], "unconditional-image-generation")
        self.assertIn("dcgan", front["tags"])
        metric = front["model-index"][0]["results"][0]["metrics"][0]
        self.assertEqual(metric["type"], "SWD")
        self.assertIsInstance(metric["value"], float)
        for part in ("Trained on **", "4 steps", "samples.png", "`batch.micro` | 8", "load_generator.py", "cc-by-4.0"):
            self.assertIn(part, body)

    def test_has_the_scores_of_the_checkpoint_with_what_they_are(self):
        front, body = card_of(hr.exported(hr.dcgan(), "model", "--licence", "cc-by-4.0"))
        metrics = {m["type"]: m["value"] for m in front["model-index"][0]["results"][0]["metrics"]}
        scored = json.loads(hr.cli("runs", "show", hr.dcgan(), "--json"))["scores"][-1]
        self.assertEqual(scored["step"], 4)
        for figure in ("fid", "kid", "precision", "recall"):
            self.assertAlmostEqual(metrics[f"{figure}-random"], scored[figure], delta=1e-3 * abs(scored[figure]) + 1e-9)
        self.assertIn("16 pictures of these weights with 16 of **", body)

    def test_a_vqgan_has_one_without_a_licence(self):
        front, body = card_of(hr.exported(hr.vqgan(), "model"))
        self.assertEqual((front["license"], front["pipeline_tag"]), ("unknown", "image-to-image"))
        self.assertIn("64 of them", body)

    def test_a_light_gan_has_one_too(self):
        front, body = card_of(hr.exported(hr.light_gan(), "model"))
        self.assertEqual(front["pipeline_tag"], "unconditional-image-generation")
        self.assertIn("fastgan", front["tags"])
        for part in ("Trained on **", "1 step", "samples.png", "`model.width` | 16", "load_generator.py"):
            self.assertIn(part, body)

    def test_names_no_path_of_this_machine(self):
        folder = hr.exported(hr.dcgan(), "model", "--licence", "cc-by-4.0")
        for file in ("README.md", "settings.json", "load_generator.py"):
            self.assertNotIn(str(hr.WORK), (folder / file).read_text())
        self.assertNotIn(str(hr.WORK), json.dumps(hr.said(folder / "samples.png")["settings"]))

    def test_another_readme_stays_and_a_licence_has_a_form(self):
        folder = hr.WORK / "taken"
        folder.mkdir()
        (folder / "README.md").write_text("mine")
        error = hr.cli("export", hr.dcgan(), "--what", "model", "--out", f"{folder}/", status=2)
        self.assertIn("no model card of Headroom", error)
        self.assertEqual([p.name for p in folder.iterdir()], ["README.md"])
        error = hr.cli("export", hr.dcgan(), "--what", "model", "--licence", "My own: yes", "--out", hr.WORK / "bad", status=2)
        self.assertIn("licence", error)


if __name__ == "__main__":
    unittest.main()
