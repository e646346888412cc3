#include "app/profile_loader.h"

#include "app/catalog_loader.h"

#include <QDirIterator>
#include <QFileInfo>

namespace moe::app {
namespace {

void take(const QString& path, bool named, ProfileLoad& load) {
    const std::string source = path.toStdString();
    const Result<std::string> text = readFile(path);
    if (!text) return append(load.problems, text.error());
    // A web page saved under a table's name is worth a word wherever it lies; another kind of table is not.
    const bool unreadable = csvUnreadable(*text, source).has_value();
    if (!named && !unreadable && !recogniseProfile(csvHeader(*text))) return;
    Result<ProfileTable> table = readProfile(*text, source);
    if (!table) return append(load.problems, table.error());
    append(load.problems, table->problems);
    ProfileTable profile = std::move(table).value();
    // The folders above count, however short the path was typed.
    profile.place = profilePlace(QFileInfo(path).absoluteFilePath().toStdString());
    if (profile.place.device.empty() && profile.place.network.empty())
        return load.problems.push_back({.source = source,
                                        .rule = "must lie in compute/{device}/{model}/ or "
                                                "network/{network}/, which name what was measured"});
    load.set.tables.push_back(std::move(profile));
}

} // namespace

ProfileLoad loadProfiles(const QStringList& paths) {
    ProfileLoad load;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) {
            load.problems.push_back(
                {.source = path.toStdString(), .rule = "there is no such file or folder"});
        } else if (!info.isDir()) {
            take(path, true, load);
        } else {
            QStringList files;
            QDirIterator walk(path, {"*.csv"}, QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) files << walk.next();
            files.sort();
            const std::size_t before = load.set.tables.size() + load.problems.size();
            for (const QString& file : files) take(file, false, load);
            if (load.set.tables.size() + load.problems.size() == before)
                load.problems.push_back({.source = path.toStdString(), .rule = "holds no operator profile"});
        }
    }
    return load;
}

} // namespace moe::app
