// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/machine_sheet_model.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/machines/gpu_fields.h"
#include "models/engine/scenario/machines/topology.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"

#include <algorithm>

namespace moe::items {
namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// "low-latency" → "low latency", as the form shows it; "ampere" → "Ampere".
QString choiceText(const QString& word) {
    if (word == QLatin1String("other")) return Words::tr("other");
    for (const std::string& generation : gpuChoices("generation"))
        if (word.toStdString() == generation) return word.left(1).toUpper() + word.mid(1);
    return tableText(QString(word).replace(QLatin1Char('-'), QLatin1Char(' ')).toStdString());
}

bool isKey(const std::string& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

constexpr const char* kFile = "sheet";

} // namespace

QString machineKey(const QString& name) {
    QString key;
    for (const QChar c : name.toLower().normalized(QString::NormalizationForm_KD)) {
        if ((c >= QLatin1Char('a') && c <= QLatin1Char('z')) ||
            (c >= QLatin1Char('0') && c <= QLatin1Char('9')))
            key += c;
        else if (!c.isMark() && !key.isEmpty() && !key.endsWith(QLatin1Char('-')))
            key += QLatin1Char('-');
    }
    while (key.endsWith(QLatin1Char('-'))) key.chop(1);
    return key;
}

MachineSheetModel::MachineSheetModel(const GpuSpec& gpu, bool editable, QObject* parent)
    : QAbstractTableModel(parent), m_isCluster(false), m_editable(editable), m_start(gpu) {
    m_rows.push_back({"label", Words::tr("Name"), {}, {}, QString::fromStdString(gpu.label), {}, {}, {}});
    m_rows.push_back({"",
                      Words::tr("Key"),
                      {},
                      Words::tr("What files and scenarios call it."),
                      QString::fromStdString(gpu.key),
                      {},
                      {},
                      {}});
    for (const GpuField& field : gpuFields()) {
        Row row{std::string(field.key),
                tableText(std::string(field.label)),
                text(field.unit),
                tableText(std::string(field.help)),
                QString::fromStdString(gpuFieldText(gpu, field)),
                {},
                {},
                {}};
        for (const std::string& choice : gpuChoices(field.key)) {
            row.choices << QString::fromStdString(choice);
            const auto index = static_cast<std::size_t>(row.choices.size() - 1);
            row.choiceLabels << (field.key == "topology" ? tableText(topologies()[index].label)
                                                         : choiceText(row.choices.last()));
        }
        row.cited = !field.cited.empty();
        if (row.cited) row.source = QString::fromStdString(citationOf(gpu, field).text);
        m_rows.push_back(std::move(row));
    }
    check();
}

MachineSheetModel::MachineSheetModel(const ClusterPreset& cluster, const std::vector<GpuSpec>& gpus,
                                     bool editable, QObject* parent)
    : QAbstractTableModel(parent), m_isCluster(true), m_editable(editable) {
    m_rows.push_back({"label", Words::tr("Name"), {}, {}, QString::fromStdString(cluster.label), {}, {}, {}});
    m_rows.push_back({"",
                      Words::tr("Key"),
                      {},
                      Words::tr("What files and scenarios call it."),
                      QString::fromStdString(cluster.key),
                      {},
                      {},
                      {}});
    for (const Field& field : fields()) {
        const std::string key = field.key;
        if (key != "gpu.preset" && !key.starts_with("cluster.")) continue;
        Row row{key, tableText(field.label), text(field.unit), tableText(field.help), {}, {}, {}, {}};
        for (const auto& [set, value] : cluster.set)
            if (set == key) row.value = QString::fromStdString(value);
        if (key == "gpu.preset") {
            for (const GpuSpec& gpu : gpus) {
                row.choices << QString::fromStdString(gpu.key);
                row.choiceLabels << tableText(gpu.label);
            }
        } else if (field.kind == FieldKind::Flag) {
            row.choices = QStringList{QStringLiteral("true"), QStringLiteral("false")};
            row.choiceLabels = QStringList{Words::tr("yes"), Words::tr("no")};
        } else {
            for (const std::string& choice : field.choices) {
                row.choices << QString::fromStdString(choice);
                row.choiceLabels << choiceText(row.choices.last());
            }
        }
        if (!row.choices.isEmpty()) {
            row.choices.prepend({});
            row.choiceLabels.prepend(Words::tr("as in the scenario"));
        }
        m_rows.push_back(std::move(row));
    }
    m_rows.push_back(
        {"source", Words::tr("Source"), {}, {}, QString::fromStdString(cluster.source), {}, {}, {}});
    check();
}

QString MachineSheetModel::name() const {
    return m_rows[0].value;
}

QString MachineSheetModel::key() const {
    return m_rows[1].value;
}

void MachineSheetModel::setTakenKeys(std::set<std::string> keys) {
    if (keys == m_taken) return;
    m_taken = std::move(keys);
    check();
    emit dataChanged(index(0, 0), index(rowCount() - 1, Source));
}

void MachineSheetModel::check() {
    const std::string owner = key().toStdString();
    m_problems.clear();
    m_gpu.reset();
    m_cluster.reset();
    for (Row& row : m_rows) row.problem.clear();
    // Under a key that is none the rest could not be read.
    const std::string safe = isKey(owner) ? owner : "machine";
    if (!isKey(owner))
        m_problems.push_back(
            {.key = safe + ".", .rule = say("must be of small letters, digits and dashes"), .value = owner});
    else if (m_taken.contains(owner))
        m_problems.push_back(
            {.key = safe + ".", .rule = say("is the key of another machine"), .value = owner});
    if (name().trimmed().isEmpty())
        m_problems.push_back({.key = safe + ".label", .rule = say("must not be empty")});
    Document document;
    for (const Row& row : m_rows)
        if (!row.key.empty() && !row.value.trimmed().isEmpty())
            document.push_back(
                {safe + "." + row.key, {row.value.trimmed().toStdString()}, false, 0, 0, true});
    const std::string file = documentText(document);
    const auto take = [&](const auto& read, auto& into) {
        if (!read)
            append(m_problems, read.error());
        else if (m_problems.empty() && !read->empty())
            into = read->front();
    };
    if (m_isCluster)
        take(readClusters(file, kFile), m_cluster);
    else
        take(readGpus(file, kFile), m_gpu);
    if (m_gpu) { // what has no row, and sources
        m_gpu->operatorsLike = m_start.operatorsLike;
        m_gpu->operatorFactors = m_start.operatorFactors;
        m_gpu->source = m_start.source;
        m_gpu->uncited = m_start.uncited;
        for (const Row& row : m_rows)
            if (row.cited && row.changed)
                *m_gpu = withCitation(*m_gpu, *findGpuField(row.key), row.source.trimmed().toStdString());
    }
    for (Problem& problem : m_problems) {
        const std::string key = problem.key.substr(std::min(problem.key.find('.') + 1, problem.key.size()));
        problem.source.clear();
        problem.line = problem.column = 0;
        for (Row& row : m_rows) {
            if (row.key != key) continue;
            row.problem = sentenceText(problem.rule);
            problem.key = row.label.toStdString();
            break;
        }
    }
}

int MachineSheetModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MachineSheetModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_isCluster ? Source : Source + 1;
}

