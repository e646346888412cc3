// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "models/items/compare_table_model.h"
#include "models/items/compare_text.h"
#include "models/items/words.h"
#include "ui/compare/calibration_panel.h"
#include "ui/compare/column_bar.h"
#include "ui/compare/compare_delegate.h"
#include "ui/compare/compare_rows.h"
#include "ui/compare/frozen_table.h"
#include "ui/plots/kit/view_pages.h"

#include <QActionGroup>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QStackedLayout>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace moe::ui {

using Model = items::CompareTableModel;

class CompareView::Private {
public:
    explicit Private(CompareView& compareView) : view(compareView), model(new Model(&compareView)) {
        auto* column = new QVBoxLayout(&view);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(newTools());
        chips = new ColumnBar;
        column->addWidget(chips);
        panel = new CalibrationPanel;
        column->addWidget(panel);
        pages = new QStackedLayout;
        table = newTable();
        bars = new RatioPlot;
        curves = new CurvePlot;
        bars->setAccessibleName(tr("Results as ratios to the first column"));
        curves->setAccessibleName(tr("Training loss of the logs"));
        notes = new QTextBrowser;
        notes->setFrameShape(QFrame::NoFrame);
        notes->document()->setDocumentMargin(14);
        notes->setAccessibleName(tr("Notes"));
        sentence = newSentence();
        for (QWidget* one : std::initializer_list<QWidget*>{table, bars, curves, notes, sentence})
            pages->addWidget(one);
        column->addLayout(pages, 1);
        QObject::connect(chips, &ColumnBar::removeRequested, &view,
                         [this](int chip) { emit view.removeRequested(pinOf[std::size_t(chip)]); });
        QObject::connect(chips, &ColumnBar::calibrateRequested, &view,
                         [this](int chip) { emit view.calibrateRequested(pinOf[std::size_t(chip)]); });
        QObject::connect(panel, &CalibrationPanel::saveRequested, &view, &CompareView::savePresetRequested);
        QObject::connect(panel, &CalibrationPanel::useRequested, &view, [this](const QString& key) {
            emit view.edited({{"gpu.preset", key.toStdString()}}, tr("use the calibrated GPU"));
        });
    }

    FrozenTable* newTable() {
        auto* made = new FrozenTable;
        made->setFrameShape(QFrame::NoFrame);
        made->setCellDelegate(new CompareDelegate(made));
        made->setModel(model);
        made->setAccessibleName(tr("Comparison"));
        made->setContextMenuPolicy(Qt::ActionsContextMenu);
        made->frozen()->setContextMenuPolicy(Qt::ActionsContextMenu);
        for (QTableView* one : {static_cast<QTableView*>(made), made->frozen()})
            one->addActions({copyCsv, copyMarkdown});
        QObject::connect(made, &FrozenTable::copyRequested, &view, [this] { copy(Model::Format::Csv); });
        return made;
    }

    QToolBar* newTools() {
        auto* tools = new QToolBar;
        QAction* add = tools->addAction(tr("Add scenario or log…"), &view, &CompareView::addRequested);
        add->setToolTip(
            tr("Puts a scenario file, an exported figure or a Megatron-LM training log beside this "
               "scenario; dropping the file here does the same"));
        tools->addSeparator();
        auto* group = new QActionGroup(tools);
        const QString titles[] = {tr("Table"), tr("Bars"), tr("Loss curves"), tr("Notes")};
        constexpr const char* kPageKeys[] = {"table", "bars", "loss-curves", "notes"};
        for (int i = 0; i < 4; ++i) {
            QAction* action = tools->addAction(titles[i]);
            action->setObjectName(QLatin1String(kPageKeys[i]));
            action->setCheckable(true);
            action->setChecked(i == 0);
            group->addAction(action);
            pageActions << action;
            QObject::connect(action, &QAction::triggered, &view, [this] { draw(); });
        }
        tools->addSeparator();
        auto* button = new QToolButton;
        button->setText(tr("Copy"));
        button->setPopupMode(QToolButton::InstantPopup);
        auto* menu = new QMenu(button);
        copyCsv = menu->addAction(tr("As CSV, exact, base units (Ctrl+C)"), &view,
                                  [this] { copy(Model::Format::Csv); });
        copyMarkdown =
            menu->addAction(tr("As Markdown, as shown"), &view, [this] { copy(Model::Format::Markdown); });
        button->setMenu(menu);
        button->setToolTip(tr("Copies the selected rows, or all of them"));
        tools->addWidget(button);
        return tools;
    }

