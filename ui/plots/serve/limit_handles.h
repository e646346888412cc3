// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Limits of latency (serve.slo_ttft, serve.slo_tpot) that are dragged where they are drawn over a logarithmic
// axis of seconds, or moved by keys: what is dragged is drawn at once, the scenario changes when it is let
// go.

#include "models/engine/scenario/scenario.h"
#include "ui/plots/kit/canvas.h"
#include "ui/report_view.h"

#include <array>
#include <optional>
#include <vector>

namespace moe::ui {

enum class ServeLimit { Ttft, Tpot };
inline constexpr std::size_t kServeLimits = 2;
/// HitAreas of handles have this index and the following.
inline constexpr int kFirstLimitHit = 100;

/// Where a limit was drawn; a limit that is absent has its handle at the end of the axis.
struct LimitPlace {
    QRectF handle;
    PlotFrame frame;                ///< x is the logarithm of seconds
    std::optional<double> limit;    ///< s, of the scenario
    std::vector<double> reach = {}; ///< s; these lie on the axis, too
};
using LimitPlaces = std::array<LimitPlace, kServeLimits>; ///< by ServeLimit

class LimitHandles : public QObject {
    Q_OBJECT
public:
    explicit LimitHandles(Canvas& canvas); ///< its parent

    void setScenario(const ServeSpec* serve); ///< null: nothing is drawn
    /// Of the last painting on the screen.
    void setPlaces(const LimitPlaces& places) { m_places = places; }
    /// s; as the scenario has it, and as it is drawn now.
    std::optional<double> given(ServeLimit limit) const { return m_given[std::size_t(limit)]; }
    std::optional<double> drawn(ServeLimit limit) const;
    /// The one that is being moved.
    std::optional<ServeLimit> moving() const;

signals:
    void moved(); ///< another place is to be drawn
    void edited(const moe::ui::Edits& edits, const QString& undoText);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Move {
        std::size_t limit = 0;
        std::optional<double> value; ///< nothing: it is taken away
        bool byMouse = false;
    };
    std::optional<std::size_t> at(QPointF pixel) const;
    std::optional<double> valueAt(std::size_t limit, double x) const;
    bool key(int key);
    void move(const std::optional<Move>& next);
    void commit();

    Canvas& m_canvas;
    std::array<std::optional<double>, kServeLimits> m_given;
    LimitPlaces m_places;
    std::optional<Move> m_move;
};

/// The line of a limit and, with `grip`, its handle; `text` is said of it.
void paintLimit(QPainter& painter, LimitPlace& place, const std::optional<double>& seconds, ServeLimit limit,
                const QString& text, bool grip, const Look& look, Hits& hits);

} // namespace moe::ui
