// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/column_bar.h"

#include "models/items/plain_tip.h"

#include <QAction>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace moe::ui {
namespace {

QPixmap swatch(const QColor& colour, int size, qreal ratio) {
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.fillRect(QRect(0, 0, size, size), colour);
    return pixmap;
}

} // namespace

ColumnBar::ColumnBar(QWidget* parent) : QToolBar(parent) {
    setAccessibleName(tr("Columns of the comparison"));
}

void ColumnBar::setChips(const std::vector<ColumnChip>& chips) {
    QStringList shown;
    for (const ColumnChip& chip : chips)
        shown << QStringLiteral("%1|%2|%3|%4|%5")
                     .arg(chip.letter, chip.name, chip.colour.name())
                     .arg(chip.removable)
                     .arg(chip.calibratable);
    if (shown == m_shown) return;
    m_shown = shown;
    for (QAction* action : actions()) { // clear() would leave them and their labels as hidden children
        removeAction(action);
        action->deleteLater();
    }
    const int size = fontMetrics().height() - 4;
    for (int i = 0; i < int(chips.size()); ++i) {
        const ColumnChip& chip = chips[std::size_t(i)];
        if (i > 0) addSeparator();
        auto* mark = new QLabel(this);
        mark->setPixmap(swatch(chip.colour, size, devicePixelRatioF()));
        mark->setContentsMargins(6, 0, 4, 0);
        addWidget(mark);
        constexpr int kLongest = 20;
        const QString name =
            chip.name.size() > kLongest ? chip.name.left(kLongest - 1) + QChar(0x2026) : chip.name;
        auto* label = new QLabel(QStringLiteral("<b>%1</b> %2").arg(chip.letter, name.toHtmlEscaped()), this);
        label->setToolTip(items::plainTip(chip.toolTip.isEmpty() ? chip.name : chip.toolTip));
        label->setContentsMargins(0, 0, 4, 0);
        addWidget(label);
        if (chip.calibratable) {
            QAction* calibrate = addAction(tr("Calibrate"), this, [this, i] { emit calibrateRequested(i); });
            calibrate->setToolTip(
                items::plainTip(tr("Calibrate to this log: find the GEMM efficiency and the host time that "
                                   "give %1 its measured step, as a GPU preset")
                                    .arg(chip.name)));
        }
        if (chip.removable) {
            QAction* remove = addAction(QStringLiteral("✕"), this, [this, i] { emit removeRequested(i); });
            const QString what = tr("Remove %1 from the comparison").arg(chip.name);
            remove->setToolTip(items::plainTip(what));
            widgetForAction(remove)->setAccessibleName(what);
        }
    }
    if (chips.size() == 1) {
        auto* hint = new QLabel(tr("Change a value, or add a scenario or a log, to see what differs."), this);
        hint->setForegroundRole(QPalette::PlaceholderText);
        hint->setContentsMargins(14, 0, 4, 0);
        addWidget(hint);
    }
    setVisible(!chips.empty());
}

} // namespace moe::ui
