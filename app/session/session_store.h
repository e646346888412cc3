// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A session between memory and file: pins, logs and tables by path and checksum.

#include "app/session/session.h"
#include "models/engine/files/session_file.h"

#include <QStringList>

namespace moe::app {

SessionFile storedSession(const Session& session, const QStringList& tables, const QString& tab);

struct RestoredSession {
    Session::State state;
    Side side = Side::Training; ///< it is looked at from
    QStringList tables;         ///< to be loaded; those that are gone are a problem
    QString tab;
    Problems problems; ///< logs that are gone or changed; the rest is restored
};
RestoredSession restoredSession(const SessionFile& file, const Catalog& catalog);

/// SHA-256 of a file as lower-case hex; empty for a folder or what cannot be read. Remembers files that did
/// not change since.
std::string fileChecksum(const QString& path);

} // namespace moe::app
