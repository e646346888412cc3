// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/serve_text.h"

#include "data/number.h"
#include "models/engine/scenario/edits/repair.h"
#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QLocale>

#include <algorithm>

namespace moe::items {
namespace {

/// "64.0" and "2.00 M" would claim digits that a count and an axis do not have. Keeps number and suffix on a
/// line.
QString tidy(QString text) {
    const qsizetype blank = text.indexOf(QLatin1Char(' ')), end = blank < 0 ? text.size() : blank;
    if (blank >= 0) text[blank] = QChar(QChar::Nbsp);
    const QString point = QLocale().decimalPoint(); // in German a dot stands between thousands
    if (!text.left(end).contains(point)) return text;
    qsizetype keep = end;
    while (text[keep - 1] == QLatin1Char('0')) --keep;
    if (text.left(keep).endsWith(point)) keep -= point.size();
    return text.remove(keep, end - keep);
}

QString rate(double tokensPerSecond) {
    return compactCount(tokensPerSecond) + Words::tr(" tokens/s");
}
QString experts(double count) {
    return serveCountText(count) + (count == 1 ? Words::tr(" expert") : Words::tr(" experts"));
}
QString gpus(double count) {
    return serveCountText(count) + (count == 1 ? Words::tr(" GPU") : Words::tr(" GPUs"));
}
QString requests(double count) {
    return serveCountText(count) + (count == 1 ? Words::tr(" request") : Words::tr(" requests"));
}
QString fitsText(const ServePoint& point) {
    return point.fits ? Words::tr("fits") : Words::tr("does not fit");
}

const ServePoint* firstThatFits(const std::vector<ServePoint>& points) {
    const auto found =
        std::find_if(points.begin(), points.end(), [](const ServePoint& point) { return point.fits; });
    return found == points.end() ? nullptr : &*found;
}

QString batchHead(const ServePoint& own, double largest) {
    QString text =
        Words::tr("%1: %2 each, %3 per GPU; ")
            .arg(requests(own.requests), rate(own.tokensPerSecondPerUser()), rate(own.tokensPerSecondPerGpu));
    if (largest < 1) return text + Words::tr("not even one request fits.");
    if (!own.fits) text += Words::tr("that does not fit, ");
    return text + Words::tr("the largest batch that fits is %1.").arg(requests(largest));
}

/// Where prompts are worked on, after a sentence.
QString prefillText(const ServePoint& own) {
    return QLatin1Char(' ') +
           (own.prefillGpus > 0 ? Words::tr("Prefill needs %1 more, counted here.").arg(gpus(own.prefillGpus))
                                : Words::tr("Prefill shares the GPUs."));
}

QString spreadOwn(const ServePoint& own) {
    return Words::tr("%1 per GPU on %2: %3 per GPU")
        .arg(experts(own.expertsPerGpu), gpus(own.gpus), rate(own.tokensPerSecondPerGpu));
}

QString spreadHead(const ServeCurves& curves, const ServePoint& own) {
    const QString text = spreadOwn(own);
    const ServePoint* smallest = firstThatFits(curves.spread);
    if (!smallest) return text + Words::tr("; no layout fits.");
    if (!own.fits)
        return text + Words::tr("; that does not fit, the smallest layout that does has %1.")
                          .arg(gpus(smallest->gpus));
    if (!curves.spreadHere || curves.spread[*curves.spreadHere].gpus == smallest->gpus)
        return text + QLatin1Char('.');
    const ServePoint& here = curves.spread[*curves.spreadHere];
    // The layouts are compared in steady batches; a simulated number is none of theirs.
    return text + (here.tokensPerSecondPerGpu == own.tokensPerSecondPerGpu
                       ? Words::tr(", %1 of the smallest layout that fits (%2).")
                       : Words::tr("; in steady batches %1 of the smallest layout that fits (%2)."))
                      .arg(efficiencyText(here.efficiency), gpus(smallest->gpus));
}

QString batchKnee(const ServeCurves& curves) {
    if (!curves.batchKnee)
        return Words::tr("Every doubling of the requests shown gives at least half as many more tokens/s.");
    return Words::tr("Beyond the knee at %1, doubling them gives less than half as many more tokens/s.")
        .arg(requests(curves.batch[*curves.batchKnee].requests));
}

QString spreadKnee(const ServeCurves& curves) {
    QString text = Words::tr("DP = EP and the requests of each rank stay. ");
    const double knee = curves.kneeExpertsPerGpu;
    if (!(knee > 0)) return text.trimmed();
    if (knee <= curves.spread.back().expertsPerGpu)
        return text + Words::tr("An expert GEMM of these requests is memory-bound in every layout: more "
                                "spreading saves weight reads up to one expert per GPU.");
    if (knee > curves.spread.front().expertsPerGpu)
        return text + Words::tr("An expert GEMM of these requests is compute-bound in every layout: "
                                "spreading saves no weight reads it waits for.");
    return text + Words::tr("With fewer than %1 experts per GPU an expert GEMM of these requests is "
                            "compute-bound; more spreading no longer saves weight reads.")
                      .arg(humanNumber(knee));
}

} // namespace

const std::vector<ServePoint>& servePoints(const ServeCurves& curves, ServeKind kind) {
    return kind == ServeKind::Batch ? curves.batch : curves.spread;
}

QString serveReason(const Report* report, ServeKind kind) {
    if (!report) return Words::tr("Nothing has been computed yet.");
    const Scenario& scenario = report->scenario;
    if (!scenario.serve)
        return Words::tr("This scenario has no serving section, so there is nothing to serve requests "
                         "with.");
    if (scenario.parallel.cp > 1)
        return Words::tr("Latency and throughput of serving are not modelled with context parallelism: "
                         "set CP to 1.");
    if (kind == ServeKind::Batch) return {};
    if (!scenario.moe) return Words::tr("A dense model has no experts to spread over GPUs.");
    const auto alone = [](const char* what, int value) {
        return Words::tr("Experts are spread here by expert parallelism alone, and this scenario has "
                         "%1 %2: set %1 to 1.")
            .arg(QString::fromLatin1(what))
            .arg(value);
    };
    if (scenario.parallel.tp > 1) return alone("TP", static_cast<int>(scenario.parallel.tp));
    if (scenario.parallel.pp > 1) return alone("PP", static_cast<int>(scenario.parallel.pp));
    if (expertTp(scenario) > 1) return alone("ETP", static_cast<int>(expertTp(scenario)));
    if (report->serveCurves && report->serveCurves->spread.empty())
        return Words::tr("There are too few requests to keep as many on each rank of another layout.");
    return {};
}

QString serveHead(const ServeCurves& curves, ServeKind kind, const ServePoint& own) {
    const double largest = curves.batchLargest ? curves.batch[*curves.batchLargest].requests : 0;
    return (kind == ServeKind::Spread ? spreadHead(curves, own) : batchHead(own, largest)) + prefillText(own);
}

QString serveOwn(const ServePoint& own, ServeKind kind, double largest) {
    if (kind == ServeKind::Batch) return batchHead(own, largest) + prefillText(own);
    return spreadOwn(own) + (own.fits ? QStringLiteral(".") : Words::tr("; that does not fit.")) +
           prefillText(own);
}

QString serveSteady(const Report& report) {
    if (!report.serve || !report.serve->simulated || !report.serve->steadyTokensPerSecondPerGpu) return {};
    return Words::tr("The curve is of steady batches without a queue, %1 per GPU here. ")
        .arg(rate(*report.serve->steadyTokensPerSecondPerGpu));
}

QString serveKnee(const ServeCurves& curves, ServeKind kind) {
    return kind == ServeKind::Batch ? batchKnee(curves) : spreadKnee(curves);
}

QString serveReadOut(const ServePoint& point, ServeKind kind) {
    const QString dot = QString::fromUtf8(" · ");
    QStringList parts{requests(point.requests),
                      Words::tr("TPOT ") + humanValue(point.tpot.base, QStringLiteral("s")),
                      rate(point.tokensPerSecondPerUser()) + Words::tr(" per user"),
                      rate(point.tokensPerSecondPerGpu) + Words::tr(" per GPU")};
    if (kind == ServeKind::Spread) {
        parts.prepend(gpus(point.gpus));
        parts.prepend(experts(point.expertsPerGpu) + Words::tr(" per GPU"));
        parts << rate(point.tokensPerSecond()) + Words::tr(" in all");
        if (point.efficiency > 0) parts << Words::tr("efficiency ") + efficiencyText(point.efficiency);
    }
    parts << fitsText(point);
    return parts.join(dot);
}

QString serveRemark(const ServeCurves& curves, ServeKind kind, std::size_t index) {
    QStringList remarks;
    if (kind == ServeKind::Spread) {
        if (curves.spreadHere == index) remarks << Words::tr("this scenario");
    } else {
        if (curves.batchHere == index) remarks << Words::tr("this scenario");
        if (curves.batchLargest == index) remarks << Words::tr("largest that fits");
        if (curves.batchKnee == index) remarks << Words::tr("knee");
    }
    return remarks.join(QStringLiteral("; "));
}

const std::vector<ServeColumn>& serveColumns(ServeKind kind) {
    using P = const ServePoint&;
    static const ServeColumn requestsColumn{QT_TRANSLATE_NOOP("Table", "Requests"), "requests", nullptr,
                                            [](P p) { return p.requests; }};
    static const ServeColumn gpusColumn{"GPUs", "gpus", nullptr, [](P p) { return p.gpus; }};
    static const ServeColumn tpotColumn{"TPOT", "tpot_s", "s", [](P p) { return p.tpot.base; }};
    static const ServeColumn userColumn{QT_TRANSLATE_NOOP("Table", "Tokens/s/user"), "tokens_per_s_per_user",
                                        "", [](P p) { return p.tokensPerSecondPerUser(); }};
    static const ServeColumn gpuColumn{"Tokens/s/GPU", "tokens_per_s_per_gpu", "",
                                       [](P p) { return p.tokensPerSecondPerGpu; }};
    static const ServeColumn prefillColumn{QT_TRANSLATE_NOOP("Table", "Prefill GPUs"), "prefill_gpus",
                                           nullptr, [](P p) { return p.prefillGpus; }};
    static const std::vector<ServeColumn> batch{requestsColumn, prefillColumn, tpotColumn, userColumn,
                                                gpuColumn};
    static const std::vector<ServeColumn> spread{
        {QT_TRANSLATE_NOOP("Table", "Experts/GPU"), "experts_per_gpu", nullptr,
         [](P p) { return p.expertsPerGpu; }},
        gpusColumn,
        prefillColumn,
        requestsColumn,
        tpotColumn,
        gpuColumn,
        {"Tokens/s", "tokens_per_s", "", [](P p) { return p.tokensPerSecond(); }},
        {QT_TRANSLATE_NOOP("Table", "Efficiency"), "efficiency_share", "share",
         [](P p) { return p.efficiency; }}};
    return kind == ServeKind::Batch ? batch : spread;
}

QString serveCsv(const ServeCurves& curves, ServeKind kind) {
    const InEnglish english; // a file is the same in every language
    QStringList titles;
    for (const ServeColumn& column : serveColumns(kind)) titles << QString::fromLatin1(column.csv);
    QString text = (titles << QStringLiteral("fits") << QStringLiteral("remark")).join(QLatin1Char(',')) +
                   QLatin1Char('\n');
    const std::vector<ServePoint>& points = servePoints(curves, kind);
    for (std::size_t i = 0; i < points.size(); ++i) {
        QStringList cells;
        for (const ServeColumn& column : serveColumns(kind))
            cells << QString::fromStdString(numberText(column.value(points[i])));
        cells << (points[i].fits ? QStringLiteral("1") : QStringLiteral("0")) << serveRemark(curves, kind, i);
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

QString serveCell(const ServeColumn& column, const ServePoint& point) {
    const double value = column.value(point);
    return column.unit ? humanValue(value, QString::fromUtf8(column.unit)) : serveCountText(value);
}

QString serveCountText(double count) {
    return tidy(compactCount(count, 99999.5));
}

QString serveAxisText(double value) {
    return tidy(compactCount(value));
}

QString efficiencyText(double efficiency) {
    return humanNumber(100 * efficiency) + QStringLiteral(" %");
}

ServeEdit serveCure(const Report& report, const Catalog& catalog, ServeKind kind) {
    ServeEdit edit;
    const Scenario& scenario = report.scenario;
    if (!scenario.serve || (kind == ServeKind::Spread && !scenario.moe)) return edit;
    std::vector<Cure> wanted;
    const auto one = [&](const char* key, Count value) {
        if (value > 1) wanted.push_back({key, "1"});
    };
    one("parallel.cp", scenario.parallel.cp);
    if (kind == ServeKind::Spread) {
        one("parallel.tp", scenario.parallel.tp);
        one("parallel.pp", scenario.parallel.pp);
        one("parallel.etp", expertTp(scenario));
    }
    QStringList texts;
    for (const Cure& change : withWhatFollows(scenario, catalog, wanted)) {
        edit.set.emplace_back(change.key, change.value);
        const QString value = change.value.empty() ? Words::tr("even") : QString::fromStdString(change.value);
        texts << tableText(findField(change.key)->label) + QLatin1Char(' ') + value;
    }
    edit.undoText = texts.join(QStringLiteral(", "));
    return edit;
}

ServeEdit serveEdit(const Scenario& scenario, const ServePoint& point, ServeKind kind) {
    ServeEdit edit;
    const auto add = [&](const char* key, double value) { edit.set.emplace_back(key, numberText(value)); };
    if (kind == ServeKind::Batch) {
        add("serve.requests", point.requests);
        edit.undoText = Words::tr("requests ") + QString::fromStdString(numberText(point.requests));
        return edit;
    }
    if (scenario.routing.replicas) edit.set.emplace_back("routing.replicas", "auto");
    if (scenario.cluster.gpus) add("cluster.gpus", point.gpus);
    add("parallel.ep", point.ranks);
    add("parallel.dp", point.ranks);
    add("serve.requests", point.requests);
    edit.undoText = experts(point.expertsPerGpu) + Words::tr(" per GPU");
    return edit;
}

} // namespace moe::items
