// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_knobs.h"

#include "models/engine/overview/overview.h"
#include "models/engine/scenario/validate.h"
#include "models/items/words.h"
#include "ui/form/choice_editor.h"
#include "ui/form/field_text.h"
#include "ui/form/quantity_box.h"
#include "ui/form/value_text.h"
#include "ui/overview/overview_words.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {
constexpr int kEdge = 10;
constexpr int kRowEdge = 6; ///< free space left of a row's label
constexpr int kHintFrom = 700;
} // namespace

OverviewKnobs::OverviewKnobs(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Knobs that move all three answers"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_list = new QWidget;
    scroll->setWidget(m_list);
    column->addWidget(scroll);
}

FieldRow* OverviewKnobs::row(std::string_view key) const {
    for (const Row& one : m_rows)
        if (key == one.row->field().key) return one.row;
    return nullptr;
}

void OverviewKnobs::build(const std::vector<std::string>& keys) {
    m_keys = keys;
    m_rows.clear();
    m_sheet = nullptr;
    m_fp8 = nullptr;
    m_links = m_hint = nullptr;
    delete m_list->layout();
    qDeleteAll(m_list->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* column = new QVBoxLayout(m_list);
    column->setContentsMargins(kEdge, 12, kEdge, 12);
    column->setSpacing(4);
    auto* title = new QLabel(tr("What moves all three"));
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    title->setContentsMargins(kRowEdge, 0, 0, 4);
    column->addWidget(title);
    for (const std::string& key : keys) {
        if (key == kFp8Knob) {
            addSwitch(*column);
            continue;
        }
        auto* row = new FieldRow(*findField(key), m_list);
        auto* was = new QLabel(row);
        was->setAttribute(Qt::WA_TransparentForMouseEvents);
        was->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_rows.push_back({row, was});
        column->addWidget(row);
        connect(row, &FieldRow::edited, this,
                [this, row](const FieldValue& value, Motion motion) { take(*row, value, motion); });
        connect(row, &FieldRow::resetRequested, this, [this, row] { back(*row); });
        connect(row, &FieldRow::linkActivated, this, &OverviewKnobs::follow);
        connect(row, &FieldRow::notchesNeeded, this, [this, row] {
            if (row->field().scale == Scale::Divisor && m_catalog)
                row->editor()->setNotches(validNotches(m_scenario, *m_catalog, row->field().key));
        });
        for (QWidget* inside : row->findChildren<QWidget*>()) inside->installEventFilter(this);
        if (key == "gpu.preset") {
            m_sheet = new QPushButton(tr("Data sheet…"));
            m_sheet->setToolTip(tr("Every figure of the GPU, to look at and to change"));
            connect(m_sheet, &QPushButton::clicked, this, &OverviewKnobs::machineRequested);
            auto* line = new QHBoxLayout;
            line->setContentsMargins(kRowEdge, 0, 0, 0);
            line->addWidget(m_sheet);
            line->addStretch();
            column->addLayout(line);
        }
    }
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    column->addSpacing(6);
    column->addWidget(line);
    column->addSpacing(6);
    auto* all = new QPushButton(tr("All %1 knobs ▸").arg(fields().size()));
    connect(all, &QPushButton::clicked, this, &OverviewKnobs::allRequested);
    auto* last = new QHBoxLayout;
    last->setContentsMargins(kRowEdge, 0, 0, 0);
    last->addWidget(all);
    last->addStretch();
    column->addLayout(last);
    m_links = new QLabel(QStringLiteral("<a href=\"examples\">%1</a> &nbsp; <a href=\"recent\">%2</a> &nbsp; "
                                        "<a href=\"tour\">%3</a>")
                             .arg(tr("Examples ▾"), tr("Recent ▾"), tr("Tour")));
    m_links->setContentsMargins(kRowEdge, 8, 0, 0);
    m_links->setVisible(m_linked);
    connect(m_links, &QLabel::linkActivated, this, [this](const QString& what) {
        emit linkChosen(what, m_links->mapToGlobal(QPoint(0, m_links->height())));
    });
    column->addWidget(m_links);
    m_hint = new QLabel(tr(
        "Thin outlines and grey curves are the state before the last edit. They stay until the next one."));
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(kRowEdge, 10, 0, 0);
    m_hint->setVisible(height() > kHintFrom);
    column->addWidget(m_hint);
    column->addStretch();
    updateColumns();
    if (m_catalog) setCatalog(m_catalog);
}

void OverviewKnobs::addSwitch(QVBoxLayout& column) {
    m_fp8 = new QCheckBox;
    m_fp8->setObjectName(QStringLiteral("fp8"));
    m_fp8->setContentsMargins(kRowEdge, 0, 0, 0);
    m_fp8->setToolTip(
        tr("Products and weights of training and serving in FP8 (precision.compute, precision.weights)"));
    connect(m_fp8, &QCheckBox::clicked, this, [this](bool on) {
        m_gestures.next(m_fp8, Motion::Typed);
        emit edited(fp8Edits(on), on ? tr("FP8 on") : tr("FP8 off"), m_gestures.current(), false,
                    QLatin1String(kFp8Knob));
    });
    auto* line = new QHBoxLayout;
    line->setContentsMargins(kRowEdge, 2, 0, 2);
    line->addWidget(m_fp8);
    line->addStretch();
    column.addLayout(line);
}

void OverviewKnobs::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    if (FieldRow* gpu = row("gpu.preset")) {
        std::vector<std::pair<std::string, std::string>> choices;
        for (const GpuSpec& one : catalog->gpus) choices.emplace_back(one.key, one.label);
        static_cast<ChoiceEditor*>(gpu->editor())->setChoices(choices);
    }
    refresh();
}

