// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plan_sheet.h"

#include "models/engine/scenario/catalog.h"
#include "models/items/plan_text.h"
#include "models/items/words.h"
#include "ui/form/limit_box.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace moe::ui {
namespace {

constexpr int kMostSheetGpus = 1000000, kMostLength = 10000000;
constexpr double kMostDays = 100000, kMostUsd = 1e12, kMostMs = 1e7, kMostRate = 1e7;
constexpr double kPercent = 100, kMs = 1e-3;

/// 0 stands for "none".
std::optional<double> given(const QDoubleSpinBox& box) {
    return box.value() > 0 ? std::optional(box.value()) : std::nullopt;
}
std::optional<Seconds> givenTime(const QDoubleSpinBox& box) {
    return box.value() > 0 ? std::optional(Seconds{kMs * box.value()}) : std::nullopt;
}
std::optional<double> seconds(const std::optional<Seconds>& time) {
    return time ? std::optional(time->base) : std::nullopt;
}

/// Of a column of plans: numbers end where they end, layout and what binds begin.
Qt::Alignment alignment(int column) {
    return Qt::AlignVCenter | (column == 2 || column == 3 ? Qt::AlignLeft : Qt::AlignRight);
}

} // namespace

PlanSheet::PlanSheet(Scenario scenario, const Catalog& catalog, QWidget* parent)
    : QDialog(parent), m_scenario(std::move(scenario)) {
    setWindowTitle(m_scenario.name.empty() ? tr("Plan")
                                           : tr("Plan for %1").arg(QString::fromStdString(m_scenario.name)));
    auto* column = new QVBoxLayout(this);
    column->addWidget(newGoal(catalog));
    m_verdict = new QLabel(tr("Say what is wanted, then find plans."), this);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_verdict->setAccessibleName(tr("Answer"));
    column->addWidget(m_verdict);
    m_progress = new QProgressBar(this);
    m_progress->setAccessibleName(tr("Progress of the search"));
    m_progress->hide();
    column->addWidget(m_progress);
    m_table = new QTreeWidget(this);
    m_table->setRootIsDecorated(false);
    m_table->setAlternatingRowColors(true);
    m_table->setAccessibleName(tr("Plans, best first"));
    m_table->setHeaderLabels({tr("Plans")});
    column->addWidget(m_table, 2);
    m_details = new QPlainTextEdit(this);
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setAccessibleName(tr("Why this plan, how to launch it, and why not the scenario as it is"));
    m_below = new QTabWidget(this);
    m_below->setDocumentMode(true);
    m_below->addTab(m_details, tr("Why, and how"));
    column->addWidget(m_below, 3);
    addButtons();
    connect(m_table, &QTreeWidget::currentItemChanged, this, &PlanSheet::showChosen);
    connect(m_table, &QTreeWidget::itemActivated, this, [this] {
        if (chosen()) emit taken();
    });
    showSide();
    // Not higher than the window it stands over.
    resize(QSize(1060, 720).boundedTo(parent ? parent->window()->size() - QSize(40, 60) : QSize(1060, 720)));
}

QDoubleSpinBox* PlanSheet::newLimit(QFormLayout& form, const QString& label, const char* unit,
                                    const QString& shown, double most) {
    auto* box = new LimitBox(unit, this);
    box->setRange(0, most);
    box->setDecimals(1);
    box->setSpecialValueText(tr("none"));
    box->setGroupSeparatorShown(true);
    box->setSuffix(QLatin1Char(' ') + shown);
    form.addRow(label, box);
    return box;
}

