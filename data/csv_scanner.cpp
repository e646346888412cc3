// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_scanner.h"

#include "data/message.h"
#include "data/text.h"

#include <algorithm>

namespace moe {

namespace {
constexpr const char* kTooLong = sentence("the line is longer than 1 MiB and was skipped");
constexpr const char* kNulByte = sentence("the line holds a NUL byte (binary content) and was skipped");
constexpr const char* kOpenQuote = sentence("the quote that opens here is never closed");
constexpr const char* kAfterQuote = sentence("expected a comma after the closing quote");
} // namespace

std::string_view CsvCell::content(std::string& scratch) const {
    if (!escaped) return raw;
    scratch.clear();
    for (std::size_t i = 0; i < raw.size(); ++i) {
        scratch += raw[i];
        if (raw[i] == '"') ++i;
    }
    return scratch;
}

std::size_t CsvScanner::lineEnd(std::size_t from) const {
    const std::size_t end = m_text.find('\n', from);
    return end == std::string_view::npos ? m_text.size() : end;
}

void CsvScanner::stop(CsvRecord& record, const char* rule, std::size_t at) const {
    record.cells.clear();
    record.fault = rule;
    record.faultOffset = at;
}

bool CsvScanner::next(CsvRecord& record) {
    while (m_position < m_text.size()) {
        std::size_t end = lineEnd(m_position);
        const std::string_view line = m_text.substr(m_position, end - m_position);
        if (trimmed(line).empty()) {
            m_position = end + 1;
            ++m_line;
            continue;
        }
        record.offset = m_position;
        record.line = m_line;
        record.cells.clear();
        record.fault = nullptr;
        if (line.size() > kLongestCsvLine)
            stop(record, kTooLong, m_position);
        else if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos)
            stop(record, kNulByte, m_position + nul);
        else if (line.find('"') == std::string_view::npos)
            splitPlain(record, end);
        else
            end = splitQuoted(record, end);
        record.ended = end < m_text.size();
        // A quoted cell may have taken further lines.
        const auto further = m_text.begin() + static_cast<std::ptrdiff_t>(record.offset + line.size());
        m_line += 1 + static_cast<int>(
                          std::count(further, m_text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        m_position = std::min(end + 1, m_text.size());
        return true;
    }
    return false;
}

void CsvScanner::splitPlain(CsvRecord& record, std::size_t end) const {
    const char* cell = m_text.data() + record.offset;
    const char* last = m_text.data() + end;
    if (last > cell && last[-1] == '\r') --last;
    for (const char* at = cell;; ++at) {
        if (at != last && *at != ',') continue;
        record.cells.push_back({{cell, static_cast<std::size_t>(at - cell)}, false});
        if (at == last) return;
        cell = at + 1;
    }
}

/// Returns the end of the record's last line.
std::size_t CsvScanner::splitQuoted(CsvRecord& record, std::size_t end) {
    // A quote left open must neither swallow the rest of the file nor the good lines that follow.
    const std::string_view reach = m_text.substr(0, record.offset + kLongestCsvLine);
    const std::size_t firstEnd = end;
    std::size_t at = record.offset;
    while (true) {
        const std::size_t start = m_text.find_first_not_of(" \t", at);
        if (start != std::string_view::npos && start < end && m_text[start] == '"') {
            CsvCell cell;
            std::size_t close = start + 1;
            for (;; close += 2, cell.escaped = true) {
                close = reach.find('"', close);
                if (close == std::string_view::npos) {
                    stop(record, kOpenQuote, start);
                    return firstEnd;
                }
                if (close + 1 == m_text.size() || m_text[close + 1] != '"') break;
            }
            cell.raw = m_text.substr(start + 1, close - start - 1);
            record.cells.push_back(cell);
            end = lineEnd(close);
            at = std::min(m_text.find_first_not_of(" \t\r", close + 1), end);
            if (at < end && m_text[at] != ',') {
                stop(record, end == firstEnd ? kAfterQuote : kOpenQuote, end == firstEnd ? at : start);
                return firstEnd;
            }
        } else {
            const std::size_t comma = std::min(m_text.find(',', at), end);
            std::string_view raw = m_text.substr(at, comma - at);
            if (comma == end && !raw.empty() && raw.back() == '\r') raw.remove_suffix(1);
            record.cells.push_back({raw, false});
            at = comma;
        }
        if (at >= end) return end;
        ++at; // the comma
    }
}

} // namespace moe
