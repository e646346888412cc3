# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages by purpose; sourced by run.sh and test.sh.
build_packages=(g++ cmake ninja-build qt6-base-dev libqcustomplot-dev libeigen3-dev libyaml-cpp-dev zlib1g-dev
                qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
                libgl1-mesa-dev fonts-dejavu-core)
test_packages=(poppler-utils libxml2-utils python3-jsonschema xvfb xauth)

# Says what is missing, then installs it.
install_packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing Debian packages: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET…]: builds the targets, all by default, quietly; the log is shown when it fails. What is built
# already stays. MOE_WERROR=ON makes warnings errors in any preset.
build() {
  local preset=$1 log
  shift
  log="build/$preset.log"
  mkdir -p build
  echo "Building ($preset) …"
  if ! {
    # Ninja runs CMake again where a file of its own has changed.
    if [ ! -f "build/$preset/build.ninja" ] || [ -n "${MOE_WERROR:-}" ]; then
      cmake --preset "$preset" ${MOE_WERROR:+-DMOE_WERROR=$MOE_WERROR}
    fi && cmake --build --preset "$preset" ${1:+--target "$@"}
  } >"$log" 2>&1; then
    tail -n 60 "$log"
    return 1
  fi
}
