// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/recipe_files.h"

#include "data/number.h"
#include "data/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace moe {
namespace {

constexpr std::size_t kMostRecipeFiles = 64; ///< of a tree of recipes; a circle would be endless

bool isInheritance(std::string_view key) {
    return key == "extends" || key == "bases";
}

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// "a/b/../c.yaml" as "a/c.yaml".
std::string normalPath(const std::string& path) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, slash - at);
        if (part == ".." && !parts.empty())
            parts.pop_back();
        else if (!part.empty() && part != ".")
            parts.push_back(part);
        at = slash + 1;
    }
    std::string joined;
    for (const std::string& part : parts) joined += (joined.empty() ? "" : "/") + part;
    return joined;
}

std::string_view lastName(std::string_view key) {
    return key.substr(key.find_last_of('.') + 1);
}

class Resolver {
public:
    explicit Resolver(const FileBeside& beside) : m_beside(beside) {}

    ResolvedRecipe run(const Document& recipe) {
        for (const DocumentEntry& entry : recipe)
            if (!isInheritance(entry.key)) take(entry, true);
        const std::size_t own = m_made.entries.size();
        for (const DocumentEntry& entry : recipe)
            if (isInheritance(entry.key)) inherit(entry, {});
        moduleOf(own);
        std::size_t at = 0;
        for (DocumentEntry& entry : m_made.entries) m_values.emplace(std::string(lastName(entry.key)), at++);
        for (DocumentEntry& entry : m_made.entries) expand(entry);
        return std::move(m_made);
    }

private:
    const FileBeside& m_beside;
    ResolvedRecipe m_made;
    std::set<std::string> m_seen, m_read;
    std::map<std::string, std::size_t> m_values; ///< the first entry of a name

    void take(const DocumentEntry& entry, bool own) {
        // What the recipe overrides stands deeper in it than in the file it rests on.
        if (!m_seen.insert(own ? entry.key : std::string(lastName(entry.key))).second) return;
        if (own) m_seen.insert(std::string(lastName(entry.key)));
        m_made.entries.push_back(entry);
        if (!own) m_made.entries.back().line = m_made.entries.back().column = 0;
    }

    void inherit(const DocumentEntry& entry, const std::string& folder) {
        // The last one named wins over those before it.
        for (auto name = entry.values.rbegin(); name != entry.values.rend(); ++name)
            read(normalPath(folder + *name));
    }

    bool read(const std::string& path) {
        if (m_read.size() >= kMostRecipeFiles || !m_read.insert(path).second) return true;
        const std::optional<std::string> text = m_beside ? m_beside(path) : std::nullopt;
        const Result<Document> document =
            text ? parseDocument(*text, path) : Result<Document>(Problem{.source = path});
        if (!document) {
            m_made.missing.push_back(path);
            return false;
        }
        for (const DocumentEntry& entry : *document)
            if (!isInheritance(entry.key)) take(entry, false);
        for (const DocumentEntry& entry : *document)
            if (isInheritance(entry.key)) inherit(entry, folderOf(path));
        return true;
    }

    /// Primus: `model:` and `config:` of a module name files of its own tree; a model that is written out
    /// names none.
    void moduleOf(std::size_t own) {
        std::string framework = "megatron", model, config;
        for (std::size_t i = 0; i < m_made.entries.size(); ++i) {
            const DocumentEntry& entry = m_made.entries[i];
            const std::string_view key = entry.key;
            const bool inModule = key.starts_with("modules.") && std::count(key.begin(), key.end(), '.') == 2;
            if (!inModule || entry.list || entry.isNull() || (i >= own && entry.line > 0)) continue;
            if (lastName(key) == "framework") framework = entry.text();
            if (lastName(key) == "model") model = entry.text();
            if (lastName(key) == "config") config = entry.text();
        }
        const std::string tree = "primus/configs/";
        if (!model.empty()) read(normalPath(tree + "models/" + framework + "/" + withDefault(model)));
        if (!config.empty()) read(normalPath(tree + "modules/" + framework + "/" + withDefault(config)));
    }

    /// "${PRIMUS_MODEL:llama2_7B}.yaml" as it is where nobody sets the variable.
    static std::string withDefault(std::string text) {
        for (std::size_t begin = 0; (begin = text.find("${")) != std::string::npos;) {
            const std::size_t colon = text.find(':', begin), end = text.find('}', begin);
            if (end == std::string::npos || colon == std::string::npos || colon > end) return text;
            text = text.substr(0, begin) + text.substr(colon + 1, end - colon - 1) + text.substr(end + 1);
        }
        return text;
    }

    void expand(DocumentEntry& entry) {
        if (entry.list || entry.isNull() || entry.text().find("${") == std::string::npos) return;
        const std::string written = entry.text();
        std::optional<std::string> value = product(written);
        const bool worked = value.has_value();
        if (!value) value = environment(written);
        if (!value) {
            const std::string plain = withDefault(written);
            if (plain.find("${") == std::string::npos) value = plain;
        }
        if (!value) return;
        entry.values = {std::string(trimmed(*value))};
        if (entry.values.front().empty() || entry.values.front() == "null") entry.values.clear();
        if (!worked && !entry.isNull() && parseNumber(entry.values.front()))
            m_made.assumed.push_back(
                say("%1 is the variable %2: its default was taken.", lastName(entry.key), written));
    }

    /// "${multiply:4, ${.hidden_size}}" where both factors are known.
    std::optional<std::string> product(std::string_view text) const {
        constexpr std::string_view kHead = "${multiply:";
        if (!text.starts_with(kHead) || !text.ends_with("}")) return std::nullopt;
        text = text.substr(kHead.size(), text.size() - kHead.size() - 1);
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        double made = 1;
        for (std::string_view factor : {trimmed(text.substr(0, comma)), trimmed(text.substr(comma + 1))}) {
            if (factor.starts_with("${") && factor.ends_with("}"))
                factor = valueOf(lastName(factor.substr(2, factor.size() - 3)));
            const std::optional<double> number = parseNumber(factor);
            if (!number) return std::nullopt;
            made *= *number;
        }
        return numberText(made);
    }

    std::string_view valueOf(std::string_view name) const {
        const auto found = m_values.find(std::string(name));
        if (found == m_values.end()) return {};
        const DocumentEntry& entry = m_made.entries[found->second];
        return entry.list || entry.isNull() ? std::string_view() : std::string_view(entry.values.front());
    }

    /// "${oc.env:NAME,default}"
    static std::optional<std::string> environment(std::string_view text) {
        if (!text.starts_with("${oc.env:") || !text.ends_with("}")) return std::nullopt;
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        return std::string(trimmed(text.substr(comma + 1, text.size() - comma - 2)));
    }
};

} // namespace

ResolvedRecipe resolvedRecipe(const Document& recipe, const FileBeside& beside) {
    return Resolver(beside).run(recipe);
}

bool leansOnFiles(const Document& recipe) {
    return std::any_of(recipe.begin(), recipe.end(),
                       [](const DocumentEntry& entry) { return isInheritance(entry.key); });
}

} // namespace moe