    void copy(Model::Format format) {
        std::vector<int> rows;
        for (const QModelIndex& index : table->selectionModel()->selectedRows()) rows.push_back(index.row());
        std::sort(rows.begin(), rows.end());
        QGuiApplication::clipboard()->setText(model->text(rows, format));
    }

    bool hasBase() const { return base && report && !(base->scenario == report->scenario); }

    void refresh() {
        rebuild();
        for (QWidget* picture : {static_cast<QWidget*>(bars), static_cast<QWidget*>(curves)})
            picture->setAccessibleDescription(view.summary());
    }

    QString baseName() const {
        const std::string& name = base->scenario.name;
        return name.empty() ? tr("Base") : tr("Base: %1").arg(QString::fromStdString(name));
    }
    static QString reportName() { return tr("This scenario"); }

    /// As a file names them: alike in every language.
    std::vector<ComparedColumn> columnsInEnglish() const {
        const items::InEnglish english;
        std::vector<ComparedColumn> columns = model->columns();
        for (ComparedColumn& column : columns) {
            if (column.mark == ComparedColumn::kBase) column.name = baseName().toStdString();
            if (column.mark == ComparedColumn::kCurrent) column.name = reportName().toStdString();
        }
        return columns;
    }

    void rebuild() {
        if (!report) return draw();
        std::vector<ComparedColumn> columns;
        pinOf.clear();
        const auto isBase = [this](const ColumnPtr& pin) {
            return pin && pin->measured.empty() && hasBase() && pin->report.scenario == base->scenario;
        };
        const auto pinned = std::find_if(extras.begin(), extras.end(), isBase);
        if (pinned != extras.end()) { // once: as the pin it is, in the base's place
            columns.push_back(**pinned);
            columns.back().name =
                tr("Base: %1").arg(QString::fromStdString(columns.back().name)).toStdString();
            pinOf.push_back(int(pinned - extras.begin()));
        } else if (hasBase()) {
            columns.push_back({baseName().toStdString(), *base, {}, {}});
            columns.back().mark = ComparedColumn::kBase;
            pinOf.push_back(-1);
        }
        columns.push_back({reportName().toStdString(), *report, {}, {}});
        columns.back().mark = ComparedColumn::kCurrent;
        pinOf.push_back(-1);
        for (std::size_t i = 0; i < extras.size(); ++i) {
            if (!extras[i] || extras.begin() + std::ptrdiff_t(i) == pinned) continue; // lacking, or the base
            columns.push_back(*extras[i]);
            pinOf.push_back(int(i));
        }
        const Theme theme = themeOf(view.palette());
        std::vector<ColumnChip> made;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const bool extra = pinOf[i] >= 0;
            const bool timed =
                std::any_of(columns[i].measured.begin(), columns[i].measured.end(), [](const Measured& one) {
                    return qstrcmp(one.quantity->key, "step_seconds") == 0;
                });
            made.push_back({items::columnLetter(columns, i),
                            QString::fromStdString(columns[i].name),
                            {},
                            columnColour(columns[i], theme),
                            extra,
                            extra && timed});
        }
        chips->setChips(made);
        model->setColumns(std::move(columns));
        draw();
    }

    Page page() const {
        for (int i = 0; i < pageActions.size(); ++i)
            if (pageActions[i]->isChecked()) return Page(i);
        return Page::Table;
    }

    bool hasCurves() const {
        return std::any_of(model->columns().begin(), model->columns().end(),
                           [](const ComparedColumn& column) { return !column.curve.iteration.empty(); });
    }

    /// Why the chosen page has nothing to show; empty when it has.
    QString reason() const {
        if (!report) return tr("Nothing has been computed yet.");
        if (page() == Page::Bars && model->columns().size() < 2)
            return tr("There is one scenario only. Change a value, add a scenario or a training log, and its "
                      "results stand here as ratios to this one's.");
        if (page() == Page::Curves && !hasCurves())
            return tr("No training log is loaded. Add one, and the losses it printed stand here beside the "
                      "predicted ones.");
        return {};
    }

    /// Only what is on screen.
    void draw() {
        const QString empty = reason();
        sentence->setText(empty);
        if (!empty.isEmpty()) return pages->setCurrentWidget(sentence);
        const Theme theme = themeOf(view.palette());
        switch (page()) {
        case Page::Table: pages->setCurrentWidget(table); break;
        case Page::Bars:
            bars->setPicture(ratioPicture(model->columns(), model->comparison(), theme));
            pages->setCurrentWidget(bars);
            break;
        case Page::Curves:
            curves->setLines(curveLines(model->columns(), theme));
            pages->setCurrentWidget(curves);
            break;
        case Page::Notes:
            notes->setMarkdown(items::compareNotes(model->columns(), model->comparison()));
            pages->setCurrentWidget(notes);
            break;
        }
    }

    CompareView& view;
    Model* model;
    ReportPtr report, base;
    std::vector<ColumnPtr> extras;
    std::vector<int> pinOf; ///< of each compared column; −1: not of setColumns()
    ColumnBar* chips = nullptr;
    CalibrationPanel* panel = nullptr;
    QStackedLayout* pages = nullptr;
    FrozenTable* table = nullptr;
    RatioPlot* bars = nullptr;
    CurvePlot* curves = nullptr;
    QTextBrowser* notes = nullptr;
    QLabel* sentence = nullptr;
    QList<QAction*> pageActions;
    QAction *copyCsv = nullptr, *copyMarkdown = nullptr;
};

