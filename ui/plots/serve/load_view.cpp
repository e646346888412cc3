// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/load_view.h"

#include "models/items/format.h"
#include "ui/choice_keys.h"
#include "ui/plots/serve/load_paint.h"
#include "ui/plots/serve/request_paint.h"

#include <QComboBox>
#include <QLabel>
#include <QToolBar>

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

QString bandText(const LoadPicture& picture, std::string_view key) {
    const auto row = std::find_if(loadMetrics().begin(), loadMetrics().end(),
                                  [key](const LoadMetric& metric) { return metric.key == key; });
    const LoadBand& band = picture.result.bands[std::size_t(row - loadMetrics().begin())];
    if (!band.low) return LoadView::tr("no bound");
    if (!band.high) return LoadView::tr("%1 or more").arg(secondsText(*band.low));
    return LoadView::tr("%1 to %2").arg(secondsText(*band.low), secondsText(*band.high));
}

/// As its makers spell it.
QString engineName(ServeEngine engine) {
    switch (engine) {
    case ServeEngine::SgLang: return QStringLiteral("SGLang");
    case ServeEngine::TensorRtLlm: return QStringLiteral("TensorRT-LLM");
    case ServeEngine::Steady:
    case ServeEngine::Vllm: break;
    }
    return QStringLiteral("vLLM");
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

/// How the requests come.
QString clientText(const LoadPicture& picture) {
    const ServedLoad& load = picture.load;
    const QString requests = items::compactCount(double(picture.result.report.ttft.size()) * load.ranks, 1e6);
    if (load.rate > 0)
        return LoadView::tr("%1 requests, %2 a second").arg(requests, items::humanNumber(load.rate));
    return LoadView::tr("%1 requests, %2 at a time")
        .arg(requests, items::compactCount(load.traffic.concurrency * load.ranks, 1e6));
}

} // namespace

LoadView::LoadView(QWidget* parent) : AskingPicture(tr("Serving under load, simulated"), parent) {
    m_requestBox = new QComboBox;
    m_requestBox->setObjectName(QStringLiteral("request"));
    m_requestBox->setAccessibleName(tr("Requests whose time is drawn"));
    m_requestBox->setToolTip(
        tr("Where the time of single requests went, chosen by their time to first token: five side by side, "
           "or one with a lane for each part of it"));
    addEntry(*m_requestBox, QStringLiteral("five"), tr("five of them"), -1);
    for (std::size_t i = 0; i < kTelling.size(); ++i)
        addEntry(*m_requestBox, QLatin1String(kTelling[i].key), tr(kTelling[i].name), int(i));
    auto* label = new QLabel(tr("Requests"));
    label->setBuddy(m_requestBox);
    label->setContentsMargins(4, 0, 4, 0);
    tools()->insertWidget(tableAction(), label);
    tools()->insertWidget(tableAction(), m_requestBox);
    connect(m_requestBox, &QComboBox::activated, this, [this] { refresh(); });
    connect(canvas(), &Canvas::picked, this, &LoadView::pick);
    refresh();
}

void LoadView::pick(int telling) {
    m_requestBox->setCurrentIndex(m_requestBox->currentIndex() == 1 + telling ? 0 : 1 + telling);
    refresh();
}

std::vector<std::size_t> LoadView::shownRequests() const {
    const int one = m_requestBox->currentData().toInt();
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < m_picture->telling.size(); ++i)
        if (one < 0 || std::size_t(one) == i) shown.push_back(i);
    return shown;
}

Question LoadView::question() const {
    return report() && report()->serve ? about("load", {}) : Question{};
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
            .arg(
                clientText(*m_picture), engineName(m_picture->load.traffic.engine->engine),
                secondsText(run.all.ttft.p50), bandText(*m_picture, "ttft_seconds.p50"),
                secondsText(run.all.tpot.p50), bandText(*m_picture, "tpot_seconds.p50"),
                items::humanNumber(m_picture->load.ranks * run.outputTokensPerSecond / m_picture->load.gpus));
    if (result.saturated)
        text += tr(" Saturated: requests arrive faster than they are answered, and wait ever longer.");
    else if (result.nearSaturation)
        text += tr(" Close to saturation: within the error of a pass's time, requests may wait ever longer.");
    return text;
}

Sheet LoadView::sheet() const {
    Sheet sheet{{tr("Metric"), tr("Value"), tr("Low"), tr("High")}, {}};
    const LoadReport& result = m_picture->result;
    for (std::size_t i = 0; i < loadMetrics().size(); ++i) {
        const LoadMetric& metric = loadMetrics()[i];
        const LoadBand& band = result.bands[i];
        sheet.rows.push_back(
            {QString(),
             {QString::fromUtf8(metric.key.data(), qsizetype(metric.key.size())),
              metric.of(result.report, m_picture->load), band.low ? QVariant(*band.low) : QVariant(),
              band.high ? QVariant(*band.high) : QVariant()}});
    }
    return sheet;
}

Hits LoadView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit, gap = 14 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    std::vector<RequestRow> rows;
    for (const std::size_t i : shownRequests())
        rows.push_back({tr(kTelling[i].name), &m_picture->telling[i], int(i)});
    // A low picture has no room for all three; a request that was chosen is not the one to go.
    constexpr double kRoomForThree = 440; // px of a 12-pixel font
    const bool low = area.height() < kRoomForThree * look.unit;
    const bool requests = !rows.empty() && (!low || rows.size() == 1), spread = !requests || !low;
    const double strips = !requests ? 0.64 : low ? 0.55 : 0.44, bars = !spread ? 0.45 : 0.3;
    Hits hits;
    const auto next = [&](double share) {
        const QRectF part(area.topLeft(), QSizeF(area.width(), share));
        area.setTop(part.bottom() + gap);
        return part;
    };
    const double room = area.height() - gap * (requests && spread ? 2 : 1);
    paintPasses(painter, next(strips * room), m_picture->result.report, look, hits);
    if (requests) paintRequests(painter, next(bars * room), rows, look, hits);
    if (spread)
        paintSpread(painter, next(area.height()), m_picture->load, m_picture->result.report, look, hits);
    return hits;
}

} // namespace moe::ui
