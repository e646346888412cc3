// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/recipe/recipe_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/recipe/recipe_kit.h"
#include "ui/plots/recipe/recipe_paint.h"

#include <QAction>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {
namespace {

QString relative(double sd, int decimals = 1) {
    return QString::fromUtf8("±%1 %").arg(items::number(100 * sd, 'f', decimals));
}

/// What stands below the pictures.
QStringList recipeFacts(const RecipePicture& picture) {
    QStringList facts;
    const RecipeSpot& best = picture.optimum;
    facts << RecipeView::tr("Best split of this compute, %1 FLOP: %2 parameters on %3 tokens, %4 nats")
                 .arg(rateText(best.compute, 2), recipeCount(best.params), recipeCount(best.tokens),
                      items::number(best.loss.loss, 'f', 3));
    if (picture.next)
        facts << RecipeView::tr(
                     "The next run that tells most, of no more compute than the largest: %1 "
                     "parameters on %2 tokens, which narrows the scenario's loss from %3 to %4 (sd)")
                     .arg(recipeCount(picture.next->params), recipeCount(picture.next->tokens),
                          relative(picture.sdNow, 2), relative(picture.sdAfter, 2));
    if (!picture.inside)
        facts << RecipeView::tr("The scenario lies outside the sizes and tokens of the runs");
    for (const Message& remark : picture.remarks) facts << items::sentenceText(remark);
    return facts;
}

} // namespace

RecipeView::RecipeView(QWidget* parent) : AskingPicture(tr("Runs of one's own recipe"), parent) {
    const auto add = [this](const QString& text, const QString& tip, const char* name) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        tools()->insertAction(tableAction(), action);
        return action;
    };
    connect(add(tr("Open runs…"), tr("A table of runs: params, tokens, loss (CSV, JSON lines, W&B export)"),
                "open-runs"),
            &QAction::triggered, this, &RecipeView::openRequested);
    connect(add(tr("Paste runs"), tr("Runs from the clipboard; a file keeps them"), "paste-runs"),
            &QAction::triggered, this, &RecipeView::pasteRequested);
    m_forget = add(tr("Without runs"), tr("The loss is the Step Law recipe's again"), "forget-runs");
    connect(m_forget, &QAction::triggered, this, [this] {
        emit edited({{"loss.recipe", ""}}, tr("loss without runs"));
    });
    refresh();
}

Question RecipeView::question() const {
    const bool some = report() && report()->train && !report()->scenario.loss.recipe.empty();
    return some ? about("recipe", {}) : Question{};
}

void RecipeView::reportChanged() {
    m_forget->setEnabled(report() && !report()->scenario.loss.recipe.empty());
    AskingPicture::reportChanged();
}

void RecipeView::answered(bool ofNow) {
    m_picture = answerAs<RecipePicture>();
    AskingPicture::answered(ofNow);
}

QString RecipeView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->train) return tr("This scenario has no training section: it has no loss.");
    if (report()->scenario.loss.recipe.empty())
        return tr("The loss shown elsewhere is that of one published recipe. Open a table of your own runs "
                  "(params, tokens and loss of each; five or more, over several sizes) to have your "
                  "recipe's.");
    if (!m_picture) return answer().why.isEmpty() ? tr("Reading the runs…") : answer().why;
    return {};
}

QString RecipeView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const RecipePicture& picture = *m_picture;
    QString text =
        tr("%1 parameters on %2 tokens: %3, from %n runs.", nullptr, int(picture.table->runs.size()))
            .arg(recipeCount(picture.design.params), recipeCount(picture.design.tokens),
                 recipeLossText(picture.design.loss));
    if (picture.fit.looRms)
        text += tr(" Each run is predicted from the others to %1 % (rms).")
                    .arg(items::number(100 * *picture.fit.looRms, 'f', 2));
    return text;
}

Sheet RecipeView::sheet() const {
    Sheet sheet{{tr("What"), tr("Line"), tr("Parameters"), tr("Active parameters"), tr("Tokens"),
                 tr("Compute (FLOP)"), tr("Loss (nats/token)"), tr("Low"), tr("High"), tr("Fitted error (%)"),
                 tr("Held-back error (%)")},
                {}};
    const RecipePicture& picture = *m_picture;
    for (std::size_t i = 0; i < picture.table->runs.size(); ++i) {
        const RecipeRun& run = picture.table->runs[i];
        const std::vector<double>& held = picture.fit.heldBack;
        const bool odd = std::find(picture.odd.begin(), picture.odd.end(), i) != picture.odd.end();
        sheet.rows.push_back(
            {QString(),
             {odd ? tr("run that does not belong") : tr("run"), run.line, run.params, run.activeParams,
              run.tokens, run.compute(), run.loss, QVariant(), QVariant(), 100 * picture.fit.residuals[i],
              held.empty() ? QVariant() : QVariant(100 * held[i])}});
    }
    const auto add = [&](const QString& what, const RecipeSpot& spot) {
        sheet.rows.push_back({QString(),
                              {what, QVariant(), spot.params, spot.activeParams, spot.tokens, spot.compute,
                               spot.loss.loss, spot.loss.low, spot.loss.high, QVariant(), QVariant()}});
    };
    add(tr("this scenario"), picture.design);
    if (picture.next) add(tr("next run"), *picture.next);
    add(tr("best split of its compute"), picture.optimum);
    for (const RecipeSpot& spot : picture.best) add(tr("best split"), spot);
    return sheet;
}

Hits RecipeView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, gap = 18 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    const QString note = recipeFacts(*m_picture).join(QStringLiteral(" · "));
    const double height =
        metrics.boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, note).height();
    constexpr double kMostNote = 0.25; // of what is left: a low picture goes without
    if (height < kMostNote * area.height()) {
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - height, area.width(), height + 2),
                         Qt::TextWordWrap, note);
        area.setBottom(area.bottom() - height - 8 * look.unit);
    }
    Hits hits;
    if (area.width() >= 700 * look.unit) {
        const double width = 0.62 * (area.width() - gap);
        paintRecipeLosses(painter, QRectF(area.topLeft(), QSizeF(width, area.height())), *m_picture, look,
                          hits);
        paintRecipeErrors(
            painter, QRectF(area.left() + width + gap, area.top(), area.width() - width - gap, area.height()),
            *m_picture, look, hits);
        return hits;
    }
    constexpr double kRoomForErrors = 300; // px of a 12-pixel font
    if (area.height() < kRoomForErrors * look.unit) {
        paintRecipeLosses(painter, area, *m_picture, look, hits);
        return hits;
    }
    const double upper = 0.62 * (area.height() - gap);
    paintRecipeLosses(painter, QRectF(area.topLeft(), QSizeF(area.width(), upper)), *m_picture, look, hits);
    paintRecipeErrors(
        painter, QRectF(area.left(), area.top() + upper + gap, area.width(), area.height() - upper - gap),
        *m_picture, look, hits);
    return hits;
}

} // namespace moe::ui
