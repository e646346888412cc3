// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/save_file.h"

#include "app/files/interrupt.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>

namespace moe::app {

Problems saveFile(const QString& path, const QByteArray& bytes) {
    return saveFile(path, [&](QIODevice& device) { return device.write(bytes) == bytes.size(); });
}

static Problems notWritten(const QString& path, const QString& why) {
    return {{.source = path.toStdString(), .rule = say("cannot be written: %1", why.toStdString())}};
}

Problems saveFile(const QString& path, const std::function<bool(QIODevice&)>& writer) {
    const QFileInfo info(path);
    if (info.exists() && !info.isFile() && !info.isDir()) { // a device or pipe is written to, not replaced
        QFile file(path);
        if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && writer(file)) return {};
        return notWritten(path, file.errorString());
    }
    const Uncancelled whole; // ends after the file beside is gone
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return notWritten(path, file.errorString());
    // commit() does not notice that its own last flush fails, and would put the stump in the file's place. Of
    // a full disk Qt says "unknown error"; the system knows better.
    errno = 0;
    if (writer(file) && file.flush()) {
        if (Uncancelled::isAsked()) {
            file.cancelWriting();
            return notWritten(path, QStringLiteral("cancelled"));
        }
        if (file.commit()) return {};
        return notWritten(path, file.errorString());
    }
    const int code = errno;
    return notWritten(path, code != 0 ? qt_error_string(code) : file.errorString());
}

} // namespace moe::app
