// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/autosave.h"

#include "app/files/save_file.h"
#include "models/items/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace moe::app {

constexpr int kDelay = 1000; ///< ms from a change to its being written
constexpr const char* kEnding = ".session.yaml";
constexpr const char* kLockEnding = ".lock";

static QString lockOf(const QString& path) {
    return path + QLatin1String(kLockEnding);
}

Autosave::Autosave(const QString& folder, std::function<QByteArray()> text, QObject* parent)
    : QObject(parent), m_text(std::move(text)) {
    QDir().mkpath(folder);
    m_path = QDir(folder).filePath(QUuid::createUuid().toString(QUuid::Id128) + QLatin1String(kEnding));
    m_lock = std::make_unique<QLockFile>(lockOf(m_path));
    m_lock->setStaleLockTime(0); // however long the program runs
    m_lock->tryLock();
    m_due.setSingleShot(true);
    m_due.setInterval(kDelay);
    connect(&m_due, &QTimer::timeout, this, &Autosave::write);
}

Autosave::~Autosave() = default;

void Autosave::touch() {
    if (!m_due.isActive()) m_due.start();
}

bool Autosave::write() {
    const QByteArray text = m_text();
    if (text == m_written) return true;
    const Problems problems = saveFile(m_path, text);
    if (problems.empty())
        m_written = text;
    else
        emit failed(items::problemText(problems));
    return problems.empty();
}

void Autosave::finish(bool keep) {
    m_due.stop();
    if (keep)
        write();
    else
        QFile::remove(m_path);
    m_lock->unlock();
}

std::vector<Autosave::Found> Autosave::found(const QString& folder) {
    std::vector<Found> all;
    const QDir dir(folder);
    for (const QFileInfo& file :
         dir.entryInfoList({QLatin1Char('*') + QLatin1String(kEnding)}, QDir::Files)) {
        QLockFile lock(lockOf(file.filePath()));
        lock.setStaleLockTime(0);
        if (lock.tryLock()) all.push_back({file.filePath(), file.lastModified()});
    }
    // Of windows that were killed with nothing to keep: a lock that can be had is let go and removed.
    for (const QFileInfo& file : dir.entryInfoList(
             {QLatin1Char('*') + QLatin1String(kEnding) + QLatin1String(kLockEnding)}, QDir::Files)) {
        QLockFile lock(file.filePath());
        lock.setStaleLockTime(0);
        lock.tryLock();
    }
    std::sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.when > b.when; });
    return all;
}

void Autosave::discard(const Found& found) {
    QFile::remove(found.path);
}

} // namespace moe::app
