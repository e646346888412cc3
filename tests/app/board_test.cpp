// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of several scenarios on one page.

#include "app/figures/board.h"
#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/export/board_titles.h"
#include "ui/export/view_choices.h"

#include <QClipboard>
#include <QFile>
#include <QFontMetricsF>
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

    static constexpr const char* kDecided = "schema: moe-explorer/board/1\n"
                                            "panels: [{view: memory, preset: mixtral-8x7b}]\n"
                                            "decision:\n"
                                            "  question: Which layout <first>?\n"
                                            "  assumptions: [Prices of November, Routing is even]\n"
                                            "  open: [\"Is the network as fast as its data sheet?\"]\n";

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
        QCOMPARE(bytes.count("</figcaption>\n<svg"), 3);
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

    /// Where there is no room for two titles, what tells them apart stays.
    void titlesAreCutWhereTheyAreAlike() {
        const QStringList titles{"(a) Memory per GPU – DeepSeek-V3 671B as it was published, EP 64",
                                 "(b) Memory per GPU – DeepSeek-V3 671B as it was published, EP 8",
                                 "(c) Step"};
        QFont font("DejaVu Sans");
        font.setPixelSize(12);
        const double width = QFontMetricsF(font).horizontalAdvance(titles[0]);
        QCOMPARE(ui::cutTitles(titles, font, {width, width, width}), titles);
        const QStringList cut = ui::cutTitles(titles, font, {0.6 * width, 0.6 * width, 0.6 * width});
        for (const QString& title : cut) QVERIFY(QFontMetricsF(font).horizontalAdvance(title) <= 0.6 * width);
        QVERIFY2(cut[0].startsWith("(a) Memory") && cut[0].endsWith("EP 64"), qPrintable(cut[0]));
        QVERIFY2(cut[1].startsWith("(b) Memory") && cut[1].endsWith("EP 8"), qPrintable(cut[1]));
        QVERIFY(cut[0].contains(QChar(0x2026)));
        QCOMPARE(cut[2], titles[2]);
    }

    void keysThatPicturesHaveInCommonStandOnce() {
        const auto svg = [&](const char* legend) {
            const QByteArray text = QByteArray("schema: moe-explorer/board/1\n") + legend +
                                    "panels:\n"
                                    "  - {view: memory, preset: mixtral-8x7b}\n"
                                    "  - {view: memory, preset: mixtral-8x7b, set: [parallel.ep=4]}\n";
            const Outcome outcome =
                explorer({"board", file("keys.yaml", text), "-o", m_folder.filePath("keys.svg")});
            return outcome.code == 0 ? contentOf(m_folder.filePath("keys.svg")) : QByteArray();
        };
        const QByteArray one = svg(""), two = svg("one_legend: false\n");
        QCOMPARE(two.count("Activations"), 2);
        QCOMPARE(one.count("Activations"), 1);
        // What is of one picture alone stays with it.
        QCOMPARE(one.count("Device "), two.count("Device "));
    }

    void panelsHaveSizesOfTheirOwn() {
        BoardFile file;
        file.columns = 2;
        file.panels = {{.view = "memory", .preset = "mixtral-8x7b"},
                       {.view = "time", .preset = "mixtral-8x7b", .columns = 2, .heightMm = 90},
                       {.view = "memory", .preset = "llama-3-8b"}};
        const Result<ui::BoardPage> page = boardPage(file, {}, shippedCatalog().catalog);
        QVERIFY2(page, page ? "" : toString(page.error()).c_str());
        const ui::BoardPlaces places = ui::boardPlaces(*page);
        const auto mm = [](double units) { return units / ui::kStrokesDpi * 25.4; };
        QCOMPARE(places.rows, (std::vector<int>{0, 1, 2}));
        QVERIFY(std::abs(mm(places.pictures[0].width()) - 85) < 0.01);
        QVERIFY(std::abs(mm(places.pictures[1].width()) - (2 * 85 + 6)) < 0.01);
        QVERIFY(std::abs(mm(places.pictures[1].height()) - 90) < 0.01);
        for (std::size_t i = 0; i < 2; ++i) QVERIFY(places.panels[i].bottom() < places.panels[i + 1].top());
    }

    void aWaterfallSaysWhatItBeginsFrom() {
        const QString path =
            file("fall.yaml", "schema: moe-explorer/board/1\n"
                              "panels:\n"
                              "  - {view: waterfall, preset: mixtral-8x7b, set: [train.micro_batch=2]}\n"
                              "  - {view: waterfall, preset: mixtral-8x7b, from: gone.yaml}\n");
        const Outcome wrong = explorer({"board", path, "-o", m_folder.filePath("fall.svg")});
        QVERIFY2(wrong.err.contains("panels.1.from"), qPrintable(wrong.err));
        BoardFile board;
        board.panels = {{.view = "waterfall", .preset = "mixtral-8x7b", .set = {"train.micro_batch=2"}},
                        {.view = "waterfall", .preset = "mixtral-8x7b", .from = "llama-3-8b"}};
        const CatalogPtr catalog = shippedCatalog().catalog;
        const Result<ui::BoardPage> page = boardPage(board, {}, catalog);
        QVERIFY2(page, page ? "" : toString(page.error()).c_str());
        QVERIFY2(page->pictures[0].title.endsWith("from Mixtral 8x7B"), qPrintable(page->pictures[0].title));
        QVERIFY2(page->pictures[1].title.endsWith("from Llama 3 8B"), qPrintable(page->pictures[1].title));
        // Written out, as a bundle has it, it is the same picture.
        const Result<BoardFile> written = boardWrittenOut(board, {}, *catalog);
        QVERIFY(written && written->panels[0].base && written->panels[0].preset.empty());
        const Result<ui::BoardPage> again = boardPage(*written, {}, catalog);
        QVERIFY(again);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(again->pictures[i].summary, page->pictures[i].summary);
            QCOMPARE(again->pictures[i].title, page->pictures[i].title);
        }
        // It has its numbers: where it begins, beside the bar.
        const Result<QByteArray> svg = ui::boardBytes(*page, ui::BoardFormat::Svg);
        QVERIFY(svg);
        const Report before = evaluate(catalog->preset("mixtral-8x7b")->scenario, *catalog, Detail::Numbers);
        const QString number = QString::number(before.train->step.base, 'f', 2);
        QVERIFY2(svg->contains(number.toUtf8()), qPrintable(number));
    }

    void aDecisionIsTheLastPage() {
        const QString path = file("decided.yaml", kDecided);
        const auto drawn = [&](const char* name) {
            const Outcome outcome = explorer({"board", path, "-o", m_folder.filePath(QLatin1String(name))});
            return outcome.code == 0 ? contentOf(m_folder.filePath(QLatin1String(name))) : QByteArray();
        };
        const QString plain = file("plain.yaml", "schema: moe-explorer/board/1\n"
                                                 "panels: [{view: memory, preset: mixtral-8x7b}]\n");
        QCOMPARE(explorer({"board", plain, "-o", m_folder.filePath("plain.pdf")}).code, 0);
        QVERIFY(contentOf(m_folder.filePath("plain.pdf")).contains("/Count 1"));
        QVERIFY(drawn("decided.pdf").contains("/Count 2"));
        // The answer that nobody wrote is the sentence that the program answers with.
        const QByteArray sentence =
            explorer({"answer", "--preset", "mixtral-8x7b", "--side", "train"}).out.toUtf8();
        const QByteArray says = sentence.mid(sentence.indexOf("fits"), 9);
        QVERIFY2(says.startsWith("fits"), sentence.constData());
        const QByteArray html = drawn("decided.html"), text = drawn("decided.md");
        for (const QByteArray& page : {html, text}) {
            for (const char* part :
                 {"Question", "Which layout", "Assumptions", "Prices of November", "Open points"})
                QVERIFY2(page.contains(part), part);
            QVERIFY2(page.contains(says), says.constData());
        }
        QVERIFY(html.indexOf("<section class=\"decision\"") > html.indexOf("</figure>"));
        QVERIFY(html.contains("&lt;first&gt;") && !text.contains(" <first"));
        QVERIFY(text.contains("| "));
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
