// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/layout_text.h"

#include "models/engine/scenario/enum_text.h"

#include <algorithm>
#include <charconv>

namespace moe {
namespace {

constexpr std::size_t kLongest = 100000; ///< symbols written out
constexpr int kDeepest = 16;
constexpr std::string_view kSymbols = "EtmL|", kBalanced = "auto";

class PatternReader {
public:
    explicit PatternReader(std::string_view text) : m_text(text) {}

    std::optional<std::string> all() {
        std::string out;
        if (!sequence(out, 0) || m_at != m_text.size()) return std::nullopt;
        return out;
    }

private:
    /// Until the end or a closing parenthesis.
    bool sequence(std::string& out, int depth) {
        while (m_at < m_text.size() && m_text[m_at] != ')') {
            const char c = m_text[m_at++];
            if (c == ' ' || c == ',') continue; // Megatron-LM leaves these out
            std::string piece;
            if (c == '(') {
                if (depth >= kDeepest || !sequence(piece, depth + 1) || m_at == m_text.size()) return false;
                ++m_at;
            } else if (kSymbols.find(c) != std::string_view::npos) {
                piece = c;
            } else {
                return false;
            }
            std::size_t times = 1;
            if (!repetition(times) || (times > 0 && piece.size() > (kLongest - out.size()) / times))
                return false;
            for (std::size_t i = 0; i < times; ++i) out += piece;
        }
        return true;
    }

    bool repetition(std::size_t& times) {
        if (m_at == m_text.size() || m_text[m_at] != '*') return true;
        const std::size_t begin = ++m_at;
        times = 0;
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9' && times <= kLongest)
            times = 10 * times + static_cast<std::size_t>(m_text[m_at++] - '0');
        return m_at > begin && times <= kLongest;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

bool isPattern(std::string_view text) {
    return text.find_first_of("EtmL|(") != std::string_view::npos;
}

} // namespace

std::optional<std::string> layoutWrittenOut(std::string_view text) {
    return PatternReader(text).all();
}

std::optional<std::vector<LayoutChunk>> layoutChunks(std::string_view text) {
    const std::optional<std::string> written = layoutWrittenOut(text);
    if (!written) return std::nullopt;
    std::vector<LayoutChunk> chunks(1);
    for (char c : *written) {
        LayoutChunk& chunk = chunks.back();
        switch (c) {
        case 't': ++chunk.layers; break;
        case 'm': ++chunk.mtp; break;
        case 'E': ++chunk.embeddings; break;
        case 'L': ++chunk.losses; break;
        default: chunks.emplace_back();
        }
    }
    return chunks;
}

std::string listText(const StageLayout& layout) {
    if (layout.balanced) return std::string(kBalanced);
    return layout.pattern.empty() ? listText(layout.layers) : layout.pattern;
}

bool parseList(std::string_view text, StageLayout& layout) {
    StageLayout made;
    if (text == kBalanced) {
        made.balanced = true;
    } else if (isPattern(text)) {
        const std::optional<std::vector<LayoutChunk>> chunks = layoutChunks(text);
        if (!chunks) return false;
        made.pattern = text;
        for (const LayoutChunk& chunk : *chunks) {
            made.layers.push_back(chunk.layers);
            made.mtp.push_back(chunk.mtp);
        }
    } else if (!parseList(text, made.layers)) {
        return false;
    }
    layout = std::move(made);
    return true;
}

std::string listText(const std::vector<SlotSwap>& swaps) {
    std::string text;
    for (const SlotSwap& swap : swaps)
        text += (text.empty() ? "" : ", ") + (swap.layer > 0 ? std::to_string(swap.layer) + ":" : "") +
                std::to_string(swap.a) + "-" + std::to_string(swap.b);
    return text;
}

bool parseList(std::string_view text, std::vector<SlotSwap>& swaps) {
    constexpr std::size_t kMostSwaps = 4096;
    constexpr Count kMostSlots = 1000000; // as many as routing.replicas may be
    std::vector<SlotSwap> made;
    const auto number = [&](Count least, Count& value) {
        const char* end = text.data() + text.size();
        const auto [after, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || value < least || value > kMostSlots) return false;
        text.remove_prefix(static_cast<std::size_t>(after - text.data()));
        return true;
    };
    const auto take = [&](char sign) {
        if (text.empty() || text.front() != sign) return false;
        text.remove_prefix(1);
        return true;
    };
    const auto skipSpace = [&] {
        while (take(' ')) {
        }
    };
    for (skipSpace(); !text.empty(); skipSpace()) {
        if (!made.empty() && !take(',')) return false;
        skipSpace();
        SlotSwap& swap = made.emplace_back();
        if (!number(0, swap.a)) return false;
        if (take(':')) {
            swap.layer = swap.a;
            if (swap.layer < 1 || !number(0, swap.a)) return false;
        }
        if (!take('-') || !number(0, swap.b) || made.size() > kMostSwaps) return false;
    }
    swaps = std::move(made);
    return true;
}

} // namespace moe
