// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A sentence as data to the last moment: its pattern in English and what stands in its places, so that
// another language can put both in its own words and its own order.

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace moe {

class Message {
public:
    enum class Kind {
        Plain,    ///< alike in every language: a name, a number, the words of another program
        Sentence, ///< a pattern with %1 … %9 for its arguments
        List      ///< arguments with a separator between them
    };

    Message() = default;
    Message(std::string plain) : m_text(std::move(plain)) {}
    Message(const char* plain) : m_text(plain) {}
    Message(Kind kind, std::string text, std::vector<Message> arguments)
        : m_kind(kind), m_text(std::move(text)), m_arguments(std::move(arguments)) {}

    Kind kind() const { return m_kind; }
    /// The plain text, the pattern or the separator.
    const std::string& text() const { return m_text; }
    const std::vector<Message>& arguments() const { return m_arguments; }
    bool empty() const { return m_text.empty() && m_arguments.empty(); }

    /// Two messages are alike when they read alike in English.
    friend bool operator==(const Message& a, const Message& b);

private:
    Kind m_kind = Kind::Plain;
    std::string m_text;
    std::vector<Message> m_arguments;
};

/// The message in English.
std::string toString(const Message& message);

/// Whole numbers and texts as arguments; a number with a fraction is spelled by whoever knows its digits.
template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
Message argument(Number number) {
    return std::to_string(number);
}
inline Message argument(Message message) {
    return message;
}
inline Message argument(std::string_view plain) {
    return std::string(plain);
}
inline Message argument(const std::string& plain) {
    return plain;
}
inline Message argument(const char* plain) {
    return plain;
}

/// A sentence from a pattern. The pattern is a literal (or several, by a condition): what stands here is what
/// translators are given.
template <class... Arguments> Message say(const char* pattern, Arguments&&... arguments) {
    return {Message::Kind::Sentence, pattern, {argument(std::forward<Arguments>(arguments))...}};
}

/// Marks a pattern that say() gets from a variable.
constexpr const char* sentence(const char* pattern) {
    return pattern;
}

inline Message listed(std::vector<Message> parts, std::string separator = ", ") {
    return {Message::Kind::List, std::move(separator), std::move(parts)};
}

} // namespace moe
