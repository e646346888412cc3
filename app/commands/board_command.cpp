// SPDX-License-Identifier: GPL-3.0-or-later
// board: pictures of several scenarios on one page; bundle: all that they need to be drawn again.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/figures/board.h"
#include "app/figures/explore_page.h"
#include "app/figures/paper.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "data/number.h"
#include "data/zip.h"
#include "models/engine/files/scenario_file.h"

#include <QFileInfo>

namespace moe::app {

/// "a,b" are two knobs, "a=1,2" is one with its values.
static QStringList knobsOf(const QStringList& asked) {
    QStringList knobs;
    for (const QString& one : asked)
        knobs += one.contains(QLatin1Char('=')) ? QStringList{one}
                                                : one.split(QLatin1Char(','), Qt::SkipEmptyParts);
    return knobs;
}

int runBoard(const QStringList& arguments) {
    CommandLine line("board");
    line.option({"o", "output"}, "Where to write; the ending chooses PDF, SVG, PNG, HTML or Markdown.",
                "FILE");
    line.option({"dpi"}, "Resolution of a PNG.", "DPI", "200");
    line.option({"data"}, "Published tables, or a folder of them; may be repeated.", "PATH");
    line.option({"explore"},
                QStringLiteral("Of HTML: up to three knobs with sliders over a grid of reports that the page "
                               "holds, as parallel.ep,cluster.gpus, or one with its values, as "
                               "parallel.ep=1,2,4; may be repeated."),
                QStringLiteral("KEY,…"));
    if (const int stop = line.parse(arguments, 1, 1); stop >= 0) return stop;
    if (!line.has("output")) return line.usageError(QStringLiteral("-o is missing"));
    const std::optional<ui::BoardFormat> format = ui::boardFormatOfName(line.value("output"));
    if (!format) return line.usageError(QStringLiteral("-o must end in .pdf, .svg, .png, .html or .md"));
    const std::optional<double> dpi = parseNumber(line.value("dpi").toStdString());
    if (!dpi || !(*dpi >= 36 && *dpi <= 1200))
        return fail({{.source = "--dpi",
                      .rule = say("must lie between 36 and 1200"),
                      .value = line.value("dpi").toStdString()}});
    if (line.has("dpi") && *format != ui::BoardFormat::Png)
        return line.usageError(QStringLiteral("--dpi: is of a PNG; a PDF, SVG or HTML has no pixels"));
    if (line.has("explore") && *format != ui::BoardFormat::Html)
        return line.usageError(QStringLiteral("--explore: needs -o FILE.html"));
    const QString path = line.positional().first();
    const Result<std::string> text = readInput(path, kLargestDocument);
    if (!text) return fail(text.error());
    ShippedCatalog shipped = shippedCatalog();
    CatalogPtr catalog = shipped.catalog;
    if (line.has("data")) {
        LoadOutcome loaded = loadTables(line.values("data"), catalog);
        if (!loaded.problems.empty()) return fail(loaded.problems);
        catalog = std::move(loaded.catalog);
    }
    const Result<SessionBoard> board = boardOfText(*text, path, *catalog);
    if (!board) return fail(board.error());
    const Result<ui::BoardPage> made =
        boardPage(board->board, QFileInfo(path).absolutePath(), catalog, board->around);
    if (!made) {
        Problems problems = made.error();
        for (Problem& problem : problems)
            problem.source = path.toStdString() + (problem.source.empty() ? "" : ": " + problem.source);
        return fail(problems);
    }
    ui::BoardPage page = *made;
    if (line.has("explore")) {
        const ProgressLine shown(QStringLiteral("Reports"));
        const Result<QString> live = exploreHtml(board->board, QFileInfo(path).absolutePath(), *catalog,
                                                 knobsOf(line.values("explore")), shown.progress());
        if (!live) return fail(live.error());
        page.live = *live;
    }
    const Result<QByteArray> bytes = ui::boardBytes(page, *format, *dpi);
    if (!bytes) return fail(bytes.error());
    if (line.has("explore") && bytes->size() > kLargestExplored)
        return fail({{.source = "--explore",
                      .rule = say("makes a page of %1 KiB, %2 are the most: name fewer values, KEY=v1,v2,…",
                                  bytes->size() >> 10, kLargestExplored >> 10)}});
    const Problems problems = saveFile(line.value("output"), *bytes);
    if (!problems.empty()) return fail(problems);
    print(line.value("output") + QLatin1Char('\n'));
    return kDone;
}

namespace {

/// (a), (b), … of a paper: "a", …, "z", "aa".
std::string letterOf(std::size_t panel) {
    constexpr std::size_t kLetters = 26;
    const std::string last(1, static_cast<char>('a' + panel % kLetters));
    return panel < kLetters ? last : letterOf(panel / kLetters - 1) + last;
}

/// A figure of a paper has its title in the caption's text, not a letter of a page.
BoardFile alone(const BoardFile& board, std::size_t panel) {
    BoardFile one = board;
    one.panels = {board.panels[panel]};
    if (one.panels.front().range.empty()) // what the panels share is that of all
        one.panels.front().range = panelRange(board, board.panels[panel]).toStdString();
    one.title.clear();
    one.note.clear();
    one.columns = one.panels.front().columns; // as wide as on the page
    one.letters = false;
    one.decision = {};
    return one;
}

Result<std::string> drawn(const BoardFile& board, const CatalogPtr& catalog, ui::BoardPage& page) {
    const Result<ui::BoardPage> made = boardPage(board, {}, catalog, {});
    if (!made) return made.error();
    page = *made;
    const Result<QByteArray> bytes = ui::boardBytes(*made, ui::BoardFormat::Pdf);
    if (!bytes) return bytes.error();
    return bytes->toStdString();
}

class Bundle {
public:
    void add(const std::string& name, std::string text) { m_entries.emplace_back(name, std::move(text)); }
    /// Drawn by this command, so that it is drawn again alike.
    void command(const std::string& text) { m_commands += text + "\n"; }
    std::string bytes() {
        add("reproduce", m_commands);
        std::string sums;
        for (const auto& [name, text] : m_entries) sums += sha256(text) + "  " + name + "\n";
        add("SHA256SUMS", sums);
        return zipOf(m_entries);
    }

private:
    ZipEntries m_entries;
    std::string m_commands = "#!/bin/sh\n# Draws every figure of this folder again.\nset -e\n"
                             "cd \"$(dirname \"$0\")\"\n";
};

std::string readme(const QStringList& data) {
    std::string text =
        "Figures of MoE Explorer " MOE_VERSION " with what they were drawn from.\n\n"
        "board.yaml    the page, every scenario written out\n"
        "panels/       each figure as a page of its own\n"
        "scenarios/    the scenario of each, for moe-explorer report --scenario\n"
        "figures/      the figures, numbers/ what they show\n"
        "captions.tex  a figure of LaTeX for each, citing references.bib\n"
        "inputs.tex    every input of every figure, for an appendix; inputs.csv the same\n"
        "reproduce     sh reproduce draws the figures again; the same version gives the same bytes\n"
        "SHA256SUMS    of every file: sha256sum -c SHA256SUMS\n";
    if (!data.isEmpty()) text += "\nTables that were read, which are not in here:\n";
    for (const QString& path : data) {
        const Result<std::string> table = readFile(path);
        text += QFileInfo(path).fileName().toStdString() + (table ? "  sha256 " + sha256(*table) : "") + "\n";
    }
    return text;
}

/// As the commands name them, beside which they have to lie.
std::string dataOptions(const QStringList& data) {
    std::string text;
    for (const QString& path : data) {
        QString name = QFileInfo(path).fileName();
        text += " --data '" + name.replace(QLatin1Char('\''), QLatin1String("'\\''")).toStdString() + "'";
    }
    return text;
}

} // namespace

int runBundle(const QStringList& arguments) {
    CommandLine line("bundle");
    line.option({"o", "output"}, "The archive, .zip.", "FILE");
    line.option({"data"},
                "Published tables, or a folder of them; may be repeated. They are named, not taken.", "PATH");
    if (const int stop = line.parse(arguments, 1, 1); stop >= 0) return stop;
    const QString output = line.value("output");
    if (!output.endsWith(QLatin1String(".zip"), Qt::CaseInsensitive))
        return line.usageError(QStringLiteral("-o must end in .zip"));
    const QString path = line.positional().first();
    const Result<std::string> text = readInput(path, kLargestDocument);
    if (!text) return fail(text.error());
    const ShippedCatalog shipped = shippedCatalog();
    CatalogPtr catalog = shipped.catalog;
    if (line.has("data")) {
        LoadOutcome loaded = loadTables(line.values("data"), catalog);
        if (!loaded.problems.empty()) return fail(loaded.problems);
        catalog = std::move(loaded.catalog);
    }
    const auto located = [&](Problems problems) {
        for (Problem& problem : problems)
            problem.source = path.toStdString() + (problem.source.empty() ? "" : ": " + problem.source);
        return fail(problems);
    };
    const Result<SessionBoard> read = boardOfText(*text, path, *catalog);
    if (!read) return fail(read.error());
    const Result<BoardFile> written = boardWrittenOut(read->board, QFileInfo(path).absolutePath(), *catalog);
    if (!written) return located(written.error());
    BoardFile board = *written;
    for (BoardPanel& panel : board.panels) panel.pin.reset(); // it is of no session any more
    const std::string data = dataOptions(line.values("data"));
    const ProgressLine shown(QStringLiteral("Figures"));
    const Progress progress = shown.progress();
    Bundle bundle;
    bundle.add("README.txt", readme(line.values("data")));
    bundle.add("board.yaml", boardText(board));
    ui::BoardPage page;
    Result<std::string> figure = drawn(board, catalog, page);
    if (!figure) return located(figure.error());
    bundle.add("figures/board.pdf", std::move(figure).value());
    bundle.command("moe-explorer board board.yaml -o figures/board.pdf" + data);
    std::vector<PaperFigure> figures;
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        // The page before them is as much work as they are.
        if (progress) progress(double(board.panels.size() + i), 2.0 * double(board.panels.size()));
        const std::string name = letterOf(i) + "-" + board.panels[i].view;
        const BoardFile one = alone(board, i);
        figure = drawn(one, catalog, page);
        if (!figure) return located(figure.error());
        bundle.add("panels/" + name + ".yaml", boardText(one));
        bundle.add("scenarios/" + name + ".yaml", scenarioText(*board.panels[i].scenario));
        bundle.add("figures/" + name + ".pdf", std::move(figure).value());
        const ui::BoardPicture& picture = page.pictures.front();
        bundle.add("numbers/" + name + ".csv", picture.csv.toStdString());
        figures.push_back({name, letterOf(i), board.panels[i].view, picture.title, picture.summary,
                           picture.note, *board.panels[i].scenario});
        bundle.command("moe-explorer board panels/" + name + ".yaml -o figures/" + name + ".pdf" + data);
    }
    bundle.add("captions.tex", paperCaptions(figures, *catalog));
    bundle.add("references.bib", paperReferences(figures, *catalog));
    bundle.add("inputs.tex", paperInputs(figures));
    bundle.add("inputs.csv", paperInputsCsv(figures));
    const Problems problems = saveFile(output, QByteArray::fromStdString(bundle.bytes()));
    if (!problems.empty()) return fail(problems);
    print(output + QLatin1Char('\n'));
    return kDone;
}

} // namespace moe::app
