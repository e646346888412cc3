// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JSON passed over once, without a tree: values are parts of the text, and those nobody asks for cost no more
// than finding their end. For files of hundreds of megabytes of which little is wanted.

#include <cstddef>
#include <string>
#include <string_view>

namespace moe {

/// Text of a value as it stands in a file: of a string without quotes and escapes; anything else as it is.
std::string jsonText(std::string_view value);

/// Checks brackets, quotes and commas, not what stands between: a number is whatever its reader takes.
class JsonScan {
public:
    explicit JsonScan(std::string_view text) : m_text(text) {}

    /// The character the next value begins with; NUL at the end.
    char next();
    bool atEnd() { return next() == '\0' && m_at >= m_text.size(); }
    /// How far it came.
    std::size_t position() const { return m_at; }
    /// False where what comes next is no value.
    bool skip();
    /// The same, and where it stood: a string with its quotes.
    bool value(std::string_view& to) {
        next();
        const std::size_t begin = m_at;
        if (!skip()) return false;
        to = m_text.substr(begin, m_at - begin);
        return true;
    }
    /// `member(key)` must pass over its value and say whether it could. Keys come as they are written.
    template <class Member> bool object(Member member) {
        if (!take('{')) return false;
        for (bool first = true; !take('}'); first = false) {
            std::string_view key;
            if (!first && !take(',')) return false;
            if (next() != '"' || !value(key) || !take(':')) return false;
            if (!member(key.substr(1, key.size() - 2))) return false;
        }
        return true;
    }
    template <class Item> bool array(Item item) {
        if (!take('[')) return false;
        for (bool first = true; !take(']'); first = false)
            if ((!first && !take(',')) || !item()) return false;
        return true;
    }

private:
    bool take(char wanted) {
        if (next() != wanted || m_at >= m_text.size()) return false;
        return ++m_at, true;
    }
    bool skipText();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace moe
