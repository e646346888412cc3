// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs of one's own recipe: what they say of this scenario's loss, how far each lies from what the others
// say of it, the best split of a compute, and the run that would tell most.

#include "models/engine/loss/recipe/recipe_picture.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

class RecipeView : public AskingPicture {
    Q_OBJECT
public:
    explicit RecipeView(QWidget* parent = nullptr);

    QString summary() const override;
    /// No arguments. Answered by a RecipePicture; nothing is asked of a scenario without loss.recipe.
    Question question() const override;
    void choose(const QStringList&) override {}

signals:
    void openRequested();  ///< a file of runs is to be chosen
    void pasteRequested(); ///< the clipboard holds runs

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;

private:
    QAction* m_forget = nullptr;
    std::shared_ptr<const RecipePicture> m_picture;
};

} // namespace moe::ui
