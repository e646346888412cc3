// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_panel.h"

#include "data/quantity.h"
#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "models/items/lesson_text.h"
#include "models/items/words.h"
#include "ui/views/view_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace moe::ui {
namespace {

QLabel* newLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

/// "61 GiB" as a value of the unit; nothing: it is none.
std::optional<double> guessOf(const QString& text, const std::string& key) {
    static const Report kNone;
    const std::optional<LessonNumber> number = lessonNumber(key, kNone);
    const TypedQuantity typed = readQuantity(text.toStdString(), number ? number->unit : std::string());
    return typed.foreign.empty() ? typed.value : std::nullopt;
}

bool isOf(const Report& report, const Scenario& scenario, Side side) {
    return report.scenario == lookedAt(scenario, side);
}

QString pageTitle(const QString& key, Side side) {
    if (const ViewRow* row = findView(key, side)) return items::tableText(row->title);
    return key.left(1).toUpper() + key.mid(1); // a tab that is no picture: Data, Explain
}

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent),
      m_title(newLabel()),
      m_text(newLabel()),
      m_wait(newLabel()),
      m_ask(newLabel()),
      m_guess(new QLineEdit),
      m_guessed(new QToolButton),
      m_own(new QToolButton),
      m_again(new QPushButton(tr("&Again"))),
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
    m_own->setText(tr("On &my model"));
    m_own->setCheckable(true);
    m_own->setToolTip(tr("The lesson from its beginning, on the scenario that was open before it"));
    connect(m_own, &QToolButton::clicked, this, &LessonPanel::begin);
    buttons->addWidget(m_own);
    buttons->addWidget(m_again);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    m_ask->setAccessibleName(tr("What the lesson asks"));
    m_guess->setAccessibleName(tr("Your guess"));
    m_guess->setMaximumWidth(160);
    m_guessed->setText(tr("&Guess"));
    auto* asking = new QHBoxLayout;
    asking->addWidget(m_ask, 1);
    asking->addWidget(m_guess);
    asking->addWidget(m_guessed);
    connect(m_guess, &QLineEdit::returnPressed, this, &LessonPanel::takeGuess);
    connect(m_guessed, &QToolButton::clicked, this, &LessonPanel::takeGuess);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 4, 10, 6);
    column->addWidget(m_title);
    column->addWidget(scroll, 1);
    column->addLayout(asking);
    column->addLayout(buttons);
    m_again->setToolTip(tr("This step from its beginning (Alt+A)"));
    m_back->setToolTip(tr("The step before (Alt+B)"));
    m_next->setToolTip(tr("On to the next step (Alt+N)"));
    connect(m_again, &QPushButton::clicked, this, [this] { replay(m_step); });
    connect(m_back, &QPushButton::clicked, this, [this] {
        if (!m_offering) return replay(m_step - 1);
        m_offering = false;
        refresh();
        emit finished();
    });
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::next);
    refresh();
}

void LessonPanel::next() {
    if (m_offering) {
        const QString key = QString::fromStdString(m_offer->key);
        m_offering = false;
        m_goesOn = true;
        return emit lessonWanted(key);
    }
    if (m_step + 1 < m_lesson.steps.size()) {
        // What comes next speaks of what was asked for: it is done for a reader who passes over it.
        const Scenario done = doneFor(m_lesson.steps[m_step], m_scenario);
        if (!(done == m_scenario)) emit scenarioWanted(done);
        return go(m_step + 1);
    }
    m_lesson = {};
    m_begun.clear();
    m_guesses.clear();
    m_offering = m_offer.has_value();
    refresh();
    if (!m_offering) emit finished();
}

void LessonPanel::start(const Lesson& lesson, const std::optional<Lesson>& next) {
    if (!std::exchange(m_goesOn, false) && !isReading()) m_before = m_scenario;
    m_lesson = lesson;
    m_offer = next;
    m_own->setChecked(false);
    begin();
}

