// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/recipe/design_view.h"

#include "data/number.h"
#include "models/items/format.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/recipe/recipe_kit.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace moe::ui {

DesignView::DesignView(QWidget* parent)
    : AskingPicture(tr("What to train with a budget"), parent), m_unit(new QComboBox) {
    m_unit->setObjectName(QStringLiteral("unit"));
    m_unit->setAccessibleName(tr("Unit of the budget"));
    addEntry(*m_unit, QStringLiteral("flop"), tr("FLOP"));
    addEntry(*m_unit, QStringLiteral("gpu-hours"), tr("GPU-hours"));
    addEntry(*m_unit, QStringLiteral("usd"), tr("USD"));
    m_budget = amountBox(QStringLiteral("budget"), tr("Budget"),
                         tr("Takes 1e22 or 2M; empty: what the scenario itself costs"));
    tools()->insertWidget(tableAction(), m_unit);
    m_served = amountBox(QStringLiteral("served"), tr("Tokens served"),
                         tr("Output tokens over the model's life, paid from the budget; empty: none"));
    connect(m_unit, &QComboBox::activated, this, [this] {
        m_budget->clear(); // an amount of another unit
        ask();
    });
    connect(canvas(), &Canvas::picked, this, &DesignView::pick);
    refresh();
}

QLineEdit* DesignView::amountBox(const QString& key, const QString& name, const QString& tip) {
    auto* box = new QLineEdit;
    box->setObjectName(key);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setClearButtonEnabled(true);
    box->setMaximumWidth(110);
    auto* label = new QLabel(QLatin1Char(' ') + name + QStringLiteral(": "));
    label->setBuddy(box);
    tools()->insertWidget(tableAction(), label);
    tools()->insertWidget(tableAction(), box);
    connect(box, &QLineEdit::textChanged, this, [this] { ask(); });
    return box;
}

/// As the command line would have it; what is no amount stays, to be refused.
static QString plainAmount(const QLineEdit& box, const char* unit) {
    const QString text = box.text().trimmed();
    if (readQuantity(text.toStdString(), unit).value) return text;
    const TypedQuantity read = items::typedQuantity(text, unit, box.locale());
    return read.value ? QString::fromStdString(numberText(*read.value)) : text;
}

Question DesignView::question() const {
    if (!report() || !report()->train) return {};
    const QString kind = entryKey(*m_unit, m_unit->currentIndex());
    return about("design",
                 {kind, plainAmount(*m_budget, budgetUnit(kind)), plainAmount(*m_served, "tokens")});
}

void DesignView::choose(const QStringList& arguments) {
    for (int i = 0; i < m_unit->count(); ++i)
        if (entryKey(*m_unit, i) == arguments.value(0)) m_unit->setCurrentIndex(i);
    if (!arguments.value(1).isEmpty()) m_budget->setText(arguments[1]);
    if (!arguments.value(2).isEmpty()) m_served->setText(arguments[2]);
}

void DesignView::answered(bool ofNow) {
    m_picture = answerAs<DesignPicture>();
    AskingPicture::answered(ofNow);
}

QString DesignView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->train) return tr("This scenario has no training section: there is nothing to design.");
    if (!m_picture) return answer().why.isEmpty() ? tr("Pricing designs…") : answer().why;
    return {};
}

QString DesignView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const DesignPicture& picture = *m_picture;
    double low = HUGE_VAL, high = 0;
    for (const DesignPoint& point : picture.map.points)
        if (point.near) low = std::min(low, point.activeParams), high = std::max(high, point.activeParams);
    QString text = tr("%1 train %2. Designs of %3 to %4 active parameters come within %5 % of it.")
                       .arg(designBudgetText(picture.request.kind, picture.map.budget),
                            designPointText(picture, picture.map.points[picture.map.best]), recipeCount(low),
                            recipeCount(high), items::number(100 * picture.request.nearShare, 'g', 2));
    if (isAtEdge(picture.map))
        text += QLatin1Char(' ') + tr("The best lies at the edge of what was tried, %1 to %2 experts.")
                                       .arg(picture.map.experts.front())
                                       .arg(picture.map.experts.back());
    if (picture.map.denseRuns > 0)
        text += QLatin1Char(' ') + tr("None of the recipe's %1 runs has experts: what experts do to the loss "
                                      "is that of published MoE runs.")
                                       .arg(picture.map.denseRuns);
    return text;
}

