// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_file.h"

#include "tests/engine/loss_support.h"

#include <QCryptographicHash>
#include <QTest>

#include <cmath>

namespace moe::test {

class LossFileTest : public QObject {
    Q_OBJECT

    static Document reread(const Document& document) {
        const Result<Document> parsed = parseDocument(documentText(document), "model.yaml");
        return parsed ? *parsed : Document{};
    }
    static LossModel sample() {
        LossModel model = referenceModel();
        LossSurface& surface = model.surface;
        surface.origin = "fit of 2438 runs (dense + MoE), Step Law tables; \"quoted\": # yes";
        surface.keptRows = 2438;
        surface.divergedRows = 181;
        surface.cost = 2070.72183;
        surface.iterations = 16;
        model.residual.emplace();
        model.residual->shares = {0.25, 1};
        model.residual->pivots = {{-0.5, 1e-3, 0, 1, 2}, {0.1, 0.2, 0.3, 0.4, 0.333333333}};
        model.residual->beta = {1e-5, -1234.567};
        model.residual->factor = {40.5, -0.25, 432.125};
        model.spread.refits = {{.1, .2, .3, .4, .5, .6, .7}, {.7, .6, .5, .4, .3, .2, -.1}};
        return model;
    }
    static void compare(const LossModel& left, const LossModel& right) {
        const LossSurface &a = left.surface, &b = right.surface;
        QCOMPARE(a.c, b.c);
        QCOMPARE(a.origin, b.origin);
        QCOMPARE(a.keptRows, b.keptRows);
        QCOMPARE(a.divergedRows, b.divergedRows);
        QCOMPARE(a.cost, b.cost);
        QCOMPARE(a.iterations, b.iterations);
        QVERIFY(a.dense == b.dense);
        QVERIFY(a.moe == b.moe);
        QCOMPARE(left.residual.has_value(), right.residual.has_value());
        if (left.residual) {
            QCOMPARE(left.residual->shares, right.residual->shares);
            QCOMPARE(left.residual->pivots, right.residual->pivots);
            QCOMPARE(left.residual->beta, right.residual->beta);
            QCOMPARE(left.residual->factor, right.residual->factor);
        }
        QCOMPARE(left.spread.refits, right.spread.refits);
    }

private slots:
    void readsBackWhatItWrote() {
        const LossModel model = sample();
        const Document document = lossModelDocument(model, {{"dense.csv", "0123abc"}, {"moe.csv", "0e12"}});
        const Result<LossModel> back = lossModelFrom(reread(document));
        QVERIFY2(back.has_value(), back ? "" : toString(back.error()).c_str());
        compare(*back, model);
    }

    void whatWasNotFittedStaysAbsent() {
        LossModel model = sample();
        model.surface.moe.reset();
        model.residual.reset();
        model.spread.refits.clear();
        const Result<LossModel> back = lossModelFrom(reread(lossModelDocument(model, {})));
        QVERIFY(back.has_value());
        compare(*back, model);
    }