void LessonPanel::begin() {
    m_offering = false;
    m_begun.clear();
    m_guesses.assign(m_lesson.steps.size(), std::nullopt);
    m_step = 0;
    if (m_own->isChecked() && !(m_scenario == m_before)) emit scenarioWanted(m_before);
    go(0);
}

void LessonPanel::rewrite(const Lesson& lesson) {
    if (!isReading() || lesson.key != m_lesson.key) return;
    m_lesson = lesson;
    const std::size_t last = lesson.steps.size() - 1;
    m_begun.resize(std::min(m_begun.size(), lesson.steps.size()));
    m_guesses.resize(lesson.steps.size());
    m_step = std::min(m_step, last);
    refresh();
}

void LessonPanel::go(std::size_t step) {
    open(m_lesson.steps[step]);
    m_side = sideOf(step);
    if (step == m_begun.size()) m_begun.push_back({});
    // Gone on after going back: the scenario may be another one now.
    m_begun[step] = {m_scenario, m_report && isOf(*m_report, m_scenario, m_side) ? m_report : nullptr};
    show(step);
}

void LessonPanel::open(const LessonStep& step) {
    if (m_own->isChecked()) return; // whatever it was written about
    if (!step.preset.empty()) emit presetWanted(QString::fromStdString(step.preset));
    if (!step.base.empty()) emit baseWanted(QString::fromStdString(step.base)); // a preset is its own base
}

void LessonPanel::replay(std::size_t step) {
    // The preset first: it also decides what differences are taken against.
    const auto opened = [this](std::size_t of) {
        while (of > 0 && m_lesson.steps[of].preset.empty()) --of;
        return of;
    };
    const Scenario begun = m_begun[step].scenario;
    if (opened(step) != opened(m_step)) open(m_lesson.steps[opened(step)]);
    if (!(m_scenario == begun)) emit scenarioWanted(begun);
    show(step);
}

void LessonPanel::show(std::size_t step) {
    m_step = step;
    const std::string& tab = m_lesson.steps[step].tab;
    emit sideWanted(m_side = sideOf(step));
    if (!tab.empty()) emit tabWanted(QString::fromStdString(tab));
    refresh();
}

/// Asked for by the last step that says so; training where none does.
Side LessonPanel::sideOf(std::size_t step) const {
    while (step > 0 && m_lesson.steps[step].side.empty()) --step;
    return m_lesson.steps[step].side == "serving" ? Side::Serving : Side::Training;
}

bool LessonPanel::isAsking() const {
    return isReading() && !m_lesson.steps[m_step].ask.empty() && !m_guesses[m_step];
}

void LessonPanel::takeGuess() {
    if (!isAsking()) return;
    m_guesses[m_step] = guessOf(m_guess->text(), m_lesson.steps[m_step].about);
    if (!m_guesses[m_step]) return m_guess->selectAll();
    m_guess->clear();
    refresh();
}

/// Once the number is there: how near the guess was.
QString LessonPanel::verdictOnGuess(bool done) const {
    const std::optional<double> guess = m_guesses[m_step];
    if (!guess || !done || !m_report || !isOf(*m_report, m_scenario, m_side)) return {};
    const std::optional<LessonNumber> number = lessonNumber(m_lesson.steps[m_step].about, *m_report);
    if (!number || !number->value) return {};
    const QString unit = QString::fromStdString(number->unit);
    return tr("You guessed %1; it is %2.")
        .arg(items::humanValue(*guess, unit), items::humanValue(*number->value, unit));
}

void LessonPanel::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    refresh();
}
void LessonPanel::setReport(const ReportPtr& report) {
    m_report = report;
    if (m_step < m_begun.size() && report && isOf(*report, m_begun[m_step].scenario, m_side))
        m_begun[m_step].report = report;
    refresh();
}
void LessonPanel::setTab(const QString& key) {
    m_tab = key;
    refresh();
}

