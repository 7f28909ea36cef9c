#!/usr/bin/env python3
"""The table of pictures of equal time, as the README and the guide have it, made of the rows in quality_rows.json.

    python3 tests/bench/quality_table.py

writes it into those pages anew; quality.py --publish first puts in what it has measured, row by row: rows that it has not keep their figures. What was
not measured is absent from its row and stands as a dash; a column of dashes alone is left out.
"""

import json
import math
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = Path(__file__).with_name("quality_rows.json")
PAGES = {"README.md": "en", "resources/guide/pictures-to-expect.md": "en", "resources/guide/de/pictures-to-expect.md": "de"}
MINUTES = 5  # of the rows that do not say theirs
UNKNOWN = "–"
WORDS = {
    "en": {
        "head": ["Pictures", "Way", "Steps", "KID, random features", "of the defaults", "KID, CLIP", "of the defaults", "Recall", "Copies",
                 "MS-SSIM (the set's)", "Checkerboards", "Lines"],
        "sets": {"animals": "clip-art animals", "icons": "icons", "buildings": "clip-art buildings", "wallpapers": "crops of wallpapers",
                 "shapes": "shapes"},
        "ways": {"defaults": "the defaults", "recipe": "the recipe", "light-gan": "Light GAN, small"},
        "minutes": "minutes",
        "to": "to",
        "numbers": {},
    },
    "de": {
        "head": ["Bilder", "Womit", "Schritte", "KID, Zufall", "zu den Vorgaben", "KID, CLIP", "zu den Vorgaben", "Recall", "Kopien",
                 "MS-SSIM (der Sammlung)", "Schachbretter", "Linien"],
        "sets": {"animals": "Tiere (Clipart)", "icons": "Symbole", "buildings": "Gebäude (Clipart)",
                 "wallpapers": "Ausschnitte von Hintergrundbildern", "shapes": "Formen"},
        "ways": {"defaults": "die Vorgaben", "recipe": "das Rezept", "light-gan": "Light GAN, klein"},
        "minutes": "Minuten",
        "to": "bis",
        "numbers": str.maketrans(",.", ".,"),
    },
}


def short(value, digits=2):
    """So many digits that count, and never a power of ten."""
    if value == 0:
        return "0"
    text = f"{value:.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def kid(row, space, to):
    """The median of the seeds with its standard error, and from the lowest to the highest where there are several."""
    value = row.get("kid", {}).get(space)
    if value is None:
        return UNKNOWN
    def figure(one):
        return f"{one:.2f}" if abs(one) >= 1 else short(one)
    error, all_of = row.get("kid_error", {}).get(space), row.get("kids", {}).get(space, [])
    return figure(value) + (f" ± {short(error, 1)}" if error is not None else "") + (
        f" ({figure(min(all_of))} {to} {figure(max(all_of))})" if len(all_of) > 1 else "")


def cells(row, language):
    words = WORDS[language]
    def known(text, *keys):
        values = [row.get(key) for key in keys]
        return UNKNOWN if None in values else text.format(*values)
    def of_defaults(space):
        ratio = row.get("of_defaults", {}).get(space)
        return UNKNOWN if ratio is None else short(ratio)
    figures = [f"{row['steps']:,}"]
    for space in ("random", "clip"):
        figures += [kid(row, space, words["to"]), of_defaults(space)]
    figures += [known("{:.2f}", "recall").replace("0.00", "0"), known("{:.0%}", "copies").replace("%", " %"),
                known("{:.2f} ({:.2f})", "ms_ssim", "ms_ssim_of_set"), known("{:.1f}", "checkerboards"), known("{:.1f}", "lines")]
    way = words["ways"][row["way"]] + (f", {row['minutes']:g} {words['minutes']}" if row["minutes"] != MINUTES else "")
    count = f"{row['pictures']:,}".translate(words["numbers"])
    return [f"{count} {words['sets'][row['set']]}", way, *(figure.translate(words["numbers"]) for figure in figures)]


def table(rows, language):
    head, body = WORDS[language]["head"], [cells(row, language) for row in rows]
    there = [i for i in range(len(head)) if any(line[i] != UNKNOWN for line in body)]
    lines = [[line[i] for i in there] for line in [head, ["---", "---", *["--:"] * (len(head) - 2)], *body]]
    return "".join(("|" + "|".join(line) + "|\n") if line[0] == "---" else "| " + " | ".join(line) + " |\n" for line in lines)


def merged(rows, measured):
    """`rows` with those that were measured: in the place of their likes, behind the last of their set, or at the end."""
    def likes(row):
        return row["set"], row["way"], row["minutes"]
    out = list(rows)
    for new in measured:
        places = [i for i, row in enumerate(out) if likes(row) == likes(new)]
        of_set = [i for i, row in enumerate(out) if row["set"] == new["set"]]
        if places:
            out[places[0]] = new
        else:
            out.insert(of_set[-1] + 1 if of_set else len(out), new)
    return out


def with_table(page, rows, language):
    """`page` with the table in the place of the one that it has."""
    lines = page.splitlines(keepends=True)
    begins = "| " + " | ".join(WORDS[language]["head"][:2]) + " |"
    first = next(i for i, line in enumerate(lines) if line.startswith(begins))
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith("|")), len(lines))
    return "".join(lines[:first]) + table(rows, language) + "".join(lines[last:])


def publish(measured=()):
    rows = merged(json.loads(ROWS.read_text()), measured)
    ROWS.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    for name, language in PAGES.items():
        page = ROOT / name
        page.write_text(with_table(page.read_text(), rows, language))


if __name__ == "__main__":
    publish()
