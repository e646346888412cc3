// SPDX-License-Identifier: GPL-3.0-or-later
// validate: published figures of single formulas, and every shipped measured case, against the models.

#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "app/compare_files.h"
#include "models/items/validation_text.h"

#include <QJsonDocument>

namespace moe::app {
int runValidate(const QStringList& arguments) {
    CommandLine line("validate");
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString format = line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    const ShippedCatalog shipped = shippedCatalog();
    const Result<std::shared_ptr<const MeasuredRuns>> runs = measuredRuns(*shipped.catalog);
    if (!runs) return fail(runs.error());
    const Validation& result = (*runs)->validation;
    const FormulaChecks checks = formulaChecks(*shipped.catalog);
    if (format == QLatin1String("json")) {
        QJsonObject object = items::validationJson(result);
        object.insert("formulas", items::formulaChecksJson(checks));
        print(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented)));
    } else {
        print(items::formulaChecksText(checks) + QLatin1Char('\n') + items::validationText(result));
    }
    return result.problems.empty() ? kDone : fail(result.problems);
}

} // namespace moe::app
