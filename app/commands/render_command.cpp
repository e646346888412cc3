#include "app/commands/scenario_options.h"
#include "app/compare_files.h"
#include "app/layout_job.h"
#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario_file.h"
#include "models/engine/validate.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"
#include "ui/figure.h"
#include "ui/plots/layouts_view.h"
#include "ui/view_list.h"

#include <QBuffer>
#include <QDir>

namespace moe::app {
namespace {

/// A length or size with its unit: "85mm" → 85. Nullopt unless positive and the unit fits.
std::optional<double> measure(QString text, const char* unit) {
    if (text.endsWith(QLatin1String(unit))) text.chop(static_cast<qsizetype>(qstrlen(unit)));
    const std::optional<double> value = parseNumber(text.toStdString());
    return value && *value > 0 && *value < 1e5 ? value : std::nullopt;
}

std::optional<ui::FigureFormat> formatOf(const QString& path) {
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) return ui::FigureFormat::Pdf;
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) return ui::FigureFormat::Svg;
    if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) return ui::FigureFormat::Png;
    return std::nullopt;
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
    return {};
}

/// `frontier` means latency–throughput for a scenario that only serves, else the layouts of its GPUs.
constexpr const char *kFrontier = "frontier", *kLayouts = "layouts";

const ui::ViewRow* viewOf(const char* key) {
    for (const ui::ViewRow& row : ui::viewList())
        if (qstrcmp(row.key, key) == 0) return &row;
    return nullptr;
}

/// What pictures of differences are drawn against.
struct Beside {
    ui::ReportPtr base; ///< the scenario before --set; null without a change
    std::vector<ui::ColumnPtr> columns;
};

Result<Beside> besideOf(const CommandLine& line, const Input& input) {
    Beside beside;
    if (!(input.opened == input.scenario) && validate(input.opened, *input.catalog).empty())
        beside.base = std::make_shared<const Report>(evaluate(input.opened, *input.catalog, Detail::Full));
    Problems problems;
    for (const QString& path : line.values("log")) {
        const Result<CompareEntry> read = readCompareEntry(path, *input.catalog);
        if (read)
            beside.columns.push_back(
                std::make_shared<const ComparedColumn>(comparedColumn(*read, *input.catalog)));
        else
            append(problems, read.error());
    }
    if (!problems.empty()) return problems;
    return beside;
}

Problems renderOne(const ui::ViewRow& row, const ui::ReportPtr& report, const ui::CatalogPtr& catalog,
                   const Beside& beside, ui::FigureFile file, const QString& path, const QString& csvPath) {
    const std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    view->setCatalog(catalog);
    view->setBase(beside.base);
    view->setReport(report);
    if (auto* compare = qobject_cast<ui::CompareView*>(view.get())) {
        compare->setColumns(beside.columns);
    }
    if (auto* layouts = qobject_cast<ui::LayoutsView*>(view.get()); layouts && report->scenario.train) {
        const Result<ChoicesPtr> choices =
            layoutChoices(report->scenario, *catalog, layouts->xKey(), layouts->yKey());
        if (!choices) return choices.error();
        layouts->setChoices(*choices);
    }
    if (auto* measured = qobject_cast<ui::MeasuredView*>(view.get())) {
        const Result<items::RunsPtr> runs = measuredRuns(*catalog);
        if (!runs) return runs.error();
        measured->setRuns(*runs);
    }
    file.format = *formatOf(path);
    file.title = QStringLiteral("%1 – %2").arg(QLatin1String(row.title),
                                               QString::fromStdString(report->scenario.name));
    file.scenario = QByteArray::fromStdString(scenarioText(report->scenario));
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    Problems problems = ui::writeFigure(*view, file, buffer);
    if (problems.empty()) problems = saveFile(path, buffer.data());
    if (problems.empty() && !csvPath.isEmpty()) problems = saveFile(csvPath, view->csv().toUtf8());
    if (problems.empty()) print(path + QLatin1Char('\n'));
    return problems;
}

} // namespace

int runRender(const QStringList& arguments) {
    CommandLine line("render");
    addScenarioOptions(line);
    line.option({"o", "output"}, "Where to write; the ending chooses PDF, SVG or PNG.", "FILE");
    line.option({"all"}, "Every view, as PDF, into the folder given with -o.");
    line.option({"width"}, "Width on paper.", "MM", "120mm");
    line.option({"height"}, "Height on paper.", "MM", "85mm");
    line.option({"font"}, "Font size on paper.", "PT", "7pt");
    line.option({"dpi"}, "Resolution of a PNG.", "DPI", "300");
    line.option({"theme"}, "light or dark.", "THEME", "light");
    line.option({"palette"}, ui::paletteNames().join(", ") + ".", "NAME", "cividis");
    line.option({"log"}, "Training log or scenario beside this one, for compare; may be repeated.", "FILE");
    line.option({"csv"}, "Also writes the numbers behind the picture.", "FILE");
    if (const int stop = line.parse(arguments, 0, 1); stop >= 0) return stop;

    const bool all = line.has("all");
    if (all != line.positional().isEmpty()) return line.usageError("name one view, or give --all");
    const ui::ViewRow* row = nullptr;
    QStringList names;
    for (const ui::ViewRow& known : ui::viewList()) {
        names << QLatin1String(known.key);
        if (!all && line.positional().first() == QLatin1String(known.key)) row = &known;
    }
    if (!all && !row)
        return line.usageError(QStringLiteral("there is no view \"%1\"; views: %2")
                                   .arg(line.positional().first(), names.join(", ")));
    if (!line.has("output")) return line.usageError("-o is missing");
    ui::FigureFile file;
    if (const QString wrong = readStyle(line, file); !wrong.isEmpty()) return line.usageError(wrong);
    const QString output = line.value("output");
    if (!all && !formatOf(output)) return line.usageError("-o: must end in .pdf, .svg or .png");

    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    const auto report =
        std::make_shared<const Report>(evaluate(input->scenario, *input->catalog, Detail::Full));
    if (all && !QDir().mkpath(output))
        return fail({{.source = output.toStdString(), .rule = "cannot be made into a folder"}});
    if (row && qstrcmp(row->key, kFrontier) == 0 && input->scenario.train) row = viewOf(kLayouts);
    const Result<Beside> beside = besideOf(line, *input);
    if (!beside) return fail(beside.error());
    Problems problems;
    for (const ui::ViewRow& known : ui::viewList()) {
        if (!all && &known != row) continue;
        const QString path =
            all ? QDir(output).filePath(QLatin1String(known.key) + QStringLiteral(".pdf")) : output;
        append(problems, renderOne(known, report, input->catalog, *beside, file, path,
                                   all ? QString() : line.value("csv")));
    }
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
