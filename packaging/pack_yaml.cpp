// SPDX-License-Identifier: GPL-3.0-or-later
// Part of the build: writes YAML files as JSON, which is YAML too and is read nine times as fast. Fails where
// the two would not read alike.
// pack_yaml FROM TO NAME…: FROM/NAME becomes TO/NAME.

#include "data/document.h"
#include "data/number.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace {

std::string fileText(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class JsonWriter : public YAML::EventHandler {
public:
    std::string text;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {} // parseDocument refuses them
    void OnNull(const YAML::Mark&, YAML::anchor_t) override { word("null"); }
    void OnScalar(const YAML::Mark&, const std::string& tag, YAML::anchor_t,
                  const std::string& value) override {
        const bool isKey = !m_open.empty() && m_open.back().isMap && m_open.back().items % 2 == 0;
        if (tag == "?" && !isKey && isWord(value)) return word(value);
        begin();
        text += '"';
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                text += '\\';
                text += c;
            } else if (byte < 0x20) {
                char code[8];
                std::snprintf(code, sizeof code, "\\u%04x", unsigned{byte});
                text += code;
            } else {
                text += c;
            }
        }
        text += '"';
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        open('[', false);
    }
    void OnSequenceEnd() override { close(']'); }
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        open('{', true);
    }
    void OnMapEnd() override { close('}'); }

private:
    struct Open {
        bool isMap = false;
        int items = 0; ///< of a map: keys and values
    };
    std::vector<Open> m_open;

    /// What JSON takes without quotes; of numbers those alone that every reader of JSON takes.
    static bool isWord(const std::string& value) {
        if (value == "true" || value == "false" || value == "null") return true;
        const std::string_view digits = std::string_view(value).substr(value.starts_with('-') ? 1 : 0);
        const bool leads = !digits.empty() && digits[0] >= '0' && digits[0] <= '9' &&
                           (digits.size() == 1 || digits[0] != '0' || digits[1] == '.');
        return leads && digits.back() != '.' && digits.find(".e") == std::string_view::npos &&
               digits.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
               moe::parseNumber(value).has_value();
    }
    void begin() {
        if (m_open.empty()) return;
        Open& open = m_open.back();
        if (open.items > 0) text += open.isMap && open.items % 2 == 1 ? ':' : ',';
        // A line for each value of the outermost maps, so that a difference can be looked at.
        if (open.isMap && open.items % 2 == 0 && m_open.size() < 3) text += '\n';
        ++open.items;
    }
    void word(const std::string& value) {
        begin();
        text += value;
    }
    void open(char bracket, bool isMap) {
        begin();
        text += bracket;
        m_open.push_back({isMap});
    }
    void close(char bracket) {
        m_open.pop_back();
        text += bracket;
    }
};

/// Whether it was quoted says nothing unless all of it could be read as something else.
bool readsAsText(const moe::DocumentEntry& entry) {
    for (const std::string& value : entry.values)
        if (value != "true" && value != "false" && value != "null" && !moe::parseNumber(value)) return true;
    return entry.quoted;
}

bool isSame(const moe::Document& a, const moe::Document& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.key == y.key && x.values == y.values && x.list == y.list && readsAsText(x) == readsAsText(y);
    });
}

} // namespace

int main(int argc, char** argv) {
    for (int i = 3; i < argc; ++i) {
        const std::filesystem::path to = std::filesystem::path(argv[2]) / argv[i];
        const std::string yaml = fileText(std::filesystem::path(argv[1]) / argv[i]);
        const auto read = moe::parseDocument(yaml, argv[i]);
        if (!read) {
            std::fprintf(stderr, "%s\n", moe::toString(read.error().front()).c_str());
            return 1;
        }
        JsonWriter writer;
        std::istringstream stream(yaml);
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(writer)) {
        }
        const std::string json = writer.text + "\n";
        const auto again = moe::parseDocument(json, argv[i]);
        if (!again || !isSame(*read, *again)) {
            std::fprintf(stderr, "%s: does not read alike as JSON\n", argv[i]);
            return 1;
        }
        if (std::filesystem::exists(to) && fileText(to) == json) continue; // nothing behind it need be built
        std::filesystem::create_directories(to.parent_path());
        std::ofstream(to, std::ios::binary) << json;
        if (fileText(to) != json) {
            std::fprintf(stderr, "%s: could not be written\n", to.c_str());
            return 1;
        }
    }
    return 0;
}
