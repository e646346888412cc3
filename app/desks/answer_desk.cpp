// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/answer_desk.h"

#include "app/work/answers.h"
#include "app/work/passes_job.h"
#include "models/items/words.h"
#include "ui/window/room_pages.h"

#include <QTimer>

#include <exception>
#include <optional>

namespace moe::app {
namespace {

constexpr int kRestMs = 300;

/// One picture and its job.
class AnswerPage : public QObject {
public:
    AnswerPage(const AnswerRow& row, ui::AskingView& view, ui::MainWindow& window, QObject* parent)
        : QObject(parent), m_row(row), m_view(&view), m_window(window) {
        m_rest.setSingleShot(true);
        m_rest.setInterval(kRestMs);
        connect(&m_rest, &QTimer::timeout, this, &AnswerPage::begin);
        connect(&view.self(), &ui::ReportView::asked, this, &AnswerPage::asked);
        connect(&view.self(), &QObject::destroyed, this, &AnswerPage::leave);
        window.on(ui::Request::Cancel, this, &AnswerPage::cancel);
        connect(&m_job, &PassesJob::idle, this, [this] {
            m_running = false;
            if (!m_view) return deleteLater();
            if (!m_rest.isActive()) m_view->settle();
        });
        if (row.doing) connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    }

private:
    void asked() {
        m_rest.stop();
        if (m_view->question().key.isEmpty()) {
            if (m_row.search) m_job.cancel();
            m_asked.reset();
        } else if (m_row.search) {
            m_rest.start();
        } else {
            begin();
        }
    }

    bool isSame(const ui::Question& now) const {
        if (!m_asked) return false;
        if (*m_asked == now) return true;
        ui::Question other = now;
        other.report = m_asked->report;
        return m_row.same && *m_asked == other && m_row.same(m_asked->report->scenario, now.report->scenario);
    }

    void begin() {
        ui::Question now = m_view->question();
        if (isSame(now)) {
            if (!m_running) m_view->settle(); // what it gave is on screen
            return;
        }
        m_asked = now;
        m_running = true;
        std::vector<PassesJob::Pass> passes;
        const bool quick = m_row.quick && m_row.quick(now);
        if (m_row.rough) passes.push_back(passOf(now, m_row.rough, !quick));
        if (m_row.better && !quick) passes.push_back(passOf(now, m_row.better, true));
        if (!quick) passes.push_back(passOf(now, m_row.work, false));
        m_job.start(std::move(passes), m_row.doing ? items::tableText(m_row.doing) : QString(),
                    m_row.search ? PassesJob::Newer::Stops : PassesJob::Newer::Follows);
    }

    PassesJob::Pass passOf(const ui::Question& question, AnswerWork work, bool rough) {
        return [this, question, work, rough](const std::stop_token& stop,
                                             const Progress& progress) -> std::function<void()> {
            try {
                const Result<std::any> found = work(question, stop, progress);
                if (m_row.rough && work != m_row.rough && stop.stop_requested())
                    return [] {}; // the rough one stays
                return [this, question, found, rough] {
                    if (m_view)
                        m_view->setAnswer({question, found ? *found : std::any(),
                                           found ? QString() : items::problemText(found.error()), rough});
                };
            } catch (const std::exception& error) {
                return [this, question, why = std::string(error.what())] { failed(question, why); };
            }
        };
    }

    void failed(const ui::Question& question, const std::string& why) {
        if (!m_view) return;
        if (m_asked == question) m_asked.reset(); // showing the page again tries again
        const QString text = AnswerDesk::tr("This picture could not be computed; please report it.");
        m_view->setAnswer({question, {}, text});
        m_window.showMessages(text, {{.rule = why}});
    }

    void cancel() {
        if (!m_running) return;
        m_asked.reset(); // showing the page again tries again
        m_job.cancel();
    }

    /// The picture has gone. What runs ends by itself: nobody waits for it.
    void leave() {
        m_view = nullptr;
        m_rest.stop();
        m_job.cancel();
        if (!m_running) return deleteLater();
        if (!m_row.doing) return;
        disconnect(&m_job, &PassesJob::progress, &m_window, nullptr);
        m_window.setProgress(0, 0, {});
    }

    const AnswerRow& m_row;
    ui::AskingView* m_view; ///< null: it has gone
    ui::MainWindow& m_window;
    std::optional<ui::Question> m_asked; ///< what the answer on screen is of, or what runs
    bool m_running = false;
    QTimer m_rest;
    PassesJob m_job; // last: its thread uses the rest
};

} // namespace

AnswerDesk::AnswerDesk(ui::MainWindow& window) {
    window.views().withEachView(
        this, [this, &window](ui::ReportView& made) { answerView(made, made.objectName(), window, this); });
}

void answerView(ui::ReportView& view, const QString& key, ui::MainWindow& window, QObject* owner) {
    auto* asking = dynamic_cast<ui::AskingView*>(&view);
    const AnswerRow* row = findAnswerRow(key);
    if (asking && row) new AnswerPage(*row, *asking, window, owner);
}

} // namespace moe::app
