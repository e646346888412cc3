// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explain_view.h"

#include "models/engine/evaluate.h"
#include "models/engine/loss/model/loss_file.h"
#include "tests/engine/cases.h"
#include "tests/ui/plot_fixture.h"
#include "ui/form/field_row.h"
#include "ui/results/result_card.h"
#include "ui/views/view_list.h"
#include "ui/window/main_window.h"
#include "ui/window/room_pages.h"

#include "data/document.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUndoStack>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class ExplainViewTest : public QObject {
    Q_OBJECT

    CatalogPtr m_catalog;

    ReportPtr report(const char* preset) const {
        return shared(evaluate(presetScenario(preset), *m_catalog, Detail::Numbers));
    }
    std::unique_ptr<ExplainView> shown(const ReportPtr& report, QSize size = {690, 560}, bool dark = false) {
        auto view = std::make_unique<ExplainView>();
        view->setPalette(windowPalette(dark));
        view->setAutoFillBackground(true);
        view->resize(size);
        view->setCatalog(m_catalog);
        view->setReport(report);
        view->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
        return view;
    }
    static QTextBrowser* text(const QWidget& view) { return view.findChild<QTextBrowser*>(); }
    static QPushButton* button(const QWidget& view, const QString& label) {
        for (QPushButton* candidate : view.findChildren<QPushButton*>())
            if (candidate->text().remove('&') == label) return candidate;
        return nullptr;
    }
    static void follow(const QWidget& view, const QString& link) {
        emit text(view)->anchorClicked(QUrl(link));
    }

