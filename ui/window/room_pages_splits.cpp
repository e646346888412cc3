// SPDX-License-Identifier: GPL-3.0-or-later
// The pages' pictures beside others of their kind: begun, followed and ended.
#include "models/items/pin_table_model.h"
#include "models/items/words.h"
#include "ui/side_switch.h"
#include "ui/window/room_pages.h"
#include "ui/window/view_slot.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QTimer>

namespace moe::ui {

ReportPtr RoomPages::wholeOf(const ReportPtr& report) const {
    for (const ReportPtr& whole : m_wholes)
        if (report && whole->scenario == report->scenario) return whole;
    return report;
}

void RoomPages::setWhole(const ReportPtr& report) {
    constexpr std::size_t kKept = 4;
    std::erase_if(m_wholes, [&](const ReportPtr& whole) { return whole->scenario == report->scenario; });
    if (m_wholes.size() == kKept) m_wholes.erase(m_wholes.begin());
    m_wholes.push_back(report);
    followSplits();
}

/// What a mark stands for; without a report where there is no such one.
SplitOther RoomPages::otherOf(int mark) const {
    if (mark == kSplitBase) return {wholeOf(m_base), tr("as it was opened")};
    if (mark == kSplitOwn) {
        if (m_own.empty()) return {};
        SplitOther own{m_report, tr("my measurements")};
        own.own = m_own;
        return own;
    }
    if (mark == kSplitFile) return m_file ? *m_file : SplitOther();
    for (const PinMark& pin : m_pins) {
        if (int(pin.mark) != mark) continue;
        SplitOther other{wholeOf(pin.report), pin.name};
        other.log = m_measured.value(mark);
        return other;
    }
    return {};
}

/// The window's formulas and scenario are A's: a click in B neither explains nor changes anything, and what
/// it moved goes back.
static void keepFromWindow(SplitView& split) {
    ReportView& b = split.b();
    QObject::disconnect(&b, &ReportView::explain, nullptr, nullptr);
    QObject::disconnect(&b, &ReportView::edited, nullptr, nullptr);
    QObject::disconnect(&b, &ReportView::editedAlong, nullptr, nullptr);
    const auto say = [&split] {
        emit split.readOut(
            items::Words::tr("What is clicked in A is explained or changed, B stays as it is."));
    };
    const auto undo = [&split, say] {
        QTimer::singleShot(0, &split, &SplitView::showOther); // behind the gesture
        say();
    };
    QObject::connect(&b, &ReportView::explain, &split, say);
    QObject::connect(&b, &ReportView::edited, &split, undo);
    QObject::connect(&b, &ReportView::editedAlong, &split, undo);
}

bool RoomPages::canSplit() const {
    const ViewSlot* place = currentSlot();
    return place && place->view() && place->splits();
}

void RoomPages::split(int mark) {
    const SplitOther other = otherOf(mark);
    if (!canSplit() || !other.report) return;
    const bool shows = (!other.traced || dynamic_cast<TracedShown*>(currentView())) &&
                       (other.own.empty() || dynamic_cast<OwnMarked*>(currentView()));
    if (!shows) return;
    ViewSlot& place = *currentSlot();
    if (!place.split()) {
        SplitView& made = place.beside();
        leaveSideToWindow(made.b());
        if (m_catalog) made.b().setCatalog(m_catalog);
        if (m_base) made.b().setBase(m_base);
        connect(&made, &SplitView::closeRequested, this, [this, &place] { closeSplit(place); });
        emit viewMade(&made.b());
        keepFromWindow(made);
        emit viewMade(&made);
        made.setReport(m_report);
    }
    place.setMark(mark);
    place.split()->setOther(other);
    emit splitChanged();
}

bool RoomPages::splitWith(const SplitOther& other) {
    m_file = std::make_shared<const SplitOther>(other);
    split(kSplitFile);
    return currentSplit() && currentSlot()->mark() == kSplitFile;
}

bool RoomPages::showsOwn() const {
    return canSplit() && !m_own.empty() && dynamic_cast<OwnMarked*>(currentView());
}

void RoomPages::closeSplit() {
    if (ViewSlot* place = currentSlot(); place && place->split()) closeSplit(*place);
}

void RoomPages::closeSplit(ViewSlot& place) {
    if (!place.split()) return;
    place.alone();
    if (m_report && &place == currentSlot()) place.setReport(m_report);
    emit splitChanged();
}

SplitView* RoomPages::currentSplit() const {
    const ViewSlot* place = currentSlot();
    return place ? place->split() : nullptr;
}

/// Pins and the base become others, or go.
void RoomPages::followSplits() {
    for (ViewSlot* place : m_slots) {
        if (!place->split()) continue;
        const SplitOther other = otherOf(place->mark());
        if (!other.report) {
            closeSplit(*place);
        } else if (other.report != place->split()->other().report ||
                   other.name != place->split()->other().name) {
            place->split()->setOther(other);
            emit splitChanged();
        }
    }
}

void RoomPages::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QLatin1String(items::kPinMime)) && canSplit())
        event->acceptProposedAction();
}

void RoomPages::dropEvent(QDropEvent* event) {
    if (!event->mimeData()->hasFormat(QLatin1String(items::kPinMime))) return;
    bool whole = false;
    const int mark = event->mimeData()->data(QLatin1String(items::kPinMime)).toInt(&whole);
    if (!whole) return;
    event->acceptProposedAction();
    split(mark);
}

} // namespace moe::ui
