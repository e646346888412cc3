// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/pin_table_model.h"

#include "data/number.h"
#include "models/engine/report/metrics.h"
#include "models/items/aligned.h"
#include "models/items/compare_table_model.h"
#include "models/items/format.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"

#include <QMimeData>

#include <algorithm>
#include <array>
#include <string_view>

namespace moe::items {
namespace {

struct Headline {
    const char *key, *title; ///< shorter than the metric's label
};
constexpr std::array kHeadlines{
    Headline{"loss.value", QT_TRANSLATE_NOOP("Table", "Loss")},
    Headline{"memory.device_bytes", QT_TRANSLATE_NOOP("Table", "Memory")},
    Headline{"train.step_seconds", QT_TRANSLATE_NOOP("Table", "Step")},
    Headline{"train.tokens_per_second_per_gpu", QT_TRANSLATE_NOOP("Table", "Tokens/s per GPU")},
    Headline{"train.mfu", "MFU"},
    Headline{"train.usd", QT_TRANSLATE_NOOP("Table", "Cost")},
    Headline{"serve.ttft_seconds", "TTFT"},
    Headline{"serve.tpot_seconds", "TPOT"},
    Headline{"serve.tokens_per_second_per_gpu", QT_TRANSLATE_NOOP("Table", "Served tokens/s per GPU")},
    Headline{"serve.device_bytes", QT_TRANSLATE_NOOP("Table", "Served memory")},
    Headline{"serve.usd_per_million_tokens", QT_TRANSLATE_NOOP("Table", "$ per million tokens")},
    Headline{"rl.step_seconds", QT_TRANSLATE_NOOP("Table", "RL step")},
    Headline{"rl.rollout_memory_bytes", QT_TRANSLATE_NOOP("Table", "Memory while sampling")},
    Headline{"rl.train_memory_bytes", QT_TRANSLATE_NOOP("Table", "Memory while training")},
};

const Metric& metricOf(int column) {
    return *findMetric(kHeadlines[static_cast<std::size_t>(column - PinTableModel::FirstResult)].key);
}
/// With an RL step plain training is what nobody runs: its numbers stay away.
bool isRun(const Report& report, std::string_view key) {
    return !report.scenario.rl || !(key.starts_with("train.") || key.starts_with("memory."));
}
std::optional<double> valueOf(const PinRow& row, int column) {
    return row.report && isRun(*row.report, metricOf(column).key) ? metricOf(column).value(*row.report)
                                                                  : std::nullopt;
}

/// Of a column of memory.
std::optional<Fit> fitsOf(const PinRow& row, int column) {
    const std::string_view key = metricOf(column).key;
    if (key == "memory.device_bytes" && row.report && row.report->memory) return row.report->memory->fits;
    if (key.starts_with("rl.") && key.ends_with("_bytes") && row.report && row.report->rl) {
        const RlReport& rl = *row.report->rl; // the verdict is on its fuller moment
        return valueOf(row, column) == rl.device().base ? std::optional(rl.fits) : std::nullopt;
    }
    if (key == "serve.device_bytes" && row.report && row.report->serve) return row.report->serve->fits;
    return std::nullopt;
}

} // namespace

bool PinTableModel::hasNumbers(int column) const {
    return column < FirstResult || std::any_of(m_rows.begin(), m_rows.end(), [column](const PinRow& row) {
               return valueOf(row, column).has_value();
           });
}

void PinTableModel::setRows(std::vector<PinRow> rows) {
    if (rows == m_rows) return;
    const bool inPlace = !rows.empty() && rows.size() == m_rows.size();
    if (!inPlace) beginResetModel();
    m_rows = std::move(rows);
    if (inPlace)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    else
        endResetModel();
}

int PinTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int PinTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstResult + static_cast<int>(kHeadlines.size());
}

QVariant PinTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const PinRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == MarkRole) return row.mark;
    if (role == Qt::TextAlignmentRole && column >= FirstResult)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == Name && !row.path.isEmpty()) return plainTip(row.path);
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    switch (column) {
    case Letter:
        return (row.mark < 0 ? QStringLiteral("◆") : markLetter(static_cast<std::size_t>(row.mark))) +
               (row.base ? QStringLiteral(" ◇") : QString());
    case Name: return row.name;
    case Note: return row.note;
    default: break;
    }
    const std::optional<double> value = valueOf(row, column);
    if (role == Qt::DisplayRole && value)
        if (const std::optional<Fit> fits = fitsOf(row, column))
            return humanValue(*value, QStringLiteral("B")) +
                   (*fits == Fit::No ? QStringLiteral(" ✕") : QStringLiteral(" ✓"));
    return value ? humanValue(*value, QString::fromUtf8(metricOf(column).unit)) : QStringLiteral("–");
}

QVariant PinTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole && section == Letter)
        return tr("◆ is the scenario being edited, ◇ what differences are taken against");
    if (role == Qt::ToolTipRole && section >= FirstResult) return tableText(metricOf(section).label);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Letter: return QString();
    case Name: return tr("Name");
    case Note: return tr("Note");
    default: return tableText(kHeadlines[static_cast<std::size_t>(section - FirstResult)].title);
    }
}

Qt::ItemFlags PinTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool pinned = index.isValid() && m_rows[static_cast<std::size_t>(index.row())].mark >= 0;
    if (pinned && (index.column() == Name || index.column() == Note)) flags |= Qt::ItemIsEditable;
    if (pinned) flags |= Qt::ItemIsDragEnabled;
    return flags;
}

QStringList PinTableModel::mimeTypes() const {
    return {QLatin1String(kPinMime)};
}

QMimeData* PinTableModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty()) return nullptr;
    auto* data = new QMimeData;
    data->setData(QLatin1String(kPinMime),
                  QByteArray::number(m_rows[static_cast<std::size_t>(indexes.front().row())].mark));
    return data;
}

bool PinTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    const QString text = value.toString().trimmed();
    if (text == data(index).toString() || (index.column() == Name && text.isEmpty())) return false;
    if (index.column() == Name)
        emit renamed(index.row(), text);
    else
        emit noted(index.row(), text);
    return true;
}

QString PinTableModel::text(Format format) const {
    std::vector<QStringList> lines(1);
    const bool csv = format == Format::Csv;
    for (int c = 0; c < columnCount(); ++c)
        lines[0] << (c < FirstResult
                         ? (c == Letter ? Words::tr("mark") : headerData(c, Qt::Horizontal).toString())
                     : csv ? QString::fromUtf8(metricOf(c).key)
                           : headerData(c, Qt::Horizontal).toString());
    for (int r = 0; r < rowCount(); ++r) {
        QStringList cells;
        for (int c = 0; c < columnCount(); ++c) {
            const std::optional<double> value =
                c < FirstResult ? std::nullopt : valueOf(m_rows[static_cast<std::size_t>(r)], c);
            cells << (csv && c >= FirstResult
                          ? (value ? QString::fromStdString(numberText(*value)) : QString())
                          : index(r, c).data().toString());
        }
        lines.push_back(cells);
    }
    return csv ? csvRows(lines) : markdownTable(lines);
}

} // namespace moe::items
