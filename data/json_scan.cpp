// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/json_scan.h"

#include "data/json_events.h"

#include <yaml-cpp/eventhandler.h>

namespace moe {
namespace {

/// Catches the one text of an object.
class OneText : public YAML::EventHandler {
public:
    std::string text;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string& value) override {
        text = value;
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

} // namespace

std::string jsonText(std::string_view value) {
    if (value.size() < 2 || value.front() != '"') return std::string(value);
    const std::string_view inside = value.substr(1, value.size() - 2);
    if (inside.find('\\') == std::string_view::npos) return std::string(inside);
    OneText reader;
    const std::string object = "{\"text\":" + std::string(value) + "}";
    if (!isJsonObject(object)) return std::string(inside);
    sendJson(object, reader);
    return reader.text;
}

char JsonScan::next() {
    while (m_at < m_text.size() &&
           (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
        ++m_at;
    return m_at < m_text.size() ? m_text[m_at] : '\0';
}

bool JsonScan::skipText() {
    for (std::size_t from = m_at + 1;;) {
        const std::size_t end = m_text.find('"', from);
        if (end == std::string_view::npos) return false;
        std::size_t slashes = 0;
        while (m_text[end - 1 - slashes] == '\\') ++slashes;
        if (slashes % 2 == 0) {
            m_at = end + 1;
            return true;
        }
        from = end + 1;
    }
}

bool JsonScan::skip() {
    const char first = next();
    if (first == '"') return skipText();
    if (first != '{' && first != '[') {
        const std::size_t end = m_text.find_first_of(",]} \n\r\t", m_at);
        const std::size_t behind = end == std::string_view::npos ? m_text.size() : end;
        const bool some = behind > m_at;
        m_at = behind;
        return some;
    }
    std::string open;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            if (!skipText()) return false;
            continue;
        }
        ++m_at;
        if (c == '{' || c == '[') {
            open += c;
        } else if (c == '}' || c == ']') {
            if (open.empty() || open.back() != (c == '}' ? '{' : '[')) return false;
            open.pop_back();
            if (open.empty()) return true;
        }
    }
    return false;
}

} // namespace moe
