// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned scenarios through the window: dock, Compare tab, history.

#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/scenario/fields.h"
#include "models/items/compare_table_model.h"
#include "tests/support/registry.h"
#include "ui/compare/compare_view.h"
#include "ui/pins/pin_panel.h"
#include "ui/window/room_pages.h"

#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>

using namespace moe;
using namespace moe::app;

class PinsTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();
        ui::CompareView& compare = *static_cast<ui::CompareView*>(window.widget().views().view("compare"));
        ui::PinPanel& panel = window.widget().pins();

        bool ready() {
            return QTest::qWaitFor([this] { return session.report() != nullptr; }, 20000);
        }
        void setHidden(Count hidden) {
            Scenario next = session.scenario();
            next.model.hidden = hidden;
            session.edit(next, "hidden size");
        }
        QString cell(int row, int column) const { return panel.model().index(row, column).data().toString(); }
        QStringList letters() const {
            QStringList all;
            const auto& columns = compare.model().columns();
            for (std::size_t i = 0; i < columns.size(); ++i) all << items::columnLetter(columns, i);
            return all;
        }
    };

    /// Any knob, to any value of its range or list: valid together or not.
    static Scenario randomlyEdited(Scenario scenario, QRandomGenerator& random) {
        const Field& field = fields()[random.bounded(quint32(fields().size()))];
        std::string text;
        switch (field.kind) {
        case FieldKind::Flag: text = random.bounded(2) ? "true" : "false"; break;
        case FieldKind::Choice:
            if (field.choices.empty()) return scenario; // the catalogue's
            text = field.choices[random.bounded(quint32(field.choices.size()))];
            break;
        case FieldKind::Text: text = "text " + std::to_string(random.bounded(100)); break;
        case FieldKind::Integer:
            text = std::to_string(Count(field.min) +
                                  Count(random.bounded(std::min(field.max - field.min, 1e4))));
            break;
        case FieldKind::Real: text = std::to_string(field.min + random.bounded(field.max - field.min)); break;
        }
        setField(scenario, field.key, text); // one it does not take leaves the scenario as it was
        return scenario;
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void aPinStandsInTheDockAndInTheComparison() {
        Fixture f;
        QVERIFY(f.ready());
        QAbstractItemModelTester tester(f.panel.table()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
        f.compare.setReport(f.session.report());
        f.window.widget().ask(ui::Request::Pin);
        QTRY_COMPARE(f.panel.model().rowCount(), 2);
        QCOMPARE(f.cell(1, items::PinTableModel::Letter).left(1), "A");
        QCOMPARE(f.cell(1, items::PinTableModel::Name), QString::fromStdString(f.session.scenario().name));
        f.setHidden(2816);
        f.window.widget().ask(ui::Request::Pin);
        QTRY_COMPARE(f.panel.model().rowCount(), 3);
        QCOMPARE(f.cell(2, items::PinTableModel::Letter), "B");
        QVERIFY(f.cell(2, items::PinTableModel::Name).contains("Hidden size 2816"));
        QCOMPARE(f.letters(), QStringList({"◆", "A", "B"}));
        // Twice as wide: another memory in the dock.
        QVERIFY(f.cell(1, items::PinTableModel::FirstResult + 1) !=
                f.cell(2, items::PinTableModel::FirstResult + 1));
    }

    /// What it was dragged to stays while it is hidden; at first it has room for its rows and no more.
    void theDockKeepsItsHeight() {
        Fixture f;
        QVERIFY(f.ready());
        ui::MainWindow& window = f.window.widget();
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* dock = window.findChild<QDockWidget*>("pinDock");
        QVERIFY(dock && dock->isHidden());
        window.ask(ui::Request::Pin);
        QTRY_VERIFY(dock->isVisible());
        QTest::qWait(50);
        const int first = dock->height();
        QVERIFY2(first < 220, qPrintable(QString::number(first)));
        window.resizeDocks({dock}, {first + 90}, Qt::Vertical);
        QTRY_VERIFY(dock->height() > first + 60);
        const int dragged = dock->height();
        dock->hide();
        QTest::qWait(50);
        f.setHidden(2816);
        window.ask(ui::Request::Pin);
        QTRY_VERIFY(dock->isVisible());
        QTest::qWait(50);
        QCOMPARE(dock->height(), dragged);
    }

    void lettersStayWhenAnEarlierPinGoes() {
        Fixture f;
        QVERIFY(f.ready());
        for (Count hidden : {1024, 2048, 4096}) {
            f.setHidden(hidden);
            f.window.widget().ask(ui::Request::Pin);
        }
        QTRY_COMPARE(f.panel.model().rowCount(), 4);
        emit f.panel.removeRequested(1);
        QTRY_COMPARE(f.panel.model().rowCount(), 3);
        QCOMPARE(f.cell(2, items::PinTableModel::Letter), "C");
        f.window.widget().ask(ui::Request::Pin); // takes the free letter
        QTRY_COMPARE(f.panel.model().rowCount(), 4);
        QCOMPARE(f.cell(3, items::PinTableModel::Letter), "B");
    }

    void everyActionOnPinsCanBeUndone() {
        Fixture f;
        QVERIFY(f.ready());
        const Scenario start = f.session.scenario();
        f.window.widget().ask(ui::Request::Pin);
        f.setHidden(2816);
        emit f.panel.renamed(0, "narrow");
        emit f.panel.noted(0, "as published");
        QCOMPARE(f.session.pins().front().note, std::string("as published"));
        emit f.panel.baseRequested(-1);
        QCOMPARE(f.session.base().model.hidden, Count(2816));
        emit f.panel.useRequested(0);
        QVERIFY(f.session.scenario() == start);
        emit f.panel.removeRequested(0);
        QVERIFY(f.session.pins().empty());
        QCOMPARE(f.session.undoStack()->undoText(), "remove pin narrow");
        f.session.undoStack()->undo();
        QCOMPARE(f.session.pins().front().name, std::string("narrow"));
        f.session.undoStack()->undo();
        QCOMPARE(f.session.scenario().model.hidden, Count(2816));
        f.session.undoStack()->undo();
        QVERIFY(f.session.base() == start);
        while (f.session.undoStack()->canUndo()) f.session.undoStack()->undo();
        QVERIFY(f.session.pins().empty() && f.session.scenario() == start);
    }

    void theBaseIsMarkedAndDifferencesAreTakenAgainstIt() {
        Fixture f;
        QVERIFY(f.ready());
        f.setHidden(2816);
        f.window.widget().ask(ui::Request::Pin);
        f.setHidden(4224);
        emit f.panel.baseRequested(0);
        QTRY_VERIFY(f.session.baseReport());
        QTRY_COMPARE(f.cell(1, items::PinTableModel::Letter), "A ◇");
        QCOMPARE(f.session.baseReport()->scenario.model.hidden, Count(2816));
    }

    void aPinMadeTheBaseStaysItWhenSomethingElseIsOpened() {
        Fixture f;
        QVERIFY(f.ready());
        const Scenario first = f.session.scenario();
        const auto open = [&](const char* key) { emit f.window.widget().presetChosen(key); };
        f.window.widget().ask(ui::Request::Pin);
        open("olmoe-1b-7b"); // pinned only: the base moves on
        QCOMPARE(f.session.base().name, f.session.scenario().name);
        emit f.panel.baseRequested(0);
        QVERIFY(f.session.base() == first);
        open("mixtral-8x7b");
        const Scenario opened = f.session.scenario();
        QVERIFY(f.session.base() == first && !(opened == first));
        QVERIFY2(f.window.widget().windowTitle().startsWith(QString::fromStdString(opened.name)),
                 qPrintable(f.window.widget().windowTitle()));
        QTRY_COMPARE(f.cell(1, items::PinTableModel::Letter), "A ◇");

        // One column, in front, which can be removed.
        QTRY_VERIFY(f.session.report() && f.session.report()->scenario == opened && f.session.baseReport());
        f.compare.setReport(f.session.report());
        f.compare.setBase(f.session.baseReport());
        QCOMPARE(f.letters(), QStringList({"A", "◆"}));
        QCOMPARE(f.compare.model().columns().front().name, "Base: " + first.name);
        f.window.widget().ask(ui::Request::Pin);
        QTRY_COMPARE(f.letters(), QStringList({"A", "◆", "B"}));
        QCOMPARE(f.session.pins().back().name, opened.name); // not what differs from another model
        f.session.undoStack()->undo();

        f.session.undoStack()->undo();
        QVERIFY(f.session.base() == first);
        f.session.undoStack()->undo();
        QCOMPARE(f.session.base().name, f.session.scenario().name);
        f.session.undoStack()->redo();
        open("mixtral-8x7b");
        QVERIFY(f.session.base() == first);

        const RestoredSession restored =
            restoredSession(storedSession(f.session, {}, {}), *f.session.catalog());
        Session again(f.session.catalog());
        again.open(restored.state, restored.side, "open");
        again.open(first, "open");
        again.open(opened, "open");
        QVERIFY(again.base() == first);

        emit f.panel.removeRequested(0); // a base nobody can see any more
        open("olmoe-1b-7b");
        QVERIFY(f.session.base() == f.session.scenario());
    }

    void tenThousandStepsThereAndBack() {
        Session session(shippedCatalog().catalog);
        session.open(session.catalog()->presets.front().scenario, "open");
        const Session::State start{session.scenario(), session.base(), session.pins()};
        QRandomGenerator random(20261121);
        const auto entry =
            std::make_shared<const CompareEntry>(CompareEntry{{}, "p", {start.scenario, {}, {}}, {}});
        for (int i = 0; i < 10000; ++i) {
            const quint32 kind = random.bounded(10);
            if (kind == 0) {
                PinList pins = session.pins();
                if (pins.size() > 6)
                    pins.erase(pins.begin());
                else
                    pins.push_back({freeMark(pins), "pin " + std::to_string(i), "", entry});
                session.setPins(std::move(pins), "pins");
            } else if (kind == 1) {
                session.setBase(session.scenario(), random.bounded(2) == 0, "base");
            } else if (kind == 2) {
                session.open(session.catalog()->presets[random.bounded(5u)].scenario, "open");
            } else if (kind == 3 && session.undoStack()->canUndo()) {
                session.undoStack()->undo();
                if (random.bounded(2) == 0) session.undoStack()->redo();
            } else {
                session.edit(randomlyEdited(session.scenario(), random), "edit",
                             random.bounded(3) == 0 ? int(random.bounded(4u)) : -1);
            }
        }
        const Session::State end{session.scenario(), session.base(), session.pins()};
        const int last = session.undoStack()->index(); // some steps may be undone
        while (session.undoStack()->canUndo()) session.undoStack()->undo();
        QVERIFY(session.scenario() == start.scenario && session.base() == start.base &&
                session.pins() == start.pins);
        while (session.undoStack()->index() < last) session.undoStack()->redo();
        QVERIFY(session.scenario() == end.scenario && session.base() == end.base &&
                session.pins() == end.pins);
    }
};

MOE_TEST(PinsTest)
#include "pins_test.moc"
