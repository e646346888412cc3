// SPDX-License-Identifier: GPL-3.0-or-later
// docs: the documentation, validation included, as one file.

#include "app/commands/command.h"
#include "app/commands/documentation.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"

namespace moe::app {

int runDocs(const QStringList& arguments) {
    CommandLine line("docs");
    line.option({"format"}, QStringLiteral("md or html; by default as the file ends, else md."),
                QStringLiteral("FORMAT"));
    line.option({"o", "output"}, QStringLiteral("File to write; without it the text is printed."),
                QStringLiteral("FILE"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString path = line.value("output");
    QString format = line.value("format");
    if (format.isEmpty())
        format = QLatin1String(path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive) ? "html" : "md");
    if (format != QLatin1String("md") && format != QLatin1String("html"))
        return line.usageError(QStringLiteral("--format: must be md or html"));
    const ShippedCatalog shipped = shippedCatalog();
    const Result<ManualResults> results = manualResults(*shipped.catalog);
    if (!results) return fail(results.error());
    const items::Manual made = manual(&results.value());
    const QString text =
        format == QLatin1String("html") ? items::manualPage(made) : items::manualMarkdown(made);
    if (!line.has("output")) {
        print(text);
        return kDone;
    }
    const Problems problems = saveFile(path, text.toUtf8());
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
