// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/sentence_desk.h"

#include "app/work/answer_search.h"
#include "app/work/plan_run.h"
#include "models/engine/answer/better.h"
#include "models/engine/answer/compared.h"
#include "models/items/answer_text.h"
#include "models/items/words.h"
#include "ui/export/figure_command.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/window/room_pages.h"

#include <QClipboard>
#include <QGuiApplication>

#include <memory>

namespace moe::app {

constexpr int kSentenceRestMs = 300;

SentenceDesk::SentenceDesk(ui::MainWindow& window, Session& session, const FigureExport& figures)
    : QObject(&window), m_window(window), m_session(session), m_figures(figures) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(kSentenceRestMs);
    connect(&m_rest, &QTimer::timeout, this, &SentenceDesk::begin);
    connect(&session, &Session::reportChanged, this, &SentenceDesk::show);
    connect(&window, &ui::MainWindow::roomChanged, this, &SentenceDesk::show);
    connect(&session, &Session::baseChanged, this, &SentenceDesk::showBeside);
    connect(&session, &Session::pinsChanged, this, &SentenceDesk::showBeside);
    connect(&window, &ui::MainWindow::pictureShown, this, &SentenceDesk::showBeside);
    connect(&window.views(), &ui::RoomPages::shownViewChanged, this, &SentenceDesk::showBeside);
    window.views().withEachView(this, [this](const ui::ReportView& made) {
        connect(&made, &ui::ReportView::caughtUp, this, &SentenceDesk::showBeside);
    });
    connect(&session, &Session::scenarioChanged, &m_job, &PassesJob::cancel);
    window.on(ui::Request::Cancel, &m_job, &PassesJob::cancel);
    connect(&window, &ui::MainWindow::copyAnswerRequested, this,
            [this](bool markdown) { QGuiApplication::clipboard()->setText(copied(markdown)); });
    connect(&m_job, &PassesJob::progress, this, [this](int done, int total) {
        m_window.sentence().setProgress(total > 0 ? 100 * done / total : -1);
    });
    connect(&m_job, &PassesJob::idle, this, [this] { m_window.sentence().setProgress(-1); });
    connect(&m_job, &PassesJob::failed, this, [this](const QString& why) {
        m_window.showMessages(tr("What would be better could not be computed; please report it."),
                              {{.rule = say("%1", why.toStdString())}});
    });
    show();
}

std::optional<Answer> SentenceDesk::answerNow() const {
    const ReportPtr& report = m_session.report();
    if (!report) return std::nullopt;
    const std::optional<AnswerSide> wanted = items::roomRow(m_window.room()).answer;
    std::optional<Answer> first;
    for (Answer& answer : answersOf(*report)) {
        // A room without a question of its own has that of the side.
        const bool fits =
            wanted ? answer.side == *wanted
                   : (shownSide(report->scenario) == Side::Serving) == (answer.side == AnswerSide::Serve) &&
                         answer.side != AnswerSide::Loss;
        if (fits) return std::move(answer);
    }
    return std::nullopt;
}

/// What stands in rooms without a question of their own follows more than the report.
void SentenceDesk::showBeside() {
    const items::Room room = m_window.room();
    if (room == items::Room::Compare || room == items::Room::Measurements) show();
}

/// From the first pin, or what was opened, to the scenario, as the waterfall begins.
void SentenceDesk::showCompared() {
    ui::SentenceBar& bar = m_window.sentence();
    ReportPtr from = m_session.baseReport();
    Message name = say("Base");
    for (const ui::PinMark& pin : m_window.pinned())
        if (pin.report) {
            from = pin.report;
            name = Message(pin.name.toStdString());
            break;
        }
    const ReportPtr& report = m_session.report();
    const bool same = !from || from->scenario == report->scenario;
    const std::optional<Answer> answer =
        same ? std::nullopt : comparedAnswer(*from, *report, name, say("this scenario"));
    if (answer) return bar.setAnswer(*answer, ui::SentenceBar::Ready::Whole);
    bar.setMissing(same ? tr("Nothing to compare yet: change a knob, or pin this scenario and change it.")
                        : tr("The two have no side in common: one trains, the other serves."),
                   {});
}

