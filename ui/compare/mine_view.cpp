// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/mine_view.h"

#include "models/engine/files/scenario_file.h"
#include "models/items/aligned.h"
#include "models/items/compare_table_model.h"
#include "models/items/fit_text.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/compare/scatter_plot.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/painted_view.h"
#include "ui/plots/kit/sheet.h"
#include "ui/plots/kit/view_pages.h"

#include <QAction>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolBar>
#include <QToolTip>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr std::size_t kMostPanels = 4;
constexpr int kKindRole = Qt::UserRole, kPathRole = Qt::UserRole + 1;
const QChar kBetween(QLatin1Char('\n'));
/// Between pins, and between a pin's name and its scenario.
const QChar kPinEnd(0x1e), kNameEnd(0x1f);

/// All rows of all parts, as points are numbered.
std::vector<const FitRow*> rowsOf(const MinePicture& picture) {
    std::vector<const FitRow*> rows;
    if (picture.fit)
        for (const FitPart& part : picture.fit->parts)
            for (const FitRow& row : part.rows) rows.push_back(&row);
    return rows;
}

/// Milliseconds for what takes less than a second.
std::pair<double, QString> shownUnit(const std::string& figure, const std::vector<const FitRow*>& rows) {
    const QString unit = QLatin1String(fitUnit(figure));
    if (unit != QLatin1String("s")) return {1, unit};
    double most = 0;
    for (const FitRow* row : rows)
        if (row->figure == figure) most = std::max(most, row->measured);
    return most < 1 ? std::pair{1e-3, QStringLiteral("ms")} : std::pair{1., unit};
}

/// Figures that say most first: benchmarks have five.
std::vector<std::string> figuresOf(const std::vector<const FitRow*>& rows) {
    std::vector<std::string> figures;
    for (const char* first : {"tpot_mean", "ttft_mean", "step_seconds", "loss"})
        if (std::any_of(rows.begin(), rows.end(), [&](const FitRow* row) { return row->figure == first; }))
            figures.emplace_back(first);
    for (const FitRow* row : rows)
        if (row->figure != "kv_tokens" &&
            std::find(figures.begin(), figures.end(), row->figure) == figures.end())
            figures.push_back(row->figure);
    if (figures.empty() && !rows.empty()) figures.push_back(rows.front()->figure);
    if (figures.size() > kMostPanels) figures.resize(kMostPanels);
    return figures;
}

ScatterPicture scatterOf(const MinePicture& picture) {
    ScatterPicture made;
    made.families = {{MineView::tr("mine, predicted as it is"), QColor(0xCC, 0x79, 0xA7), Shape::Circle},
                     {MineView::tr("after the fit"), QColor(0x00, 0x72, 0xB2), Shape::Diamond},
                     {MineView::tr("left out of the fit"), QColor(0xE6, 0x9F, 0x00), Shape::Triangle}};
    const std::vector<const FitRow*> rows = rowsOf(picture);
    for (const std::string& figure : figuresOf(rows)) {
        const auto [scale, unit] = shownUnit(figure, rows);
        ScatterPanel panel{
            QStringLiteral("%1 (%2)").arg(items::fitFigureText(figure), unit),
            [](double value) { return items::number(value, value < 1000 ? 'g' : 'f', value < 1000 ? 3 : 0); },
            {}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const FitRow& row = *rows[i];
            if (row.figure != figure) continue;
            const auto add = [&, &panel = panel, scale = scale](double predicted, int family) {
                if (predicted > 0)
                    panel.points.push_back({i, row.measured / scale, predicted / scale, family});
            };
            add(row.before, 0);
            add(row.after, 1);
            if (row.leftOut) add(*row.leftOut, 2);
        }
        made.panels.push_back(std::move(panel));
    }
    return made;
}

QString percentText(double share) {
    return items::number(100 * share, 'f', 1);
}

QString summaryOf(const MinePicture& picture) {
    if (!picture.fit) return items::problemText(picture.problems);
    QStringList parts;
    for (const FitPart& part : picture.fit->parts)
        for (const FitError& error : part.errors()) {
            if (parts.size() == 3) break;
            const QString name = items::fitFigureText(error.figure);
            parts << (error.leftOut ? MineView::tr("%1: %2 % off, %3 % after a fit, %4 % left out")
                                          .arg(name, percentText(error.before), percentText(error.after),
                                               percentText(*error.leftOut))
                                    : MineView::tr("%1: %2 % off, %3 % after a fit")
                                          .arg(name, percentText(error.before), percentText(error.after)));
        }
    return parts.join(QStringLiteral(" · "));
}

