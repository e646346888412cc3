// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests of views share: a fixed font, actions by their text, pictures beside the test's other output.

#include "ui/report_view.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QImage>
#include <QTest>
#include <QToolBar>
#include <QWidget>

namespace moe::test {

/// The same font on every machine, so that what fits here fits there.
inline void useTestFont() {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(12);
    QApplication::setFont(font);
}

inline QAction* toolAction(const QWidget& view, const QString& text) {
    for (QAction* action : view.findChild<QToolBar*>()->actions()) {
        if (action->text() == text) return action;
    }
    return nullptr;
}

/// A view on the screen, as it is after a report has come.
template <class View>
std::unique_ptr<View> shownView(const ReportPtr& report, bool dark = false, QSize size = {690, 560}) {
    auto view = std::make_unique<View>();
    view->setPalette(ui::windowPalette(dark));
    view->setAutoFillBackground(true);
    view->resize(size);
    view->setReport(report);
    view->show();
    [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
    QTest::qWait(30);
    view->grab();
    return view;
}

/// For the eye.
inline void savePicture(QWidget& widget, bool dark, const QString& name) {
    widget.setPalette(ui::windowPalette(dark));
    widget.setAutoFillBackground(true);
    const QString folder = QCoreApplication::applicationDirPath() + QStringLiteral("/pictures");
    QDir().mkpath(folder);
    QCoreApplication::sendPostedEvents(); // layouts
    const QImage image = widget.grab().toImage();
    QVERIFY(!image.isNull());
    image.save(folder + QLatin1Char('/') + name + (dark ? "-dark.png" : "-light.png"));
}

} // namespace moe::test
