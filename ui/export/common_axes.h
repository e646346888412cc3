// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One axis, or one scale of colours, for several pictures of one kind: as each would have it, then as all
// have it.

#include "ui/report_view.h"

namespace moe::ui {

/// Holds the axes as they are drawn next; nothing happens where a view has none to hold.
void holdOwnAxes(ReportView& view);
/// What was drawn since, as text for commonAxes(); empty where a view has none.
QString ownAxes(const ReportView& view);
/// The widest of each, as text for setRange() of each of the views; empty without any.
QString commonAxes(const QStringList& own);

} // namespace moe::ui
