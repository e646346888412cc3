// validate: every shipped measured case, predicted against measured.

#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "models/items/validation_text.h"

#include <QDir>
#include <QJsonDocument>

#include <algorithm>

namespace moe::app {
namespace {

/// The shipped cases; a broken one is our bug and fails the command.
Result<std::vector<MeasuredCase>> shippedCases() {
    std::vector<MeasuredCase> cases;
    Problems problems;
    const QDir folder(QStringLiteral(":/cases"));
    for (const QString& name : folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name)) {
        const Result<std::string> text = readFile(folder.filePath(name));
        if (!text) {
            append(problems, text.error());
            continue;
        }
        Result<MeasuredCase> read = readCase(*text, name.toStdString());
        if (read)
            cases.push_back(*read);
        else
            append(problems, read.error());
    }
    if (!problems.empty()) return problems;
    // Groups stand together whatever the files are called.
    std::stable_sort(cases.begin(), cases.end(),
                     [](const MeasuredCase& a, const MeasuredCase& b) { return a.group < b.group; });
    return cases;
}

} // namespace

int runValidate(const QStringList& arguments) {
    CommandLine line("validate");
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString format = line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    const ShippedCatalog shipped = shippedCatalog();
    const Result<std::vector<MeasuredCase>> cases = shippedCases();
    if (!cases) return fail(cases.error());
    const Validation result = validation(*cases, *shipped.catalog);
    print(
        format == QLatin1String("json")
            ? QString::fromUtf8(QJsonDocument(items::validationJson(result)).toJson(QJsonDocument::Indented))
            : items::validationText(result));
    return result.problems.empty() ? kDone : fail(result.problems);
}

} // namespace moe::app
