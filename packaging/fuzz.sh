#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Feeds every reader with mutated files. `fuzz.sh [--within ALL] [SECONDS] [TARGET…]`: seconds per target (60), all
# targets by default; --within shortens them so that build and all end after so many seconds. Findings stay in
# build/fuzz/found; each becomes a row of a test and its fix. `fuzz.sh --structured [CASES] [SEED]` gives the readers
# of logs, configurations, documents and tables well-formed nonsense instead: as many cases of each kind (100000).
# `fuzz.sh --laws [SCENARIOS] [SEED]`: what must hold for every scenario, run and schedule, on as many drawn at random
# (100000; hours).
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
if [ "${1:-}" = --structured ]; then
  install_packages "${build_packages[@]}"
  build release test_engine
  export MOE_STRUCTURED_CASES=${2:-100000} MOE_PROPERTY_SEED=${3:-1} QTEST_FUNCTION_TIMEOUT=86400000
  for class in StructuredTest StructuredTablesTest; do build/release/bin/test_engine "$class"; done
  exit
fi
if [ "${1:-}" = --laws ]; then
  install_packages "${build_packages[@]}"
  build release test_engine
  export MOE_PROPERTY_SCENARIOS=${2:-100000} MOE_PROPERTY_SEED=${3:-1} QTEST_FUNCTION_TIMEOUT=86400000
  for class in PropertyTest ScenarioLawsTest MemoryLawsTest TrafficLawsTest; do build/release/bin/test_engine "$class"; done
  build release test_items
  build/release/bin/test_items AgreementTest
  exit
fi
within=
if [ "${1:-}" = --within ]; then within=$2; shift 2; fi
install_packages "${build_packages[@]}" clang
build fuzz
seconds=${1:-60}
shift || true
fuzz=build/fuzz/bin/fuzz
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(env -u MOE_FUZZ_TARGET "$fuzz")
if [ -n "$within" ]; then
  each=$(((within - SECONDS) * $(nproc) / ${#targets[@]}))
  if [ "$each" -lt 2 ]; then echo "No time left to fuzz after $SECONDS s of building."; exit 0; fi
  if [ "$each" -lt "$seconds" ]; then seconds=$each; fi
fi
echo "$seconds s per target"
mkdir -p build/fuzz/found build/fuzz/log
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

fuzz_one() {
  local target=$1 corpus=build/fuzz/corpus/$1 seeds=tests/fuzz/corpus/$1
  mkdir -p "$corpus" "$seeds"
  case $target in
    preset|scenario) cp resources/presets/*.yaml "$corpus" ;;
    gpus|clusters) cp "resources/$target.yaml" "$corpus" ;;
    lesson) cp resources/lessons/*.yaml "$corpus" ;;
    machines) cp resources/gpus.yaml resources/clusters.yaml "$corpus" ;;
    recipe) cp resources/recipes/*.csv "$corpus" ;;
    run_list) cp resources/runs/*.yaml "$corpus" ;;
    case) cp resources/cases/*.yaml "$corpus" ;;
  esac
  MOE_FUZZ_TARGET=$target "$fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=20000 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/found/$target-" "$corpus" "$seeds" \
    >"build/fuzz/log/$target" 2>&1 || { echo "$target FOUND"; tail -n 25 "build/fuzz/log/$target"; return 1; }
  echo "$target $(awk '/number_of_executed_units/ { print $2 }' "build/fuzz/log/$target") executions"
}
export -f fuzz_one
export seconds fuzz
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}'
