// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_view.h"

#include "models/items/words.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/axis_hold.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/kit/view_pages.h"
#include "ui/plots/loss/loss_input.h"
#include "ui/plots/loss/loss_plot.h"
#include "ui/plots/loss/loss_text.h"
#include "ui/plots/loss/loss_tools.h"

#include "data/number.h"
#include "models/engine/scenario/validate.h"
#include "models/items/loss_cells_model.h"

#include <qcustomplot.h>

#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace moe::ui {

class LossView::Private {
public:
    explicit Private(LossView& lossView) : view(lossView) {
        plot = newPlot();
        plot->setMinimumSize(320, 220); // also before the window is laid out: nothing can be drawn on nothing
        scene = std::make_unique<LossPlot>(*plot);
        input = std::make_unique<LossInput>(*plot, *scene, nullptr);
        plot->setAccessibleName(items::Words::tr("Loss over learning rate and batch size"));
        table = newTable();
        tools = new LossTools;
        hold = new AxisHold(AxisHold::What::Colours, *tools, nullptr);
        pages = new ViewPages(plot, table);
        newColumn(view, {tools}, pages);
        connectParts();
        useScale(*scene);
        applyTheme();
        showState();
    }

    void connectParts() {
        QObject::connect(tools, &LossTools::optionsChanged, &view, [this] { applyOptions(); });
        QObject::connect(tools, &LossTools::paletteChanged, &view, [this] { applyTheme(); });
        QObject::connect(tools, &LossTools::resetRequested, &view, [this] { input->resetView(); });
        QObject::connect(tools, &LossTools::useGroupRequested, &view, [this] { useGroup(); });
        QObject::connect(hold, &AxisHold::changed, &view, [this] {
            useScale(*scene);
            if (hasMap()) scene->replot();
        });
        input->setSnap([this](QPointF value) { return usable(value); });
        QObject::connect(input.get(), &LossInput::picked, &view,
                         [this](QPointF value, const QString& what) { use(value, what); });
        QObject::connect(input.get(), &LossInput::pointed, &view, [this](std::optional<QPointF> value) {
            emit view.readOut(value && hasMap() ? readOutAt(*value) : QString());
        });
        QObject::connect(input.get(), &LossInput::cursorMoved, &view, [this](std::optional<QPointF> value) {
            const QString text = value && hasMap() ? readOutAt(*value) : QString();
            plot->setAccessibleDescription(text.isEmpty() ? summary() : text);
            emit view.readOut(text);
        });
    }

