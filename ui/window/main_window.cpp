// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "models/engine/scenario/fields.h"
#include "models/items/escape.h"
#include "models/items/warning_text.h"
#include "models/items/words.h"
#include "ui/accessible.h"
#include "ui/data/data_view.h"
#include "ui/explain/explain_view.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/results/results_panel.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/split/split_view.h"
#include "ui/window/hidden_windows.h"
#include "ui/window/message_bar.h"
#include "ui/window/room_pages.h"
#include "ui/window/status_line.h"

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace moe::ui {

constexpr QSize kUsual(1440, 900);

/// A wide window gives knobs and cards more room.
class DockFit : public QObject {
public:
    DockFit(QMainWindow* window, QList<QDockWidget*> docks) : QObject(window), m_docks(std::move(docks)) {
        window->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        constexpr int kWide = 1440;
        auto* window = static_cast<QMainWindow*>(watched);
        if (event->type() == QEvent::Resize && (window->width() >= kWide) != m_wide) {
            m_wide = !m_wide;
            window->resizeDocks(m_docks, m_wide ? QList<int>{304, 320} : QList<int>{248, 264},
                                Qt::Horizontal);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QList<QDockWidget*> m_docks;
    bool m_wide = true; ///< as the window begins
};

MainWindow::MainWindow(QUndoStack* history, QWidget* parent) : QMainWindow(parent) {
    setObjectName(QStringLiteral("window"));
    installAccessible();
    setAcceptDrops(true);
    setDockNestingEnabled(false);
    m_status = new StatusLine(this);
    setStatusBar(m_status);
    connect(m_status, &StatusLine::cancelRequested, this, asking(Request::Cancel));
    buildCentre();
    buildDocks();
    buildSentence();
    buildLessons();
    buildPins();
    buildActions(history);
    showRoom();
    m_defaultState = saveState(1);
    resize(kUsual);
}

void MainWindow::fitInto(const QSize& room) {
    constexpr QSize kFrame(8, 40); // what window managers draw around, about
    const QSize wanted = kUsual + kFrame;
    if (wanted.width() <= room.width() && wanted.height() <= room.height()) return;
    resize(kUsual.boundedTo(room - kFrame)); // when it is no longer maximised
    setWindowState(windowState() | Qt::WindowMaximized);
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    m_band = new QLabel(centre);
    m_band->setTextFormat(Qt::PlainText); // it quotes what stands in files
    m_band->setWordWrap(true);
    m_band->setMargin(6);
    m_band->setObjectName(QStringLiteral("band"));
    m_band->setAutoFillBackground(true);
    m_band->hide();
    m_pages = new RoomPages(centre);
    m_pages->withEachView(this, [this](ReportView& view) {
        connect(&view, &ReportView::edited, this,
                [this](const Edits& edits, const QString& what) { applyEdits(edits, what, -1); });
        connect(&view, &ReportView::editedAlong, this, &MainWindow::applyEdits);
        connect(&view, &ReportView::readOut, m_status, &StatusLine::setReadOut);
        connect(&view, &ReportView::explain, this, &MainWindow::explain);
    });
    buildPages();
    connect(m_pages, &RoomPages::roomChanged, this, &MainWindow::showRoom);
    connect(m_pages, &RoomPages::sectionWanted, this, [this](Section section) { m_form->addPart(section); });
    connect(m_pages, &RoomPages::edited, this,
            [this](const Edits& edits, const QString& what) { applyEdits(edits, what, -1); });
    connect(m_pages, &RoomPages::shownViewChanged, this, [this] { m_status->setReadOut({}); });

    m_messages = new MessageBar(centre);
    column->addWidget(m_band);
    column->addWidget(m_pages, 1);
    column->addWidget(m_messages);
    setCentralWidget(centre);
}

void MainWindow::buildDocks() {
    const auto dock = [this](const QString& title, const QString& name, QWidget* content,
                             Qt::DockWidgetArea area) {
        auto* widget = new QDockWidget(title, this);
        widget->setObjectName(name);
        widget->setWidget(content);
        // Not floatable: a floated dock cannot be put back on Wayland with Qt 6.4.
        widget->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
        addDockWidget(area, widget);
        return widget;
    };
    m_form = new ScenarioForm(this, ScenarioForm::Rows::Later);
    m_results = new ResultsPanel(this);
    QDockWidget* left = dock(tr("Scenario"), QStringLiteral("scenarioDock"), m_form, Qt::LeftDockWidgetArea);
    m_right = new QStackedWidget(this);
    m_right->addWidget(m_results);
    QDockWidget* right = dock(tr("Results"), QStringLiteral("resultsDock"), m_right, Qt::RightDockWidgetArea);
    // What they hold says so itself; View closes them.
    for (QDockWidget* one : {left, right}) one->setTitleBarWidget(new QWidget(one));
    resizeDocks({left, right}, {304, 320}, Qt::Horizontal);
    new DockFit(this, {left, right});
    new HiddenWindows(this);
    connect(m_form, &ScenarioForm::edited, this, &MainWindow::edited);
    connect(m_results, &ResultsPanel::cardActivated, this, &MainWindow::showTab);
    connect(m_results, &ResultsPanel::explainActivated, this, &MainWindow::explain);
    connect(m_results, &ResultsPanel::whyActivated, this, [this](const QString& id) {
        const QString reason = items::warningReason(id.toStdString());
        if (!reason.isEmpty()) showMessages(reason, {});
    });
}

void MainWindow::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    m_form->setCatalog(catalog);
    if (m_data) m_data->setCatalog(catalog);
    if (m_explain) m_explain->setCatalog(catalog);
    m_pages->setCatalog(catalog);
    m_sentence->setCatalog(catalog);
    fillPresetMenu();
    m_clusterMenu->clear();
    for (const ClusterPreset& cluster : catalog->clusters) {
        m_clusterMenu->addAction(
            items::tableText(cluster.label), this,
            [this, key = QString::fromStdString(cluster.key)] { emit clusterChosen(key); });
    }
}

void MainWindow::setScenario(const Scenario& scenario, const Scenario& base) {
    m_scenario = scenario;
    m_form->setScenario(scenario, base);
    m_lessons->setScenario(scenario);
    m_pages->setScenario(scenario);
    namePages();
    m_sentence->setScenario(scenario, base);
    m_sentence->setLocked(m_form->lockedKeys());
}

void MainWindow::setProblems(const Problems& problems) {
    m_problems = problems;
    m_form->setProblems(problems);
    m_sentence->setProblems(problems);
    m_results->setStale(!problems.empty());
    m_status->setStale(!problems.empty());
    updateBand();
}

void MainWindow::setDerived(const std::vector<FieldValue>& derived) {
    m_form->setDerived(derived);
}

void MainWindow::updateBand() {
    m_band->setVisible(!m_problems.empty());
    if (m_problems.empty()) return;
    // What was opened and breaks a rule has no numbers: those on screen are of another scenario.
    const bool another = m_report && m_report->scenario.name != m_scenario.name;
    QString text =
        another ? tr("⚠ The numbers are of %1, not of %2, which breaks a rule: ")
                      .arg(items::shownName(m_report->scenario.name), items::shownName(m_scenario.name))
        : m_problems.size() == 1
            ? tr("⚠ The pictures show the last valid scenario: ")
            : tr("⚠ The pictures show the last valid scenario; %1 rules are broken: ").arg(m_problems.size());
    const Problem& first = m_problems.front();
    const Field* field = findField(first.key);
    text += (field ? items::tableText(field->label) : QString::fromStdString(first.key)) + QLatin1Char(' ') +
            items::sentenceText(first.rule) + QLatin1Char('.');
    m_band->setText(text);
    QPalette colours = palette();
    const Theme theme = themeOf(colours);
    colours.setColor(QPalette::Window, theme.dark ? QColor(0x5a, 0x3a, 0x10) : QColor(0xff, 0xe8, 0xc2));
    m_band->setPalette(colours);
}

void MainWindow::setReport(const ReportPtr& report, double milliseconds) {
    m_report = report;
    m_pages->setReport(report);
    if (m_explain) m_explain->setReport(report);
    m_lessons->setReport(report);
    showChanges();
    m_status->setDone(milliseconds, report->loss ? items::sentenceText(report->loss->fitOrigin) : QString());
    emit pictureShown();
}

void MainWindow::setBase(const ReportPtr& base) {
    m_base = base;
    m_pages->setBase(base);
    fillSplit();
    showChanges();
}

void MainWindow::setOwn(const OwnShown& own) {
    m_results->setOwn(own.marks);
    m_pages->setOwn(own);
}

void MainWindow::showChanges() {
    const bool changed = m_report && m_base && !(m_report->scenario == m_base->scenario);
    m_results->setBase(changed ? m_base : nullptr, tr("base"));
    m_results->setReport(m_report);
    showPins();
}

void MainWindow::setBusy(bool busy) {
    m_status->setBusy(busy);
}
void MainWindow::setLoading(int done, int total, const QString& name) {
    m_status->setLoading(done, total, name);
}
void MainWindow::setProgress(int done, int total, const QString& what) {
    m_status->setProgress(done, total, what);
}
void MainWindow::setDocument(const QString& name, bool modified) {
    setWindowTitle(items::Words::tr("%1[*] – MoE Explorer").arg(name));
    setWindowModified(modified);
}

void MainWindow::setThemeChoice(ThemeChoice choice) {
    m_themeActions[static_cast<int>(choice)]->setChecked(true);
}

void MainWindow::showTab(const QString& key) {
    if (key == QLatin1String("explain")) return explain({});
    m_pages->showKey(key);
}
ReportView* MainWindow::currentView() const {
    return m_pages->currentView();
}
ReportView* MainWindow::currentPicture() const {
    SplitView* split = m_pages->currentSplit();
    return split ? split : currentView();
}
QString MainWindow::currentViewKey() const {
    return m_pages->currentKey();
}

void MainWindow::applyEdits(const Edits& edits, const QString& what, int gesture) {
    Scenario next = m_scenario;
    Problems problems;
    for (const auto& [key, value] : edits) append(problems, setField(next, key, value));
    if (!problems.empty()) {
        showOpening(tr("%1 was not done; the window keeps what it had.").arg(what), problems);
        return;
    }
    emit edited(next, what, gesture, false);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) paths << url.toLocalFile();
    }
    if (!paths.isEmpty()) emit filesDropped(paths);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_present->setChecked(false); // what is remembered is the window
    emit closing();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_band) updateBand();
}

} // namespace moe::ui
