// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/change_text.h"

#include "models/items/format.h"

#include <cmath>

namespace moe::items {

QString withSign(double change, const QString& amount) {
    return (change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + amount;
}

QString differenceChange(double difference, const QString& unit) {
    if (difference == 0) return QStringLiteral("=");
    return withSign(difference, differenceText(std::abs(difference), unit));
}

QString shareChange(double share) {
    // "+150 %" is read as one and a half times as often as not.
    if (share >= 1) return QStringLiteral("×") + humanNumber(1 + share, 2);
    if (std::abs(share) < kNoChange) return QStringLiteral("=");
    return withSign(share, number(100 * std::abs(share), 'f', 1) + QStringLiteral(" %"));
}

int judgedChange(const std::optional<double>& change, const std::optional<double>& share, Better better) {
    if (!change || *change == 0 || better == Better::Neither || (share && std::abs(*share) < kNoChange))
        return 0;
    return (*change > 0) == (better == Better::Higher) ? 1 : -1;
}

} // namespace moe::items
