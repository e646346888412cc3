// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/items/agreement.h"

#include "data/number.h"
#include "models/engine/answer/answer.h"
#include "models/engine/day/day.h"
#include "models/engine/evaluate.h"
#include "models/engine/overview/overview_serving.h"
#include "models/engine/plan/goodput_map.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/report/metrics.h"
#include "models/engine/search/sweep.h"
#include "models/engine/traffic/serve_load.h"
#include "models/items/day_text.h"
#include "models/items/format.h"
#include "models/items/report_json.h"
#include "models/items/report_text.h"
#include "models/items/result_cards.h"
#include "models/items/sweep_text.h"
#include "models/items/traffic_text.h"
#include "tests/engine/operator_cases.h"
#include "tests/items/agreement_rows.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace moe::test {
namespace {

/// Who prints serve.goodput_requests_per_second, which is of a search of rates and not of a report.
constexpr const char* kRatePrinters[] = {"the Overview", "the sentence", "simulate --goodput",
                                         "search --serve and plans"};
/// Of scenarios with limits: a search of rates each.
constexpr Count kRatesOfOneIn = 4;

QJsonValue at(QJsonValue value, const QString& path) {
    for (const QString& name : path.split('.')) value = value.toObject().value(name);
    return value;
}

using Number = std::optional<double>;
Number finite(Number value) {
    return value && std::isfinite(*value) ? value : Number();
}
Number numberIn(const QJsonValue& value) {
    return value.isDouble() ? Number(value.toDouble()) : Number();
}
QJsonObject printedReport(const Report& report) {
    return QJsonDocument::fromJson(QJsonDocument(items::reportJson(report)).toJson()).object();
}

} // namespace

const Catalog& agreementCatalog() {
    static const Catalog all = [] {
        Catalog made = measuredCatalog();
        made.lossModel = numbersCatalog().lossModel;
        return made;
    }();
    return all;
}

void eachHere(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

Agreement::Agreement(const Scenario& scenario)
    : m_scenario(scenario), m_report(evaluate(scenario, agreementCatalog(), Detail::Numbers)) {
    addDay(m_report, agreementCatalog());
}

std::string Agreement::difference() {
    files();
    sweep();
    search();
    simulation();
    day();
    sentences();
    cards();
    rates();
    return m_wrong;
}

void Agreement::compare(const char* who, std::string_view key, Number theirs) {
    const Number mine = finite(findMetric(key)->value(m_report));
    theirs = finite(theirs);
    if (mine == theirs || !m_wrong.empty()) return;
    const auto text = [](Number n) { return n ? QString::number(*n, 'g', 17).toStdString() : "nothing"; };
    m_wrong = std::string(key) + ": the report says " + text(mine) + ", " + who + " " + text(theirs);
}

void Agreement::files() {
    Report coarse = evaluate(m_scenario, agreementCatalog(), Detail::Coarse);
    coarse.day = m_report.day; // nobody asks a coarser one for it
    const QJsonObject json = printedReport(m_report);
    QHash<QString, QString> csv;
    for (const QString& line : items::reportCsv(m_report).split('\n'))
        if (const QStringList cells = line.split(','); cells.size() >= 4)
            csv[cells[0]] = cells[cells.size() - 2];
    for (const Metric& metric : metrics()) {
        compare("a coarser one", metric.key, metric.value(coarse));
        compare("its JSON", metric.key, numberIn(at(json, metric.key)));
        const std::string cell = csv[metric.key].toStdString();
        compare("its CSV", metric.key, cell.empty() ? Number() : parseNumber(cell));
    }
}

void Agreement::sweep() {
    std::vector<const Metric*> all, fast;
    for (const Metric& metric : metrics()) {
        all.push_back(&metric);
        if (findEstimateMetric(metric.key)) fast.push_back(&metric);
    }
    for (const auto& [metrics, who] : {std::pair{all, "a sweep"}, {fast, "a fast sweep"}}) {
        if (who[2] == 'f' && !m_scenario.train) continue;
        const SweepPlan plan =
            gridPlan(m_scenario, {{"model.layers", {std::to_string(m_scenario.model.layers)}}}, metrics);
        const SweepCell cell = sweepCell(plan, agreementCatalog(), 0);
        const QStringList lines =
            QString::fromUtf8(items::sweepCsv(plan, {cell}, false)).trimmed().split(',');
        const QJsonObject json =
            QJsonDocument::fromJson(items::sweepJsonLines(plan, {cell})).object()["metrics"].toObject();
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            compare(who, metrics[i]->key, cell.metrics[i]);
            compare("its JSON", metrics[i]->key, numberIn(json[metrics[i]->key]));
            const std::string text = lines.value(1 + qsizetype(i)).toStdString();
            compare("its CSV", metrics[i]->key, text.empty() ? Number() : parseNumber(text));
        }
    }
}

