// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of every view as a file: the same bytes in every process, sound for foreign programs, and open
// again as its scenario.

#include "app/commands/command.h"
#include "app/figures/figure_views.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/figure_scenario.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace moe;

namespace {

using test::explorer, test::run, test::Outcome;

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool has(const char* program) {
    return !QStandardPaths::findExecutable(QLatin1String(program)).isEmpty();
}

/// Offsets of the cross-reference table point at the objects they name.
QString pdfFault(const QByteArray& pdf) {
    if (!pdf.startsWith("%PDF-1.") || !pdf.trimmed().endsWith("%%EOF")) return "no PDF";
    const qsizetype start = pdf.lastIndexOf("startxref\n");
    const qsizetype table = pdf.mid(start + 10, 20).split('\n').first().trimmed().toLongLong();
    if (!pdf.mid(table).startsWith("xref\n")) return "startxref does not point at the table";
    const QList<QByteArray> lines = pdf.mid(table, start - table).split('\n');
    const int count = lines[1].split(' ').last().toInt();
    for (int i = 1; i < count; ++i) {
        const QByteArray line = lines[i + 2];
        if (line.mid(17, 1) == "n" &&
            !pdf.mid(line.left(10).toLongLong()).startsWith(QByteArray::number(i) + " 0 obj"))
            return QStringLiteral("object %1 is not where the table says").arg(i);
    }
    return {};
}

/// Its scenarios all train.
std::vector<const ui::ViewRow*> drawn() {
    return ui::viewsOf(Side::Training);
}

} // namespace

class RenderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
        return file.fileName();
    }
    void all(const QString& folder, const QString& format, const QStringList& scenario) {
        QDir(m_folder.filePath(folder)).removeRecursively(); // of another scenario, with other views
        const Outcome outcome =
            explorer(QStringList{"render", "--all", "-o", m_folder.filePath(folder), "--format", format,
                                 "--width", "85mm", "--height", "60mm"} +
                     scenario);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out.count('\n') + outcome.err.count(": left out: "), drawn().size());
        QVERIFY2(outcome.err.contains("mine: left out: "), qPrintable(outcome.err)); // nothing was measured
    }

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void everyFigureOfEveryView_data() {
        QTest::addColumn<QStringList>("scenario");
        // A name that is markup, a PDF string, a path and a control character at once.
        const QString hostile = write(
            "hostile.yaml",
            "schema: moe-explorer/scenario/1\n"
            "name: \"</title><script>&amp; (\\\\) %PDF /CreationDate (D:1) ]]> \\x01 \\u202e ünï ../../x\"\n"
            "note: \"--> <desc>&lt;</desc>\"\n"
            "model: {layers: 4, hidden: 512, ffn: 2048, heads: 8, vocab: 1000, sequence: 512}\n"
            "train: {global_batch: 8, tokens: 1e9, lr: 1e-3}\ncluster: {gpus: 8}\n");
        QTest::newRow("MoE that trains and serves") << QStringList{"--preset", "qwen3-30b-a3b"};
        QTest::newRow("changed scenario: differences")
            << QStringList{"--preset", "mixtral-8x7b", "--set", "train.micro_batch=2"};
        QTest::newRow("dense: views without a picture are left out") << QStringList{"--preset", "llama-3-8b"};
        QTest::newRow("hostile name") << QStringList{"--scenario", hostile};
    }
    void everyFigureOfEveryView() {
        QFETCH(QStringList, scenario);
        const Outcome report = explorer(QStringList{"report", "--format", "json"} + scenario);
        QCOMPARE(report.code, 0);
        QByteArray embedded;
        for (const char* format : {"pdf", "svg", "png"}) {
            all(QString("a-%1").arg(format), format, scenario);
            if (QTest::currentTestFailed()) return;
        }
        all("b-svg", "svg", scenario);
        all("b-pdf", "pdf", scenario);
        for (const ui::ViewRow* known : drawn()) {
            const ui::ViewRow& row = *known;
            const auto path = [&](const char* folder, const char* format) {
                return m_folder.filePath(QString("%1-%2/%3.%2").arg(folder, format, row.key));
            };
            const QByteArray svg = contentOf(path("a", "svg")), pdf = contentOf(path("a", "pdf"));
            if (!QFile::exists(path("a", "svg"))) { // it holds one sentence, in every format
                QVERIFY2(!QFile::exists(path("a", "pdf")) && !QFile::exists(path("a", "png")), row.key);
                continue;
            }
            QVERIFY2(!svg.isEmpty() && svg == contentOf(path("b", "svg")), row.key);
            QVERIFY2(!pdf.isEmpty() && pdf == contentOf(path("b", "pdf")), row.key);

            QXmlStreamReader reader(svg);
            int texts = 0;
            while (!reader.atEnd())
                if (reader.readNext() == QXmlStreamReader::StartElement) {
                    QVERIFY2(reader.name() != QLatin1String("script"), row.key);
                    texts += reader.name() == QLatin1String("text");
                }
            QVERIFY2(!reader.hasError(), qPrintable(row.key + (": " + reader.errorString())));
            QVERIFY2(texts > 0, row.key);
            QVERIFY2(pdfFault(pdf).isEmpty(), qPrintable(row.key + (": " + pdfFault(pdf))));
            if (has("xmllint")) {
                const Outcome checked = run("xmllint", {"--noout", "--nonet", path("a", "svg")});
                QVERIFY2(checked.code == 0 && checked.err.isEmpty(), qPrintable(checked.err));
            }
            if (has("pdftotext")) {
                const Outcome checked = run("pdftotext", {path("a", "pdf"), "-"});
                QVERIFY2(checked.code == 0 && checked.err.isEmpty(), qPrintable(checked.err));
                QVERIFY2(!checked.out.trimmed().isEmpty(), row.key); // live text
            }
            if (has("qpdf")) QCOMPARE(run("qpdf", {"--check", path("a", "pdf")}).code, 0);
            // Every picture holds the same scenario; that it gives the same report is asked of the first of
            // each format.
            for (const char* format : {"pdf", "svg", "png"}) {
                QFile figure(path("a", format));
                QVERIFY(figure.open(QIODevice::ReadOnly));
                const QByteArray inside = ui::readEmbeddedScenario(figure);
                QVERIFY2(!inside.isEmpty(), row.key);
                if (embedded.isEmpty()) embedded = inside;
                QCOMPARE(inside, embedded);
                if (known != drawn().front()) continue;
                const Outcome again =
                    explorer({"report", "--format", "json", "--scenario", path("a", format)});
                QVERIFY2(again.code == 0, qPrintable(again.err));
                QCOMPARE(again.out, report.out);
            }
        }
    }

    void aReportIsADocument() {
        const QString pdf = m_folder.filePath("r.pdf"), markdown = m_folder.filePath("r.md");
        const QStringList scenario{"report", "--preset", "llama-3-8b", "--set", "train.micro_batch=1"};
        for (const QString& path : {pdf, markdown}) {
            const Outcome outcome = explorer(scenario + QStringList{"-o", path});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            QVERIFY(outcome.out.startsWith(path + '\n'));
            const QStringList files = outcome.out.split('\n', Qt::SkipEmptyParts);
            for (const QString& file : files) QVERIFY2(!contentOf(file).isEmpty(), qPrintable(file));
            QVERIFY(files.size() == 1 || contentOf(markdown).contains("r-memory.svg"));
        }
        QVERIFY2(pdfFault(contentOf(pdf)).isEmpty(), qPrintable(pdfFault(contentOf(pdf))));
        // It reopens as its scenario.
        const Outcome direct = explorer(scenario + QStringList{"--format", "json"});
        QCOMPARE(explorer({"report", "--scenario", pdf, "--format", "json"}).out, direct.out);
        QCOMPARE(explorer({"report", "-o", "r.docx"}).code, 2);
    }

    void differencesAreDrawnAgainstAnyBase() {
        const QString path = m_folder.filePath("difference.svg"), same = m_folder.filePath("same.svg");
        const QStringList wanted{"render",         "loss",     "--preset",
                                 "step-law-2in88", "--choose", "colour=difference"};
        const Outcome outcome = explorer(wanted + QStringList{"--base", "step-law-1in89", "-o", path});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY(contentOf(path).contains("Loss less the base"));
        QCOMPARE(explorer(wanted + QStringList{"--base", "nothing", "-o", same}).code, 1);
    }

    void aFigureCanBeBare() {
        const QString path = m_folder.filePath("bare.svg");
        QCOMPARE(explorer({"render", "memory", "-o", path, "--bare"}).code, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(ui::readEmbeddedScenario(file), QByteArray());
        QCOMPARE(explorer({"report", "--scenario", path}).code, 1);
    }

    /// For a journal the sentence stands in the caption, which is printed, and the typeface is its own.
    void theHeadlineMayBeLeftToTheCaption_data() {
        QTest::addColumn<QString>("view");
        for (const char* view :
             {"memory", "time", "scaling", "placement", "sensitivity", "latency", "architecture"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void theHeadlineMayBeLeftToTheCaption() {
        QFETCH(QString, view);
        const QString path = m_folder.filePath("headline.svg");
        const QStringList base{"render", view, "--preset", "mixtral-8x7b", "-o", path};
        const auto texts = [&] {
            QString all;
            QXmlStreamReader reader(contentOf(path));
            while (!reader.atEnd())
                if (reader.readNext() == QXmlStreamReader::Characters)
                    all += reader.text().toString() + QLatin1Char('\n');
            return all;
        };
        const Outcome with = explorer(base);
        QVERIFY2(with.code == 0, qPrintable(with.err));
        const QString before = texts();
        const Outcome without = explorer(base + QStringList{"--no-headline"});
        QVERIFY2(without.code == 0, qPrintable(without.err));
        const QString caption = without.out.section('\n', 1).trimmed();
        QVERIFY(caption.size() > 20 && !with.out.contains(caption));
        const qsizetype left = before.size() - texts().size();
        QVERIFY2(left > 15 && left < 2 * caption.size() + 60,
                 qPrintable(QString::number(left) + ": " + caption));
    }
    /// What is left out is the legend alone, and the picture takes its room.
    void theLegendMayBeLeftOut_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"loss", "scaling", "memory", "latency", "architecture"})
            QTest::newRow(view) << view;
    }
    void theLegendMayBeLeftOut() {
        QFETCH(QString, view);
        const QString path = m_folder.filePath("legend.svg");
        const QStringList base{"render", view, "--preset", "mixtral-8x7b", "-o", path};
        QCOMPARE(explorer(base).code, 0);
        const QByteArray before = contentOf(path);
        QCOMPARE(explorer(base + QStringList{"--no-legend"}).code, 0);
        QVERIFY(before.count("<text") > contentOf(path).count("<text"));
    }
    void plainTintsTakeThePlaceOfHatching_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("palette");
        for (const char* view : {"loss", "memory", "time"}) QTest::newRow(view) << view << "cividis";
        QTest::newRow("memory in grey") << "memory"
                                        << "grey";
    }
    void plainTintsTakeThePlaceOfHatching() {
        QFETCH(QString, view);
        QFETCH(QString, palette);
        const QString path = m_folder.filePath("hatching.svg");
        const QStringList base{"render",    view,    "--preset", "deepseek-v3", "-o",       path,
                               "--palette", palette, "--width",  "160mm",       "--height", "120mm"};
        // A hatch is drawn as one line after the other.
        const auto lines = [&] { return contentOf(path).count("<polyline"); };
        QCOMPARE(explorer(base).code, 0);
        const auto before = lines();
        const auto words = contentOf(path).count("<text");
        QCOMPARE(explorer(base + QStringList{"--no-hatching"}).code, 0);
        QVERIFY2(lines() < 0.8 * double(before),
                 qPrintable(QStringLiteral("%1 of %2").arg(lines()).arg(before)));
        QCOMPARE(contentOf(path).count("<text"), words);
    }
    void figuresHaveTheTypefaceThatIsAsked() {
        const QString path = m_folder.filePath("family.svg");
        const QStringList base{"render", "memory", "--preset", "mixtral-8x7b", "-o", path, "--family"};
        QCOMPARE(explorer(base + QStringList{"DejaVu Sans Mono"}).code, 0);
        QVERIFY(contentOf(path).contains("font-family=\"DejaVu Sans Mono\""));
        const Outcome refused = explorer(base + QStringList{"No Such Face"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("--family: is no typeface"), qPrintable(refused.err));
    }

    void choicesOfTheToolBarAreOptions() {
        const QString plain = m_folder.filePath("plain.svg"), chosen = m_folder.filePath("chosen.svg");
        QCOMPARE(explorer({"render", "loss", "-o", plain}).code, 0);
        const Outcome outcome = explorer({"render", "loss", "-o", chosen, "--choose", "colour=uncertainty"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY(contentOf(plain) != contentOf(chosen));
        QVERIFY(contentOf(chosen).contains("ncertainty"));
        const QString said = m_folder.filePath("said.svg"); // as the window says it
        QCOMPARE(explorer({"render", "loss", "-o", said, "--choose", "Colour stands for=Uncertainty"}).code,
                 0);
        QCOMPARE(contentOf(said), contentOf(chosen));
    }

    void wrongOptionsAreNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("choice") << QStringList{"loss", "-o", "x.pdf", "--choose", "colour=joy"} << 1
                                << "colour=loss|uncertainty|difference";
        QTest::newRow("CSV of all") << QStringList{"--all", "-o", "x", "--csv", "x.csv"} << 2 << "--csv";
        QTest::newRow("format of one")
            << QStringList{"loss", "-o", "x.pdf", "--format", "svg"} << 2 << "--format";
        QTest::newRow("format") << QStringList{"--all", "-o", "x", "--format", "gif"} << 2
                                << "pdf, svg or png";
    }
    void wrongOptionsAreNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Outcome outcome = explorer(QStringList{"render"} + arguments);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    }

    void operatorsAreDrawnAsProfileTellsThem() {
        const QStringList shape{"--device",  "b200", "--op",         "moe",  "--dtype", "nvfp4",
                                "--hidden",  "7168", "--expert-ffn", "2048", "--top-k", "8",
                                "--experts", "256",  "--tp",         "1",    "--ep",    "8"};
        const QString picture = m_folder.filePath("experts.svg"), csv = m_folder.filePath("experts.csv");
        const Outcome drawn =
            explorer(QStringList{"render", "profiles", "--y", "none", "-o", picture, "--csv", csv} + shape);
        QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
        QVERIFY(contentOf(picture).contains("nvfp4"));
        const Outcome told = explorer(QStringList{"profile", "--format", "json", "--tokens", "1024"} + shape);
        const QJsonObject answer = QJsonDocument::fromJson(told.out.toUtf8()).object();
        double us = 0;
        QString origin;
        for (const QByteArray& row : contentOf(csv).split('\n'))
            if (row.startsWith("1024,"))
                us = row.split(',').value(1).toDouble(), origin = QString::fromUtf8(row.split(',').value(4));
        QVERIFY(std::abs(us * 1e-6 / answer["seconds"].toDouble() - 1) < 1e-7); // eight digits in CSV
        QCOMPARE(origin, answer["origin"].toString());
    }
    void operatorsThatAreNotThereAreRefused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("problem");
        QTest::newRow("device") << QStringList{"--device", "abacus"} << "--device: must be a GPU";
        QTest::newRow("op") << QStringList{"--device", "b200", "--op", "sort"} << "--op: must be one of gemm";
        QTest::newRow("type") << QStringList{"--device", "b200", "--op", "gemm", "--dtype", "fp3"}
                              << "--dtype: must be one of bf16";
        QTest::newRow("column") << QStringList{"--device", "b200", "--op", "gemm", "--heads", "8"}
                                << "--heads: is no column";
        QTest::newRow("number") << QStringList{"--device", "b200", "--op", "moe", "--tokens", "-3"}
                                << "--tokens: must be a number above 0";
        QTest::newRow("axis") << QStringList{"--device", "b200", "--op", "gemm", "--x", "tokens"}
                              << "--x: must be one of m, n, k";
    }
    void operatorsThatAreNotThereAreRefused() {
        QFETCH(QStringList, options);
        QFETCH(QString, problem);
        const Outcome outcome =
            explorer(QStringList{"render", "profiles", "-o", m_folder.filePath("none.svg")} + options);
        QVERIFY(outcome.code != 0);
        QVERIFY2(outcome.err.contains(problem), qPrintable(outcome.err));
    }
};

MOE_TEST(RenderTest)
#include "render_test.moc"
