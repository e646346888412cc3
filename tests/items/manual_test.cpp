// SPDX-License-Identifier: GPL-3.0-or-later
// The documentation: its marks, and that it says what the tables say.

#include "models/items/manual.h"

#include "models/engine/explain/explain.h"
#include "models/engine/loss/laws/laws.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/time/step_terms.h"
#include "tests/support/registry.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace moe;
using namespace moe::items;

class ManualTest : public QObject {
    Q_OBJECT
private slots:
    void sectionsAreReadWithTheirParts() {
        const Manual read =
            readManual("# One {#a}\n\nTwo lines\nof text.\n\n- an item\n  that goes on\n- another\n\n"
                       "## Two {#b}\n| h | i |\n| --- | --- |\n| x \\| y | `z` |\n\n```\n# code\n```\n");
        QCOMPARE(read.size(), std::size_t(2));
        QCOMPARE(read[0].key, QString("a"));
        QCOMPARE(read[0].parts.size(), std::size_t(3));
        QCOMPARE(read[0].parts[0].text, QString("Two lines of text."));
        QCOMPARE(read[0].parts[1].text, QString("an item that goes on"));
        QCOMPARE(read[1].level, 2);
        QCOMPARE(read[1].parts[0].rows.size(), std::size_t(2));
        QCOMPARE(read[1].parts[0].rows[1][0], QString("x | y"));
        QCOMPARE(read[1].parts[1].text, QString("# code\n"));
    }

    void marksBecomeTags_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("html");
        QTest::newRow("plain") << "a < b"
                               << "a &lt; b";
        QTest::newRow("code") << "`a*b*`"
                              << "<code>a*b*</code>";
        QTest::newRow("strong") << "**a** b"
                                << "<b>a</b> b";
        QTest::newRow("emphasis") << "*a \\* b*"
                                  << "<i>a * b</i>";
        QTest::newRow("escaped") << "a\\_b \\<c\\> \\[d\\](e)"
                                 << "a_b &lt;c&gt; [d](e)";
        QTest::newRow("section") << "[a](#b)"
                                 << "<a href=\"#b\">a</a>";
        QTest::newRow("in the program") << "[a \\(b\\)](account:c)"
                                        << "<a href=\"account:c\">a (b)</a>";
        QTest::newRow("alone") << "5 * 3 [x"
                               << "5 * 3 [x";
    }
    void marksBecomeTags() {
        QFETCH(QString, text);
        QFETCH(QString, html);
        const Manual one{{"k", "T", 1, {{ManualPart::Kind::Paragraph, text}}}};
        const QString made = manualHtml(one, true);
        QVERIFY2(made.contains("<p>" + html + "</p>"), qPrintable(made));
    }

    void linksIntoTheWindowAreWordsElsewhere() {
        const Manual one{
            {"k", "T", 1, {{ManualPart::Kind::Paragraph, "[a](account:c) [b](#k) [Open it](open:d)"}}}};
        QVERIFY(manualPage(one).contains("<p>a <a href=\"#k\">b</a> </p>"));
        QVERIFY(manualMarkdown(one).contains("a [b](#k)"));
    }

    /// Every number that can be explained, every part of serving, every published law.
    void everyFormulaIsThereWithItsSource() {
        QString all;
        QSet<QString> links;
        for (const ManualSection& section : formulaChapters()) {
            all += plainText(section) + '\n';
            for (const ManualPart& part : section.parts)
                for (const QStringList& row : part.rows)
                    links << row.first().section("](", 1).section(')', 0, 0);
        }
        for (const AccountRow& row : accountRows())
            QVERIFY2(links.contains("account:" + QString::fromStdString(row.key)), row.key.c_str());
        const auto holds = [&](const char* text) {
            // Clauses stand apart.
            for (const QString& clause : QString::fromUtf8(text).split("; "))
                QVERIFY2(all.contains(clause), text);
        };
        for (const Metric& row : metrics()) holds(row.formula), holds(row.source);
        for (const MemoryTerm& row : memoryTerms()) holds(row.formula), holds(row.source);
        for (const TimeTermRow& row : timeTerms()) holds(row.formula), holds(row.source);
        for (const TimeTermRow& row : serveTerms()) holds(row.formula), holds(row.source);
        for (const Law& law : laws())
            for (const char* text :
                 {law.citation, law.domain, law.lr.text, law.batchTokens.text, law.loss.text})
                holds(text);
    }

    void theHtmlIsWellFormed() {
        Manual made = formulaChapters();
        made.push_back(warningSection());
        QXmlStreamReader xml("<body>" + manualHtml(made, true) + "</body>");
        while (!xml.atEnd()) xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }
};

MOE_TEST(ManualTest)
#include "manual_test.moc"
