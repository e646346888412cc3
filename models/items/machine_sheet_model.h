// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The data sheet of one GPU, or the keys of one cluster, as rows that can be edited: figure, value, unit and
// where it was read. What is typed is kept as it is; the rules are those of a file with these lines.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace moe::items {

class MachineSheetModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Figure, Value, Unit, Source };
    enum Role {
        ChoicesRole = Qt::UserRole + 1, ///< QStringList of values to choose from; empty: any text
        ChoiceLabelsRole,               ///< how these read
        ProblemRole,                    ///< what is wrong with the row
        UncitedRole
    };

    /// `editable`: a person's own; shipped rows are looked at only.
    MachineSheetModel(const GpuSpec& gpu, bool editable, QObject* parent = nullptr);
    MachineSheetModel(const ClusterPreset& cluster, const std::vector<GpuSpec>& gpus, bool editable,
                      QObject* parent = nullptr);

    bool isCluster() const { return m_isCluster; }
    bool isEditable() const { return m_editable; }
    bool isChanged() const { return m_changed; } ///< since it was made or setSaved()
    void setSaved() { m_changed = false; }
    void setChanged() { m_changed = true; } ///< a copy that no file holds yet
    QString name() const;
    QString key() const;
    /// Keys that this one must not have: shipped ones, and those of other sheets.
    void setTakenKeys(std::set<std::string> keys);

    /// All at once; each names the row it is about.
    const Problems& problems() const { return m_problems; }
    std::optional<GpuSpec> gpu() const { return m_gpu; } ///< null while something is wrong, and of a cluster
    std::optional<ClusterPreset> cluster() const { return m_cluster; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void edited();

private:
    struct Row {
        std::string key; ///< in the file; "" is the machine's own key, "label" its name
        QString label, unit, help;
        QString value, source;
        QStringList choices, choiceLabels;
        bool cited = false;   ///< has a source of its own
        bool changed = false; ///< the source was typed
        QString problem = {};
    };
    void check();
    QString shown(const Row& row) const;

    bool m_isCluster, m_editable, m_changed = false;
    GpuSpec m_start; ///< what was not typed stays as it was
    std::vector<Row> m_rows;
    std::set<std::string> m_taken;
    Problems m_problems;
    std::optional<GpuSpec> m_gpu;
    std::optional<ClusterPreset> m_cluster;
};

/// "my-h100-sxm" of "My H100 SXM": what a file and a scenario call it.
QString machineKey(const QString& name);

} // namespace moe::items
