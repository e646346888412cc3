#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package, checks it with lintian, installs it in a bare Debian and draws figures there.
# `test-package.sh [RELEASE…]`: for these releases of Debian (bookworm and trixie). Another release than this machine's is
# built in a bare root of its own first. Needs root and a mirror of Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,5s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
releases=("$@")
[ ${#releases[@]} -gt 0 ] || releases=(bookworm trixie)
install_packages "${build_packages[@]}" lintian debootstrap desktop-file-utils appstream mandoc dpkg-dev

. /etc/os-release
here=${VERSION_CODENAME:-}
# The archive this machine's own apt uses.
mirror=$(apt-get indextargets --format '$(SITE)' "Codename: $here" 'Created-By: Packages' | head -n 1)
roots=$(mktemp -d)
chmod 755 "$roots"  # an ordinary user runs the program inside
trap 'rm -rf "$roots"' EXIT

# in_root ROOT COMMAND…: as its administrator, with nothing of this machine's surroundings.
in_root() {
  local root=$1
  shift
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# bare ROOT RELEASE
bare() {
  echo "Setting up a bare $2 …"
  debootstrap --variant=minbase "$2" "$1" "$mirror" >"$1.log" 2>&1 || { tail -n 20 "$1.log"; exit 1; }
}

# made RELEASE: builds the package and leaves it in $deb.
made() {
  local folder=build/release log
  if [ "$1" = "$here" ]; then
    build release moe-explorer
    (cd build/release && cpack -G DEB >cpack.log 2>&1) || { tail -n 40 build/release/cpack.log; exit 1; }
  else
    local root=$roots/$1-build
    bare "$root" "$1"
    mkdir "$root/source"
    git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - | tar -C "$root/source" -xf -
    folder=$root/source/build/release log=$root/package.log
    echo "Building in $1 …"
    in_root "$root" bash -c 'cd /source && . packaging/packages.sh && install_packages "${build_packages[@]}" dpkg-dev file &&
      build release moe-explorer && cd build/release && cpack -G DEB' >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
  fi
  deb=$(ls -t "$folder"/moe-explorer_*.deb | head -n 1)
  echo "Package for $1: $(basename "$deb"), $(du -h "$deb" | cut -f1)"
}

# tried RELEASE: installs $deb in a bare root and uses it as an ordinary user.
tried() {
  local root=$roots/$1
  bare "$root" "$1"
  cp "$deb" "$root/tmp/moe-explorer.deb"
  in_root "$root" apt-get install -y -qq --no-install-recommends /tmp/moe-explorer.deb >"$root/tmp/install.log" 2>&1 ||
    { cat "$root/tmp/install.log"; exit 1; }
  as_user() { chroot --userspec=nobody:nogroup "$root" env -i PATH=/usr/bin:/bin HOME=/tmp "$@"; }
  as_user moe-explorer --version --json
  as_user moe-explorer report --preset mixtral-8x7b --format json >"$root/tmp/report.json"
  as_user moe-explorer render --all --preset mixtral-8x7b -o /tmp/figures --format svg
  as_user moe-explorer render memory --preset deepseek-v3 -o /tmp/figures/memory.pdf
  test "$(head -c 1 "$root/tmp/report.json")" = "{"
  for figure in "$root"/tmp/figures/*; do
    test -s "$figure" || { echo "$figure is empty"; exit 1; }
    case $figure in *.svg) grep -q '<text' "$figure" ;; esac
  done
  echo "$(ls "$root"/tmp/figures | wc -l) figures drawn in the bare $1."
  in_root "$root" apt-get remove -y -qq moe-explorer >/dev/null 2>&1
  test -z "$(find "$root/usr" -name '*moe*explorer*')" || { echo "Files stay behind after removal"; exit 1; }
}

for release in "${releases[@]}"; do
  made "$release"
  if [ "$release" = "$here" ]; then
    echo "lintian:"
    lintian --allow-root --fail-on error,warning --info --tag-display-limit 0 "$deb"
    desktop-file-validate resources/packaging/moe-explorer.desktop
    appstreamcli validate --no-net build/release/packaging/*.metainfo.xml
    mandoc -T lint -W warning build/release/packaging/moe-explorer.1
  fi
  tried "$release"
done
echo "Package: all checks passed."
