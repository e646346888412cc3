// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTabBar>

namespace moe::ui {
namespace {

constexpr int kWidth = 2;

bool drawsItsOwn(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QLabel*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QTabBar*>(widget);
}

/// The ring alone: what it surrounds is neither covered nor painted again.
class Frame : public QWidget {
public:
    explicit Frame(QWidget* around) : QWidget(around) {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        around->installEventFilter(this);
        fit();
        raise();
        show();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) fit();
        return QWidget::eventFilter(watched, event);
    }
    void paintEvent(QPaintEvent*) override {
        QPainter(this).fillRect(rect(), palette().color(QPalette::Highlight));
    }

private:
    void fit() {
        setGeometry(parentWidget()->rect());
        setMask(QRegion(rect()) - QRegion(rect().adjusted(kWidth, kWidth, -kWidth, -kWidth)));
    }
};

} // namespace

FocusRing::FocusRing(QWidget* window) : QObject(window), m_window(window) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

void FocusRing::follow(QWidget* focused) {
    delete m_frame;
    // Nobody who points with the mouse asks where the keys go.
    if (focused && focused != m_window && m_window->isAncestorOf(focused) && !drawsItsOwn(focused) &&
        m_window->testAttribute(Qt::WA_KeyboardFocusChange))
        m_frame = new Frame(focused);
}

} // namespace moe::ui
