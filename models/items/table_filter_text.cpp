// SPDX-License-Identifier: GPL-3.0-or-later
// The filter's little grammar: word | name operator value, separated by blanks.

#include "models/items/table_filter.h"

#include <algorithm>

namespace moe::items {
namespace {

constexpr std::string_view kBlank = " \t\r\n", kOperator = "<>=!~";

class Reader {
public:
    explicit Reader(std::string_view text) : m_rest(text) {}

    void skipBlanks() {
        const std::size_t start = m_rest.find_first_not_of(kBlank);
        m_rest.remove_prefix(start == std::string_view::npos ? m_rest.size() : start);
    }
    bool atEnd() const { return m_rest.empty(); }
    bool atOperator() const {
        return !m_rest.empty() && kOperator.find(m_rest.front()) != std::string_view::npos;
    }

    /// A quoted text (an open quote runs to the end), or everything up to a blank or an operator.
    std::string word() {
        if (m_rest.front() == '"') {
            m_rest.remove_prefix(1);
            const std::size_t end = std::min(m_rest.find('"'), m_rest.size());
            const std::string text(m_rest.substr(0, end));
            m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
            return text;
        }
        std::size_t end = 0;
        while (end < m_rest.size() && (kBlank.find(m_rest[end]) == std::string_view::npos) &&
               kOperator.find(m_rest[end]) == std::string_view::npos)
            ++end;
        const std::string text(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        return text;
    }

    /// The run of operator characters at hand.
    std::string operatorText() {
        const std::size_t end = std::min(m_rest.find_first_not_of(kOperator), m_rest.size());
        const std::string text(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        return text;
    }

private:
    std::string_view m_rest;
};

struct OperatorRow {
    std::string_view text;
    CompareWith compare;
};
constexpr OperatorRow kOperators[] = {
    {"<", CompareWith::Less},      {"<=", CompareWith::LessEqual},    {">", CompareWith::Greater},
    {"=", CompareWith::Equal},     {">=", CompareWith::GreaterEqual}, {"==", CompareWith::Equal},
    {"!=", CompareWith::NotEqual}, {"<>", CompareWith::NotEqual},     {"~", CompareWith::Contains},
};

} // namespace

ParsedFilter parseFilter(std::string_view text) {
    ParsedFilter parsed;
    Reader reader(text);
    for (reader.skipBlanks(); !reader.atEnd(); reader.skipBlanks()) {
        if (reader.atOperator())
            return {{}, say("a column name must stand before %1", reader.operatorText())};
        TableCondition condition;
        std::string word = reader.word();
        reader.skipBlanks();
        if (!reader.atOperator()) {
            condition.value = std::move(word);
            if (!condition.value.empty()) parsed.conditions.push_back(std::move(condition));
            continue;
        }
        const std::string sign = reader.operatorText();
        const OperatorRow* known = nullptr;
        for (const OperatorRow& row : kOperators) {
            if (row.text == sign) known = &row;
        }
        if (!known) return {{}, say("\"%1\" is no comparison: use < <= > >= = != ~", sign)};
        reader.skipBlanks();
        if (reader.atEnd()) return {{}, say("a value must stand after \"%1\"", word + sign)};
        if (reader.atOperator()) return {{}, say("a value must stand before %1", reader.operatorText())};
        condition.column = std::move(word);
        condition.compare = known->compare;
        condition.value = reader.word();
        parsed.conditions.push_back(std::move(condition));
    }
    return parsed;
}

} // namespace moe::items
