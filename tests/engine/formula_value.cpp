// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/formula_value.h"

#include "models/engine/explain/formula_words.h"

#include "data/number.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace moe::test {
namespace {

struct Missing {};

class Parser {
public:
    Parser(std::string_view text, const SymbolValue& valueOf) : m_text(text), m_valueOf(valueOf) {}

    double whole() {
        const double value = sum();
        if (m_at != m_text.size()) fail();
        return value;
    }

private:
    [[noreturn]] void fail() const {
        throw std::invalid_argument(std::string(m_text) + " at " + std::string(m_text.substr(m_at)));
    }
    bool take(std::string_view token) {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        if (m_text.substr(m_at, token.size()) != token) return false;
        m_at += token.size();
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        return true;
    }
    double sum() {
        double value = product();
        for (;;) {
            if (take("+"))
                value += product();
            else if (take("−"))
                value -= product();
            else
                return value;
        }
    }
    double product() {
        double value = power();
        for (;;) {
            if (take("·"))
                value *= power();
            else if (take("/"))
                value /= power();
            else
                return value;
        }
    }
    double power() {
        if (take("−")) return -power();
        const double base = atom();
        if (take("²")) return base * base;
        if (take("^")) return std::pow(base, atom());
        return base;
    }
    double atom() {
        if (take("Σ") || take("Π")) throw Missing();
        if (take("(")) return closed();
        for (const char* name : {"ln", "exp", "max", "min", "ceil", "φ"}) {
            const std::size_t before = m_at;
            if (!take(name)) continue;
            if (take("(")) return call(name);
            m_at = before;
        }
        const std::size_t size = numberSize();
        if (size > 0) {
            m_at += size;
            const std::optional<double> number = parseNumber(m_text.substr(m_at - size, size));
            if (!number) fail();
            return *number;
        }
        const std::vector<FormulaWord> words = formulaWords(m_text.substr(m_at));
        if (words.empty() || words.front().begin != 0) fail();
        m_at += words.front().size;
        const std::optional<double> value = m_valueOf(words.front().text);
        if (!value) throw Missing();
        return *value;
    }
    std::size_t numberSize() const {
        std::size_t size = 0;
        const auto digit = [&](std::size_t i) {
            return m_at + i < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at + i]));
        };
        while (digit(size) || (size > 0 && m_at + size < m_text.size() && m_text[m_at + size] == '.')) ++size;
        if (size > 0 && m_at + size < m_text.size() && m_text[m_at + size] == 'e' &&
            (digit(size + 1) || m_text[m_at + size + 1] == '-'))
            for (size += 2; digit(size);) ++size;
        return size;
    }
    double closed() {
        const double value = sum();
        if (!take(")")) fail();
        return value;
    }
    double call(std::string_view name) {
        std::vector<double> arguments{sum()};
        while (take(",")) arguments.push_back(sum());
        if (!take(")")) fail();
        if (name == "ln") return std::log(arguments[0]);
        if (name == "exp") return std::exp(arguments[0]);
        if (name == "ceil") return std::ceil(arguments[0]);
        if (name == "φ") return std::expm1(arguments[0]) - arguments[0];
        return name == "max" ? *std::max_element(arguments.begin(), arguments.end())
                             : *std::min_element(arguments.begin(), arguments.end());
    }

    std::string_view m_text;
    const SymbolValue& m_valueOf;
    std::size_t m_at = 0;
};

} // namespace

std::optional<double> formulaValue(std::string_view formula, const SymbolValue& valueOf) {
    while (!formula.empty() && formula.back() == ' ') formula.remove_suffix(1);
    try {
        return Parser(formula, valueOf).whole();
    } catch (const Missing&) {
        return std::nullopt;
    }
}

} // namespace moe::test
