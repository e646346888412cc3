// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/hash_trace.h"

#include "data/json_scan.h"
#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

namespace moe {
namespace {

constexpr int kMooncakeTokens = 512, kQwenTokens = 16, kConversationTokens = 64;
constexpr int kDeepestAgents = 16; // agents of agents
constexpr int kMostPromptTokens = 1'000'000'000;

struct RawRequest {
    std::optional<double> time, input, output;
    std::vector<std::int64_t> ids;
    bool chained = true; ///< ids name what is before them too
    bool hashed = false;
};

/// `text`: as it stands there.
std::optional<double> numberIn(JsonScan& scan, std::string_view& text) {
    if (!scan.value(text)) return std::nullopt;
    return parseNumber(text);
}

/// Dense ids of blocks, by what they are called.
class Names {
public:
    std::uint32_t of(std::uint64_t space, std::int64_t id) {
        const auto key = std::pair(space, id);
        return m_known.emplace(key, static_cast<std::uint32_t>(m_known.size())).first->second;
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(m_known.size()); }

private:
    struct Hash {
        std::size_t operator()(const std::pair<std::uint64_t, std::int64_t>& key) const {
            const std::uint64_t mixed =
                (key.first * 0x9e3779b97f4a7c15ULL) ^ static_cast<std::uint64_t>(key.second);
            return static_cast<std::size_t>((mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9ULL);
        }
    };
    std::unordered_map<std::pair<std::uint64_t, std::int64_t>, std::uint32_t, Hash> m_known;
};

class TraceReader {
public:
    TraceReader(std::string_view text, const std::string& source, std::size_t rows)
        : m_text(text), m_rows(rows) {
        m_made.source = source;
    }

    Result<HashTrace> read() {
        ProblemLog problems;
        std::size_t at = 0;
        for (int line = 1; at < m_text.size(); ++line) {
            const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
            const std::string_view text = m_text.substr(at, end - at);
            at = end + 1;
            if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
            if (m_rows > 0 && m_made.requests.size() >= m_rows) break;
            ++m_conversation;
            m_wrong = {};
            if (!object(text)) problems.add(refused(line));
        }
        if (!problems.empty()) return problems.take();
        if (m_made.requests.empty())
            return Problem{m_made.source, 0, 0, "", say("there is no request with hash_ids"), ""};
        if (m_format != kNone) name();
        std::stable_sort(
            m_made.requests.begin(), m_made.requests.end(),
            [](const HashedRequest& a, const HashedRequest& b) { return a.arrival < b.arrival; });
        m_made.distinct = m_names.count();
        return std::move(m_made);
    }

private:
    enum Format { kNone, kMooncake, kQwen, kConversations };

    Problem refused(int line) const {
        if (m_wrong.rule) return {m_made.source, line, 0, m_wrong.key, *m_wrong.rule, m_wrong.value};
        return {m_made.source,
                line,
                0,
                "",
                say("expected a request with timestamp, input_length, output_length and hash_ids, or a "
                    "conversation of such requests"),
                ""};
    }
    bool wrong(std::string_view key, Message rule, std::string_view value = {}) {
        m_wrong = Wrong{std::string(key), std::move(rule), excerpt(jsonText(value))};
        return false;
    }

    void name() {
        static constexpr const char* kNames[] = {"", "Mooncake trace", "Qwen-Bailian trace",
                                                 "agent conversations"};
        static constexpr int kTokens[] = {0, kMooncakeTokens, kQwenTokens, kConversationTokens};
        m_made.format = kNames[m_format];
        m_made.blockTokens = kTokens[m_format];
    }

    bool object(std::string_view text) {
        JsonScan scan(text);
        RawRequest request;
        bool conversation = false, chat = false;
        const bool good = scan.object([&](std::string_view key) {
            if (key == "requests") {
                conversation = true;
                return requests(scan, 0, 0);
            }
            chat = chat || key == "chat_id";
            return member(scan, key, request);
        });
        if (!good || !scan.atEnd()) return false;
        if (conversation) return settle(kConversations);
        if (!settle(chat ? kQwen : kMooncake)) return false;
        if (!request.time || !request.input || !request.output || !request.hashed) return false;
        request.chained = !chat;
        if (!chat) *request.time /= 1000;
        return add(request, 0);
    }

