#pragma once
// A ready-made question about the design of a model: its points as rows, loss, memory and time beside each
// other. Double-click takes a row.

#include "models/engine/sweep.h"
#include "ui/plots/painted_view.h"

class QComboBox;

namespace moe::ui {

struct StudyAnswer {
    std::string key; ///< of the study
    SweepPlan plan;
    std::vector<SweepCell> cells;
};
using StudyPtr = std::shared_ptr<const StudyAnswer>;

class StudyView : public PaintedView {
    Q_OBJECT
public:
    explicit StudyView(QWidget* parent = nullptr);

    QString summary() const override;
    /// The answer to wanted(); null with a sentence when there is none.
    void setStudy(const StudyPtr& study, const QString& why = {});
    /// Shows what the other one shows, without asking again.
    void takeAnswer(const StudyView& other) { setStudy(other.m_study, other.m_why); }
    QString studyKey() const;
    void setStudyKey(const QString& key);

signals:
    void wanted(const moe::ui::ReportPtr& report, const QString& studyKey);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    void want();
    void pick(int index);

    StudyPtr m_study;
    QString m_why;
    QComboBox* m_box;
};

} // namespace moe::ui
