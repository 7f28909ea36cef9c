#!/usr/bin/env bash
# Makes the packages of a build folder and looks into them: what is in, what is not, what validators say, and that they are the same twice.
# usage: test_packages.sh SOURCE_FOLDER BUILD_FOLDER WORK_FOLDER
set -euo pipefail
source_folder=$1 build=$2 work=$3
unset DISPLAY WAYLAND_DISPLAY
rm -rf "$work"
mkdir -p "$work/home" "$work/deb"
failures=0
wrong() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }

# Of one time: a commit meanwhile is none of theirs.
SOURCE_DATE_EPOCH=$(git -C "$source_folder" log -1 --format=%ct 2>/dev/null || stat -c %Y "$source_folder/CHANGELOG.md")
export SOURCE_DATE_EPOCH
package=("$source_folder/packaging/package.sh" --no-build --no-packages --fast --preset "$(basename "$build")")
"${package[@]}" deb tarball --out "$work/once" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"${package[@]}" deb appdir --out "$work/twice" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

# The same bytes, of two .deb and a tarball. The second time its folder is not compressed, which takes as long as making it.
[[ $(wc -l <"$work/once/SHA256SUMS") -eq 3 ]] || wrong "not all of the packages are there: $(cat "$work/once/SHA256SUMS")"
grep '\.deb$' "$work/once/SHA256SUMS" | cmp - "$work/twice/SHA256SUMS" || wrong "the packages differ when they are made again"
xz --decompress "$work"/once/headroom-*-x86_64.tar.xz
(source "$source_folder/packaging/package/appdir.sh" && archive_of "$work"/twice/headroom-*-x86_64) | cmp - "$work"/once/headroom-*-x86_64.tar ||
    wrong "the tarball differs when it is made again"
rm -rf "$work/twice"

