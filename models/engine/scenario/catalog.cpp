// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/catalog.h"

#include "data/number.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace moe {

template <class Row> static const Row* withKey(const std::vector<Row>& rows, std::string_view key) {
    const auto row = std::find_if(rows.begin(), rows.end(), [key](const Row& r) { return r.key == key; });
    return row == rows.end() ? nullptr : &*row;
}

const GpuSpec* Catalog::gpu(std::string_view key) const {
    return withKey(gpus, key);
}

namespace {

/// Words in lower case: "NVIDIA A100-SXM4-40GB" is " nvidia a100 sxm4 40gb ".
std::string spacedWords(std::string_view text) {
    std::string words = " ";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0)
            words += static_cast<char>(std::tolower(byte));
        else if (words.back() != ' ')
            words += ' ';
    }
    if (words.back() != ' ') words += ' ';
    return words;
}

/// GB or GiB that the words give a card, 0 where none: "40gb".
double saidGigabytes(std::string_view words) {
    for (std::size_t at = words.find("gb "); at != std::string_view::npos; at = words.find("gb ", at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && std::isdigit(static_cast<unsigned char>(words[begin - 1])) != 0) --begin;
        if (begin < at && words[begin - 1] == ' ')
            return parseNumber(words.substr(begin, at - begin)).value_or(0);
    }
    return 0;
}

/// Cards of 80 GB say 79.6 GiB, those of 192 GB 178.
bool hasMemory(const GpuSpec& gpu, double gigabytes) {
    constexpr double kGib = 1024.0 * 1024 * 1024;
    const double held = gpu.memory.base / kGib;
    return gigabytes == 0 || (held > 0.85 * gigabytes && held < 1.1 * gigabytes);
}

/// Its key and the names of `called`, one after the other.
template <class Use> void eachName(const GpuSpec& gpu, Use use) {
    use(gpu.key);
    for (std::size_t begin = 0; begin < gpu.called.size();) {
        const std::size_t end = std::min(gpu.called.find(';', begin), gpu.called.size());
        use(std::string_view(gpu.called).substr(begin, end - begin));
        begin = end + 1;
    }
}

/// How long `name` is as spacedWords() where `words` hold it, else 0; without making it, since reports ask
/// for every name.
std::size_t lengthWithin(std::string_view words, std::string_view name) {
    for (std::size_t begin = words.find(' '); begin + 1 < words.size(); begin = words.find(' ', begin + 1)) {
        std::size_t at = begin + 1;
        const auto passGap = [&] {
            return words[at - 1] == ' ' || (at < words.size() && words[at++] == ' ');
        };
        const auto pass = [&](char c) {
            const auto byte = static_cast<unsigned char>(c);
            if (std::isalnum(byte) == 0) return passGap();
            return at < words.size() && words[at++] == static_cast<char>(std::tolower(byte));
        };
        if (std::all_of(name.begin(), name.end(), pass) && passGap()) return at - begin;
    }
    return 0;
}

} // namespace

const GpuSpec* Catalog::gpuNamed(std::string_view text) const {
    const std::string words = spacedWords(text);
    const GpuSpec* found = nullptr;
    std::size_t longest = 2;
    for (const GpuSpec& gpu : gpus) {
        eachName(gpu, [&](std::string_view name) {
            const std::size_t length = lengthWithin(words, name);
            if (length <= longest) return;
            found = &gpu;
            longest = length;
        });
    }
    return found != nullptr && hasMemory(*found, saidGigabytes(words)) ? found : nullptr;
}

const GpuSpec* Catalog::gpuCalled(std::string_view name) const {
    const std::string words = spacedWords(name);
    const GpuSpec* found = nullptr;
    for (const GpuSpec& gpu : gpus)
        eachName(gpu, [&](std::string_view one) {
            if (found == nullptr && spacedWords(one) == words) found = &gpu;
        });
    return found;
}

const ScenarioPreset* Catalog::preset(std::string_view key) const {
    // Scripts know DeepSeek-V3 under the name it had while its own preset was of another schedule.
    return withKey(presets, key == "deepseek-v3-dualpipe" ? "deepseek-v3" : key);
}

} // namespace moe
