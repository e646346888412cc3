// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program as a shell calls it, without a display.

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace moe::test {

struct Outcome {
    int code = -1; ///< exit code; -1 after a crash or ten minutes
    QString out, err;
};

inline Outcome run(const QString& program, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("DISPLAY"); // every command works without one
    environment.remove("QT_QPA_PLATFORM");
    environment.remove("XDG_RUNTIME_DIR"); // nor a session
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(600000) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

inline Outcome explorer(const QStringList& arguments) {
    return run(QStringLiteral(MOE_BINARY), arguments);
}

} // namespace moe::test