QString rowText(const FitRow& row) {
    const QString unit = QLatin1String(fitUnit(row.figure));
    QString text = MineView::tr("%1 · %2: measured %3, predicted %4, after the fit %5")
                       .arg(QFileInfo(QString::fromStdString(row.source)).fileName(),
                            items::fitFigureText(row.figure), items::humanValue(row.measured, unit),
                            items::humanValue(row.before, unit), items::humanValue(row.after, unit));
    if (row.leftOut) text += MineView::tr(", left out %1").arg(items::humanValue(*row.leftOut, unit));
    return text;
}

Sheet errorSheet(const MinePicture& picture) {
    Sheet sheet;
    for (const QString& name : items::fitErrorHeader()) sheet.header << name;
    if (!picture.fit) return sheet;
    for (const QStringList& row : items::fitErrorRows(picture.fit->parts)) {
        Sheet::Row cells;
        for (const QString& cell : row) cells.cells << QVariant(cell);
        sheet.rows.push_back(cells);
    }
    return sheet;
}

/// What stands under the button: what to read the fit with.
QStringList remarksOf(const MinePicture& picture) {
    QStringList remarks;
    if (!picture.nearest.isEmpty()) remarks << picture.nearest;
    if (picture.fit)
        for (const FitPart& part : picture.fit->parts) {
            for (const FitConstant& one : part.constants)
                if (one.onBound)
                    remarks << MineView::tr("%1 is on the bound of what is physical: the files may be of "
                                            "another machine.")
                                   .arg(QString::fromStdString(one.key));
            for (const Message& remark : part.remarks) remarks << items::sentenceText(remark);
        }
    for (const Problem& problem : picture.problems) remarks << items::problemText(problem);
    return remarks;
}

} // namespace

class MineView::Private {
public:
    explicit Private(MineView& mine) : view(mine) {
        auto* tools = new QToolBar;
        QObject::connect(tools->addAction(tr("Open files…")), &QAction::triggered, &view,
                         &MineView::openRequested);
        forget = tools->addAction(tr("Without files"));
        forget->setToolTip(tr("Empties the list; the files stay where they are"));
        QObject::connect(forget, &QAction::triggered, &view, [this] { setFiles({}); });
        headline = new QLabel;
        headline->setContentsMargins(10, 0, 4, 0);
        headline->setWordWrap(true);
        headline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

        list = new QTreeWidget;
        list->setHeaderHidden(true);
        list->setAccessibleName(tr("What the files can tell"));
        list->setWordWrap(true);
        QObject::connect(list, &QTreeWidget::itemChanged, &view, [this](QTreeWidgetItem* item) {
            const QString kind = item->data(0, kKindRole).toString();
            if (filling || kind.isEmpty()) return;
            without.removeAll(kind);
            if (item->checkState(0) == Qt::Unchecked) without << kind;
            // An answer fills the list anew: not while an item of it tells of its change.
            QMetaObject::invokeMethod(
                &view, [this] { ask(); }, Qt::QueuedConnection);
        });
        plot = new ScatterPlot;
        plot->focusProxy()->setAccessibleName(tr("Predicted against measured"));
        QObject::connect(
            plot, &ScatterPlot::hovered, &view, [this](std::optional<std::size_t> row, QPoint at) {
                const auto rows = picture ? rowsOf(*picture) : std::vector<const FitRow*>();
                const QString text = row && *row < rows.size() ? rowText(*rows[*row]) : QString();
                if (text.isEmpty())
                    QToolTip::hideText();
                else
                    QToolTip::showText(at, text.toHtmlEscaped(), plot);
                emit view.readOut(text);
            });
        errors = newSheetTable(tr("Errors of my measurements"));
        fit = new QPushButton(tr("Fit"));
        fit->setToolTip(tr("Every answer is then about this machine, and says so; one step of undo"));
        save = new QPushButton(tr("Save as mine.yaml…"));
        QObject::connect(fit, &QPushButton::clicked, &view, &MineView::fitRequested);
        QObject::connect(save, &QPushButton::clicked, &view, &MineView::saveRequested);
        remarks = new QLabel;
        remarks->setWordWrap(true);
        remarks->setTextFormat(Qt::PlainText);
        auto* side = new QWidget;
        auto* column = new QVBoxLayout(side);
        column->addWidget(errors, 1);
        column->addWidget(fit);
        column->addWidget(save);
        column->addWidget(remarks);
        auto* splitter = new QSplitter;
        for (QWidget* part : {static_cast<QWidget*>(list), static_cast<QWidget*>(plot), side})
            splitter->addWidget(part);
        splitter->setStretchFactor(1, 1);
        splitter->setSizes({180, 620, 300});
        splitter->setChildrenCollapsible(false);
        whole = splitter;
        sentence = newSentence();
        pages = new QStackedLayout;
        pages->addWidget(sentence);
        pages->addWidget(whole);
        newColumn(view, {tools, headline}, pages);
        redraw();
    }

