// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/model_match.h"

#include "data/number.h"
#include "models/engine/calibration/serving_runs.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace moe {
namespace {

constexpr double kRounded = 1.25, kRoundedMost = 1.5, kShared = 1.4; ///< model_match.h says why
constexpr double kLeastSize = 1e7;                                   ///< "1M" is a context

bool isPart(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) || letter == '.';
}

struct NamedSize {
    double value = 0, within = 1;
};

std::optional<NamedSize> sizeOf(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    const char unit = static_cast<char>(std::tolower(static_cast<unsigned char>(text.back())));
    const double factor = unit == 'b' ? 1e9 : unit == 'm' ? 1e6 : unit == 't' ? 1e12 : 0;
    text.remove_suffix(1);
    const bool digits = std::all_of(text.begin(), text.end(), [](char letter) {
        return (letter >= '0' && letter <= '9') || letter == '.';
    });
    const std::optional<double> value = digits ? parseNumber(text) : std::nullopt;
    if (!(factor > 0) || !value || !(factor * *value >= kLeastSize)) return std::nullopt;
    const std::size_t point = text.find('.');
    const double digit =
        point == std::string_view::npos ? 1 : std::pow(10.0, -static_cast<double>(text.size() - point - 1));
    return NamedSize{factor * *value, std::clamp(1 + digit / *value, kRounded, kRoundedMost)};
}

bool near(double size, double count, double within) {
    return count > size / within && count < size * within;
}

} // namespace

NamedSizes namedSizes(const std::string& name) {
    NamedSizes sizes;
    std::vector<NamedSize> plain;
    bool experts = false, product = false;
    for (std::size_t begin = 0; begin < name.size();) {
        std::size_t end = begin;
        while (end < name.size() && isPart(name[end])) ++end;
        const std::string_view part = std::string_view(name).substr(begin, end - begin);
        begin = end + 1;
        if (const std::optional<NamedSize> size = sizeOf(part)) {
            plain.push_back(*size);
            continue;
        }
        if (part.size() < 2) continue;
        const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(part.front()))),
                   last = static_cast<char>(std::tolower(static_cast<unsigned char>(part.back())));
        if (first == 'a') {
            if (const std::optional<NamedSize> size = sizeOf(part.substr(1)))
                sizes.active = size->value, sizes.activeWithin = size->within;
        } else if (last == 'e' && parseNumber(part.substr(0, part.size() - 1))) {
            experts = true;
        } else if (const std::size_t by = part.find_first_of("xX"); by != std::string_view::npos) {
            const std::optional<double> count = parseNumber(part.substr(0, by));
            const std::optional<NamedSize> size = sizeOf(part.substr(by + 1));
            if (count && size && *count > 1) {
                sizes.total = *count * size->value;
                sizes.totalWithin = kShared;
                product = true;
            }
        }
    }
    if (plain.empty()) return sizes;
    const auto [least, most] = std::minmax_element(
        plain.begin(), plain.end(), [](const NamedSize& a, const NamedSize& b) { return a.value < b.value; });
    if (experts) {
        sizes.active = most->value, sizes.activeWithin = most->within;
    } else if (!product) {
        sizes.total = most->value, sizes.totalWithin = most->within;
        if (plain.size() > 1 && !(sizes.active > 0))
            sizes.active = least->value, sizes.activeWithin = least->within;
    }
    return sizes;
}

ModelMatch modelMatch(const std::string& name, const Scenario& scenario, const Catalog& catalog) {
    if (name.empty()) return ModelMatch::Untold;
    if (const std::optional<ServedShape> shape = servedShape(name, catalog)) {
        const ModelSpec &a = shape->model, &b = scenario.model;
        const Count experts = shape->moe ? shape->moe->experts : 0,
                    mine = scenario.moe ? scenario.moe->experts : 0;
        const bool same = a.layers == b.layers && a.hidden == b.hidden && a.heads == b.heads &&
                          a.vocab == b.vocab && experts == mine;
        return same ? ModelMatch::Same : ModelMatch::Other;
    }
    const NamedSizes sizes = namedSizes(name);
    if (!(sizes.total > 0) && !(sizes.active > 0)) return ModelMatch::Untold;
    const ParamCounts params = paramCounts(setupOf(scenario, catalog));
    const bool total = !(sizes.total > 0) || near(sizes.total, params.total, sizes.totalWithin) ||
                       near(sizes.total, params.nonEmbedding, sizes.totalWithin);
    const bool active = !(sizes.active > 0) || near(sizes.active, params.active, sizes.activeWithin) ||
                        near(sizes.active, params.activeNonEmbedding, sizes.activeWithin);
    return total && active ? ModelMatch::Size : ModelMatch::Other;
}

std::vector<Message> takenModels(const std::vector<BenchRun>& runs, const Scenario& scenario,
                                 const Catalog& catalog) {
    std::vector<Message> taken;
    std::vector<std::string> told;
    for (const BenchRun& run : runs) {
        if (std::find(told.begin(), told.end(), run.model) != told.end()) continue;
        told.push_back(run.model);
        const ModelMatch match = modelMatch(run.model, scenario, catalog);
        if (match == ModelMatch::Size)
            taken.push_back(say("%1 ran %2, which is known by its size alone: taken for the scenario's model",
                                run.source, run.model));
        else if (match == ModelMatch::Untold)
            taken.push_back(run.model.empty()
                                ? say("%1 names no model: taken for the scenario's", run.source)
                                : say("%1 ran %2, which names no known model and no size: taken for the "
                                      "scenario's",
                                      run.source, run.model));
    }
    return taken;
}

} // namespace moe
