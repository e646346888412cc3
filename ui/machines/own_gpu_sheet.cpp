// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/own_gpu_sheet.h"

#include "models/items/own_gpu_text.h"
#include "models/items/words.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr int kMostTold = 12; ///< problems; a file of another unit has one in every line

} // namespace

OwnGpuSheet::OwnGpuSheet(const Catalog& catalog, const std::vector<std::string>& measured,
                         const std::string& sheet, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("My GPU from measurements"));
    auto* about =
        new QLabel(tr("About 24 products, 24 attention calls and 10 collectives move the start "
                      "times and rates of the nearest measured GPU to yours. A short PyTorch script "
                      "measures them; the output of nccl-tests is read as well."),
                   this);
    about->setWordWrap(true);
    m_table = new QTableWidget(0, static_cast<int>(items::ownGpuHeader().size()), this);
    m_table->setAccessibleName(tr("What the points moved"));
    QStringList header = items::ownGpuHeader();
    for (QString& cell : header) cell[0] = cell[0].toUpper();
    m_table->setHorizontalHeaderLabels(header);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_verdict = new QLabel(tr("No points were read yet."), this);
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setAccessibleName(tr("Verdict"));
    m_messages = new QLabel(this);
    m_messages->setWordWrap(true);
    m_messages->setTextFormat(Qt::PlainText);
    m_messages->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_messages->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_messages->setAccessibleName(tr("Problems of the points"));
    m_messages->hide();
    auto* column = new QVBoxLayout(this);
    column->addWidget(about);
    column->addWidget(newQuestions(catalog, measured, sheet));
    column->addWidget(m_verdict);
    column->addWidget(m_table, 1);
    column->addWidget(m_messages);
    column->addWidget(newFoot());
    resize(840, 520);
}

QWidget* OwnGpuSheet::newQuestions(const Catalog& catalog, const std::vector<std::string>& measured,
                                   const std::string& sheet) {
    auto* questions = new QWidget(this);
    auto* form = new QFormLayout(questions);
    form->setContentsMargins(0, 0, 0, 0);
    auto* file = new QWidget(questions);
    auto* line = new QHBoxLayout(file);
    line->setContentsMargins(0, 0, 0, 0);
    m_file = new QLabel(tr("none"), file);
    m_file->setTextFormat(Qt::PlainText);
    auto* choose = new QPushButton(tr("&Open points…"), file);
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, &OwnGpuSheet::fileRequested);
    auto* script = new QPushButton(tr("Save the measuring s&cript…"), file);
    script->setAutoDefault(false);
    connect(script, &QPushButton::clicked, this, &OwnGpuSheet::scriptRequested);
    line->addWidget(m_file, 1);
    line->addWidget(choose);
    line->addWidget(script);
    form->addRow(tr("Points:"), file);
    m_sheet = new QComboBox(questions);
    m_sheet->addItem(tr("of the nearest measured GPU"), QString());
    for (const GpuSpec& gpu : catalog.gpus)
        m_sheet->addItem(items::tableText(gpu.label), QString::fromStdString(gpu.key));
    m_sheet->setCurrentIndex(std::max(0, m_sheet->findData(QString::fromStdString(sheet))));
    form->addRow(tr("&Data sheet:"), m_sheet);
    m_like = new QComboBox(questions);
    m_like->addItem(tr("the nearest"), QString());
    for (const std::string& key : measured)
        if (const GpuSpec* gpu = catalog.gpu(key))
            m_like->addItem(items::tableText(gpu->label), QString::fromStdString(key));
    form->addRow(tr("&Measured GPU that is moved:"), m_like);
    m_name = new QLineEdit(tr("My GPU"), questions);
    form->addRow(tr("&Name:"), m_name);
    for (QComboBox* box : {m_sheet, m_like})
        connect(box, &QComboBox::currentIndexChanged, this, &OwnGpuSheet::fitRequested);
    return questions;
}

