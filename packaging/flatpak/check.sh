#!/usr/bin/env bash
# Checks the Flatpak manifest: that flatpak-builder reads it, that its wheels are the pinned ones, and that every file it names is listed with a hash.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/../..
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source packaging/setup/common.sh
manifest=packaging/flatpak/org.headroom.Headroom.yml

python3 - "$manifest" packaging/setup/requirements-cpu.txt packaging/setup/requirements-headers.txt <<'PY'
import re, sys
manifest = open(sys.argv[1]).read()
pins = {}
for path in sys.argv[2:]:
    pins.update(re.findall(r"^(\S+?)==\S+ --hash=sha256:(\w{64})$", open(path).read(), re.M))
listed = dict(re.findall(r"path: sources/(\S+?)\.whl, dest: wheels, sha256: (\w{64})\}", manifest))
assert listed == pins, f"the manifest's wheels {listed} are not the pinned ones {pins}"
sources = [line for line in manifest.splitlines() if "path: sources/" in line]
assert sources and all(re.search(r"sha256: [0-9a-f]{64}\}", line) for line in sources), "a source has no hash"
assert "url:" not in manifest, "a source is fetched while it is built"
PY
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
if command -v flatpak-builder >/dev/null; then
    words=$(cd "$state" && flatpak-builder --show-manifest "$HEADROOM_ROOT/$manifest" 2>&1 >/dev/null) || fail 1 "flatpak-builder does not read $manifest:" "$words"
    [[ $words != *WARNING* ]] || fail 1 "flatpak-builder wonders about $manifest:" "$words"
    note "flatpak-builder reads the manifest."
else
    note "flatpak-builder is not here: the manifest was checked against the pins alone."
fi
