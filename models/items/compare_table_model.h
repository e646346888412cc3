// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios and logs side by side as rows: differing inputs, results with change and measured values, terms
// that carry the change. Every cell is a finished text; what it means for a colour is a role.

#include "models/engine/measured/compare.h"

#include <QAbstractTableModel>

#include <vector>

namespace moe::items {

/// A, B, C …: what a pin, or the compared column at a place, is called where its name has no room.
QString markLetter(std::size_t mark);
/// The scenario being edited is ◆ as in every picture, what it is compared with ◇.
QString columnLetter(const std::vector<ComparedColumn>& columns, std::size_t compared);

class CompareTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Kind { Section, Input, Result, Term };
    enum class Part { Label, Value, Change, Percent, Measured, Error };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< Kind, as int
        JudgementRole,               ///< 1 better than the first column, −1 worse, 0 neither
        PartRole,                    ///< Part, as int; also of header sections
        ScenarioRole,                ///< number of the compared column; header sections too; −1 for labels
        KeyRole,                     ///< scenario key, metric key or term key of a row
    };
    enum class Format { Csv, Markdown };

    explicit CompareTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// The first column is what the others are compared with. Cells change in place while rows and columns
    /// stay the same ones, so that a view keeps its place.
    void setColumns(std::vector<ComparedColumn> columns);
    const std::vector<ComparedColumn>& columns() const { return m_compared; }
    const Comparison& comparison() const { return m_comparison; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Header and the given rows (all when empty). CSV has base units and exact numbers, Markdown what is
    /// seen.
    QString text(std::vector<int> rows, Format format) const;

private:
    struct Cell {
        QString text, exact, toolTip;
        int judgement = 0;
    };
    struct Row {
        Kind kind = Kind::Section;
        QString label, key, unit, toolTip;
        std::vector<Cell> cells; ///< one per column() but the label's; none in a section
    };
    struct Column {
        Part part = Part::Label;
        int compared = -1;
        bool operator==(const Column&) const = default;
    };
    std::vector<Column> layoutOf() const;
    std::vector<Row> rowsOf() const;
    Row inputRow(const InputDifference& difference) const;
    Row metricRow(const MetricLine& line) const;
    Row termRow(const TermLine& line) const;
    Cell measuredCell(const Metric& metric, int compared, Part part) const;
    const char* heading(const Column& column) const; ///< untranslated
    QString title(const Column& column) const;

    std::vector<ComparedColumn> m_compared;
    Comparison m_comparison;
    std::vector<Column> m_columns; ///< without the label's
    std::vector<Row> m_rows;
};

} // namespace moe::items
