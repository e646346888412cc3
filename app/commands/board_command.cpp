// SPDX-License-Identifier: GPL-3.0-or-later
// board: pictures of several scenarios on one page.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/figures/board.h"
#include "app/figures/explore_page.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "data/number.h"

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
    line.option({"o", "output"}, "Where to write; the ending chooses PDF, SVG, PNG or HTML.", "FILE");
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
    if (!format) return line.usageError(QStringLiteral("-o must end in .pdf, .svg, .png or .html"));
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

} // namespace moe::app
