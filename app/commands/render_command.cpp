// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/figures/figure_views.h"
#include "app/figures/split_file.h"
#include "app/files/own_files.h"
#include "app/files/save_file.h"
#include "app/work/answers.h"
#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/validate.h"
#include "models/items/escape.h"
#include "ui/figure.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>

namespace moe::app {
namespace {

/// A length or size with its unit: "85mm" → 85. Nullopt unless positive and the unit fits.
std::optional<double> measure(QString text, const char* unit) {
    if (text.endsWith(QLatin1String(unit))) text.chop(static_cast<qsizetype>(qstrlen(unit)));
    const std::optional<double> value = parseNumber(text.toStdString());
    return value && *value > 0 && *value < 1e5 ? value : std::nullopt;
}

/// Fills the style from the options; empty when they are good, else what is wrong.
QString readStyle(const CommandLine& line, ui::FigureFile& file) {
    const auto number = [&](const char* option, const char* unit, double& into) -> QString {
        const std::optional<double> value = measure(line.value(option), unit);
        if (!value)
            return QStringLiteral("--%1: must be a positive number%2, got \"%3\"")
                .arg(QLatin1String(option),
                     *unit ? QStringLiteral(" of %1").arg(QLatin1String(unit)) : QString(),
                     line.value(option));
        into = *value;
        return {};
    };
    for (const QString& wrong :
         {number("width", "mm", file.style.widthMm), number("height", "mm", file.style.heightMm),
          number("font", "pt", file.style.fontPt), number("dpi", "", file.dpi)}) {
        if (!wrong.isEmpty()) return wrong;
    }
    if (line.value("theme") != QLatin1String("light") && line.value("theme") != QLatin1String("dark"))
        return QStringLiteral("--theme: must be light or dark, got \"%1\"").arg(line.value("theme"));
    file.style.dark = line.value("theme") == QLatin1String("dark");
    if (!ui::paletteNames().contains(line.value("palette")))
        return QStringLiteral("--palette: must be one of %1, got \"%2\"")
            .arg(ui::paletteNames().join(", "), line.value("palette"));
    file.style.palette = line.value("palette");
    if (!QFontDatabase::hasFamily(line.value("family")))
        return QStringLiteral("--family: is no typeface of this system, got \"%1\"")
            .arg(line.value("family"));
    file.style.family = line.value("family");
    file.style.headline = !line.has("no-headline");
    file.style.legend = !line.has("no-legend");
    file.style.hatching = !line.has("no-hatching");
    return {};
}

/// `frontier` means latency–throughput for a scenario that only serves, else the layouts of its GPUs.
constexpr const char* kFrontier = "frontier";

const ui::ViewRow* frontierOf(const Scenario& scenario) {
    return ui::findView(scenario.train ? QStringLiteral("layouts") : QStringLiteral("latency"),
                        shownSide(scenario));
}

/// What --choose does not reach: arguments of pictures that are computed beside the report.
Problems readArguments(const CommandLine& line, const Input& input, const ui::ViewRow* row,
                       QHash<QString, QString>& arguments) {
    Problems problems;
    for (const PictureArgument& one : pictureOptions()) {
        const QString name = QLatin1String(one.name);
        if (!line.has(name)) continue;
        arguments[name] = one.value ? line.value(name) : name;
        Message wrong = one.wrong ? one.wrong(line.value(name), input.scenario) : Message();
        if (!wrong.empty())
            problems.push_back({.source = "--" + name.toStdString(),
                                .rule = std::move(wrong),
                                .value = line.value(name).toStdString()});
    }
    const AnswerRow* answer = row ? findAnswerRow(QLatin1String(row->key)) : nullptr;
    if (!problems.empty() || !answer || !answer->wrong) return problems;
    QStringList written;
    for (const PictureArgument& one : answer->arguments) written << arguments.value(QLatin1String(one.name));
    return answer->wrong(written, *input.catalog);
}

/// Options that this picture takes and no other.
QStringList ownOptions(const char* key) {
    QStringList own;
    for (const AnswerRow& row : answerRows())
        if (qstrcmp(row.key, key) == 0)
            for (const PictureArgument& one : row.arguments) own << QLatin1String(one.name);
    for (const AnswerRow& row : answerRows())
        if (qstrcmp(row.key, key) != 0)
            for (const PictureArgument& one : row.arguments) own.removeAll(QLatin1String(one.name));
    return own;
}

Result<Scenario> baseScenario(const QString& name, const Catalog& catalog) {
    if (const ScenarioPreset* preset = catalog.preset(name.toStdString())) return preset->scenario;
    const Result<std::string> text = scenarioTextOf(name);
    if (!text) return text.error();
    return scenarioOfText(*text, name, catalog, Between::Checked);
}

constexpr const char *kOwn = "own", *kMine = "mine";
constexpr const char *kProfiles = "profiles", *kSurfaces = "surfaces";

/// Report, base and columns for every view; without --base, the base is the scenario before --set.
Result<FigureInputs> inputsOf(const CommandLine& line, const Input& input, const ui::ViewRow* row) {
    FigureInputs inputs;
    inputs.catalog = input.catalog;
    inputs.choices = line.values("choose");
    inputs.report = std::make_shared<const Report>(evaluate(input.scenario, *input.catalog, Detail::Full));
    if (!(input.opened == input.scenario) && brokenRules(input.opened, *input.catalog).empty())
        inputs.base = std::make_shared<const Report>(evaluate(input.opened, *input.catalog, Detail::Full));
    Problems problems = readArguments(line, input, row, inputs.arguments);
    if (line.has("base")) {
        const Result<Scenario> base = baseScenario(line.value("base"), *input.catalog);
        if (base)
            inputs.base = std::make_shared<const Report>(evaluate(*base, *input.catalog, Detail::Full));
        else
            append(problems, base.error());
    }
    if (line.has("against")) {
        const Result<ui::SplitOther> other =
            splitOtherOf(line.values("against"), input.scenario, *input.catalog);
        if (other)
            inputs.against = *other;
        else
            append(problems, other.error());
    }
    inputs.arrange = ui::arrangeOf(line.value("arrange"));
    if (line.has(kOwn) && (!row || qstrcmp(row->key, kMine) != 0)) {
        Result<OwnBesideShown> own = ownShownOf(ownPaths(line.value(kOwn)), *inputs.report, *input.catalog);
        if (own) {
            inputs.own = own->shown;
            for (const Problem& problem : own->leftOut)
                printError(QString::fromStdString(toString(problem)) + QLatin1Char('\n'));
        } else {
            append(problems, own.error());
        }
    }
    for (const QString& path : line.values("log")) {
        const Result<CompareEntry> read = readCompareEntry(path, *input.catalog);
        if (!read) {
            append(problems, read.error());
            continue;
        }
        ComparedColumn column = comparedColumn(*read, *input.catalog);
        column.mark = static_cast<int>(inputs.columns.size());
        inputs.columns.push_back(std::make_shared<const ComparedColumn>(std::move(column)));
    }
    if (!problems.empty()) return problems;
    return inputs;
}

/// Options that ask for another picture than this one would be ignored.
Problems unusedOptions(const CommandLine& line, const ui::ViewRow& row) {
    QStringList used;
    if (const AnswerRow* answer = findAnswerRow(QLatin1String(row.key)))
        for (const PictureArgument& one : answer->arguments)
            if (!one.help.isEmpty()) used << QLatin1String(one.name);
    const std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    if (dynamic_cast<ui::OwnMarked*>(view.get())) used << QLatin1String(kOwn);
    Problems problems;
    for (const PictureArgument& known : pictureOptions())
        if (const QString option = QLatin1String(known.name); line.has(option) && !used.contains(option))
            problems.push_back(
                {.source = "--" + option.toStdString(),
                 .rule = std::string("is no question of ") + row.key +
                         (used.isEmpty() ? "" : ", which takes --" + used.join(", --").toStdString())});
    return problems;
}

/// A view that was named is drawn though it holds one sentence; of all, such a file would be one too many.
enum class Among { One, All };
Problems renderOne(const ui::ViewRow& row, const FigureInputs& inputs, ui::FigureFile file, bool bare,
                   const QString& path, const QString& csvPath, Among among) {
    const Result<std::unique_ptr<ui::ReportView>> view = [&] {
        const ProgressLine shown(QString::fromLatin1(row.key));
        FigureInputs telling = inputs;
        telling.progress = shown.progress();
        return figureView(row, telling);
    }();
    if (!view) return view.error();
    if (among == Among::All && !(*view)->hasNumbers()) {
        printError(QStringLiteral("%1: left out: %2\n").arg(QLatin1String(row.key), (*view)->summary()));
        return {};
    }
    file.title = figureTitle(row, *inputs.report);
    if (inputs.against.report)
        file.title += QStringLiteral(" · ") + items::printableText(inputs.against.name);
    if (!bare) file.scenario = QByteArray::fromStdString(scenarioText(inputs.report->scenario));
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    Problems problems = ui::writeFigure(**view, file, buffer);
    if (problems.empty()) problems = saveFile(path, buffer.data());
    if (problems.empty() && !csvPath.isEmpty()) problems = saveFile(csvPath, (*view)->csv().toUtf8());
    if (problems.empty()) print(path + QLatin1Char('\n'));
    if (problems.empty() && !file.style.headline) print((*view)->summary() + QLatin1Char('\n'));
    return problems;
}

} // namespace

int runRender(const QStringList& arguments) {
    CommandLine line("render");
    addScenarioOptions(line);
    line.option({"o", "output"}, "Where to write; the ending chooses PDF, SVG or PNG.", "FILE");
    line.option({"all"}, "Every view that the scenario can fill, into the folder given with -o.");
    line.option({"format"}, "With --all: pdf, svg or png.", "FORMAT", "pdf");
    line.option({"width"}, "Width on paper.", "MM", "120mm");
    line.option({"height"}, "Height on paper.", "MM", "85mm");
    line.option({"font"}, "Font size on paper.", "PT", "7pt");
    line.option({"family"}, "Typeface of all text.", "NAME", ui::FigureStyle().family);
    line.option(
        {"no-headline"},
        "Leaves out the sentence above the picture, and prints it after the file's name as its caption.");
    line.option({"no-legend"}, "Leaves out what colours and marks mean, where a picture has it apart.");
    line.option({"no-hatching"}, "Plain tints in place of lines and patterns.");
    line.option({"dpi"}, "Resolution of a PNG.", "DPI", "300");
    line.option({"theme"}, "light or dark.", "THEME", "light");
    line.option({"palette"}, ui::paletteNames().join(", ") + ".", "NAME", "cividis");
    line.option({"log"},
                "Training log or scenario beside this one, for compare, and as a letter on loss, memory and "
                "time; may be repeated.",
                "FILE");
    line.option({"base"},
                "What differences are drawn against: a preset or a scenario file; else the scenario before "
                "--set.",
                "NAME|FILE");
    line.option(
        {"against", "beside"},
        "A second picture beside this one, on one axis, with a table of what differs: a preset, a "
        "file with a scenario or a training log, a trace of torch.profiler (for time and timeline), or "
        "results of benchmarks and other measurements as `moe-explorer fit` takes them; those may be "
        "several.",
        "NAME|FILE");
    line.option({"arrange"},
                "How the two stand: beside, over, or difference for the table alone; else as reads best.",
                "HOW");
    line.option(
        {"choose"},
        "A choice of the view's tool bar: measured=on, colour=uncertainty; may be repeated. A wrong one "
        "lists what the view offers.",
        "KEY=VALUE");
    line.option({"bare"}, "Leaves the scenario out of the file; the figure does not reopen then.");
    const std::vector<PictureArgument> options = pictureOptions();
    for (const PictureArgument& one : options)
        line.option({QLatin1String(one.name)}, one.help, QString::fromUtf8(one.value));
    line.option({"csv"}, "Also writes the numbers behind the picture.", "FILE");
    if (const int stop = line.parse(arguments, 0, 1); stop >= 0) return stop;

    const bool all = line.has("all");
    if (all != line.positional().isEmpty()) return line.usageError("name one view, or give --all");
    const bool frontier = !all && line.positional().first() == QLatin1String(kFrontier);
    const ui::ViewRow* row = all ? nullptr : ui::findView(line.positional().first(), Side::Training);
    if (row && qstrcmp(row->key, kProfiles) == 0)
        for (const QString& option : ownOptions(kSurfaces))
            if (line.has(option)) row = ui::findView(kSurfaces, Side::Training);
    QStringList names{QLatin1String(kFrontier)};
    for (const ui::ViewRow* known : ui::viewsOf(Side::Training)) names << QLatin1String(known->key);
    if (!all && !row && !frontier)
        return line.usageError(QStringLiteral("there is no view \"%1\"; views: %2")
                                   .arg(line.positional().first(), names.join(", ")));
    if (!line.has("output")) return line.usageError("-o is missing");
    ui::FigureFile file;
    if (const QString wrong = readStyle(line, file); !wrong.isEmpty()) return line.usageError(wrong);
    if (line.has("arrange") && !ui::arrangeOf(line.value("arrange")))
        return line.usageError(QStringLiteral("--arrange: must be %1, got \"%2\"")
                                   .arg(ui::arrangeKeys().join(", "), line.value("arrange")));
    if (line.has("arrange") && !line.has("against")) return line.usageError("--arrange: goes with --against");
    QStringList ofOne{"csv", "choose", "against"};
    for (const PictureArgument& one : options)
        if (!one.withAll) ofOne << QLatin1String(one.name);
    for (const QString& option : std::as_const(ofOne))
        if (all && line.has(option))
            return line.usageError(QStringLiteral("--%1 belongs to one view, not to --all").arg(option));
    if (!all && line.has("format"))
        return line.usageError("--format goes with --all; the ending of -o chooses");
    const QString output = line.value("output"), csv = line.value("csv");
    if (!csv.isEmpty() && sameFile(csv, output))
        return line.usageError("--csv: must be another file than -o");
    const QString suffix = QLatin1Char('.') + line.value("format");
    if (all && !ui::formatOfName(suffix)) return line.usageError("--format: must be pdf, svg or png");
    file.format = ui::formatOfName(all ? suffix : output).value_or(ui::FigureFormat::Pdf);
    if (!all && !ui::formatOfName(output)) return line.usageError("-o: must end in .pdf, .svg or .png");
    if (line.has("dpi") && file.format != ui::FigureFormat::Png)
        return line.usageError("--dpi: is of a PNG; a PDF or SVG has no pixels");

    Result<Input> read = scenarioInput(line);
    if (!read) return fail(read.error());
    Input input = std::move(read).value();
    if (const AnswerRow* answer = row ? findAnswerRow(QLatin1String(row->key)) : nullptr;
        answer && answer->assume)
        answer->assume(input.scenario);
    const Result<FigureInputs> inputs = inputsOf(line, input, row);
    if (!inputs) return fail(inputs.error());
    if (all && !QDir().mkpath(output))
        return fail({{.source = output.toStdString(), .rule = "cannot be made into a folder"}});
    const Side side = shownSide(input.scenario);
    row = frontier ? frontierOf(input.scenario) : row ? ui::findView(QLatin1String(row->key), side) : nullptr;
    Problems problems = all ? Problems() : unusedOptions(line, *row);
    if (!problems.empty()) return fail(problems);
    for (const ui::ViewRow* known : ui::viewsOf(side)) {
        if (!all && known != row) continue;
        const QString path = all ? QDir(output).filePath(QLatin1String(known->key) + suffix) : output;
        append(problems,
               renderOne(*known, *inputs, file, line.has("bare"), path, csv, all ? Among::All : Among::One));
    }
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
