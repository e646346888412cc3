// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_chooser.h"

#include "models/items/words.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QRegularExpression>

namespace moe::app {

static QFileDialog* newChooser(QWidget* parent, const QString& title, const QString& filters,
                               const std::function<void(QFileDialog&)>& accepted) {
    auto* chooser = new QFileDialog(parent, title, {}, filters);
    chooser->setOption(QFileDialog::ReadOnly);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(chooser, &QDialog::accepted, chooser, [chooser, accepted] { accepted(*chooser); });
    return chooser;
}

void chooseFiles(QWidget* parent, const QString& title, const QString& filters,
                 const std::function<void(const QStringList&)>& then) {
    QFileDialog* chooser =
        newChooser(parent, title, filters, [then](QFileDialog& closed) { then(closed.selectedFiles()); });
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->open();
}

void chooseFolder(QWidget* parent, const QString& title, const std::function<void(const QString&)>& then) {
    QFileDialog* chooser =
        newChooser(parent, title, {}, [then](QFileDialog& closed) { then(closed.selectedFiles().value(0)); });
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    chooser->open();
}

QString withEnding(const QString& path, const QString& filters, const QString& chosen) {
    static const QRegularExpression kWildcard(QStringLiteral("\\*(\\.[A-Za-z0-9]+)"));
    for (auto known = kWildcard.globalMatch(filters); known.hasNext();)
        if (path.endsWith(known.next().captured(1), Qt::CaseInsensitive)) return path;
    const QRegularExpressionMatch wanted = kWildcard.match(chosen.isEmpty() ? filters : chosen);
    return path.isEmpty() ? path : path + wanted.captured(1);
}

void chooseNewFile(QWidget* parent, const QString& title, const QString& suggested, const QString& filters,
                   const std::function<void(const QString&)>& then) {
    const QPointer<QWidget> window = parent;
    QFileDialog* chooser = newChooser(parent, title, filters, [=](QFileDialog& closed) {
        const QString typed = closed.selectedFiles().value(0);
        const QString path = withEnding(typed, filters, closed.selectedNameFilter());
        if (path.isEmpty()) return;
        // The dialog has asked about the name that was typed, not about this one.
        if (path == typed || !QFileInfo::exists(path)) return then(path);
        const auto answer = QMessageBox::question(
            window, title, items::Words::tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName()),
            QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
        if (answer == QMessageBox::Yes) return then(path);
        if (window) chooseNewFile(window, title, path, filters, then);
    });
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(suggested);
    chooser->open();
}

} // namespace moe::app
