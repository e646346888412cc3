// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import_sheet.h"

#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

constexpr int kMostGpus = 65536;
constexpr int kRest = 150; ///< ms after which a typed number of GPUs counts

QTreeWidget* newTable(QWidget* parent, const QStringList& header) {
    auto* table = new QTreeWidget(parent);
    table->setHeaderLabels(header);
    table->setAlternatingRowColors(true);
    table->setUniformRowHeights(false);
    table->setWordWrap(true);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    return table;
}

void fit(QTreeWidget& table, int widest) {
    for (int i = 0; i + 1 < table.columnCount(); ++i) {
        table.resizeColumnToContents(i);
        table.setColumnWidth(i, std::min(table.columnWidth(i) + 10, widest));
    }
}

QString scenarioWords(const std::string& key) {
    const Field* field = findField(key);
    return field ? QStringLiteral("%1 (%2)").arg(fieldLabel(*field), QString::fromStdString(key))
                 : QString::fromStdString(key);
}

/// "TP 8 · EP 8 · 8 GPUs"
QString layoutText(const FirstLayout& layout) {
    const ParallelSpec& parallel = layout.scenario.parallel;
    QStringList parts;
    const std::pair<const char*, Count> degrees[] = {
        {"TP", parallel.tp}, {"PP", parallel.pp}, {"EP", parallel.ep}};
    for (const auto& [name, degree] : degrees)
        if (degree > 1) parts << QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(degree);
    parts << (layout.gpus == 1 ? ImportSheet::tr("1 GPU") : ImportSheet::tr("%1 GPUs").arg(int(layout.gpus)));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ImportSheet::ImportSheet(const ImportedModel& model, const Catalog& catalog, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Import %1").arg(model.file));
    auto* column = new QVBoxLayout(this);
    auto* head = new QLabel(tr("What became of each key of %1:").arg(model.file), this);
    head->setTextFormat(Qt::PlainText);
    head->setWordWrap(true);
    column->addWidget(head);
    m_table = newTable(this, {tr("Key"), tr("Value"), tr("In the scenario, or why not")});
    m_table->setAccessibleName(tr("Keys that were used, derived and ignored"));
    column->addWidget(m_table, 1);
    addFacts(model.reading);
    column->addWidget(newQuestions(model, catalog));
    m_verdict = new QLabel(this);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_verdict->setAccessibleName(tr("Layout"));
    column->addWidget(m_verdict);
    addButtons(true);
    resize(980, 620);
    fit(*m_table, 250);
    m_rest = new QTimer(this);
    m_rest->setSingleShot(true);
    m_rest->setInterval(kRest);
    connect(m_rest, &QTimer::timeout, this, &ImportSheet::useChanged);
    ask();
}

ImportSheet::ImportSheet(const QString& file, const Problems& problems, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Import %1").arg(file));
    auto* column = new QVBoxLayout(this);
    auto* head = new QLabel(tr("%1 was not read; the window keeps what it had.").arg(file), this);
    head->setTextFormat(Qt::PlainText);
    head->setWordWrap(true);
    column->addWidget(head);
    m_table = newTable(this, {tr("Place"), tr("Key"), tr("What is wrong")});
    m_table->setAccessibleName(tr("Problems of the file"));
    m_table->setRootIsDecorated(false);
    for (const Problem& problem : problems) {
        const QString place =
            problem.line > 0 ? QStringLiteral("%1:%2").arg(problem.line).arg(problem.column) : QString();
        QString rule = items::sentenceText(problem.rule);
        if (!problem.value.empty())
            rule = tr("%1, got “%2”").arg(rule, QString::fromStdString(problem.value).left(200));
        auto* item = new QTreeWidgetItem(m_table, {place, QString::fromStdString(problem.key), rule});
        item->setToolTip(2, items::problemText(problem).toHtmlEscaped());
    }
    column->addWidget(m_table, 1);
    addButtons(false);
    resize(980, 320);
    fit(*m_table, 200);
}

void ImportSheet::addFacts(const ModelConfigReading& reading) {
    const std::pair<QString, const std::vector<ConfigUse>*> groups[] = {
        {tr("Used (%1)").arg(reading.used.size()), &reading.used},
        {tr("Derived (%1)").arg(reading.derived.size()), &reading.derived},
        {tr("Ignored (%1)").arg(reading.ignored.size()), &reading.ignored}};
    for (const auto& [title, uses] : groups) {
        auto* group = new QTreeWidgetItem(m_table, {title});
        group->setFirstColumnSpanned(true);
        QFont bold = font();
        bold.setBold(true);
        group->setFont(0, bold);
        for (const ConfigUse& use : *uses) {
            QStringList words;
            if (!use.to.empty()) words << scenarioWords(use.to);
            if (!use.why.empty()) words << items::sentenceText(use.why);
            const QString value = QString::fromStdString(use.value);
            auto* item = new QTreeWidgetItem(
                group, {QString::fromStdString(use.key), value.left(200), words.join(QStringLiteral(": "))});
            item->setToolTip(1, value.left(2000).toHtmlEscaped());
            item->setToolTip(2, item->text(2).toHtmlEscaped());
        }
        // What was left out is what needs a look; the rest is there to be opened.
        group->setExpanded(uses != &reading.used);
    }
}

QWidget* ImportSheet::newQuestions(const ImportedModel& model, const Catalog& catalog) {
    auto* questions = new QWidget(this);
    auto* form = new QFormLayout(questions);
    form->setContentsMargins(0, 0, 0, 0);
    m_name = new QLineEdit(model.name, questions);
    form->addRow(tr("&Name:"), m_name);
    auto* what = new QWidget(questions);
    auto* line = new QHBoxLayout(what);
    line->setContentsMargins(0, 0, 0, 0);
    m_serve = new QRadioButton(tr("&Serve"), what);
    m_train = new QRadioButton(tr("&Train"), what);
    m_serve->setChecked(true);
    line->addWidget(m_serve);
    line->addWidget(m_train);
    line->addStretch(1);
    form->addRow(tr("What for:"), what);
    auto* machine = new QWidget(questions);
    auto* parts = new QHBoxLayout(machine);
    parts->setContentsMargins(0, 0, 0, 0);
    m_gpus = new QSpinBox(machine);
    m_gpus->setRange(0, kMostGpus);
    m_gpus->setSpecialValueText(tr("fewest"));
    m_gpus->setAccessibleName(tr("Number of GPUs"));
    m_gpu = new QComboBox(machine);
    m_gpu->setAccessibleName(tr("Kind of GPU"));
    for (const GpuSpec& gpu : catalog.gpus)
        m_gpu->addItem(items::tableText(gpu.label), QString::fromStdString(gpu.key));
    m_gpu->setCurrentIndex(std::max(0, m_gpu->findData(QString::fromStdString(FirstUse().gpu))));
    parts->addWidget(m_gpus);
    parts->addWidget(new QLabel(QStringLiteral("×"), machine));
    parts->addWidget(m_gpu, 1);
    form->addRow(tr("On what:"), machine);
    m_base = new QCheckBox(tr("&Compare with the scenario open now"), questions);
    form->addRow(QString(), m_base);
    connect(m_train, &QRadioButton::toggled, this, &ImportSheet::ask);
    connect(m_gpu, &QComboBox::currentIndexChanged, this, &ImportSheet::ask);
    connect(m_gpus, &QSpinBox::valueChanged, this, &ImportSheet::ask);
    return questions;
}

void ImportSheet::addButtons(bool readable) {
    auto* buttons = new QDialogButtonBox(this);
    if (readable) {
        m_open = buttons->addButton(tr("&Open as a scenario"), QDialogButtonBox::AcceptRole);
        m_open->setEnabled(false);
        buttons->addButton(QDialogButtonBox::Cancel);
    } else {
        buttons->addButton(QDialogButtonBox::Close);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!m_found || !*m_found) return;
        emit taken();
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    static_cast<QVBoxLayout*>(layout())->addWidget(buttons);
}

void ImportSheet::ask() {
    m_found.reset();
    if (m_open) m_open->setEnabled(false);
    m_verdict->setText(tr("Looking for a layout…"));
    if (m_rest) m_rest->start();
}

FirstUse ImportSheet::use() const {
    FirstUse use;
    use.trains = m_train->isChecked();
    use.gpu = m_gpu->currentData().toString().toStdString();
    use.gpus = m_gpus->value();
    return use;
}

QString ImportSheet::name() const {
    return m_name->text().trimmed();
}

bool ImportSheet::keepsBase() const {
    return m_base->isChecked();
}

QString ImportSheet::verdict() const {
    return m_verdict ? m_verdict->text() : QString();
}

void ImportSheet::showLayout(const Result<FirstLayout>& layout) {
    m_found = layout;
    m_open->setEnabled(layout.has_value());
    if (!layout) {
        m_verdict->setText(
            tr("No layout of these GPUs is valid: %1").arg(items::problemText(layout.error())));
        return;
    }
    m_open->setDefault(true);
    const QString pattern =
        layout->fits ? tr("%1: %2 of %3 per GPU; fits.") : tr("%1: %2 of %3 per GPU; does not fit.");
    m_verdict->setText(pattern.arg(layoutText(*layout), items::humanValue(layout->perGpu.base, "B"),
                                   items::humanValue(layout->capacity.base, "B")));
}

} // namespace moe::ui
