// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of a Megatron-LM log that says what the run was told: flags, the dump of arguments, shell exports.

#include "data/text.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// What a log says, and where.
struct MegatronArgument {
    std::string text;
    Place place;
};
using ArgumentMap = std::map<std::string, MegatronArgument>;

/// Lines of a log that a terminal made out of one.
struct JoinedLines {
    std::string text;
    std::vector<std::size_t> starts; ///< of each line in `text`
    int number = 1;                  ///< of the first line
};

/// A line of flags: `--num-layers 24`, `MODEL_ARGS: --num-layers 24 …`, `MODEL_ARGS=(--num-layers 24`.
bool isFlagLine(std::string_view line);
/// The next line goes on with a flag line that the terminal wrapped.
bool continuesFlags(std::string_view line, std::string_view next);
void readFlags(const JoinedLines& lines, ArgumentMap& arguments);

/// `  num_layers ............ 24`
bool readDumpLine(std::string_view line, int number, ArgumentMap& arguments);
/// `export TP=1`, `TP=1`
bool readExport(std::string_view line, int number, ArgumentMap& exports);

/// `${MBSZ}` becomes the export's value; flags whose variable is unknown are removed, and returned.
ArgumentMap expandVariables(ArgumentMap& arguments, const ArgumentMap& exports);

} // namespace moe
