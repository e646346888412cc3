// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/formula_words.h"

#include <algorithm>
#include <array>

namespace moe {
namespace {

bool isLatin(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
/// Greek letters are two bytes, U+0370 to U+03FF.
bool isGreek(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    return at + 1 < text.size() && (lead >= 0xCD && lead <= 0xCF);
}

bool isFunction(std::string_view word) {
    static constexpr std::array<std::string_view, 8> kFunctions = {"ln",   "exp", "max", "min",
                                                                   "ceil", "φ",   "Σ",   "Π"};
    return std::find(kFunctions.begin(), kFunctions.end(), word) != kFunctions.end();
}

} // namespace

std::vector<FormulaWord> formulaWords(std::string_view formula) {
    std::vector<FormulaWord> words;
    for (std::size_t i = 0; i < formula.size();) {
        if (isDigit(formula[i])) { // 1e12 is one number
            while (i < formula.size() && (isDigit(formula[i]) || formula[i] == '.')) ++i;
            if (i + 1 < formula.size() && formula[i] == 'e' &&
                (isDigit(formula[i + 1]) || formula[i + 1] == '-'))
                for (++i; i < formula.size() && (isDigit(formula[i]) || formula[i] == '-');) ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < formula.size()) {
            if (isLatin(formula[i]) || (i > begin && (isDigit(formula[i]) || formula[i] == '_')))
                ++i;
            else if (isGreek(formula, i))
                i += 2;
            else
                break;
        }
        if (i == begin) {
            ++i;
            continue;
        }
        const std::string_view word = formula.substr(begin, i - begin);
        if (!isFunction(word)) words.push_back({begin, word.size(), std::string(word)});
    }
    return words;
}

std::string_view formulaHead(std::string_view formula) {
    return formula.substr(0, formula.find(';'));
}

} // namespace moe
