#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs every benchmark; each prints the machine's core count and its figures.
#
#   packaging/bench.sh [NAME…]      only these, e.g. search map; default: all
#
# CALCULON names a checkout of Calculon for the comparison with it. Without a display the windows are drawn
# off screen.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,8s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
install_packages "${build_packages[@]}"
build release moe-explorer benches
bin=$PWD/build/release/bin
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then export QT_QPA_PLATFORM=offscreen; fi
wanted=("$@")
if [ ${#wanted[@]} -eq 0 ]; then
  for path in tests/bench/*_bench.cpp; do
    name=${path##*/}
    wanted+=("${name%_bench.cpp}")
  done
  wanted+=(calculon)
fi

status=0
for name in "${wanted[@]}"; do
  echo "== $name"
  case $name in
    calculon) python3 tests/bench/calculon_search.py "$bin/moe-explorer" || status=1 ;;
    *) "$bin/${name}_bench" || status=1 ;;
  esac
done
exit $status
