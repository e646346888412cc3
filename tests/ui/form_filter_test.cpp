// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry.h"
#include "tests/ui/form_desk.h"
#include "ui/form/field_text.h"

using namespace moe;
using namespace moe::ui;
using moe::test::Desk;

/// What the filter finds, and the words that a list takes.
class FormFilterTest : public QObject {
    Q_OBJECT
private slots:
    void enterGoesToTheBestMatch_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("best");
        QTest::newRow("label, though others hold it") << "gpus" << QByteArray("cluster.gpus");
        QTest::newRow("last part of the key") << "top_k" << QByteArray("moe.top_k");
        QTest::newRow("symbol") << "ep" << QByteArray("parallel.ep");
        QTest::newRow("begins") << "micro" << QByteArray("train.micro_batch");
        QTest::newRow("words apart") << "size expert" << QByteArray("moe.expert_ffn");
    }
    void enterGoesToTheBestMatch() {
        QFETCH(QString, text);
        QFETCH(QByteArray, best);
        Desk desk;
        desk.form.focusFilter();
        auto* filter = desk.form.findChild<QLineEdit*>("filter");
        QTest::keyClicks(filter, text);
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY2(desk.row(best)->isAncestorOf(QApplication::focusWidget()),
                 qPrintable(QApplication::focusWidget()->accessibleName()));
        QTRY_COMPARE(desk.row(best)->visibleRegion().boundingRect(), desk.row(best)->rect());
    }

    /// Ctrl+Z in the filter takes back what was typed there, else it is the window's.
    void undoInTheFilterIsTheWindowsWithoutText() {
        Desk desk;
        desk.form.focusFilter();
        auto* filter = desk.form.findChild<QLineEdit*>("filter");
        const auto keeps = [&] {
            QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
            undo.ignore();
            QApplication::sendEvent(filter, &undo);
            return undo.isAccepted();
        };
        QVERIFY(!keeps());
        QTest::keyClicks(filter, "gpus");
        QVERIFY(keeps());
        desk.form.clearFilter();
        QVERIFY(!keeps());
    }

    void filtersAreRanked() {
        const auto rank = [](const char* key, const char* filter) {
            return filterRank(*findField(key), filter);
        };
        QCOMPARE(rank("cluster.gpus", "GPUS"), 0);
        QCOMPARE(rank("model.hidden", " hidden  si"), 1);
        QCOMPARE(rank("model.hidden", "size"), 2);
        QCOMPARE(rank("train.grad_bytes", "bytes"), 2);
        QCOMPARE(rank("model.hidden", "idden"), 3);
        QCOMPARE(rank("model.hidden", "size hidden"), 4);
    }

    void whatIsTypedAfterEnterGoesIntoTheBox() {
        Desk desk;
        desk.form.focusFilter();
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("gpus"));
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_1, Qt::Key_2, Qt::Key_8, Qt::Key_Return})
            QTest::keyClick(QApplication::focusWidget(), key);
        QCOMPARE(desk.edits.back().scenario.cluster.gpus, 128);
        QVERIFY(!desk.row("model.layers")->isVisible());
        desk.form.clearFilter();
        QVERIFY(desk.row("model.layers")->isVisible());
    }

    void listedWordsAreTicked() {
        Desk desk;
        desk.reveal("train.recompute");
        auto* line = desk.in<QLineEdit>("train.recompute");
        QVERIFY(line->hasFocus());
        QTest::keyClick(line, Qt::Key_Down, Qt::AltModifier);
        auto* list = desk.in<QMenu>("train.recompute");
        QVERIFY(list->isVisible());
        QStringList offered;
        for (const QAction* action : list->actions()) offered << action->text();
        QCOMPARE(offered.size(), qsizetype(findField("train.recompute")->words.size()));
        const auto tick = [&](const char* word) {
            list->setActiveAction(list->actions()[offered.indexOf(word)]);
            QTest::keyClick(list, Qt::Key_Space);
            QVERIFY(list->isVisible()); // for the next word
        };
        const auto ticked = [&] {
            QStringList words;
            for (const QAction* action : list->actions())
                if (action->isChecked()) words << action->text();
            return words.join(' ');
        };
        QCOMPARE(ticked(), QString("none"));
        tick("moe_act");
        tick("layernorm");
        QCOMPARE(ticked(), QString("layernorm moe_act"));
        QCOMPARE(line->text(), QString("layernorm,moe_act"));
        tick("full"); // alone
        QCOMPARE(ticked(), QString("full"));
        QCOMPARE(desk.edits.back().scenario.train->recompute.mode, Recompute::Mode::Full);
        tick("full");
        QCOMPARE(ticked(), QString("none"));
        list->close();
    }

    void listedWordsAreCompleted() {
        Desk desk;
        desk.reveal("train.recompute");
        auto* line = desk.in<QLineEdit>("train.recompute");
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("layernorm,mla"));
        QTRY_VERIFY(line->completer()->popup()->isVisible());
        QWidget* popup = line->completer()->popup();
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QTRY_COMPARE(line->text(), QString("layernorm,mla_up_proj"));
        QTRY_VERIFY(!desk.edits.empty());
        QVERIFY(desk.edits.back().scenario.train->recompute.has(RecomputePart::MlaUpProj));
        QVERIFY(desk.message("train.recompute").isEmpty() ||
                desk.message("train.recompute").contains("MLA")); // the form's scenario has no MLA
    }
};

MOE_TEST(FormFilterTest)
#include "form_filter_test.moc"
