// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows against the scenario as it was opened.
#include "ui/window/main_window.h"

#include "tests/ui/loss_fixture.h"
#include "ui/plots/loss/loss_view.h"
#include "ui/results/result_card.h"

#include <QComboBox>
#include <QStandardItemModel>
#include <QTest>
#include <QUndoStack>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class ChangesTest : public QObject {
    Q_OBJECT

    static QString lossCard(MainWindow& window) {
        for (const ResultCard* card : window.findChildren<ResultCard*>())
            if (card->accessibleName() == QLatin1String("Predicted loss"))
                return card->accessibleDescription();
        return {};
    }
    static bool offersDifference(MainWindow& window) {
        for (const QComboBox* box : window.findChild<LossView*>()->findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String("Colour stands for"))
                return qobject_cast<QStandardItemModel*>(box->model())->item(2)->isEnabled();
        return false;
    }

private slots:
    void cardsAndMapCompareWithTheOpenedScenario() {
        const auto catalog = shippedLossCatalog();
        const ReportPtr opened = reportOf(denseScenario(), *catalog);
        Scenario scenario = denseScenario();
        scenario.train->lr = 5e-3;
        const ReportPtr edited = reportOf(scenario, *catalog);
        QUndoStack history;
        MainWindow window(&history);
        window.showTab("loss");
        window.setCatalog(catalog);
        window.setReport(opened, 1);
        QVERIFY(!lossCard(window).contains("against")); // not known yet
        window.setBase(opened);
        QVERIFY2(!lossCard(window).contains("against"), qPrintable(lossCard(window)));
        QVERIFY(!offersDifference(window));
        window.setReport(edited, 1);
        QVERIFY2(lossCard(window).contains("against base"), qPrintable(lossCard(window)));
        QVERIFY(offersDifference(window));
        window.setReport(opened, 1);
        QVERIFY(!lossCard(window).contains("opened") && !offersDifference(window));
        window.setReport(edited, 1);
        window.setBase(nullptr); // another one is being opened
        QVERIFY(!lossCard(window).contains("opened") && !offersDifference(window));
    }
};

MOE_TEST(ChangesTest)
#include "changes_test.moc"
