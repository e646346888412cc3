// Prints what the engine's tables say as a source file that lupdate can read; `ninja update-translations`
// runs it.

#include "app/catalog_loader.h"
#include "models/items/words.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    std::puts("static const char* const kTable[] = {");
    const moe::app::ShippedCatalog shipped = moe::app::shippedCatalog();
    for (const std::string& word : moe::items::tableWords(*shipped.catalog, shipped.lessons)) {
        std::string quoted;
        for (char c : word) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
        }
        std::printf("    QT_TRANSLATE_NOOP(\"Table\", \"%s\"),\n", quoted.c_str());
    }
    std::puts("};");
    return 0;
}