    void setFiles(const QStringList& paths) {
        files = paths;
        without.clear();
        picture.reset();
        ask();
    }

    void ask() {
        view.ask();
        redraw();
    }

    QString reason() const {
        if (files.isEmpty())
            return tr(
                "Drop results of benchmarks, start-up logs of a server, output of nccl-tests, tables of "
                "operators, training logs or runs of a recipe here, or open them: each says what it "
                "can tell, and one fit makes the answers those of your machine.");
        if (picture) return {};
        return view.answer().why.isEmpty() ? tr("Reading and fitting…") : view.answer().why;
    }

    void fillList() {
        filling = true;
        list->clear();
        std::vector<FitKind> kinds;
        for (const MinePicture::File& file : picture->files)
            if (std::find(kinds.begin(), kinds.end(), file.kind) == kinds.end()) kinds.push_back(file.kind);
        for (const FitKind kind : kinds) {
            const QString key = QString::fromLatin1(fitTitle(kind));
            QString told;
            if (picture->fit)
                for (const FitPart& part : picture->fit->parts)
                    if (part.kind == kind) told = items::sentenceText(part.told);
            auto* item = new QTreeWidgetItem(list, {items::fitTitleText(kind)});
            item->setData(0, kKindRole, key);
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(0, without.contains(key) ? Qt::Unchecked : Qt::Checked);
            item->setToolTip(0, told);
            if (!told.isEmpty()) new QTreeWidgetItem(item, {told});
            for (const MinePicture::File& file : picture->files)
                if (file.kind == kind) {
                    auto* child = new QTreeWidgetItem(item, {QFileInfo(file.path).fileName()});
                    child->setToolTip(0, file.what + QStringLiteral("\n") + file.path);
                    child->setData(0, kPathRole, file.path);
                }
            item->setExpanded(true);
        }
        filling = false;
    }

    void redraw() {
        forget->setEnabled(!files.isEmpty());
        const QString why = reason();
        headline->setVisible(why.isEmpty());
        plot->focusProxy()->setAccessibleDescription(why.isEmpty() ? summaryOf(*picture) : why);
        if (!why.isEmpty()) {
            sentence->setText(why);
            return pages->setCurrentWidget(sentence);
        }
        headline->setText(summaryOf(*picture));
        fillList();
        plot->setPicture(scatterOf(*picture));
        fillTable(*errors, errorSheet(*picture));
        // No column is hidden: what lacks room is the first one's end.
        auto* header = errors->horizontalHeader();
        header->setStretchLastSection(false); // or its width would be what the last fill had left
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        int wide = 2 * errors->frameWidth();
        for (int column = 1; column < header->count(); ++column) wide += header->sectionSize(column);
        header->setSectionResizeMode(0, QHeaderView::Stretch);
        errors->setMinimumWidth(wide +
                                errors->fontMetrics().horizontalAdvance(QStringLiteral("TTFT, mean xx")));
        fit->setEnabled(picture->fit.has_value());
        save->setEnabled(picture->fit.has_value());
        remarks->setText(remarksOf(*picture).join(QStringLiteral("\n")));
        pages->setCurrentWidget(whole);
    }

