// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A tab that is made when it is first shown.

#include <QVBoxLayout>
#include <QWidget>

#include <functional>
#include <utility>

namespace moe::ui {

class LatePage : public QWidget {
public:
    /// `make` gives the widget that fills the page.
    explicit LatePage(std::function<QWidget*()> make) : m_make(std::move(make)) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
    }

    /// Makes it now, unless it is there.
    void fill() {
        if (const auto make = std::exchange(m_make, nullptr)) layout()->addWidget(make());
    }

protected:
    void showEvent(QShowEvent* event) override {
        fill();
        QWidget::showEvent(event);
    }

private:
    std::function<QWidget*()> m_make;
};

} // namespace moe::ui
