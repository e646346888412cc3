// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/limit_handles.h"
#include "ui/plots/serve/serve_limit.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr std::array<const char*, kServeLimits> kKeys{"serve.slo_ttft", "serve.slo_tpot"};

QString undoText(std::size_t limit) {
    return ServeLimit(limit) == ServeLimit::Ttft ? LimitHandles::tr("limit of the time to first token")
                                                 : LimitHandles::tr("limit of the time per output token");
}

/// Three digits: what is said is what is set.
double rounded(double seconds) {
    return QString::number(seconds, 'g', 3).toDouble();
}

} // namespace

LimitHandles::LimitHandles(Canvas& canvas) : QObject(&canvas), m_canvas(canvas) {
    canvas.installEventFilter(this);
}

void LimitHandles::setScenario(const ServeSpec* serve) {
    m_given = {};
    if (serve) m_given = {serve->sloTtft, serve->sloTpot};
    if (m_move && !m_move->byMouse) m_move.reset();
}

std::optional<double> LimitHandles::drawn(ServeLimit limit) const {
    return m_move && m_move->limit == std::size_t(limit) ? m_move->value : given(limit);
}

std::optional<ServeLimit> LimitHandles::moving() const {
    return m_move ? std::optional(ServeLimit(m_move->limit)) : std::nullopt;
}

std::optional<std::size_t> LimitHandles::at(QPointF pixel) const {
    for (std::size_t i = 0; i < kServeLimits; ++i)
        if (!m_canvas.hits().isEmpty() && m_places[i].handle.contains(pixel)) return i;
    return std::nullopt;
}

/// Beyond the end of the axis there is no limit.
std::optional<double> LimitHandles::valueAt(std::size_t limit, double x) const {
    const PlotFrame& frame = m_places[limit].frame;
    if (x > frame.rect.right()) return std::nullopt;
    return rounded(std::exp(frame.toValue({std::max(x, frame.rect.left()), frame.rect.top()}).x()));
}

void LimitHandles::move(const std::optional<Move>& next) {
    m_move = next;
    emit moved();
}

void LimitHandles::commit() {
    const Move done = *m_move;
    // The report with the new limit draws it from now on; until then it stays where it was let go.
    m_move->byMouse = false;
    if (done.value == m_given[done.limit]) return move(std::nullopt);
    emit edited({{kKeys[done.limit],
                  done.value ? QString::number(*done.value, 'g', 3).toStdString() : std::string("auto")}},
                undoText(done.limit));
}

bool LimitHandles::key(int key) {
    const int chosen = m_canvas.chosen();
    if (chosen < 0) return false;
    const int limit = m_canvas.hits()[chosen].index - kFirstLimitHit;
    if (limit < 0 || limit >= int(kServeLimits)) return false;
    constexpr double kStep = 1.05;
    const auto which = std::size_t(limit);
    const PlotFrame& frame = m_places[which].frame;
    const std::optional<double> now = drawn(ServeLimit(limit));
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus: {
        const double factor = key == Qt::Key_Minus ? 1 / kStep : kStep;
        const double next = now ? *now * factor : std::exp(frame.xHigh);
        move(Move{which, rounded(std::clamp(next, std::exp(frame.xLow), std::exp(frame.xHigh)))});
        return true;
    }
    case Qt::Key_Delete:
        move(Move{which, std::nullopt});
        commit();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_move) commit();
        return true;
    case Qt::Key_Escape:
        if (!m_move) return false;
        move(std::nullopt);
        return true;
    default: return false;
    }
}

bool LimitHandles::eventFilter(QObject* watched, QEvent* event) {
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (mouse->button() != Qt::LeftButton) break;
        if (const auto limit = at(mouse->position())) {
            m_move = Move{*limit, m_given[*limit], true};
            return true;
        }
        break;
    case QEvent::MouseMove:
        if (m_move && m_move->byMouse) {
            move(Move{m_move->limit, valueAt(m_move->limit, mouse->position().x()), true});
            return true;
        }
        if (const auto limit = at(mouse->position())) {
            m_canvas.setCursor(Qt::SizeHorCursor);
            for (const HitArea& hit : m_canvas.hits())
                if (hit.index == kFirstLimitHit + int(*limit)) {
                    QToolTip::showText(mouse->globalPosition().toPoint(), hit.toolTip, &m_canvas);
                    emit m_canvas.readOut(hit.readOut);
                }
            return true;
        }
        break;
    case QEvent::MouseButtonRelease:
        if (!m_move || !m_move->byMouse || mouse->button() != Qt::LeftButton) break;
        commit();
        return true;
    case QEvent::KeyPress:
        if (key(static_cast<QKeyEvent*>(event)->key())) return true;
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

void paintLimit(QPainter& painter, LimitPlace& place, const std::optional<double>& seconds, ServeLimit limit,
                const QString& text, bool grip, const Look& look, Hits& hits) {
    const QRectF& rect = place.frame.rect;
    if (rect.isEmpty()) return;
    const double x = seconds ? place.frame.toPixel(std::log(*seconds), 0).x() : rect.right();
    // An axis of one value or none, as of requests that all failed, has no place for it: NaN is in no range.
    if (!(x >= rect.left() - 1 && x <= rect.right() + 1)) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.bad, 1.4 * look.unit, seconds ? Qt::DashLine : Qt::DotLine));
    if (seconds) painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
    if (!grip) return;
    // A grip at the foot of the line, where no curve has its label; hollow where there is no limit.
    const double half = 5 * look.unit;
    const QPointF foot(x, rect.bottom() - half - 2 * look.unit);
    painter.setPen(QPen(look.theme.bad, 1.4 * look.unit));
    painter.setBrush(seconds ? QBrush(look.theme.bad) : QBrush(look.theme.background));
    painter.drawRoundedRect(QRectF(foot.x() - half, foot.y() - half, 2 * half, 2 * half), 2 * look.unit,
                            2 * look.unit);
    painter.setBrush(Qt::NoBrush);
    if (!seconds) // over it, where the curves have ended
        paintNoLimit(painter, foot + QPointF(half, -3 * half), Qt::AlignRight, look.scaledFont(0.9), look);
    const double reach = 11 * look.unit;
    place.handle = QRectF(foot.x() - reach, foot.y() - reach, 2 * reach, 2 * reach);
    hits.push_back({place.handle, QString(), text, text, kFirstLimitHit + int(limit)});
}

} // namespace moe::ui
