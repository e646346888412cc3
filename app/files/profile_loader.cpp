// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/profile_loader.h"

#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"

#include <QFileInfo>

namespace moe::app {

ProfileFile readProfileFile(const QString& path, const std::string& text, bool named, ProfileTimes times) {
    const std::string source = path.toStdString();
    // A web page saved under a table's name is worth a word wherever it lies; another kind of table is not.
    const bool unreadable = csvUnreadable(text, source).has_value();
    if (!named && !unreadable && !recogniseProfile(csvHeader(text))) return {};
    Result<ProfileTable> read = readProfile(text, source, times);
    if (!read) return {{}, read.error()};
    ProfileFile file{std::move(read).value(), {}};
    file.problems = file.table->problems;
    // The folders above count, however short the path was typed.
    file.table->place = profilePlace(QFileInfo(path).absoluteFilePath().toStdString());
    if (file.table->place.device.empty() && file.table->place.network.empty()) {
        file.table.reset();
        file.problems.push_back(
            {.source = source,
             .rule = say("must lie in compute/{device}/{model}/ or network/{network}/, which "
                         "name what was measured")});
    }
    return file;
}

ProfileLoad loadProfiles(const QStringList& paths, ProfileTimes times, const std::stop_token& stop) {
    ProfileLoad load;
    const std::vector<FoundFile> found = csvFiles(paths, load.problems);
    std::vector<ProfileFile> files(found.size());
    forEachParallel(found.size(), stop, [&](std::size_t i) {
        const Result<std::string> text = readFile(found[i].path);
        if (text)
            files[i] = readProfileFile(found[i].path, *text, found[i].named, times);
        else
            files[i].problems = text.error();
    });
    for (ProfileFile& file : files) {
        append(load.problems, std::move(file.problems));
        if (file.table) load.set.tables.push_back(std::move(*file.table));
    }
    if (load.set.tables.empty() && load.problems.empty() && !stop.stop_requested())
        load.problems.push_back(
            {.source = paths.join(QLatin1Char(' ')).toStdString(), .rule = say("holds no operator profile")});
    return load;
}

QString layoutPath(const QString& path) {
    const QString whole = QLatin1Char('/') + path;
    for (const char* folder : {"/compute/", "/network/"})
        if (const qsizetype at = whole.lastIndexOf(QLatin1String(folder)); at >= 0) return whole.mid(at + 1);
    return path;
}

} // namespace moe::app
