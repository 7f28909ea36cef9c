#!/usr/bin/env bash
# Checks the Flatpak manifest: that flatpak-builder reads it, that its wheels are the pinned ones, that every file it names is listed with a hash, that
# nothing is missing that the build needs, and that desktop entry, icons, metainfo and MIME types go by its name.
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
# What the build needs is of the runtime, or a module: a library that is added to packages.sh is asked about here.
runtime = set("""clang libclang-rt-dev g++ cmake ninja-build ccache mold pkg-config python3 python3-pip libsqlite3-dev zlib1g-dev
    libcurl4-openssl-dev libssl-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libarchive-dev libgtest-dev libgmock-dev qt6-base-dev qt6-base-dev-tools
    qt6-svg-dev libgl-dev qt6-wayland qt6-l10n-tools qt6-translations-l10n fonts-roboto-unhinted xvfb""".split())
modules = {"libspdlog-dev": "spdlog", "libfmt-dev": "fmt", "nlohmann-json3-dev": "nlohmann-json", "libyaml-cpp-dev": "yaml-cpp", "libutf8proc-dev": "utf8proc",
           "libgif-dev": "giflib", "libgloo-dev": "gloo", "libqcustomplot-dev": "qcustomplot"}
needed = re.search(r"HEADROOM_PACKAGES=\((.*?)\n\)", open("packaging/setup/packages.sh").read(), re.S)[1].replace('"', " ").split()
built = re.findall(r"^  - name: (\S+)", manifest, re.M)
for package in (entry.split("|")[0] for entry in needed):
    assert package in runtime or modules.get(package) in built, f"the manifest builds nothing for {package}, which the runtime is not known to have"
# One name everywhere: what a desktop shows of a window, it finds by that of its desktop entry, also where the sandbox looks.
app = re.search(r"^app-id: (\S+)", manifest, re.M)[1]
assert "rename-" not in manifest, "files have their names from the start"
entry = open(f"packaging/linux/{app}.desktop").read()
metainfo = open(f"packaging/linux/{app}.metainfo.in.xml").read()
mime = open(f"packaging/linux/{app}.mime.xml").read()
install = open("packaging/cmake/Install.cmake").read()
for what, found in {
    "the entry's icon": f"\nIcon={app}\n" in entry,
    "the metainfo's id": f"<id>{app}</id>" in metainfo,
    "the metainfo's entry": f'<launchable type="desktop-id">{app}.desktop</launchable>' in metainfo,
    "the metainfo's icon": f'<icon type="stock">{app}</icon>' in metainfo,
    "the icons of files": set(re.findall(r'<icon name="(.*?)"', mime)) == {app},
    "the installed icons": f"RENAME {app}.svg" in install and f"RENAME {app}.png" in install,
    "the window's desktop entry": f'setDesktopFileName(QStringLiteral("{app}"))' in open("app/main_gui.cpp").read(),
    "the entry's and the metainfo's MIME types": set(re.search(r"\nMimeType=(.*)\n", entry)[1].rstrip(";").split(";"))
    == set(re.findall(r"<mediatype>(.*?)<", metainfo)) == set(re.findall(r'<mime-type type="(.*?)"', mime)),
}.items():
    assert found, f"{what}: not {app}, as the manifest says"
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