void Agreement::search() {
    if (!m_scenario.train) return;
    const Estimate made = estimate(m_scenario, agreementCatalog());
    for (const EstimateMetric& metric : estimateMetrics())
        if (!(m_scenario.rl && std::string_view(metric.key).starts_with("energy."))) // of its training alone
            compare("search", metric.key, metric.value(made));
}

void Agreement::simulation() {
    const bool cut = std::any_of(m_report.warnings.begin(), m_report.warnings.end(), [](const Warning& w) {
        return w.id == "serve-fewer-requests" || w.id == "serve-saturated";
    });
    if (!m_report.serve || !m_report.serve->simulated || cut) return;
    Scenario server = m_scenario;
    server.train.reset();
    ServedLoad load = valueOf(servedLoad(server, agreementCatalog()));
    if (load.traffic.requests.size() > load.traffic.enough) return;
    load.traffic.enough = 0;
    const QJsonObject json = items::trafficJson(load, simulateLoad(load, 1), nullptr)["simulate"].toObject();
    for (const PrintedRow& row : printedRows())
        if (row.printers & Simulate)
            if (const QJsonValue value = at(json, row.simulated); row.simulated[0] != 0)
                if (value.toDouble() != 0) compare("simulate", row.key, numberIn(value));
    const ServingNumbers numbers = valueOf(servingNumbers(server, agreementCatalog()));
    for (const PrintedRow& row : printedRows())
        if (row.printers & Servers) {
            if (row.printers & Days) continue; // of a search that asks for days
            // A rack is counted with what it trains, where it does.
            if (std::string_view(row.key) == "power.rack_kw" && m_scenario.train) continue;
            if (const Number value = findServingMetric(row.key)->value(numbers); value != 0.0)
                compare("search --serve", row.key, value);
        }
}

void Agreement::day() {
    if (!m_report.day) return;
    const DayLoad load = valueOf(dayLoad(m_scenario, agreementCatalog()));
    const QJsonObject json =
        items::dayJson(load, simulateDay(load, agreementCatalog()), nullptr, false)["metrics"].toObject();
    for (const PrintedRow& row : printedRows())
        if (row.printers & Days) compare("day", row.key, numberIn(json[QLatin1String(row.key + 4)]));
}

void Agreement::sentences() {
    for (const Answer& answer : answersOf(m_report))
        for (const AnswerValue& value : answer.values) compare("the sentence", value.key, value.value);
}

void Agreement::cards() {
    for (const items::CardRow& row : items::resultCards()) {
        const items::CardText card = row.text(m_report, nullptr);
        const PrintedRow* known = printedRow(card.key.toStdString());
        if (card.missing || !known || !(known->printers & Card)) continue;
        const Metric* metric = findMetric(known->key);
        const QString whole = items::humanValue(*metric->value(m_report), metric->unit);
        if (!m_wrong.empty() || card.value == whole || whole == card.value + QStringLiteral(" /s")) continue;
        m_wrong = std::string(known->key) + ": the report says " + whole.toStdString() + ", its card " +
                  card.value.toStdString();
    }
}

void Agreement::rates() {
    if (!m_report.serve || !m_report.serve->simulated || !hasLimits(*m_scenario.serve)) return;
    if (m_scenario.serve->numRequests.value_or(0) % kRatesOfOneIn != 0) return; // a search each
    const Result<ServingSearch> search = goodputSearch(m_scenario, agreementCatalog());
    const Result<ServedLoad> load = rateLoad(m_scenario, agreementCatalog());
    if (!search || !load) return;
    const RateWithin found = rateWithin(*load, eachHere);
    const Result<OwnGoodput> own = ownGoodput(m_scenario, agreementCatalog());
    const QJsonObject json = items::trafficJson(*load, simulateLoad(*load, 1), &found);
    const QJsonValue printed = at(json["simulate"], "goodput_requests_per_second");
    const RateWithin printers[] = {
        servedRate(m_scenario, agreementCatalog(), false, eachHere),
        goodputMap(m_scenario, agreementCatalog(), *search, {}, 0, 2, eachHere).rows.back(),
        {.highest = printed.toDouble(), .low = found.low, .high = found.high, .bound = found.bound},
        {.highest = own ? own->rate : 0, .low = found.low, .high = found.high, .bound = found.bound}};
    for (std::size_t i = 0; i < std::size(kRatePrinters); ++i) {
        const RateWithin& one = printers[i];
        if (one.highest == found.highest && one.low == found.low && one.high == found.high &&
            one.bound == found.bound)
            continue;
        m_wrong = "requests per second within the limits: " + std::to_string(found.highest) + ", " +
                  kRatePrinters[i] + " " + std::to_string(one.highest);
    }
}

} // namespace moe::test
