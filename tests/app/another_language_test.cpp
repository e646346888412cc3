// SPDX-License-Identifier: GPL-3.0-or-later
// Another language without a restart: the texts are new, the work and its history stay.

#include "app/window/language_setting.h"
#include "app/window/open_window.h"
#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"
#include "ui/export/view_choices.h"
#include "ui/window/room_pages.h"

#include <QAction>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace moe;
using namespace moe::app;

class AnotherLanguageTest : public QObject {
    Q_OBJECT

    static QStringList menuTexts(Window& window) {
        QStringList texts;
        for (const QAction* action : window.widget().findChildren<QAction*>()) texts << action->text();
        return texts;
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() {
        setLanguage(ui::LanguageChoice::English);
        installLanguage(ui::LanguageChoice::English);
        QSettings().remove("window/language");
        QLocale::setDefault(QLocale::c());
    }

    void theWorkStaysWhenTheLanguageChanges() {
        setLanguage(ui::LanguageChoice::English);
        installLanguage(ui::LanguageChoice::English);
        QTemporaryDir folder;
        OpenWindow open(shippedCatalog());
        open.window().show();
        open.window().startAutosave(folder.filePath("kept"));
        Session& session = open.window().session();
        session.open(session.catalog()->preset("deepseek-v3")->scenario, "open");
        Scenario next = session.scenario();
        QVERIFY(setField(next, "train.schedule", "zb-v").empty());
        session.edit(next, "another schedule");
        open.window().compare().pinScenario();
        open.window().widget().showTab("time");
        QTRY_VERIFY_WITH_TIMEOUT(session.report() && session.report()->scenario == session.shown(), 20000);
        ui::ReportView* view = open.window().widget().currentView();
        ui::applyViewChoice(*view, "beside=1f1b");
        QTRY_VERIFY(ui::viewChoices(*view).contains("beside=1f1b"));
        QVERIFY(menuTexts(open.window()).contains("&File"));
        const int steps = session.undoStack()->count();
        const Window* before = &open.window();

        emit open.window().widget().languageChosen(ui::LanguageChoice::German);
        QTRY_VERIFY(&open.window() != before);
        QVERIFY2(menuTexts(open.window()).contains("&Datei"), qPrintable(menuTexts(open.window()).join('|')));
        QCOMPARE(&open.window().session(), &session);
        QVERIFY(session.scenario() == next);
        QCOMPARE(session.pins().size(), std::size_t(1));
        QCOMPARE(session.undoStack()->count(), steps);
        QCOMPARE(open.window().widget().currentViewKey(), QString("time"));
        QTRY_VERIFY(ui::viewChoices(*open.window().widget().currentView()).contains("beside=1f1b"));
        QVERIFY(open.window().widget().isVisible());
        session.undoStack()->undo();
        session.undoStack()->undo();
        QVERIFY(!(session.scenario() == next));

        // The old window is gone, and back is as good as there.
        emit open.window().widget().languageChosen(ui::LanguageChoice::English);
        QTRY_VERIFY(menuTexts(open.window()).contains("&File"));
        emit open.window().widget().languageChosen(ui::LanguageChoice::English); // the same: nothing happens
        const Window* same = &open.window();
        QTest::qWait(20);
        QCOMPARE(&open.window(), same);
    }
};

MOE_TEST(AnotherLanguageTest)
#include "another_language_test.moc"
