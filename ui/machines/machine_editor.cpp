// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machine_editor.h"

#include "models/engine/files/catalog_file.h"
#include "models/items/words.h"
#include "ui/machines/sheet_delegate.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

using MachineModel = items::MachineSheetModel;

QFont bold(QFont font, double factor = 1) {
    font.setBold(true);
    if (font.pointSizeF() > 0) font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

bool isHeading(const QListWidgetItem& item) {
    return !(item.flags() & Qt::ItemIsSelectable);
}

} // namespace

MachineEditor::MachineEditor(Catalog catalog, std::set<std::string> shipped, const std::string& shown,
                             QWidget* parent)
    : QDialog(parent), m_catalog(std::move(catalog)), m_shipped(std::move(shipped)) {
    setWindowTitle(tr("GPUs and clusters"));
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(newList());
    splitter->addWidget(newPage());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 690});
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(splitter, 1);
    column->addWidget(newFoot());
    const auto isOwn = [&](const std::string& key) { return !m_shipped.contains(key); };
    addHeading(tr("GPUs"));
    for (const GpuSpec& gpu : m_catalog.gpus)
        addSheet(new MachineModel(gpu, isOwn(gpu.key), this), m_list->count());
    addHeading(tr("Clusters"));
    for (const ClusterPreset& cluster : m_catalog.clusters)
        addSheet(new MachineModel(cluster, m_catalog.gpus, isOwn(cluster.key), this), m_list->count());
    showSheet(shown);
    if (m_sheet == nullptr) select(m_sheets.front().model);
    resize(1040, 600);
}

QWidget* MachineEditor::newList() {
    auto* side = new QWidget(this);
    m_filter = new QLineEdit(side);
    m_filter->setPlaceholderText(tr("Find a machine"));
    m_filter->setAccessibleName(tr("Find a machine"));
    m_filter->setClearButtonEnabled(true);
    m_list = new QListWidget(side);
    m_list->setAccessibleName(tr("GPUs and clusters"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_filter, &QLineEdit::textChanged, this, &MachineEditor::applyFilter);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        for (const Sheet& sheet : m_sheets)
            if (sheet.item == item) select(sheet.model);
    });
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 6, 0);
    column->addWidget(m_filter);
    column->addWidget(m_list, 1);
    return side;
}

QWidget* MachineEditor::newPage() {
    auto* page = new QWidget(this);
    m_title = new QLabel(page);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(bold(font(), 1.25));
    m_about = new QLabel(page);
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    m_copy = new QPushButton(tr("&Copy as my own"), page);
    m_copy->setAutoDefault(false);
    m_copy->setToolTip(tr("A sheet with these figures, to be changed and saved"));
    connect(m_copy, &QPushButton::clicked, this, &MachineEditor::copySheet);
    auto* fit = new QPushButton(tr("From &measurements…"), page);
    fit->setAutoDefault(false);
    fit->setToolTip(tr("A GPU of your own from points measured on it"));
    connect(fit, &QPushButton::clicked, this, &MachineEditor::fitRequested);
    m_table = new QTableView(page);
    m_table->setAccessibleName(tr("Figures of the machine"));
    m_table->setItemDelegate(new SheetDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_messages = new QLabel(page);
    m_messages->setTextFormat(Qt::PlainText);
    m_messages->setWordWrap(true);
    m_messages->setAccessibleName(tr("What is wrong"));

    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    head->addWidget(fit);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(6, 0, 0, 0);
    column->addLayout(head);
    column->addWidget(m_about);
    column->addWidget(m_table, 1);
    column->addWidget(m_messages);
    return page;
}

QWidget* MachineEditor::newFoot() {
    auto* foot = new QWidget(this);
    m_use = new QCheckBox(tr("&Use it in this scenario"), foot);
    m_use->setChecked(true);
    connect(m_use, &QCheckBox::toggled, this, &MachineEditor::sheetEdited);
    m_result = new QLabel(foot);
    m_result->setTextFormat(Qt::PlainText);
    m_result->setAccessibleName(tr("Result"));
    m_save = new QPushButton(tr("&Save…"), foot);
    m_save->setAutoDefault(false);
    connect(m_save, &QPushButton::clicked, this, &MachineEditor::saveRequested);
    m_close = new QPushButton(tr("Close"), foot);
    m_close->setAutoDefault(false);
    connect(m_close, &QPushButton::clicked, this, &MachineEditor::reject);
    m_buttons = new QWidget(foot);
    auto* usual = new QHBoxLayout(m_buttons);
    usual->setContentsMargins(0, 0, 0, 0);
    usual->addStretch(1); // where nothing stands beside them
    for (QPushButton* button : {m_save, m_close}) usual->addWidget(button);

    m_question = new QWidget(foot);
    auto* asked = new QHBoxLayout(m_question);
    asked->setContentsMargins(0, 0, 0, 0);
    asked->addWidget(new QLabel(tr("There are unsaved changes."), m_question), 1);
    const auto answer = [&](const QString& text, auto act) {
        auto* button = new QPushButton(text, m_question);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, act);
        asked->addWidget(button);
    };
    answer(tr("&Save…"), [this] {
        askToDiscard(false);
        if (m_save->isEnabled()) emit saveRequested();
    });
    answer(tr("&Discard"), [this] {
        emit discarded();
        QDialog::reject();
    });
    answer(tr("&Keep editing"), [this] { askToDiscard(false); });
    m_question->hide();

    auto* line = new QHBoxLayout(foot);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_use);
    line->addWidget(m_result, 1);
    line->addWidget(m_buttons);
    line->addWidget(m_question);
    return foot;
}

