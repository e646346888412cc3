// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture at the sizes it is printed at, in both languages: no text crosses another, leaves the page or
// is smaller than 5 pt.

#include "app/figures/figure_views.h"
#include "app/files/catalog_loader.h"
#include "app/work/answers.h"
#include "models/engine/evaluate.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/text_boxes.h"
#include "ui/figure.h"
#include "ui/strokes.h"

#include <QTest>

#include <optional>
#include <string_view>

using namespace moe;
using namespace moe::test;

namespace {

struct Size {
    const char* name;
    double widthMm, heightMm, fontPt;
};
/// A column, a page, and a slide of 16:9.
constexpr Size kSizes[] = {{"85mm", 85, 60, 7}, {"178mm", 178, 110, 7}, {"slide", 254, 143, 14}};
constexpr double kLeastPt = 5;

/// One of a single stage that is served as well, one of sixteen stages.
constexpr const char *kPresets[] = {"qwen3-30b-a3b", "deepseek-v3"}, *kLarge = "deepseek-v3";

} // namespace

class FigureSizesTest : public QObject {
    Q_OBJECT

    CatalogPtr m_catalog;

private slots:
    void initTestCase() { m_catalog = app::shippedCatalog().catalog; }

    void everyPictureIsLegible_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("side");
        for (const ui::ViewRow& row : ui::viewList()) {
            const Side side = row.side.value_or(Side::Training);
            QTest::addRow("%s %s", row.key, side == Side::Serving ? "served" : "trained")
                << QString::fromLatin1(row.key) << int(side);
        }
    }
    void everyPictureIsLegible() {
        QFETCH(QString, key);
        QFETCH(int, side);
        const ui::ViewRow& row = *ui::findView(key, Side(side));
        QStringList faults;
        bool drawn = false;
        const app::AnswerRow* answer = app::findAnswerRow(key);
        for (const char* preset : kPresets) {
            if (answer && answer->search && preset == std::string_view(kLarge)) continue; // takes minutes
            Scenario scenario = m_catalog->preset(preset)->scenario;
            if (Side(side) == Side::Serving) scenario.train.reset();
            app::FigureInputs inputs;
            inputs.catalog = m_catalog;
            inputs.report = std::make_shared<const Report>(evaluate(scenario, *m_catalog, Detail::Full));
            std::unique_ptr<ui::ReportView> first; // whose answer the second shows
            for (const bool german : {false, true}) {
                std::optional<German> language;
                if (german) language.emplace();
                inputs.shown = first.get();
                Result<std::unique_ptr<ui::ReportView>> view = app::figureView(row, inputs);
                if (!view || !(*view)->hasNumbers()) continue; // it holds one sentence
                drawn = true;
                for (const Size& size : kSizes) {
                    ui::FigureFile file;
                    file.style.widthMm = size.widthMm;
                    file.style.heightMm = size.heightMm;
                    file.style.fontPt = size.fontPt;
                    const Result<ui::DrawnFigure> figure = ui::drawnFigure(**view, file);
                    QVERIFY(figure);
                    TextBoxes page;
                    {
                        QPainter painter(&page);
                        QVERIFY(figure->strokes.playOn(painter, 1));
                    }
                    for (const QString& fault :
                         faultsOf(page.boxes, file.style.logicalSize(), kLeastPt * 96 / 72))
                        faults << QStringLiteral("%1 %2 %3: %4")
                                      .arg(QLatin1String(preset), QLatin1String(size.name),
                                           QLatin1String(german ? "de" : "en"), fault);
                }
                if (!german) first = std::move(view).value();
            }
        }
        if (!drawn) QSKIP("this picture holds one sentence of these scenarios");
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }
};

MOE_TEST_WHEN_NAMED(FigureSizesTest)
#include "figure_sizes_test.moc"