void OverviewKnobs::setScenario(const Scenario& scenario, const std::optional<Scenario>& before) {
    m_scenario = scenario;
    m_before = before;
    if (const std::vector<std::string> keys = overviewKnobs(scenario); keys != m_keys) build(keys);
    refresh();
}

void OverviewKnobs::setLinked(bool linked) {
    m_linked = linked;
    if (m_links) m_links->setVisible(linked);
}

void OverviewKnobs::setProblems(const Problems& problems) {
    m_problems = problems;
    refreshProblems();
}

void OverviewKnobs::refreshProblems() {
    for (const Row& one : m_rows) {
        QStringList sentences, html;
        for (const Problem& problem : m_problems) {
            if (problem.key != one.row->field().key) continue;
            sentences << problemSentence(problem, locale());
            html << problemHtml(problem, locale(), palette().color(QPalette::Link));
        }
        one.row->setProblem(sentences.join(QLatin1Char(' ')), html.join(QLatin1Char(' ')));
    }
}

void OverviewKnobs::refresh() {
    for (const Row& one : m_rows) {
        const Field& field = one.row->field();
        EditorState state{.value = field.get(m_scenario), .derived = {}, .anchor = {}};
        const FieldValue old = m_before ? field.get(*m_before) : state.value;
        if (const double* number = std::get_if<double>(&old)) state.anchor = *number;
        const bool changed = state.value != old;
        one.row->showState(state, changed, changed);
        const QString text = changed && std::holds_alternative<double>(old)
                                 ? tr("was %1").arg(valueText(field, old, locale()))
                                 : QString();
        one.was->setText(text);
        one.was->setVisible(!text.isEmpty());
    }
    if (m_fp8) {
        m_fp8->setChecked(isFp8(m_scenario));
        m_fp8->setText(isFp8(m_scenario) ? tr("FP8: in training and serving") : tr("FP8 (now BF16)"));
    }
    placeWas();
}

void OverviewKnobs::placeWas() {
    const int box = QuantityBox::widthFor(*this);
    for (const Row& one : m_rows) {
        const int left = kRowEdge + one.row->labelWidth() + 8;
        const int right = one.row->width() - kRowEdge - one.row->resetWidth() - box - 10;
        one.was->setGeometry(left, 2, std::max(0, right - left), one.row->fontMetrics().height() + 1);
        QPalette grey = palette();
        grey.setColor(QPalette::WindowText, themeOf(palette()).muted);
        one.was->setPalette(grey);
    }
}

void OverviewKnobs::updateColumns() {
    RowColumns columns;
    columns.box = QuantityBox::widthFor(*this);
    columns.line = QuantityBox::heightFor(*this);
    columns.slider = style()->pixelMetric(QStyle::PM_SliderThickness, nullptr, this);
    columns.label = 0;
    columns.stacked = true;
    columns.above = true; // a list takes the whole line: names of GPUs are long
    for (const Row& one : m_rows) columns.reset = one.row->resetWidth();
    for (const Row& one : m_rows) one.row->setColumns(columns);
    placeWas();
}

void OverviewKnobs::take(FieldRow& row, const FieldValue& value, Motion motion) {
    if (motion == Motion::Drop && !m_gestures.isDragging()) return;
    Scenario next = m_scenario;
    if (!row.field().set(next, value)) {
        row.setRefusal(tr("must be: %1").arg(items::tableText(row.field().help).chopped(1)));
        return;
    }
    if (next == m_scenario && motion != Motion::Drop) return;
    const int gesture = m_gestures.next(&row, motion);
    emit edited(
        {{row.field().key, fieldText(value)}},
        QStringLiteral("%1 → %2").arg(fieldLabel(row.field()), valueText(row.field(), value, locale())),
        gesture, motion == Motion::Drag, QString::fromLatin1(row.field().key));
}

void OverviewKnobs::back(FieldRow& row) {
    if (!m_before) return;
    const int gesture = m_gestures.next(&row, Motion::Typed);
    emit edited({{row.field().key, fieldText(row.field().get(*m_before))}},
                tr("Back: %1").arg(fieldLabel(row.field())), gesture, false,
                QString::fromLatin1(row.field().key));
}

void OverviewKnobs::follow(const QString& link) {
    static const QString kSet = QStringLiteral("set:");
    if (!link.startsWith(kSet)) return;
    const QString key = link.mid(kSet.size()).section(QLatin1Char('='), 0, 0);
    const QString value = link.section(QLatin1Char('='), 1);
    const Field* field = findField(key.toStdString());
    m_gestures.end();
    m_gestures.next(this, Motion::Typed);
    emit edited({{key.toStdString(), value.toStdString()}},
                QStringLiteral("%1 → %2").arg(field ? fieldLabel(*field) : key, value), m_gestures.current(),
                false, key);
}

bool OverviewKnobs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        // Not in a box, where it deletes what is typed.
        if (key.key() == Qt::Key_Backspace && qobject_cast<QSlider*>(watched)) {
            for (const Row& one : m_rows)
                if (one.row->isAncestorOf(static_cast<QWidget*>(watched))) {
                    one.row->resetByKey();
                    return true;
                }
        }
    }
    return QWidget::eventFilter(watched, event);
}

void OverviewKnobs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeWas();
    if (m_hint) m_hint->setVisible(height() > kHintFrom);
}

void OverviewKnobs::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateColumns();
    if (event->type() == QEvent::PaletteChange) {
        placeWas();
        refreshProblems();
    }
}

} // namespace moe::ui
