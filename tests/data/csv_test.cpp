// SPDX-License-Identifier: GPL-3.0-or-later
// CSV as it comes: what is accepted, and that every fault is located while the good rows are kept.

#include "data/csv.h"
#include "data/csv_scanner.h"
#include "data/problem_log.h"

#include "tests/support/registry.h"

#include <QTest>

#include <clocale>
#include <cmath>

using namespace moe;

namespace {

const std::vector<CsvColumnRule> kRules = {{"lr", {}, true}, {"smooth loss", "smooth_loss", true}};

std::string problemsOf(const Result<CsvTable>& table) {
    return toString(table.has_value() ? table->problems : table.error());
}

} // namespace

class CsvTest : public QObject {
    Q_OBJECT
private slots:
    void cellsAreQuotedAndNeverFormulas_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* text, const char* cell) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(cell);
        };
        row("plain", "plain");
        row("a,b", "\"a,b\"");
        row("say \"x\"", "\"say \"\"x\"\"\"");
        row("two\nlines", "\"two\nlines\"");
        row("-1.5", "-1.5");
        row("+12 %", "+12 %");
        row("-3.2 GiB", "-3.2 GiB");
        row("-", "-");
        row("", "");
        row("=1+1", "\"'=1+1\"");
        row("@SUM(A1)", "\"'@SUM(A1)\"");
        row("+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\"");
        row("-2+3+cmd|x", "\"'-2+3+cmd|x\"");
        row("-1(A1)", "\"'-1(A1)\"");
        row("\t=1", "\"'\t=1\"");
        row("a=b", "a=b");
    }
    void cellsAreQuotedAndNeverFormulas() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(csvCell(text.toStdString())), cell);
        // And a reader finds one cell again.
        const Result<CsvTable> table = readCsv(("h\n" + cell + "\n").toStdString(), "c.csv");
        if (!text.isEmpty()) QVERIFY(table && table->rows() == 1 && table->columns.size() == 1);
    }

    /// Each text holds the same two rows: lr 0.5, 0.25 and smooth loss 2, 3.
    void acceptsEverySpelling_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("plain") << QByteArray("lr,smooth loss\n0.5,2\n0.25,3\n");
        QTest::newRow("underscore") << QByteArray("lr,smooth_loss\n0.5,2\n0.25,3\n");
        QTest::newRow("BOM and CRLF") << QByteArray("\xEF\xBB\xBFlr,smooth loss\r\n0.5,2\r\n0.25,3\r\n");
        QTest::newRow("quotes") << QByteArray("\"lr\",\"smooth loss\"\n\"0.5\",2\n0.25,\"3\"\n");
        QTest::newRow("quoted CRLF") << QByteArray("lr,\"smooth loss\"\r\n0.5,\"2\"\r\n0.25,\"3\"\r\n");
        QTest::newRow("blank lines") << QByteArray("\n\nlr,smooth loss\n\n0.5,2\n  \n0.25,3\n\n");
        QTest::newRow("reordered and extra") << QByteArray("x,smooth loss,,lr\na,2,0,0.5\nb,3,1,0.25\n");
        QTest::newRow("blanks around cells") << QByteArray(" lr , smooth loss\n 0.5 ,\t2\n0.25, \"3\" \n");
        QTest::newRow("no last line break") << QByteArray("lr,smooth loss\n0.5,2\n0.25,3");
        QTest::newRow("exponents") << QByteArray("lr,smooth loss\n5.0E-01,+2e0\n25e-2,.3e1\n");
        QTest::newRow("quoted comma and break")
            << QByteArray("note,lr,smooth loss\n\"a, \"\"b\"\"\nc\",0.5,2\n,0.25,3\n");
    }
    void acceptsEverySpelling() {
        QFETCH(QByteArray, text);
        const Result<CsvTable> table = readCsv(text.toStdString(), "t.csv", kRules);
        QCOMPARE(QString::fromStdString(problemsOf(table)), QString());
        QCOMPARE(table->find("lr")->numbers, (std::vector<double>{0.5, 0.25}));
        QCOMPARE(table->find("smooth loss", "smooth_loss")->numbers, (std::vector<double>{2, 3}));
        QCOMPARE(table->leftOut, std::size_t{0});
    }

    /// The good row is always lr 0.5, smooth loss 2.
    void locatesFaultsAndKeepsGoodRows_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const QByteArray& text, const char* problems) {
            QTest::newRow(name) << text << QString::fromUtf8(problems);
        };
        row("wrong cell", "lr,smooth loss\n0.5,2\nabc,2\n",
            "t.csv:3:1: lr: expected a number > 0, got \"abc\"\n");
        row("several wrong cells", "lr,x,smooth loss\n-1,a,\n0.5,b,2\n",
            "t.csv:2:1: lr: expected a number > 0, got \"-1\"\n"
            "t.csv:2:6: smooth loss: expected a number > 0, the cell is empty\n");
        row("not finite", "lr,smooth loss\n0.5,2\n0.5,nan\ninf,2\n",
            "t.csv:3:5: smooth loss: expected a number > 0, got \"nan\"\n"
            "t.csv:4:1: lr: expected a number > 0, got \"inf\"\n");
        row("decimal comma", "lr,smooth loss\n0.5,2\n\"0,5\",2\n",
            "t.csv:3:2: lr: expected a number > 0, got \"0,5\"\n");
        row("column in characters, not bytes", "x,lr,smooth loss\nµµ,0.5,2\nµµ,µ,2\n",
            "t.csv:3:4: lr: expected a number > 0, got \"µ\"\n");
        row("too few cells", "x,lr,smooth loss\n1,2\n1,0.5,2\n", "t.csv:2:3: expected 3 cells, found 2\n");
        row("too many cells", "lr,smooth loss\n0.5,2\n0.5,2,7,8\n", "t.csv:3:7: expected 2 cells, found 4\n");
        row("cut off", "x,lr,smooth loss\n1,0.5,2\n1,0.2",
            "t.csv:3:3: the last line is cut off: expected 3 cells, found 2\n");
        row("NUL byte", QByteArray("lr,smooth loss\n0.5,2\n0.5,\0\0\n", 27),
            "t.csv:3:5: the line holds a NUL byte (binary content) and was skipped\n");
        row("open quote", "lr,smooth loss\n\"0.7,2\n0.5,2\n",
            "t.csv:2:1: the quote that opens here is never closed\n");
        row("open quote met by a later one", "lr,smooth loss\n\"0.7,2\n\"0.5\",2\n",
            "t.csv:2:1: the quote that opens here is never closed\n");
        row("text after quote", "lr,smooth loss\n\"0.7\"x,2\n0.5,2\n",
            "t.csv:2:6: expected a comma after the closing quote\n");
        row("after a quoted line break", "x,lr,smooth loss\n\"a\nb\",0.5,2\n\"a\nb\",?,2\n",
            "t.csv:5:4: lr: expected a number > 0, got \"?\"\n");
        row("huge line", "lr,smooth loss\n" + QByteArray(3 << 20, '7') + "\n0.5,2\n",
            "t.csv:2:1: the line is longer than 1 MiB and was skipped\n");
        row("huge cell", "lr,smooth loss\n" + QByteArray(100, 'x') + ",2\n0.5,2\n",
            ("t.csv:2:1: lr: expected a number > 0, got \"" + QByteArray(60, 'x') + "…\"\n").constData());
        row("binary cell", "lr,smooth loss\n0.5,2\n\x01\xFF,2\n",
            "t.csv:3:1: lr: expected a number > 0, got \"\\x01\\xff\"\n");
    }
    void locatesFaultsAndKeepsGoodRows() {
        QFETCH(QByteArray, text);
        const Result<CsvTable> table = readCsv(text.toStdString(), "t.csv", kRules);
        QVERIFY(table.has_value());
        QTEST(QString::fromStdString(toString(table->problems)), "problems");
        QCOMPARE(table->find("lr")->numbers, std::vector<double>{0.5});
        QCOMPARE(table->find("smooth loss")->numbers, std::vector<double>{2});
        QCOMPARE(table->rows(), std::size_t{1});
        QVERIFY(table->leftOut >= 1);
    }

    void refusesWhatIsNoTable_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const QByteArray& text, const char* problems) {
            QTest::newRow(name) << text << QString::fromUtf8(problems);
        };
        row("empty", "", "t.csv:1:1: the file is empty, expected a header line\n");
        row("blank", " \r\n\n", "t.csv:1:1: the file is empty, expected a header line\n");
        row("BOM only", "\xEF\xBB\xBF", "t.csv:1:1: the file is empty, expected a header line\n");
        row("duplicate header", "lr,smooth loss,lr\n1,2,3\n",
            "t.csv:1:16: lr: the header names this column twice\n");
        row("both spellings", "lr,smooth loss,smooth_loss\n1,2,3\n",
            "t.csv:1:1: smooth loss: the header also has \"smooth_loss\", which means the same; keep one of "
            "them\n");
        row("missing columns", "a,b\n1,2\n",
            "t.csv:1:1: lr: this column is required and missing; the header has: a, b\n"
            "t.csv:1:1: smooth loss: this column is required and missing; the header has: a, b\n");
        row("UTF-16", QByteArray("\xFF\xFEl\0r\0", 6), "t.csv:1:1: the text is UTF-16; save it as UTF-8\n");
        row("PNG", QByteArray("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16),
            "t.csv:1:1: expected UTF-8 text with a header line, found binary content, got "
            "\"\\x89PNG\\x0d\"\n");
        row("NUL in the header", QByteArray("lr,\0smooth loss\n", 16),
            "t.csv:1:4: expected UTF-8 text with a header line, found binary content, "
            "got \"lr,\\x00smooth loss\"\n");
        row("huge header", QByteArray(2 << 20, 'h'),
            "t.csv:1:1: the line is longer than 1 MiB and was skipped\n");
    }
    void placesAreCountedOnFromTheLastProblem() {
        const Result<CsvTable> table = readCsv("\"a\nb\",x,ü,x,x\n1,2,3,4,5\n", "t.csv");
        QVERIFY(!table);
        QCOMPARE(toString(table.error()), std::string("t.csv:2:8: x: the header names this column twice\n"
                                                      "t.csv:2:10: x: the header names this column twice\n"));
    }
    void refusesWhatIsNoTable() {
        QFETCH(QByteArray, text);
        const Result<CsvTable> table = readCsv(text.toStdString(), "t.csv", kRules);
        QVERIFY(!table.has_value());
        QTEST(QString::fromStdString(toString(table.error())), "problems");
    }

    void readsAHeaderWithoutRows() {
        const Result<CsvTable> table = readCsv("a,b\n", "t.csv");
        QVERIFY(table.has_value());
        QCOMPARE(table->rows(), std::size_t{0});
        QCOMPARE(table->columns.size(), std::size_t{2});
    }

    void internsTextAndKeepsItsSpelling() {
        const Result<CsvTable> table =
            readCsv("phase,late\nprefill,007\ndecode,\nprefill,1e3\n\"a \"\"b\"\"\",x\n", "t");
        QVERIFY(table.has_value());
        const CsvColumn& phase = *table->find("phase");
        QVERIFY(!phase.numeric);
        QCOMPARE(phase.words, (std::vector<std::string>{"prefill", "decode", "a \"b\""}));
        QCOMPARE(phase.codes, (std::vector<std::uint32_t>{0, 1, 0, 2}));
        const CsvColumn& late = *table->find("late");
        QVERIFY(!late.numeric); // only the last row shows it; the rows before keep what was written
        QCOMPARE(late.words, (std::vector<std::string>{"007", "", "1e3", "x"}));
        QCOMPARE(table->lines, (std::vector<int>{2, 3, 4, 5}));
    }

    /// Behind many rows all columns that turn are read again together, each in its own order.
    void columnsThatTurnLateKeepWhatWasWritten() {
        constexpr int kColumns = 40, kRows = 30000;
        std::string header = "lr", filler, text;
        for (int i = 0; i < kColumns; ++i) header += ",c" + std::to_string(i);
        for (int i = 0; i < kColumns; ++i) filler += i % 2 ? ",007" : ",1e3";
        text = header + "\n";
        for (int row = 0; row < kRows; ++row) text += std::to_string(row) + filler + "\n";
        for (int i = 0; i < kColumns; ++i) { // one column in each row
            text += "1";
            for (int j = 0; j < kColumns; ++j) text += j == i ? ",x" : "," + std::to_string(i);
            text += "\n";
        }
        const Result<CsvTable> table = readCsv(text, "t");
        QVERIFY(table);
        QCOMPARE(table->rows(), std::size_t{kRows + kColumns});
        QVERIFY(table->find("lr")->numeric);
        for (std::size_t i = 0; i < kColumns; ++i) {
            const CsvColumn& column = table->columns[i + 1];
            QVERIFY(!column.numeric);
            QCOMPARE(column.codes.size(), table->rows());
            QCOMPARE(column.text(0), std::string_view(i % 2 ? "007" : "1e3"));
            QCOMPARE(column.text(kRows + i), std::string_view("x"));
            if (i > 0) QCOMPARE(column.text(kRows), std::string_view("0"));
            QCOMPARE(column.words.size(), std::size_t{kColumns} + 1);
            QCOMPARE(column.words.front(), std::string(i % 2 ? "007" : "1e3"));
        }
    }

    void readsEmptyOptionalCellsAsNan() {
        const Result<CsvTable> table = readCsv("a,b\n1,\n2,5\n", "t");
        QVERIFY(std::isnan(table->find("b")->numbers[0]));
        QCOMPARE(table->find("b")->numbers[1], 5.0);
    }

    void aRowThatIsLeftOutDoesNotTurnAColumnIntoText() {
        const Result<CsvTable> table = readCsv("lr,smooth loss,extra\n0.5,2,1\nbad,2,text\n", "t", kRules);
        QVERIFY(table->find("extra")->numeric);
    }

    void countsProblemsBeyondTheListedOnes() {
        std::string text = "lr,smooth loss\n";
        for (int i = 0; i < 2500; ++i) text += "x,2\n";
        const Result<CsvTable> table = readCsv(text, "t.csv", kRules);
        QCOMPARE(table->problems.size(), ProblemLog::kListed + 1);
        QCOMPARE(toString(table->problems.back()),
                 std::string("t.csv: 1500 further problems are not listed"));
        QCOMPARE(table->leftOut, std::size_t{2500});
    }

    void survivesEveryTruncationAndFlippedByte() {
        const std::string text =
            "\xEF\xBB\xBFlr,\"smooth loss\",n\r\n0.5,\"2\",a\r\n\"0.25\",3,\"b \"\"c\"\"\"\r\n";
        for (std::size_t length = 0; length <= text.size(); ++length) {
            readCsv(text.substr(0, length), "t", kRules);
            for (const char byte : {'\0', '"', '\n', ',', '\xFF'}) {
                std::string changed = text;
                if (length < text.size()) changed[length] = byte;
                const Result<CsvTable> table = readCsv(changed, "t", kRules);
                if (table)
                    for (const CsvColumn& column : table->columns)
                        QCOMPARE(column.numeric ? column.numbers.size() : column.codes.size(), table->rows());
            }
        }
    }

    /// Plain rows and quoted ones are read by different code.
    void quotesChangeNothing() {
        const QList<QByteArray> lines = {
            "1,a,0.5,2", "1e-3,a,,3", "-4,b c,0.014000000000000002,+5", "12abc,a,1,2", "7, a ,8,9", "1,a,x,2",
            "1,a,2",     "1,a,2,3,4", "2,,1.734723475976807e-18,0",     "3,x,inf,0x1", " 5,a,1,2 "};
        QByteArray plain = "key,word,free,more\n9,a,1,1\n", quoted = plain;
        for (int turn = 0; turn < 3; ++turn) {
            for (const QByteArray& line : lines) {
                plain += line + (turn == 1 ? "\r\n" : "\n");
                quoted += '"' + QByteArray(line).replace(",", "\",\"") + "\"\n";
            }
        }
        const std::vector<CsvColumnRule> rules = {{"key"}, {.name = "free", .mayBeEmpty = true}};
        const Result<CsvTable> a = readCsv(plain.toStdString(), "f", rules);
        const Result<CsvTable> b = readCsv(quoted.toStdString(), "f", rules);
        QVERIFY(a.has_value() && b.has_value());
        QVERIFY(a->rows() > 15);
        QCOMPARE(a->lines, b->lines);
        QCOMPARE(a->leftOut, b->leftOut);
        QCOMPARE(a->problems.size(), b->problems.size());
        for (std::size_t i = 0; i < a->columns.size(); ++i) {
            const CsvColumn &one = a->columns[i], &other = b->columns[i];
            QCOMPARE(one.numeric, other.numeric);
            for (std::size_t row = 0; row < a->rows(); ++row) {
                if (!one.numeric)
                    QCOMPARE(QByteArray::fromStdString(std::string(one.text(row))),
                             QByteArray::fromStdString(std::string(other.text(row))));
                else if (!std::isnan(other.numbers[row]))
                    QCOMPARE(one.numbers[row], other.numbers[row]);
                else
                    QVERIFY(std::isnan(one.numbers[row]));
            }
        }
    }

    /// The last word of a column is looked for first: it may have been quoted for what ends a cell.
    void aQuotedWordIsNoPlainOne() {
        for (const char* word : {"a,b", "a,", ","}) {
            const std::string text = "name,x\n\"" + std::string(word) + "\",1\n" + word + ",2\nc,3\n";
            const auto table = readCsv(text, "f");
            QVERIFY(table);
            QCOMPARE(table->rows(), std::size_t(2));
            QVERIFY(!table->problems.empty() && table->leftOut > 0);
        }
    }

    void readsTheSameInAGermanLocale() {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) QSKIP("the locale de_DE.UTF-8 is not installed");
        const Result<CsvTable> table = readCsv("lr,smooth loss\n0.5,3.35\n", "t", kRules);
        std::setlocale(LC_ALL, before.c_str());
        QCOMPARE(table->find("smooth loss")->numbers, std::vector<double>{3.35});
    }

    void readsAMillionCells() {
        std::string text = "lr,smooth loss,backend,a,b,c,d,e,f,g\n";
        for (int i = 0; i < 100000; ++i)
            text += "0.0009766,2.3976109618296744,Backend.FLASH,128,,0.125,4096,1.5e-3,7,0.0041\n";
        QBENCHMARK_ONCE {
            const Result<CsvTable> table = readCsv(text, "t", kRules);
            QCOMPARE(table->rows(), std::size_t{100000});
        }
    }
};

MOE_TEST(CsvTest)
#include "csv_test.moc"
