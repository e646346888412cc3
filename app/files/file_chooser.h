// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one place where files and folders are chosen. What is chosen is handed on when the dialog is closed;
// nothing is handed on when it is cancelled. No dialog deletes, renames or makes anything: a key pressed on a
// selected folder must not cost its content.

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace moe::app {

/// `filters` as QFileDialog::setNameFilters() takes them, parted by ";;"; the first is the one at the start.
void chooseFiles(QWidget* parent, const QString& title, const QString& filters,
                 const std::function<void(const QStringList&)>& then);
void chooseFolder(QWidget* parent, const QString& title, const std::function<void(const QString&)>& then);
/// Where to write. `suggested` is a name or a path. A name without one of the endings of `filters` gets that
/// of the chosen filter, and is asked about when it exists.
void chooseNewFile(QWidget* parent, const QString& title, const QString& suggested, const QString& filters,
                   const std::function<void(const QString&)>& then);
/// `path`, with the first ending of `chosen` when it has none of those of `filters` ("PDF (*.pdf);;SVG
/// (*.svg)").
QString withEnding(const QString& path, const QString& filters, const QString& chosen);

} // namespace moe::app