# What Debian's own tools say. Tags that stand for what is meant are named with their reasons.
unmeant=(
    initial-upload-closes-no-bugs               # nobody has asked Debian for it
    embedded-library                            # none is: a table of text looks like one
    bad-distribution-in-changes-file
)
lintian --fail-on error --suppress-tags "$(IFS=,; echo "${unmeant[*]}")" "$work"/once/*.deb >"$work/lintian" 2>&1 ||
    { cat "$work/lintian"; wrong "lintian finds errors in the packages that it names"; }
for deb in "$work"/once/*.deb; do dpkg-deb --extract "$deb" "$work/deb"; done
# Of this release of the distribution, by name and by what the window asks for.
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")-$("$source_folder/packaging/debian/revision.sh")
for name in headroom headroom-cli; do
    deb=$work/once/${name}_${version}_amd64.deb
    [[ -f $deb && $(dpkg-deb --field "$deb" Version) == "$version" ]] || wrong "no $name of the version $version among $(ls "$work/once")"
done
[[ $(dpkg-deb --field "$work/once/headroom_${version}_amd64.deb" Depends) == *"headroom-cli (= $version)"* ]] || wrong "the window does not depend on its command line"
usr=$work/deb/usr
for file in bin/headroom bin/headroom-cli lib/headroom/libheadroom_torch_engine.so share/applications/org.headroom.Headroom.desktop \
    share/metainfo/org.headroom.Headroom.metainfo.xml share/mime/packages/org.headroom.Headroom.xml share/icons/hicolor/scalable/apps/org.headroom.Headroom.svg \
    share/icons/hicolor/16x16/apps/org.headroom.Headroom.png share/icons/hicolor/256x256/apps/org.headroom.Headroom.png share/man/man1/headroom.1.gz \
    share/man/man1/headroom-cli.1.gz share/bash-completion/completions/headroom-cli share/zsh/vendor-completions/_headroom-cli \
    share/fish/vendor_completions.d/headroom-cli.fish \
    share/doc/headroom/guide/first-run.md share/doc/headroom/guide/de/first-run.md share/doc/headroom/copyright share/doc/headroom-cli/copyright share/doc/headroom/changelog.Debian.gz \
    share/headroom/models/builtin/MODEL_CARD.md; do
    [[ -s $usr/$file ]] || wrong "the packages lack $file"
done
for module in "$build"/lib/libheadroom_*.so; do
    [[ -e $usr/lib/headroom/$(basename "$module") ]] || wrong "the packages lack $(basename "$module")"
done
for module in "$build"/lib/libheadroom_*.so; do
    [[ $(readelf -d "$module" | grep 'R.*PATH)') != *'['/* ]] || wrong "$module has a run path whose length is that of this machine's folders"
done
unwanted=$(find "$work/deb" \( -name '*headroom-lab*' -o -name 'libtorch*' -o -name '*.a' -o -name '*.h' \) -printf '%P ')
[[ -z $unwanted ]] || wrong "the packages hold $unwanted"
for file in "$usr"/bin/* "$usr"/lib/headroom/*; do
    [[ $(readelf -d "$file") != *'R'*'PATH)'* ]] || wrong "$file has a run path"
    readelf -S "$file" | grep -q '\.symtab' && wrong "$file is not stripped"
done
# No folder of this machine, but in the programs of a build that is to keep them (HEADROOM_PLAIN_PATHS), which shows that they would be found.
named=$(
    source "$source_folder/packaging/setup/common.sh"
    source "$source_folder/packaging/setup/libtorch.sh"
    source "$source_folder/packaging/package/folders.sh"
    files_with_folders "$work/deb"
)
if grep -q '^HEADROOM_PLAIN_PATHS:BOOL=ON$' "$build/CMakeCache.txt"; then
    [[ -z $named ]] || wrong "the packages name folders of this machine: $named"
else
    [[ $named == *libheadroom_torch_engine.so* ]] || wrong "folders of this machine are not found where they are: '$named'"
    named=$(grep -v '/usr/bin/\|/usr/lib/headroom/' <<<"$named" || true)
    [[ -z $named ]] || wrong "files of the packages name folders of this machine: $named"
fi
desktop-file-validate "$usr/share/applications/org.headroom.Headroom.desktop" || wrong "the desktop entry"
appstreamcli validate --no-net "$usr/share/metainfo/org.headroom.Headroom.metainfo.xml" || wrong "the metainfo"
mkdir -p "$work/mime/packages" && cp "$usr/share/mime/packages/org.headroom.Headroom.xml" "$work/mime/packages/"
XDG_DATA_DIRS=$work XDG_DATA_HOME=$work update-mime-database "$work/mime" 2>"$work/mime.log" || wrong "update-mime-database"
[[ ! -s $work/mime.log ]] || { cat "$work/mime.log"; wrong "the MIME types"; }
gunzip -c "$usr/share/man/man1/headroom.1.gz" >"$work/headroom.1"
while read -r switch; do
    grep -qF -- "${switch//-/\\-}" "$work/headroom.1" || wrong "headroom(1) does not tell of $switch"
done < <("$build/bin/headroom" --help | grep -oE '^  --[a-z-]+' | tr -d ' ')
for deb in "$work"/once/headroom_*.deb; do
    [[ $(dpkg-deb --field "$deb" Depends) == *libqcustomplot*libqt6widgets6* ]] || wrong "headroom does not depend on Qt and QCustomPlot"
done
for deb in "$work"/once/headroom-cli_*.deb; do
    for library in libspdlog libsqlite3 libjpeg libpng libwebp libcurl; do
        [[ $(dpkg-deb --field "$deb" Depends) == *$library* ]] || wrong "headroom-cli does not depend on $library"
    done
done

# Programs of the packages, where LibTorch is not: they start, say what is missing, and set it up from a bundle only.
run=(env -i HOME="$work/home" PATH=/usr/bin:/bin "QT_QPA_PLATFORM=offscreen")
said=$("${run[@]}" "$usr/bin/headroom-cli" doctor --json) || wrong "doctor without LibTorch"
[[ $said == *'"libtorch_here":false'* ]] || wrong "doctor does not say that LibTorch is missing: $said"
status=0
said=$("${run[@]}" "$usr/bin/headroom-cli" train dcgan --preset demo --steps 1 --out "$work/none" 2>&1) || status=$?
[[ $status -eq 4 && $said == *'headroom-cli setup'* && ! -e $work/none ]] || wrong "training without LibTorch: $status, $said"
"${run[@]}" "$usr/bin/headroom" --safe-mode --screenshot "$work/window" --quit-after 2 || wrong "the window without LibTorch"
[[ -s $work/window/start.png ]] || wrong "the window without LibTorch made no picture"

# The folder of the tarball trains from a path with a space, with nothing of this build in reach.
mkdir -p "$work/a path"
tar --directory "$work/a path" -xf "$work"/once/headroom-*-x86_64.tar
appdir=$(echo "$work/a path"/headroom-*-x86_64)
for file in AppRun headroom headroom-cli org.headroom.Headroom.desktop org.headroom.Headroom.svg .DirIcon usr/share/doc/headroom-cli/licenses/THIRD-PARTY.md; do [[ -e $appdir/$file ]] || wrong "the folder lacks $file"; done
"${run[@]}" "$appdir/headroom-cli" train dcgan --preset demo --steps 2 --out "$work/home/run" --quiet || wrong "training from the folder"
[[ -f $work/home/run/run.json ]] || wrong "the folder's program left no run"
outside=$("${run[@]}" LD_TRACE_LOADED_OBJECTS=1 "$appdir/usr/bin/headroom" | sed -n 's/.* => \(\/.*\) (0x.*/\1/p' | grep -vF "$appdir" |
    grep -vE '/(libc|libm|libdl|libpthread|librt|libresolv|libstdc\+\+|libgcc_s|libGL|libGLX|libEGL|libGLdispatch|libOpenGL|libdrm|libgbm|libglapi)\.so' || true)