void MachineEditor::addHeading(const QString& text) {
    auto* item = new QListWidgetItem(text, m_list);
    item->setFlags(Qt::ItemIsEnabled);
    item->setFont(bold(m_list->font()));
}

void MachineEditor::addSheet(MachineModel* model, int row) {
    auto* item = new QListWidgetItem;
    m_list->insertItem(row, item);
    m_sheets.push_back({model, item});
    item->setText(QStringLiteral("   ") + items::tableText(model->name().toStdString()));
    connect(model, &MachineModel::edited, this, [this] {
        refresh();
        emit sheetEdited();
    });
}

void MachineEditor::showSheet(const std::string& key) {
    for (const Sheet& sheet : m_sheets)
        if (sheet.model->key().toStdString() == key) return m_list->setCurrentItem(sheet.item);
}

void MachineEditor::copySheet() {
    const auto known = [&](const QString& key) {
        return std::any_of(m_sheets.begin(), m_sheets.end(),
                           [&](const Sheet& sheet) { return sheet.model->key() == key; });
    };
    const QString name = tr("My %1").arg(items::tableText(m_sheet->name().toStdString()));
    QString label = name;
    for (int i = 2; known(items::machineKey(label)); ++i) label = QStringLiteral("%1 %2").arg(name).arg(i);
    MachineModel* copy = nullptr;
    if (m_sheet->isCluster()) {
        ClusterPreset cluster = m_sheet->cluster().value_or(ClusterPreset{});
        cluster.key = items::machineKey(label).toStdString();
        cluster.label = label.toStdString();
        copy = new MachineModel(cluster, m_catalog.gpus, true, this);
    } else {
        GpuSpec gpu = m_sheet->gpu().value_or(GpuSpec{});
        gpu.key = items::machineKey(label).toStdString();
        gpu.label = label.toStdString();
        copy = new MachineModel(gpu, true, this);
    }
    copy->setChanged();
    int row = m_list->count();
    if (!m_sheet->isCluster())
        for (row = 1; row < m_list->count() && !isHeading(*m_list->item(row));) ++row;
    addSheet(copy, row);
    m_filter->clear();
    m_list->setCurrentRow(row);
    m_table->setFocus();
    m_table->setCurrentIndex(copy->index(2, MachineModel::Value));
    emit sheetEdited();
}

void MachineEditor::select(MachineModel* model) {
    m_sheet = model;
    m_table->setModel(model);
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    m_table->resizeColumnsToContents();
    const int widest = model->isCluster() ? 320 : 170;
    m_table->setColumnWidth(MachineModel::Figure, m_table->columnWidth(MachineModel::Figure) + 16);
    m_table->setColumnWidth(MachineModel::Value,
                            std::clamp(m_table->columnWidth(MachineModel::Value) + 24, 130, widest));
    if (!model->isCluster())
        m_table->setColumnWidth(MachineModel::Unit, m_table->columnWidth(MachineModel::Unit) + 12);
    refresh();
    emit sheetEdited();
}