private slots:
    void initTestCase() {
        auto catalog = std::make_shared<Catalog>(shippedCatalog());
        const Document document = valueOf(parseDocument(resourceText("loss/model.yaml"), "model.yaml"));
        catalog->lossModel =
            std::make_shared<const LossModel>(valueOf(lossModelFrom(document, "model.yaml")));
        m_catalog = catalog;
    }

    void everyNumberCanBeShown_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"mixtral-8x7b", "llama-3-8b", "reference", "deepseek-v3"})
            QTest::newRow(preset) << preset;
    }
    void everyNumberCanBeShown() {
        QFETCH(QString, preset);
        const auto view = shown(report(qPrintable(preset)));
        QTest::failOnWarning(QRegularExpression(".*"));
        for (const AccountRow& row : accountRows()) {
            QVERIFY(view->showAccount(QString::fromStdString(row.key)));
            QCOMPARE(view->currentKey(), QString::fromStdString(row.key));
            QVERIFY(text(*view)->toPlainText().contains("Source"));
            // Nothing is cut off at the right at the smallest window.
            QVERIFY2(text(*view)->document()->idealWidth() <= text(*view)->viewport()->width() + 1,
                     row.key.c_str());
        }
        QVERIFY(!view->showAccount("dense_weights"));
        QVERIFY(!view->showAccount(""));
    }

    void itFollowsTheReport() {
        const auto view = shown(report("llama-3-8b"));
        view->showAccount("params.total");
        const QString before = text(*view)->toPlainText();
        view->setReport(report("mixtral-8x7b"));
        QCOMPARE(view->currentKey(), QString("params.total"));
        QVERIFY(text(*view)->toPlainText() != before);
        view->hide();
        view->setReport(report("llama-3-8b"));
        view->show();
        QCOMPARE(text(*view)->toPlainText(), before);
    }

    void linksLeadToKnobsAndToOtherAccounts() {
        const auto view = shown(report("mixtral-8x7b"));
        QSignalSpy fields(view.get(), &ExplainView::fieldActivated);
        view->showAccount("memory.peak_bytes");
        QVERIFY(text(*view)->toHtml().contains("account:memory.terms.expert_mlp"));
        follow(*view, "account:memory.terms.expert_mlp");
        QCOMPARE(view->currentKey(), QString("memory.terms.expert_mlp"));
        QVERIFY(text(*view)->toHtml().contains("field:moe.top_k"));
        follow(*view, "field:moe.top_k");
        QCOMPARE(fields.size(), 1);
        QCOMPARE(fields[0][0].toString(), QString("moe.top_k"));
        QCOMPARE(view->currentKey(), QString("memory.terms.expert_mlp"));
    }

    void backAndForward() {
        const auto view = shown(report("mixtral-8x7b"));
        const QString first = view->currentKey();
        view->showAccount("train.step_seconds");
        view->showAccount("train.terms.gemm");
        view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        text(*view)->setFocus();
        QTest::keyClick(text(*view), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(view->currentKey(), QString("train.step_seconds"));
        QTest::keyClick(text(*view), Qt::Key_Left, Qt::AltModifier);
        QTest::keyClick(text(*view), Qt::Key_Left, Qt::AltModifier); // there is no further
        QCOMPARE(view->currentKey(), first);
        QTest::keyClick(text(*view), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(view->currentKey(), QString("train.step_seconds"));
        view->showAccount("loss.value"); // a new way: what was ahead is gone
        QTest::keyClick(text(*view), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(view->currentKey(), QString("loss.value"));
        QCOMPARE(view->findChild<QListWidget*>()->currentItem()->data(Qt::UserRole).toString(),
                 QString("loss.value"));
    }

    void theListIsSearched() {
        const auto view = shown(report("mixtral-8x7b"));
        auto* filter = view->findChild<QLineEdit*>();
        auto* list = view->findChild<QListWidget*>();
        QTest::keyClicks(filter, "optimizer memory");
        QStringList visible;
        for (int i = 0; i < list->count(); ++i)
            if (!list->item(i)->isHidden()) visible << list->item(i)->text().trimmed();
        QCOMPARE(visible,
                 QStringList({"Memory", "Optimizer, dense", "Optimizer, experts", "Optimizer, adapters"}));
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(view->currentKey(), QString("memory.terms.dense_optimizer"));
        filter->setText("nonsense");
        bool said = false;
        for (const QLabel* label : view->findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text() == "No number has these words.");
        QVERIFY(said);
        filter->clear();
        QVERIFY(!list->item(0)->isHidden());
    }

    void accountsAreCopied() {
        const auto view = shown(report("mixtral-8x7b"));
        view->showAccount("memory.terms.dense_weights");
        QPushButton* markdown = button(*view, "Copy Markdown");
        QTest::mouseClick(markdown, Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("## Weights, dense\n"));
        QCOMPARE(markdown->text(), QString("Copied"));
        QTRY_COMPARE(markdown->text().remove('&'), QString("Copy Markdown"));
        QTest::mouseClick(button(*view, "Copy LaTeX"), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains("\\begin{align*}"));
    }

    void aMissingNumberSaysWhy() {
        const auto view = shown(report("llama-3-8b"));
        view->showAccount("network.dispatch_seconds");
        bool said = false;
        for (const QLabel* label : view->findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text() == "A dense model has no experts.");
        QVERIFY(said);
    }

    void withoutAReportItSaysSo() {
        const auto view = shown(nullptr);
        QVERIFY(text(*view)->toPlainText().isEmpty());
        QVERIFY(!button(*view, "Copy Markdown")->isEnabled());
    }

    void theWindowLeadsFromNumbersToTheirAccountsAndOnToTheForm() {
        QUndoStack history;
        MainWindow window(&history);
        window.resize(1280, 720);
        window.setCatalog(m_catalog);
        const Scenario scenario = presetScenario("mixtral-8x7b");
        window.setScenario(scenario, scenario);
        window.setReport(report("mixtral-8x7b"), 1);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.showTab("explain");
        auto* view = window.findChild<ExplainView*>();
        QVERIFY(view);
        for (const ViewRow& row : viewList()) {
            window.showTab(row.key);
            emit window.currentView()->explain("memory.terms.expert_weights");
            QCOMPARE(window.currentViewKey(), QString(row.key)); // the picture stays
            QVERIFY(view->isVisible());
            QCOMPARE(view->currentKey(), QString("memory.terms.expert_weights"));
            window.closeExplain();
            QVERIFY(!view->isVisible());
        }
        window.showTab("memory");
        emit window.currentView()->explain("no_such_number");
        QVERIFY(!view->isVisible());

        auto* card = window.findChild<ResultCard*>("train.step_seconds");
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Question);
        QVERIFY(view->isVisible());
        QCOMPARE(view->currentKey(), QString("train.step_seconds"));
        window.showTab("loss");
        QContextMenuEvent context(QContextMenuEvent::Mouse, {5, 5}, card->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(card, &context);
        auto* menu = card->findChild<QMenu*>();
        QVERIFY(menu && menu->actions().size() == 1);
        menu->actions().first()->trigger();
        QVERIFY(view->isVisible());
        delete menu;

        QVERIFY(window.grab().save(picturePath("explain-window.png")));
        // A scenario that only serves has the serving metric on the card.
        Scenario serving = scenario;
        serving.train.reset();
        serving.serve.emplace();
        window.setReport(shared(evaluate(serving, *m_catalog, Detail::Numbers)), 1);
        window.showTab("latency");
        QTest::keyClick(card, Qt::Key_Question);
        QCOMPARE(view->currentKey(), QString("serve.tpot_seconds"));

        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        emit view->fieldActivated("moe.top_k");
        QWidget* focused = window.focusWidget();
        while (focused && !qobject_cast<FieldRow*>(focused)) focused = focused->parentWidget();
        QVERIFY(focused);
        QCOMPARE(std::string(static_cast<FieldRow*>(focused)->field().key), std::string("moe.top_k"));
    }

    void pictures_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("peak-small") << "memory.peak_bytes" << QSize(690, 560) << false;
        QTest::newRow("peak-dark") << "memory.peak_bytes" << QSize(1200, 800) << true;
        QTest::newRow("attention") << "memory.terms.attention" << QSize(690, 560) << false;
        QTest::newRow("gemm-dark") << "train.terms.gemm" << QSize(690, 560) << true;
        QTest::newRow("step") << "train.step_seconds" << QSize(1200, 800) << false;
        QTest::newRow("loss") << "loss.value" << QSize(1200, 800) << false;
        QTest::newRow("serve") << "serve.tpot_seconds" << QSize(690, 560) << false;
        QTest::newRow("dispatch") << "network.dispatch_seconds" << QSize(690, 560) << true;
    }
    void pictures() {
        QFETCH(QString, key);
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        const auto view = shown(report("deepseek-v3"), size, dark);
        view->showAccount(key);
        QTest::qWait(30);
        QVERIFY(view->grab().save(picturePath(QString("explain-%1.png").arg(QTest::currentDataTag()))));
    }
};

MOE_TEST(ExplainViewTest)
#include "explain_view_test.moc"