[[ -z $outside ]] || wrong "the folder's window needs of the system: $outside"
# Functions of a newer C library come along: on Debian 12 the tarball is for that of Ubuntu 22.04, by a version that the libraries ask for no more.
if [[ $version == *~deb12u1 ]]; then
    grep -q -- '-ge 35 \]' "$appdir/AppRun" || wrong "the tarball needs a newer C library than Ubuntu 22.04's: $(grep -o -- '-ge [0-9]*' "$appdir/AppRun")"
    bound=$("${run[@]}" LD_DEBUG=bindings LD_BIND_NOW=1 "$appdir/headroom" --version 2>&1 | grep arc4random_buf || true)
    for library in libarchive.so.13 libexpat.so.1; do
        said=$(grep "$library.*arc4random_buf" <<<"$bound" || true)
        [[ $said == *libheadroom_compat.so* ]] || wrong "$library does not take arc4random_buf from what comes along: $said"
    done
fi
# By which name it was called: what another AppImage has left in the environment says nothing, what this one's runtime says counts.
said=$("${run[@]}" ARGV0=/else/Editor.AppImage APPIMAGE=/else/Editor.AppImage APPDIR=/else "$appdir/headroom-cli" --version) || true
[[ $said == 'headroom-cli '* ]] || wrong "another AppImage's ARGV0 makes headroom-cli start something else: $said"
said=$("${run[@]}" ARGV0=./headroom-cli APPIMAGE=/else/Headroom.AppImage APPDIR="$appdir" "$appdir/AppRun" --version) || true
[[ $said == 'headroom-cli '* ]] || wrong "an AppImage called headroom-cli starts something else: $said"
sed 's/-ge [0-9]*/-ge 999/' "$appdir/AppRun" >"$appdir/AppRun.new" && chmod +x "$appdir/AppRun.new"
status=0
said=$("$appdir/AppRun.new" 2>&1) || status=$?
[[ $status -eq 4 && $said == *'the C library is version 2.'*'Fedora'* ]] || wrong "an old C library is not refused in words: $said"

((failures == 0)) || { echo "$failures of the expectations failed."; exit 1; }
rm -rf "$work"
echo "All expectations hold."
