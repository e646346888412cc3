#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is needed, builds, runs all tests. `test.sh PRESET [FOLDER…]` uses another preset than release, and runs
# the tests of these folders alone (data, engine, items, ui, app).
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
preset=${1:-release}
shift || true
only=()
if [ $# -gt 0 ]; then only=(-R "^($(IFS='|'; echo "$*"))(_.*)?\$"); fi
install_packages "${build_packages[@]}" "${test_packages[@]}"
build "$preset" "${@/#/test_}"
status=0
ctest --preset "$preset" --output-on-failure -j "$(nproc)" "${only[@]}" || status=$?
log="build/$preset/Testing/Temporary/LastTest.log"
# What was skipped, by what it lacked.
sed -n 's/^SKIP *: [A-Za-z_]*::[A-Za-z_]*([^)]*) //p' "$log" | sort | uniq -c | sort -rn | sed 's/^ *\([0-9]*\) /skipped \1: /'
# Qt Test prints one "Totals:" line per class; the rest of the ctest entries count as one test each.
awk -v status="$status" '
  /^Totals:/ { passed += $2; failed += $4; skipped += $6 }
  END { if (status != 0 && failed == 0) failed = 1
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$log"
exit "$status"
