// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/room_pages.h"

#include "models/items/words.h"
#include "ui/side_switch.h"
#include "ui/theme.h"
#include "ui/views/view_list.h"
#include "ui/window/picture_fit.h"
#include "ui/window/segment_button.h"
#include "ui/window/view_slot.h"

#include <QButtonGroup>
#include <QChildEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {

namespace {

/// As high as the page in it wants to be, yet no page makes a window of 720 px higher than it is: one that
/// has less room than it asks for is cut below. A page out of sight takes a new size of type (presenting)
/// when it comes up: tables lay themselves out anew for it, and thirty pages that did held the window for 150
/// ms.
class PageStack : public QStackedWidget {
public:
    explicit PageStack(QWidget* parent) : QStackedWidget(parent) {
        connect(this, &QStackedWidget::currentChanged, this, [this] {
            if (currentWidget()) giveSize(*currentWidget());
            updateGeometry();
        });
    }
    QSize minimumSizeHint() const override {
        constexpr int kMostAsked = 230;
        const QSize page = currentWidget() ? currentWidget()->minimumSizeHint() : QSize(0, 0);
        return {page.width(), std::min(page.height(), kMostAsked)};
    }
    bool hasHeightForWidth() const override { return false; } // what is wrapped above its picture included

protected:
    void childEvent(QChildEvent* event) override {
        QStackedWidget::childEvent(event);
        if (event->added() && event->child()->isWidgetType())
            giveSize(static_cast<QWidget&>(*event->child()));
    }
    void changeEvent(QEvent* event) override {
        QStackedWidget::changeEvent(event);
        if (event->type() == QEvent::FontChange && currentWidget()) giveSize(*currentWidget());
    }

private:
    /// A size of its own keeps that of the stack from reaching the page by itself.
    void giveSize(QWidget& page) const {
        QFont type = page.font();
        if (font().pixelSize() > 0)
            type.setPixelSize(font().pixelSize());
        else
            type.setPointSizeF(font().pointSizeF());
        page.setFont(type);
    }
};

constexpr const char* kPictures = "pictures";

} // namespace

RoomPages::RoomPages(QWidget* parent)
    : QWidget(parent),
      m_tabs(new QTabBar(this)),
      m_note(new QLabel(this)),
      m_row(new QHBoxLayout),
      m_pictures(new QHBoxLayout),
      m_group(new QButtonGroup(this)),
      m_stack(new PageStack(this)),
      m_blank(new QWidget) {
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Pages"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_note->installEventFilter(this);
    m_pictures->setSpacing(0);
    m_row->setContentsMargins(8, 0, 8, 0);
    m_row->setSpacing(8);
    m_row->addWidget(m_tabs);
    m_row->addWidget(m_note, 1);
    m_row->addLayout(m_pictures);
    auto* list = new QToolButton(this);
    list->setPopupMode(QToolButton::InstantPopup);
    list->setMenu(new QMenu(list));
    list->setAccessibleName(tr("Pictures of the page"));
    list->setFocusPolicy(Qt::TabFocus);
    list->hide();
    m_row->addWidget(list);
    setAcceptDrops(true);
    auto* fit = new PictureFit(this, m_note, m_tabs, m_group, list);
    fit->setObjectName(QLatin1String(kPictures));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(m_row);
    column->addWidget(m_stack, 1);
    m_stack->addWidget(m_blank);
    for (const ViewRow& row : viewList()) {
        auto* place = new ViewSlot(row);
        m_slots << place;
        m_stack->addWidget(place);
    }
    for (const PageRow& row : pageList()) {
        Page page;
        page.room = row.room;
        page.key = QLatin1String(row.key);
        page.title = items::tableText(row.title);
        page.fills = row.fills;
        page.needs = items::tableText(row.needs);
        page.adds = row.adds;
        for (const PageView& view : row.views) {
            page.views << QLatin1String(view.key);
            const auto* place =
                static_cast<ViewSlot*>(slotOf(page.views.back(), items::roomRow(row.room).side));
            page.titles << (view.title ? items::tableText(view.title) : place->title());
            page.draws.push_back(view.draws);
            page.viewNeeds << items::tableText(view.needs);
            page.viewAdds.emplace_back(view.adds.begin(), view.adds.end());
        }
        page.shown = page.views.front();
        m_pages.push_back(std::move(page));
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index < 0) return;
        m_open[int(m_room)] = m_tabs->tabData(index).toString();
        if (m_open[int(m_room)] != m_forced) m_forced.clear();
        m_forcedView.clear();
        showPictures();
        showSlot();
    });
    connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
        Page* page = current();
        if (!page || index >= page->views.size()) return;
        page->shown = page->views[index];
        m_forcedView.clear();
        showSlot();
    });
    showTabs();
}

