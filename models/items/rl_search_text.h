// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `search --rl` found, as text, Markdown, CSV and JSON.

#include "models/engine/plan/rl_search.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

struct RlAnswer {
    const RlSearch* search = nullptr;
    RlFound found;
};
QString rlSearchText(const RlAnswer& answer);
QString rlSearchMarkdown(const RlAnswer& answer);
QString rlSearchCsv(const RlAnswer& answer);
/// moe-explorer/search/1
QJsonObject rlSearchJson(const RlAnswer& answer);

} // namespace moe::items
