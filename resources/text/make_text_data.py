#!/usr/bin/env python3
"""Makes the two tables that core/text embeds, from the pinned open_clip package and Python's copy of the HTML standard's list.

    python make_text_data.py PATH/TO/open_clip/bpe_simple_vocab_16e6.txt.gz

clip_merges.txt.gz    the 48,894 merges that CLIP uses, of the 262,145 in OpenAI's file (MIT), in order: "left right" a line
html_entities.txt.gz  the named character references of the HTML standard: "name codepoint [codepoint]" a line, names as written after &;
                      and, behind "^", all-capitals spellings of lower-case names that HTML itself does not know ("^EACUTE; c9")
"""
import gzip
import hashlib
import html
import html.entities
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
SOURCE_SHA256 = "924691ac288e54409236115652ad4aa250f48203de50a9e4722a6ecd48d6804a"

source = pathlib.Path(sys.argv[1]).read_bytes()
assert hashlib.sha256(source).hexdigest() == SOURCE_SHA256, "this is not the table of OpenAI's CLIP"
merges = gzip.decompress(source).decode().split("\n")[1:48895]
entities = [name + "".join(f" {ord(c):x}" for c in text) for name, text in sorted(html.entities.html5.items())]
capitals = {name.upper(): text.upper() for name, text in html.entities.html5.items() if name.endswith(";") and name == name.lower()}
entities += ["^" + name + "".join(f" {ord(c):x}" for c in text) for name, text in sorted(capitals.items()) if html.unescape("&" + name) == "&" + name]
for name, lines in (("clip_merges", merges), ("html_entities", entities)):
    (HERE / (name + ".txt.gz")).write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0))
