// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Takes the keys of a loss model's file one by one and gathers every problem.

#include "data/document.h"
#include "data/number.h"
#include "models/engine/loss/model/loss_surface.h"

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// Takes known keys out of the document; what is left over is unknown.
class LossFileReader {
public:
    LossFileReader(const Document& document, std::string source)
        : m_document(document), m_used(document.size(), false), m_source(std::move(source)) {}

    bool has(std::string_view prefix) const {
        for (const DocumentEntry& entry : m_document)
            if (entry.key.starts_with(prefix)) return true;
        return false;
    }

    std::string text(const std::string& key) {
        const DocumentEntry* entry = take(key);
        return entry == nullptr ? std::string() : entry->text();
    }

    double number(const std::string& key) {
        const std::vector<double> found = numbers(key, 1);
        return found.empty() ? 0 : found[0];
    }

    int count(const std::string& key) {
        const double value = number(key);
        if (value >= 0 && value < 1e9) return static_cast<int>(value);
        complain(key, say("must be a number from 0 to 1e9"), {});
        return 0;
    }

    Range range(const std::string& key) {
        const std::vector<double> found = numbers(key, 2);
        return found.empty() ? Range{} : Range{found[0], found[1]};
    }

    /// All numbers of the entry, listed or separated by blanks.
    std::vector<double> list(const std::string& key) {
        const DocumentEntry* entry = take(key);
        std::vector<double> found;
        if (entry == nullptr) return found;
        for (const std::string& value : entry->values) {
            if (appendNumbers(value, found)) continue;
            complain(key, say("expected finite numbers"), value.substr(0, kShown));
            return {};
        }
        return found;
    }

    /// Rows of `width` numbers, one text each.
    std::vector<std::vector<double>> rows(const std::string& key, std::size_t width) {
        std::vector<std::vector<double>> found;
        const DocumentEntry* entry = take(key);
        if (entry == nullptr) return found;
        for (const std::string& value : entry->values) {
            std::vector<double>& row = found.emplace_back();
            if (appendNumbers(value, row) && row.size() == width) continue;
            complain(key, say("row %1 must hold %2 finite numbers", found.size(), width),
                     value.substr(0, kShown));
            return {};
        }
        return found;
    }

    void skip(std::string_view prefix) {
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (m_document[i].key.starts_with(prefix)) m_used[i] = true;
    }

    void complain(const std::string& key, Message rule, std::string value) {
        for (const DocumentEntry& entry : m_document) {
            if (entry.key != key) continue;
            m_problems.push_back(
                {m_source, entry.line, entry.column, key, std::move(rule), std::move(value)});
            return;
        }
        m_problems.push_back({m_source, 0, 0, key, std::move(rule), std::move(value)});
    }

    Problems finish() {
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (!m_used[i]) complain(m_document[i].key, say("is not a key of a loss model"), "");
        return std::move(m_problems);
    }

private:
    static constexpr std::size_t kShown = 40; ///< characters of a bad text

    /// Numbers separated by blanks.
    static bool appendNumbers(std::string_view text, std::vector<double>& to) {
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at != end) {
            if (*at == ' ' || *at == '\n') {
                ++at;
                continue;
            }
            double value = 0;
            const std::from_chars_result read = std::from_chars(at, end, value);
            if (read.ec != std::errc() || !std::isfinite(value)) return false;
            to.push_back(value);
            at = read.ptr;
        }
        return true;
    }

    const DocumentEntry* take(const std::string& key) {
        for (std::size_t i = 0; i < m_document.size(); ++i) {
            if (m_document[i].key != key) continue;
            m_used[i] = true;
            return &m_document[i];
        }
        complain(key, say("is missing"), "");
        return nullptr;
    }

    std::vector<double> numbers(const std::string& key, std::size_t count) {
        const DocumentEntry* entry = take(key);
        if (entry == nullptr) return {};
        std::vector<double> found;
        for (const std::string& value : entry->values)
            if (const std::optional<double> number = parseNumber(value); number && *number - *number == 0)
                found.push_back(*number);
        if (found.size() == count && entry->values.size() == count) return found;
        complain(key, say(count == 1 ? "expected a number" : "expected [smallest, largest]"), entry->text());
        return {};
    }

    const Document& m_document;
    std::vector<bool> m_used;
    std::string m_source;
    Problems m_problems;
};

} // namespace moe
