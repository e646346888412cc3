// SPDX-License-Identifier: GPL-3.0-or-later
// lesson check, on what is shipped and on a lesson with faults.

#include "tests/app/program.h"
#include "tests/support/lesson_steps.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

class LessonCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString write(const QByteArray& text) {
        QFile file(m_folder.filePath("my.yaml"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
        return file.fileName();
    }

private slots:
    void everyShippedLessonIsGood() {
        QStringList files;
        for (const QString& key : moe::test::lessonKeys())
            files << QStringLiteral(MOE_SOURCE_DIR "/resources/lessons/%1.yaml").arg(key);
        QVERIFY(files.size() > 5);
        const moe::test::Outcome checked = moe::test::explorer(QStringList{"lesson", "check"} + files);
        QVERIFY2(checked.code == 0, qPrintable(checked.err));
    }

    void aReaderSeesWhatIsPrinted() {
        const QString path =
            write("schema: moe-explorer/lesson/1\ntitle: mine\nsteps:\n"
                  "  - {title: One, preset: mixtral-8x7b, text: 'EP, {train.step_seconds}',\n"
                  "     ask: What will it be, about: train.step_seconds,\n"
                  "     wait: {train.micro_batch: 2}}\n");
        const moe::test::Outcome checked = moe::test::explorer({"lesson", "check", path});
        QVERIFY2(checked.code == 0, qPrintable(checked.err));
        static const QRegularExpression number(QStringLiteral("1\\. One\n   EP, [0-9.]+ s\n"));
        QVERIFY2(checked.out.contains(number), qPrintable(checked.out));
        QVERIFY2(checked.out.contains("? What will it be ("), qPrintable(checked.out));
        QVERIFY2(checked.out.contains("→ Micro-batch: 2"), qPrintable(checked.out));
    }

    /// On somebody's own model the steps open nothing; what does not hold there is said.
    void aLessonIsWalkedOnOnesOwnModel() {
        const QString path = write("schema: moe-explorer/lesson/1\ntitle: mine\nsteps:\n"
                                   "  - {title: One, preset: mixtral-8x7b, text: '{params.total}',\n"
                                   "     claims: [params.total > 4e10]}\n");
        const moe::test::Outcome plain = moe::test::explorer({"lesson", "check", path});
        QVERIFY2(plain.code == 0, qPrintable(plain.err));
        const moe::test::Outcome own =
            moe::test::explorer({"lesson", "check", path, "--preset", "llama-3-8b"});
        QCOMPARE(own.code, 1);
        QVERIFY2(own.err.contains("steps.0.claims: does not hold"), qPrintable(own.err));
        QVERIFY(own.out != plain.out);
    }

    void faultsStandAtTheirStep() {
        const QString path =
            write("title: mine\nsteps:\n"
                  "  - {preset: mixtral-9x9b, text: b}\n"
                  "  - {preset: mixtral-8x7b, text: b, tab: nowhere, wait: {parallel.ep: 3}}\n"
                  "  - {preset: llama-3-8b, text: '{placement.lower_bound}',\n"
                  "     claims: [train.step_seconds < 0]}\n");
        const moe::test::Outcome checked = moe::test::explorer({"lesson", "check", path});
        QCOMPARE(checked.code, 1);
        for (const char* said :
             {"my.yaml: steps.0.preset: must be a preset", "steps.1.tab: must be a picture",
              "steps.1.wait: parallel.ep: must", "steps.2.text: {placement.lower_bound} has no value",
              "steps.2.claims: does not hold"})
            QVERIFY2(checked.err.contains(said), qPrintable(checked.err));
        QCOMPARE(moe::test::explorer({"lesson", "look", path}).code, 2);
    }
};

MOE_TEST(LessonCommandTest)
#include "lesson_command_test.moc"
