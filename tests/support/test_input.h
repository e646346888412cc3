// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files that tests write to be read.

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>

namespace moe::test {

/// At `path`, with the folders it needs; the path again.
inline QString writeInput(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write test input");
    return path;
}

} // namespace moe::test
