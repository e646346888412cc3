// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/explore_page.h"

#include "app/figures/board.h"
#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"
#include "data/number.h"
#include "models/engine/explore/explore.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/scenario/fields.h"
#include "models/items/escape.h"
#include "models/items/metric_rows.h"
#include "models/items/words.h"
#include "ui/theme.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <atomic>

namespace moe::app {
namespace {

constexpr int kDigits = 4; ///< of every number of the page

QJsonValue jsonNumber(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) return {};
    return parseNumber(rounded(*value, kDigits)).value_or(*value);
}

QColor memoryColour(const std::string& key) {
    for (const MemoryTerm& term : memoryTerms())
        if (key == term.key) return ui::groupColour(term.group);
    constexpr std::pair<const char*, const char*> kServed[] = {
        {"weights", "#0072B2"}, {"kv_cache", "#E69F00"}, {"activations", "#009E73"}, {"buffers", "#56B4E9"}};
    for (const auto& [known, colour] : kServed)
        if (key == known) return {QLatin1String(colour)};
    return {QStringLiteral("#999999")};
}

QColor timeColour(const std::string& key) {
    const QColor colour = ui::timeStyle(key).colour;
    return colour.isValid() ? colour : QColor(0x99, 0x99, 0x99);
}

/// Stacks of all points by part; parts that nothing takes are left out.
QJsonArray partsJson(const std::vector<ExploredPoint>& points,
                     std::vector<ExploredPart> ExploredPoint::*parts,
                     QColor (*colourOf)(const std::string& key)) {
    std::vector<ExploredPart> all;
    for (const ExploredPoint& point : points)
        for (const ExploredPart& part : point.*parts)
            if (part.value > 0 && std::none_of(all.begin(), all.end(),
                                               [&](const ExploredPart& one) { return one.key == part.key; }))
                all.push_back(part);
    QJsonArray array;
    for (const ExploredPart& part : all) {
        QJsonArray values;
        for (const ExploredPoint& point : points) {
            double sum = 0;
            for (const ExploredPart& one : point.*parts)
                if (one.key == part.key) sum += one.value;
            values.append(jsonNumber(sum));
        }
        const QColor colour = colourOf(part.key);
        array.append(QJsonObject{{"label", items::tableText(part.label)},
                                 {"colour", colour.name()},
                                 {"ink", ui::inkOn(colour).name()},
                                 {"values", values}});
    }
    return array;
}

QJsonArray metricsJson(const SweepPlan& plan, const std::vector<ExploredPoint>& points) {
    QJsonArray array;
    for (std::size_t i = 0; i < plan.metrics.size(); ++i) {
        const Metric& metric = *plan.metrics[i];
        QJsonArray values;
        bool any = false;
        for (const ExploredPoint& point : points) {
            values.append(jsonNumber(i < point.metrics.size() ? point.metrics[i] : std::nullopt));
            any = any || !values.last().isNull();
        }
        if (!any) continue;
        const std::string_view key = metric.key;
        array.append(
            QJsonObject{{"key", QLatin1String(metric.key)},
                        {"label", items::tableText(metric.label)},
                        {"unit", QString::fromUtf8(metric.unit)},
                        {"better", metric.better == Better::Lower    ? -1
                                   : metric.better == Better::Higher ? 1
                                                                     : 0},
                        {"main", key == "train.step_seconds" || key == "serve.tokens_per_second_per_gpu"},
                        {"values", values}});
    }
    return array;
}

QJsonObject pointsJson(const std::vector<ExploredPoint>& points, QJsonArray& rules) {
    QString fit;
    QJsonArray capacity, rule;
    QStringList known;
    for (const ExploredPoint& point : points) {
        const bool broken = !point.rule.empty();
        fit += broken ? QLatin1Char('9') : QLatin1Char(char('0' + int(point.fits.value_or(Fit::Yes))));
        capacity.append(jsonNumber(point.capacity));
        const QString text = broken ? items::sentenceText(point.rule) : QString();
        if (broken && !known.contains(text)) known << text;
        rule.append(broken ? int(known.indexOf(text)) : -1);
    }
    rules = QJsonArray::fromStringList(known);
    return {{"fit", fit}, {"capacity", capacity}, {"rule", rule}};
}

QJsonArray knobsJson(const SweepPlan& plan) {
    QJsonArray knobs;
    std::size_t start = exploreStart(plan);
    for (std::size_t i = plan.axes.size(); i-- > 0;) {
        const SweepAxis& axis = plan.axes[i];
        const Field& field = *findField(axis.key);
        QJsonArray values;
        for (const std::string& value : axis.values) values.append(QString::fromStdString(value));
        knobs.prepend(QJsonObject{{"key", QString::fromStdString(axis.key)},
                                  {"label", items::tableText(field.label)},
                                  {"unit", QString::fromUtf8(field.unit)},
                                  {"values", values},
                                  {"start", int(start % axis.values.size())}});
        start /= axis.values.size();
    }
    return knobs;
}

/// What a shell takes to have the same report: the file below the sliders where it is of no preset.
QString commandOf(const BoardPanel& panel) {
    QString command = QStringLiteral("moe-explorer report");
    if (panel.preset.empty()) return command + QStringLiteral(" --scenario scenario.yaml");
    command += QStringLiteral(" --preset ") + QString::fromStdString(panel.preset);
    for (const std::string& set : panel.set)
        command += QStringLiteral(" --set '%1'")
                       .arg(QString::fromStdString(set).replace(QLatin1Char('\''), QStringLiteral("'\\''")));
    return command;
}

std::vector<ExploredPoint> pointsOf(const SweepPlan& plan, const Catalog& catalog, const Progress& progress) {
    std::vector<ExploredPoint> points(plan.count());
    std::atomic<std::size_t> done = 0;
    forEachParallel(points.size(), {}, [&](std::size_t i) {
        points[i] = explorePoint(plan, catalog, i);
        if (progress) progress(double(++done), double(points.size()));
    });
    return points;
}

QString resource(const char* name) {
    const Result<std::string> text = readFile(QLatin1String(name));
    return text ? QString::fromStdString(*text) : QString();
}

/// Nothing in it ends the script it stands in.
QString scriptJson(const QByteArray& json) {
    return QString::fromUtf8(json).replace(QStringLiteral("</"), QStringLiteral("<\\/"));
}

QJsonObject wordsJson() {
    QJsonArray fits;
    for (const Fit fit : {Fit::Yes, Fit::Tight, Fit::No}) fits.append(items::fitText(fit));
    return {{"locale", QLocale()
                           .name()
                           .replace(QLatin1Char('_'), QLatin1Char('-'))
                           .replace(QStringLiteral("C"), QStringLiteral("en"))},
            {"metric", items::Words::tr("What the curve shows")},
            {"start", items::Words::tr("As it was")},
            {"best", items::Words::tr("Best that fits")},
            {"copy", items::Words::tr("Copy")},
            {"scenario", items::Words::tr("The scenario as a file")},
            {"memory", items::Words::tr("Memory of the fullest GPU")},
            {"time", items::Words::tr("Where the time of a step goes")},
            {"capacity", items::Words::tr("capacity")},
            {"fits", fits}};
}

} // namespace

