#include "ui/lessons/lesson_panel.h"

#include "models/items/lesson_text.h"
#include "models/items/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace moe::ui {
namespace {

QLabel* newLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent),
      m_title(newLabel()),
      m_text(newLabel()),
      m_wait(newLabel()),
      m_back(new QPushButton(tr("&Back"))),
      m_next(new QPushButton(tr("&Next"))) {
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_wait->setFont(bold);
    m_title->setAccessibleName(tr("Step of the lesson"));
    m_text->setAccessibleName(tr("Text of the lesson"));
    m_wait->setAccessibleName(tr("What the lesson waits for"));
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(m_text->accessibleName());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_text);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_wait, 1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 4, 10, 6);
    column->addWidget(m_title);
    column->addWidget(scroll, 1);
    column->addLayout(buttons);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_step + 1 < m_lesson.steps.size()) return go(m_step + 1);
        m_lesson = {};
        emit finished();
    });
}

void LessonPanel::start(const Lesson& lesson) {
    m_lesson = lesson;
    go(0);
}

void LessonPanel::go(std::size_t step) {
    m_step = step;
    const LessonStep& now = m_lesson.steps[step];
    if (!now.preset.empty()) emit presetWanted(QString::fromStdString(now.preset));
    if (!now.tab.empty()) emit tabWanted(QString::fromStdString(now.tab));
    refresh();
}

void LessonPanel::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    refresh();
}
void LessonPanel::setReport(const ReportPtr& report) {
    m_report = report;
    refresh();
}
void LessonPanel::setTab(const QString& key) {
    m_tab = key;
    refresh();
}

void LessonPanel::refresh() {
    if (!isReading()) return;
    const LessonStep& now = m_lesson.steps[m_step];
    const bool last = m_step + 1 == m_lesson.steps.size();
    const bool done = isDone(now, m_scenario, m_tab.toStdString());
    m_title->setText(tr("%1 · step %2 of %3: %4")
                         .arg(items::tableText(m_lesson.title))
                         .arg(m_step + 1)
                         .arg(m_lesson.steps.size())
                         .arg(items::tableText(now.title)));
    m_text->setText(items::lessonText(now, m_report.get()));
    m_wait->setText(now.wait.empty() ? QString()
                    : done           ? tr("✓ Done")
                                     : tr("Your turn: %1").arg(items::waitTexts(now).join(tr(", "))));
    m_back->setEnabled(m_step > 0);
    // Going on without doing it stays possible, but says so.
    m_next->setText(last ? tr("&Finish") : done ? tr("&Next") : tr("&Skip"));
}

} // namespace moe::ui