    QTableView* newTable() {
        auto* made = new QTableView;
        cellsModel = new items::LossCellsModel(made);
        made->setModel(cellsModel);
        dressTable(*made, items::Words::tr("Loss over learning rate and batch size as a table"));
        made->setSortingEnabled(true);
        made->sortByColumn(-1, Qt::AscendingOrder);
        made->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        made->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents); // the longest title
        made->horizontalHeader()->setResizeContentsPrecision(0);
        QObject::connect(made, &QTableView::activated, &view, [this](const QModelIndex& index) {
            const auto number = [&](int c) { return index.siblingAtColumn(c).data(Qt::UserRole).toDouble(); };
            use({number(0), number(1)}, items::Words::tr("use lr × batch from the table"));
        });
        return made;
    }

    bool hasMap() const { return hasLossMap(report); }
    QString summary() const { return hasMap() ? lossSummary(*report) : noLossReason(report, catalog); }
    LossOptions options() const { return tools->options(); }

    LossTools::State state() const {
        LossTools::State now;
        now.map = hasMap();
        now.noRuns =
            catalog && !catalog->denseLoss && !catalog->moeLoss ? noRunsReason(false) : noRunsReason(true);
        now.difference = now.map ? noDifferenceReason(report, base) : noMapReason();
        if (!now.map) return now;
        now.scenarioRuns = !report->loss->measured.empty();
        now.scenarioGroup = items::tableText(report->loss->group);
        now.spread = !report->loss->map->sd.empty();
        now.overlays = report->loss->overlays.get();
        now.groups = groups;
        now.canUse = [this](const QString& key) {
            const LossGroupRow* row = groupOf(key);
            const auto edits = row ? modelEdits(*row, *catalog, report->scenario) : std::nullopt;
            return edits && !edits->empty();
        };
        return now;
    }

    const LossGroupRow* groupOf(const QString& key) const {
        for (const LossGroupRow& row : groups)
            if (row.key == key) return &row;
        return nullptr;
    }

    void showState() {
        input->setEnabled(hasMap());
        tools->setState(state());
        if (hasMap()) {
            const LossGroupRow* row =
                options().mode == LossMode::Measured ? groupOf(tools->group()) : nullptr;
            const std::vector<MeasuredPoint> runs = row ? runsOf(*row) : std::vector<MeasuredPoint>();
            scene->setRuns(row ? &runs : nullptr);
        }
        showPage();
        if (!input->cursor()) plot->setAccessibleDescription(summary());
    }

    void useScale(LossPlot& plotted) const {
        plotted.setScale([this](const QString& quantity, const LossScale& own) {
            const HeldSpan span = hold->span(quantity, {own.low, own.high});
            return LossScale{span.low, span.high, own.clips, own.clipsLow};
        });
    }

    void showPage() {
        // Before the first report the empty plot holds the place, so that the first picture is drawn once.
        pages->show(!report || hasMap() ? QString() : noLossReason(report, catalog),
                    hasMap() && tools->wantsTable());
        if (!pages->showsTable()) return;
        if (options().mode == LossMode::Measured)
            cellsModel->showRuns(scene->runs());
        else
            cellsModel->showMap(report);
    }

    void applyOptions() {
        input->hideCursor();
        showState();
        scene->setOptions(options());
        if (hasMap()) scene->replot();
    }

    void applyTheme() {
        scene->setLook(screenLook(view, tools->paletteName()));
        if (hasMap()) scene->replot();
    }

    void useGroup() {
        const LossGroupRow* row = groupOf(tools->group());
        if (!row || !hasMap()) return;
        if (const auto edits = modelEdits(*row, *catalog, report->scenario); edits && !edits->empty())
            emit view.edited(*edits, items::Words::tr("use the model of %1").arg(row->label));
    }

    QString readOutAt(QPointF value) const {
        const LossMap* other = base && base->loss ? base->loss->map.get() : nullptr;
        return lossReadOut(*report->loss, options(), scene->cells(), other, value);
    }

    double sequence() const { return std::max<double>(1, double(report->scenario.model.sequence)); }

    /// The same with the nearest batch that the layout can divide.
    QPointF usable(QPointF value) const {
        if (!hasMap() || !report->scenario.train) return value;
        const double sequences = std::max(1.0, value.y() / sequence());
        const auto nearest =
            nearestValid(report->scenario, catalog ? *catalog : Catalog(), "train.global_batch", sequences);
        return {value.x(), nearest.value_or(std::round(sequences)) * sequence()};
    }

    void use(QPointF chosen, const QString& undoText) {
        if (!hasMap()) return;
        const QPointF value = usable(chosen); // also what the table chose
        const auto sequences = std::llround(value.y() / sequence());
        emit view.edited({{"train.lr", QString::number(value.x(), 'g', 4).toStdString()},
                          {"train.global_batch", std::to_string(sequences)}},
                         undoText);
    }

    LossView& view;
    ReportPtr report, base;
    std::vector<PinMark> pins;
    std::vector<OwnLoss> mine;
    std::optional<LossRange> wantedRange; ///< of the next report
    CatalogPtr catalog;
    std::vector<LossGroupRow> groups; ///< of the catalogue
    QCustomPlot* plot = nullptr;      ///< child of the view, so the next two die first
    std::unique_ptr<LossPlot> scene;
    std::unique_ptr<LossInput> input;
    QTableView* table = nullptr;
    items::LossCellsModel* cellsModel = nullptr;
    ViewPages* pages = nullptr;
    LossTools* tools = nullptr;
    AxisHold* hold = nullptr;
};

LossView::LossView(QWidget* parent) : ReportView(parent), d(std::make_unique<Private>(*this)) {
    new LookWatch(*this, [this] { d->applyTheme(); });
}
LossView::~LossView() = default;