void LessonPanel::refresh() {
    // The dock can be opened without a lesson.
    for (QPushButton* button : {m_again, m_back, m_next}) button->setEnabled(isReading());
    m_back->setText(m_offering ? tr("&Close") : tr("&Back"));
    m_own->setVisible(isReading() &&
                      std::any_of(m_lesson.steps.begin(), m_lesson.steps.end(),
                                  [](const LessonStep& step) { return !step.preset.empty(); }));
    point();
    if (std::exchange(m_wasAsking, isAsking()) != m_wasAsking) emit asking(m_wasAsking);
    m_ask->setVisible(m_wasAsking);
    m_guess->setVisible(m_wasAsking);
    m_guessed->setVisible(m_wasAsking);
    if (m_offering) return showOffer();
    if (!isReading()) {
        m_title->clear();
        m_wait->clear();
        return m_text->setText(tr("No lesson is being read. The Help menu lists them."));
    }
    const LessonStep& now = m_lesson.steps[m_step];
    const bool last = m_step + 1 == m_lesson.steps.size();
    const bool done = isDone(now, m_scenario, m_tab.toStdString());
    QString title = tr("%1 · step %2 of %3: %4")
                        .arg(items::tableText(m_lesson.title))
                        .arg(m_step + 1)
                        .arg(m_lesson.steps.size())
                        .arg(items::tableText(now.title));
    if (m_side == Side::Serving) title += QStringLiteral("  ·  ") + items::Words::tr("Serving");
    m_title->setText(title);
    const Report* was = m_step > 0 && m_step <= m_begun.size() ? m_begun[m_step - 1].report.get() : nullptr;
    // The text speaks of what the step began with, also while the reader changes it.
    const ReportPtr& begun = m_step < m_begun.size() ? m_begun[m_step].report : m_report;
    m_text->setText(items::lessonText(now, begun ? begun.get() : m_report.get(), was));
    const auto pageName = [this](const QString& key) { return pageTitle(key, m_side); };
    m_wait->setText(now.wait.empty() ? QString()
                    : done           ? tr("✓ Done")
                           : tr("Your turn: %1").arg(items::waitTexts(now, pageName).join(tr(", "))));
    if (const QString told = verdictOnGuess(done); !told.isEmpty())
        m_wait->setText(m_wait->text() + (m_wait->text().isEmpty() ? QString() : QStringLiteral("  ·  ")) +
                        told);
    if (m_wasAsking) {
        // What comes of it is not told before.
        m_ask->setText(items::tableText(now.ask));
        m_wait->setText(tr("A guess first"));
    }
    m_back->setEnabled(m_step > 0);
    m_next->setEnabled(!m_wasAsking);
    m_next->setText(last ? tr("Finish") : done ? tr("Next") : tr("Do it for me"));
    // One key for all three; their own letters belong to the menus.
    m_next->setShortcut(Qt::ALT | Qt::Key_N);
}

void LessonPanel::showOffer() {
    m_title->setText(tr("Read to its end. The next one: %1").arg(items::tableText(m_offer->title)));
    m_text->setText(items::tableText(m_offer->summary));
    m_wait->clear();
    m_back->setEnabled(true);
    m_next->setEnabled(true);
    m_next->setText(tr("Begin it"));
    m_next->setShortcut(Qt::ALT | Qt::Key_N);
}

void LessonPanel::point() {
    QStringList keys;
    if (isReading())
        for (const auto& wait : m_lesson.steps[m_step].wait)
            if (wait.first != "tab" && !isMet(wait, m_scenario, {}))
                keys << QString::fromStdString(wait.first);
    const bool hidden = isAsking();
    if (keys == m_pointed && hidden == m_pointedHidden) return;
    m_pointed = keys;
    m_pointedHidden = hidden;
    emit pointing(keys, hidden);
}

} // namespace moe::ui