CompareView::CompareView(QWidget* parent) : ReportView(parent), d(std::make_unique<Private>(*this)) {
    setAcceptDrops(true);
    d->draw();
}
CompareView::~CompareView() = default;

void CompareView::setReport(const ReportPtr& report) {
    d->report = report;
    d->refresh();
}
void CompareView::setBase(const ReportPtr& base) {
    d->base = base;
    d->refresh();
}
void CompareView::setColumns(const std::vector<ColumnPtr>& columns) {
    if (columns.size() < d->extras.size()) d->panel->hide(); // its log may be gone
    d->extras = columns;
    d->refresh();
}

void CompareView::showCalibration(int index, const Calibration& calibration) {
    if (index < 0 || index >= int(d->extras.size()) || !d->extras[std::size_t(index)]) return;
    const ComparedColumn& column = *d->extras[std::size_t(index)];
    Seconds measured;
    for (const Measured& one : column.measured)
        if (qstrcmp(one.quantity->key, "step_seconds") == 0) measured = Seconds{one.value};
    d->panel->show(QString::fromStdString(column.name), calibration, measured);
}
void CompareView::presetSaved(const QString& where) {
    d->panel->setSaved(where);
}

void CompareView::showPage(Page page) {
    d->pageActions[int(page)]->setChecked(true);
    d->draw();
}
const items::CompareTableModel& CompareView::model() const {
    return *d->model;
}

void CompareView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    const Theme theme = style.dark ? darkTheme() : lightTheme();
    const Page page = d->page();
    if (page == Page::Curves && d->report && d->hasCurves()) {
        CurvePlot plot;
        plot.setLines(curveLines(d->model->columns(), theme));
        return plot.draw(device, scale, style);
    }
    RatioPlot plot;
    plot.setPicture(d->report ? ratioPicture(d->model->columns(), d->model->comparison(), theme)
                              : RatioPicture{});
    plot.draw(device, scale, style);
}

QString CompareView::csv() const {
    if (!d->report) return {};
    if (d->page() == Page::Curves && d->hasCurves()) return curveCsv(d->columnsInEnglish());
    return items::compareCsv(d->columnsInEnglish(), d->model->comparison());
}

QString CompareView::summary() const {
    if (!d->report) return d->reason();
    const Comparison& comparison = d->model->comparison();
    const std::size_t columns = d->model->columns().size();
    if (columns < 2) return tr("One scenario only: nothing to compare it with.");
    return tr("%1 columns compared with %2: %3 inputs differ, %4 values were measured.")
        .arg(columns - 1)
        .arg(QString::fromStdString(d->model->columns().front().name))
        .arg(comparison.inputs.size())
        .arg(comparison.measured.size());
}

void CompareView::changeEvent(QEvent* event) {
    if (d && event->type() == QEvent::PaletteChange) d->refresh();
    ReportView::changeEvent(event);
}

void CompareView::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void CompareView::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    if (!paths.isEmpty()) emit filesDropped(paths);
}

} // namespace moe::ui