    void problems_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("problem");
        QTest::newRow("missing coefficient") << "a1"
                                             << ""
                                             << "model.yaml: coefficients.a1: is missing";
        QTest::newRow("not a number") << "a1"
                                      << "steep"
                                      << "model.yaml:17:7: coefficients.a1: expected a number, got \"steep\"";
        QTest::newRow("not finite") << "a1"
                                    << "inf"
                                    << "model.yaml:17:7: coefficients.a1: expected a number, got \"inf\"";
        QTest::newRow("unknown key") << "a1"
                                     << "-0.5\n  a7: 1"
                                     << "model.yaml:18:7: coefficients.a7: is not a key of a loss model";
    }
    void problems() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, problem);
        QStringList lines =
            QString::fromStdString(documentText(lossModelDocument(sample(), {{"a.csv", "0"}}))).split('\n');
        for (QString& line : lines)
            if (line.trimmed().startsWith(from + ":"))
                line = to.isEmpty() ? QString("  # gone") : "  " + from + ": " + to;
        const Result<Document> document = parseDocument(lines.join('\n').toStdString(), "model.yaml");
        QVERIFY(document.has_value());
        const Result<LossModel> model = lossModelFrom(*document, "model.yaml");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(toString(model.error()[0])), problem);
    }

    void aResidualThatDoesNotFitTogetherIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("problem");
        QTest::newRow("short factor") << "residual.factor"
                                      << "40.5 -0.25"
                                      << "residual.factor: must hold M(M + 1)/2 numbers";
        QTest::newRow("not a number") << "residual.factor"
                                      << "40.5 -0.25 many"
                                      << "residual.factor: expected finite numbers, got \"40.5 -0.25 many\"";
        QTest::newRow("infinite") << "residual.factor"
                                  << "40.5 -0.25 inf"
                                  << "residual.factor: expected finite numbers";
        QTest::newRow("weights") << "residual.beta"
                                 << "1"
                                 << "residual.beta: must have as many entries";
        QTest::newRow("refit") << "spread.refits"
                               << "1 2 3"
                               << "row 1 must hold 7 finite numbers";
    }
    void aResidualThatDoesNotFitTogetherIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, problem);
        Document document = lossModelDocument(sample(), {});
        for (DocumentEntry& entry : document)
            if (entry.key == key.toStdString()) entry.values = {value.toStdString()};
        const Result<LossModel> model = lossModelFrom(document);
        QVERIFY(!model);
        const QString found = QString::fromStdString(toString(model.error()));
        QVERIFY2(found.contains(problem), qPrintable(found));
    }

    void aNewerFormatIsRefused() {
        Document document = lossModelDocument(sample(), {});
        document[0].values = {"moe-explorer/loss-model/2"};
        QVERIFY(!lossModelFrom(document));
    }

    void theShippedModelIsTheFitOfThePublishedTables() {
        const Result<Document> document = parseDocument(resourceText("loss/model.yaml"), "loss/model.yaml");
        QVERIFY(document.has_value());
        const Result<LossModel> shipped = lossModelFrom(*document, "loss/model.yaml");
        QVERIFY2(shipped.has_value(), shipped ? "" : toString(shipped.error()).c_str());
        QVERIFY(shipped->surface.dense && shipped->surface.moe && shipped->residual);
        QCOMPARE(shipped->spread.refits.size(), std::size_t(64));

        const std::string dense = sharedText(kDenseTable), moe = sharedText(kMoeTable);
        MOE_NEED_SHARED(dense, "dense_lr_bs_loss.csv");
        MOE_NEED_SHARED(moe, "moe_lr_bs_loss.csv");
        std::vector<std::string> digests;
        for (const std::string& text : {dense, moe})
            digests.push_back(
                QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
                    .toHex()
                    .toStdString());
        for (const DocumentEntry& entry : *document) {
            if (entry.key == "sources.0.sha256") QCOMPARE(entry.text(), digests[0]);
            if (entry.key == "sources.1.sha256") QCOMPARE(entry.text(), digests[1]);
        }
        const PublishedLoss& published = publishedLoss();
        QVERIFY(published.fitted);
        const LossModel& fit = *published.fitted;
        QCOMPARE(shipped->surface.keptRows, fit.surface.keptRows);
        QCOMPARE(shipped->surface.divergedRows, fit.surface.divergedRows);
        QCOMPARE(shipped->surface.origin, fit.surface.origin);
        QVERIFY(shipped->surface.dense == fit.surface.dense);
        QVERIFY(shipped->surface.moe == fit.surface.moe);
        QVERIFY(std::abs(shipped->surface.cost - fit.surface.cost) < 1e-4);
        for (const LossTable* table : {&published.dense, &published.moe}) {
            for (std::size_t i = 0; i < table->runs.size(); i += 7) {
                const LossPoint at = pointOf(*table, table->runs[i]);
                const LossPrediction a = shipped->predict(at), b = fit.predict(at);
                QVERIFY(std::abs(a.loss - b.loss) <= 1e-6 * b.loss);
                QVERIFY(std::abs(a.sd - b.sd) <= 1e-2 * b.sd);
                QCOMPARE(a.inside, b.inside);
            }
        }
    }
};

} // namespace moe::test

using moe::test::LossFileTest;
MOE_TEST(LossFileTest)
#include "loss_file_test.moc"
