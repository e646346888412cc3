// SPDX-License-Identifier: GPL-3.0-or-later
// The page of designs: what it asks, draws, and makes of a double-click.

#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/recipe/design_view.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class DesignViewTest : public QObject {
    Q_OBJECT

    /// Three designs of the sample's model, half, once and twice as deep.
    static std::shared_ptr<const DesignPicture> picture(const Scenario& base) {
        auto made = std::make_shared<DesignPicture>();
        made->request.base = base;
        made->request.kind = BudgetKind::GpuHours;
        made->activeParams = 1e9;
        DesignMap& map = made->map;
        map.budget = 5000;
        map.experts = {8};
        map.best = 1;
        for (int i = 0; i < 3; ++i) {
            DesignPoint point;
            point.experts = 8;
            point.depth = std::pow(2., i - 1);
            point.params = 4e9 * point.depth;
            point.activeParams = 1e9 * point.depth;
            point.tokens = 2e10 / point.depth;
            point.loss = i == 1 ? 2 : 2.003;
            point.low = 1.99, point.high = 2.01;
            point.gpuHours = 5000;
            point.serveGpuHours = 0.1 * point.depth;
            point.near = true;
            point.leastTokens = 0.9 * point.tokens;
            map.points.push_back(point);
        }
        for (int i = 0; i < 8; ++i) {
            map.plane.activeParams.push_back(4e8 * std::pow(1.4, i));
            map.plane.tokens.push_back(5e9 * std::pow(1.5, i));
        }
        for (int i = 0; i < 64; ++i) map.plane.loss.push_back(2.4 - 0.004 * i);
        return made;
    }

private slots:
    void initTestCase() { useTestFont(); }

    void asksWithTheBudget() {
        const auto view =
            shownView<DesignView>(std::make_shared<const Report>(sampleReport()), false, QSize(1000, 560));
        QCOMPARE(view->question().arguments, QStringList({"flop", "", ""}));
        view->choose({"usd", "2M", "1T"});
        QCOMPARE(view->question().arguments, QStringList({"usd", "2M", "1T"}));
        Report serving = sampleReport();
        serving.scenario.train.reset();
        serving.train.reset();
        view->setReport(std::make_shared<const Report>(serving));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("nothing to design"), qPrintable(view->summary()));
    }

    void drawsTheRegion_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1000, 560);
        QTest::newRow("narrow") << QSize(480, 640);
    }
    void drawsTheRegion() {
        QFETCH(QSize, size);
        const Report report = sampleReport();
        const auto view = shownView<DesignView>(std::make_shared<const Report>(report), false, size);
        view->setAnswer({view->question(), picture(report.scenario)});
        view->grab();
        QVERIFY2(view->summary().contains("Designs of 500"), qPrintable(view->summary()));
        QCOMPARE(view->canvas()->hits().size(), 6); // on the map and along the losses
        for (const HitArea& hit : view->canvas()->hits())
            QVERIFY2(QRectF(QPointF(), QSizeF(size)).contains(hit.area.center()), qPrintable(hit.readOut));
        QCOMPARE(view->csv().count('\n'), 4);
    }

    void aPickedDesignIsTheScenario() {
        const Report report = sampleReport();
        const auto view =
            shownView<DesignView>(std::make_shared<const Report>(report), false, QSize(1000, 560));
        const auto catalog = std::make_shared<const Catalog>(numbersCatalog());
        view->setCatalog(catalog);
        auto designs = std::make_shared<DesignPicture>(*picture(report.scenario));
        // Twice as deep as the scenario, in its own numbers.
        Scenario twice = report.scenario;
        twice.model.layers *= 2;
        const ParamCounts counts = paramCounts(setupOf(twice, *catalog));
        designs->map.points[2].params = counts.nonEmbedding;
        designs->map.points[2].activeParams = counts.activeNonEmbedding;
        if (twice.moe) designs->map.points[2].experts = twice.moe->experts;
        view->setAnswer({view->question(), std::shared_ptr<const DesignPicture>(designs)});
        QSignalSpy edits(view.get(), &ReportView::edited), said(view.get(), &ReportView::readOut);
        emit view->canvas()->picked(1); // of other parameters than any knobs give: said, not taken
        QCOMPARE(edits.size(), 0);
        QVERIFY(!said.isEmpty() && said.back().front().toString().startsWith("Not taken"));
        emit view->canvas()->picked(2);
        QCOMPARE(edits.size(), 1);
        const auto made = edits.front().front().value<Edits>();
        QCOMPARE(made[0].first, std::string("model.layers"));
        QCOMPARE(made[0].second, std::to_string(2 * report.scenario.model.layers));
        QCOMPARE(made.back(), (std::pair<std::string, std::string>("train.tokens", "10000000000")));
    }
};

MOE_TEST(DesignViewTest)
#include "design_view_test.moc"
