#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package, checks it with lintian, installs it in a bare Debian and draws figures there.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
install_packages "${build_packages[@]}" lintian debootstrap desktop-file-utils appstream mandoc dpkg-dev

build release moe-explorer
(cd build/release && cpack -G DEB >cpack.log 2>&1) || { tail -n 40 build/release/cpack.log; exit 1; }
deb=$(ls -t build/release/moe-explorer_*.deb | head -n 1)
echo "Package: $deb, $(du -h "$deb" | cut -f1)"

echo "lintian:"
lintian --allow-root --fail-on error,warning --info --tag-display-limit 0 "$deb"
desktop-file-validate resources/packaging/moe-explorer.desktop
appstreamcli validate --no-net build/release/packaging/*.metainfo.xml
mandoc -T lint -W warning build/release/packaging/moe-explorer.1

root=$(mktemp -d)
chmod 755 "$root"  # an ordinary user runs the program inside
trap 'rm -rf "$root"' EXIT
echo "Installing in a bare Debian …"
# The archive this machine's own apt uses.
mirror=$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' 'Created-By: Packages' | head -n 1)
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail -n 20 "$root.log"; exit 1; }
rm -f "$root.log"
cp "$deb" "$root/tmp/moe-explorer.deb"
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  /tmp/moe-explorer.deb >"$root/tmp/install.log" 2>&1 || { cat "$root/tmp/install.log"; exit 1; }
as_user() { chroot --userspec=nobody:nogroup "$root" env -i PATH=/usr/bin:/bin HOME=/tmp "$@"; }
as_user moe-explorer --version
as_user moe-explorer report --preset mixtral-8x7b --format json >"$root/tmp/report.json"
as_user moe-explorer render --all --preset mixtral-8x7b -o /tmp/figures --format svg
as_user moe-explorer render memory --preset deepseek-v3 -o /tmp/figures/memory.pdf
test "$(head -c 1 "$root/tmp/report.json")" = "{"
for figure in "$root"/tmp/figures/*; do
  test -s "$figure" || { echo "$figure is empty"; exit 1; }
  case $figure in *.svg) grep -q '<text' "$figure" ;; esac
done
echo "$(ls "$root"/tmp/figures | wc -l) figures drawn in the bare system."
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get remove -y -qq moe-explorer >/dev/null 2>&1
test -z "$(find "$root/usr" -name '*moe*explorer*')" || { echo "Files stay behind after removal"; exit 1; }
echo "Package: all checks passed."
