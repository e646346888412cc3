// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture of what is computed beside the report: it asks a question, and shows the answer when somebody
// gives it one. Until then the picture before stays.

#include "ui/report_view.h"

#include <QStringList>

#include <any>

namespace moe::ui {

/// What a picture is to show. Equal questions have one answer.
struct Question {
    QString key;           ///< of the view's row; empty: nothing is asked
    QStringList arguments; ///< what is chosen above the picture
    ReportPtr report;      ///< of the scenario that is asked about; null: of the catalogue alone
    CatalogPtr catalog;
    ReportPtr from = {}; ///< of the scenario it is compared with; null where there is none
    /// Reports of one scenario differ in detail only, which no answer depends on.
    bool operator==(const Question& other) const;
};

struct PictureAnswer {
    Question of;
    std::any value;     ///< a shared_ptr<const T>, of the T that views of this key show; empty: there is none
    QString why = {};   ///< there is none
    bool rough = false; ///< a finer one follows
};

/// A second base of a ReportView, whose signal asked() says that there is a new question.
class AskingView {
public:
    virtual ~AskingView() = default;
    AskingView(const AskingView&) = delete;
    AskingView& operator=(const AskingView&) = delete;

    virtual Question question() const = 0;
    /// Chooses arguments, in their order; what is empty or not offered changes nothing.
    virtual void choose(const QStringList& arguments) = 0;
    const PictureAnswer& answer() const { return m_answer; }
    /// Also one to an older question: while a slider moves, pictures follow. Without a question it is
    /// dropped.
    void setAnswer(const PictureAnswer& answer);
    /// No other answer will come; asked again when the view is next shown.
    void settle() { m_self.setBehind(false); }
    ReportView& self() const { return m_self; }

protected:
    explicit AskingView(ReportView& self) : m_self(self) {}
    /// To be called when what is asked may be another question.
    void ask();
    void forget();
    /// Draw it. `ofNow`: it is the answer to question(), not to an older one.
    virtual void answered(bool ofNow) = 0;
    template <class T> std::shared_ptr<const T> answerAs() const {
        const auto* value = std::any_cast<std::shared_ptr<const T>>(&m_answer.value);
        return value ? *value : nullptr;
    }

private:
    ReportView& m_self;
    Question m_asked; ///< last
    PictureAnswer m_answer;
};

} // namespace moe::ui
