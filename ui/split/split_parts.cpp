// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/split/split_parts.h"

#include "ui/plots/kit/plot_support.h"
#include "ui/split/pair_paint.h"

#include <QPainter>

namespace moe::ui {
namespace {

/// One dotted line, one pixel wide, which lets everything through.
class Line : public QWidget {
public:
    explicit Line(QWidget* parent) : QWidget(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DotLine));
        if (width() == 1)
            painter.drawLine(0, 0, 0, height());
        else
            painter.drawLine(0, 0, width(), 0);
    }
};

} // namespace

PairLetter::PairLetter(int side, QWidget* parent) : QWidget(parent), m_side(side) {
    const int size = fontMetrics().height() + 6;
    setFixedSize(size, size);
}

void PairLetter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPairLetter(painter, {0, height() / 2.0}, m_side, screenLook(*this, QString()));
}

CrossLines::CrossLines(QWidget& picture)
    : m_picture(&picture), m_down(new Line(&picture)), m_across(new Line(&picture)) {}

CrossLines::~CrossLines() {
    delete m_down;
    delete m_across;
}

void CrossLines::show(QPointF at) {
    if (!m_picture || !m_down || !m_across) return;
    m_down->setGeometry(int(at.x() * m_picture->width()), 0, 1, m_picture->height());
    m_across->setGeometry(0, int(at.y() * m_picture->height()), m_picture->width(), 1);
    for (const auto& line : {m_down, m_across}) {
        line->show();
        line->raise();
    }
}

void CrossLines::hide() {
    for (const auto& line : {m_down, m_across})
        if (line) line->hide();
}

} // namespace moe::ui
