// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/measured_rows.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

struct GenerationLook {
    Generation generation;
    const char* name;
    const char* colour;
    Shape shape;
};
constexpr GenerationLook kGenerations[] = {
    {Generation::Ampere, "Ampere", "#0072b2", Shape::Circle},
    {Generation::Hopper, "Hopper", "#e69f00", Shape::Square},
    {Generation::Blackwell, "Blackwell", "#009e73", Shape::Triangle},
    {Generation::Ada, "Ada", "#cc79a7", Shape::Diamond},
    {Generation::Other, QT_TRANSLATE_NOOP("Table", "Other GPU"), "#999999", Shape::Down},
};

Generation generationOf(const ValidationRow& row, const Catalog& catalog) {
    const GpuSpec* gpu = catalog.gpu(row.measuredCase->scenario.gpu.preset);
    return gpu ? gpu->generation : Generation::Other;
}

/// Ticks are 1, 2 or 5 times a power of ten: no digits beyond those.
QString tickText(const QString& unit, double value) {
    const auto number = [](double shown) { return items::number(shown, 'g', 3); };
    if (unit == QLatin1String("s"))
        return value < 0.9995e-3 ? number(1e6 * value) + QStringLiteral(" µs")
               : value < 0.9995  ? number(1e3 * value) + QStringLiteral(" ms")
                                 : number(value) + QStringLiteral(" s");
    if (value >= 9.995e8) return number(1e-9 * value) + QStringLiteral(" B");
    if (value >= 9.995e5) return number(1e-6 * value) + QStringLiteral(" M");
    if (value >= 9.995e2) return number(1e-3 * value) + QStringLiteral(" k");
    return number(value);
}

} // namespace

const std::vector<MeasuredKind>& measuredKinds() {
    static const std::vector<MeasuredKind> kinds{
        {"time", QT_TRANSLATE_NOOP("Table", "Time"), "s", 1, true},
        {"memory", QT_TRANSLATE_NOOP("Table", "Memory (GiB)"), "B", GiB.base, true},
        {"tokens-per-gpu", QT_TRANSLATE_NOOP("Table", "Tokens/s per GPU"), "1/s", 1, true},
        {"tflops-per-gpu", QT_TRANSLATE_NOOP("Table", "TFLOP/s per GPU"), "TFLOP/s", 1, false},
        {"parameters", QT_TRANSLATE_NOOP("Table", "Parameters"), "", 1, false},
    };
    return kinds;
}

ScatterPicture scatterPicture(const Validation& validation, const Catalog& catalog,
                              const std::vector<std::size_t>& kinds, const RunChoice& choice) {
    ScatterPicture picture;
    std::vector<int> familyOf(std::size(kGenerations), -1);
    const auto family = [&](Generation generation) {
        for (std::size_t i = 0; i < std::size(kGenerations); ++i) {
            const GenerationLook& known = kGenerations[i];
            if (known.generation != generation) continue;
            if (familyOf[i] < 0) {
                familyOf[i] = int(picture.families.size());
                picture.families.push_back({items::tableText(known.name), QColor(known.colour), known.shape});
            }
            return familyOf[i];
        }
        return 0;
    };
    // In the order of the generations, whatever comes first in the cases.
    for (const GenerationLook& known : kGenerations) {
        const bool used =
            std::any_of(validation.rows.begin(), validation.rows.end(), [&](const ValidationRow& row) {
                return generationOf(row, catalog) == known.generation &&
                       isChosen(choice, *row.measuredCase, catalog);
            });
        if (used) family(known.generation);
    }
    for (std::size_t kind : kinds) {
        const MeasuredKind& shown = measuredKinds()[kind];
        const QString unit = QString::fromUtf8(shown.unit);
        ScatterPanel panel{
            items::tableText(shown.title), [unit](double value) { return tickText(unit, value); }, {}};
        for (std::size_t i = 0; i < validation.rows.size(); ++i) {
            const ValidationRow& row = validation.rows[i];
            if (qstrcmp(row.quantity->unit, shown.unit) != 0 || !row.predicted || !(*row.predicted > 0))
                continue;
            if (!isChosen(choice, *row.measuredCase, catalog)) continue;
            panel.points.push_back({i, row.measured / shown.scale, *row.predicted / shown.scale,
                                    family(generationOf(row, catalog)),
                                    std::abs(*row.error()) > kLargeError});
        }
        picture.panels.push_back(std::move(panel));
    }
    return picture;
}

} // namespace moe::ui