QWidget* OwnGpuSheet::newFoot() {
    auto* foot = new QWidget(this);
    m_save = new QPushButton(tr("&Save and use…"), foot);
    m_save->setAutoDefault(false);
    m_save->setEnabled(false);
    m_save->setToolTip(tr("Writes the GPU to a file and runs this scenario on it"));
    connect(m_save, &QPushButton::clicked, this, &OwnGpuSheet::saveRequested);
    auto* close = new QPushButton(tr("Close"), foot);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &OwnGpuSheet::reject);
    m_buttons = new QWidget(foot);
    auto* usual = new QHBoxLayout(m_buttons);
    usual->setContentsMargins(0, 0, 0, 0);
    usual->addStretch(1);
    usual->addWidget(m_save);
    usual->addWidget(close);
    m_question = new QWidget(foot);
    auto* asked = new QHBoxLayout(m_question);
    asked->setContentsMargins(0, 0, 0, 0);
    asked->addWidget(new QLabel(tr("The fitted GPU is not saved."), m_question), 1);
    auto* discard = new QPushButton(tr("D&iscard"), m_question);
    auto* keep = new QPushButton(tr("&Keep it open"), m_question);
    for (QPushButton* button : {discard, keep}) {
        button->setAutoDefault(false);
        asked->addWidget(button);
    }
    connect(discard, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    connect(keep, &QPushButton::clicked, this, [this] { askToDiscard(false); });
    m_question->hide();
    auto* line = new QHBoxLayout(foot);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_buttons);
    line->addWidget(m_question);
    return foot;
}

std::string OwnGpuSheet::sheetKey() const {
    return m_sheet->currentData().toString().toStdString();
}

std::string OwnGpuSheet::likeKey() const {
    return m_like->currentData().toString().toStdString();
}

QString OwnGpuSheet::name() const {
    return m_name->text().trimmed();
}

void OwnGpuSheet::setFile(const QString& file) {
    m_file->setText(file);
}

void OwnGpuSheet::setFitting() {
    m_save->setEnabled(false);
    m_verdict->setText(tr("Fitting…"));
}

void OwnGpuSheet::tell(const QString& verdict, const Problems& problems) {
    m_verdict->setText(verdict);
    QStringList lines;
    for (const Problem& problem : problems) {
        if (lines.size() == kMostTold) {
            lines << tr("… and %1 more").arg(problems.size() - kMostTold);
            break;
        }
        lines << items::problemText(problem);
    }
    m_messages->setText(lines.join(QLatin1Char('\n')));
    m_messages->setVisible(!lines.isEmpty());
}

void OwnGpuSheet::showFit(const OwnFit& fit, const Problems& problems) {
    m_hasFit = true;
    m_saved = false;
    m_save->setEnabled(true);
    const std::vector<QStringList> rows = items::ownGpuRows(fit);
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList& cells = rows[static_cast<std::size_t>(row)];
        for (int cell = 0; cell < m_table->columnCount(); ++cell) {
            auto* item = new QTableWidgetItem(cells[cell]);
            if (cell > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_table->setItem(row, cell, item);
        }
    }
    std::size_t points = 0;
    for (const OwnFactors& one : fit.factors) points += one.points;
    const int like = m_like->findData(QString::fromStdString(fit.like));
    tell(tr("Operators of %1, moved by %2 points.")
             .arg(like >= 0 ? m_like->itemText(like) : QString::fromStdString(fit.like))
             .arg(points),
         problems);
}

void OwnGpuSheet::showRefusal(const Problems& problems) {
    m_hasFit = false;
    m_saved = true;
    m_save->setEnabled(false);
    m_table->setRowCount(0);
    tell(tr("Nothing was fitted."), problems);
}

void OwnGpuSheet::setSaved(const QString& file) {
    m_saved = true;
    m_verdict->setText(tr("Saved as %1.").arg(file));
}

QString OwnGpuSheet::messages() const {
    return m_messages->text();
}

void OwnGpuSheet::askToDiscard(bool asked) {
    m_question->setVisible(asked);
    m_buttons->setVisible(!asked);
}

void OwnGpuSheet::reject() {
    if (!m_saved) return askToDiscard(true);
    QDialog::reject();
}

} // namespace moe::ui
