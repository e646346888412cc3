#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Feeds every reader with mutated files. `fuzz.sh [--fast] [--short] [--within ALL] [SECONDS] [TARGET…]`: seconds per
# target (60), all targets by default; --within shortens them so that build and all end after so many seconds; --short
# feeds at most 400 bytes, some ten times as many files a second; --fast feeds without sanitizers, some three times as
# many, and what it keeps goes through them afterwards. Findings stay in build/fuzz/found; each becomes a row of a test
# and its fix.
# `fuzz.sh --structured [CASES] [SEED]` gives the readers of logs, configurations, documents and tables well-formed
# nonsense instead: as many cases of each kind (100000).
# `fuzz.sh --laws [SCENARIOS] [SEED]`: what must hold for every scenario, run and schedule, on as many drawn at random
# (100000 a law; hours).
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/packages.sh
case ${1:-} in -h | --help) sed -n '3,13s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
if [ "${1:-}" = --structured ]; then
  install_packages "${build_packages[@]}"
  build release test_engine
  export MOE_STRUCTURED_CASES=${2:-100000} MOE_PROPERTY_SEED=${3:-1} QTEST_FUNCTION_TIMEOUT=86400000
  for class in StructuredTest StructuredTablesTest; do build/release/bin/test_engine "$class"; done
  exit
fi
if [ "${1:-}" = --laws ]; then
  install_packages "${build_packages[@]}"
  build release test_engine test_items
  export MOE_PROPERTY_SCENARIOS=${2:-100000} MOE_PROPERTY_SEED=${3:-1} QTEST_FUNCTION_TIMEOUT=86400000
  export QT_QPA_PLATFORM=offscreen
  mkdir -p build/laws
  # laws_of PROGRAM CLASS: what it printed of passes is left out.
  laws_of() {
    local log=build/laws/$2 start=$SECONDS
    "build/release/bin/$1" "$2" >"$log" 2>&1 || { grep -vE '^(PASS|Config)' "$log"; return 1; }
    echo "$2: $(grep -c '^PASS' "$log") passed, $((SECONDS - start)) s"
  }
  export -f laws_of
  xargs -P "$(nproc)" -L 1 bash -c 'laws_of "$0" "$1"' <<'CLASSES'
test_engine ScenarioLawsTest
test_items AgreementTest
test_engine ServingLawsTest
test_engine HardwareLawsTest
test_engine SearchLawsTest
test_engine TrafficLawsTest
test_engine PropertyTest
test_engine MemoryLawsTest
test_engine OperatorLawsTest
CLASSES
  exit
fi
within= most=20000 fast=
if [ "${1:-}" = --fast ]; then fast=1; shift; fi
if [ "${1:-}" = --short ]; then most=400; shift; fi
if [ "${1:-}" = --within ]; then within=$2; shift 2; fi
install_packages "${build_packages[@]}" clang
build fuzz
[ -z "$fast" ] || build fuzz-fast
seconds=${1:-60}
shift || true
fuzz=build/fuzz/bin/fuzz feeder=build/fuzz${fast:+-fast}/bin/fuzz
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
# A run allocates little: what is held back to catch a late use need not leave the cache. A finding run again alone
# shows where its memory came from.
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=2:max_malloc_fill_size=64

# What a target begins with: the texts of tests/fuzz/corpus and what is shipped. All but folders named "refused"
# must be read as they are.
seeds_of() {
  [ ! -d "tests/fuzz/corpus/$1" ] || find "tests/fuzz/corpus/$1" -maxdepth 1 -type f
  case $1 in
    preset | scenario) ls resources/presets/*.yaml ;;
    gpus | clusters) echo "resources/$1.yaml" ;;
    lesson) ls resources/lessons/*.yaml ;;
    machines) printf 'resources/%s.yaml\n' gpus clusters ;;
    run_list) ls resources/runs/*.yaml ;;
    case) ls resources/cases/*.yaml ;;
    loss_model) echo resources/loss/model.yaml ;;
    curves) ls resources/profiles/*.yaml ;;
  esac
}

fuzz_one() {
  local target=$1 corpus=build/fuzz/corpus/$1 log=build/fuzz/log/$1 folders=() seeds
  mkdir -p "$corpus"
  [ ! -d "tests/fuzz/corpus/$target" ] || folders=("tests/fuzz/corpus/$target")
  mapfile -t seeds < <(seeds_of "$target")
  MOE_FUZZ_SEEDS=1 MOE_FUZZ_TARGET=$target "$fuzz" "${seeds[@]}" >"$log" 2>&1 ||
    { echo "$target: a seed is not read"; tail -n 25 "$log"; return 1; }
  cp -n "${seeds[@]}" "$corpus"
  MOE_FUZZ_TARGET=$target "$feeder" -max_total_time="$seconds" -entropic=0 -timeout=10 -rss_limit_mb=2048 -max_len="$most" \
    -print_final_stats=1 -artifact_prefix="build/fuzz/found/$target-" "$corpus" "${folders[@]}" \
    >"$log" 2>&1 || { echo "$target FOUND"; tail -n 25 "$log"; return 1; }
  [ -z "$fast" ] || MOE_FUZZ_TARGET=$target "$fuzz" -runs=0 -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="build/fuzz/found/$target-" "$corpus" >"$log.kept" 2>&1 ||
    { echo "$target FOUND by sanitizers"; tail -n 25 "$log.kept"; return 1; }
  awk -v target="$target" -v seeds="${#seeds[@]}" '
    /number_of_executed_units/ { runs = $2 }
    /average_exec_per_sec/ { rate = $2 }
    /peak_rss_mb/ { rss = $2 }
    /cov: / { for (i = 1; i < NF; ++i) if ($i == "cov:") edges = $(i + 1) }
    END { printf "%-16s %3d seeds %12d executions %8d a second %6d edges %5d MB\n", target, seeds, runs, rate, edges, rss }' "$log"
}
export -f fuzz_one seeds_of
export seconds fuzz feeder fast most
status=0
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}' | tee build/fuzz/statistics || status=$?
awk '/executions/ { runs += $4; targets += 1 } END { printf "%d targets, %.3g executions\n", targets, runs }' build/fuzz/statistics
exit "$status"
