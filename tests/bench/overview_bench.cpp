// SPDX-License-Identifier: GPL-3.0-or-later
// What the Overview costs: a step of a slider (formulas, wanted: 60 ms), what is simulated after it is let go
// (1 s), and the list of the command palette (30 ms).

#include "app/files/catalog_loader.h"
#include "app/work/overview_answers.h"
#include "models/engine/overview/overview.h"
#include "models/engine/scenario/fields.h"
#include "models/items/palette_match.h"

#include <chrono>
#include <cstdio>

using namespace moe;

namespace {

template <class Call> double millisOf(int times, const Call& call) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    for (int i = 0; i < times; ++i) call(i);
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / times;
}

} // namespace

int main() {
    const app::ShippedCatalog shipped = app::shippedCatalog();
    const Catalog& catalog = *shipped.catalog;
    const Scenario start = *overviewStart(catalog);
    const auto moved = [&](int i) {
        Scenario next = start;
        setField(next, "moe.experts", std::to_string(64 + 8 * (i % 8)));
        return next;
    };
    std::printf("step of a slider, formulas      %7.1f ms\n", millisOf(20, [&](int i) {
                    overview({moved(i), start, "moe.experts", Detail::Coarse}, catalog);
                }));
    const auto question = [&](int i) {
        const auto carry = [](const Scenario& scenario) {
            auto report = std::make_shared<Report>();
            report->scenario = scenario;
            return ReportPtr(report);
        };
        return ui::Question{QStringLiteral("overview"),
                            {QStringLiteral("moe.experts"), {}},
                            carry(moved(i)),
                            shipped.catalog,
                            carry(start)};
    };
    std::printf("requests/s after it, first time %7.1f ms\n",
                millisOf(1, [&](int) { app::overviewRates(question(0), {}, {}); }));
    std::printf("requests/s after it, another    %7.1f ms\n",
                millisOf(3, [&](int i) { app::overviewRates(question(i + 1), {}, {}); }));
    std::printf("all values of the knob besides  %7.1f ms\n",
                millisOf(1, [&](int) { app::overviewWhole(question(1), {}, {}); }));
    std::vector<items::PaletteEntry> entries = items::knobEntries(start, {});
    for (const ScenarioPreset& preset : catalog.presets)
        entries.push_back({items::PaletteKind::Model, QString::fromStdString(preset.key),
                           QString::fromStdString(preset.label)});
    for (const char* typed : {"e", "ep 8", "experts per tokne", "ep 8 tp 2"})
        std::printf("list of the palette, %-18s %5.1f ms\n", typed, millisOf(20, [&](int) {
                        items::paletteSearch(QString::fromLatin1(typed), entries, start, {}, {});
                    }));
}