    MineView& view;
    ReportPtr report;
    CatalogPtr catalog;
    QStringList files, without;
    QString pins; ///< as besidePins() takes them
    std::shared_ptr<const MinePicture> picture;
    bool filling = false;
    QAction* forget = nullptr;
    QLabel *headline = nullptr, *remarks = nullptr, *sentence = nullptr;
    QTreeWidget* list = nullptr;
    ScatterPlot* plot = nullptr;
    QTableView* errors = nullptr;
    QPushButton *fit = nullptr, *save = nullptr;
    QWidget* whole = nullptr;
    QStackedLayout* pages = nullptr;
};

MineView::MineView(QWidget* parent)
    : ReportView(parent), AskingView(static_cast<ReportView&>(*this)), d(std::make_unique<Private>(*this)) {}
MineView::~MineView() = default;

void MineView::setReport(const ReportPtr& report) {
    d->report = report;
    d->ask();
}

void MineView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog; // a report of it follows
}

Question MineView::question() const {
    if (!d->report || !d->catalog) return {};
    return {QStringLiteral("mine"),
            {d->files.join(kBetween), d->without.join(kBetween), d->pins},
            d->report,
            d->catalog};
}

void MineView::choose(const QStringList& arguments) {
    if (arguments.value(0).isEmpty()) return;
    d->setFiles(arguments[0].split(kBetween, Qt::SkipEmptyParts));
    d->without = arguments.value(1).split(kBetween, Qt::SkipEmptyParts);
}

void MineView::setPins(const std::vector<PinMark>& pins) {
    QStringList texts;
    for (const PinMark& pin : pins)
        if (pin.report && !pin.log && pin.report->serve)
            texts << QStringLiteral("%1 · %2").arg(items::markLetter(pin.mark), pin.name) + kNameEnd +
                         QString::fromStdString(scenarioText(pin.report->scenario));
    const QString now = texts.join(kPinEnd);
    if (std::exchange(d->pins, now) != now && !d->files.isEmpty()) d->ask();
}

std::vector<std::pair<QString, QString>> besidePins(const QString& argument) {
    std::vector<std::pair<QString, QString>> pins;
    for (const QString& one : argument.split(kPinEnd, Qt::SkipEmptyParts))
        pins.emplace_back(one.section(kNameEnd, 0, 0), one.section(kNameEnd, 1));
    return pins;
}

QStringList MineView::files() const {
    return d->files;
}

void MineView::addFiles(const QStringList& paths) {
    QStringList all = d->files;
    for (const QString& path : paths)
        if (!all.contains(path)) all << path;
    const QStringList without = d->without;
    d->setFiles(all);
    d->without = without;
}

std::shared_ptr<const MinePicture> MineView::shown() const {
    return d->picture;
}

void MineView::answered(bool ofNow) {
    const auto picture = answerAs<MinePicture>();
    if (picture || ofNow) d->picture = picture;
    d->redraw();
}

void MineView::showEvent(QShowEvent* event) {
    ReportView::showEvent(event);
    if (!d->files.isEmpty() && !d->picture) ask();
}

void MineView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (const QString why = d->reason(); !why.isEmpty()) {
        drawPicture(device, scale, style, [&](QPainter& painter, const QSizeF& size, const Look& look) {
            paintSentence(painter, size, why, look);
            return Hits();
        });
        return;
    }
    ScatterPlot figure;
    figure.setPicture(scatterOf(*d->picture));
    figure.draw(device, scale, style);
}

QString MineView::csv() const {
    if (!d->picture || !d->picture->fit) return {};
    std::vector<QStringList> rows{
        {"file", "figure", "at", "unit", "measured", "predicted", "fitted", "left_out"}};
    for (const FitRow* row : rowsOf(*d->picture))
        rows.push_back({QString::fromStdString(row->source), QString::fromStdString(row->figure),
                        QString::number(row->at, 'g', 9), QLatin1String(fitUnit(row->figure)),
                        QString::number(row->measured, 'g', 9), QString::number(row->before, 'g', 9),
                        QString::number(row->after, 'g', 9),
                        row->leftOut ? QString::number(*row->leftOut, 'g', 9) : QString()});
    return items::csvRows(rows);
}

bool MineView::hasNumbers() const {
    return d->picture && d->picture->fit;
}

QString MineView::summary() const {
    const QString why = d->reason();
    return why.isEmpty() ? summaryOf(*d->picture) : why;
}

} // namespace moe::ui
