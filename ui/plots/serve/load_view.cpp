// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/load_view.h"

#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/beside_server.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/serve/load_paint.h"

#include <QComboBox>
#include <QLabel>
#include <QToolBar>

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {
namespace {

QLabel* labelOf(const QString& text, QComboBox& box) {
    auto* label = new QLabel(text);
    label->setBuddy(&box);
    label->setContentsMargins(4, 0, 4, 0);
    return label;
}

QString bandText(const LoadPicture& picture, std::string_view key) {
    const auto row = std::find_if(loadMetrics().begin(), loadMetrics().end(),
                                  [key](const LoadMetric& metric) { return metric.key == key; });
    const LoadBand& band = picture.result.bands[std::size_t(row - loadMetrics().begin())];
    if (!band.low) return LoadView::tr("no bound");
    if (!band.high) return LoadView::tr("%1 or more").arg(secondsText(*band.low));
    return LoadView::tr("%1 to %2").arg(secondsText(*band.low), secondsText(*band.high));
}

QString engineName(const ServingEngine& engine) {
    return QString::fromUtf8(engine.label);
}

/// Of tellingRequests(), as keys of the choice and as words.
struct TellingName {
    const char *key, *name;
};
constexpr std::array<TellingName, kTellingRequests> kTelling{{
    {"slowest", QT_TRANSLATE_NOOP("moe::ui::LoadView", "slowest")},
    {"p99", QT_TRANSLATE_NOOP("moe::ui::LoadView", "99 %")},
    {"p90", QT_TRANSLATE_NOOP("moe::ui::LoadView", "90 %")},
    {"median", QT_TRANSLATE_NOOP("moe::ui::LoadView", "median")},
    {"fastest", QT_TRANSLATE_NOOP("moe::ui::LoadView", "fastest")},
}};

QString policyName(ServePolicy policy) {
    const auto row = std::find_if(besideServers().begin(), besideServers().end(),
                                  [policy](const BesideServer& each) { return each.policy == policy; });
    return items::tableText(row->label);
}

/// What tells a run from the other one: its engine, or the policy where the engine is the same.
QString runName(const LoadRun& other, const LoadRun& run) {
    const TrafficScenario &a = other.load.traffic, &b = run.load.traffic;
    return a.engine == b.engine && a.policy != b.policy ? policyName(b.policy) : engineName(*b.engine);
}

/// "4.47 s (−12 %)"
QString againstText(double value, double own) {
    if (!(own > 0)) return secondsText(value);
    const double percent = 100 * (value / own - 1);
    return LoadView::tr("%1 (%2%3 %)")
        .arg(secondsText(value), percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+"),
             items::number(std::abs(percent), 'f', 0));
}

std::vector<SpreadRun> spreadOf(const LoadPicture& picture) {
    if (!picture.beside) return {{QString(), &picture.result.report}};
    return {{runName(*picture.beside, picture), &picture.result.report},
            {runName(picture, *picture.beside), &picture.beside->result.report}};
}

/// How the requests come.
QString clientText(const LoadPicture& picture) {
    const ServedLoad& load = picture.load;
    const QString requests = items::compactCount(double(load.traffic.requests.size()), 1e6);
    if (load.rate > 0)
        return LoadView::tr("%1 requests, %2 a second").arg(requests, items::humanNumber(load.rate));
    return LoadView::tr("%1 requests, %2 at a time")
        .arg(requests, items::compactCount(load.traffic.concurrency, 1e6));
}

} // namespace

LoadView::LoadView(QWidget* parent) : AskingPicture(tr("Serving under load, simulated"), parent) {
    m_requestBox = new QComboBox;
    m_requestBox->setObjectName(QStringLiteral("request"));
    m_requestBox->setAccessibleName(tr("Requests whose time is drawn"));
    m_requestBox->setToolTip(tr(
        "Where the time of single requests went: five side by side, on the left by their time to first "
        "token, on the right by that from the first to the last; or one, chosen by its first token, with a "
        "lane for each part of it"));
    addEntry(*m_requestBox, QStringLiteral("five"), tr("five of them"), -1);
    for (std::size_t i = 0; i < kTelling.size(); ++i)
        addEntry(*m_requestBox, QLatin1String(kTelling[i].key), tr(kTelling[i].name), int(i));
    m_besideBox = new QComboBox;
    m_besideBox->setObjectName(QStringLiteral("beside"));
    m_besideBox->setAccessibleName(tr("Server beside"));
    m_besideBox->setToolTip(tr("The same requests at the same times through another scheduler"));
    addEntry(*m_besideBox, QLatin1String(kNoneBesideLoad), items::Words::tr("no other"));
    for (const BesideServer& row : besideServers())
        addEntry(*m_besideBox, QString::fromUtf8(row.key.data(), qsizetype(row.key.size())),
                 items::tableText(row.label));
    for (QComboBox* box : {m_requestBox, m_besideBox}) {
        tools()->insertWidget(tableAction(),
                              labelOf(box == m_requestBox ? tr("Requests") : tr("Server beside"), *box));
        tools()->insertWidget(tableAction(), box);
    }
    connect(m_besideBox, &QComboBox::activated, this, [this] {
        ask();
        refresh();
    });
    connect(m_requestBox, &QComboBox::activated, this, [this] { refresh(); });
    connect(canvas(), &Canvas::picked, this, &LoadView::pick);
    m_limits = new LimitHandles(*canvas());
    connect(m_limits, &LimitHandles::moved, this, [this] {
        canvas()->update();
        emit readOut(limitText(m_limits->moving().value_or(ServeLimit::Ttft)));
    });
    connect(m_limits, &LimitHandles::edited, this, &ReportView::edited);
    refresh();
}

void LoadView::pick(int telling) {
    if (telling >= kFirstLimitHit) return;
    m_requestBox->setCurrentIndex(m_requestBox->currentIndex() == 1 + telling ? 0 : 1 + telling);
    refresh();
}

std::vector<RequestRow> LoadView::shownRequests() const {
    const int one = m_requestBox->currentData().toInt();
    const LoadRun* beside = m_picture->beside ? &*m_picture->beside : nullptr;
    std::vector<RequestRow> shown;
    // Of five each half has its own; one request is followed through both.
    const auto later = [one](const LoadRun& run, std::size_t i) {
        return one < 0 && i < run.later.size() ? &run.later[i] : &run.telling[i];
    };
    for (std::size_t i = 0; i < m_picture->telling.size(); ++i) {
        if (one >= 0 && std::size_t(one) != i) continue;
        shown.push_back({tr(kTelling[i].name), &m_picture->telling[i], later(*m_picture, i), int(i)});
        if (beside && i < beside->telling.size())
            shown.push_back({runName(*m_picture, *beside), &beside->telling[i], later(*beside, i), int(i)});
    }
    return shown;
}

Question LoadView::question() const {
    return report() && report()->serve ? about("load", {entryKey(*m_besideBox, m_besideBox->currentIndex())})
                                       : Question{};
}

void LoadView::choose(const QStringList& arguments) {
    for (int i = 0; i < m_besideBox->count(); ++i)
        if (!arguments.isEmpty() && entryKey(*m_besideBox, i) == arguments[0])
            m_besideBox->setCurrentIndex(i);
}

void LoadView::answered(bool ofNow) {
    m_picture = answerAs<LoadPicture>();
    AskingPicture::answered(ofNow);
}

QString LoadView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->serve) return tr("This scenario has no serving section: nobody sends requests.");
    if (!m_picture) return answer().why.isEmpty() ? tr("Simulating requests…") : answer().why;
    return {};
}

