// SPDX-License-Identifier: GPL-3.0-or-later
// A board's page that is explored: what it holds, and that a browser shows it and moves it.

#include "app/figures/paper.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/program.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

constexpr const char* kBoard = "schema: moe-explorer/board/1\n"
                               "title: Which EP\n"
                               "panels:\n"
                               "  - {view: memory, preset: mixtral-8x7b}\n"
                               "  - {view: time, preset: mixtral-8x7b}\n";

QString browser() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
        if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty())
            return found;
    return {};
}

} // namespace

class ExploreTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QByteArray m_page;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QJsonArray data() const {
        const qsizetype begin = m_page.indexOf("const DATA = ") + 13, end = m_page.indexOf(";\nconst WORDS");
        return QJsonDocument::fromJson(m_page.mid(begin, end - begin)).array();
    }
    static double at(const QJsonObject& grid, const QString& metric, int index) {
        for (const QJsonValue& one : grid["metrics"].toArray())
            if (one["key"].toString() == metric) return one["values"][index].toDouble();
        return 0;
    }

private slots:
    void initTestCase() {
        QFile board(path("board.yaml"));
        QVERIFY(board.open(QIODevice::WriteOnly));
        board.write(kBoard);
        board.close();
        const moe::test::Outcome made =
            moe::test::explorer({"board", path("board.yaml"), "-o", path("review.html"), "--explore",
                                 "parallel.ep,train.micro_batch"});
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QFile file(path("review.html"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_page = file.readAll();
    }

    void itNeedsNothingElse() {
        QVERIFY2(m_page.size() < (2 << 20), qPrintable(QString::number(m_page.size())));
        QVERIFY(m_page.contains("default-src 'none'"));
        for (const char* outside : {"src=\"http", "href=\"http", "url(http", "@import", "fetch("})
            QVERIFY2(!m_page.contains(outside), outside);
    }

    void itsNumbersAreThoseOfReports() {
        const QJsonArray grids = data();
        QCOMPARE(grids.size(), 1); // both panels are of one scenario
        const QJsonObject grid = grids[0].toObject();
        QCOMPARE(grid["command"].toString(), QString("moe-explorer report --preset mixtral-8x7b"));
        const QJsonArray eps = grid["knobs"][0]["values"].toArray(),
                         batches = grid["knobs"][1]["values"].toArray();
        int compared = 0;
        for (int i = 0; i < eps.size(); ++i) {
            const int index = i * int(batches.size()) + 1;
            if (grid["points"]["fit"].toString()[index] == '9') continue;
            const moe::test::Outcome report = moe::test::explorer(
                {"report", "--preset", "mixtral-8x7b", "--set", "parallel.ep=" + eps[i].toString(), "--set",
                 "train.micro_batch=" + batches[1].toString(), "--format", "json"});
            QVERIFY2(report.code == 0, qPrintable(report.err));
            const double step =
                QJsonDocument::fromJson(report.out.toUtf8())["train"]["step_seconds"].toDouble();
            QVERIFY(step > 0);
            QVERIFY(std::abs(at(grid, "train.step_seconds", index) / step - 1) < 1e-3);
            ++compared;
        }
        QVERIFY(compared >= 2);
    }

    void whatCannotBeIsSaid() {
        const auto said = [&](const QString& knobs, const QString& output) {
            return moe::test::explorer({"board", path("board.yaml"), "-o", path(output), "--explore", knobs});
        };
        QCOMPARE(said("parallel.ep", "a.pdf").code, 2);
        const moe::test::Outcome none = said("parallel.np", "a.html");
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("--explore: parallel.np: there is no such key"), qPrintable(none.err));
        QVERIFY(!QFileInfo::exists(path("a.html")));
    }

    /// The archive draws its own figures again, byte for byte, and packs alike twice.
    void aBundleReproducesItself() {
        for (const char* name : {"one.zip", "two.zip"}) {
            const moe::test::Outcome made =
                moe::test::explorer({"bundle", path("board.yaml"), "-o", path(name)});
            QVERIFY2(made.code == 0, qPrintable(made.err));
        }
        QFile one(path("one.zip")), two(path("two.zip"));
        QVERIFY(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly));
        QVERIFY(one.readAll() == two.readAll());
        QCOMPARE(moe::test::explorer({"bundle", path("board.yaml"), "-o", path("x.tar")}).code, 2);
        if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("no python3 unpacks it");
        const moe::test::Outcome unpacked = moe::test::run(
            "python3", {"-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])",
                        path("one.zip"), path("paper")});
        QVERIFY2(unpacked.code == 0, qPrintable(unpacked.err));
        for (const char* figure : {"board", "a-memory", "b-time"}) {
            const QString place = path("paper/figures/%1.pdf").arg(figure);
            QFile before(place);
            QVERIFY2(before.open(QIODevice::ReadOnly), figure);
            const QByteArray bytes = before.readAll();
            QVERIFY(QFile::remove(place));
            const bool whole = qstrcmp(figure, "board") == 0;
            const moe::test::Outcome again = moe::test::explorer(
                {"board",
                 path(whole ? QString("paper/board.yaml") : QString("paper/panels/%1.yaml").arg(figure)),
                 "-o", place});
            QVERIFY2(again.code == 0, qPrintable(again.err));
            QFile after(place);
            QVERIFY(after.open(QIODevice::ReadOnly));
            QVERIFY2(after.readAll() == bytes, figure);
        }
        const moe::test::Outcome sums =
            moe::test::run("sh", {"-c", "cd \"$1\" && sha256sum -c SHA256SUMS", "sh", path("paper")});
        QVERIFY2(sums.code == 0, qPrintable(sums.out + sums.err));
        // What a caption cites is among the works, and every input of every figure is in the appendix.
        const auto text = [&](const char* name) {
            QFile file(path(QString("paper/") + name));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        const QString captions = text("captions.tex"), works = text("references.bib");
        static const QRegularExpression cites(QStringLiteral("\\\\cite\\{([^}]+)\\}"));
        QRegularExpressionMatchIterator found = cites.globalMatch(captions);
        int count = 0;
        for (; found.hasNext(); ++count)
            for (const QString& key : found.next().captured(1).split(','))
                QVERIFY2(works.contains("@misc{" + key + ","), qPrintable(key));
        QCOMPARE(count, 2);
        QVERIFY(captions.contains("figures/a-memory.pdf") && works.contains("moe-explorer"));
        const moe::Scenario scenario = moe::test::valueOf(
            moe::readScenario(text("scenarios/a-memory.yaml").toStdString(), "a-memory.yaml"));
        const QString inputs = text("inputs.csv");
        for (const moe::DocumentEntry& entry : moe::scenarioDocument(scenario))
            if (entry.key != "schema")
                QVERIFY2(inputs.contains(QString::fromStdString(entry.key) + ","), entry.key.c_str());
        // The note stands below the table, once for both figures.
        QCOMPARE(text("inputs.tex").count("\\tabularnewline"), inputs.count('\n') - 1);
        QVERIFY(text("inputs.tex").contains("\\noindent(a, b) "));
        // Each scenario reports by itself.
        QCOMPARE(moe::test::explorer({"report", "--scenario", path("paper/scenarios/a-memory.yaml")}).code,
                 0);
    }

    /// What people write in names and notes, and the program in its sentences, is text to LaTeX and BibTeX.
    void aLatexSetsTheBundle() {
        if (QStandardPaths::findExecutable("pdflatex").isEmpty()) QSKIP("no pdflatex is installed");
        if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("no python3 unpacks it");
        QFile board(path("named.yaml"));
        QVERIFY(board.open(QIODevice::WriteOnly));
        board.write(
            "schema: moe-explorer/board/1\n"
            "panels:\n"
            "  - {view: memory, preset: deepseek-v3, note: \"50 % of_it & more #1 ~ $5 \\\\ {x\\n\\n^2 "
            "<a> |b| 'c' --set 10³ ≤ 3 × 4 ≥ → ▲ ● ½ µs Größe € “q” 漢 п\"}\n"
            "  - {view: time, preset: deepseek-v3, set: [train.micro_batch=2], title: \"a_b % of }{\"}\n"
            "  - {view: waterfall, preset: mixtral-8x7b, set: [parallel.ep=4]}\n"
            "  - {view: loss, preset: step-law-1in8}\n"
            "  - {view: latency, preset: llama-3-70b}\n"
            "  - {view: load, preset: gpt-oss-120b}\n");
        board.close();
        const moe::test::Outcome made =
            moe::test::explorer({"bundle", path("named.yaml"), "-o", path("named.zip")});
        QVERIFY2(made.code == 0, qPrintable(made.err));
        const moe::test::Outcome unpacked = moe::test::run(
            "python3", {"-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])",
                        path("named.zip"), path("named")});
        QVERIFY2(unpacked.code == 0, qPrintable(unpacked.err));
        QFile paper(path("named/paper.tex"));
        QVERIFY(paper.open(QIODevice::WriteOnly));
        paper.write("\\documentclass{article}\n\\usepackage{graphicx,longtable}\n\\begin{document}\n"
                    "\\input{captions}\n\\input{inputs}\n\\bibliographystyle{plain}\n"
                    "\\bibliography{references}\n\\end{document}\n");
        paper.close();
        const moe::test::Outcome set = moe::test::run(
            "sh",
            {"-c",
             "cd \"$1\" && pdflatex -interaction=nonstopmode paper.tex > one.txt; bibtex paper > bib.txt; "
             "pdflatex -interaction=nonstopmode paper.tex > two.txt; "
             "pdflatex -interaction=nonstopmode paper.tex > three.txt; "
             "grep -h -A4 -e '^!' -e 'Warning--' -e 'undefined' three.txt bib.txt",
             "sh", path("named")});
        QCOMPARE(set.out, QString());
        QVERIFY(QFileInfo(path("named/paper.pdf")).size() > 50000);
    }

    /// Names of presets of one's own: no two become one key, and letters that pdfLaTeX lacks do not end it.
    void namesOfOnesOwnAreCited() {
        moe::Catalog catalog = moe::test::shippedCatalog();
        std::vector<moe::app::PaperFigure> figures;
        for (const char* name : {"my_gpu", "my-gpu"}) {
            moe::GpuSpec gpu = catalog.gpus.front();
            gpu.key = name, gpu.label = "\u6f22 " + gpu.key;
            catalog.gpus.push_back(gpu);
            moe::Scenario scenario;
            scenario.gpu.preset = name;
            figures.push_back({name, "a", "memory", "Memory", "It fits", {}, scenario});
        }
        const std::string works = moe::app::paperReferences(figures, catalog);
        const QString captions = QString::fromStdString(moe::app::paperCaptions(figures, catalog));
        QStringList cited;
        static const QRegularExpression cites(QStringLiteral("\\\\cite\\{([^}]+)\\}"));
        for (auto found = cites.globalMatch(captions); found.hasNext();)
            cited += found.next().captured(1).split(',');
        QVERIFY2(cited.removeDuplicates() == 1 && cited.size() == 3,
                 qPrintable(cited.join(' '))); // the program
        for (const QString& key : cited)
            QCOMPARE(QString::fromStdString(works).count("@misc{" + key + ","), 1);
        if (QStandardPaths::findExecutable("pdflatex").isEmpty()) QSKIP("no pdflatex is installed");
        QVERIFY(QDir().mkpath(path("own")));
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(path(QStringLiteral("own/") + name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write("references.bib", QByteArray::fromStdString(works)));
        QVERIFY(write("paper.tex",
                      "\\documentclass{article}\n\\begin{document}\nx\\nocite{*}\n"
                      "\\bibliographystyle{plain}\n\\bibliography{references}\n\\end{document}\n"));
        const moe::test::Outcome set = moe::test::run(
            "sh",
            {"-c",
             "cd \"$1\" && pdflatex -interaction=nonstopmode paper.tex > one.txt; bibtex paper > bib.txt; "
             "pdflatex -interaction=nonstopmode paper.tex > two.txt; "
             "grep -h -A4 -e '^!' -e 'Warning--' -e '^I ' two.txt bib.txt",
             "sh", path("own")});
        QCOMPARE(set.out, QString());
    }

    /// Ends of an axis that rounding alone tells apart: a browser would fill its memory with ticks.
    void ticksEnd() {
        const QString node = QStandardPaths::findExecutable("node");
        if (node.isEmpty()) QSKIP("no node is installed");
        const qsizetype begin = m_page.indexOf("const ticks ="), end = m_page.indexOf("\n  };", begin);
        QVERIFY(begin > 0 && end > begin);
        const QString script = QString::fromUtf8(m_page.mid(begin, end - begin)) +
                               "\n};\nprocess.stdout.write([ticks(5e15, 5e15 + 1, false).length, "
                               "ticks(0, 10, false).join()].join(' '))";
        const moe::test::Outcome made = moe::test::run(node, {"--max-old-space-size=64", "-e", script});
        QCOMPARE(made.out, QString("1 0,5,10"));
    }

    void aBrowserShowsAndMovesIt() {
        const QString program = browser();
        if (program.isEmpty()) QSKIP("no Chromium or Chrome is installed");
        // The first slider is dragged to its end, and the page says what it shows then.
        QByteArray moved = m_page;
        moved.replace(
            "</body>",
            "<script>window.addEventListener('load', () => {"
            "const slider = document.querySelector('input[data-knob=\"parallel.ep\"]');"
            "const before = document.querySelector('[data-metric=\"train.step_seconds\"]').dataset.value;"
            "slider.value = slider.max; slider.dispatchEvent(new Event('input'));"
            "document.body.append(Object.assign(document.createElement('p'), {id: 'told', textContent:"
            "`told ${before} ${document.querySelector('[data-metric=\"train.step_seconds\"]').dataset.value}"
            " ${document.querySelectorAll('.ex circle').length} end`}));});</script></body>");
        QFile file(path("moved.html"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(moved);
        file.close();
        const moe::test::Outcome shown = moe::test::run(
            program, {"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + path("profile"),
                      "--virtual-time-budget=3000", "--dump-dom", "file://" + path("moved.html")});
        QVERIFY2(shown.code == 0, qPrintable(shown.err));
        const qsizetype begin = shown.out.indexOf("told ", shown.out.indexOf("id=\"told\""));
        QVERIFY2(begin > 0, "the page's script did not run to its end");
        const QStringList told = shown.out.mid(begin, shown.out.indexOf(" end", begin) - begin).split(' ');
        QCOMPARE(told.size(), 4);
        const QJsonObject grid = data()[0].toObject();
        const QJsonArray knobs = grid["knobs"].toArray();
        const int batches = int(knobs[1]["values"].toArray().size()), micro = knobs[1]["start"].toInt();
        const int last = int(knobs[0]["values"].toArray().size()) - 1;
        QCOMPARE(told[1].toDouble(),
                 at(grid, "train.step_seconds", knobs[0]["start"].toInt() * batches + micro));
        QCOMPARE(told[2].toDouble(), at(grid, "train.step_seconds", last * batches + micro));
        QVERIFY(told[3].toInt() >= 4); // points of the curve
    }
};

MOE_TEST(ExploreTest)
#include "explore_test.moc"
