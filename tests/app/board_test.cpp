// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of several scenarios on one page.

#include "app/figures/board.h"
#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/export/view_choices.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::app;
using test::explorer;
using test::Outcome;

class BoardTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        QFile to(m_folder.filePath(QLatin1String(name)));
        if (!to.open(QIODevice::WriteOnly)) return {};
        to.write(text);
        return to.fileName();
    }
    static QByteArray contentOf(const QString& path) {
        QFile from(path);
        return from.open(QIODevice::ReadOnly) ? from.readAll() : QByteArray();
    }
    static constexpr const char* kReview = "schema: moe-explorer/board/1\n"
                                           "title: Two layouts <of> one model\n"
                                           "panels:\n"
                                           "  - {view: memory, preset: mixtral-8x7b, note: As published}\n"
                                           "  - view: memory\n"
                                           "    preset: mixtral-8x7b\n"
                                           "    set: [parallel.ep=4]\n"
                                           "    title: Four\n"
                                           "  - {view: time, preset: mixtral-8x7b}\n";

private slots:
    void aBoardIsDrawnInEveryFormat_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"b.pdf", "b.svg", "b.png", "b.html"}) QTest::newRow(name) << QString(name);
    }
    void aBoardIsDrawnInEveryFormat() {
        QFETCH(QString, name);
        const QString path = m_folder.filePath(name);
        const Outcome outcome = explorer({"board", file("review.yaml", kReview), "-o", path});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QByteArray bytes = contentOf(path);
        QVERIFY(bytes.size() > 5000);
        if (name.endsWith("pdf")) QVERIFY(bytes.startsWith("%PDF") && bytes.contains("board.yaml"));
        if (name.endsWith("png")) QVERIFY(QImage::fromData(bytes).width() > 1000);
        if (name.endsWith("svg") || name.endsWith("html"))
            for (const char* text : {"(a) Memory per GPU", "(b) Four", "(c) Step", "As published"})
                QVERIFY2(bytes.contains(text), text);
        if (!name.endsWith("html")) return;
        // Names are no markup, and the numbers are there.
        QVERIFY(bytes.contains("Two layouts &lt;of&gt; one model") && !bytes.contains("<of>"));
        QCOMPARE(bytes.count("<svg"), 3);
        QVERIFY(bytes.count("<table>") == 3 && bytes.count("<td>") > 50);
        // Written once more it is the same file.
        explorer({"board", m_folder.filePath("review.yaml"), "-o", m_folder.filePath("again.html")});
        QCOMPARE(contentOf(m_folder.filePath("again.html")), bytes);
    }

    /// A page that others open holds nothing that a terminal or a browser obeys.
    void controlCharactersAreWrittenOut() {
        const QString path = file("control.yaml", "schema: moe-explorer/board/1\n"
                                                  "title: \"a\\e[2J\\u202e\"\n"
                                                  "panels: [{view: memory, preset: seed-dense, title: "
                                                  "\"b\\x07\", note: \"c\\x0c\"}]\n");
        for (const char* name : {"control.html", "control.svg"}) {
            const Outcome outcome = explorer({"board", path, "-o", m_folder.filePath(name)});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            const QByteArray bytes = contentOf(m_folder.filePath(name));
            QVERIFY(bytes.contains("a\\x1b[2J\\u202e") && bytes.contains("b\\x07"));
            for (const char unseen : {'\x07', '\x0c', '\x1b'}) QVERIFY2(!bytes.contains(unseen), name);
        }
    }

    void everyProblemIsToldAtItsPanel() {
        const QString path =
            file("bad.yaml", "schema: moe-explorer/board/1\n"
                             "panels:\n"
                             "  - {view: memry, preset: mixtral-8x7b}\n"
                             "  - {view: memory, preset: mixtrl}\n"
                             "  - {view: memory, file: gone.yaml}\n"
                             "  - {view: memory, preset: mixtral-8x7b, set: [parallel.ep=7]}\n"
                             "  - {view: memory, preset: mixtral-8x7b, choices: [a=b]}\n"
                             "  - {view: memory, preset: mixtral-8x7b, range: 0 1}\n"
                             "  - {view: loss, preset: step-law-1in8, range: 1 2 3}\n");
        const Outcome outcome = explorer({"board", path, "-o", m_folder.filePath("bad.pdf")});
        QCOMPARE(outcome.code, 1);
        for (const char* part : {"panels.0.view: must be one of loss", "panels.1.preset: must be one of",
                                 "panels.2.file", "panels.3", "must divide 8 experts", "panels.4", "a=b",
                                 "panels.5.range: is no part", "panels.6.range: is no part"})
            QVERIFY2(outcome.err.contains(part), qPrintable(QString(part) + " in\n" + outcome.err));
        QVERIFY(!QFile::exists(m_folder.filePath("bad.pdf")));
        QCOMPARE(explorer({"board", path}).code, 2);
        QCOMPARE(explorer({"board", path, "-o", "x.doc"}).code, 2);
    }

    /// What the window copies is a board that draws what it shows.
    void thePictureOnScreenIsCopiedAsABoard() {
        QStandardPaths::setTestModeEnabled(true);
        Window window(shippedCatalog());
        window.session().open(window.session().catalog()->preset("deepseek-v3")->scenario, "open");
        window.widget().show();
        window.widget().showTab("time");
        QTRY_VERIFY_WITH_TIMEOUT(window.session().report() &&
                                     window.session().report()->scenario == window.session().shown(),
                                 20000);
        ui::applyViewChoice(*window.widget().currentView(), "beside=zb-v");
        window.figures().copyPanel();
        const std::string text = QGuiApplication::clipboard()->text().toStdString();
        const Result<BoardFile> board = readBoard(text, "clipboard");
        QVERIFY2(board, board ? "" : toString(board.error()).c_str());
        QCOMPARE(board->panels.size(), std::size_t(1));
        QVERIFY(board->panels[0].scenario == window.session().shown());
        const Result<ui::BoardPage> page = boardPage(*board, {}, window.session().catalog());
        QVERIFY2(page, page ? "" : toString(page.error()).c_str());
        const std::vector<std::string>& choices = board->panels[0].choices;
        QVERIFY(std::find(choices.begin(), choices.end(), "beside=zb-v") != choices.end());
        QVERIFY(page->pictures[0].reason.isEmpty() && page->pictures[0].strokes.size() > 1000);
    }

    void lettersGoOnPastZ() {
        ui::BoardPage page;
        page.pictures.resize(28);
        for (ui::BoardPicture& picture : page.pictures) picture.title = "T";
        QCOMPARE(ui::boardTitle(page, 0), QString("(a) T"));
        QCOMPARE(ui::boardTitle(page, 25), QString("(z) T"));
        QCOMPARE(ui::boardTitle(page, 26), QString("(aa) T"));
        page.letters = false;
        QCOMPARE(ui::boardTitle(page, 26), QString("T"));
    }

    /// What is in sight of the first picture of a view is in sight of the others.
    void picturesOfAViewShareTheirRange() {
        const auto board = [](bool lock) {
            BoardFile file;
            file.lockRanges = lock;
            file.panels = {
                {.view = "loss", .preset = "step-law-2in88", .range = "0.0003 0.003 200000 2000000"},
                {.view = "loss", .preset = "step-law-1in8"}};
            return boardPage(file, {}, shippedCatalog().catalog);
        };
        const Result<ui::BoardPage> locked = board(true), own = board(false);
        QVERIFY(locked && own);
        const auto bytes = [](const Result<ui::BoardPage>& page) {
            return QByteArray(page->pictures[1].strokes.data(), page->pictures[1].strokes.size());
        };
        QVERIFY(bytes(locked) != bytes(own));
        // Whichever of them says it.
        BoardFile later;
        later.panels = {{.view = "loss", .preset = "step-law-1in8"},
                        {.view = "loss", .preset = "step-law-2in88", .range = "0.0003 0.003 200000 2000000"}};
        const Result<ui::BoardPage> said = boardPage(later, {}, shippedCatalog().catalog);
        QVERIFY(said);
        QVERIFY(QByteArray(said->pictures[0].strokes.data(), said->pictures[0].strokes.size()) ==
                bytes(locked));
    }
};

MOE_TEST(BoardTest)
#include "board_test.moc"