QString MachineSheetModel::shown(const Row& row) const {
    const qsizetype choice = row.choices.indexOf(row.value);
    if (choice >= 0) return row.choiceLabels[choice];
    return row.value.isEmpty() && m_isCluster ? QStringLiteral("–") : row.value;
}

QVariant MachineSheetModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool uncited = row.cited && row.source.trimmed().isEmpty() && row.value != QLatin1String("0") &&
                         row.value != QLatin1String("switch");
    switch (role) {
    case ProblemRole: return row.problem;
    case UncitedRole: return uncited;
    case ChoicesRole: return row.choices;
    case ChoiceLabelsRole: return row.choiceLabels;
    case Qt::ToolTipRole: {
        if (!row.problem.isEmpty()) return row.problem;
        const QString full = index.column() == Source ? row.source : row.help;
        return full.isEmpty() ? QVariant() : QVariant(full.toHtmlEscaped());
    }
    case Qt::TextAlignmentRole:
        return index.column() == Value && findGpuField(row.key) != nullptr && row.choices.isEmpty()
                   ? int(Qt::AlignRight | Qt::AlignVCenter)
                   : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
    case Qt::DisplayRole:
    case Qt::EditRole: break;
    default: return {};
    }
    const bool editing = role == Qt::EditRole;
    switch (index.column()) {
    case Figure: return row.label;
    case Value: return editing ? row.value : shown(row);
    case Unit: return row.unit;
    case Source: return uncited && !editing ? Words::tr("uncited") : row.source;
    default: return {};
    }
}

QVariant MachineSheetModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Figure: return Words::tr("Figure");
    case Value: return Words::tr("Value");
    case Unit: return Words::tr("Unit");
    case Source: return Words::tr("Source");
    default: return {};
    }
}

Qt::ItemFlags MachineSheetModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || !m_editable) return flags;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() == Value || (index.column() == Source && row.cited)) flags |= Qt::ItemIsEditable;
    return flags;
}

bool MachineSheetModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    Row& row = m_rows[static_cast<std::size_t>(index.row())];
    QString typed = value.toString();
    // "900 GB/s" of TB/s, and the language's decimal point: files have neither.
    if (index.column() == Value && !row.unit.isEmpty())
        if (const TypedQuantity read = typedQuantity(typed, row.unit.toStdString(), QLocale());
            read.value && !parseNumber(typed.toStdString()))
            typed = QString::fromStdString(numberText(*read.value));
    QString& into = index.column() == Value ? row.value : row.source;
    if (into == typed) return false;
    into = typed;
    if (row.cited) {
        // Another figure is not what the document says.
        if (index.column() == Value) row.source.clear();
        row.changed = true;
    }
    m_changed = true;
    check();
    emit dataChanged(this->index(0, 0), this->index(rowCount() - 1, columnCount() - 1));
    emit edited();
    return true;
}

} // namespace moe::items
