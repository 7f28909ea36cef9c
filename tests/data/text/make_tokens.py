#!/usr/bin/env python3
"""Texts of many kinds with the tokens that open_clip's tokenizer gives them, one JSON object a line.

    pip install open_clip_torch ftfy regex
    python make_tokens.py COUNT [SEED] > tokens.jsonl

Per line: kind, text, ids (without start and end), clean (the text after cleaning). Kinds: words, scripts (letters of many alphabets),
marks (combining marks, case), punctuation, entities (HTML references, also broken ones), symbols (emoji, signs), width (full and half),
controls (control characters, odd spaces), mojibake (UTF-8 misread as Windows-1252 or Windows-1251), mix (all of them), any (any code point).
"""
import html.entities
import json
import random
import sys
import unicodedata

from open_clip.tokenizer import SimpleTokenizer

RANGES = {
    "scripts": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x58F), (0x5D0, 0x5EA), (0x620, 0x64A),
                (0x900, 0x97F), (0xE00, 0xE5B), (0x10A0, 0x10FF), (0x13A0, 0x13FF), (0x1E00, 0x1FFF), (0x3040, 0x30FF), (0x4E00, 0x4FFF),
                (0xAC00, 0xAD00), (0x10400, 0x1044F), (0x1D400, 0x1D4FF), (0x1E900, 0x1E943)],
    "marks": [(0x41, 0x5A), (0x61, 0x7A), (0x300, 0x36F), (0x391, 0x3A9), (0x3B1, 0x3C9), (0x1F00, 0x1FFF), (0x130, 0x131), (0x2B0, 0x2FF),
              (0x2160, 0x2188), (0x24B6, 0x24E9), (0x1100, 0x11FF)],
    "punctuation": [(0x21, 0x7E), (0xA1, 0xBF), (0x2010, 0x2027), (0x2030, 0x205E), (0x3001, 0x301F)],
    "symbols": [(0x2190, 0x23FF), (0x2500, 0x27BF), (0x1F300, 0x1F6FF), (0x1F900, 0x1F9FF), (0xFE0F, 0xFE0F), (0x200D, 0x200D),
                (0x1F1E6, 0x1F1FF), (0x61, 0x7A), (0x20, 0x20)],
    "width": [(0xFF01, 0xFFEF), (0x3000, 0x3000), (0xFB00, 0xFB06), (0x132, 0x133), (0x1C4, 0x1CC), (0x1F1, 0x1F3), (0x61, 0x7A)],
    "controls": [(0x00, 0x20), (0x7F, 0x7F), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFD),
                 (0x61, 0x7A), (0x41, 0x5A), (0x1680, 0x1680), (0x85, 0x85)],
    "any": [(0x20, 0xD7FF), (0xE000, 0x1FFFF)],
}
WORDS = ("a painting of the red cube on green floor it's we'LL they'd O'CLOCK DON'T photo 8k 1024x768 50% trending #art @someone "
         "unreal-engine rendered, (masterpiece:1.2) [best|quality] Σίσυφος ΟΔΟΣ İstanbul naïve façade Straße œuvre 'quoted' \"said\" "
         "antidisestablishmentarianism aaaaaaaaaaaaaaaaaaaaaaa <start_of_text> <end_of_text> <|endoftext|> ... --- !? 3.14 ½ ² Ⅳ").split()
ENTITIES = sorted(html.entities.html5)
SAID = ["café crème à la carte", "“curly” ‘quotes’ — and dashes…", "naïve façade Ünïcödé", "日本語の絵", "Привет, мир", "emoji 😀 here", "£5 or €10",
        "señor Ñandú", "l’été à Paris", "Größe über alles", "中文", "©®™ signs", "it’s a test", "x² + y³ ≤ ½"]


def text_of(kind, r):
    if kind == "words":
        return "".join(r.choice(WORDS) + r.choice([" ", " ", "  ", "\n", ", ", ""]) for _ in range(r.randint(1, 12)))
    if kind == "entities":
        def one():
            name = r.choice(ENTITIES)
            return r.choice(["&" + name, "&" + name.rstrip(";"), "&" + name.upper(), f"&#{r.choice([0, 13, 38, 39, 128, 150, 233, 8217, 55296, 1114112, 12, 65])};",
                             f"&#x{r.randint(0, 0x2000):x}", "&#;", "&;", "& ", "&amp;amp;lt;", "&nbsp;", "<b>", " x ", "&" + r.choice(WORDS) + ";"])
        return "".join(one() for _ in range(r.randint(1, 6)))
    if kind == "mojibake":
        said = r.choice(SAID)
        for _ in range(r.choice([1, 1, 1, 2])):
            said = said.encode().decode(r.choice(["latin-1", "cp1252", "cp1252", "cp1251"]), "ignore" if r.random() < 0.3 else "replace")
        return r.choice(["", "", "a photo of "]) + said
    if kind == "mix":
        return " ".join(text_of(r.choice([k for k in KINDS if k not in ("mix", "mojibake")]), r) for _ in range(2))
    ranges = RANGES[kind]
    out = ""
    while len(out) < r.randint(1, 24):
        c = chr(r.randint(*r.choice(ranges)))
        if unicodedata.category(c) not in ("Cn", "Cs", "Co"):
            out += c + (" " if r.random() < 0.12 else "")
    return out


KINDS = ["words", "entities", "mojibake", "mix", *RANGES]
if __name__ == "__main__":
    r, tokenizer = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5), SimpleTokenizer()
    for i in range(int(sys.argv[1])):
        kind = KINDS[i % len(KINDS)]
        text = text_of(kind, r)
        print(json.dumps({"kind": kind, "text": text, "ids": tokenizer.encode(text), "clean": tokenizer.clean_fn(text)}))
