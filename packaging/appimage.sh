#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds build/MoE_Explorer-VERSION-ARCH.AppImage: one file that runs on any Linux with a newer C library than this
# machine's.
#
# Needs linuxdeploy and its Qt plugin in PATH (github.com/linuxdeploy/linuxdeploy and …/linuxdeploy-plugin-qt; the
# downloaded files have to be named linuxdeploy and linuxdeploy-plugin-qt, or be linked so, and be executable).
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in -h | --help) sed -n '3,7s/^# \{0,1\}//p' "$0"; exit 0 ;; esac

missing=()
for tool in linuxdeploy linuxdeploy-plugin-qt; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "appimage.sh: not in PATH: ${missing[*]}. Get them from github.com/linuxdeploy; --help says more." >&2
  exit 1
fi

. packaging/packages.sh
install_packages "${build_packages[@]}" file
build release moe-explorer
appdir=$PWD/build/appdir
rm -rf "$appdir"
cmake --install build/release --prefix "$appdir/usr" --strip >/dev/null
version=$(build/release/bin/moe-explorer --version)
# Commands draw with the platform plugin that needs no display; it is not among the default ones.
export QMAKE=${QMAKE:-qmake6} EXTRA_QT_MODULES=svg EXTRA_PLATFORM_PLUGINS=libqoffscreen.so
OUTPUT=MoE_Explorer-${version##* }-$(uname -m).AppImage
export OUTPUT LDAI_OUTPUT=$OUTPUT
(cd build && linuxdeploy --appdir "$appdir" --plugin qt --output appimage \
  --desktop-file "$appdir/usr/share/applications/moe-explorer.desktop" \
  --icon-file "$appdir/usr/share/icons/hicolor/scalable/apps/moe-explorer.svg")

echo "Checking build/$OUTPUT …"
"build/$OUTPUT" --appimage-extract-and-run --version
"build/$OUTPUT" --appimage-extract-and-run render memory --preset mixtral-8x7b -o build/appimage.svg
grep -q '<text' build/appimage.svg
echo "build/$OUTPUT draws its figures."
