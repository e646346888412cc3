#pragma once
// The part of a Megatron-LM log that says what the run was told: flags, the dump of arguments, shell exports.

#include <map>
#include <string>
#include <string_view>

namespace moe {

using ArgumentMap = std::map<std::string, std::string>;

/// A line of flags: `--num-layers 24`, `MODEL_ARGS: --num-layers 24 …`, `MODEL_ARGS=(--num-layers 24`.
bool isFlagLine(std::string_view line);
/// The next line goes on with a flag line that the terminal wrapped.
bool continuesFlags(std::string_view line, std::string_view next);
void readFlags(std::string_view line, ArgumentMap& arguments);

/// `  num_layers ............ 24`
bool readDumpLine(std::string_view line, ArgumentMap& arguments);
/// `export TP=1`, `TP=1`
bool readExport(std::string_view line, ArgumentMap& exports);

/// `${MBSZ}` becomes the export's value; flags whose variable is unknown are removed.
void expandVariables(ArgumentMap& arguments, const ArgumentMap& exports);

} // namespace moe
