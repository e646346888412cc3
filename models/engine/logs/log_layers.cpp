// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/logs/log_layers.h"

#include "data/number.h"

#include <algorithm>

namespace moe {
namespace {

constexpr std::size_t kMostEntries = 4096; // more than any model has layers
constexpr int kDeepest = 8;

std::optional<Count> wholeNumber(std::string_view text) {
    const std::optional<double> value = parseNumber(text);
    if (!value || !(*value >= 0 && *value <= 1e9) ||
        static_cast<double>(static_cast<Count>(*value)) != *value)
        return std::nullopt;
    return static_cast<Count>(*value);
}

/// sum := product { '+' product }, product := atom { '*' number }, atom := '[' numbers ']' | '(' sum ')'
class ListReader {
public:
    explicit ListReader(std::string_view text) : m_text(text) {}

    std::optional<std::vector<Count>> read() {
        std::optional<std::vector<Count>> made = sum(0);
        return made && m_at == m_text.size() ? made : std::nullopt;
    }

private:
    using List = std::optional<std::vector<Count>>;

    bool take(char c) {
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }
    std::optional<Count> number() {
        const std::size_t end = std::min(m_text.find_first_not_of("0123456789", m_at), m_text.size());
        const std::optional<Count> value = wholeNumber(m_text.substr(m_at, end - m_at));
        m_at = end;
        return value;
    }

    List sum(int depth) {
        List made = product(depth);
        while (made && take('+')) {
            const List more = product(depth);
            if (!more || made->size() + more->size() > kMostEntries) return std::nullopt;
            made->insert(made->end(), more->begin(), more->end());
        }
        return made;
    }
    List product(int depth) {
        List made = atom(depth);
        while (made && take('*')) {
            const std::optional<Count> times = number();
            if (!times || *times > static_cast<Count>(kMostEntries) ||
                made->size() * static_cast<std::size_t>(*times) > kMostEntries)
                return std::nullopt;
            const std::vector<Count> once = *made;
            made->clear();
            for (Count i = 0; i < *times; ++i) made->insert(made->end(), once.begin(), once.end());
        }
        return made;
    }
    List atom(int depth) {
        if (depth > kDeepest) return std::nullopt;
        if (take('(')) {
            List made = sum(depth + 1);
            return take(')') ? made : std::nullopt;
        }
        if (!take('[')) return std::nullopt;
        std::vector<Count> made;
        while (!take(']')) {
            const std::optional<Count> value = number();
            if (!value || made.size() >= kMostEntries) return std::nullopt;
            made.push_back(*value);
            if (m_at < m_text.size() && m_text[m_at] != ']' && !take(',')) return std::nullopt;
        }
        return made;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::string bare(std::string_view text) {
    std::string made;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '"' && c != '\'' && c != '\\') made += c;
    return made;
}

std::optional<LayerFrequency> layerFrequency(std::string_view text) {
    const std::string said = bare(text);
    if (const std::optional<Count> every = wholeNumber(said)) {
        if (*every < 1) return std::nullopt;
        return LayerFrequency{*every, {}};
    }
    std::optional<std::vector<Count>> list = ListReader(said).read();
    if (!list || list->empty()) return std::nullopt;
    return LayerFrequency{0, std::move(*list)};
}

std::optional<std::vector<bool>> layerChoice(const LayerFrequency& frequency, Count layers,
                                             bool (*one)(Count layer, Count every)) {
    std::vector<bool> made;
    if (frequency.every > 0) {
        for (Count i = 0; i < layers; ++i) made.push_back(one(i, frequency.every));
        return made;
    }
    if (static_cast<Count>(frequency.list.size()) != layers) return std::nullopt;
    for (const Count value : frequency.list) {
        if (value > 1) return std::nullopt;
        made.push_back(value == 1);
    }
    return made;
}

std::optional<HybridPattern> hybridPattern(std::string_view text) {
    const std::string said = bare(text);
    const std::size_t main = std::min(said.find('/'), said.size());
    HybridPattern made;
    Count inStage = 0;
    bool staged = false;
    for (const char c : said.substr(0, main)) {
        if (made.kinds.size() >= kMostEntries) return std::nullopt;
        if (c == '|') {
            made.stages.push_back(inStage);
            inStage = 0;
            staged = true;
            continue;
        }
        switch (c) {
        case 'M': made.kinds.push_back(LayerKind::Mamba2); break;
        case 'G': made.kinds.push_back(LayerKind::Gdn); break;
        case '*': made.kinds.push_back(LayerKind::Full); break;
        case 'E': made.routed.push_back(static_cast<Count>(made.kinds.size())); [[fallthrough]];
        case '-': made.kinds.push_back(LayerKind::Ffn); break;
        default: return std::nullopt;
        }
        ++inStage;
    }
    if (staged) made.stages.push_back(inStage);
    made.mtpLayers = std::count(said.begin() + static_cast<std::ptrdiff_t>(main), said.end(), '/');
    if (made.kinds.empty()) return std::nullopt;
    return made;
}

std::optional<Count> windowKeys(std::string_view text) {
    std::string said = bare(text);
    said.erase(std::remove_if(said.begin(), said.end(),
                              [](char c) { return c == '(' || c == ')' || c == '[' || c == ']'; }),
               said.end());
    const std::size_t comma = said.find(',');
    const std::string left = said.substr(0, comma);
    const std::string right = comma == std::string::npos ? "0" : said.substr(comma + 1);
    const auto isBound = [](const std::string& part) { return part == "-1" || wholeNumber(part); };
    if (!isBound(left) || !isBound(right)) return std::nullopt;
    if (left == "-1") return 0;
    // To the left of the query and the query itself; scripts also give the published window, which is even.
    const Count before = *wholeNumber(left);
    return before % 2 == 0 && before > 0 ? before : before + 1;
}

} // namespace moe
