// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/load_view.h"

#include "models/items/format.h"
#include "ui/plots/serve/load_paint.h"

#include <algorithm>

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
    refresh();
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
    const double strips = 0.64 * (area.height() - gap);
    Hits hits;
    paintPasses(painter, QRectF(area.topLeft(), QSizeF(area.width(), strips)), m_picture->result.report, look,
                hits);
    paintSpread(painter,
                QRectF(area.left(), area.top() + strips + gap, area.width(), area.height() - gap - strips),
                m_picture->load, m_picture->result.report, look, hits);
    return hits;
}

} // namespace moe::ui
