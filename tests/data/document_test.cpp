// SPDX-License-Identifier: GPL-3.0-or-later
// YAML to located entries and back.

#include "data/document.h"
#include "data/text.h"

#include "tests/support/registry.h"

#include <QTest>

#include <random>

using namespace moe;

namespace {

std::string shown(const Document& document) {
    std::string text;
    for (const DocumentEntry& entry : document) {
        text += entry.key + (entry.list ? "[" + std::to_string(entry.values.size()) + "]" : "") + "=" +
                (entry.isNull() ? "null" : entry.text()) + "\n";
    }
    return text;
}

DocumentEntry scalar(const std::string& key, const std::string& value, bool quoted = false) {
    DocumentEntry entry;
    entry.key = key;
    entry.values = {value};
    entry.quoted = quoted;
    return entry;
}

/// Keys and values, not places.
bool sameContent(const Document& a, const Document& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const DocumentEntry& x, const DocumentEntry& y) {
                          return x.key == y.key && x.values == y.values && x.list == y.list;
                      });
}

} // namespace

class DocumentTest : public QObject {
    Q_OBJECT
private slots:
    void readsEntries_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("entries");
        const auto row = [](const char* name, const char* text, const char* entries) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(entries);
        };
        row("empty", "", "");
        row("comment only", "# nothing\n", "");
        row("nested", "model:\n  hidden: 4096\n  moe: {experts: 8}\nname: x\n",
            "model.hidden=4096\nmodel.moe.experts=8\nname=x\n");
        row("dotted", "model.hidden: 4096\n", "model.hidden=4096\n");
        row("null", "a:\nb: ~\nc: null\nd: \"null\"\ne: {}\n", "a=null\nb=null\nc=null\nd=null\ne=null\n");
        row("list", "r: [mlp, moe]\ns: []\nt:\n  - 1\n  - 2.5\n", "r[2]=mlp,moe\ns[0]=\nt[2]=1,2.5\n");
        row("list of maps", "cases:\n  - id: a\n    x: 1\n  - id: b\n",
            "cases.0.id=a\ncases.0.x=1\ncases.1.id=b\n");
        row("list of lists", "m: [[1, 2], [3]]\n", "m.0[2]=1,2\nm.1[1]=3\n");
        row("mixed list", "m: [1, {a: 2}, null]\n", "m.0=1\nm.1.a=2\nm.2=null\n");
        row("unicode", "name: Größe µ 模型\n", "name=Größe µ 模型\n");
        row("BOM and CRLF", "\xEF\xBB\xBFname: x\r\nnote: y\r\n", "name=x\nnote=y\n");
        row("flow json", "{\"a\": 1, \"b\": {\"c\": [true, false]}}", "a=1\nb.c[2]=true,false\n");
        row("surrogate pair", "{\"a\": \"\\ud83d\\ude00 \\u00e9 \\ud83d\"}", "a=\U0001F600 é \uFFFD\n");
        row("escapes", "{\"a\": \"\\\"\\\\\\/\\u0041\", \"b\": [], \"c\": null, \"d\": [-1.5e3, true]}",
            "a=\"\\/A\nb[0]=\nc=null\nd[2]=-1.5e3,true\n");
        row("long key", QByteArray("{\"" + QByteArray(5000, 'k') + "\": 1}").constData(),
            QByteArray(QByteArray(5000, 'k') + "=1\n").constData());
        row("anchor alone", "a: &x 1\n", "a=1\n");
    }
    void readsEntries() {
        QFETCH(QString, text);
        const Result<Document> document = parseDocument(text.toStdString(), "f.yaml");
        QVERIFY2(document.has_value(), document ? "" : toString(document.error()).c_str());
        QTEST(QString::fromStdString(shown(*document)), "entries");
    }

    void locatesValues() {
        const Result<Document> document =
            parseDocument("\xEF\xBB\xBF# µ\r\nmodel:\r\n  hidden: 4096\r\n  \"µµ\": [1, 2]\r\n", "f.yaml");
        QCOMPARE(document->size(), std::size_t{2});
        QCOMPARE(std::pair((*document)[0].line, (*document)[0].column), std::pair(3, 11));
        QCOMPARE(std::pair((*document)[1].line, (*document)[1].column), std::pair(4, 9));
    }

    void locatesValuesOfJson() {
        const Result<Document> document = parseDocument(
            "\n{\"µµ\": \"\\ud83d\\ude00\", \"b\":\n  [1,\n 2], \"c\": {\"d\": true}}\n", "f.json");
        QVERIFY(document);
        const auto place = [&](std::size_t i) {
            return std::pair((*document)[i].line, (*document)[i].column);
        };
        QCOMPARE(place(0), std::pair(2, 8));
        QCOMPARE(place(1), std::pair(3, 3));
        QCOMPARE(place(2), std::pair(4, 17));
        QCOMPARE((*document)[0].quoted, true);
        QCOMPARE((*document)[2].quoted, false);
    }

    void tellsTextFromNumbers() {
        const Result<Document> document = parseDocument("a: 12\nb: \"12\"\nc: '12'\n", "f");
        QCOMPARE((*document)[0].quoted, false);
        QCOMPARE((*document)[1].quoted, true);
        QCOMPARE((*document)[2].quoted, true);
    }

    void refusesWithAPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const QByteArray& text, const char* problems) {
            QTest::newRow(name) << text << QString::fromUtf8(problems);
        };
        row("duplicate key", "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n",
            "f.yaml:4:3: b.c: this key is already in line 3; keep one of them\n"
            "f.yaml:5:1: a: this key is already in line 1; keep one of them\n");
        row("duplicate section", "a: {x: 1}\na: {y: 1}\n",
            "f.yaml:2:1: a: this key is already in line 1; keep one of them\n");
        row("dotted duplicate", "a:\n  b: 1\na.b: 2\n",
            "f.yaml:3:6: a.b: this key is already in line 2; keep one of them\n");
        row("value and section", "a: 1\na.b: 2\n", "f.yaml:2:6: a.b: \"a\" already has a value in line 1\n");
        row("duplicate key of JSON", "{\"a\": \"\\ud83d\\ude00\",\n \"a\": 1}",
            "f.yaml:2:2: a: this key is already in line 1; keep one of them\n");
        row("list on top", "- 1\n- 2\n",
            "f.yaml:1:1: expected \"key: value\" lines at the top level, found a list\n");
        row("scalar on top", "hello\n", "f.yaml:1:1: expected \"key: value\" lines at the top level\n");
        row("alias", "a: &x 1\nb: *x\n",
            "f.yaml:2:4: aliases (*name) are not supported; write the value out\n");
        row("second document", "a: 1\n---\nb: 2\n",
            "f.yaml:2:1: a file holds one document; remove the second \"---\"\n");
        row("list as key", "? [a, b]\n: 1\n", "f.yaml:1:3: a key must be a name, not a list or map\n");
        row("empty key", "\"\": 1\n", "f.yaml:1:1: a key must be a name, without empty parts between dots\n");
        row("half a dotted key", "a.: 1\n",
            "f.yaml:1:1: a.: a key must be a name, without empty parts between dots\n");
        row("NUL", QByteArray("a: 1\nb: \0\n", 10),
            "f.yaml:2:4: expected UTF-8 text, found binary content, got \"\\x00\\n\"\n");
        // The YAML reader takes U+0004 for the end of the text and would drop what follows.
        row("control character",
            "a: 1\n\x04"
            "b: 2\n",
            "f.yaml:2:1: expected UTF-8 text, found binary content, got \"\\x04b: 2\\n\"\n");
        row("not UTF-8", "a: \xFF\xFE\n",
            "f.yaml:1:4: expected UTF-8 text, found binary content, got \"\\xff\\xfe\\n\"\n");
    }
    void refusesWithAPlace() {
        QFETCH(QByteArray, text);
        const Result<Document> document = parseDocument(text.toStdString(), "f.yaml");
        QVERIFY(!document.has_value());
        QTEST(QString::fromStdString(toString(document.error())), "problems");
    }

    void locatesSyntaxErrors_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("open map") << "a: 1\nb: {c: 1\n" << 2;
        QTest::newRow("open quote") << "a: 1\nb: \"x\n" << 2;
        QTest::newRow("open single quote and blank lines") << "a: 1\nb: 'x\n\nc: 1\n\n" << 4;
        QTest::newRow("open list") << "a: [1, 2\nb: 3\n" << 2;
        QTest::newRow("stray colon") << "a: 1\nb: c: d\n" << 2;
        QTest::newRow("tab indentation") << "a:\n\tb: 1\n" << 2;
        QTest::newRow("wrong indentation") << "a:\n    b: 1\n  c: 2\n" << 3;
    }
    void locatesSyntaxErrors() {
        QFETCH(QString, text);
        const Result<Document> document = parseDocument(text.toStdString(), "f.yaml");
        QVERIFY(!document.has_value());
        QVERIFY(toString(document.error().front().rule).starts_with("not valid YAML: "));
        QTEST(document.error().front().line, "line");
        QVERIFY(document.error().front().column > 0);
    }

    /// However deep and in whatever spelling: refused at a place, without running out of stack.
    void everySpellingStopsAtADepth_data() {
        QTest::addColumn<QByteArray>("text");
        constexpr int kDeep = 100000;
        QTest::newRow("maps in braces") << QByteArray("{a: ").repeated(kDeep);
        QTest::newRow("lists of maps") << "a: " + QByteArray("[{a: ").repeated(kDeep);
        QTest::newRow("dashes in a line") << "a:\n  " + QByteArray("- ").repeated(kDeep) + "x";
        QTest::newRow("complex keys") << QByteArray("? ").repeated(kDeep) + "x";
        QTest::newRow("pairs in brackets") << "a: " + QByteArray("[x: ").repeated(kDeep);
        QTest::newRow("JSON") << "{\"a\":" + QByteArray("[").repeated(kDeep) +
                                     QByteArray("]").repeated(kDeep) + "}";
        QByteArray indented;
        for (int i = 0; i < 1000; ++i) indented += QByteArray(i, ' ') + "a:\n";
        QTest::newRow("indentation") << indented;
    }
    void everySpellingStopsAtADepth() {
        QFETCH(QByteArray, text);
        const Result<Document> document = parseDocument(text.toStdString(), "f.yaml");
        QVERIFY(!document);
        QVERIFY(!document.error().empty() && document.error()[0].line > 0);
    }
    void stopsAtADepth() {
        for (const std::size_t depth : {std::size_t{64}, std::size_t{100000}}) {
            const std::string text = "a: " + std::string(depth, '[') + std::string(depth, ']');
            const Result<Document> document = parseDocument(text, "f.yaml");
            QVERIFY(!document.has_value());
            QCOMPARE(toString(document.error().front()),
                     std::string("f.yaml:1:67: nested deeper than 64 levels"));
        }
        QVERIFY(!parseDocument("a: " + std::string(100000, '['), "f").has_value());
        QVERIFY(parseDocument("a: " + std::string(60, '[') + std::string(60, ']'), "f").has_value());
    }

    void writesNestedYaml() {
        DocumentEntry list;
        list.key = "train.recompute";
        list.values = {"mlp", "moe_act"};
        list.list = true;
        DocumentEntry none;
        none.key = "moe.q_rank";
        DocumentEntry empty;
        empty.key = "parallel.layout";
        empty.list = true;
        const Document document = {scalar("schema", "moe-explorer/scenario/1"),
                                   scalar("name", "123", true),
                                   scalar("note", "first line\nsecond: line"),
                                   scalar("model.hidden", "4096"),
                                   scalar("model.gated", "true"),
                                   scalar("gpu.preset", "true", true),
                                   list,
                                   none,
                                   empty,
                                   scalar("cases.0.id", "a: b"),
                                   scalar("cases.0.x", "-1.5e-3"),
                                   scalar("cases.1.id", "")};
        QCOMPARE(QString::fromStdString(documentText(document)), QString("schema: moe-explorer/scenario/1\n"
                                                                         "name: \"123\"\n"
                                                                         "note: |-\n"
                                                                         "  first line\n"
                                                                         "  second: line\n"
                                                                         "model:\n"
                                                                         "  hidden: 4096\n"
                                                                         "  gated: true\n"
                                                                         "gpu:\n"
                                                                         "  preset: \"true\"\n"
                                                                         "train:\n"
                                                                         "  recompute: [mlp, moe_act]\n"
                                                                         "moe:\n"
                                                                         "  q_rank: null\n"
                                                                         "parallel:\n"
                                                                         "  layout: []\n"
                                                                         "cases:\n"
                                                                         "  - id: \"a: b\"\n"
                                                                         "    x: -1.5e-3\n"
                                                                         "  - id: \"\"\n"));
        const Result<Document> again = parseDocument(documentText(document), "f");
        QVERIFY(again.has_value());
        QVERIFY(sameContent(*again, document));
        QCOMPARE((*again)[1].quoted, true);
    }

    void roundTripsValues_data() {
        QTest::addColumn<QString>("value");
        for (const char* value :
             {"",       " ",          "null",    "Null",       "~",         "true",      "no",       "12",
              "-12",    "+1",         ".5",      "1e5",        ".inf",      "-",         "--",       "---",
              "...",    "- a",        "a: b",    "a:",         ":a",        "a #b",      "#a",       "[a]",
              "{a: b}", "a, b",       "&a",      "*a",         "!a",        "%a",        "@a",       "`a`",
              "|",      ">",          "'a'",     "\"a\"",      "\\",        "a\\nb",     "?",        "? a",
              "=",      "<<",         "0x1F",    "2024-01-01", "1:30",      "a\tb",      "\ta",      "a ",
              " a",     "a\nb",       "a\nb\n",  "a\n\nb",     "a\n\n",     "\na",       "a\n b",    " a\nb",
              "a\n\tb", "a \nb",      "a\n#b",   "a\r\nb",     "a\rb",      "Größe",     "模型\n二", "🙂",
              "\u00a0", "\u0085x",    "\u2028x", "\ufeffx",    "a\n---\nb", "a\n...\nb", "(x)",      "/p/q",
              "x=y",    "key: |\n  z"})
            QTest::newRow(excerpt(value).c_str()) << QString::fromUtf8(value);
        QTest::newRow("control") << QString::fromStdString(std::string("a\x01\x04\x1b\x7f", 5));
        QTest::newRow("long") << QString(100000, 'x');
    }
    void roundTripsValues() {
        QFETCH(QString, value);
        const std::string text = value.toStdString();
        DocumentEntry list;
        list.key = "s.list";
        list.list = true;
        list.values = {text, "x", text};
        const Document document = {scalar("a", text, true),   scalar("s.b", text),         list,
                                   scalar("s.items.0", text), scalar("s.items.1.k", text), scalar("z", text)};
        const std::string written = documentText(document);
        const Result<Document> again = parseDocument(written, "f");
        QVERIFY2(again.has_value(), again ? "" : (toString(again.error()) + written).c_str());
        QVERIFY2(sameContent(*again, document), (written + shown(*again)).c_str());
        QCOMPARE(QString::fromStdString(documentText(*again)), QString::fromStdString(written));
    }

    void roundTripsRandomText() {
        const std::vector<std::string> pieces = {"a",  "B", "0",  " ", "\n", "\t", ":", "#", "-",
                                                 "\"", "'", "\\", "|", "µ",  ",",  "[", "}", "?",
                                                 ".",  "e", "\r", "!", "&",  "%",  "~", "=", "模"};
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            Document document;
            for (int i = 0; i < 3; ++i) {
                std::string value;
                for (unsigned n = random() % 9; n > 0; --n) value += pieces[random() % pieces.size()];
                document.push_back(scalar("k" + std::to_string(i), value, random() % 2 == 0));
            }
            const std::string written = documentText(document);
            const Result<Document> again = parseDocument(written, "f");
            QVERIFY2(again.has_value(), (again ? "" : toString(again.error()) + written).c_str());
            QVERIFY2(sameContent(*again, document), (written + shown(*again)).c_str());
        }
    }

    void bringsSectionsTogether() {
        const Document document = {scalar("a.x", "1"), scalar("b", "2"), scalar("a.y", "3")};
        QCOMPARE(documentText(document), std::string("a:\n  x: 1\n  y: 3\nb: 2\n"));
    }

    void wrapsLongLists() {
        DocumentEntry list;
        list.key = "values";
        list.list = true;
        for (int i = 0; i < 500; ++i) list.values.push_back(std::to_string(i * 1000));
        const std::string written = documentText({list});
        for (const QString& line : QString::fromStdString(written).split('\n')) QVERIFY(line.size() <= 110);
        QVERIFY(sameContent(*parseDocument(written, "f"), {list}));
    }

    void readsLongListsInLinearTime() {
        std::string text = "a: [0";
        for (int i = 1; i < 100000; ++i) text += ", " + std::to_string(i);
        const Result<Document> document = parseDocument(text + "]\n", "f");
        QVERIFY(document.has_value());
        QCOMPARE(document->front().values.size(), std::size_t{100000});
    }

    void theSchemaIsFoundWithoutReading_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("schema");
        QTest::newRow("first") << QByteArray("schema: a/b/1\nx: 1\n") << QByteArray("a/b/1");
        QTest::newRow("after a comment") << QByteArray("# c\n\nx: 1\nschema:   a/b/1") << QByteArray("a/b/1");
        QTest::newRow("quoted") << QByteArray("schema: \"a/b/1\"  # new\r\n") << QByteArray("a/b/1");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFschema: a\n") << QByteArray("a");
        QTest::newRow("of something else") << QByteArray("pins:\n  schema: a\n") << QByteArray();
        QTest::newRow("without a value") << QByteArray("schema:") << QByteArray();
        QTest::newRow("with a comment alone") << QByteArray("schema: # none\n") << QByteArray();
        QTest::newRow("none") << QByteArray("x: 1\nschemas: 2") << QByteArray();
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }
    void theSchemaIsFoundWithoutReading() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, schema);
        QCOMPARE(QByteArray::fromStdString(std::string(schemaOf(text.toStdString()))), schema);
    }

    void survivesEveryTruncation() {
        const std::string text =
            "model:\n  hidden: 4096\n  list: [a, {b: \"c\"}]\nnote: |\n  x\n  y\ncases:\n  - id: 1\n";
        for (std::size_t length = 0; length <= text.size(); ++length)
            parseDocument(text.substr(0, length), "f");
    }

    void listsItsItemsAsText() {
        const Result<Document> document = parseDocument("a: [x, y]\nb: z\nc: []\n", "f");
        QCOMPARE((*document)[0].text(), std::string("x,y"));
        QCOMPARE((*document)[1].text(), std::string("z"));
        QVERIFY(!(*document)[2].isNull());
    }
};

MOE_TEST(DocumentTest)
#include "document_test.moc"