QWidget* PlanSheet::newGoal(const Catalog& catalog) {
    auto* goal = new QWidget(this);
    m_form = new QFormLayout(goal);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow); // a number is not as wide as the sheet
    auto* sides = new QWidget(goal);
    auto* line = new QHBoxLayout(sides);
    line->setContentsMargins(0, 0, 0, 0);
    m_train = new QRadioButton(tr("&Training"), sides);
    m_serve = new QRadioButton(tr("&Serving"), sides);
    line->addWidget(m_train);
    line->addWidget(m_serve);
    line->addStretch(1);
    m_train->setEnabled(m_scenario.train.has_value());
    m_serve->setEnabled(m_scenario.serve.has_value());
    (m_scenario.train ? m_train : m_serve)->setChecked(true);
    m_form->addRow(tr("Plan for:"), sides);

    auto* machine = new QWidget(goal);
    auto* parts = new QHBoxLayout(machine);
    parts->setContentsMargins(0, 0, 0, 0);
    m_gpus = new QSpinBox(machine);
    m_gpus->setRange(0, kMostSheetGpus);
    m_gpus->setGroupSeparatorShown(true);
    m_gpus->setSpecialValueText(tr("fewest"));
    m_gpus->setAccessibleName(tr("Number of GPUs"));
    const ParallelSpec& p = m_scenario.parallel;
    m_gpus->setValue(
        static_cast<int>(m_scenario.cluster.gpus.value_or(p.tp * p.pp * p.cp * p.dp.value_or(1))));
    m_gpu = new QComboBox(machine);
    m_gpu->setAccessibleName(tr("Kind of GPU"));
    for (const GpuSpec& gpu : catalog.gpus)
        m_gpu->addItem(items::tableText(gpu.label), QString::fromStdString(gpu.key));
    m_gpu->setCurrentIndex(std::max(0, m_gpu->findData(QString::fromStdString(m_scenario.gpu.preset))));
    parts->addWidget(m_gpus);
    parts->addWidget(new QLabel(QStringLiteral("×"), machine));
    parts->addWidget(m_gpu, 1);
    m_form->addRow(tr("On what:"), machine);

    m_days = newLimit(*m_form, tr("&Deadline:"), "d", tr("days"), kMostDays);
    m_usd = newLimit(*m_form, tr("&Budget:"), "USD", tr("USD"), kMostUsd);
    const auto length = [&](const QString& label, Count tokens) {
        auto* box = new QSpinBox(goal);
        box->setRange(1, kMostLength);
        box->setGroupSeparatorShown(true);
        box->setValue(static_cast<int>(std::min<Count>(tokens, kMostLength)));
        box->setSuffix(QLatin1Char(' ') + tr("tokens"));
        m_form->addRow(label, box);
        return box;
    };
    m_prompt = length(tr("Pro&mpt:"), m_scenario.serve ? m_scenario.serve->prompt : 1);
    m_output = length(tr("&Output:"), m_scenario.serve ? m_scenario.serve->output : 1);
    m_ttft = newLimit(*m_form, tr("Time to &first token at most:"), "ms", tr("ms"), kMostMs);
    m_tpot = newLimit(*m_form, tr("Time &per output token at most:"), "ms", tr("ms"), kMostMs);
    if (m_scenario.serve) {
        m_ttft->setValue(m_scenario.serve->sloTtft.value_or(0) / kMs);
        m_tpot->setValue(m_scenario.serve->sloTpot.value_or(0) / kMs);
    }
    m_rate = newLimit(*m_form, tr("&Requests per second:"), "requests/s", tr("/s"), kMostRate);
    m_rate->setSpecialValueText(tr("most"));

    m_headroom = newLimit(*m_form, tr("&Head-room of memory:"), "%", tr("%"), kPercent - 1);
    m_noFull = new QCheckBox(tr("No f&ull recompute"), goal);
    m_form->addRow(QString(), m_noFull);
    m_conditions = new QLineEdit(goal);
    m_conditions->setPlaceholderText(QStringLiteral("parallel.tp<=8, parallel.cp=1, train.zero!=3"));
    m_form->addRow(tr("Fi&xed or forbidden:"), m_conditions);
    int width = 0;
    const QList<QAbstractSpinBox*> boxes = goal->findChildren<QAbstractSpinBox*>();
    for (const QAbstractSpinBox* box : boxes) width = std::max(width, box->sizeHint().width());
    for (QAbstractSpinBox* box : boxes) box->setMinimumWidth(width);
    connect(m_train, &QRadioButton::toggled, this, &PlanSheet::showSide);
    return goal;
}

