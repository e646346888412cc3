// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/servers/servers_view.h"

#include "models/items/serving_search_text.h"
#include "models/items/words.h"
#include "ui/plots/servers/server_paint.h"
#include "ui/plots/servers/server_words.h"

namespace moe::ui {

ServersView::ServersView(QWidget* parent)
    : PairView(
          items::Words::tr("Layouts of these GPUs"),
          [] {
              Offer metrics;
              for (const ServingMetric& metric : servingMetrics())
                  metrics.emplace_back(items::tableText(metric.label), QLatin1String(metric.key));
              return metrics;
          }(),
          QStringLiteral("serve.tokens_per_second_per_user"),
          QStringLiteral("serve.tokens_per_second_per_gpu"), parent) {
    refresh();
}

Question ServersView::question() const {
    if (!report() || !report()->scenario.serve) return {};
    return about("layouts", chosenPair() << QString());
}

void ServersView::setOwn(const OwnShown& own) {
    m_own = own.served;
    refresh();
}

void ServersView::answered(bool ofNow) {
    m_servers = answerAs<ServingChoices>();
    forgetListed();
    AskingPicture::answered(ofNow);
}

QString ServersView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->scenario.serve) return tr("This scenario has no serving section.");
    if (m_servers) return serverReason(*m_servers);
    return answer().why.isEmpty() ? tr("Searching the layouts of these GPUs…") : answer().why;
}

QString ServersView::summary() const {
    const QString why = reason();
    return why.isEmpty() ? serverSummary(*m_servers) : why;
}

Sheet ServersView::sheet() const {
    return serverSheet(*m_servers, listed());
}

Hits ServersView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    Hits hits = paintServers(
        painter, size, *m_servers,
        {*this, framedText(), [this](std::size_t point) { return isAside(point); }, m_own}, look);
    paintBrush(painter, look);
    return hits;
}

void ServersView::open(std::size_t point) {
    if (!m_servers || point >= m_servers->points.size()) return;
    const ServingPoint& server = m_servers->points[point];
    emit edited(pointSettings(m_servers->search, server),
                tr("Use layout %1").arg(items::servedLayoutText(m_servers->search, server)));
}

} // namespace moe::ui
