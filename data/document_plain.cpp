#include "data/document_plain.h"

#include <algorithm>

namespace moe {

namespace {

constexpr std::size_t kDeepest = 16;
/// Of a value that is not quoted, behind its first character. Nothing that means something in YAML.
constexpr std::string_view kInPlain = "_./+-()= ";
constexpr std::string_view kInKey = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool isAlphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Read the same by everyone: no blank at an end, no word for null.
bool isPlain(std::string_view value) {
    if (value.empty() || value.back() == ' ') return false;
    const bool negative =
        value.size() > 1 && value[0] == '-' && (isAlphanumeric(value[1]) || value[1] == '.');
    if (!isAlphanumeric(value[0]) && !negative) return false;
    if (!std::all_of(value.begin(), value.end(),
                     [](char c) { return isAlphanumeric(c) || kInPlain.find(c) != std::string_view::npos; }))
        return false;
    return value != "null" && value != "Null" && value != "NULL";
}

/// A map or a list of maps whose lines begin in one column.
struct Level {
    std::size_t indent = 0;
    bool list = false;
    std::string path;
    int items = 0;
    std::vector<std::string_view> keys = {};
};

class PlainReader {
public:
    explicit PlainReader(std::string_view text) : m_text(text) {}

    std::optional<Document> read() {
        m_levels.push_back({});
        while (nextLine()) {
            if (m_rest.empty()) continue;
            if (!line()) return std::nullopt;
        }
        if (m_opens) return std::nullopt; // a last key without value is null
        return std::move(m_document);
    }

private:
    /// Splits the next line into m_indent and m_rest.
    bool nextLine() {
        if (m_at >= m_text.size()) return false;
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        const std::string_view whole = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        ++m_line;
        m_indent = std::min(whole.find_first_not_of(' '), whole.size());
        m_rest = whole.substr(m_indent);
        return true;
    }

    bool line() {
        const bool item = m_rest.starts_with("- ");
        if (!enter(item)) return false;
        if (item) {
            Level& list = m_levels.back();
            const std::string path = list.path + "." + std::to_string(list.items++);
            m_indent += 2;
            m_rest.remove_prefix(2);
            m_levels.push_back({m_indent, false, path});
        }
        return keyAndValue();
    }

    /// Opens the level this line begins, or goes back to the one it belongs to.
    bool enter(bool item) {
        if (m_opens) {
            if (m_indent <= m_levels.back().indent || m_levels.size() >= kDeepest) return false;
            m_levels.push_back({m_indent, item, std::move(*m_opens)});
            m_opens.reset();
            return true;
        }
        while (m_levels.back().indent > m_indent) m_levels.pop_back(); // the first begins at 0
        // An item ends the map of the item before it.
        return m_levels.back().indent == m_indent && m_levels.back().list == item;
    }

    bool keyAndValue() {
        const std::size_t colon = m_rest.find(':');
        if (colon == 0 || colon == std::string_view::npos) return false;
        const std::string_view key = m_rest.substr(0, colon);
        // Dotted keys are left to the general reader, which knows how they meet nested ones.
        if (!isPlain(key) || key.find_first_not_of(kInKey) != std::string_view::npos) return false;
        Level& map = m_levels.back();
        if (std::find(map.keys.begin(), map.keys.end(), key) != map.keys.end()) return false;
        map.keys.push_back(key);
        std::string path = map.path.empty() ? std::string(key) : map.path + "." + std::string(key);
        const std::size_t begin = m_rest.find_first_not_of(' ', colon + 1);
        if (begin == std::string_view::npos) {
            if (m_rest.size() != colon + 1) return false;
            m_opens = std::move(path);
            return true;
        }
        if (begin == colon + 1) return false;
        DocumentEntry entry;
        entry.key = std::move(path);
        entry.line = m_line;
        entry.column = static_cast<int>(m_indent + begin) + 1;
        if (!value(m_rest.substr(begin), entry)) return false;
        m_document.push_back(std::move(entry));
        return true;
    }

    bool value(std::string_view text, DocumentEntry& entry) {
        if (text.front() == '[') return list(text.substr(1), entry);
        if (text.front() == '"') {
            if (text.find_first_of("\"\\\t\r", 1) != text.size() - 1 || text.back() != '"') return false;
            entry.quoted = true;
            entry.values.emplace_back(text.substr(1, text.size() - 2));
            return true;
        }
        entry.values.emplace_back(text);
        return isPlain(text);
    }

    /// Items of a list that goes on over lines, which break behind commas.
    bool list(std::string_view text, DocumentEntry& entry) {
        entry.list = true;
        for (;;) {
            const std::size_t end = text.find_first_of(",]");
            if (end == std::string_view::npos) return false;
            const std::string_view item = text.substr(0, end);
            if (!isPlain(item)) return false;
            entry.values.emplace_back(item);
            if (text[end] == ']') return end + 1 == text.size();
            text.remove_prefix(end + 1);
            if (text.empty()) {
                const std::size_t above = m_levels.back().indent;
                if (!nextLine() || m_indent <= above) return false;
                text = m_rest;
            } else if (text.front() == ' ') {
                text.remove_prefix(1);
            }
        }
    }

    std::string_view m_text, m_rest;
    std::size_t m_at = 0, m_indent = 0;
    int m_line = 0;
    std::vector<Level> m_levels;
    std::optional<std::string> m_opens; ///< path of the key whose value begins in the next line
    Document m_document;
};

} // namespace

std::optional<Document> plainDocument(std::string_view text) {
    return PlainReader(text).read();
}

} // namespace moe
