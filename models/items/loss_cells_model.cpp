// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/loss_cells_model.h"

#include "models/engine/loss/model/loss_interval.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace moe::items {

namespace {

enum Column { Lr, Batch, Loss, Low, High, Sd, Unstable };
struct ColumnText {
    const char *title, *tip;
    int decimals; ///< significant digits for lr and batch
};
constexpr std::array<ColumnText, 7> kColumns{
    {{QT_TRANSLATE_NOOP("Table", "Peak lr"), QT_TRANSLATE_NOOP("Table", "Peak learning rate"), 4},
     {QT_TRANSLATE_NOOP("Table", "Batch (tokens)"), "", 0},
     {QT_TRANSLATE_NOOP("Table", "Loss (nats/token)"), "", 4},
     {QT_TRANSLATE_NOOP("Table", "Low"),
      QT_TRANSLATE_NOOP("Table", "Lower end of the central 90 % interval for one measured run"), 4},
     {QT_TRANSLATE_NOOP("Table", "High"),
      QT_TRANSLATE_NOOP("Table", "Upper end of the central 90 % interval for one measured run"), 4},
     {"sd (%)", QT_TRANSLATE_NOOP("Table", "Standard deviation of the model, relative to the loss"), 2},
     {QT_TRANSLATE_NOOP("Table", "Diverges (%)"),
      QT_TRANSLATE_NOOP("Table", "Probability that the run diverges"), 0}}};

const LossMap& mapOf(const Report& report) {
    return *report.loss->map;
}

} // namespace

bool LossCellsModel::hasSpread() const {
    return m_report && mapOf(*m_report).sd.size() == mapOf(*m_report).loss.size() &&
           mapOf(*m_report).unstable.size() == mapOf(*m_report).loss.size();
}

void LossCellsModel::showMap(const ReportPtr& report) {
    if (report == m_report) return;
    beginResetModel();
    m_report = report;
    m_runs.clear();
    m_order.resize(mapOf(*report).loss.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    endResetModel();
}

void LossCellsModel::showRuns(std::vector<MeasuredPoint> runs) {
    beginResetModel();
    m_report = nullptr;
    m_runs = std::move(runs);
    m_order.resize(m_runs.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    endResetModel();
}

int LossCellsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_order.size());
}

int LossCellsModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    return m_report ? hasSpread() ? Unstable + 1 : Loss + 1 : Loss + 2; // runs end with "Diverged"
}

double LossCellsModel::value(int row, int column) const {
    const std::size_t cell = m_order[std::size_t(row)];
    if (!m_report) {
        const MeasuredPoint& run = m_runs[cell];
        return column == Lr      ? run.lr
               : column == Batch ? run.batchTokens
               : column == Loss  ? run.loss
                                 : run.diverged;
    }
    const LossMap& map = mapOf(*m_report);
    switch (column) {
    case Lr: return map.lr[cell % map.lr.size()];
    case Batch: return map.batchTokens[cell / map.lr.size()];
    case Low: return lossInterval(map.loss[cell], map.sd[cell]).min;
    case High: return lossInterval(map.loss[cell], map.sd[cell]).max;
    case Sd: return 100 * map.sd[cell];
    case Unstable: return 100 * map.unstable[cell];
    default: return map.loss[cell];
    }
}

QVariant LossCellsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const double number = value(index.row(), column);
    if (role == Qt::UserRole) return number;
    if (role != Qt::DisplayRole) return {};
    if (!m_report && column == Low) return number > 0 ? Words::tr("diverged") : QString();
    const int decimals = kColumns[std::size_t(column)].decimals;
    return column == Lr ? items::number(number, 'e', decimals - 1) : items::number(number, 'f', decimals);
}

QVariant LossCellsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const bool state = !m_report && section == Low;
    const ColumnText& text = kColumns[std::size_t(section)];
    if (role == Qt::DisplayRole) return state ? Words::tr("State") : tableText(text.title);
    if (role == Qt::ToolTipRole && !state && *text.tip) return QString::fromUtf8(text.tip);
    return {};
}

void LossCellsModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= columnCount()) return;
    emit layoutAboutToBeChanged();
    // Rows are numbered by m_order, so the keys are read before it moves.
    std::vector<std::pair<double, std::uint32_t>> keyed;
    for (int row = 0; row < rowCount(); ++row)
        keyed.emplace_back(value(row, column), m_order[std::size_t(row)]);
    std::stable_sort(keyed.begin(), keyed.end(), [order](const auto& a, const auto& b) {
        return order == Qt::AscendingOrder ? a.first < b.first : a.first > b.first;
    });
    for (std::size_t i = 0; i < keyed.size(); ++i) m_order[i] = keyed[i].second;
    emit layoutChanged();
}

} // namespace moe::items