QString LoadView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const LoadReport& result = m_picture->result;
    const TrafficReport& run = result.report;
    QString text =
        tr("%1 on %2: first token after %3 at the median (four in five runs: %4), then %5 for each "
           "token (%6); %7 output tokens/s per GPU.")
            .arg(clientText(*m_picture), engineName(*m_picture->load.traffic.engine),
                 secondsText(run.all.ttft.p50), bandText(*m_picture, "ttft_seconds.p50"),
                 secondsText(run.all.tpot.p50), bandText(*m_picture, "tpot_seconds.p50"),
                 items::humanNumber(run.outputTokensPerSecond / m_picture->load.gpus));
    if (result.saturated)
        text += tr(" Saturated: requests arrive faster than they are answered, and wait ever longer.");
    else if (result.nearSaturation)
        text += tr(" Close to saturation: within the error of a pass's time, requests may wait ever longer.");
    return text + standInText() + besideText();
}

/// Why the cards say other times: theirs are of the formulas.
QString LoadView::standInText() const {
    const ServeReport& serve = *report()->serve;
    if (!m_picture->load.standsIn || !serve.ttft || !serve.tpot) return {};
    return tr(" No engine is named: %1 stands in. Cards and sentence are of one steady batch without a "
              "queue: "
              "%2, then %3.")
        .arg(engineName(*m_picture->load.traffic.engine), secondsText(serve.ttft->base),
             secondsText(serve.tpot->base));
}

