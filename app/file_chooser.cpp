#include "app/file_chooser.h"

#include <QFileDialog>

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

void chooseNewFile(QWidget* parent, const QString& title, const QString& suggested, const QString& filters,
                   const std::function<void(const QString&)>& then) {
    QFileDialog* chooser = newChooser(parent, title, filters,
                                      [then](QFileDialog& closed) { then(closed.selectedFiles().value(0)); });
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(suggested);
    chooser->open();
}

} // namespace moe::app
