// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of a report, of any valid scenario, is what the published schema says.

#include "models/engine/evaluate.h"
#include "models/items/report_json.h"
#include "tests/engine/random_scenarios.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

/// All documents through one interpreter: to start it takes longer than to check them.
const char* const kCheck = R"(
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
check = jsonschema.validators.validator_for(schema)(schema)
for number, document in enumerate(json.load(open(sys.argv[2]))):
    for error in check.iter_errors(document):
        sys.exit(f'document {number}: {"/".join(map(str, error.absolute_path))}: {error.message[:200]}')
)";

QString fault(const QJsonArray& documents) {
    QTemporaryDir folder;
    QFile file(folder.filePath("reports.json"));
    if (!file.open(QIODevice::WriteOnly)) return "no file";
    file.write(QJsonDocument(documents).toJson(QJsonDocument::Compact));
    file.close();
    QProcess python;
    python.start("/usr/bin/python3",
                 {"-W", "ignore", "-c", kCheck,
                  QStringLiteral(MOE_SOURCE_DIR "/resources/schema/report.schema.json"), file.fileName()});
    python.waitForFinished(120000);
    if (python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0) return {};
    return "fault: " + QString::fromUtf8(python.readAllStandardError());
}

} // namespace

class ReportSchemaTest : public QObject {
    Q_OBJECT
private slots:
    void everyReportKeepsTheSchema() {
        QProcess probe;
        probe.start("/usr/bin/python3", {"-c", "import jsonschema"});
        probe.waitForFinished();
        if (probe.exitStatus() != QProcess::NormalExit || probe.exitCode() != 0)
            QSKIP("python3-jsonschema is not installed");
        constexpr unsigned kSeed = 23;
        ScenarioDraw draw(kSeed);
        QJsonArray documents;
        std::vector<Scenario> scenarios;
        for (int i = 0; i < 100; ++i) {
            scenarios.push_back(draw.nextValid());
            documents.append(
                items::reportJson(evaluate(scenarios.back(), numbersCatalog(), Detail::Numbers)));
        }
        QCOMPARE(fault(documents), QString());
        // It does look: a document with a wrong number is refused.
        QJsonObject wrong = documents[0].toObject();
        wrong["params"] = "many";
        QVERIFY(fault({wrong}).startsWith("fault: document 0: params"));
    }
};

MOE_TEST(ReportSchemaTest)
#include "report_schema_test.moc"
