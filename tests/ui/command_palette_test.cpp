// SPDX-License-Identifier: GPL-3.0-or-later
// The palette is used from the keyboard alone, changes nothing before Enter, and asks what rows would do.

#include "tests/engine/cases.h"
#include "ui/palette/command_palette.h"

#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace moe;
using namespace moe::ui;
using items::PaletteEntry;
using items::PaletteKind;

class CommandPaletteTest : public QObject {
    Q_OBJECT

    struct Desk {
        QWidget window;
        CommandPalette palette{&window};
        Scenario scenario = test::presetScenario("mixtral-8x7b");
        std::vector<Edits> edits;
        std::vector<bool> pinned;
        QStringList chosen;
        std::vector<Edits> asked;

        Desk() {
            window.resize(1200, 800);
            std::vector<PaletteEntry> entries = items::knobEntries(scenario, {"parallel.ep", "parallel.tp"});
            entries.push_back({PaletteKind::Picture, "view:memory", "Memory per GPU"});
            entries.push_back({PaletteKind::Command, "save", "Save", {}, {}, "Ctrl+S"});
            palette.setScenario(scenario, {});
            palette.setEntries(std::move(entries));
            QObject::connect(&palette, &CommandPalette::editsChosen, &window,
                             [this](const Edits& set, const QString&, bool pin) {
                                 edits.push_back(set);
                                 pinned.push_back(pin);
                             });
            QObject::connect(&palette, &CommandPalette::chosen, &window,
                             [this](const PaletteEntry& entry) { chosen << entry.key; });
            QObject::connect(&palette, &CommandPalette::outcomesWanted, &window,
                             [this](const std::vector<Edits>& all) { asked = all; });
            window.show();
            palette.open({100, 60, 1000, 600});
        }
        void type(const QString& text) { QTest::keyClicks(&palette.field(), text); }
        void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&palette.field(), key, modifiers);
        }
    };

private slots:
    void enterSetsTheValue() {
        Desk desk;
        desk.type("ep 4");
        QVERIFY(desk.edits.empty()); // nothing before Enter
        QVERIFY(!desk.asked.empty());
        QCOMPARE(desk.asked.front(), (Edits{{"parallel.ep", "4"}}));
        desk.press(Qt::Key_Return);
        QCOMPARE(desk.edits, (std::vector<Edits>{{{"parallel.ep", "4"}}}));
        QVERIFY(!desk.pinned.front() && !desk.palette.isVisible());
        QCOMPARE(desk.palette.recent().value(0), QString("parallel.ep"));
    }

    void controlEnterPins() {
        Desk desk;
        desk.type("ep 4");
        desk.press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(desk.pinned.size() == 1 && desk.pinned.front());
    }

    /// Alt+Enter takes what makes it fit, once that is known; before, the change itself.
    void altEnterMends() {
        Desk desk;
        desk.type("ep 4");
        const Edits mended{{"parallel.ep", "4"}, {"train.recompute", "full"}};
        desk.palette.setOutcome({{"parallel.ep", "4"}}, {"139 of 79.6 GiB", true, mended, "with recompute"});
        desk.press(Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(desk.edits, std::vector<Edits>{mended});
    }

    void escapeChangesNothing() {
        Desk desk;
        desk.type("ep 4");
        desk.press(Qt::Key_Escape);
        QVERIFY(!desk.palette.isVisible() && desk.edits.empty() && desk.chosen.isEmpty());
    }

    /// Headings are stepped over, both ways.
    void arrowsWalkTheRows() {
        Desk desk;
        desk.type("m");
        const int rows = int(desk.palette.answer().rows.size());
        QVERIFY(rows > 2);
        std::set<int> seen;
        for (int i = 0; i < rows; ++i) {
            seen.insert(desk.palette.list().currentIndex().data(Qt::UserRole).toInt());
            desk.press(Qt::Key_Down);
        }
        QCOMPARE(int(seen.size()), rows);
        QVERIFY(!seen.contains(-1));
        QCOMPARE(desk.palette.list().currentIndex().data(Qt::UserRole).toInt(), 0); // round
    }

    void commandsAndPictures() {
        Desk desk;
        desk.type("save");
        desk.press(Qt::Key_Return);
        QCOMPARE(desk.chosen, QStringList{"save"});
        desk.palette.open({});
        desk.type("memory per gpu");
        desk.press(Qt::Key_Return);
        QCOMPARE(desk.chosen, (QStringList{"save", "view:memory"}));
    }

    /// A value that cannot be is not taken.
    void wrongValuesStay() {
        Desk desk;
        desk.type("ep 0");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.palette.isVisible() && desk.edits.empty());
    }

    /// What is known of one scenario is not told of another.
    void outcomesAreOfTheScenario() {
        Desk desk;
        desk.type("ep 4");
        desk.palette.setOutcome({{"parallel.ep", "4"}}, {"fits", false, {}, {}});
        desk.asked.clear();
        Scenario other = desk.scenario;
        other.model.layers = 8;
        desk.palette.setScenario(other, {});
        QVERIFY(!desk.asked.empty());
    }
};

MOE_TEST(CommandPaletteTest)
#include "command_palette_test.moc"
