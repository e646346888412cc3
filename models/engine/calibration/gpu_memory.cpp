// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/gpu_memory.h"

#include "data/number.h"
#include "data/text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace moe {
namespace {

constexpr std::string_view kUnit = "MiB", kUsed = "memory.used", kTotal = "memory.total";

/// "71234 MiB", "71234MiB" or "71234"; nothing: it is none.
std::optional<Bytes> mebibytes(std::string_view text) {
    text = trimmed(text);
    if (text.size() > kUnit.size() && text.substr(text.size() - kUnit.size()) == kUnit)
        text = trimmed(text.substr(0, text.size() - kUnit.size()));
    const std::optional<double> number = parseNumber(std::string(text));
    return number && *number >= 0 ? std::optional(*number * MiB) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view line, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(at, begin), line.size());
        parts.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

struct Said {
    std::string_view used, total; ///< as they are written; `used` empty: the line says nothing
};

/// "| N/A 32C P0 70W / 700W | 71234MiB / 81559MiB | 0% Default |"
Said ofTable(std::string_view line) {
    for (const std::string_view cell : split(line, '|')) {
        const std::size_t slash = cell.find('/');
        if (slash == std::string_view::npos || cell.find(kUnit) > slash) continue;
        const std::string_view used = trimmed(cell.substr(0, slash)), total = trimmed(cell.substr(slash + 1));
        if (total.find(kUnit) != std::string_view::npos) return {used, total};
    }
    return {};
}

/// Columns of a CSV's header; nothing: the line is none.
struct Columns {
    std::size_t used = 0;
    std::optional<std::size_t> total;
};
std::optional<Columns> columnsOf(std::string_view line) {
    const std::vector<std::string_view> cells = split(line, ',');
    const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (trimmed(cells[i]).substr(0, name.size()) == name) return i;
        return std::nullopt;
    };
    const std::optional<std::size_t> used = find(kUsed);
    return used ? std::optional(Columns{*used, find(kTotal)}) : std::nullopt;
}

} // namespace

bool isGpuMemory(std::string_view text) {
    for (const std::string_view line : split(text, '\n'))
        if (!ofTable(line).used.empty() || columnsOf(line)) return true;
    return false;
}

Result<GpuMemoryUse> readGpuMemory(std::string_view text, const std::string& source) {
    GpuMemoryUse use;
    Problems problems;
    std::optional<Columns> columns;
    int number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++number;
        if (const std::optional<Columns> header = columnsOf(line)) {
            columns = header;
            continue;
        }
        Said said = ofTable(line);
        if (said.used.empty() && columns && !trimmed(line).empty()) {
            const std::vector<std::string_view> cells = split(line, ',');
            if (columns->used < cells.size()) said.used = trimmed(cells[columns->used]);
            if (columns->total && *columns->total < cells.size())
                said.total = trimmed(cells[*columns->total]);
            if (said.used.empty()) said.used = trimmed(line);
        }
        if (said.used.empty()) continue;
        const std::optional<Bytes> used = mebibytes(said.used);
        const std::optional<Bytes> total =
            said.total.empty() ? std::optional(Bytes{}) : mebibytes(said.total);
        if (!used || !total || (total->base > 0 && *used > *total)) {
            problems.push_back({.source = source,
                                .line = number,
                                .column = 1,
                                .key = std::string(kUsed),
                                .rule = say("must be a number of MiB, at most the GPU's memory"),
                                .value = excerpt(!used ? said.used : said.total)});
            continue;
        }
        ++use.lines;
        if (use.lines == 1 || *used > use.used) {
            use.used = *used;
            use.total = *total;
        }
    }
    if (!problems.empty()) return problems;
    if (use.lines == 0)
        return Problem{.source = source,
                       .key = std::string(kUsed),
                       .rule = say("is in no line: this is no output of nvidia-smi with memory in it")};
    return use;
}

} // namespace moe