Result<QString> exploreHtml(const BoardFile& board, const QString& folder, const Catalog& catalog,
                            const QStringList& asked, const Progress& progress) {
    const Result<BoardFile> written = boardWrittenOut(board, folder, catalog);
    if (!written) return written.error();
    std::vector<Scenario> known;
    QJsonArray data;
    QString places;
    std::vector<std::string> knobs;
    for (const QString& one : asked) knobs.push_back(one.toStdString());
    for (std::size_t i = 0; i < board.panels.size(); ++i) {
        const Scenario& scenario = *written->panels[i].scenario;
        if (std::find(known.begin(), known.end(), scenario) != known.end()) continue;
        known.push_back(scenario);
        const auto located = [](Problems problems) {
            for (Problem& problem : problems) problem.source = "--explore";
            return problems;
        };
        Result<std::vector<SweepAxis>> axes = exploreAxes(knobs, scenario);
        if (!axes) return located(axes.error());
        const Result<SweepPlan> plan = explorePlan(scenario, std::move(axes).value(), catalog);
        if (!plan) return located(plan.error());
        const std::vector<ExploredPoint> points = pointsOf(*plan, catalog, progress);
        QJsonArray rules;
        const QJsonObject all = pointsJson(points, rules);
        data.append(QJsonObject{{"name", items::shownName(scenario.name)},
                                {"command", commandOf(board.panels[i])},
                                {"file", QString::fromStdString(scenarioText(scenario))},
                                {"knobs", knobsJson(*plan)},
                                {"metrics", metricsJson(*plan, points)},
                                {"memory", partsJson(points, &ExploredPoint::memory, memoryColour)},
                                {"time", partsJson(points, &ExploredPoint::time, timeColour)},
                                {"rules", rules},
                                {"points", all}});
        places += QStringLiteral("<section class=\"ex\" id=\"explore-%1\"></section>\n").arg(data.size() - 1);
    }
    const QString json = scriptJson(QJsonDocument(data).toJson(QJsonDocument::Compact)),
                  words = scriptJson(QJsonDocument(wordsJson()).toJson(QJsonDocument::Compact));
    return QStringLiteral("<style>\n") + resource(":/explore/explore.css") + QStringLiteral("</style>\n") +
           places + QStringLiteral("<script>\nconst DATA = ") + json + QStringLiteral(";\nconst WORDS = ") +
           words + QStringLiteral(";\n") + resource(":/explore/explore.js") + QStringLiteral("</script>\n");
}

} // namespace moe::app
