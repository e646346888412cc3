// SPDX-License-Identifier: GPL-3.0-or-later
// What came from outside as it may be printed: nothing a terminal obeys, nothing that hides, no megabytes.

#include "data/document.h"
#include "data/problem.h"
#include "data/text.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class TextTest : public QObject {
    Q_OBJECT

private slots:
    void unseenCharactersAreWrittenOut_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const char* text, const char* shown) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
        };
        row("plain", "a b, ü 日 — 1", "a b, ü 日 — 1");
        row("title of a terminal", "\x1b]0;x\a", "\\x1b]0;x\\x07");
        row("line break and tab", "a\n\tb", "a\\n\\tb");
        row("return", "a\rb", "a\\x0db");
        row("delete", "a\x7f", "a\\u007f");
        row("C1 control, as ESC [ to a terminal", "\xc2\x9b[2J", "\\u009b[2J");
        row("turned round", "\xe2\x80\xae\x61\xe2\x81\xa6", "\\u202ea\\u2066");
        row("line separator", "a\xe2\x80\xa8", "a\\u2028");
        row("byte order mark", "\xef\xbb\xbf", "\\ufeff");
        row("malformed", "\x9b\xff", "\\x9b\\xff");
        row("cut off", "\xe2\x80", "\\xe2\\x80");
        row("joined emoji and Persian stay", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\xe2\x80\x8c",
            "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\xe2\x80\x8c");
    }
    void unseenCharactersAreWrittenOut() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
        QCOMPARE(QByteArray::fromStdString(excerpt(text.toStdString())), shown);
    }

    void linesOfAWholeTextStay() {
        QCOMPARE(printable("a\tb\r\n\x1b c\n\r", Breaks::Kept), std::string("a\tb\r\n\\x1b c\n\\x0d"));
    }

    void problemsStayOnOneLineAndShort() {
        const std::string large(4 << 20, 'x');
        const std::string text =
            toString(Problem{"no\nsuch\x1b[31m", 1, 2, "key\n" + large, say("must be less"), "a\n" + large});
        QVERIFY2(text.size() < 500, std::to_string(text.size()).c_str());
        QVERIFY(text.starts_with("no\\nsuch\\x1b[31m:1:2: key\\nxxx"));
        QVERIFY(text.ends_with("xxx…\""));
        QCOMPARE(text.find('\n'), std::string::npos);
    }

    /// Written so that a terminal may show the file and that it reads back as what it was.
    void documentsHoldNothingUnseen_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("turned round") << QByteArray("a \xe2\x80\xae txt");
        QTest::newRow("C1 control") << QByteArray("a\xc2\x9b");
        QTest::newRow("in a block") << QByteArray("two\nlines \xe2\x80\xae txt");
        QTest::newRow("with a quote") << QByteArray("\"\\\xe2\x80\xae");
    }
    void documentsHoldNothingUnseen() {
        QFETCH(QByteArray, value);
        const std::string text = documentText({{"name", {value.toStdString()}, false, 0, 0, true}});
        QCOMPARE(QByteArray::fromStdString(printable(text, Breaks::Kept)), QByteArray::fromStdString(text));
        const Result<Document> read = parseDocument(text, "f");
        QVERIFY(read.has_value());
        QCOMPARE(QByteArray::fromStdString(read->front().text()), value);
    }

    /// Half a million wrong lines are a thousand problems and a count.
    void hopelessDocumentsAreToldShort() {
        std::string text;
        for (int i = 0; i < 5000; ++i) text += "a: 1\n";
        const Result<Document> read = parseDocument(text, "f");
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().size(), std::size_t{1001});
        QCOMPARE(toString(read.error().back()), std::string("f: 3999 further problems are not listed"));
    }
};

MOE_TEST(TextTest)
#include "text_test.moc"
