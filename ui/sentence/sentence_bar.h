// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One sentence over everything: what is asked, with the few knobs that matter as chips, what it comes to, and
// changes that would be better. Its height depends on its width alone, so that nothing below it moves.

#include "data/problem.h"
#include "models/engine/answer/answer.h"
#include "ui/report_view.h"
#include "ui/sentence/sentence_flow.h"

#include <QElapsedTimer>

#include <optional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace moe::ui {

class SentenceBar : public QWidget {
    Q_OBJECT
public:
    explicit SentenceBar(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog);
    /// What the chips are edited from; what a problem or a follower is about shows on them.
    void setScenario(const Scenario& scenario, const Scenario& base);
    void setProblems(const Problems& problems);
    void setLocked(const std::vector<std::string>& keys);
    /// Keys that moved along with the last edit; they say so until the next one.
    void setMoved(const std::vector<std::string>& keys, const QString& by);

    enum class Ready {
        Formula, ///< changes and a search are still to come: theirs are shown as waited for
        Changes, ///< only a search is
        Whole
    };
    void setAnswer(const Answer& answer, Ready ready);
    /// There is none: why, and what would bring one. Empty `offer`: nothing does.
    void setMissing(const QString& why, const QString& offer);
    /// Of what is still to come: 0 to 100; below 0: nothing runs.
    void setProgress(int percent);

    /// The sentence as it is read, without what is still to come.
    QString text() const;
    const std::optional<Answer>& answer() const { return m_answer; }
    bool isWhole() const { return m_ready == Ready::Whole; }
    void focusFirstChip();
    /// Of what is painted; chips stand beside and below.
    QRect wordsArea() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void edited(const moe::ui::Edits& edits, const QString& what, int gesture);
    void presetChosen(const QString& key);
    void offerTaken();
    void explain(const QString& metric);
    void copyRequested(bool markdown);
    void cureChosen(const QString& link); ///< of a problem, as the form has them
    void lockRequested(const QString& key, bool lock);
    void knobWanted(const QString& key); ///< in the form

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void fillQuestion();
    void fillAnswer(int dropped);
    void fillChanges();
    void place();
    bool placeLines(double scale, int dropped);
    int placeChanges(int top);
    void fillMore();
    SentenceChip* chipAt(std::size_t place);
    void showStates();
    void open(SentenceChip* chip);
    void commit();
    void close();
    void step(SentenceChip* chip, int steps);
    void menu(SentenceChip* chip, const QPoint& at);
    void take(const Edits& edits, const QString& what, int gesture);
    void showRule();
    const FlowPart* numberAt(const QPoint& at) const;
    FlowType type(double scale) const;
    double body() const; ///< px

    CatalogPtr m_catalog;
    Scenario m_scenario, m_base;
    Problems m_problems;
    std::vector<std::string> m_locked, m_moved;
    QString m_movedBy, m_missing, m_offer, m_refusal;
    std::optional<Answer> m_answer;
    std::vector<AnswerChange> m_changes; ///< of the last whole answer
    Ready m_ready = Ready::Formula;
    int m_percent = -1;

    std::vector<SentenceChip*> m_knobs, m_gains; ///< as many as were ever needed
    QList<SentenceChip*> m_unplaced;             ///< of m_gains, those that "more" lists
    SentenceFlow m_question, m_result;
    std::vector<FlowPart> m_words; ///< as they are painted
    FlowType m_type;
    int m_lineHeight = 32, m_hovered = -1;
    QLabel *m_rule, *m_label;
    QToolButton *m_copy, *m_more;
    QLineEdit* m_editor;
    SentenceChip* m_edited = nullptr;
    SentenceChip* m_stepped = nullptr;
    int m_gesture = -1;
    QElapsedTimer m_sinceStep;
};

} // namespace moe::ui
