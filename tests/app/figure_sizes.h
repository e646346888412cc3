// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What pictures are drawn of at the sizes they are printed at, and what is wrong with a page of them.
// MOE_FIGURES names a folder that takes them, for the eye.

#include "app/figures/figure_views.h"
#include "app/files/catalog_loader.h"
#include "app/files/recipe_file.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "ui/text_boxes.h"
#include "ui/views/view_list.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>
#include <string>

namespace moe::test {

struct Size {
    const char* name;
    double widthMm, heightMm, fontPt;
};
/// A column, a page, and a slide of 16:9.
inline constexpr Size kSizes[] = {{"85mm", 85, 60, 7}, {"178mm", 178, 110, 7}, {"slide", 254, 143, 14}};
inline constexpr double kLeastPt = 5;

struct Shown {
    const char* name;
    Scenario scenario;
};

/// A row of test data for every picture there is: its key, its side.
inline void addPictureRows() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("side");
    for (const ui::ViewRow& row : ui::viewList()) {
        const Side side = row.side.value_or(Side::Training);
        QTest::addRow("%s %s", row.key, side == Side::Serving ? "served" : "trained")
            << QString::fromLatin1(row.key) << int(side);
    }
}

class ShownScenarios {
public:
    CatalogPtr catalog = app::shippedCatalog().catalog;

    /// One of a single stage that is served as well, one of sixteen stages; then what pictures of their own
    /// need: RL, and a day of a fleet.
    std::vector<Shown> shown() const {
        const auto preset = [this](const char* key) { return Shown{key, catalog->preset(key)->scenario}; };
        std::vector<Shown> all{preset("qwen3-30b-a3b"), preset("deepseek-v3"), preset("qwen3-30b-a3b-grpo"),
                               preset("gpt-oss-120b")};
        Scenario& fleet = all.back().scenario;
        fleet.serve->output = 100;
        fleet.serve->sloTtft = 2;
        fleet.serve->sloTpot = 0.05;
        DaySpec& day = fleet.day.emplace();
        day.hours = 1;
        day.requests = 2000;
        day.replicasMax = 3;
        day.replicaRate = 1;
        day.target = 8;
        Shown profiled = preset("llama-3-70b"); // of a shape whose operators were measured
        profiled.scenario.gpu.preset = "h100-sxm";
        profiled.scenario.train.reset();
        profiled.scenario.parallel = {};
        profiled.scenario.parallel.tp = 8;
        profiled.scenario.cluster.gpus = 8;
        all.push_back(profiled);
        return all;
    }
    ReportPtr reportOf(const Shown& one, Side side) {
        ReportPtr& report = m_reports[one.name + std::to_string(int(side))];
        if (report) return report;
        Scenario scenario = one.scenario;
        if (side == Side::Serving) scenario.train.reset();
        return report = std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Full));
    }

    /// What pictures are of that no scenario holds: another one, measurements, runs of a recipe.
    void bring(const QString& key, app::FigureInputs& inputs) {
        if (key == "waterfall") {
            Scenario before = inputs.report->scenario;
            if (before.train) before.train->microBatch *= 2, before.train->recompute = {};
            before.parallel.ep = 1;
            if (validate(before, *catalog).empty())
                inputs.base = std::make_shared<const Report>(evaluate(before, *catalog, Detail::Full));
        } else if (key == "recipe" && inputs.report->scenario.train) {
            auto withRecipe = std::make_shared<Catalog>(*catalog);
            withRecipe->recipes["olmo-ladder"] = app::readRecipe("olmo-ladder");
            inputs.catalog = withRecipe;
            Scenario own = inputs.report->scenario;
            own.loss.recipe = "olmo-ladder";
            inputs.report = std::make_shared<const Report>(evaluate(own, *withRecipe, Detail::Full));
        } else if (key == "mine") {
            const QString path = m_folder.filePath("nvidia-smi.txt");
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("memory.used [MiB], memory.total [MiB]\n70000 MiB, 81559 MiB\n");
            inputs.arguments["own"] = path;
        }
    }

private:
    std::map<std::string, ReportPtr> m_reports; ///< by name and side: each is evaluated once
    QTemporaryDir m_folder;
};

/// Faults of a page of `size`, in 1/96 inch, that `paint` draws.
inline QStringList faultsOfPage(const QSizeF& size, const QString& file,
                                const std::function<void(QPainter&)>& paint) {
    ui::TextBoxes page;
    {
        QPainter painter(&page);
        paint(painter);
    }
    if (qEnvironmentVariableIsSet("MOE_FIGURES")) {
        QImage image((2 * size).toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(2, 2);
        paint(painter);
        painter.end();
        const QString name = QString(file).replace(QLatin1Char(' '), QLatin1Char('-'));
        if (!image.save(qEnvironmentVariable("MOE_FIGURES") + QLatin1Char('/') + name + ".png"))
            return {"cannot write " + name};
    }
    return ui::faultsOf(page.boxes, size, kLeastPt * 96 / 72);
}

} // namespace moe::test
