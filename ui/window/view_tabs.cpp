// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_tabs.h"

#include "models/items/words.h"
#include "ui/side_switch.h"
#include "ui/views/view_list.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>

namespace moe::ui {

/// The place of a picture, empty until the picture is made.
class ViewSlot : public QWidget {
public:
    explicit ViewSlot(const ViewRow& row) : m_row(row) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
    }

    QLatin1String key() const { return QLatin1String(m_row.key); }
    ReportView* view() const { return m_view; }
    ReportView& make() {
        m_view = m_row.make(this);
        m_view->setObjectName(key());
        layout()->addWidget(m_view);
        return *m_view;
    }

private:
    const ViewRow& m_row;
    ReportView* m_view = nullptr;
};

namespace {

/// Pictures of one subject, one on top, with a button for each.
class Pages : public QWidget {
public:
    explicit Pages(QWidget* parent)
        : QWidget(parent), m_stack(new QStackedWidget), m_group(new QButtonGroup) {
        m_group->setParent(this);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_buttons = new QHBoxLayout;
        m_buttons->setContentsMargins(6, 4, 6, 0);
        m_buttons->setSpacing(2);
        m_buttons->addStretch(1);
        column->addLayout(m_buttons);
        column->addWidget(m_stack, 1);
    }

    void add(ViewSlot* place, const QString& title) {
        const int index = m_stack->addWidget(place);
        auto* button = new QToolButton(this);
        button->setText(title);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setChecked(index == 0);
        m_group->addButton(button, index);
        m_buttons->insertWidget(index, button);
    }

    QStackedWidget* stack() const { return m_stack; }
    QButtonGroup* group() const { return m_group; }

private:
    QStackedWidget* m_stack;
    QButtonGroup* m_group;
    QHBoxLayout* m_buttons = nullptr;
};

/// The style's own arrow is black, which is not seen on a dark bar.
QIcon overflowArrow(const QPalette& palette) {
    QIcon icon;
    for (const int scale : {1, 2}) {
        QPixmap picture(QSize(12, 12) * scale);
        picture.setDevicePixelRatio(scale);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette.color(QPalette::ButtonText), 1.5));
        for (const double x : {2.0, 6.5})
            painter.drawPolyline(QPolygonF{QPointF(x, 2), QPointF(x + 3.5, 6), QPointF(x, 10)});
        icon.addPixmap(picture);
    }
    return icon;
}

} // namespace

ViewTabs::ViewTabs(QWidget* parent) : QTabWidget(parent) {
    setDocumentMode(true);
    const std::vector<ViewRow>& rows = viewList();
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i + 1;
        while (end < rows.size() && qstrcmp(rows[end].tab, rows[i].tab) == 0) ++end;
        const QString title = items::tableText(rows[i].tab);
        QWidget* page = end - i > 1 ? newPages(title) : nullptr;
        for (; i < end; ++i) {
            auto* place = new ViewSlot(rows[i]);
            m_slots << place;
            if (page)
                static_cast<Pages*>(page)->add(place, items::tableText(rows[i].title));
            else
                addTab(place, title);
        }
    }
    catchUp();
    connect(this, &QTabWidget::currentChanged, this, &ViewTabs::catchUp);
    drawOverflowArrows();
}

QWidget* ViewTabs::newPages(const QString& tab) {
    auto* pages = new Pages(this);
    addTab(pages, tab);
    connect(pages->group(), &QButtonGroup::idClicked, pages->stack(), &QStackedWidget::setCurrentIndex);
    connect(pages->stack(), &QStackedWidget::currentChanged, this, [this, pages](int index) {
        if (QAbstractButton* button = pages->group()->button(index)) button->setChecked(true);
        catchUp();
    });
    return pages;
}

void ViewTabs::make(ViewSlot& place) {
    ReportView& view = place.make();
    leaveSideToWindow(view);
    if (m_catalog) view.setCatalog(m_catalog);
    if (m_base) view.setBase(m_base);
    if (!m_pins.empty()) view.setPins(m_pins);
    emit viewMade(&view);
}

void ViewTabs::catchUp() {
    if (ViewSlot* place = currentSlot()) {
        if (!place->view()) make(*place);
        if (m_report) place->view()->setReport(m_report);
    }
    emit shownViewChanged();
}

void ViewTabs::setReport(const ReportPtr& report) {
    m_report = report;
    if (ReportView* view = currentView()) view->setReport(report);
}

void ViewTabs::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    for (ReportView* view : madeViews()) view->setCatalog(catalog);
}

void ViewTabs::setBase(const ReportPtr& base) {
    m_base = base;
    for (ReportView* view : madeViews()) view->setBase(base);
}

void ViewTabs::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    for (ReportView* view : madeViews()) view->setPins(pins);
}

ReportView* ViewTabs::view(const QString& key) {
    for (ViewSlot* place : m_slots) {
        if (place->key() != key) continue;
        if (!place->view()) make(*place);
        return place->view();
    }
    return nullptr;
}

QList<ReportView*> ViewTabs::madeViews() const {
    QList<ReportView*> made;
    for (const ViewSlot* place : m_slots)
        if (place->view()) made << place->view();
    return made;
}

void ViewTabs::withEachView(QObject* context, const std::function<void(ReportView&)>& act) {
    for (ReportView* view : madeViews()) act(*view);
    connect(this, &ViewTabs::viewMade, context, [act](ReportView* view) { act(*view); });
}

ViewSlot* ViewTabs::currentSlot() const {
    auto* pages = dynamic_cast<Pages*>(currentWidget());
    return dynamic_cast<ViewSlot*>(pages ? pages->stack()->currentWidget() : currentWidget());
}

ReportView* ViewTabs::currentView() const {
    const ViewSlot* place = currentSlot();
    return place ? place->view() : nullptr;
}

void ViewTabs::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) drawOverflowArrows();
}

void ViewTabs::drawOverflowArrows() {
    for (auto* button : findChildren<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
        button->setIcon(overflowArrow(palette()));
}

QString ViewTabs::currentKey() const {
    const ViewSlot* place = currentSlot();
    return place ? QString(place->key()) : currentWidget()->objectName();
}

void ViewTabs::showKey(const QString& key) {
    for (int i = 0; i < count(); ++i) {
        const auto holds = [&key](const QWidget* page) {
            const auto* place = dynamic_cast<const ViewSlot*>(page);
            return place ? place->key() == key : page->objectName() == key;
        };
        auto* pages = dynamic_cast<Pages*>(widget(i));
        if (pages) {
            for (int page = 0; page < pages->stack()->count(); ++page) {
                if (!holds(pages->stack()->widget(page))) continue;
                pages->stack()->setCurrentIndex(page);
                setCurrentIndex(i);
            }
        } else if (holds(widget(i))) {
            setCurrentIndex(i);
        }
    }
}

} // namespace moe::ui