    /// One file is of one kind.
    bool settle(Format format) {
        if (m_format == kNone) m_format = format;
        if (m_format == format) return true;
        return wrong({}, say("is of another kind than the lines before it"));
    }

    bool member(JsonScan& scan, std::string_view key, RawRequest& request) {
        if (key == "hash_ids") {
            request.hashed = true;
            return ids(scan, request.ids);
        }
        std::optional<double>* into = key == "timestamp" || key == "t"         ? &request.time
                                      : key == "input_length" || key == "in"   ? &request.input
                                      : key == "output_length" || key == "out" ? &request.output
                                                                               : nullptr;
        if (!into) return scan.skip();
        std::string_view text;
        *into = numberIn(scan, text);
        return into->has_value() || wrong(key, say("must be a number"), text);
    }

    bool ids(JsonScan& scan, std::vector<std::int64_t>& ids) {
        return scan.array([&] {
            std::string_view text;
            const std::optional<double> id = numberIn(scan, text);
            if (!id || !(std::abs(*id) < 9e15) || *id != std::floor(*id))
                return wrong("hash_ids", say("must be whole numbers"), text);
            ids.push_back(static_cast<std::int64_t>(*id));
            return true;
        });
    }

    /// Of a conversation, or of one of its sub-agents; `start`: s.
    bool requests(JsonScan& scan, double start, int depth) {
        if (depth > kDeepestAgents) return false;
        return scan.array([&] {
            RawRequest request;
            std::string_view nested;
            const bool good = scan.object([&](std::string_view key) {
                if (key == "requests") return scan.value(nested);
                return member(scan, key, request);
            });
            if (!good || !request.time) return false;
            if (!nested.empty()) {
                JsonScan inner(nested);
                return requests(inner, start + *request.time, depth + 1);
            }
            if (!request.input || !request.output || !request.hashed) return false;
            *request.time += start;
            return add(request, m_conversation);
        });
    }

    bool add(const RawRequest& raw, std::uint64_t space) {
        if (!std::isfinite(*raw.time)) return wrong("timestamp", say("must be a number"));
        for (const auto& [key, tokens] :
             {std::pair{"input_length", *raw.input}, {"output_length", *raw.output}})
            if (!(tokens >= 0 && tokens <= kMostPromptTokens) || tokens != std::floor(tokens))
                return wrong(key, say("must be a whole number from 0 to %1", kMostPromptTokens),
                             numberText(tokens));
        HashedRequest request;
        request.arrival = *raw.time;
        request.input = static_cast<int>(*raw.input);
        request.output = static_cast<int>(*raw.output);
        request.first = m_made.blocks.size();
        request.count = raw.ids.size();
        std::uint64_t before = 0;
        for (const std::int64_t id : raw.ids) {
            const std::uint32_t dense = m_names.of(raw.chained ? space : before, id);
            m_made.blocks.push_back(dense);
            before = dense + 1; // an id that names its block alone is told apart by its path
        }
        m_made.tokens += request.input;
        m_made.requests.push_back(request);
        return true;
    }

    std::string_view m_text;
    std::size_t m_rows;
    HashTrace m_made;
    Names m_names;
    Format m_format = kNone;
    std::uint64_t m_conversation = 0;
    struct Wrong {
        std::string key;
        std::optional<Message> rule;
        std::string value;
    };
    Wrong m_wrong; ///< of this line
};

} // namespace

Result<HashTrace> readHashTrace(std::string_view text, const std::string& source, std::size_t rows) {
    return TraceReader(text, source, rows).read();
}

bool isHashTrace(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.starts_with('{') && line.find("\"hash_ids\"") != std::string_view::npos;
}

} // namespace moe
