// validate: every shipped measured case, predicted against measured.

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
    print(
        format == QLatin1String("json")
            ? QString::fromUtf8(QJsonDocument(items::validationJson(result)).toJson(QJsonDocument::Indented))
            : items::validationText(result));
    return result.problems.empty() ? kDone : fail(result.problems);
}

} // namespace moe::app