Sheet DesignView::sheet() const {
    Sheet sheet{{tr("Experts"), tr("Depth (×)"), tr("Parameters"), tr("Active parameters"), tr("Tokens"),
                 tr("Loss (nats/token)"), tr("Low"), tr("High"), tr("Compute (FLOP)"),
                 tr("Training (GPU-hours)"), tr("Training (USD)"), tr("Serving (GPU-hours)"),
                 tr("Serving (USD)"), tr("Near the best")},
                {}};
    const auto cell = [](const std::optional<double>& value) {
        return value ? QVariant(*value) : QVariant();
    };
    for (const DesignPoint& point : m_picture->map.points)
        sheet.rows.push_back(
            {QString(),
             {qlonglong(point.experts), point.depth, point.params, point.activeParams, point.tokens,
              point.loss, point.low, point.high, point.flops, point.gpuHours, cell(point.usd),
              cell(point.serveGpuHours), cell(point.serveUsd), point.near ? tr("yes") : tr("no")}});
    return sheet;
}

void DesignView::pick(int index) {
    if (!m_picture || index < 0 || std::size_t(index) >= m_picture->map.points.size()) return;
    const DesignPoint& point = m_picture->map.points[std::size_t(index)];
    if (!catalog()) return;
    const Result<DesignEdits> edits = designEdits(m_picture->request, point, *catalog());
    if (!edits) {
        emit readOut(tr("Not taken: %1.").arg(items::sentenceText(edits.error().front().rule)));
        return;
    }
    emit edited(*edits, tr("design of %1 active parameters").arg(recipeCount(point.activeParams)));
}

Hits DesignView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, gap = 18 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    const QString note =
        tr("◆ this scenario · line: all the budget trains · region: within %1 % of the best · labelled "
           "lines: best loss · a double-click makes a design the scenario")
            .arg(items::number(100 * m_picture->request.nearShare, 'g', 2));
    const double height =
        metrics.boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, note).height();
    constexpr double kRoomForNote = 340, kRoomForTwo = 330; // px of a 12-pixel font
    if (area.height() >= kRoomForNote * look.unit) {
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - height, area.width(), height + 2),
                         Qt::TextWordWrap, note);
        area.setBottom(area.bottom() - height - 8 * look.unit);
    }
    Hits hits;
    const bool wide = area.width() >= 700 * look.unit;
    if (!wide && area.height() < kRoomForTwo * look.unit) {
        paintDesignMap(painter, area, *m_picture, look, hits);
        return hits;
    }
    const bool served = m_picture->map.points[m_picture->map.best].serveGpuHours.has_value();
    const double first = wide ? 0.54 * (area.width() - gap) : area.width();
    const double height1 = wide ? area.height() : 0.55 * (area.height() - gap);
    paintDesignMap(painter, QRectF(area.topLeft(), QSizeF(first, height1)), *m_picture, look, hits);
    const QRectF rest =
        wide ? QRectF(area.left() + first + gap, area.top(), area.width() - first - gap, area.height())
             : QRectF(area.left(), area.top() + height1 + gap, area.width(), area.height() - height1 - gap);
    // A narrow picture has no room for a third.
    const double upper = served && wide ? 0.56 * (rest.height() - gap) : rest.height();
    paintDesignLosses(painter, QRectF(rest.topLeft(), QSizeF(rest.width(), upper)), *m_picture, look, hits);
    if (served && wide)
        paintDesignServing(
            painter, QRectF(rest.left(), rest.top() + upper + gap, rest.width(), rest.height() - upper - gap),
            *m_picture, look);
    return hits;
}

} // namespace moe::ui
