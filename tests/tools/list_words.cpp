// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the engine's tables and messages say as a source file that lupdate can read; `ninja
// update-translations` runs it.

#include "app/files/catalog_loader.h"
#include "models/items/words.h"
#include "tests/support/said_patterns.h"

#include <QCoreApplication>

#include <cstdio>

static void put(const char* context, const std::string& text) {
    std::string quoted;
    for (char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    std::printf("    QT_TRANSLATE_NOOP(\"%s\", \"%s\"),\n", context, quoted.c_str());
}

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    std::puts("static const char* const kTexts[] = {");
    const moe::app::ShippedCatalog shipped = moe::app::shippedCatalog();
    for (const std::string& word : moe::items::tableWords(*shipped.catalog, shipped.lessons))
        put("Table", word);
    for (const std::string& pattern : moe::test::saidPatterns()) put("Sentence", pattern);
    std::puts("};");
    return 0;
}
