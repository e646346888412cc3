// SPDX-License-Identifier: GPL-3.0-or-later
// Layers as cells: painted, walked, selected, told to screen readers.

#include "models/engine/scenario/enum_text.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/ui/form_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/layer_style.h"
#include "ui/layers/layer_cells.h"
#include "ui/layers/layer_strip.h"

#include <QAccessible>
#include <QComboBox>
#include <QSignalSpy>

#include <set>

using namespace moe;
using namespace moe::ui;

namespace {

Scenario hybrid(Count layers) {
    Scenario s = test::formScenario();
    s.model.layers = layers;
    s.model.denseLayers = 3;
    s.model.window = 128;
    s.model.pattern = {{LayerKind::Sliding, 5}, {LayerKind::Full, 1}};
    return s;
}

QString patternOf(const Scenario& scenario) {
    return QString::fromStdString(listText(scenario.model.pattern));
}

/// A strip whose strokes change the scenario that it shows.
struct Desk {
    struct Edit {
        Scenario scenario;
        bool live;
    };
    Scenario scenario = test::formScenario();
    std::vector<Edit> edits;
    LayerStrip strip;

    Desk() {
        strip.setScenario(scenario);
        strip.resize(355, strip.heightForWidth(355));
        QObject::connect(&strip, &LayerStrip::painted,
                         [this](const QString& key, const FieldValue& value, Motion motion) {
                             Scenario next = scenario;
                             if (!findField(key.toStdString())->set(next, value)) return;
                             if (next == scenario && motion != Motion::Drop) return;
                             scenario = next;
                             edits.push_back({scenario, motion == Motion::Drag});
                             strip.setScenario(scenario);
                         });
        strip.show();
        (void)QTest::qWaitForWindowExposed(&strip);
        strip.activateWindow();
    }
};

void choose(LayerStrip& strip, const LayerBrush& brush) {
    const int index = strip.brushes().findText(brushText(brush));
    QVERIFY(index >= 0);
    strip.brushes().setCurrentIndex(index);
}

} // namespace

