#include "models/engine/loss_file.h"

#include "data/number.h"

#include <array>
#include <string_view>
#include <utility>

namespace moe {
namespace {

constexpr const char* kSchema = "moe-explorer/loss-surface/1";

constexpr std::array<const char*, LossSurface::kSize> kCoefficients{
    "E",  "a0", "a1", "theta", "b0", "b1", "g",  "l0", "l1", "l2", "l3",
    "m0", "m1", "m2", "m3",    "c1", "p1", "q1", "c2", "p2", "q2"};

constexpr std::array<std::pair<const char*, Range LossHull::*>, 6> kHull{
    {{"params", &LossHull::params},
     {"tokens", &LossHull::tokens},
     {"tokens_per_param", &LossHull::tokensPerParam},
     {"active_share", &LossHull::activeShare},
     {"lr", &LossHull::lr},
     {"batch_tokens", &LossHull::batchTokens}}};

constexpr std::array<std::pair<const char*, std::optional<LossHull> LossSurface::*>, 2> kKinds{
    {{"dense", &LossSurface::dense}, {"moe", &LossSurface::moe}}};

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// Takes known keys out of the document; what is left over is unknown.
class Reader {
public:
    Reader(const Document& document, std::string source)
        : m_document(document), m_used(document.size(), false), m_source(std::move(source)) {}

    bool has(std::string_view prefix) const {
        for (const DocumentEntry& entry : m_document)
            if (startsWith(entry.key, prefix)) return true;
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

    Range range(const std::string& key) {
        const std::vector<double> found = numbers(key, 2);
        return found.empty() ? Range{} : Range{found[0], found[1]};
    }

    void skip(std::string_view prefix) {
        for (std::size_t i = 0; i < m_document.size(); ++i)
            if (startsWith(m_document[i].key, prefix)) m_used[i] = true;
    }

    void complain(const std::string& key, std::string rule, std::string value) {
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
            if (!m_used[i]) complain(m_document[i].key, "is not a key of a loss surface", "");
        return std::move(m_problems);
    }

private:
    const DocumentEntry* take(const std::string& key) {
        for (std::size_t i = 0; i < m_document.size(); ++i) {
            if (m_document[i].key != key) continue;
            m_used[i] = true;
            return &m_document[i];
        }
        complain(key, "is missing", "");
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
        complain(key, count == 1 ? "expected a number" : "expected [smallest, largest]", entry->text());
        return {};
    }

    const Document& m_document;
    std::vector<bool> m_used;
    std::string m_source;
    Problems m_problems;
};

} // namespace

Document lossSurfaceDocument(const LossSurface& surface, const std::vector<LossSource>& sources) {
    Document document;
    const auto add = [&](std::string key, std::vector<std::string> values) {
        DocumentEntry entry;
        entry.key = std::move(key);
        entry.list = values.size() > 1;
        entry.values = std::move(values);
        document.push_back(std::move(entry));
    };
    add("schema", {kSchema});
    add("origin", {surface.origin});
    add("paper", {"Predictable Scale Part I, arXiv 2503.04715"});
    add("command", {"moe-explorer loss --refit DIR -o FILE"});
    for (std::size_t i = 0; i < sources.size(); ++i) {
        add("sources." + std::to_string(i) + ".file", {sources[i].file});
        add("sources." + std::to_string(i) + ".sha256", {sources[i].sha256});
    }
    add("rows.kept", {std::to_string(surface.keptRows)});
    add("rows.diverged", {std::to_string(surface.divergedRows)});
    add("fit.cost", {numberText(surface.cost)});
    add("fit.iterations", {std::to_string(surface.iterations)});
    for (std::size_t k = 0; k < kCoefficients.size(); ++k)
        add(std::string("coefficients.") + kCoefficients[k], {numberText(surface.c[k])});
    for (const auto& [kind, member] : kKinds) {
        const std::optional<LossHull>& hull = surface.*member;
        if (!hull) continue;
        for (const auto& [name, range] : kHull)
            add(std::string("hull.") + kind + "." + name,
                {numberText(((*hull).*range).min), numberText(((*hull).*range).max)});
    }
    return document;
}

Result<LossSurface> lossSurfaceFrom(const Document& document, const std::string& source) {
    Reader reader(document, source);
    if (const std::string schema = reader.text("schema"); !schema.empty() && schema != kSchema)
        reader.complain("schema", std::string("must be ") + kSchema, schema);
    LossSurface surface;
    surface.origin = reader.text("origin");
    for (const char* about : {"paper", "command", "sources."}) reader.skip(about);
    surface.keptRows = static_cast<int>(reader.number("rows.kept"));
    surface.divergedRows = static_cast<int>(reader.number("rows.diverged"));
    surface.cost = reader.number("fit.cost");
    surface.iterations = static_cast<int>(reader.number("fit.iterations"));
    for (std::size_t k = 0; k < kCoefficients.size(); ++k)
        surface.c[k] = reader.number(std::string("coefficients.") + kCoefficients[k]);
    for (const auto& [kind, member] : kKinds) {
        const std::string prefix = std::string("hull.") + kind + ".";
        if (!reader.has(prefix)) continue;
        LossHull hull;
        for (const auto& [name, range] : kHull) hull.*range = reader.range(prefix + name);
        surface.*member = hull;
    }
    if (Problems problems = reader.finish(); !problems.empty()) return problems;
    return surface;
}

} // namespace moe
