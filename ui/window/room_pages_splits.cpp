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

/// What a mark stands for; without a report where there is no such one.
static SplitOther otherOf(int mark, const ReportPtr& base, const std::vector<PinMark>& pins) {
    if (mark == kSplitBase) return {base, RoomPages::tr("as it was opened")};
    for (const PinMark& pin : pins)
        if (int(pin.mark) == mark) return {pin.report, pin.name};
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
    const SplitOther other = otherOf(mark, m_base, m_pins);
    if (!canSplit() || !other.report) return;
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
        const SplitOther other = otherOf(place->mark(), m_base, m_pins);
        if (!other.report)
            closeSplit(*place);
        else if (other.report != place->split()->other().report || other.name != place->split()->other().name)
            place->split()->setOther(other);
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