class LayerStripTest : public QObject {
    Q_OBJECT
private slots:
    void everyLayerHasAPlaceOfItsOwn_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("width");
        for (const int width : {240, 355, 900})
            for (const int layers : {1, 6, 61, 120})
                QTest::newRow(qPrintable(QStringLiteral("%1 layers in %2").arg(layers).arg(width)))
                    << layers << width;
    }
    void everyLayerHasAPlaceOfItsOwn() {
        QFETCH(int, layers);
        QFETCH(int, width);
        test::useTestFont();
        LayerCells cells;
        cells.setScenario(hybrid(layers));
        cells.resize(width, cells.heightForWidth(width));
        cells.show();
        QCOMPARE(cells.count(), layers);
        for (int i = 0; i < layers; ++i) {
            QVERIFY2(cells.rect().contains(cells.cellRect(i)), qPrintable(QString::number(i)));
            QCOMPARE(cells.layerAt(cells.cellRect(i).center()), i);
            QVERIFY(cells.cellRect(i).width() >= 12);
            if (i > 0) QVERIFY(!cells.cellRect(i).intersects(cells.cellRect(i - 1)));
        }
        QVERIFY2(cells.height() < 360, qPrintable(QString::number(cells.height())));
    }

    void aStrokeIsSpelledShortest() {
        Desk desk;
        LayerStrip& strip = desk.strip;
        LayerCells& cells = strip.cells();
        choose(strip, {LayerKind::Chunked, FeedForward::Moe});
        QTest::mousePress(&cells, Qt::LeftButton, {}, cells.cellRect(0).center());
        for (int i = 1; i < 12; ++i) QTest::mouseMove(&cells, cells.cellRect(i).center());
        QTest::mouseRelease(&cells, Qt::LeftButton, {}, cells.cellRect(11).center());
        QCOMPARE(patternOf(desk.edits.back().scenario), "chunked*12,full*36");
        QVERIFY(desk.edits.front().live && !desk.edits.back().live);
        // A quick mouse passes cells by: those between are painted too.
        const std::size_t before = desk.edits.size();
        choose(strip, {LayerKind::Full, FeedForward::Moe});
        QTest::mousePress(&cells, Qt::LeftButton, {}, cells.cellRect(0).center());
        QTest::mouseMove(&cells, cells.cellRect(11).center());
        QTest::mouseRelease(&cells, Qt::LeftButton, {}, cells.cellRect(11).center());
        QVERIFY(desk.edits.size() > before);
        QCOMPARE(patternOf(desk.edits.back().scenario), ""); // as without a pattern
        // Nothing changes: nothing is edited.
        const std::size_t same = desk.edits.size();
        QTest::mouseClick(&cells, Qt::LeftButton, {}, cells.cellRect(3).center());
        QCOMPARE(desk.edits.size(), same);
    }

    void theMoeMarkIsPaintedToo() {
        Desk desk;
        LayerStrip& strip = desk.strip;
        LayerCells& cells = strip.cells();
        choose(strip, {std::nullopt, FeedForward::Dense});
        QTest::mouseClick(&cells, Qt::LeftButton, {}, cells.cellRect(0).center());
        QCOMPARE(desk.edits.back().scenario.moe->layers.size(), std::size_t(47));
        QCOMPARE(desk.edits.back().scenario.moe->layers.front(), Count(1));
        choose(strip, {std::nullopt, FeedForward::Moe});
        QTest::mouseClick(&cells, Qt::LeftButton, {}, cells.cellRect(0).center());
        QVERIFY(desk.edits.back().scenario.moe->layers.empty());
        // A model with experts has one layer of them at least.
        cells.moveTo(0, false);
        cells.moveTo(47, true);
        const std::size_t before = desk.edits.size();
        cells.paintSelection({std::nullopt, FeedForward::Dense});
        QCOMPARE(desk.edits.size(), before);
        QVERIFY(cells.cellValue(20).contains("MoE"));
    }

    void keysMoveSelectAndSet() {
        Desk desk;
        LayerCells& cells = desk.strip.cells();
        cells.setFocus();
        QTest::keyClick(&cells, Qt::Key_Home);
        QTest::keyClick(&cells, Qt::Key_Right);
        QCOMPARE(cells.current(), 1);
        QTest::keyClick(&cells, Qt::Key_Down);
        QVERIFY(cells.current() > 2);
        QCOMPARE(cells.cellRect(cells.current()).center().x(), cells.cellRect(1).center().x());
        QTest::keyClick(&cells, Qt::Key_Up);
        QCOMPARE(cells.current(), 1);
        QTest::keyClick(&cells, Qt::Key_Home);
        QTest::keyClick(&cells, Qt::Key_End, Qt::ShiftModifier);
        QVERIFY(cells.isSelected(0) && cells.isSelected(47));
        QTest::keyClick(&cells, Qt::Key_C);
        QCOMPARE(patternOf(desk.edits.back().scenario), "chunked");
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QTest::keyClick(&cells, Qt::Key_End);
        QTest::keyClick(&cells, Qt::Key_F);
        QCOMPARE(patternOf(desk.edits.back().scenario), "chunked*47,full");
    }

    void everyKindHasALetterAndAColourOfItsOwn() {
        std::set<QString> letters, colours;
        for (std::size_t i = 0; i < enumNames<LayerKind>().size(); ++i) {
            letters.insert(layerLetter(LayerKind(i)));
            colours.insert(layerColour(LayerKind(i)).name());
        }
        QCOMPARE(letters.size(), enumNames<LayerKind>().size());
        QCOMPARE(colours.size(), enumNames<LayerKind>().size());
        QVERIFY(!letters.count("E") && !letters.count("D")); // those set the network
    }

    void screenReadersMeetEveryCell() {
        LayerCells cells;
        cells.setScenario(hybrid(12));
        cells.resize(300, 200);
        QAccessibleInterface* strip = QAccessible::queryAccessibleInterface(&cells);
        QVERIFY(strip);
        QCOMPARE(strip->childCount(), 12);
        QAccessibleInterface* cell = strip->child(5);
        QCOMPARE(cell->text(QAccessible::Name), "Layer 5 of 12");
        QCOMPARE(cell->text(QAccessible::Value), "Full attention, MoE");
        QCOMPARE(strip->child(0)->text(QAccessible::Value), "Sliding window, dense");
        QCOMPARE(strip->indexOfChild(cell), 5);
        QCOMPARE(cell->rect().size(), cells.cellRect(5).size());
        QVERIFY(!strip->text(QAccessible::Name).isEmpty());
        cells.setScenario(hybrid(2));
        QVERIFY(!cell->isValid());
    }

    void speaksGerman() {
        const test::German german;
        QVERIFY(german.loaded);
        LayerCells cells;
        cells.setScenario(hybrid(12));
        QCOMPARE(cells.cellName(5), "Schicht 5 von 12");
        QVERIFY(cells.cellValue(0) != "Sliding window, dense");
    }

    void pictures() {
        test::useTestFont();
        for (const bool dark : {false, true}) {
            LayerStrip strip;
            strip.setScenario(hybrid(62));
            strip.resize(340, strip.heightForWidth(340));
            test::savePicture(strip, dark, "layer-strip");
        }
        LayerStrip mixed;
        Scenario s = hybrid(52);
        s.model.oneBlock = true;
        s.model.denseLayers = 0;
        QVERIFY(parseList("mamba2,ffn,mamba2,ffn,mamba2,full,ffn", s.model.pattern));
        mixed.setScenario(s);
        mixed.resize(240, mixed.heightForWidth(240));
        test::savePicture(mixed, false, "layer-strip-narrow");
    }
};

MOE_TEST(LayerStripTest)
#include "layer_strip_test.moc"
