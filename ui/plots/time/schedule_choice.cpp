// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/schedule_choice.h"

#include "models/engine/schedule/schedule_kind.h"
#include "models/items/words.h"

#include <QLabel>

namespace moe::ui {

static constexpr const char* kNone = "none";

ScheduleChoice::ScheduleChoice(QToolBar& tools, QAction* before) : m_box(new QComboBox) {
    m_box->setObjectName(QStringLiteral("beside"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_box->setAccessibleName(items::Words::tr("Schedule beside"));
    m_box->setToolTip(items::Words::tr("The same step under another pipeline schedule, over the same time"));
    m_box->addItem(items::Words::tr("no other"), QLatin1String(kNone));
    for (const ScheduleRow& row : schedules())
        m_box->addItem(items::tableText(row.label), QLatin1String(row.key));
    auto* label = new QLabel(items::Words::tr("Schedule beside"));
    label->setBuddy(m_box);
    label->setContentsMargins(4, 0, 4, 0);
    m_label = tools.insertWidget(before, label);
    m_place = tools.insertWidget(before, m_box);
}

QString ScheduleChoice::key() const {
    const QString key = m_box->currentData().toString();
    return key == QLatin1String(kNone) ? QString() : key;
}

void ScheduleChoice::choose(const QString& key) {
    if (const int row = m_box->findData(key); row >= 0) m_box->setCurrentIndex(row);
}

void ScheduleChoice::setVisible(bool visible) {
    m_label->setVisible(visible);
    m_place->setVisible(visible);
}

} // namespace moe::ui