void RoomPages::addPage(items::Room room, const QString& title, QWidget* content) {
    m_stack->addWidget(content);
    Page page;
    page.room = room;
    page.key = page.shown = content->objectName();
    page.title = title;
    page.views << page.key;
    page.titles << title;
    page.draws.push_back(nullptr);
    page.viewNeeds << QString();
    page.viewAdds.emplace_back();
    m_pages.push_back(std::move(page));
    if (room == m_room) showTabs();
}

void RoomPages::addCorner(QWidget* widget) {
    m_row->addWidget(widget);
}

/// A model is what it is, trained or not; the rooms of a side hold nothing without it.
static bool holdsPages(items::Room room, const Scenario& scenario) {
    return room == items::Room::Model || items::answers(room, scenario);
}

bool RoomPages::isFilled(const Page& page) const {
    return holdsPages(page.room, m_scenario) && (!page.fills || page.fills(m_scenario));
}

bool RoomPages::isThere(const Page& page) const {
    return page.room == m_room && (isFilled(page) || page.key == m_forced);
}

bool RoomPages::isDrawn(const Page& page, qsizetype view) const {
    const auto draws = page.draws[std::size_t(view)];
    return !draws || !m_report || draws(*m_report) || page.views[view] == m_forcedView;
}

QStringList RoomPages::drawnViews(const Page& page) const {
    QStringList drawn;
    for (qsizetype i = 0; i < page.views.size(); ++i)
        if (isDrawn(page, i)) drawn << page.views[i];
    return drawn;
}

/// What was chosen, or what can be drawn in its place.
QString RoomPages::onTop(const Page& page) const {
    const QStringList drawn = drawnViews(page);
    return drawn.isEmpty() || drawn.contains(page.shown) ? page.shown : drawn.front();
}

const RoomPages::Page* RoomPages::current() const {
    for (const Page& page : m_pages)
        if (page.key == m_open.value(int(m_room)) && isThere(page)) return &page;
    return nullptr;
}
RoomPages::Page* RoomPages::current() {
    return const_cast<Page*>(std::as_const(*this).current());
}

void RoomPages::showTabs() {
    const QSignalBlocker quiet(m_tabs);
    while (m_tabs->count() > 0) m_tabs->removeTab(0);
    int open = 0;
    for (const Page& page : m_pages) {
        if (!isThere(page)) continue;
        if (page.key == m_open.value(int(m_room))) open = m_tabs->count();
        m_tabs->setTabData(m_tabs->addTab(page.title), page.key);
    }
    const bool one = m_room == items::Room::Overview; // a page without pages
    m_tabs->setVisible(!one);
    m_note->setVisible(!one);
    if (m_tabs->count() > 0) {
        m_tabs->setCurrentIndex(open);
        m_open[int(m_room)] = m_tabs->tabData(open).toString();
    }
    showPictures();
    showSlot();
}