void MachineEditor::refresh() {
    for (const Sheet& sheet : m_sheets) {
        if (!sheet.model->isEditable()) continue;
        std::set<std::string> taken = m_shipped;
        for (const Sheet& other : m_sheets)
            if (other.model != sheet.model && other.model->isEditable())
                taken.insert(other.model->key().toStdString());
        sheet.model->setTakenKeys(std::move(taken));
        const bool unsaved = sheet.model->isChanged();
        sheet.item->setText((unsaved ? QStringLiteral("● ") : QStringLiteral("   ")) + sheet.model->name());
        sheet.item->setToolTip(unsaved ? tr("Not saved yet") : QString());
        sheet.item->setFont(bold(m_list->font()));
    }
    const bool own = m_sheet->isEditable();
    m_title->setText(items::tableText(m_sheet->name().toStdString()));
    m_about->setText(own ? tr("Your own: change any value. What was typed has no source until you name one.")
                         : tr("Shipped with the program: copy it to change it."));
    m_use->setVisible(own);
    m_result->setVisible(own);
    QStringList lines;
    for (const Problem& problem : m_sheet->problems()) {
        const QString rule = items::sentenceText(problem.rule);
        lines << (problem.key.empty()
                      ? rule
                      : QStringLiteral("%1: %2").arg(QString::fromStdString(problem.key), rule));
    }
    m_messages->setText(lines.join(QLatin1Char('\n')));
    m_messages->setVisible(!lines.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeOf(palette()).bad);
    m_messages->setPalette(colours);
    m_save->setEnabled(hasUnsaved() && !fileText().empty());
}

std::string MachineEditor::fileText() const {
    std::vector<GpuSpec> gpus;
    std::vector<ClusterPreset> clusters;
    for (const Sheet& sheet : m_sheets) {
        if (!sheet.model->isEditable()) continue;
        if (!sheet.model->problems().empty()) return {};
        if (const auto gpu = sheet.model->gpu()) gpus.push_back(*gpu);
        if (const auto cluster = sheet.model->cluster()) clusters.push_back(*cluster);
    }
    return (gpus.empty() ? std::string() : gpusText(gpus)) +
           (clusters.empty() ? std::string() : clustersText(clusters));
}

bool MachineEditor::hasUnsaved() const {
    return std::any_of(m_sheets.begin(), m_sheets.end(),
                       [](const Sheet& sheet) { return sheet.model->isChanged(); });
}

std::vector<std::string> MachineEditor::unsavedKeys() const {
    std::vector<std::string> keys;
    for (const Sheet& sheet : m_sheets)
        if (sheet.model->isChanged()) keys.push_back(sheet.model->key().toStdString());
    return keys;
}

void MachineEditor::setSaved(const QString& file) {
    for (const Sheet& sheet : m_sheets) sheet.model->setSaved();
    tellResult(tr("Saved as %1.").arg(file));
    refresh();
}

std::optional<GpuSpec> MachineEditor::gpu() const {
    return m_sheet->isEditable() && m_sheet->problems().empty() ? m_sheet->gpu() : std::nullopt;
}

std::optional<ClusterPreset> MachineEditor::cluster() const {
    return m_sheet->isEditable() && m_sheet->problems().empty() ? m_sheet->cluster() : std::nullopt;
}

bool MachineEditor::isUsed() const {
    return m_sheet->isEditable() && m_use->isChecked();
}

void MachineEditor::tellResult(const QString& text) {
    m_result->setText(text);
}

QString MachineEditor::messages() const {
    return m_messages->text();
}

void MachineEditor::applyFilter(const QString& text) {
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        item->setHidden(!isHeading(*item) && !item->text().contains(text.trimmed(), Qt::CaseInsensitive));
    }
}

void MachineEditor::askToDiscard(bool asked) {
    // What goes before what comes: side by side they would widen the window.
    if (!asked) m_question->hide();
    m_buttons->setVisible(!asked);
    m_use->setVisible(!asked && m_sheet->isEditable());
    m_result->setVisible(!asked && m_sheet->isEditable());
    m_question->setVisible(asked);
    if (asked) m_question->findChildren<QPushButton*>().first()->setFocus();
}

void MachineEditor::reject() {
    if (hasUnsaved()) return askToDiscard(true);
    QDialog::reject();
}

void MachineEditor::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_sheet) refresh();
}

} // namespace moe::ui
