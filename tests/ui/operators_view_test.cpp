// SPDX-License-Identifier: GPL-3.0-or-later
// Profiled operators beside the analytic model, from a report built by hand.

#include "tests/support/registry.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/time/operators_view.h"

#include <QSignalSpy>
#include <QTableWidget>

using namespace moe;
using namespace moe::ui;

namespace {

ReportPtr profiledReport() {
    auto report = std::make_shared<Report>();
    report->scenario.train.emplace();
    report->scenario.serve.emplace();
    ProfileReport profiles;
    profiles.from = "a100 meta-llama/Llama-2-70b-hf, TP 2, shipped curves";
    ProfiledPass decode{"decode", "Decode step", true, {}};
    decode.operators = {
        {"mlp_up_proj", "MLP up (and gate)", 1, {316e-6}, Seconds{330e-6}, Origin::Interpolated, 0.013},
        {"attn_decode", "Attention, decode", 1, {62.5e-6}, Seconds{50e-6}, Origin::Measured, 0.032},
        {"all_reduce", "All-reduce", 2, {51.5e-6}, std::nullopt, Origin::Extrapolated, std::nullopt}};
    ProfiledPass train{"train", "Forward pass of a micro-batch", false, {decode.operators.front()}};
    profiles.passes = {train, decode};
    report->profiles = profiles;
    return report;
}

} // namespace

class OperatorsViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestFont(); }

    void bothTimesAndTheirOriginAreTold() {
        const auto view = test::shownView<OperatorsView>(profiledReport());
        QVERIFY(view->summary().contains("stands beside") || view->summary().contains("stand beside"));
        test::toolAction(*view, "Decode")->trigger();
        QVERIFY(view->summary().contains("Decode step") && view->summary().contains("use the profiles"));
        view->grab();
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), 3);
        QVERIFY(hits[0].readOut.contains("interpolated, ±1.3 %"));
        QVERIFY(hits[1].readOut.contains("measured"));
        QVERIFY(hits[2].readOut.contains("× 2") && hits[2].readOut.contains("analytic none"));
        QCOMPARE(view->csv().count('\n'), 5); // header, one operator of training, three of decode
    }
    void withoutProfilesItSaysWhatWouldFit() {
        auto report = std::make_shared<Report>();
        report->scenario.train.emplace();
        const auto view = test::shownView<OperatorsView>(report);
        QVERIFY(view->summary().contains("No operator profile fits"));
    }
    void pictures() {
        for (bool dark : {false, true}) {
            const auto view = test::shownView<OperatorsView>(profiledReport(), dark);
            test::toolAction(*view, "Decode")->trigger();
            test::savePicture(*view, dark, "operators");
        }
    }
};

MOE_TEST(OperatorsViewTest)
#include "operators_view_test.moc"
