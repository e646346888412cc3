// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry.h"
#include "tests/ui/form_desk.h"
#include "ui/form/field_text.h"
#include "ui/form/room_knobs.h"

#include <QAccessible>

using namespace moe;
using namespace moe::ui;
using moe::test::Desk;

/// What the form says of rules, changes and hidden rows, and how it is moved through.
class FormRulesTest : public QObject {
    Q_OBJECT
private slots:
    void brokenRulesStandAtTheirRows() {
        Desk desk;
        const int before = desk.row("parallel.ep")->height();
        desk.type("parallel.ep", QStringLiteral("6"));
        QCOMPARE(desk.edits.back().scenario.parallel.ep, 6);
        const QString text = desk.plainMessage("parallel.ep");
        QVERIFY2(
            text.contains(QStringLiteral("Expert parallel 6 must divide 128 experts (nearest: 4 or 8).")),
            qPrintable(text));
        QCoreApplication::sendPostedEvents();
        QTRY_VERIFY(desk.row("parallel.ep")->height() > before);
        auto* label = desk.in<WarningLabel>("parallel.ep");
        QTRY_VERIFY(label->geometry().bottom() <= desk.row("parallel.ep")->height());
        desk.reset("parallel.ep")->click();
        QVERIFY(desk.message("parallel.ep").isEmpty());
        QTRY_COMPARE(desk.row("parallel.ep")->height(), before);
    }

    void aCureIsALinkThatSetsIt() {
        Desk desk;
        desk.type("parallel.ep", QStringLiteral("6"));
        auto* label = desk.in<WarningLabel>("parallel.ep");
        QVERIFY2(label->text().contains(QStringLiteral("<a href=\"set:parallel.ep=8\"")),
                 qPrintable(label->text()));
        emit label->linkActivated(QStringLiteral("set:parallel.ep=8"));
        QCOMPARE(desk.edits.back().scenario.parallel.ep, 8);
        QCOMPARE(desk.edits.back().what, QStringLiteral("Expert parallel → 8"));
        QVERIFY(!desk.edits.back().live && desk.message("parallel.ep").isEmpty());
        // What is not in the sentence stands behind it.
        const Problem limit{.key = "parallel.pp",
                            .rule = "must be at most the 61 layers",
                            .value = "100",
                            .cures = {{"parallel.pp", "32"}}};
        const QString html = problemHtml(limit, QLocale::c(), Qt::blue);
        QVERIFY2(html.endsWith(QStringLiteral(">Pipeline parallel 32</a>")), qPrintable(html));
    }

    void problemsOfHiddenRowsStandOnTop() {
        Desk desk;
        auto* top = desk.form.findChild<WarningLabel*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(!top->isVisible());
        desk.form.setProblems(
            {{.key = "parallel.cp", .rule = "must divide 4096 tokens of a sequence", .value = "3"},
             {.rule = "Something else is wrong"}});
        QVERIFY(top->isVisible());
        QVERIFY(top->text().contains(QStringLiteral("Context parallel 3 must divide 4096")));
        QVERIFY(top->text().contains(QStringLiteral("Something else is wrong.")));
        desk.reveal("parallel.cp");
        QVERIFY(desk.row("parallel.cp")->isVisible());
        QVERIFY(!top->text().contains(QStringLiteral("Context parallel")));
        QVERIFY(desk.message("parallel.cp").contains(QStringLiteral("Context parallel 3")));
        desk.form.setProblems({});
        QVERIFY(!top->isVisible());
    }