void LoadView::reportChanged() {
    m_limits->setScenario(report() && report()->scenario.serve ? &*report()->scenario.serve : nullptr);
    AskingPicture::reportChanged();
}

/// A limit as it is drawn, and how many of the requests meet it.
QString LoadView::limitText(ServeLimit limit) const {
    const bool first = limit == ServeLimit::Ttft;
    const QString name =
        first ? tr("Limit of the time to first token") : tr("Limit of the time per output token");
    const std::optional<double> seconds = m_limits->drawn(limit);
    if (!seconds) return tr("%1: none; drag it or press − to set one").arg(name);
    if (!m_picture) return {};
    const double met =
        shareWithin(m_picture->result.report, first ? *seconds : INFINITY, first ? INFINITY : *seconds);
    return tr("%1: %2, met by %3 % of the requests; drag it, or + and −, then Return; Delete takes it away")
        .arg(name, secondsText(*seconds), items::number(100 * met, 'f', 0));
}

/// What the other scheduler makes of the same requests; empty without one.
QString LoadView::besideText() const {
    if (!m_picture->beside) return {};
    const LatencySet &own = m_picture->result.report.all, &other = m_picture->beside->result.report.all;
    return tr(" %1 on the same requests: first token after %2 at the median, 99 % within %3, %4 for each "
              "token, against %5, %6 and %7 of %8.")
        .arg(runName(*m_picture, *m_picture->beside), againstText(other.ttft.p50, own.ttft.p50),
             againstText(other.ttft.p99, own.ttft.p99), againstText(other.tpot.p50, own.tpot.p50),
             secondsText(own.ttft.p50), secondsText(own.ttft.p99), secondsText(own.tpot.p50),
             runName(*m_picture->beside, *m_picture));
}

Sheet LoadView::sheet() const {
    Sheet sheet{{tr("Metric"), tr("Value"), tr("Low"), tr("High")}, {}};
    const LoadRun* beside = m_picture->beside ? &*m_picture->beside : nullptr;
    if (beside) sheet.header << runName(*m_picture, *beside);
    const LoadReport& result = m_picture->result;
    for (std::size_t i = 0; i < loadMetrics().size(); ++i) {
        const LoadMetric& metric = loadMetrics()[i];
        const LoadBand& band = result.bands[i];
        sheet.rows.push_back(
            {QString(),
             {QString::fromUtf8(metric.key.data(), qsizetype(metric.key.size())),
              metric.of(result.report, m_picture->load), band.low ? QVariant(*band.low) : QVariant(),
              band.high ? QVariant(*band.high) : QVariant()}});
        if (beside) sheet.rows.back().cells.push_back(metric.of(beside->result.report, beside->load));
    }
    return sheet;
}

void LoadView::setOwn(const OwnShown& own) {
    m_own = own.parts;
    refresh();
}

