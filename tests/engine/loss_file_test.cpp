#include "models/engine/loss_file.h"

#include "tests/engine/loss_support.h"

#include <QCryptographicHash>
#include <QtTest>

#include <cmath>

namespace moe::test {

class LossFileTest : public QObject {
    Q_OBJECT

    static Document reread(const Document& document) {
        const Result<Document> parsed = parseDocument(documentText(document), "surface.yaml");
        return parsed ? *parsed : Document{};
    }
    static LossSurface sample() {
        LossSurface surface = referenceSurface();
        surface.origin = "fit of 2438 runs (dense + MoE), Step Law tables; \"quoted\": # yes";
        surface.keptRows = 2438;
        surface.divergedRows = 181;
        surface.cost = 2070.721834;
        surface.iterations = 16;
        return surface;
    }
    static void compare(const LossSurface& a, const LossSurface& b) {
        QCOMPARE(a.c, b.c);
        QCOMPARE(a.origin, b.origin);
        QCOMPARE(a.keptRows, b.keptRows);
        QCOMPARE(a.divergedRows, b.divergedRows);
        QCOMPARE(a.cost, b.cost);
        QCOMPARE(a.iterations, b.iterations);
        QVERIFY(a.dense == b.dense);
        QVERIFY(a.moe == b.moe);
    }

private slots:
    void readsBackWhatItWrote() {
        const LossSurface surface = sample();
        const Document document =
            lossSurfaceDocument(surface, {{"dense.csv", "0123abc"}, {"moe.csv", "0e12"}});
        const Result<LossSurface> back = lossSurfaceFrom(reread(document));
        QVERIFY2(back.has_value(), back ? "" : toString(back.error()).c_str());
        compare(*back, surface);
    }

    void aKindThatWasNotFittedStaysAbsent() {
        LossSurface surface = sample();
        surface.moe.reset();
        const Result<LossSurface> back = lossSurfaceFrom(reread(lossSurfaceDocument(surface, {})));
        QVERIFY(back.has_value());
        compare(*back, surface);
    }

    void problems_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("problem");
        QTest::newRow("missing coefficient") << "a1"
                                             << ""
                                             << "surface.yaml: coefficients.a1: is missing";
        QTest::newRow("not a number")
            << "a1"
            << "steep"
            << "surface.yaml:17:7: coefficients.a1: expected a number, got \"steep\"";
        QTest::newRow("not finite") << "a1"
                                    << "inf"
                                    << "surface.yaml:17:7: coefficients.a1: expected a number, got \"inf\"";
        QTest::newRow("unknown key") << "a1"
                                     << "-0.5\n  a7: 1"
                                     << "surface.yaml:18:7: coefficients.a7: is not a key of a loss surface";
    }
    void problems() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, problem);
        QStringList lines =
            QString::fromStdString(documentText(lossSurfaceDocument(sample(), {{"a.csv", "0"}}))).split('\n');
        for (QString& line : lines)
            if (line.trimmed().startsWith(from + ":"))
                line = to.isEmpty() ? QString("  # gone") : "  " + from + ": " + to;
        const Result<Document> document = parseDocument(lines.join('\n').toStdString(), "surface.yaml");
        QVERIFY(document.has_value());
        const Result<LossSurface> surface = lossSurfaceFrom(*document, "surface.yaml");
        QVERIFY(!surface);
        QCOMPARE(surface.error().size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(toString(surface.error()[0])), problem);
    }

    void aNewerFormatIsRefused() {
        Document document = lossSurfaceDocument(sample(), {});
        document[0].values = {"moe-explorer/loss-surface/2"};
        QVERIFY(!lossSurfaceFrom(document));
    }

    void theShippedSurfaceIsTheFitOfThePublishedTables() {
        const Result<Document> document =
            parseDocument(resourceText("loss/surface.yaml"), "loss/surface.yaml");
        QVERIFY(document.has_value());
        const Result<LossSurface> shipped = lossSurfaceFrom(*document, "loss/surface.yaml");
        QVERIFY2(shipped.has_value(), shipped ? "" : toString(shipped.error()).c_str());
        QVERIFY(shipped->dense && shipped->moe);

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
        const LossTable denseTable = *readDenseLoss(dense, "dense"), moeTable = *readMoeLoss(moe, "moe");
        const Result<LossSurface> fit = fitLossSurface(&denseTable, &moeTable);
        QVERIFY(fit.has_value());
        QCOMPARE(shipped->keptRows, fit->keptRows);
        QCOMPARE(shipped->divergedRows, fit->divergedRows);
        QCOMPARE(shipped->origin, fit->origin);
        QVERIFY(shipped->dense == fit->dense);
        QVERIFY(shipped->moe == fit->moe);
        QVERIFY(std::abs(shipped->cost - fit->cost) < 1e-4);
        for (std::size_t k = 0; k < LossSurface::kSize; ++k)
            QVERIFY(std::abs(shipped->c[k] - fit->c[k]) < 1e-4);
        for (const LossTable* table : {&denseTable, &moeTable})
            for (const LossRow& row : lossRows(*table))
                QVERIFY(std::abs(lnLoss(shipped->c, row.at) - lnLoss(fit->c, row.at)) < 1e-5);
    }
};

} // namespace moe::test

using moe::test::LossFileTest;
MOE_TEST(LossFileTest)
#include "loss_file_test.moc"
