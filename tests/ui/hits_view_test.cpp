// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of a prefix cache's hits says and draws.

#include "ui/plots/serve/hits_view.h"

#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"

#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class HitsViewTest : public QObject {
    Q_OBJECT

    /// Eight turns, each a block longer: 36 blocks, of which every turn finds what came before it, 28.
    static HashTrace conversation() {
        HashTrace trace;
        for (int turn = 0; turn < 8; ++turn) {
            HashedRequest request;
            request.arrival = turn;
            request.input = 512 * (turn + 1);
            request.first = trace.blocks.size();
            request.count = std::size_t(turn) + 1;
            for (int i = 0; i <= turn; ++i) trace.blocks.push_back(std::uint32_t(i));
            trace.requests.push_back(request);
            trace.tokens += request.input;
        }
        trace.distinct = 8;
        return trace;
    }

private slots:
    void initTestCase() { useTestFont(); }

    void saysWhatIsFoundAndWhere() {
        const HashTrace trace = conversation();
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        HitsPicture picture{trace.requests.size(), trace.blocks.size(), trace.blockTokens, {}, {}};
        picture.curve = hitCurve(trace, ranks, {1, 2, 4, 8});
        const std::vector<double> tiers = tierHits(trace, ranks, {4, kNoLimit}, false);
        picture.tiers = {{4, 4, tiers[0]}, {kNoLimit, kNoLimit, tiers[1]}};
        HitsView view(picture);
        QVERIFY2(view.summary().startsWith("8 requests, 36 blocks of 512 tokens") &&
                     view.summary().contains("at most 77.8 % of the blocks") &&
                     view.summary().contains("These tiers find 77.8 %."),
                 qPrintable(view.summary()));
        DrawnTexts paper;
        FigureStyle style;
        style.widthMm = 180, style.heightMm = 120;
        view.drawFigure(&paper, 1, style);
        const QString drawn = paper.texts.join('|');
        for (const QString& part : {QString("tier 0 (4 blocks): "), QString("tier 1 (no limit): "),
                                    QString("of prompt tokens"), QString("Size of the cache (blocks)")})
            QVERIFY2(drawn.contains(part), qPrintable(drawn));
        QCOMPARE(view.csv().trimmed().count(QLatin1Char('\n')), 4);
    }
};

MOE_TEST(HitsViewTest)
#include "hits_view_test.moc"