void PlanSheet::addButtons() {
    auto* buttons = new QDialogButtonBox(this);
    m_find = buttons->addButton(tr("Find pla&ns"), QDialogButtonBox::ActionRole);
    m_find->setDefault(true);
    m_take = buttons->addButton(tr("Open p&lan"), QDialogButtonBox::ActionRole);
    m_pin = buttons->addButton(tr("&Pin plan"), QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("&Copy launch flags"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Close);
    for (QPushButton* button : {m_take, m_pin, m_copy}) {
        button->setAutoDefault(false);
        button->setEnabled(false);
    }
    connect(m_find, &QPushButton::clicked, this, [this] {
        if (m_busy)
            emit cancelled();
        else
            emit asked();
    });
    connect(m_take, &QPushButton::clicked, this, &PlanSheet::taken);
    connect(m_pin, &QPushButton::clicked, this, &PlanSheet::pinned);
    connect(m_copy, &QPushButton::clicked, this, &PlanSheet::copyFlags);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    static_cast<QVBoxLayout*>(layout())->addWidget(buttons);
}

void PlanSheet::showSide() {
    const bool trains = m_train->isChecked();
    for (QWidget* row : std::initializer_list<QWidget*>{m_days, m_usd, m_noFull})
        m_form->setRowVisible(row, trains);
    for (QWidget* row : std::initializer_list<QWidget*>{m_prompt, m_output, m_ttft, m_tpot, m_rate})
        m_form->setRowVisible(row, !trains);
    m_gpus->setMinimum(trains ? 1 : 0);
    m_headroom->setValue(trains ? 0 : kPercent * kServingHeadroom);
}

Result<PlanQuestion> PlanSheet::question() const {
    PlanQuestion asking{{}, m_scenario};
    PlanGoal& goal = asking.goal;
    Problems problems;
    goal.trains = m_train->isChecked();
    goal.fewest = m_gpus->value() > 0 ? m_gpus->value() : 1;
    goal.most = m_gpus->value() > 0 ? m_gpus->value() : kMostPlannedGpus;
    goal.headroom = m_headroom->value() / kPercent;
    const QString gpu = m_gpu->currentData().toString();
    asking.scenario.gpu.preset = gpu.toStdString();
    if (goal.trains) {
        goal.fullRecompute = !m_noFull->isChecked();
        goal.days = given(*m_days);
        goal.usd = given(*m_usd);
    } else {
        goal.ttft = givenTime(*m_ttft);
        goal.tpot = givenTime(*m_tpot);
        goal.rate = given(*m_rate);
        if (auto& serve = asking.scenario.serve) {
            serve->prompt = m_prompt->value();
            serve->output = m_output->value();
            // What is promised stays with the plan: the pictures of load count what keeps it.
            serve->sloTtft = seconds(goal.ttft);
            serve->sloTpot = seconds(goal.tpot);
        }
    }
    for (const std::string& text : conditionTexts(m_conditions->text().toStdString())) {
        Result<Condition> condition = parseCondition(text);
        if (condition)
            goal.conditions.push_back(std::move(condition).value());
        else
            append(problems, condition.error());
    }
    append(problems, goalProblems(goal, asking.scenario));
    if (!problems.empty()) return problems;
    return asking;
}

void PlanSheet::showBusy(bool busy) {
    m_busy = busy;
    m_find->setText(busy ? tr("Ca&ncel") : tr("Find pla&ns"));
    m_progress->setVisible(busy);
    m_progress->setRange(0, 0);
    if (busy) m_verdict->setText(tr("Looking for plans…"));
}

void PlanSheet::showProgress(int percent) {
    m_progress->setRange(0, static_cast<int>(kPercent));
    m_progress->setValue(percent);
}

void PlanSheet::showPlans(const Result<Plans>& answer) {
    m_plans.reset();
    m_table->clear();
    m_details->clear();
    if (!answer) {
        m_verdict->setText(items::problemText(answer.error()));
        return showChosen();
    }
    m_plans = *answer;
    m_table->setHeaderLabels(items::planHeader(*m_plans));
    for (int i = 0; i < m_table->columnCount(); ++i) m_table->headerItem()->setTextAlignment(i, alignment(i));
    for (std::size_t i = 0; i < m_plans->plans.size(); ++i) {
        auto* row = new QTreeWidgetItem(m_table, items::planRow(*m_plans, i));
        for (int column = 0; column < m_table->columnCount(); ++column)
            row->setTextAlignment(column, alignment(column));
    }
    for (int i = 0; i < m_table->columnCount(); ++i) m_table->resizeColumnToContents(i);
    if (m_plans->plans.empty()) {
        m_verdict->setText(m_plans->closest.empty()
                               ? tr("No plan meets the goal, nor would one after any single change of it.")
                               : tr("No plan meets the goal. The smallest changes that would do:"));
        QStringList lines;
        for (const PlanChange& change : m_plans->closest)
            lines << items::sentenceText(change.text) + QLatin1Char(' ') + items::planLayoutText(change.plan);
        m_details->setPlainText(lines.join(QLatin1Char('\n')));
        return showChosen();
    }
    m_verdict->setText(
        (items::planOrderText(*m_plans) + QLatin1Char(' ') + items::planOriginText(*m_plans)).trimmed());
    m_table->setCurrentItem(m_table->topLevelItem(0));
    m_table->setFocus();
}

const Plan* PlanSheet::chosen() const {
    const int row = m_table->indexOfTopLevelItem(m_table->currentItem());
    return m_plans && row >= 0 && row < static_cast<int>(m_plans->plans.size())
               ? &m_plans->plans[static_cast<std::size_t>(row)]
               : nullptr;
}

void PlanSheet::showChosen() {
    const Plan* plan = chosen();
    m_take->setEnabled(plan != nullptr);
    m_pin->setEnabled(plan != nullptr);
    m_copy->setEnabled(plan != nullptr);
    m_copy->setText(tr("&Copy launch flags"));
    emit chose();
    if (!plan) return;
    QStringList lines{items::sentenceText(plan->reason)};
    if (const QString band = items::planBandText(*m_plans, *plan); !band.isEmpty()) lines << band;
    lines << QString() << items::launchText(*plan).trimmed();
    if (m_plans->mine)
        lines << QString() << tr("Why not the scenario as it is?") << items::whyNotLines(*m_plans->mine);
    m_details->setPlainText(lines.join(QLatin1Char('\n')));
}

void PlanSheet::addPicture(QWidget* picture, const QString& title) {
    m_below->addTab(picture, title);
}

void PlanSheet::copyFlags() {
    const Plan* plan = chosen();
    if (!plan) return;
    QStringList lines;
    for (const LaunchCommand& launch : plan->launch)
        lines << QString::fromStdString("# " + launch.program) << QString::fromStdString(launch.text());
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
    m_copy->setText(tr("Flags copied"));
}

QString PlanSheet::verdict() const {
    return m_verdict->text();
}

QString PlanSheet::details() const {
    return m_details->toPlainText();
}

} // namespace moe::ui
