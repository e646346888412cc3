// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the form, and what ends it.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "tests/support/registry.h"
#include "ui/form/scenario_form.h"

#include <QLineEdit>
#include <QTest>

using namespace moe;
using namespace moe::app;

class FilterTest : public QObject {
    Q_OBJECT
private slots:
    void whatOpensSomethingShowsEveryKnobAgain() {
        Window window(shippedCatalog());
        auto* form = window.widget().findChild<ui::ScenarioForm*>();
        auto* filter = form->findChild<QLineEdit*>("filter");
        const auto cleared = [&](const auto& act) {
            filter->setText("gpus");
            act();
            return filter->text().isEmpty();
        };
        QVERIFY(cleared([&] { emit window.widget().presetChosen("olmoe-1b-7b"); }));
        QVERIFY(cleared([&] { emit window.widget().presetChosen("olmoe-1b-7b"); })); // though nothing changes
        QVERIFY(cleared([&] { window.openFiles({MOE_SOURCE_DIR "/resources/presets/mixtral-8x7b.yaml"}); }));
        QVERIFY(cleared([&] { window.widget().startLesson("tour"); }));
        QVERIFY(!cleared([&] {
            Scenario next = window.session().scenario();
            next.model.layers += 1;
            window.session().edit(next, "layers");
        }));
    }
};

MOE_TEST(FilterTest)
#include "filter_test.moc"
