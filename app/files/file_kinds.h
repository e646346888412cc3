// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a file is: one table for the window and for `import`, so that both say the same of it.

#include "data/import.h"
#include "models/engine/fit/machine_fit.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe::app {

/// A file as its kind is told: the beginning is read once, all of it only where a kind asks.
class FileHead {
public:
    explicit FileHead(const QString& path);
    const QString& path() const { return m_path; }
    bool endsWith(std::initializer_list<QLatin1String> endings) const;
    /// 64 KiB at most; empty for what cannot be read.
    std::string_view begin() const { return {m_begin.constData(), static_cast<std::size_t>(m_begin.size())}; }
    std::string_view schema() const { return m_schema; }
    /// Empty for what is larger than a document or cannot be read.
    const std::string& whole() const;

private:
    QString m_path;
    QByteArray m_begin;
    std::string m_schema;
    mutable std::optional<std::string> m_whole;
};

/// Which part of the window takes a file.
enum class FileDoor {
    Session,
    Board,
    Tables,
    Profile,
    Model,
    Scenario,
    Log,
    Recipe,
    Mine,
    Fitted,
    Lesson,
    Nowhere
};

struct FileKind {
    const char* name; ///< as `import` prints it
    FileDoor door;
    const char* endings; ///< that such files usually have: "*.yaml *.yml"
    bool (*recognises)(const FileHead& head);
    /// Reads all of it, as `import` does.
    ImportSummary (*describe)(const FileHead& head);
    const char* use = "";             ///< where the window has no door: what takes it
    std::optional<FitKind> fits = {}; ///< what of a machine it tells (own_files.h)
};
/// In the order in which they are tried.
const std::vector<FileKind>& fileKinds();
/// Endings of the kinds that go through these doors, of all without one: for the filter of a dialog.
QString fileEndings(std::initializer_list<FileDoor> doors = {});
/// Null for what is of no kind.
const FileKind* fileKindOf(const FileHead& head);

} // namespace moe::app
