// SPDX-License-Identifier: GPL-3.0-or-later
// A design that is taken from the map is the design that was on it.

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/loss_design.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class LossDesignEditsTest : public QObject {
    Q_OBJECT
private slots:
    void takenIsWhatWasShown_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"deepseek-v3", "mixtral-8x7b", "qwen3-30b-a3b", "llama-3-8b"})
            QTest::newRow(preset) << preset;
    }
    void takenIsWhatWasShown() {
        QFETCH(QString, preset);
        const Catalog& catalog = numbersCatalog();
        DesignRequest request;
        request.base = presetScenario(preset.toStdString());
        request.ownBudget = true;
        const Result<DesignMap> map = lossDesign(request, catalog);
        QVERIFY(map.has_value());
        int taken = 0;
        for (std::size_t i = 0; i < map->points.size(); i += 7) {
            const DesignPoint& point = map->points[i];
            const Result<DesignEdits> edits = designEdits(request, point, catalog);
            if (!edits) continue; // said, not taken
            Scenario made = request.base;
            for (const auto& [key, value] : *edits) QVERIFY2(setField(made, key, value).empty(), key.c_str());
            QVERIFY(validate(made, catalog).empty());
            const ParamCounts counts = paramCounts(setupOf(made, catalog));
            QVERIFY2(std::abs(counts.nonEmbedding / point.params - 1) <= kDesignOff &&
                         std::abs(counts.activeNonEmbedding / point.activeParams - 1) <= kDesignOff,
                     qPrintable(QStringLiteral("%1 of %2, active %3 of %4")
                                    .arg(counts.nonEmbedding)
                                    .arg(point.params)
                                    .arg(counts.activeNonEmbedding)
                                    .arg(point.activeParams)));
            // The compute stays that of the budget.
            QVERIFY(std::abs(made.train->tokens * counts.activeNonEmbedding /
                                 (point.tokens * point.activeParams) -
                             1) < 1e-6);
            ++taken;
        }
        QVERIFY2(taken >= 3, qPrintable(QString::number(taken)));
    }
    void theEdgeIsCalledOne() {
        DesignMap map;
        map.experts = {32, 64, 128};
        map.points.resize(2);
        map.points[0].experts = 64;
        map.points[1].experts = 128;
        map.best = 0;
        QVERIFY(!isAtEdge(map));
        map.best = 1;
        QVERIFY(isAtEdge(map));
        map.experts = {8};
        QVERIFY(!isAtEdge(map)); // nothing else could be tried
    }
};

MOE_TEST(LossDesignEditsTest)
#include "loss_design_edits_test.moc"
