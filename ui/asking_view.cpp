// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/asking_view.h"

namespace moe::ui {

bool Question::operator==(const Question& other) const {
    const auto sameScenario = [](const ReportPtr& one, const ReportPtr& two) {
        return one == two || (one && two && one->scenario == two->scenario);
    };
    return key == other.key && arguments == other.arguments && catalog == other.catalog &&
           sameScenario(report, other.report) && sameScenario(from, other.from);
}

void AskingView::ask() {
    Question now = question();
    if (now.key.isEmpty()) {
        m_asked = {};
        m_self.setBehind(false);
        emit m_self.asked(); // what runs is of no use any more
        return;
    }
    // Without a whole answer it was cancelled, or failed: showing the page again asks again.
    const bool whole = m_answer.value.has_value() && !m_answer.rough;
    if (now == m_asked && (m_self.isBehind() || whole || !(m_answer.of == now))) return;
    m_asked = std::move(now);
    m_self.setBehind(true);
    emit m_self.asked();
}

void AskingView::setAnswer(const PictureAnswer& answer) {
    const Question now = question();
    if (now.key.isEmpty()) return;
    const bool ofNow = answer.of == now;
    m_answer = answer;
    answered(ofNow);
    if (!ofNow) return;
    m_answer.of = m_asked = question(); // the answer may have said what can be chosen
    if (!answer.rough) m_self.setBehind(false);
}

void AskingView::forget() {
    m_answer = {};
    answered(false);
}

} // namespace moe::ui
