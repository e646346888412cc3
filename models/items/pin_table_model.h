// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pinned scenarios and logs as rows under the one being edited: letter, name, note and headline results.

#include "models/engine/report/report.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace moe::items {

/// Of a pin that is dragged.
inline constexpr const char* kPinMime = "application/x-moe-explorer-pin";

struct PinRow {
    int mark = 0; ///< 0 = A, …; −1 is the scenario being edited
    QString name, note, path;
    std::shared_ptr<const Report> report; ///< null while there is none
    bool base = false;                    ///< what differences are taken against
    bool log = false;

    bool operator==(const PinRow&) const = default;
};

class PinTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Letter, Name, Note, FirstResult };
    enum Role { MarkRole = Qt::UserRole + 1 };
    enum class Format { Csv, Markdown };

    explicit PinTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// The first row is the scenario being edited. Same rows with other values change in place.
    void setRows(std::vector<PinRow> rows);
    const std::vector<PinRow>& rows() const { return m_rows; }

    /// A column of which no row has a number says nothing.
    bool hasNumbers(int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Asks for a new name or note: nothing changes before the owner agrees and calls setRows().
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    /// A pin is dragged as the decimal text of its mark.
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

    /// Every row. CSV has base units and exact numbers, Markdown what is seen.
    QString text(Format format) const;

signals:
    void renamed(int row, const QString& name);
    void noted(int row, const QString& note);

private:
    std::vector<PinRow> m_rows;
};

} // namespace moe::items
