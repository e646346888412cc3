// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/server_log.h"

#include "data/number.h"
#include "data/text.h"
#include "data/units.h"

#include <optional>

namespace moe {
namespace {

/// Words before the number of tokens, and whose they are.
struct PoolLine {
    std::string_view words, engine;
};
constexpr PoolLine kPoolLines[] = {{"KV cache size: ", "vllm"}, {"max_total_num_tokens=", "sglang"}};
/// vLLM's configuration and SGLang's arguments, once in a log.
constexpr std::string_view kBlockSizes[] = {"block_size=", "page_size="},
                           kTensorParallel[] = {"tensor_parallel_size=", "tp_size="};

/// vLLM's, in GiB, before the line of its tokens.
constexpr std::string_view kPoolBytes = "Available KV cache memory: ";

constexpr std::size_t kMostDigits = 15;

/// "1,620,336 tokens" is 1620336; nothing: no number stands there, or one of too many digits.
std::optional<Count> countAt(std::string_view text, std::size_t at) {
    Count value = 0;
    std::size_t digits = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == ',' && digits > 0) continue;
        if (text[at] < '0' || text[at] > '9') break;
        if (++digits > kMostDigits) return std::nullopt;
        value = 10 * value + (text[at] - '0');
    }
    return digits > 0 ? std::optional(value) : std::nullopt;
}

/// The first of these words that a number follows; 0: none does, or it is above `most`.
template <std::size_t kCount>
int saidBy(std::string_view text, const std::string_view (&all)[kCount], Count most) {
    for (const std::string_view words : all)
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            if (const auto said = countAt(text, at + words.size()); said && *said >= 1 && *said <= most)
                return static_cast<int>(*said);
    return 0;
}

/// "8.99 GiB" after the last of these words, bytes; 0: none stands there.
double bytesSaid(std::string_view text) {
    const std::size_t at = text.rfind(kPoolBytes);
    if (at == std::string_view::npos) return 0;
    std::string_view rest = text.substr(at + kPoolBytes.size());
    rest = rest.substr(0, rest.find(' '));
    const std::optional<double> gib = parseNumber(rest);
    return gib && *gib > 0 ? *gib * GiB.base : 0;
}

} // namespace

Count ServerPool::blocks(double bytesPerToken) const {
    if (!(bytes > 0) || !(bytesPerToken > 0)) return blocks();
    return static_cast<Count>(bytes / bytesPerToken / blockSize);
}

bool isServerLog(std::string_view text) {
    for (const PoolLine& line : kPoolLines)
        if (text.find(line.words) != std::string_view::npos) return true;
    return false;
}

Result<ServerPool> readServerPool(std::string_view text, const std::string& source) {
    for (const PoolLine& line : kPoolLines) {
        const std::size_t at = text.rfind(line.words);
        if (at == std::string_view::npos) continue;
        const std::size_t begin = at + line.words.size();
        const Place place = placeOf(text, begin);
        const std::optional<Count> tokens = countAt(text, begin);
        if (!tokens || *tokens < 1)
            return Problem{.source = source,
                           .line = place.line,
                           .column = place.column,
                           .key = "KV cache size",
                           .rule = say("must be a number of tokens, at least 1"),
                           .value = excerpt(text.substr(begin, 32))};
        ServerPool pool{findEngine(line.engine), *tokens, saidBy(text, kBlockSizes, 4096),
                        saidBy(text, kTensorParallel, 4096), 0};
        if (line.engine == "vllm") pool.bytes = bytesSaid(text);
        if (pool.blockSize == 0) pool.blockSize = pool.engine->blockSize;
        return pool;
    }
    return Problem{.source = source, .key = "KV cache size", .rule = say("is missing")};
}

} // namespace moe
