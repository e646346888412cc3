// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How files are written, by the window and by commands.

#include "data/problem.h"

#include <QByteArray>
#include <QString>

#include <functional>

class QIODevice;

namespace moe::app {

/// Writes a whole file atomically, or says why not.
Problems saveFile(const QString& path, const QByteArray& bytes);
/// The same for a writer, which gives false when the device refuses.
Problems saveFile(const QString& path, const std::function<bool(QIODevice&)>& writer);

} // namespace moe::app
