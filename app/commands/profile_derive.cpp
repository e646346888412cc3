// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/profile_derive.h"

#include "app/files/catalog_loader.h"
#include "app/files/operators_loader.h"
#include "app/files/profile_loader.h"
#include "app/files/save_file.h"
#include "data/document.h"
#include "models/engine/operators/operator_file.h"
#include "models/engine/profiles/profile_file.h"
#include "models/items/operator_text.h"
#include "models/items/profile_text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace moe::app {
namespace {

constexpr const char* kCurves = "profiles/curves.yaml";

/// One file of what is shipped, as the tables give it.
struct Derived {
    QString path;  ///< below resources/
    QString about; ///< held-out errors and sizes, lines
    std::string text;
};

/// "operators/h100-sxm-trtllm.yaml" is also known without its folder and its ending.
bool isNamed(const QString& name, const QString& path) {
    return name == path || name == QFileInfo(path).fileName() || name == QFileInfo(path).completeBaseName();
}

/// Curves of all tables of Vidur's layout in `folder`; none is a problem unless there is nothing else.
std::vector<DerivedProfile> derivedCurves(const QString& folder, ProfileTimes times, bool needed) {
    const ProfileLoad load = loadProfiles({folder}, times);
    if (!load.problems.empty() && (needed || !load.set.tables.empty()))
        fail(load.problems); // told; what could be read is used
    std::vector<DerivedProfile> derived;
    if (load.set.tables.empty()) return derived;
    const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    for (const ProfileTable& table : load.set.tables) {
        const Result<std::string> text = readFile(QString::fromStdString(table.source));
        if (!text) {
            fail(text.error());
            return {};
        }
        const QString file = QDir(folder).relativeFilePath(QString::fromStdString(table.source));
        derived.push_back(deriveProfile(table, *catalog, {layoutPath(file).toStdString(), sha256(*text)}));
    }
    return derived;
}

/// From a folder of tables of either layout: Vidur's curves, and the operators of each GPU and backend.
/// `only`: the one file that is wanted; empty: all.
std::vector<Derived> derivedFiles(const QString& folder, const QString& only, ProfileTimes times) {
    std::vector<Derived> files;
    const QString directory = QStringLiteral("operators/");
    DerivedOperators operators = deriveOperatorFiles(
        folder, [&](const QString& name) { return only.isEmpty() || isNamed(only, directory + name); });
    if (!operators.problems.empty()) fail(operators.problems); // told; the rest is used
    if (only.isEmpty() || isNamed(only, kCurves)) {
        const std::vector<DerivedProfile> curves = derivedCurves(folder, times, operators.files.empty());
        QString about;
        for (const DerivedProfile& one : curves) about += items::derivedText(one);
        if (!curves.empty()) files.push_back({kCurves, about, documentText(profileCurvesDocument(curves))});
    }
    for (const DerivedOperators::File& file : operators.files)
        files.push_back({directory + file.name, items::derivedOperatorsText(file.machine),
                         documentText(operatorsDocument(file.machine))});
    return files;
}

/// A file takes what is one file; a folder takes all, each where resources/ has it.
int write(const std::vector<Derived>& files, const QString& output) {
    const bool intoFolder = QFileInfo(output).isDir() || output.endsWith(QLatin1Char('/'));
    if (!intoFolder && files.size() > 1)
        return fail({{.source = "-o",
                      .rule = say("must be a folder: the tables become %1 files", files.size()),
                      .value = output.toStdString()}});
    for (const Derived& file : files) {
        const QString path = intoFolder ? QDir(output).filePath(file.path) : output;
        if (intoFolder) QDir().mkpath(QFileInfo(path).path());
        const Problems unwritten = saveFile(path, QByteArray::fromStdString(file.text));
        if (!unwritten.empty()) return fail(unwritten);
        print(QStringLiteral("%1: %2 kB\n").arg(path).arg(double(file.text.size()) / 1000, 0, 'f', 1));
        print(file.about);
    }
    return kDone;
}

/// Of two spellings of a document: what is shipped is JSON.
bool readsAlike(const std::string& shipped, const std::string& derived) {
    const Result<Document> a = parseDocument(shipped, "shipped"), b = parseDocument(derived, "derived");
    return a && b && std::equal(a->begin(), a->end(), b->begin(), b->end(), [](const auto& x, const auto& y) {
               return x.key == y.key && x.values == y.values && x.list == y.list;
           });
}

/// One line for each file: same, differs, or missing on one side.
int check(const std::vector<Derived>& files, const QString& only) {
    std::set<QString> shipped;
    for (const char* folder : {"profiles", "operators"})
        for (const QString& name : QDir(QStringLiteral(":/") + folder).entryList({"*.yaml"}, QDir::Files))
            if (const QString path = folder + QStringLiteral("/") + name;
                only.isEmpty() || isNamed(only, path))
                shipped.insert(path);
    bool isSame = true;
    const auto tell = [&](const QString& path, std::size_t bytes, const char* word) {
        print(QStringLiteral("%1 %2 kB %3\n")
                  .arg(path, -36)
                  .arg(double(bytes) / 1000, 6, 'f', 1)
                  .arg(QLatin1String(word)));
        isSame = isSame && word == std::string_view("same");
    };
    for (const Derived& file : files) {
        const Result<std::string> text = readFile(QStringLiteral(":/") + file.path);
        const bool isShipped = shipped.erase(file.path) > 0;
        tell(file.path, file.text.size(),
             !isShipped || !text            ? "is not shipped"
             : readsAlike(*text, file.text) ? "same"
                                            : "differs");
    }
    // What other tables give is not asked about, unless it was named.
    const bool hasCurves = !files.empty() && files.front().path == QLatin1String(kCurves);
    for (const QString& path : shipped)
        if (!only.isEmpty() || path != QLatin1String(kCurves) || hasCurves)
            tell(path, std::size_t(QFileInfo(QStringLiteral(":/") + path).size()), "has no tables");
    return isSame ? kDone : kBadInput;
}

} // namespace

void addDeriveOptions(CommandLine& line) {
    line.option({"derive"},
                "Boils all tables of a folder down to what is shipped: a file, or a folder of them.", "DIR");
    line.option({"only"}, "With --derive: the one file that is wanted, as h100-sxm-trtllm or curves.",
                "NAME");
    line.option({"check"},
                "With --derive: writes nothing, says for each file whether it is what is shipped.");
}

int runDerive(const CommandLine& line, ProfileTimes times) {
    const bool checks = line.has("check");
    if (checks == line.has("output"))
        return line.usageError(checks ? QStringLiteral("--check writes nothing: -o has no use")
                                      : QStringLiteral("-o is missing"));
    const std::vector<Derived> files = derivedFiles(line.value("derive"), line.value("only"), times);
    if (files.empty() && line.has("only"))
        return fail({{.source = "--only",
                      .rule = "must be a file that these tables give",
                      .value = line.value("only").toStdString()}});
    if (files.empty()) return kBadInput;
    return checks ? check(files, line.value("only")) : write(files, line.value("output"));
}

} // namespace moe::app
