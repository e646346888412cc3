// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A ready-made question about the design of a model: its points as rows, loss, memory and time beside each
// other. Double-click takes a row.

#include "models/engine/search/sweep.h"
#include "ui/plots/kit/asking_picture.h"

class QComboBox;

namespace moe::ui {

struct StudyAnswer {
    std::string key; ///< of the study
    SweepPlan plan;
    std::vector<SweepCell> cells;
};
using StudyPtr = std::shared_ptr<const StudyAnswer>;

class StudyView : public AskingPicture {
    Q_OBJECT
public:
    explicit StudyView(QWidget* parent = nullptr);

    QString summary() const override;
    /// One argument: the study. Answered by a StudyAnswer; nothing is asked of a model without experts or
    /// training.
    Question question() const override;
    void choose(const QStringList& arguments) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    void pick(int index);

    StudyPtr m_study;
    QComboBox* m_box;
};

} // namespace moe::ui
