// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/warning_text.h"
#include "tests/support/registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace moe;

class WarningTextTest : public QObject {
    Q_OBJECT
private slots:
    /// "Why?" beside a warning must have an answer: every id the engine can give is in the table.
    void everyWarningHasItsReason() {
        const QRegularExpression id(QStringLiteral("\"((loss|time|serve|placement|memory|rl)-[a-z0-9-]+)\""));
        int found = 0;
        QDirIterator walk(QStringLiteral(MOE_SOURCE_DIR "/models/engine"), {"*.cpp"}, QDir::Files,
                          QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            QFile file(walk.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QRegularExpressionMatchIterator matches = id.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext()) {
                const QString text = matches.next().captured(1);
                QVERIFY2(items::warningReason(text.toStdString()).size() > 20, qPrintable(text));
                ++found;
            }
        }
        QVERIFY(found > 8);
        QVERIFY(items::warningReason("no-such-warning").isEmpty());
    }
};

MOE_TEST(WarningTextTest)
#include "warning_text_test.moc"
