// SPDX-License-Identifier: GPL-3.0-or-later
// --version, and with --json what a report of a defect should say about program and machine.

#include "app/commands/command.h"

#include <Eigen/Core>

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QSysInfo>
#include <QThread>

namespace moe::app {

int runVersion(const QStringList& arguments) {
    if (arguments.isEmpty()) {
        print(QStringLiteral("moe-explorer " MOE_VERSION "\n"));
        return printed(kDone);
    }
    if (arguments != QStringList{QStringLiteral("--json")}) {
        printError(QStringLiteral("moe-explorer --version: takes --json and nothing else\n"));
        return kUsage;
    }
    const QString eigen =
        QStringLiteral("%1.%2.%3").arg(EIGEN_WORLD_VERSION).arg(EIGEN_MAJOR_VERSION).arg(EIGEN_MINOR_VERSION);
    const QJsonObject program{{"name", "moe-explorer"},
                              {"version", MOE_VERSION},
                              {"compiler", MOE_COMPILER},
                              {"build", MOE_BUILD_TYPE},
                              {"qt_built", QT_VERSION_STR},
                              {"qt", QString::fromLatin1(qVersion())},
                              {"eigen", eigen},
                              {"yaml_cpp", MOE_YAML_CPP_VERSION},
                              {"qcustomplot", MOE_QCUSTOMPLOT_VERSION}};
    const QJsonObject machine{
        {"system", QSysInfo::prettyProductName()},
        {"kernel", QSysInfo::kernelType() + QLatin1Char(' ') + QSysInfo::kernelVersion()},
        {"architecture", QSysInfo::currentCpuArchitecture()},
        {"cores", QThread::idealThreadCount()},
        {"locale", QLocale::system().name()},
        {"platform", QString::fromLocal8Bit(qgetenv("QT_QPA_PLATFORM"))},
        {"session", QString::fromLocal8Bit(qgetenv("XDG_SESSION_TYPE"))}};
    print(QString::fromUtf8(QJsonDocument(QJsonObject{{"program", program}, {"machine", machine}}).toJson()));
    return printed(kDone);
}

} // namespace moe::app
