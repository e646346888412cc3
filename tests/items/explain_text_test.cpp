// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/explain_text.h"

#include <QTest>

#include "tests/support/registry.h"

using namespace moe;
using namespace moe::items;

class ExplainTextTest : public QObject {
    Q_OBJECT

    /// Weights as the memory model has them, with texts that need escaping.
    static Account sample() {
        Account account;
        account.key = "memory.terms.dense_weights";
        account.title = "Weights & more_50%";
        account.group = "Memory";
        account.value = 2.0 * 147874304;
        account.unit = "B";
        account.formula = "b_w·P_dense/Z_wd; Z_wd = max(1, λ²)";
        account.inputs = {{"b_w", "bytes of a weight", 2.0, "B", "precision.weights", "", "", ""},
                          {"P_dense", "dense | parameters", 147874304.0, "", "", "params.dense", "n·d", ""},
                          {"Z_wd", "ranks", 1.0, "", "", "", "", "prior"},
                          {"λ", "imbalance", std::nullopt, "share", "", "", "", ""}};
        account.source = "Megatron-LM, {distributed} optimizer";
        account.assumptions = {"Costs $5 & 10 % ~ more_or_less."};
        account.parts = {{"memory.terms.norms", "Norms", 1024.0}, {"memory.terms.mask", "Mask", 3072.0}};
        return account;
    }

private slots:
    void numbersArePutIn() {
        QCOMPARE(formulaWithNumbers(sample()), QString("2·147874304/1"));
        Account negative = sample();
        negative.formula = "b_w·E_0 + unknown";
        negative.inputs = {{"b_w", "", 2e-05, "", "", "", "", ""}, {"E_0", "", -0.5, "", "", "", "", ""}};
        QCOMPARE(formulaWithNumbers(negative), QString("2e-05·(−0.5) + unknown"));
    }

    void markdown() {
        const QString text = accountMarkdown(sample());
        QVERIFY(text.startsWith("## Weights & more\\_50%\n\n**282 MiB** (analytic), "
                                "`memory.terms.dense_weights`\n\n"));
        QVERIFY(text.contains(
            "    b_w·P_dense/Z_wd; Z_wd = max(1, λ²)\n    = 2·147874304/1\n    = 295748608 B\n"));
        QVERIFY(text.contains("| `b_w` | bytes of a weight | 2 | B | `precision.weights` |\n"));
        QVERIFY(text.contains("| Norms | 1.00 KiB | `memory.terms.norms` |"));
        QVERIFY(text.contains("| ranks (prior) | 1 |") && text.contains("| imbalance | – |"));
        QVERIFY(text.contains("Source: Megatron-LM, \\{distributed\\} optimizer.\n"));
        for (const QString& line : text.split('\n')) // one more bar would be one more column
            if (line.startsWith("| `P_dense`")) QCOMPARE(line.count('|') - line.count("\\|"), 6);
    }

    void latex() {
        const QString text = accountLatex(sample());
        QVERIFY2(
            text.startsWith("\\paragraph{Weights \\& more\\_50\\%} 282 MiB (analytic)\n\\begin{align*}\n"),
            qPrintable(text));
        QVERIFY(text.contains("&b_{w}\\cdot P_{\\mathrm{dense}}/Z_{\\mathrm{wd}} \\\\"));
        QVERIFY(text.contains("&= 2\\cdot 147874304/1 = 295748608\\ \\text{B}"));
        QVERIFY(text.contains("$b_{w}$ & bytes of a weight & $2$ & B \\\\"));
        QVERIFY(text.contains("\\emph{Source:} Megatron-LM, \\{distributed\\} optimizer."));
        QVERIFY(text.contains("Costs \\$5 \\& 10 \\% \\textasciitilde{} more\\_or\\_less."));
        QCOMPARE(text.count("\\begin{"), text.count("\\end{"));
    }

    void latexFormulas_data() {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("latex");
        QTest::newRow("greek") << "λ·k·T"
                               << "\\lambda\\cdot k\\cdot T";
        QTest::newRow("subscripts") << "η_mem·K_0"
                                    << "\\eta_{\\mathrm{mem}}\\cdot K_{0}";
        QTest::newRow("words") << "mem_peak + held"
                               << "\\mathrm{mem}_{\\mathrm{peak}} + \\mathrm{held}";
        QTest::newRow("exponent") << "(G² + H²)^(1/2)"
                                  << "(G^{2} + H^{2})^{1/2}";
        QTest::newRow("symbol in exponent") << "S^(G − 1)·a"
                                            << "S^{G - 1}\\cdot a";
        QTest::newRow("functions") << "max(1, ln(N/5e8))"
                                   << "\\max(1, \\ln(N/5\\cdot 10^{8}))";
        QTest::newRow("sum") << "Σ ceil(x/2e-3)"
                             << "\\sum  \\operatorname{ceil}(x/2\\cdot 10^{-3})";
        QTest::newRow("raised signs") << "2·10⁻⁶ + x⁻⁹"
                                      << "2\\cdot 10^{-6} + x^{-9}";
        QTest::newRow("clauses") << "a; b"
                                 << "a,\\quad b";
    }
    void latexFormulas() {
        QFETCH(QString, formula);
        QTEST(formulaLatex(formula), "latex");
    }

    /// Braces pair and nothing is left that pdfTeX would not read.
    void everyAccountIsPlainLatex() {
        const Report report;
        const Catalog catalog;
        for (const AccountRow& row : accountRows()) {
            const std::string& key = row.key;
            const std::optional<Account> found = account(key, report, catalog);
            QVERIFY(found);
            const QString text = accountLatex(*found);
            QCOMPARE(text.count('{') - text.count("\\{"), text.count('}') - text.count("\\}"));
            QCOMPARE(text.count('$') % 2, 0);
            for (const QChar c : text)
                QVERIFY2(c.unicode() < 128, qPrintable(QString::fromStdString(key) + ": " + c));
        }
    }

    void htmlEscapesAndLinks() {
        AccountColours colours{"#111111", "#222222", "#333333",
                               [](const std::string&) { return QString("#444444"); }};
        Account account = sample();
        account.source = "A < b & c";
        const QString html = accountHtml(account, colours);
        QVERIFY(html.contains("A &lt; b &amp; c"));
        QVERIFY(html.contains(
            "<a href=\"field:precision.weights\" style=\"color:#222222\">bytes of a weight</a>"));
        QVERIFY(html.contains("<a href=\"account:params.dense\""));
        // The larger part first, with its share.
        QVERIFY(html.indexOf(">Mask<") < html.indexOf(">Norms<"));
        QVERIFY(html.contains("75.0&nbsp;%"));
    }

    void unknownKeysAreAnswered() {
        QVERIFY(unknownAccountText("dense_weights").contains("memory.terms.dense_weights"));
    }
};

MOE_TEST(ExplainTextTest)
#include "explain_text_test.moc"