    void theFilterFindsByLabelKeySymbolAndGroup_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("found"); // the best
        QTest::addColumn<int>("rows");
        QTest::newRow("label") << "hidden si" << QByteArray("model.hidden") << 1;
        QTest::newRow("key") << "grad_bytes" << QByteArray("train.grad_bytes") << 1;
        // The key rollout.etp has no row while there is no reinforcement learning.
        QTest::newRow("symbol") << "ETP" << QByteArray("parallel.etp") << 1;
        QTest::newRow("group") << "routing seed" << QByteArray("routing.seed") << 1;
    }
    void theFilterFindsByLabelKeySymbolAndGroup() {
        QFETCH(QString, text);
        QFETCH(QByteArray, found);
        QFETCH(int, rows);
        Desk desk;
        desk.form.focusFilter();
        auto* filter = desk.form.findChild<QLineEdit*>("filter");
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, text);
        int shown = 0;
        for (FieldRow* row : desk.form.findChildren<FieldRow*>()) shown += row->isVisible() ? 1 : 0;
        QCOMPARE(shown, rows);
        QVERIFY(desk.row(found)->isVisible());
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(desk.row(found)->isAncestorOf(QApplication::focusWidget()));
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty());
        QVERIFY(desk.row("model.layers")->isVisible());
        QVERIFY(!desk.row("parallel.etp")->isVisible());
    }

    void sectionsComeAndGo() {
        Desk desk;
        desk.button(QStringLiteral("Remove experts"))->click();
        QVERIFY(!desk.edits.back().scenario.moe);
        QVERIFY(validate(desk.edits.back().scenario, *desk.catalog).empty());
        QVERIFY(!desk.row("moe.experts")->isVisible());
        QToolButton* add = desk.button(QStringLiteral("Add experts"));
        QVERIFY(add->isVisible());
        add->click();
        QVERIFY(desk.edits.back().scenario.moe == desk.base.moe);
        QVERIFY(desk.row("moe.experts")->isVisible());
        QVERIFY(desk.edits[0].gesture != desk.edits[1].gesture);

        desk.button(QStringLiteral("Add serving"))->click();
        QVERIFY(desk.edits.back().scenario.serve.has_value());
        QVERIFY(validate(desk.edits.back().scenario, *desk.catalog).empty());
        desk.button(QStringLiteral("Remove training"))->click();
        QVERIFY(!desk.edits.back().scenario.train);
    }

    void expertsCanBeAddedToADenseBase() {
        Desk desk;
        desk.base.moe.reset();
        desk.base.train.reset();
        desk.base.parallel.ep = 1;
        desk.base.model.ffn = 14336;
        desk.form.setScenario(desk.base, desk.base);
        desk.button(QStringLiteral("Add experts"))->click();
        desk.button(QStringLiteral("Add training"))->click();
        const Scenario& made = desk.edits.back().scenario;
        QCOMPARE(made.moe->expertFfn, 14336);
        QVERIFY(validate(made, *desk.catalog).empty());
        QVERIFY(!desk.isBold("moe.experts")); // the heading says that all of it is new
        QVERIFY(desk.button(QStringLiteral("Experts group"))->font().bold());
    }

    void aRoundTripChangesNothing() {
        Desk desk;
        desk.type("model.hidden", QStringLiteral("8k"));
        desk.type("train.lr", QStringLiteral("4e-4"));
        const Scenario edited = desk.edits.back().scenario;
        const std::size_t count = desk.edits.size();
        desk.form.setScenario(desk.base, desk.base);
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("4,096"));
        desk.form.setScenario(edited, desk.base);
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("8,000"));
        QCOMPARE(desk.edits.size(), count); // showing is not editing
        desk.type("model.layers", QStringLiteral("49"));
        Scenario expected = edited;
        expected.model.layers = 49;
        QVERIFY(desk.edits.back().scenario == expected);
    }

    void exactValuesSurviveRoundedText() {
        Desk desk;
        desk.base.train->tokens = 1234567890123;
        desk.form.setScenario(desk.base, desk.base);
        desk.box("train.tokens")->setFocus();
        desk.box("model.hidden")->setFocus();
        QVERIFY(desk.edits.empty());
    }

    void choicesFlagsAndTextsAreEdits() {
        Desk desk;
        auto* gpus = desk.in<QComboBox>("gpu.preset");
        QCOMPARE(gpus->currentText(), QStringLiteral("H100 SXM 80 GB"));
        gpus->setFocus();
        QTest::keyClick(gpus, Qt::Key_Down);
        QCOMPARE(desk.edits.back().scenario.gpu.preset, std::string("a100-sxm"));
        QCOMPARE(desk.box("gpu.memory_gib")->placeholder(), QStringLiteral("auto (80)"));
        desk.in<QCheckBox>("parallel.sequence_parallel")->click();
        QVERIFY(desk.edits.back().scenario.parallel.sequenceParallel);
        auto* recompute = desk.in<QLineEdit>("train.recompute");
        recompute->setFocus();
        recompute->selectAll();
        QTest::keyClicks(recompute, QStringLiteral("moe,layernorm"));
        QTest::keyClick(recompute, Qt::Key_Return);
        QCOMPARE(desk.edits.back().scenario.train->recompute.mode, Recompute::Mode::Selective);
        const std::size_t count = desk.edits.size();
        recompute->selectAll();
        QTest::keyClicks(recompute, QStringLiteral("everything"));
        QTest::keyClick(recompute, Qt::Key_Return);
        QCOMPARE(desk.edits.size(), count);
        QCOMPARE(recompute->text(), QStringLiteral("everything"));
        QVERIFY(!desk.message("train.recompute").isEmpty());
    }

    void everythingThatTakesTheFocusHasAName() {
        Desk desk;
        for (QWidget* widget : desk.form.findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()) continue;
            if (widget->window() != &desk.form) continue; // the list of a combo box
            const QString where = widget->parentWidget()->objectName() + QLatin1Char('/') +
                                  QString::fromLatin1(widget->metaObject()->className());
            // A button may go by what stands on it.
            QVERIFY2(!QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name).isEmpty(),
                     qPrintable(where));
        }
    }

    void nothingIsWiderThanTheDock_data() {
        QTest::addColumn<int>("points");
        QTest::newRow("normal") << 9;
        QTest::newRow("double") << 18;
    }
    void nothingIsWiderThanTheDock() {
        QFETCH(int, points);
        Desk desk;
        QFont font = desk.form.font();
        font.setPointSize(points);
        desk.form.setFont(font);
        desk.reveal("train.host_factor");
        desk.reveal("gpu.power_w");
        QCoreApplication::sendPostedEvents();
        auto* scroll = desk.form.findChild<QScrollArea*>();
        QCOMPARE(desk.form.width(), 355);
        QVERIFY(!scroll->horizontalScrollBar()->isVisible());
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
        for (FieldRow* row : desk.form.findChildren<FieldRow*>()) {
            if (!row->isVisible()) continue;
            for (QWidget* part : row->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                if (!part->isVisible()) continue;
                QVERIFY2(row->rect().contains(part->geometry()), row->field().key);
            }
            if (auto* slider = row->findChild<ValueSlider*>())
                QVERIFY2(slider->width() >= 40, row->field().key);
        }
    }

    void undoKeysReachTheWindowUnlessTextWasTyped() {
        Desk desk;
        QuantityBox* box = desk.box("model.hidden");
        box->setFocus();
        QKeyEvent idle(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        idle.ignore();
        QApplication::sendEvent(box, &idle);
        QVERIFY(!idle.isAccepted());
        QTest::keyClicks(box, QStringLiteral("5"));
        QKeyEvent typing(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        typing.ignore();
        QApplication::sendEvent(box, &typing);
        QVERIFY(typing.isAccepted());
    }

    void everyRowFollowsItsField() {
        Desk desk;
        // Once among all, and those that a room opens with once more.
        QCOMPARE(desk.form.findChildren<FieldRow*>().size(), qsizetype(fields().size() + roomKnobs().size()));
        for (const Field& field : fields()) QVERIFY2(desk.row(field.key), field.key);
        for (const RoomKnob& knob : roomKnobs())
            QVERIFY2(desk.row(("knob:" + std::string(knob.key)).c_str()), knob.key);
    }

    void aRevealedRowIsInSightAndHasTheFocus() {
        Desk desk({355, 400});
        for (const char* key : {"gpu.power_w", "model.qk_norm", "parallel.cp", "price.gpu_hour_usd"}) {
            desk.reveal(key);
            QVERIFY2(desk.row(key)->isAncestorOf(QApplication::focusWidget()), key);
            QTRY_COMPARE(desk.row(key)->visibleRegion().boundingRect(), desk.row(key)->rect());
        }
        desk.reveal("serve.prompt"); // absent: its "Add" button
        QCOMPARE(QApplication::focusWidget(), desk.button(QStringLiteral("Add serving")));
    }

    void moreTellsThatARowBehindItChanged() {
        Desk desk;
        QToolButton* more = desk.button(QStringLiteral("More rows of Parallelism"));
        QVERIFY(!more->font().bold());
        desk.form.setScenario(
            [&] {
                Scenario next = desk.base;
                next.parallel.cp = 2;
                return next;
            }(),
            desk.base);
        QVERIFY(more->font().bold());
        QVERIFY(more->toolTip().contains(QStringLiteral("1 of them changed")));
        more->click();
        QVERIFY(!more->font().bold());
        QVERIFY(desk.row("parallel.cp")->isVisible());
    }

    void autoStaysExplainedWhileARuleIsBroken() {
        Desk desk;
        const int before = desk.slider("gpu.memory_gib")->value();
        desk.type("parallel.ep", QStringLiteral("6"));
        QCOMPARE(desk.box("gpu.memory_gib")->placeholder(), QStringLiteral("auto (79.6)"));
        QCOMPARE(desk.slider("gpu.memory_gib")->value(), before);
    }

    void whatAutoComesToFitsItsBox() {
        Desk desk;
        for (const char* key : {"gpu.memory_gib", "gpu.bf16_tflops", "gpu.fp8_tflops", "gpu.bandwidth_tbps",
                                "model.kv_heads", "cluster.nic_gbps"}) {
            auto* line = desk.box(key)->findChild<QLineEdit*>();
            constexpr int kMargins = 4; // QLineEdit's own
            const int room = line->contentsRect().width() - kMargins;
            QVERIFY2(line->fontMetrics().horizontalAdvance(line->placeholderText()) <= room, key);
        }
    }

    void showingAScenarioIsFast() {
        Desk desk;
        Scenario next = desk.base;
        QElapsedTimer clock;
        double best = 1e9;
        for (int i = 0; i < 40; ++i) {
            next.model.hidden = i % 2 ? 4096 : 8192;
            clock.start();
            desk.form.setScenario(next, desk.base);
            best = std::min(best, double(clock.nsecsElapsed()) * 1e-6);
        }
        qInfo("setScenario: %.3f ms", best);
        QVERIFY(best < 2); // it runs at every step of a slider
    }
};

MOE_TEST(FormRulesTest)
#include "form_rules_test.moc"