/// What would bring the pages and pictures that are not there, once each.
void RoomPages::showNeeds() {
    m_needs.clear();
    const auto add = [this](const Need& need) {
        const auto same = [&](const Need& other) { return other.text == need.text; };
        if (!need.text.isEmpty() && std::none_of(m_needs.begin(), m_needs.end(), same))
            m_needs.push_back(need);
    };
    if (!holdsPages(m_room, m_scenario)) {
        if (items::roomRow(m_room).side == Side::Serving)
            add({tr("These pages need a serving section"), Section::Serving, {}});
        else
            add({tr("These pages need a training section"), Section::Training, {}});
    }
    for (const Page& page : m_pages) {
        if (page.room != m_room || !holdsPages(m_room, m_scenario)) continue;
        if (!isThere(page)) {
            add({page.needs, page.adds, {}});
            continue;
        }
        for (qsizetype i = 0; i < page.views.size(); ++i)
            if (!isDrawn(page, i)) add({page.viewNeeds[i], {}, page.viewAdds[std::size_t(i)]});
    }
    QStringList texts;
    for (const Need& need : m_needs) texts << need.text;
    m_note->setToolTip(texts.join(QStringLiteral(" · ")));
    m_note->setCursor(m_needs.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void RoomPages::bring(const Need& need) {
    if (need.section)
        emit sectionWanted(*need.section);
    else
        emit edited(need.edits, tr("limits of latency"));
}

void RoomPages::offerNeeds(const QPoint& at) {
    if (m_needs.empty()) return;
    if (m_needs.size() == 1) return bring(m_needs.front());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Need& need : m_needs) menu->addAction(need.text, this, [this, need] { bring(need); });
    menu->popup(at);
}

bool RoomPages::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_note && event->type() == QEvent::MouseButtonRelease) {
        const auto& mouse = static_cast<QMouseEvent&>(*event);
        if (mouse.button() == Qt::LeftButton) offerNeeds(mouse.globalPosition().toPoint());
    }
    return QWidget::eventFilter(watched, event);
}

/// A button for each picture of the page, where there are several.
void RoomPages::showPictures() {
    showNeeds();
    const Page* page = current();
    for (QAbstractButton* button : m_group->buttons()) {
        m_group->removeButton(button);
        button->hide();
        button->deleteLater();
    }
    const auto fitPictures = [this] {
        if (auto* fit = dynamic_cast<PictureFit*>(findChild<QObject*>(QLatin1String(kPictures)))) fit->fit();
    };
    const QStringList drawn = page ? drawnViews(*page) : QStringList();
    if (drawn.size() < 2) return fitPictures();
    for (qsizetype i = 0; i < page->views.size(); ++i) {
        const qsizetype place = drawn.indexOf(page->views[i]);
        if (place < 0) continue;
        const int edges =
            (place == 0 ? SegmentButton::First : 0) | (place + 1 == drawn.size() ? SegmentButton::Last : 0);
        auto* button = new SegmentButton(page->titles[i], edges, this);
        m_group->addButton(button, int(i));
        button->setChecked(page->views[i] == onTop(*page));
        m_pictures->addWidget(button);
    }
    fitPictures();
}

QWidget* RoomPages::slotOf(const QString& key, std::optional<Side> side) const {
    for (ViewSlot* place : m_slots)
        if (place->isOf(key, side)) return place;
    for (int i = 0; i < m_stack->count(); ++i)
        if (m_stack->widget(i)->objectName() == key) return m_stack->widget(i);
    return nullptr;
}

void RoomPages::showSlot() {
    const Page* page = current();
    const QString shown = page ? onTop(*page) : QString();
    QWidget* place = page ? slotOf(shown, items::roomRow(page->room).side) : nullptr;
    m_stack->setCurrentWidget(place ? place : m_blank);
    if (page)
        if (QAbstractButton* button = m_group->button(int(page->views.indexOf(shown))))
            button->setChecked(true);
    catchUp();
}

void RoomPages::make(ViewSlot& place) {
    ReportView& view = place.make();
    leaveSideToWindow(view);
    if (m_catalog) view.setCatalog(m_catalog);
    if (m_base) view.setBase(m_base);
    if (!m_pins.empty()) view.setPins(m_pins);
    if (auto* marked = dynamic_cast<OwnMarked*>(&view)) marked->setOwn(m_own);
    emit viewMade(&view);
}

void RoomPages::catchUp() {
    if (ViewSlot* place = currentSlot()) {
        if (!place->view()) make(*place);
        if (m_report) place->setReport(m_report);
    }
    emit shownViewChanged();
}

void RoomPages::setReport(const ReportPtr& report) {
    const Page* page = current();
    const QStringList before = page ? drawnViews(*page) : QStringList();
    const QString needed = m_note->toolTip();
    m_report = report;
    showNeeds();
    if (page && (drawnViews(*page) != before || m_note->toolTip() != needed)) {
        showPictures();
        showSlot();
    }
    if (ViewSlot* place = currentSlot(); place && place->view()) {
        if (place->split() && place->mark() == kSplitOwn) place->split()->setOther(otherOf(kSplitOwn));
        place->setReport(report);
    }
}

