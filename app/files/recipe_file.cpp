// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/recipe_file.h"

#include "app/files/catalog_loader.h"
#include "models/engine/loss/recipe/recipe_check.h"

#include <QFile>

namespace moe::app {

QString recipePath(const std::string& name) {
    const QString path = QString::fromStdString(name);
    const QString shipped = QStringLiteral(":/recipes/%1.csv").arg(path);
    const bool plain = !path.contains(QLatin1Char('/')) && !path.contains(QLatin1Char('.'));
    return plain && QFile::exists(shipped) ? shipped : path;
}

std::shared_ptr<const RecipeTable> readRecipe(const std::string& name) {
    const QString path = recipePath(name);
    const auto refused = [&](Problems problems) {
        auto table = std::make_shared<RecipeTable>();
        table->source = name;
        table->problems = std::move(problems);
        return table;
    };
    const Result<std::string> text = readFile(path);
    if (!text) return refused(text.error());
    Result<RecipeTable> table = readRecipeRuns(*text, name);
    if (!table) return refused(table.error());
    if (Problems problems = recipeProblems(*table); !problems.empty()) return refused(std::move(problems));
    return std::make_shared<const RecipeTable>(std::move(table).value());
}

std::shared_ptr<const ResponseTable> readResponseFile(const std::string& path) {
    const Result<std::string> text = readFile(QString::fromStdString(path));
    Result<ResponseTable> table = text ? readResponses(*text, path) : Result<ResponseTable>(text.error());
    if (table) return std::make_shared<const ResponseTable>(std::move(table).value());
    auto refused = std::make_shared<ResponseTable>();
    refused->source = path;
    refused->problems = table.error();
    return refused;
}

} // namespace moe::app
