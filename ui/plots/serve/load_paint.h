// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two halves of a picture of serving under load.

#include "models/engine/traffic/serve_load.h"
#include "ui/plots/serve/limit_handles.h"

namespace moe::ui {

QString secondsText(double seconds);
/// Of an axis that reaches `high`: one unit, said at the last tick alone.
std::function<QString(double)> secondsTicks(double high, double last); ///< "4.47 s"

/// What axes of strips go up to: s, requests, tokens.
struct PassReach {
    double seconds = 0, requests = 0, prompts = 0;
};
PassReach reachOf(const TrafficReport& run);
PassReach widest(const PassReach& a, const PassReach& b);

/// Strips over one time axis: requests that run and wait, prompt tokens of a pass, use of the KV cache. A
/// column of pixels shows the most of what falls into it.
/// `name` stands in front of the strips' titles where there are several runs.
void paintPasses(QPainter& painter, const QRectF& area, const TrafficReport& run, const PassReach& reach,
                 const QString& name, const Look& look, Hits& hits);

struct SpreadRun {
    QString name; ///< empty: there is one only
    const TrafficReport* run = nullptr;
};
/// Share of the requests that had their first token, or each later one, within a time. The burst is what a
/// closed-loop client sends at once; it stands apart where there is one run.
/// The limits of `places` lie on the axes, whose frames are put there.
void paintSpread(QPainter& painter, const QRectF& area, const std::vector<SpreadRun>& runs, const Look& look,
                 LimitPlaces& places, Hits& hits);

} // namespace moe::ui
