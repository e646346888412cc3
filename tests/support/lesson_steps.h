// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A reader who does what a lesson asks for.

#include <QDir>
#include <QStringList>

#include <string>

namespace moe::test {

/// Keys of the shipped lessons.
inline QStringList lessonKeys() {
    QStringList keys;
    const QDir folder(QStringLiteral(MOE_SOURCE_DIR "/resources/lessons"));
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files))
        keys << file.completeBaseName();
    return keys;
}

/// A value that meets what a step waits for: a tenth beyond a bound, else the value itself.
inline std::string reaching(const std::string& wanted) {
    if (wanted[0] != '<' && wanted[0] != '>') return wanted;
    const double bound = QString::fromStdString(wanted.substr(1)).trimmed().toDouble();
    return QString::number(wanted[0] == '>' ? bound * 1.1 : bound / 1.1, 'g', 6).toStdString();
}

} // namespace moe::test
