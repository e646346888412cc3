// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/architecture/architecture_view.h"

#include "models/engine/evaluate.h"
#include "tests/support/registry.h"
#include "tests/ui/form_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/figure.h"
#include "ui/layers/layer_cells.h"
#include "ui/layers/layer_strip.h"

#include <QBuffer>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

Scenario windowed() {
    Scenario s = formScenario();
    s.name = "Windowed MoE";
    s.model.denseLayers = 0;
    s.model.window = 128;
    s.model.pattern = {{LayerKind::Sliding, 1}, {LayerKind::Full, 1}};
    return s;
}

ReportPtr reportOf(const Scenario& scenario) {
    return std::make_shared<const Report>(evaluate(scenario, *formCatalog(), Detail::Coarse));
}

/// Where a click tells of the given block of the first card.
QPointF placeOf(const ArchitectureView& view, int block) {
    for (const HitArea& hit : view.canvas()->hits())
        if (hit.area.height() > 20 && hit.area.width() > 40 && hit.index >= 0 &&
            ArchitectureSpot::of(hit.index).block == block)
            return {hit.area.left() + 30, hit.area.top() + 8};
    return {};
}

std::shared_ptr<const Catalog> presetCatalog(int presets) {
    auto catalog = std::make_shared<Catalog>(*formCatalog());
    for (int i = 0; i < presets; ++i) {
        Scenario s = i % 2 ? windowed() : formScenario();
        s.name = "Preset " + std::to_string(i);
        s.model.layers = 12 + 8 * i;
        catalog->presets.push_back({"preset-" + std::to_string(i), s.name, s});
    }
    return catalog;
}

void answer(ArchitectureView& view, const CatalogPtr& catalog) {
    auto gallery = std::make_shared<ArchitectureGallery>();
    for (const ScenarioPreset& preset : catalog->presets)
        gallery->push_back(evaluate(preset.scenario, *catalog, Detail::Coarse).architecture);
    view.setAnswer({view.question(), std::any(std::shared_ptr<const ArchitectureGallery>(gallery))});
}

} // namespace

class ArchitectureViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void theTableHoldsEveryPart() {
        const auto view = shownView<ArchitectureView>(reportOf(windowed()), false, {760, 700});
        QVERIFY2(view->summary().startsWith("48 layers of 2 types"), qPrintable(view->summary()));
        double total = 0;
        QStringList lines = view->csv().split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines.takeFirst().contains("KV (B per token)"));
        for (const QString& line : lines) {
            const QStringList cells = line.split(',');
            QVERIFY(cells.size() >= 9);
            total += cells[cells.indexOf("Routed experts") > 0 ? cells.indexOf("Routed experts") + 1 : 0]
                         .toDouble() *
                     24;
        }
        QVERIFY(std::abs(total / reportOf(windowed())->params.expert - 1) < 1e-6);
    }

    void aClickTellsFormulaAndSource() {
        const auto view = shownView<ArchitectureView>(reportOf(windowed()), false, {760, 700});
        const QPointF at = placeOf(*view, 1);
        QVERIFY(!at.isNull());
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, at.toPoint());
        QVERIFY2(view->account().contains("2·g·d·b·min(context, w)"), qPrintable(view->account()));
        QVERIFY(view->account().contains("arXiv 2508.10925"));
        QVERIFY(view->account().contains("E·c·h·fe"));
    }

    void thinLayersArePaintedOnceAStroke() {
        const auto view = shownView<ArchitectureView>(reportOf(windowed()), false, {760, 700});
        QSignalSpy edited(view.get(), &ReportView::edited);
        LayerCells& cells = view->layers().cells();
        QTest::mousePress(&cells, Qt::LeftButton, {}, cells.cellRect(1).center());
        QTest::mouseMove(&cells, cells.cellRect(5).center());
        QTest::mouseRelease(&cells, Qt::LeftButton, {}, cells.cellRect(5).center());
        QCOMPARE(edited.count(), 1);
        const auto edits = edited.front().front().value<Edits>();
        QCOMPARE(edits.front().first, "model.pattern");
        QVERIFY(QString::fromStdString(edits.front().second).startsWith("sliding*7,full"));
    }

    void pinsAndPresetsStandBeside() {
        const auto view = shownView<ArchitectureView>(reportOf(windowed()), false, {1000, 700});
        QCOMPARE(view->cards().size(), std::size_t(1));
        PinMark pin;
        pin.name = "Pinned";
        pin.report = reportOf(formScenario());
        view->setPins({pin});
        QCOMPARE(view->cards().size(), std::size_t(2));
        QVERIFY(view->question().key.isEmpty());
        const CatalogPtr catalog = presetCatalog(24);
        view->setCatalog(catalog);
        auto* box = view->findChild<QComboBox*>("beside");
        box->setCurrentIndex(box->findText("All presets"));
        emit box->activated(box->currentIndex());
        QCOMPARE(view->question().key, "architecture");
        answer(*view, catalog);
        QCOMPARE(view->cards().size(), std::size_t(25));
        const QImage all = view->grab().toImage();
        QVERIFY(view->canvas()->hits().size() > 25);
        box->setCurrentIndex(box->findText("Preset 3"));
        emit box->activated(box->currentIndex());
        QCOMPARE(view->cards().size(), std::size_t(2));
        QCOMPARE(view->cards().back().name, "Preset 3");
    }

    void aFigureIsDrawn() {
        ArchitectureView view;
        view.setReport(reportOf(windowed()));
        QBuffer device;
        QVERIFY(device.open(QIODevice::WriteOnly));
        QVERIFY(writeFigure(view, {FigureFormat::Svg, {}, 300, "figure", {}}, device).empty());
        QVERIFY(device.data().contains("Routed experts"));
    }

    void pictures() {
        for (const bool dark : {false, true}) {
            const auto view = shownView<ArchitectureView>(reportOf(windowed()), dark, {1000, 760});
            savePicture(*view, dark, "architecture");
            PinMark pin;
            pin.name = "Dense first";
            Scenario dense = formScenario();
            dense.model.denseLayers = 3;
            dense.model.mtpLayers = 1;
            dense.model.ffn = 18432;
            pin.report = reportOf(dense);
            view->setPins({pin});
            savePicture(*view, dark, "architecture-pins");
            const CatalogPtr catalog = presetCatalog(14);
            view->setCatalog(catalog);
            auto* box = view->findChild<QComboBox*>("beside");
            box->setCurrentIndex(1);
            emit box->activated(1);
            answer(*view, catalog);
            savePicture(*view, dark, "architecture-gallery");
        }
    }
};

MOE_TEST(ArchitectureViewTest)
#include "architecture_view_test.moc"