/// Over the curves of requests: what one's own runs of this load had for their median and last per cent, and
/// a mean, which is of no share, on the axis.
void LoadView::paintOwn(QPainter& painter, const LimitPlaces& places, const Look& look, Hits& hits) const {
    for (const OwnLatency& one : ownLatencies(m_own, report()->scenario)) {
        const PlotFrame& frame = places[std::size_t(one.first ? ServeLimit::Ttft : ServeLimit::Tpot)].frame;
        if (frame.rect.isEmpty()) continue;
        const double y = one.share.value_or(0);
        const auto place = [&](double seconds) { return frame.toPixel(std::log(seconds), y); };
        const QPointF at = place(one.seconds);
        drawOwnMark(painter, at, place(one.low), place(one.high), look);
        const QString what = !one.share         ? tr("on average")
                             : *one.share > 0.9 ? tr("for 99 % of the requests")
                                                : tr("for half of the requests");
        const QString text = tr("measured: %1 %2, in your runs of this load (%3)")
                                 .arg(secondsText(one.seconds), what, QString::number(one.runs));
        const double half = 8 * look.unit;
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), QString(), text, text});
    }
}

Hits LoadView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit, gap = 14 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    const std::vector<RequestRow> rows = shownRequests();
    // A low picture has no room for all three; a request that was chosen is not the one to go.
    constexpr double kRoomForThree = 390; // px of a 12-pixel font
    const bool low = area.height() < kRoomForThree * look.unit;
    const bool requests = !rows.empty() && (!low || rows.size() <= 2);
    constexpr double kRoomForSpread = 260; // likewise: below it the strips alone are legible
    const bool spread = (!requests || !low) && area.height() >= kRoomForSpread * look.unit;
    const double strips = !requests && !spread ? 1
                          : !requests          ? 0.64
                          : low                ? 0.55
                                               : 0.44,
                 bars = !spread ? 0.45 : 0.3;
    Hits hits;
    const auto next = [&](double share) {
        const QRectF part(area.topLeft(), QSizeF(area.width(), share));
        area.setTop(part.bottom() + gap);
        return part;
    };
    const double room = area.height() - gap * (requests && spread ? 2 : 1);
    const QRectF top = next(strips * room);
    const TrafficReport& run = m_picture->result.report;
    const auto common = [this](PassReach reach) {
        reach.seconds = shared(QStringLiteral("seconds"), 0, reach.seconds).second;
        reach.requests = shared(QStringLiteral("requests"), 0, reach.requests).second;
        reach.prompts = shared(QStringLiteral("prompts"), 0, reach.prompts).second;
        return reach;
    };
    if (!m_picture->beside) {
        paintPasses(painter, top, run, common(reachOf(run)), {}, look, hits);
    } else {
        const LoadRun& other = *m_picture->beside;
        const PassReach reach = common(widest(reachOf(run), reachOf(other.result.report)));
        const double width = (top.width() - gap) / 2;
        paintPasses(painter, QRectF(top.topLeft(), QSizeF(width, top.height())), run, reach,
                    runName(other, *m_picture), look, hits);
        paintPasses(painter, QRectF(top.left() + width + gap, top.top(), width, top.height()),
                    other.result.report, reach, runName(*m_picture, other), look, hits);
    }
    if (requests) paintRequests(painter, next(bars * room), rows, look, hits);
    if (spread) {
        const bool onScreen = size == QSizeF(canvas()->size()); // else a figure, where nothing is dragged
        LimitPlaces places;
        places[0].limit = m_limits->given(ServeLimit::Ttft);
        places[1].limit = m_limits->given(ServeLimit::Tpot);
        for (const OwnLatency& one : ownLatencies(m_own, report()->scenario))
            for (const double seconds : {one.low, one.high})
                places[one.first ? 0 : 1].reach.push_back(seconds);
        paintSpread(painter, next(area.height()), spreadOf(*m_picture), look, places, hits);
        paintOwn(painter, places, look, hits);
        for (const ServeLimit limit : {ServeLimit::Ttft, ServeLimit::Tpot})
            paintLimit(painter, places[std::size_t(limit)], m_limits->drawn(limit), limit, limitText(limit),
                       onScreen, look, hits);
        if (onScreen) m_limits->setPlaces(places);
    }
    return hits;
}

} // namespace moe::ui
