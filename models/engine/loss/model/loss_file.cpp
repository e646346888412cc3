// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_file.h"

#include "models/engine/loss/model/loss_file_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace moe {
namespace {

constexpr const char* kSchema = "moe-explorer/loss-model/1";

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

/// Significant. Fewer than there are: processors with and without fused multiply-add differ from the tenth
/// digit of weights on, and elsewhere from the eleventh; what is printed is the same on all of them.
constexpr int kFactorDigits = 7, kRefitDigits = 8, kWeightDigits = 7, kFittedDigits = 9;

template <class... Format> std::string numberAs(double value, Format... format) {
    std::array<char, 64> text;
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value, format...);
    return {text.data(), written.ptr};
}

template <class Numbers, class Text> std::string rowText(const Numbers& numbers, Text text) {
    std::string row;
    for (double value : numbers) row += (row.empty() ? "" : " ") + text(value);
    return row;
}

/// As many decimals as give the row's largest number its digits: what is small beside it needs fewer.
std::string factorText(const std::vector<double>& row) {
    double largest = 0;
    for (double value : row) largest = std::max(largest, std::abs(value));
    const int before = largest > 0 ? static_cast<int>(std::ceil(std::log10(largest))) : 0;
    const int decimals = std::max(0, kFactorDigits - before);
    return rowText(row, [&](double value) {
        return value == 0 ? "0" : numberAs(value, std::chars_format::fixed, decimals);
    });
}

class Writer {
public:
    void add(std::string key, std::vector<std::string> values, bool list = false) {
        DocumentEntry entry;
        entry.key = std::move(key);
        entry.list = list || values.size() > 1;
        entry.values = std::move(values);
        m_document.push_back(std::move(entry));
    }
    Document take() { return std::move(m_document); }

private:
    Document m_document;
};

std::string fittedText(double value) {
    return numberAs(value, std::chars_format::general, kFittedDigits);
}

void addResidual(Writer& writer, const LossResidual& residual) {
    std::vector<std::string> pivots, beta, shares;
    std::string factor; // one text: a YAML list of as many numbers takes the start of the program too long
    for (const LossInput& pivot : residual.pivots) pivots.push_back(rowText(pivot, fittedText));
    for (double value : residual.beta)
        beta.push_back(numberAs(value, std::chars_format::general, kWeightDigits));
    std::size_t at = 0;
    for (std::size_t m = 0; m < residual.pivots.size(); at += ++m) {
        const double* row = residual.factor.data() + at;
        factor += (m > 0 ? " " : "") + factorText({row, row + m + 1});
    }
    for (double share : residual.shares) shares.push_back(numberText(share));
    writer.add("residual.shares", std::move(shares), true);
    writer.add("residual.pivots", std::move(pivots), true);
    writer.add("residual.beta", std::move(beta), true);
    writer.add("residual.factor", {std::move(factor)});
}

LossResidual residualFrom(LossFileReader& reader) {
    LossResidual residual;
    residual.shares = reader.list("residual.shares");
    for (const std::vector<double>& row : reader.rows("residual.pivots", std::tuple_size_v<LossInput>))
        residual.pivots.push_back({row[0], row[1], row[2], row[3], row[4]});
    residual.beta = reader.list("residual.beta");
    const std::size_t size = residual.pivots.size();
    residual.factor = reader.list("residual.factor");
    const Message rule = say("must have as many entries as residual.pivots, %1", size);
    if (residual.beta.size() != size) reader.complain("residual.beta", rule, "");
    if (residual.factor.size() != size * (size + 1) / 2)
        reader.complain("residual.factor", say("must hold M(M + 1)/2 numbers for the M of residual.pivots"),
                        "");
    return residual;
}
} // namespace

Document lossModelDocument(const LossModel& model, const std::vector<LossSource>& sources) {
    const LossSurface& surface = model.surface;
    Writer writer;
    const auto add = [&](std::string key, std::vector<std::string> values) {
        writer.add(std::move(key), std::move(values));
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
    add("fit.cost", {fittedText(surface.cost)});
    add("fit.iterations", {std::to_string(surface.iterations)});
    for (std::size_t k = 0; k < kCoefficients.size(); ++k)
        add(std::string("coefficients.") + kCoefficients[k], {fittedText(surface.c[k])});
    for (const auto& [kind, member] : kKinds) {
        const std::optional<LossHull>& hull = surface.*member;
        if (!hull) continue;
        for (const auto& [name, range] : kHull)
            add(std::string("hull.") + kind + "." + name,
                {numberText(((*hull).*range).min), numberText(((*hull).*range).max)});
    }
    if (model.residual) addResidual(writer, *model.residual);
    std::vector<std::string> refits;
    for (const auto& refit : model.spread.refits)
        refits.push_back(rowText(
            refit, [](double value) { return numberAs(value, std::chars_format::general, kRefitDigits); }));
    if (!refits.empty()) writer.add("spread.refits", std::move(refits), true);
    return writer.take();
}

Result<LossModel> lossModelFrom(const Document& document, const std::string& source) {
    LossFileReader reader(document, source);
    if (const std::string schema = reader.text("schema"); !schema.empty() && schema != kSchema)
        reader.complain("schema", say("must be %1", kSchema), schema);
    LossModel model;
    LossSurface& surface = model.surface;
    surface.origin = reader.text("origin");
    for (const char* about : {"paper", "command", "sources."}) reader.skip(about);
    surface.keptRows = reader.count("rows.kept");
    surface.divergedRows = reader.count("rows.diverged");
    surface.cost = reader.number("fit.cost");
    surface.iterations = reader.count("fit.iterations");
    for (std::size_t k = 0; k < kCoefficients.size(); ++k)
        surface.c[k] = reader.number(std::string("coefficients.") + kCoefficients[k]);
    for (const auto& [kind, member] : kKinds) {
        const std::string prefix = std::string("hull.") + kind + ".";
        if (!reader.has(prefix)) continue;
        LossHull hull;
        for (const auto& [name, range] : kHull) hull.*range = reader.range(prefix + name);
        surface.*member = hull;
    }
    if (reader.has("residual.")) model.residual = residualFrom(reader);
    if (reader.has("spread.")) {
        for (const std::vector<double>& row : reader.rows("spread.refits", LossSpread::kSize))
            std::copy(row.begin(), row.end(), model.spread.refits.emplace_back().begin());
    }
    if (Problems problems = reader.finish(); !problems.empty()) return problems;
    return model;
}

} // namespace moe
