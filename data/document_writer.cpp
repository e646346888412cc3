// SPDX-License-Identifier: GPL-3.0-or-later
// documentText: entries back to nested YAML.

#include "data/document.h"
#include "data/number.h"
#include "data/text.h"

#include <algorithm>
#include <array>
#include <memory>

namespace moe {

namespace {

constexpr std::size_t kWrapAt = 100;
constexpr std::string_view kOrdinary = "_./+-() =";

struct Node {
    std::string name;
    const DocumentEntry* entry = nullptr;
    std::vector<std::unique_ptr<Node>> children;

    /// Entries of one section mostly follow each other, so the last child is looked at first.
    Node& child(std::string_view childName) {
        for (auto it = children.rbegin(); it != children.rend(); ++it)
            if ((*it)->name == childName) return **it;
        children.push_back(std::make_unique<Node>());
        children.back()->name = std::string(childName);
        return *children.back();
    }
    bool numbered() const {
        for (std::size_t i = 0; i < children.size(); ++i)
            if (children[i]->name != std::to_string(i)) return false;
        return !children.empty();
    }
};

bool isAlphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isBeyondAscii(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

bool isWordOf(std::string_view value, std::initializer_list<std::string_view> words) {
    std::string lower(value);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return std::find(words.begin(), words.end(), lower) != words.end();
}

/// Text that a reader of YAML 1.1 or 1.2 takes for a number, true or false.
bool looksTyped(const std::string& value) {
    return parseNumber(value) || isWordOf(value, {"true", "false", "yes", "no", "on", "off", "y", "n"}) ||
           isWordOf(value, {".nan", ".inf", "+.inf", "-.inf"}) ||
           isWordOf(value.substr(0, 2), {"0x", "0o", "0b"});
}

bool needsQuotes(const std::string& value, bool isText) {
    if (value.empty() || value.back() == ' ' || isWordOf(value, {"null"})) return true;
    const char first = value.front();
    const bool signedNumber =
        first == '-' && value.size() > 1 && (isAlphanumeric(value[1]) || value[1] == '.');
    if (!isAlphanumeric(first) && !isBeyondAscii(first) && first != '_' && first != '/' && first != '(' &&
        !signedNumber && !(parseNumber(value) && first != ' '))
        return true;
    for (const char c : value)
        if (!isAlphanumeric(c) && !isBeyondAscii(c) && kOrdinary.find(c) == std::string_view::npos)
            return true;
    return printable(value) != value || (isText && looksTyped(value));
}

std::string quotedText(const std::string& value) {
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string text = "\"";
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            text += std::string("\\") + c;
        else if (c == '\n')
            text += "\\n";
        else if (c == '\t')
            text += "\\t";
        else if (byte < 0x20 || byte == 0x7f)
            text += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
        else
            text += c;
    }
    return printable(text + "\"");
}

std::string scalarText(const std::string& value, bool isText) {
    return needsQuotes(value, isText) ? quotedText(value) : value;
}

/// A note of several lines reads best as a literal block; what a block cannot hold goes into quotes.
bool fitsBlock(const std::string& value) {
    const std::size_t breaks = static_cast<std::size_t>(std::count(value.begin(), value.end(), '\n'));
    if (breaks == 0 || value.front() == '\n' || printable(value, Breaks::Kept) != value) return false;
    if (value.size() > 1 && value.compare(value.size() - 2, 2, "\n\n") == 0) return false;
    for (std::size_t start = 0; start < value.size();) {
        const std::size_t end = std::min(value.find('\n', start), value.size());
        // Leading blanks would count as indentation.
        if (end > start && (value[start] == ' ' || value[start] == '\t' || value[start] == '#')) return false;
        start = end + 1;
    }
    return value.find('\r') == std::string::npos;
}

std::string blockText(const std::string& value, std::size_t indent) {
    std::string text = value.back() == '\n' ? "|" : "|-";
    for (std::size_t start = 0; start < value.size();) {
        const std::size_t end = std::min(value.find('\n', start), value.size());
        text += '\n';
        if (end > start) text += std::string(indent, ' ') + value.substr(start, end - start);
        start = end + 1;
    }
    return text;
}

std::string listText(const DocumentEntry& entry, std::size_t indent) {
    std::string text = "[";
    std::size_t width = indent;
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        const std::string item = scalarText(entry.values[i], entry.quoted);
        if (i > 0) text += ",";
        if (i > 0 && width + item.size() > kWrapAt) {
            text += "\n" + std::string(indent, ' ');
            width = indent;
        } else if (i > 0) {
            text += " ";
        }
        text += item;
        width += item.size() + 2;
    }
    return text + "]";
}

std::string leafText(const DocumentEntry& entry, std::size_t indent) {
    if (entry.list) return listText(entry, indent);
    if (entry.isNull()) return "null";
    const std::string& value = entry.values.front();
    return fitsBlock(value) ? blockText(value, indent) : scalarText(value, entry.quoted);
}

/// The lines of a section's children, each indented and ended.
std::string sectionText(const Node& node, std::size_t indent) {
    const bool numbered = node.numbered();
    std::string text;
    for (const std::unique_ptr<Node>& child : node.children) {
        text += std::string(indent, ' ') + (numbered ? "-" : scalarText(child->name, false) + ":");
        if (child->children.empty())
            text += " " + leafText(*child->entry, indent + 2) + "\n";
        else if (numbered)
            text += " " + sectionText(*child, indent + 2).substr(indent + 2);
        else
            text += "\n" + sectionText(*child, indent + 2);
    }
    return text;
}

} // namespace

std::string documentText(const Document& document) {
    Node root;
    for (const DocumentEntry& entry : document) {
        Node* node = &root;
        for (std::size_t start = 0; start <= entry.key.size();) {
            const std::size_t end = std::min(entry.key.find('.', start), entry.key.size());
            node = &node->child(std::string_view(entry.key).substr(start, end - start));
            start = end + 1;
        }
        node->entry = &entry;
    }
    // A top level named 0, 1, … would come out as a list; it is always a map.
    std::string text;
    if (root.numbered()) {
        for (const std::unique_ptr<Node>& child : root.children)
            text += child->name + ":" +
                    (child->children.empty() ? " " + leafText(*child->entry, 2) + "\n"
                                             : "\n" + sectionText(*child, 2));
        return text;
    }
    return sectionText(root, 0);
}

} // namespace moe
