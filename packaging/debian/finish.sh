#!/usr/bin/env bash
# What Debian asks of a package, added to its staged files: copyright, changelog, compressed manual pages, modes.
# usage: finish.sh STAGED/usr cli|window VERSION-REVISION
set -euo pipefail
usr=$1 version=$3
case $2 in
    cli) package=headroom-cli ;;
    window) package=headroom ;;
esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
doc=$usr/share/doc/$package
mkdir -p "$doc"
cp "$here/copyright" "$doc/copyright"
date=$(date -u -R -d "@${SOURCE_DATE_EPOCH:?}")
printf '%s (%s) unstable; urgency=medium\n\n  * Version %s; CHANGELOG.md tells what is new.\n\n -- The Headroom contributors <maintainers@headroom.invalid>  %s\n' \
    "$package" "$version" "${version%-*}" "$date" | gzip -9n >"$doc/changelog.Debian.gz"
if [[ -f $doc/CHANGELOG.md ]]; then mv "$doc/CHANGELOG.md" "$doc/changelog" && gzip -9n "$doc/changelog"; fi
rm -rf "$doc/licenses"  # named in copyright; the common ones are Debian's own files
if [[ -d $usr/share/man ]]; then find "$usr/share/man" -type f -name '*.1' -exec gzip -9nf {} +; fi
find "$usr" -type d -exec chmod 755 {} +
find "$usr" -type f -not -path "$usr/bin/*" -exec chmod 644 {} +
