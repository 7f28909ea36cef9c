# What scripts read stays: every member that a line of headroom-cli --json had in schema 1 is still there, with the same type. Members may come.
# HEADROOM_WRITE_SCHEMA=1 adds those that came to tests/data/schema-1.txt.
import json
import os
import unittest
from pathlib import Path

import headroom as hr

KEPT = Path(__file__).resolve().parents[1] / "data/schema-1.txt"


def members(schema, at):
    """Lines "definition.member: type" of a schema and all that it holds."""
    if "$ref" in schema:
        yield f"{at}: {schema['$ref']}"
    kind = schema.get("type")
    if kind:
        yield f"{at}: {'|'.join(sorted(kind)) if isinstance(kind, list) else kind}"
    for name, part in schema.get("properties", {}).items():
        yield from members(part, f"{at}.{name}")
    for name in schema.get("required", []):
        yield f"{at}.{name}: always"
    if isinstance(schema.get("items"), dict):
        yield from members(schema["items"], at + "[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from members(schema["additionalProperties"], at + ".*")
    for words in ("oneOf", "anyOf"):
        for part in schema.get(words, []):
            yield from members(part, at)


class Schema(unittest.TestCase):
    def test_what_lines_held_they_hold(self):
        said = json.loads(hr.cli("schema"))
        self.assertEqual(said["version"], 1, "another version has a file of its own")
        now = {line for name, part in said["$defs"].items() for line in members(part, name)}
        now |= {f"verb {verb}: {where}" for verb, where in said["verbs"].items()}
        kept = set(KEPT.read_text().splitlines()) if KEPT.exists() else set()
        self.assertEqual(sorted(kept - now), [])
        if os.environ.get("HEADROOM_WRITE_SCHEMA") == "1":
            KEPT.write_text("\n".join(sorted(now)) + "\n")
        else:
            self.assertGreater(len(kept), 1000)
            self.assertEqual(sorted(now - kept)[:20], [], "new members: HEADROOM_WRITE_SCHEMA=1 tests/python/run.sh PYTHON keeps them")


if __name__ == "__main__":
    unittest.main()