void SentenceDesk::show() {
    ui::SentenceBar& bar = m_window.sentence();
    const ReportPtr& report = m_session.report();
    if (!report) return bar.setMissing(tr("Computing …"), {});
    if (const items::Room room = m_window.room();
        room == items::Room::Compare || room == items::Room::Measurements) {
        m_rest.stop();
        m_job.cancel();
        if (room == items::Room::Compare) return showCompared();
        const QString key = m_window.currentViewKey();
        const ui::ReportView* page = m_window.views().view(key);
        if (!page) return bar.setMissing(tr("Every table that is loaded, row by row."), {});
        if (key == QLatin1String("mine") && !page->hasNumbers() && !page->isBehind())
            return bar.setMissing(tr("None of your measurements are open yet."), {});
        return bar.setMissing(page->summary(), {});
    }
    std::optional<Answer> answer = answerNow();
    if (!answer) {
        m_rest.stop();
        m_job.cancel();
        if (m_window.room() == items::Room::Serve)
            return bar.setMissing(tr("This scenario has no serving section."), tr("Add serving"));
        if (!report->scenario.train)
            return bar.setMissing(tr("This scenario has no training section."), tr("Add training"));
        return bar.setMissing(tr("No loss can be predicted for this model."), {});
    }
    const auto known = m_found.find(answer->side);
    if (known != m_found.end() && known->second.catalog == m_session.catalog() &&
        known->second.of->scenario == report->scenario) {
        m_rest.stop();
        return bar.setAnswer(known->second.answer, ui::SentenceBar::Ready::Whole);
    }
    bar.setAnswer(*answer, ui::SentenceBar::Ready::Formula);
    m_rest.start();
}

/// Not while a slider is down, nor while a newer report is on its way.
void SentenceDesk::begin() {
    const ReportPtr report = m_session.report();
    if (!report || !m_session.problems().empty()) return;
    if (m_session.live() || m_session.busy()) return m_rest.start();
    const std::optional<Answer> formula = answerNow();
    if (!formula) return;
    const CatalogPtr catalog = m_session.catalog();
    auto answer = std::make_shared<Answer>(*formula);
    const bool searches = answer->side != AnswerSide::Loss;
    std::vector<PassesJob::Pass> passes;
    passes.push_back([this, answer, report, catalog, searches](const std::stop_token& stop,
                                                               const Progress&) -> std::function<void()> {
        addChanges(*answer, *report, *catalog, onThreads(0, stop));
        if (stop.stop_requested()) return [] {};
        return [this, changed = *answer, report, searches] { finish(changed, report, !searches); };
    });
    if (searches)
        passes.push_back([this, answer, report, catalog](const std::stop_token& stop,
                                                         const Progress& progress) -> std::function<void()> {
            // Of a scenario that cannot be searched the sentence is whole without.
            addLayoutSearch(*answer, *report, *catalog, 0, stop, progress);
            if (stop.stop_requested()) return [] {};
            return [this, searched = *answer, report] { finish(searched, report, true); };
        });
    m_job.start(std::move(passes), tr("Looking for what would be better"), PassesJob::Newer::Stops);
}

void SentenceDesk::finish(const Answer& answer, const ReportPtr& of, bool last) {
    if (last) m_found[answer.side] = {of, m_session.catalog(), answer};
    const std::optional<Answer> now = answerNow();
    if (!now || now->side != answer.side || !(m_session.report()->scenario == of->scenario)) return;
    m_window.sentence().setAnswer(answer,
                                  last ? ui::SentenceBar::Ready::Whole : ui::SentenceBar::Ready::Changes);
}

QString SentenceDesk::copied(bool markdown) const {
    const std::optional<Answer>& answer = m_window.sentence().answer();
    if (!answer || !m_session.report()) return {};
    // Two scenarios of the window are in no file that a command could name.
    if (m_window.room() == items::Room::Compare)
        return markdown ? items::answerMarkdown({*answer}) : items::answerText({*answer}) + QLatin1Char('\n');
    bool saved = false;
    QStringList words{QStringLiteral("moe-explorer"), QStringLiteral("answer")};
    words += m_figures.scenarioOptions(saved);
    words << QStringLiteral("--side") << QLatin1String(answerSideKey(answer->side));
    if (answer->searched) words << QStringLiteral("--search");
    for (QString& word : words) word = ui::shellWord(word);
    const QString command = words.join(QLatin1Char(' '));
    if (markdown) return items::answerMarkdown({*answer}, command);
    return items::answerText({*answer}) + QLatin1Char('\n') + command + QLatin1Char('\n');
}

} // namespace moe::app
