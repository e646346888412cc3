// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/servers/goodput_view.h"

#include "models/engine/scenario/fields.h"
#include "models/items/words.h"
#include "ui/plots/servers/server_goodput.h"

#include <QTableView>

namespace moe::ui {

GoodputView::GoodputView(QWidget* parent) : AskingPicture(items::tableText("Goodput"), parent) {
    connect(canvas(), &Canvas::picked, this, [this](int index) { open(static_cast<std::size_t>(index)); });
    connect(table(), &QTableView::activated, this, [this](const QModelIndex& index) {
        const int number = index.siblingAtColumn(0).data().toInt();
        if (number >= 1) open(static_cast<std::size_t>(number) - 1);
    });
    refresh();
}

void GoodputView::open(std::size_t index) {
    if (!m_map || index >= m_map->rows.size() || !m_map->rows[index].point) return;
    const GoodputRow& row = m_map->rows[index];
    emit edited(pointSettings(m_map->search, *row.point),
                tr("Use layout %1").arg(goodputRowName(*m_map, row)));
}

Question GoodputView::question() const {
    if (!report() || !report()->scenario.serve) return {};
    const ServeSpec& serve = *report()->scenario.serve;
    return serve.sloTtft || serve.sloTpot ? about("goodput", {}) : Question{};
}

void GoodputView::setOwn(const OwnShown& own) {
    m_own = own.rates;
    refresh();
}

void GoodputView::answered(bool ofNow) {
    m_map = answerAs<GoodputMap>();
    AskingPicture::answered(ofNow);
}

QString GoodputView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->scenario.serve) return tr("This scenario has no serving section.");
    if (question().key.isEmpty())
        return tr("This scenario has no limit on its latencies. Set “%1” or “%2” (serve.slo_ttft, "
                  "serve.slo_tpot) "
                  "to see how many requests per second keep them.")
            .arg(items::tableText(findField("serve.slo_ttft")->label),
                 items::tableText(findField("serve.slo_tpot")->label));
    if (m_map) return goodputReason(*m_map);
    return answer().why.isEmpty() ? tr("Simulating how many requests keep the limits…") : answer().why;
}

QString GoodputView::summary() const {
    const QString why = reason();
    return why.isEmpty() ? goodputSummary(*m_map) : why;
}

Sheet GoodputView::sheet() const {
    return goodputSheet(*m_map);
}

Hits GoodputView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    return paintGoodputMap(painter, size, *m_map, m_own, *this, look);
}

} // namespace moe::ui
