// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A check button that holds an axis or a scale of colours where it is, so that two states can be compared by
// eye. What then lies beyond the end is marked with its number.

#include "ui/plots/kit/plot_support.h"

#include <QHash>
#include <QObject>

class QAction;
class QToolBar;

namespace moe::ui {

struct HeldSpan {
    double low = 0, high = 0;
    bool operator==(const HeldSpan&) const = default;
};

class AxisHold : public QObject {
    Q_OBJECT
public:
    enum class What { Axis, Colours };
    /// Before `before` in the tool bar, which owns this; null: at its end.
    AxisHold(What what, QToolBar& tools, QAction* before);

    /// What to draw of a quantity that by itself would span `own`: that, or what it was when it was held, or
    /// what the view shares with the one beside it. Each quantity (ASCII without blanks and colons) has a
    /// span of its own, held from when it is first shown.
    HeldSpan span(const QString& quantity, const HeldSpan& own);
    bool isOn() const;

    /// "step:0:12.5", of each quantity, as sessions keep it; empty while nothing is held.
    QString text() const;
    /// As text() gave it; what does not read so changes nothing.
    void setText(const QString& text);

signals:
    void changed(); ///< draw again

private:
    QAction* m_action;
    QHash<QString, HeldSpan> m_held;
};

/// A head beyond the right end of the frame at height `y`, before it the number that lies there.
void drawBeyond(QPainter& painter, const PlotFrame& frame, double y, const QString& number, const Look& look);

} // namespace moe::ui
