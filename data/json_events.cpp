// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/json_events.h"

#include "data/number.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace moe {
namespace {

/// Far below what a stack takes; a handler may stop at less.
constexpr int kDeepestJson = 1000;

/// One pass over a text. Without a handler it only checks.
class JsonParser {
public:
    JsonParser(std::string_view text, YAML::EventHandler* handler) : m_text(text), m_handler(handler) {}

    bool run() {
        skipBlanks();
        if (peek() != '{') return false;
        if (m_handler) m_handler->OnDocumentStart(m_mark);
        if (!value(0)) return false;
        skipBlanks();
        if (m_handler) m_handler->OnDocumentEnd();
        return m_at == m_text.size();
    }

private:
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char wanted) {
        if (m_at >= m_text.size() || m_text[m_at] != wanted) return false;
        return ++m_at, true;
    }

    void skipBlanks() {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '\n') ++m_line, m_lineStart = m_at + 1;
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') break;
        }
        m_mark.pos = static_cast<int>(m_at);
        m_mark.line = m_line;
        m_mark.column = static_cast<int>(m_at - m_lineStart);
    }

    /// The value that begins after blanks.
    bool value(int depth) {
        skipBlanks();
        if (depth > kDeepestJson) return false;
        switch (peek()) {
        case '{': return object(depth);
        case '[': return array(depth);
        case '"': return text();
        default: return word();
        }
    }

    bool object(int depth) {
        ++m_at;
        if (m_handler) m_handler->OnMapStart(m_mark, "?", YAML::NullAnchor, YAML::EmitterStyle::Flow);
        skipBlanks();
        for (bool first = true; !take('}'); first = false) {
            if (!first && !take(',')) return false;
            skipBlanks();
            if (peek() != '"' || !text()) return false;
            skipBlanks();
            if (!take(':') || !value(depth + 1)) return false;
            skipBlanks();
        }
        if (m_handler) m_handler->OnMapEnd();
        return true;
    }

    bool array(int depth) {
        ++m_at;
        if (m_handler) m_handler->OnSequenceStart(m_mark, "?", YAML::NullAnchor, YAML::EmitterStyle::Flow);
        skipBlanks();
        for (bool first = true; !take(']'); first = false) {
            if ((!first && !take(',')) || !value(depth + 1)) return false;
            skipBlanks();
        }
        if (m_handler) m_handler->OnSequenceEnd();
        return true;
    }

    /// A number, true, false or null: the text as it stands.
    bool word() {
        const std::size_t begin = m_at;
        m_at = std::min(m_text.find_first_of(" \t\r\n,]}", begin), m_text.size());
        const std::string_view found = m_text.substr(begin, m_at - begin);
        const bool isNumber = !found.empty() && (found[0] == '-' || (found[0] >= '0' && found[0] <= '9')) &&
                              found.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
                              parseNumber(found);
        if (found != "null" && found != "true" && found != "false" && !isNumber) return false;
        if (!m_handler) return true;
        if (found == "null")
            m_handler->OnNull(m_mark, YAML::NullAnchor);
        else
            m_handler->OnScalar(m_mark, "?", YAML::NullAnchor, std::string(found));
        return true;
    }

    bool text() {
        ++m_at;
        std::string read;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            const char c = m_text[m_at++];
            if (static_cast<unsigned char>(c) < 0x20) return false;
            if (c != '\\')
                read += c;
            else if (!escape(read))
                return false;
        }
        if (!take('"')) return false;
        if (m_handler) m_handler->OnScalar(m_mark, "!", YAML::NullAnchor, read);
        return true;
    }

    bool escape(std::string& to) {
        constexpr std::string_view kNames = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
        const char name = peek();
        ++m_at;
        if (name == 'u') return unicode(to);
        const std::size_t known = kNames.find(name);
        if (known == std::string_view::npos) return false;
        to += kMeanings[known];
        return true;
    }

    /// "\ud83d\ude00" is one character; half a pair is none and becomes U+FFFD.
    bool unicode(std::string& to) {
        std::uint32_t code = 0;
        if (!hex(code)) return false;
        if (code >= 0xD800 && code < 0xE000) {
            std::uint32_t low = 0;
            const std::size_t behind = m_at;
            const bool pair =
                code < 0xDC00 && take('\\') && take('u') && hex(low) && low >= 0xDC00 && low < 0xE000;
            if (!pair) m_at = behind;
            code = pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
        }
        const auto add = [&to](std::uint32_t byte) { to += static_cast<char>(byte); };
        if (code < 0x80) return add(code), true;
        if (code < 0x800) {
            add(0xC0 | (code >> 6));
        } else if (code < 0x10000) {
            add(0xE0 | (code >> 12));
            add(0x80 | ((code >> 6) & 0x3F));
        } else {
            add(0xF0 | (code >> 18));
            add(0x80 | ((code >> 12) & 0x3F));
            add(0x80 | ((code >> 6) & 0x3F));
        }
        return add(0x80 | (code & 0x3F)), true;
    }

    bool hex(std::uint32_t& code) {
        code = 0;
        for (int digit = 0; digit < 4; ++digit, ++m_at) {
            const char c = peek();
            if (c >= '0' && c <= '9')
                code = code * 16 + static_cast<std::uint32_t>(c - '0');
            else if (const char lower = static_cast<char>(c | 0x20); lower >= 'a' && lower <= 'f')
                code = code * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
            else
                return false;
        }
        return true;
    }

    std::string_view m_text;
    YAML::EventHandler* m_handler;
    std::size_t m_at = 0, m_lineStart = 0;
    int m_line = 0;
    YAML::Mark m_mark; ///< of the value that begins
};

} // namespace

bool isJsonObject(std::string_view text) {
    return JsonParser(text, nullptr).run();
}

void sendJson(std::string_view text, YAML::EventHandler& handler) {
    JsonParser(text, &handler).run();
}

} // namespace moe
