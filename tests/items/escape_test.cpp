// SPDX-License-Identifier: GPL-3.0-or-later
// Names and notes that are markup, links, formulas or orders to a terminal, through everything that writes
// them.

#include "data/csv.h"
#include "models/engine/measured/compare.h"
#include "models/items/aligned.h"
#include "models/items/compare_text.h"
#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/report_text.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

using namespace moe;
using namespace moe::items;

namespace {

const char* const kHostile[] = {
    "<img src=\"/etc/hostname\"> <script>x</script> &lt;b&gt;",
    "![a](/etc/hostname) [b](http://x.invalid) [c]: http://y.invalid <http://z.invalid>",
    "http://x.invalid/a https://x.invalid WWW.x.invalid www.x.invalid a@x.invalid mailto:a@x.invalid",
    "\\[b](http://x.invalid) \\http://x.invalid \\\\<img src=x>",
    "| a | b |\n# new\n```\ncode\n```",
    "\x1b]0;owned\a\x1b[2J \xc2\x9b\x33\x31m \xe2\x80\xae txt \xe2\x80\xa8 \x7f",
    "=cmd|'/C x'!A0",
    "\\input{/etc/passwd} $x$ % # \\end{document} ^^5c",
};

/// Pictures and links that a reader of Markdown would fetch or follow.
QStringList fetchedFrom(const QString& markdown) {
    QTextDocument document;
    document.setMarkdown(markdown);
    QStringList found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            if (format.isImageFormat()) found << format.toImageFormat().name();
            if (format.isAnchor()) found << format.anchorHref();
        }
    return found;
}

bool isPlain(const QString& text) {
    return printableText(text, Breaks::Kept) == text;
}

} // namespace

class EscapeTest : public QObject {
    Q_OBJECT

private slots:
    void namesStayOneShortLine() {
        QCOMPARE(shownName("  a\n b\t\x1b[2J "), QString("a b \\x1b[2J"));
        QCOMPARE(shownName(std::string(5000, 'x')).size(), 201);
        QCOMPARE(shownName("Mixtral 8×7B · ü"), QString("Mixtral 8×7B · ü"));
    }

    void everyWriterKeepsThemText_data() {
        QTest::addColumn<QString>("hostile");
        for (const char* each : kHostile)
            QTest::newRow(qPrintable(shownName(each).left(30))) << QString::fromUtf8(each);
    }
    void everyWriterKeepsThemText() {
        QFETCH(QString, hostile);
        Report report = test::sampleReport();
        report.scenario.name = report.scenario.note = hostile.toStdString();
        report.warnings.push_back({"w", hostile.toStdString()});
        Scenario base = report.scenario;
        base.model.hidden = 64;
        ReportContext context;
        context.base = &base;
        ComparedColumn column;
        column.name = hostile.toStdString();
        column.report = report;
        column.assumptions = {hostile.toStdString()};
        const std::vector<ComparedColumn> columns{column, column};
        const Comparison compared = comparison(columns);
        for (const QString& markdown :
             {reportMarkdown(report, context), compareMarkdown(columns, compared),
              compareNotes(columns, compared), markdownTable({{hostile, "b"}, {"c", hostile}}),
              markdownEscaped(hostile), markdownLine(hostile)}) {
            QCOMPARE(fetchedFrom(markdown), QStringList());
            QVERIFY2(isPlain(markdown), qPrintable(markdown));
            QVERIFY2(!markdown.contains("\n# new"), qPrintable(markdown));
        }
        for (const QString& csv :
             {compareCsv(columns, compared), csvRows({{hostile, "b"}, {"c", hostile}})}) {
            QVERIFY2(isPlain(csv), qPrintable(csv));
            for (const char* begin : {"\n=", ",=", "\"=", "\n@", ",@", "\"@"}) QVERIFY(!csv.contains(begin));
        }
        const QString latex = latexEscaped(hostile);
        QVERIFY2(isPlain(latex), qPrintable(latex));
        QVERIFY2(!latex.contains("\\input") && !latex.contains("\\end{"), qPrintable(latex));
        QVERIFY(!latex.contains("^^"));
        QVERIFY(!reportTitle(report).contains('\n') && isPlain(reportTitle(report)));
    }

    /// What is no markup stays readable.
    void plainTextIsNotTouched() {
        const QString text = QString::fromUtf8("Mixtral 8×7B, 3.4 s (± 5 %): a/b, Primus@fd1eeabb");
        QCOMPARE(markdownEscaped(text), text);
        QCOMPARE(markdownLine(text), text);
        QCOMPARE(csvCell("Mixtral 8×7B · ü"), std::string("Mixtral 8×7B · ü"));
    }
};

MOE_TEST(EscapeTest)
#include "escape_test.moc"