void RoomPages::setCatalog(const CatalogPtr& catalog) {
    m_wholes.clear();
    m_catalog = catalog;
    for (ReportView* view : madeViews()) view->setCatalog(catalog);
    for (const ViewSlot* place : m_slots)
        if (place->split()) place->split()->b().setCatalog(catalog);
}

void RoomPages::setBase(const ReportPtr& base) {
    m_base = base;
    for (ReportView* view : madeViews()) view->setBase(base);
    followSplits();
}

void RoomPages::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    for (ReportView* view : madeViews()) view->setPins(pins);
    followSplits();
}

void RoomPages::setOwn(const OwnShown& own) {
    m_own = own;
    for (ReportView* view : madeViews())
        if (auto* marked = dynamic_cast<OwnMarked*>(view)) marked->setOwn(own);
    for (ViewSlot* place : m_slots) // B shows what there was
        if (place->split() && place->mark() == kSplitOwn) {
            if (own.empty())
                closeSplit(*place);
            else
                place->split()->setOther(otherOf(kSplitOwn));
        }
    emit splitChanged();
}

void RoomPages::setMeasured(const QHash<int, std::vector<Measured>>& measured) {
    m_measured = measured;
}

void RoomPages::setScenario(const Scenario& scenario) {
    const auto filled = [this] {
        std::vector<bool> all;
        for (const Page& page : m_pages) all.push_back(isFilled(page));
        return all;
    };
    const std::vector<bool> before = filled();
    m_scenario = scenario;
    if (filled() != before) showTabs();
}

void RoomPages::showRoom(items::Room room) {
    if (room == m_room) return;
    m_room = room;
    m_forced.clear();
    m_forcedView.clear();
    showTabs();
    emit roomChanged();
}

QStringList RoomPages::pageTitles() const {
    QStringList titles;
    for (int i = 0; i < m_tabs->count(); ++i) titles << m_tabs->tabText(i);
    return titles;
}

int RoomPages::currentPage() const {
    return m_tabs->currentIndex();
}

void RoomPages::showPage(int index) {
    if (index >= 0 && index < m_tabs->count()) m_tabs->setCurrentIndex(index);
}

ReportView* RoomPages::view(const QString& key) {
    const Side side = shownSide(m_report ? m_report->scenario : m_scenario);
    for (ViewSlot* place : m_slots) {
        if (!place->isOf(key, side)) continue;
        if (!place->view()) make(*place);
        return place->view();
    }
    return nullptr;
}

QList<ReportView*> RoomPages::madeViews() const {
    QList<ReportView*> made;
    for (const ViewSlot* place : m_slots)
        if (place->view()) made << place->view();
    return made;
}

void RoomPages::withEachView(QObject* context, const std::function<void(ReportView&)>& act) {
    for (ReportView* view : madeViews()) act(*view);
    connect(this, &RoomPages::viewMade, context, [act](ReportView* view) { act(*view); });
}

ViewSlot* RoomPages::currentSlot() const {
    return dynamic_cast<ViewSlot*>(m_stack->currentWidget());
}

ReportView* RoomPages::currentView() const {
    const ViewSlot* place = currentSlot();
    return place ? place->view() : nullptr;
}

QString RoomPages::currentKey() const {
    const Page* page = current();
    return page ? onTop(*page) : QString();
}

void RoomPages::showKey(const QString& key) {
    // In the room that is open, else in one of the side that is shown, else where it stands first; nowhere
    // that the scenario cannot fill where there is another. The report may still be of the scenario before.
    const auto rank = [this](const Page& page) {
        const auto side = items::roomRow(page.room).side;
        return (isFilled(page) ? 0 : 3) + (page.room == m_room ? 0 : side == shownSide(m_scenario) ? 1 : 2);
    };
    Page* found = nullptr;
    for (Page& page : m_pages)
        if (page.views.contains(key) && (!found || rank(page) < rank(*found))) found = &page;
    if (!found) return;
    found->shown = m_forcedView = key;
    const bool another = found->room != m_room;
    m_room = found->room;
    m_open[int(m_room)] = found->key;
    m_forced = isFilled(*found) ? QString() : found->key;
    showTabs();
    if (another) emit roomChanged();
}

} // namespace moe::ui
