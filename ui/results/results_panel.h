// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Results dock: cards with the numbers that decide, each with its change against the pinned base, and the
// warnings below.

#include "models/engine/fit/own_marks.h"
#include "models/items/rooms.h"
#include "ui/report_view.h"

#include <QScrollArea>

namespace moe::items {
struct CardRow; // models/items/result_cards.h
}

namespace moe::ui {

class ResultCard;
class WarningList;

class ResultsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit ResultsPanel(QWidget* parent = nullptr);

    /// Null: empty cards. Cheap enough for every step of a slider.
    void setReport(const ReportPtr& report);
    /// What changes are against; `letter` names it on the cards ("A"). Null: no changes are shown.
    void setBase(const ReportPtr& base, const QString& letter = {});
    /// Dims the cards when they show the last valid scenario instead of the present one; `reason` is said
    /// below.
    void setStale(bool stale, const QString& reason = {});
    /// What one's own runs say beside the numbers.
    void setOwn(const std::vector<OwnMark>& own);
    /// Its cards alone; before, all of them.
    void setRoom(items::Room room);

    QSize sizeHint() const override { return {230, 620}; }

signals:
    /// A card was double-clicked: loss, memory, time, layouts.
    void cardActivated(const QString& tab);
    /// It was clicked, or Enter pressed on it: how its number is computed; `key` is its metric.
    void explainActivated(const QString& key);
    void whyActivated(const QString& warningId);

private:
    void refresh();

    ReportPtr m_report, m_base;
    QString m_baseName;
    std::vector<const items::CardRow*> m_rows;
    std::vector<ResultCard*> m_cards; ///< one per row
    std::optional<items::Room> m_room;
    std::vector<OwnMark> m_own;
    WarningList* m_warnings;
};

} // namespace moe::ui
