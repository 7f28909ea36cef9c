#!/usr/bin/env bash
# What software centres show: with and without a home page it is what AppStream takes, with captions in both languages under pictures that there are.
# usage: test_metainfo.sh SOURCE_FOLDER
set -euo pipefail
source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
wrong() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }

for page in '' https://headroom.example/headroom; do
    mkdir -p "$work/${page:+with}"
    HEADROOM_HOMEPAGE=$page cmake -DPROJECT_SOURCE_DIR="$source_folder" -DPROJECT_BINARY_DIR="$work/${page:+with}" -DPROJECT_VERSION=1.2.3 \
        -P "$source_folder/packaging/cmake/Metainfo.cmake"
    said=$(appstreamcli validate --pedantic --no-net --no-color "$work/${page:+with}/org.headroom.Headroom.metainfo.xml") || wrong "AppStream: $said"
    # Ids of applications are written so; nothing else is to be remarked.
    said=$(grep -E '^[EWIP]:' <<<"$said" | grep -v cid-contains-uppercase-letter || true)
    [[ -z $said ]] || wrong "AppStream: $said"
done

python3 - "$work/with/org.headroom.Headroom.metainfo.xml" "$source_folder" <<'PY' || failures=$((failures + 1))
import sys, xml.etree.ElementTree as tree
from pathlib import Path
root, source = tree.parse(sys.argv[1]).getroot(), Path(sys.argv[2])
language = "{http://www.w3.org/XML/1998/namespace}lang"
shots = root.findall("screenshots/screenshot")
assert len(shots) >= 4 and [s.get("type") for s in shots].count("default") == 1
for shot in shots:
    assert {caption.get(language) for caption in shot.findall("caption")} == {None, "de"}, "a picture without its words"
    address = shot.find("image").text
    assert address.startswith("https://headroom.example/headroom/raw/v1.2.3/resources/screenshots/"), address
    assert (source / "resources/screenshots" / address.rsplit("/", 1)[1]).is_file(), f"{address}: there is no such picture"
for where in ("description", "releases/release/description"):
    for kind in ("p", "ul/li"):
        words = root.findall(f"{where}/{kind}")
        assert words and len([w for w in words if w.get(language) == "de"]) * 2 == len(words), f"{where}: a {kind} is not in both languages"
for part in ("branding/color", "content_rating", "keywords/keyword", "provides/mediatype", "requires/display_length", "url[@type='homepage']", "releases/release[@date]"):
    assert root.find(part) is not None, f"{part} is missing"
PY
((failures == 0)) && echo "All expectations hold."
