# Files that a forge and citation tools read: forms, workflows, CITATION.cff. The strict reader refuses what theirs refuse.
import re
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FORM_PARTS = {
    "markdown": {"value"},
    "textarea": {"label", "description", "placeholder", "value", "render"},
    "input": {"label", "description", "placeholder", "value"},
    "dropdown": {"label", "description", "multiple", "options", "default"},
    "checkboxes": {"label", "description", "options"},
}


def read(path):
    return yaml.safe_load((ROOT / path).read_text())


class ProjectFiles(unittest.TestCase):
    def test_issue_forms_have_the_parts_that_forms_may_have(self):
        forms = [p for p in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if p.name != "config.yml"]
        self.assertGreaterEqual(len(forms), 2)
        for path in forms:
            form = read(path)
            self.assertTrue(form["name"] and form["description"], path.name)
            ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
            self.assertEqual(len(ids), len(set(ids)), path.name)
            for part in form["body"]:
                self.assertLessEqual(set(part["attributes"]), FORM_PARTS[part["type"]], f"{path.name}: {part.get('id')}")
                for value in part["attributes"].values():
                    self.assertTrue(value, f"{path.name}: {part.get('id')}")
        bug = {part["id"]: part for part in read(".github/ISSUE_TEMPLATE/bug.yml")["body"]}
        self.assertIn("doctor --json", bug["doctor"]["attributes"]["label"])
        self.assertTrue(bug["doctor"]["validations"]["required"])

    def test_the_readme_names_every_folder_of_a_user(self):
        header = (ROOT / "core/base/user_folders.h").read_text()
        table = (ROOT / "README.md").read_text().split("## Where things are")[1].split("\n## ")[0]
        functions = re.findall(r"std::string default_(\w+)_folder\(\);", header)
        folders = re.findall(r"\$(XDG_\w+/headroom[\w/]*)", header)
        self.assertEqual(len(folders), len(functions), "each function says where its folder is")
        self.assertGreaterEqual(len(folders), 6)
        for folder in folders:
            self.assertIn(f"`${folder}`", table)

    def test_workflows_call_scripts_that_there_are(self):
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            flow = read(path)
            self.assertIn(True, flow, "YAML 1.1 reads the key 'on' as true")
            steps = [step for job in flow["jobs"].values() for step in job["steps"]]
            self.assertTrue(all(("run" in step) != ("uses" in step) for step in steps), path.name)
            for script in re.findall(r"(?<![\w./-])(?:\./)?((?:packaging|tests|\.ci)/[\w./-]+)", "\n".join(step.get("run", "") for step in steps)):
                self.assertTrue((ROOT / script).exists(), f"{path.name}: {script}")

    def test_the_citation_names_title_version_and_licence(self):
        cited = read("CITATION.cff")
        self.assertLessEqual({"cff-version", "message", "title", "authors", "version", "license"}, set(cited))


if __name__ == "__main__":
    unittest.main()
