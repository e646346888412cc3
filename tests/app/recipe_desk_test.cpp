// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one's own recipe in the window: read when a scenario names them, shown, kept with the work.

#include "app/window/window.h"
#include "tests/support/registry.h"
#include "ui/plots/recipe/recipe_view.h"
#include "ui/window/room_pages.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace moe;
using namespace moe::app;

class RecipeDeskTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();

        Fixture() {
            session.open(session.catalog()->preset("llama-3-8b")->scenario, "open");
            window.widget().show();
        }
        QString summary() { return window.widget().views().view("recipe")->summary(); }
        bool says(const QString& text) {
            return QTest::qWaitFor([&] { return summary().contains(text); }, 20000);
        }
        bool predictsIt() {
            return QTest::qWaitFor(
                [&] {
                    return session.report() && session.report()->loss && session.report()->loss->recipe &&
                           session.report()->scenario == session.scenario();
                },
                20000);
        }
    };

    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        QFile to(m_folder.filePath(QLatin1String(name)));
        if (!to.open(QIODevice::WriteOnly)) return {};
        to.write(text);
        return to.fileName();
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void aDroppedTableIsTheScenariosRecipe() {
        Fixture f;
        const QString path = file("runs.csv", "params,tokens,loss\n113283840,1908932608,3.747479\n"
                                              "113283840,38076416000,3.336689\n");
        f.window.openFiles({path});
        QCOMPARE(f.session.scenario().loss.recipe, path.toStdString());
        QCOMPARE(f.window.widget().currentViewKey(), QString("recipe"));
        QVERIFY2(f.says("from 2 runs"), qPrintable(f.summary()));
        QVERIFY(f.predictsIt());
        QCOMPARE(f.session.report()->loss->recipe->runs, 2);
        QVERIFY(f.window.sessionBytes().contains("runs.csv"));
        f.session.undoStack()->undo();
        QVERIFY(f.session.scenario().loss.recipe.empty());
    }

    void aShippedTableHasAName() {
        Fixture f;
        Scenario next = f.session.scenario();
        next.loss.recipe = "olmo-ladder";
        f.session.edit(next, "edit");
        QVERIFY(f.predictsIt());
        QCOMPARE(f.session.report()->loss->recipe->runs, 24);
    }

    void aBrokenTableIsToldOfWhereItWouldStand() {
        Fixture f;
        f.window.openFiles({file("bad.csv", "params,tokens,loss\n113283840,1908932608,many\n")});
        QVERIFY2(f.says("bad.csv:2"), qPrintable(f.summary()));
        QVERIFY(!f.session.report()->loss->recipe);
        // Mended and chosen again.
        f.window.openFiles({file("bad.csv", "params,tokens,loss\n113283840,1908932608,3.7\n")});
        QVERIFY2(f.says("from 1 run"), qPrintable(f.summary()));
    }

    void aMissingFileIsToldOf() {
        Fixture f;
        Scenario next = f.session.scenario();
        next.loss.recipe = m_folder.filePath("none.csv").toStdString();
        f.window.widget().showTab("recipe");
        f.session.edit(next, "edit");
        QVERIFY2(f.says("none.csv"), qPrintable(f.summary()));
    }
};

MOE_TEST(RecipeDeskTest)
#include "recipe_desk_test.moc"
