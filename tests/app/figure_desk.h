// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests of figures share: the real window with its figure dialog, and a folder to write into.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/scenario/fields.h"

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace moe::test {

struct FigureDesk {
    FigureDesk() {
        window.widget().show();
        ready = QTest::qWaitFor([this] { return window.session().report() != nullptr; }, 20000);
    }
    app::Window window{app::shippedCatalog()};
    QTemporaryDir folder;
    bool ready = false;

    ui::FigureDialog& open() {
        window.figures().openDialog();
        return *window.figures().dialog();
    }
    bool shows(const QString& key) {
        window.widget().showTab(key);
        return window.widget().currentViewKey() == key;
    }
    bool edit(const char* key, const char* value) {
        Scenario next = window.session().scenario();
        if (!setField(next, key, value).empty()) return false;
        window.session().edit(next, "edit");
        return QTest::qWaitFor([&] { return window.session().report()->scenario == next; }, 20000);
    }
    QByteArray saved(const QString& name) {
        const QString path = folder.filePath(name);
        QSignalSpy done(&window.figures().output(), &app::FigureOutput::saved);
        window.figures().save(path);
        if (done.empty() && !done.wait(20000)) return {};
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};
template <class Widget> Widget* named(const QWidget& parent, const QString& name) {
    for (Widget* widget : parent.findChildren<Widget*>())
        if (widget->accessibleName() == name) return widget;
    return nullptr;
}
inline QPushButton* button(const QWidget& parent, const QString& text) {
    for (QPushButton* one : parent.findChildren<QPushButton*>())
        if (one->text().remove('&') == text) return one;
    return nullptr;
}

} // namespace moe::test