void LossView::setReport(const ReportPtr& report) {
    d->report = report;
    if (d->hasMap()) d->scene->setReport(report);
    d->showState();
    if (!d->hasMap()) return;
    d->scene->setOptions(d->options());
    if (const auto wanted = std::exchange(d->wantedRange, std::nullopt)) d->scene->setRange(*wanted);
    d->showPage();
    d->scene->replot();
}

void LossView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog;
    d->groups = catalog ? lossGroups(*catalog) : std::vector<LossGroupRow>();
    d->applyOptions();
}

void LossView::setBase(const ReportPtr& base) {
    const auto showsDifference = [this] { return d->options().colour == LossColour::Difference; };
    const bool before = showsDifference();
    d->base = base;
    d->scene->setBase(base);
    d->showState();
    if (before || showsDifference()) d->applyOptions(); // nothing else in the picture is of the base
}

void LossView::setPins(const std::vector<PinMark>& pins) {
    d->pins = pins;
    d->scene->setPins(pins);
    if (d->hasMap()) d->scene->replot();
}

void LossView::setOwn(const OwnShown& own) {
    d->mine = own.losses;
    d->scene->setOwn(d->mine);
    if (d->hasMap()) d->scene->replot();
}

QString LossView::range() const {
    const QString held = d->hold->isOn() ? QLatin1Char('|') + d->hold->text() : QString();
    if (!isZoomed() && !d->wantedRange) return held;
    const LossRange now = d->wantedRange.value_or(d->scene->range());
    QStringList ends;
    for (const double end : {now.lrLow, now.lrHigh, now.batchLow, now.batchHigh})
        ends << QString::number(end, 'g', QLocale::FloatingPointShortest);
    return ends.join(QLatin1Char(' ')) + held;
}

void LossView::setRange(const QString& range) {
    std::vector<double> ends;
    const QChar between(u'|'); // before it the part of the map, after it the colours that are held
    d->hold->setText(range.section(between, 1));
    for (const QString& end : range.section(between, 0, 0).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        ends.push_back(parseNumber(end.toStdString()).value_or(0));
    if (ends.size() != 4 || !(ends[0] > 0 && ends[0] < ends[1] && ends[2] > 0 && ends[2] < ends[3])) return;
    const LossRange wanted{ends[0], ends[1], ends[2], ends[3]};
    // A hidden picture is not up to date; it takes the range with the report it catches up with.
    if (!isVisible() || !d->hasMap()) {
        d->wantedRange = wanted;
        return;
    }
    d->scene->setRange(wanted);
    d->scene->replot();
}

void LossView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!d->hasMap()) return drawSentence(device, scale, style, d->summary());
    QCustomPlot plot;
    LossPlot figure(plot);
    const Look look = figureLook(style);
    figure.setLook(look);
    d->useScale(figure);
    figure.setBase(d->base);
    figure.setOptions(d->options());
    figure.setPins(d->pins);
    figure.setOwn(d->mine);
    figure.setReport(d->report);
    if (d->options().mode == LossMode::Measured && !d->tools->group().isEmpty())
        figure.setRuns(&d->scene->runs());
    figure.setRange(d->wantedRange.value_or(d->scene->range()));
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString LossView::csv() const {
    return csvText()();
}
CsvText LossView::csvText() const {
    if (!d->hasMap()) return [] { return QString(); };
    return [report = d->report, mode = d->options().mode, runs = d->scene->runs()] {
        return lossCsv(*report->loss, mode, runs);
    };
}
bool LossView::hasNumbers() const {
    return d->hasMap();
}
QString LossView::summary() const {
    return d->summary();
}

QWidget* LossView::plot() const {
    return d->plot;
}
QPointF LossView::plotPixel(double lr, double batchTokens) const {
    return d->scene->frame().toPixel(lr, batchTokens);
}
QPointF LossView::plotValue(QPointF pixel) const {
    return d->scene->frame().toValue(pixel);
}
int LossView::contourLabels() const {
    return d->scene->contourLabels();
}
QStringList LossView::legendTexts() const {
    return d->scene->legendTexts();
}
std::optional<QPointF> LossView::cursor() const {
    return d->input->cursor();
}
bool LossView::isZoomed() const {
    return d->hasMap() && d->scene->isZoomed();
}
QString LossView::tipAt(QPointF pixel) const {
    return d->scene->tipAt(pixel);
}

} // namespace moe::ui
