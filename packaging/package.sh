#!/usr/bin/env bash
# Makes the packages: Debian's .deb and a tarball that runs anywhere, also as an AppImage. The same sources give the same bytes.
set -euo pipefail
started_in=$PWD
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh
source packaging/setup/packages.sh
source packaging/setup/libtorch.sh
source packaging/package/appdir.sh
source packaging/package/folders.sh

usage() {
    cat <<'TEXT'
usage: packaging/package.sh [deb] [appdir] [tarball] [flatpak] [--out FOLDER] [--preset NAME] [--gpu] [--no-build] [--no-packages] [--fast]

Builds Headroom and makes packages of it; without names: deb, tarball and flatpak.

  deb            headroom_VERSION_amd64.deb and headroom-cli_VERSION_amd64.deb, for the release of Debian or Ubuntu that this runs on:
                 VERSION ends in ~deb12u1 or ~ubuntu24.04.1
  appdir         the folder that the tarball holds
  tarball        headroom-VERSION-x86_64.tar.xz: with Qt and LibTorch for the processor; and an AppImage where appimagetool is in PATH
  flatpak        checks the manifest and what it lists; flatpak-builder makes the package from it (packaging/flatpak/README.md)
  --out FOLDER   where they go (build/packages)
  --preset NAME  the build that is packed: release (default) or ci
  --gpu          fetch NVIDIA's libraries for the build, whose headers the modules for graphics cards need where no CUDA toolkit is
  --no-build     take it as it is; --no-packages: leave the system's packages alone
  --fast         compress less: for tests

SOURCE_DATE_EPOCH is the time of all files in packages; unset: that of the last commit.
TEXT
}

preset=release build=yes packages=yes fast=no out='' wanted=() setup_options=(--cpu)
while (($#)); do
    case $1 in
        deb | appdir | tarball | flatpak) wanted+=("$1") ;;
        --out | --preset)
            [[ $# -ge 2 ]] || fail 2 "$1 needs a value." "packaging/package.sh --help explains it."
            if [[ $1 == --out ]]; then out=$2; else preset=$2; fi
            shift
            ;;
        --gpu) setup_options[0]=--gpu ;;
        --no-build) build=no ;;
        --no-packages) packages=no setup_options+=(--no-packages) ;;
        --fast) fast=yes ;;
        -h | --help) usage; exit 0 ;;
        *) fail 2 "'$1' is neither a package nor an option." "packaging/package.sh --help lists them." ;;
    esac
    shift
done
((${#wanted[@]})) || wanted=(deb tarball flatpak)
[[ $preset == release || $preset == ci ]] || fail 2 "--preset: '$preset' is not release or ci." "Users get release."
case $out in
    '') out=$HEADROOM_ROOT/build/packages ;;
    /*) ;;
    *) out=$started_in/$out ;;
esac

tree=$HEADROOM_ROOT/build/$preset
[[ $packages == no ]] || install_packages "${HEADROOM_PACKING_PACKAGES[@]}"
[[ $build == no ]] || packaging/setup.sh --preset "$preset" --programs "${setup_options[@]}"
[[ -x $tree/bin/headroom && -x $tree/bin/headroom-cli ]] ||
    fail 4 "build/$preset holds no programs to pack." "Leave --no-build out."
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$tree/CMakeCache.txt")
[[ -n ${SOURCE_DATE_EPOCH:-} ]] || SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) ||
    SOURCE_DATE_EPOCH=$(stat -c %Y CHANGELOG.md)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
make_folder "$out"

# make_deb: CPack packs what Install.cmake installs; old ones go, so that a folder never holds two versions for one release of a distribution.
make_deb() {
    local revision
    revision=$(packaging/debian/revision.sh)
    rm -rf "$tree/packages" "$tree/_CPack_Packages"
    quietly "$out/deb.log" "" cmake -E chdir "$tree" cpack --config CPackConfig.cmake \
        -D CPACK_DEBIAN_COMPRESSION_TYPE="$([[ $fast == yes ]] && echo gzip || echo xz)" ||
        { tail -n 15 "$out/deb.log" >&2; fail 1 "cpack could not make the packages; its last words are above."; }
    local deb
    for deb in "$tree"/packages/*.deb; do dpkg-deb --extract "$deb" "$tree/packages/inside"; done
    check_folders "$tree" "$tree/packages/inside"
    rm -f "$out"/headroom*"~${revision#*~}"_amd64.deb "$out/deb.log"
    cp "$tree"/packages/*.deb "$out/"
}

# make_appdir: the folder of the tarball, made anew.
make_appdir() {
    appdir=$out/headroom-$version-x86_64
    rm -rf "$appdir"
    build_appdir "$tree" "$appdir" "$version"
    check_folders "$tree" "$appdir"
}

make_tarball() {
    make_appdir
    local archive=$appdir.tar.xz
    rm -f "$out"/headroom-*-x86_64.tar.xz
    archive_of "$appdir" | xz --threads=2 --block-size=64MiB "$([[ $fast == yes ]] && echo -0 || echo -6)" >"$archive.part"
    mv "$archive.part" "$archive"
    if command -v appimagetool >/dev/null; then
        ARCH=x86_64 appimagetool --no-appstream "$appdir" "$out/Headroom-$version-x86_64.AppImage"
    else
        note "appimagetool is not in PATH, so the folder is not wrapped as an AppImage."
    fi
    rm -rf "$appdir"
}

make_flatpak() { packaging/flatpak/check.sh; }

for what in "${wanted[@]}"; do
    began=$SECONDS
    say "Making: $what (Headroom $version of build/$preset)"
    "make_$what"
    note "$what: $(elapsed "$began")"
done
(cd "$out" && find . -maxdepth 1 -type f \( -name '*.deb' -o -name '*.tar.xz' -o -name '*.AppImage' \) -printf '%P\n' | sort | xargs -r sha256sum >SHA256SUMS)
say "Done in $(elapsed "$HEADROOM_STARTED"): $out"
(cd "$out" && find . -maxdepth 1 -type f -printf '    %f, %s bytes\n' | sort)
