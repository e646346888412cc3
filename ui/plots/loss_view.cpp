#include "ui/plots/loss_view.h"

#include "ui/plots/loss_plot.h"
#include "ui/plots/loss_text.h"
#include "ui/plots/loss_tools.h"
#include "ui/plots/plot_chrome.h"

#include "models/items/loss_cells_model.h"

#include <qcustomplot.h>

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace moe::ui {

class LossView::Private {
public:
    explicit Private(LossView& lossView) : view(lossView) {
        plot = new QCustomPlot;
        scene = std::make_unique<LossPlot>(*plot);
        plot->setFocusPolicy(Qt::StrongFocus);
        plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
        plot->setCursor(Qt::CrossCursor);
        plot->setAccessibleName(QStringLiteral("Loss over learning rate and batch size"));

        sentence = new QLabel;
        sentence->setAlignment(Qt::AlignCenter);
        sentence->setWordWrap(true);
        sentence->setMargin(40);
        sentence->setAutoFillBackground(true);
        sentence->setBackgroundRole(QPalette::Base);

        pages = new QStackedLayout;
        pages->addWidget(sentence);
        pages->addWidget(plot);
        table = newTable();
        pages->addWidget(table);
        tools = new LossTools;
        auto* column = new QVBoxLayout(&view);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(tools);
        column->addLayout(pages, 1);

        clickTimer.setSingleShot(true);
        QObject::connect(&clickTimer, &QTimer::timeout, &view,
                         [this] { use(clicked, QStringLiteral("use lr × batch from the map")); });
        QObject::connect(plot, &QCustomPlot::mousePress, &view, [this](QMouseEvent* event) { press(event); });
        QObject::connect(plot, &QCustomPlot::mouseMove, &view, [this](QMouseEvent* event) { move(event); });
        QObject::connect(plot, &QCustomPlot::mouseRelease, &view,
                         [this](QMouseEvent* event) { release(event); });
        QObject::connect(plot, &QCustomPlot::mouseDoubleClick, &view, [this] { resetView(); });
        QObject::connect(tools, &LossTools::optionsChanged, &view, [this] { applyOptions(); });
        QObject::connect(tools, &LossTools::paletteChanged, &view, [this] { applyTheme(); });
        QObject::connect(tools, &LossTools::resetRequested, &view, [this] { resetView(); });
        QObject::connect(tools, &LossTools::useGroupRequested, &view, [this] { useGroup(); });
        applyTheme();
        showState();
    }

    QTableView* newTable() {
        auto* made = new QTableView;
        cellsModel = new items::LossCellsModel(made);
        made->setModel(cellsModel);
        made->setSortingEnabled(true);
        made->sortByColumn(-1, Qt::AscendingOrder);
        made->setSelectionBehavior(QAbstractItemView::SelectRows);
        made->setAlternatingRowColors(true);
        made->verticalHeader()->hide();
        made->verticalHeader()->setDefaultSectionSize(made->fontMetrics().height() + 8);
        made->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        made->setAccessibleName(QStringLiteral("Loss over learning rate and batch size as a table"));
        QObject::connect(made, &QTableView::activated, &view, [this](const QModelIndex& index) {
            const auto number = [&](int c) { return index.siblingAtColumn(c).data(Qt::UserRole).toDouble(); };
            use({number(0), number(1)}, QStringLiteral("use lr × batch from the table"));
        });
        return made;
    }

    bool hasMap() const {
        return report && report->loss && report->loss->map && report->loss->map->lr.size() > 1;
    }

    QString reason() const {
        if (!report) return QStringLiteral("Nothing has been computed yet.");
        if (!report->scenario.train)
            return QStringLiteral(
                "This scenario has no training section, so there is no training loss to predict.");
        if (catalog && !catalog->lossModel)
            return QStringLiteral(
                "No loss surface has been fitted yet. Load the Step Law tables to see the loss "
                "over learning rate and batch size.");
        for (const Warning& warning : report->warnings)
            if (warning.id.rfind("loss", 0) == 0) return QString::fromStdString(warning.text);
        return report->loss ? QStringLiteral("The map of this scenario has not been computed.")
                            : QStringLiteral("The loss of this scenario cannot be predicted.");
    }

    QString summary() const { return hasMap() ? lossSummary(*report) : reason(); }

    LossOptions options() const { return tools->options(); }

    /// Why there is no difference to draw; empty = there is one.
    QString noDifference() const {
        if (!base) return QStringLiteral("No scenario is set as base.");
        if (base == report) return QStringLiteral("This scenario is the base itself.");
        if (!base->loss || !base->loss->map) return QStringLiteral("The base has no predicted loss.");
        const LossMap &one = *report->loss->map, &other = *base->loss->map;
        const auto apart = [](const std::vector<double>& a, const std::vector<double>& b) {
            return b.size() < 2 || a.back() <= b.front() || b.back() <= a.front();
        };
        if (apart(one.lr, other.lr) || apart(one.batchTokens, other.batchTokens))
            return QStringLiteral("The base’s map spans other learning rates or batch sizes.");
        return {};
    }

    LossTools::State state() const {
        LossTools::State now;
        now.map = hasMap();
        now.noRuns = catalog && !catalog->denseLoss && !catalog->moeLoss
                         ? QStringLiteral("No table of measured runs is loaded.")
                         : QStringLiteral("No measured group has this scenario's model and training tokens.");
        now.difference = now.map ? noDifference() : QStringLiteral("There is no map.");
        if (!now.map) return now;
        now.scenarioRuns = !report->loss->measured.empty();
        now.scenarioGroup = QString::fromStdString(report->loss->group);
        now.spread = !report->loss->map->sd.empty();
        now.overlays = report->loss->overlays.get();
        now.groups = groups;
        now.canUse = [this](const QString& key) {
            const LossGroupRow* row = groupOf(key);
            if (!row) return false;
            const auto edits = modelEdits(*row, *catalog, report->scenario);
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
        sentence->setText(hasMap() ? QString() : reason());
        tools->setState(state());
        if (hasMap()) {
            const LossGroupRow* row =
                options().mode == LossMode::Measured ? groupOf(tools->group()) : nullptr;
            const std::vector<MeasuredPoint> runs = row ? runsOf(*row) : std::vector<MeasuredPoint>();
            scene->setRuns(row ? &runs : nullptr);
        }
        showPage();
        plot->setAccessibleDescription(summary());
    }

    void showPage() {
        QWidget* page = !hasMap()             ? static_cast<QWidget*>(sentence)
                        : tools->wantsTable() ? static_cast<QWidget*>(table)
                                              : plot;
        pages->setCurrentWidget(page);
        if (page != table) return;
        if (options().mode == LossMode::Measured)
            cellsModel->showRuns(scene->runs());
        else
            cellsModel->showMap(report);
    }

    void applyOptions() {
        hideCursor();
        showState();
        scene->setOptions(options());
        showPage();
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
            emit view.edited(*edits, QStringLiteral("use the model of %1").arg(row->label));
    }

    void resetView() {
        clickTimer.stop();
        swallowRelease = true;
        if (!hasMap()) return;
        scene->resetRange();
        scene->replot();
    }

    void press(QMouseEvent* event) {
        swallowRelease = false;
        pressed = event->position();
        if (!hasMap() || event->button() != Qt::LeftButton) return;
        dragging = isOnScenario(pressed);
        plot->setInteraction(QCP::iRangeDrag, !dragging);
    }

    bool isOnScenario(QPointF pixel) const {
        const QPointF value = scene->scenarioValue();
        if (!(value.x() > 0) || !(value.y() > 0)) return false;
        return QLineF(scene->frame().toPixel(value.x(), value.y()), pixel).length() < 10;
    }

    QPointF valueInside(QPointF pixel) const {
        const PlotFrame frame = scene->frame();
        return frame.toValue({std::clamp(pixel.x(), frame.rect.left(), frame.rect.right()),
                              std::clamp(pixel.y(), frame.rect.top(), frame.rect.bottom())});
    }

    bool isClick(QPointF pixel) const {
        return (pixel - pressed).manhattanLength() < QApplication::startDragDistance();
    }

    void move(QMouseEvent* event) {
        if (!hasMap()) return;
        if (dragging && (event->buttons() & Qt::LeftButton) && !isClick(event->position()))
            scene->setDragged(valueInside(event->position()));
        const bool inside = scene->frame().rect.contains(event->position());
        plot->setCursor(!inside                           ? Qt::ArrowCursor
                        : isOnScenario(event->position()) ? Qt::SizeAllCursor
                                                          : Qt::CrossCursor);
        emit view.readOut(inside ? readOutAt(scene->frame().toValue(event->position())) : QString());
    }

    QString readOutAt(QPointF value) const {
        const LossMap* other = base && base->loss ? base->loss->map.get() : nullptr;
        return lossReadOut(*report->loss, options(), scene->cells(), other, value);
    }

    void release(QMouseEvent* event) {
        if (!hasMap() || event->button() != Qt::LeftButton || std::exchange(swallowRelease, false)) return;
        const QPointF at = event->position();
        const bool wasDragging = std::exchange(dragging, false);
        if (wasDragging && !isClick(at)) {
            use(valueInside(at), QStringLiteral("drag lr × batch on the map"));
        } else if (isClick(at) && scene->frame().rect.contains(at)) {
            clicked = scene->frame().toValue(at);
            if (options().mode == LossMode::Measured)
                if (const MeasuredPoint* run = scene->cells().at(clicked.x(), clicked.y()))
                    clicked = {run->lr, run->batchTokens};
            // Zoomed in, a second click may still turn this one into "reset the view".
            if (scene->isZoomed())
                clickTimer.start(QApplication::doubleClickInterval());
            else
                use(clicked, QStringLiteral("use lr × batch from the map"));
        }
    }

    void use(QPointF value, const QString& undoText) {
        if (!hasMap()) return;
        const double sequence = std::max<double>(1, double(report->scenario.model.sequence));
        const auto sequences = std::max(1LL, std::llround(value.y() / sequence));
        emit view.edited({{"train.lr", QString::number(value.x(), 'g', 4).toStdString()},
                          {"train.global_batch", std::to_string(sequences)}},
                         undoText);
    }

    void zoom(double factor) {
        if (!hasMap()) return;
        LossRange range = scene->range();
        const auto scaled = [factor](double& low, double& high) {
            const double middle = std::sqrt(low * high), half = std::pow(high / low, factor / 2);
            low = middle / half, high = middle * half;
        };
        scaled(range.lrLow, range.lrHigh);
        scaled(range.batchLow, range.batchHigh);
        scene->setRange(range);
        scene->replot();
    }

    /// The cursor's places: the map's cells or the measured ones.
    const std::vector<double>& columns() const {
        return options().mode == LossMode::Measured ? scene->cells().lr : report->loss->map->lr;
    }
    const std::vector<double>& rows() const {
        return options().mode == LossMode::Measured ? scene->cells().batchTokens
                                                    : report->loss->map->batchTokens;
    }
    static double nearest(const std::vector<double>& places, double value) {
        return *std::min_element(places.begin(), places.end(), [value](double a, double b) {
            return std::abs(std::log(a / value)) < std::abs(std::log(b / value));
        });
    }
    QPointF best() const {
        if (options().mode == LossMode::Measured && scene->cells().best)
            return {scene->cells().best->lr, scene->cells().best->batchTokens};
        return {report->loss->optimalLr, report->loss->optimalBatchTokens};
    }

    void setCursor(QPointF value) {
        cursor = value;
        scene->setCursor(value);
        const QString text = readOutAt(value);
        plot->setAccessibleDescription(text);
        emit view.readOut(text);
    }
    void hideCursor() {
        if (!cursor) return;
        cursor.reset();
        scene->setCursor(std::nullopt);
        emit view.readOut(QString());
    }

    /// First shows the cross hair at the scenario (or the best), then moves it by `steps` cells.
    void moveCursor(int right, int up) {
        if (!hasMap() || columns().empty()) return;
        const auto moved = [](const std::vector<double>& places, double value, int steps) {
            const auto at = std::find(places.begin(), places.end(), nearest(places, value)) - places.begin();
            return places[std::size_t(
                std::clamp<std::ptrdiff_t>(at + steps, 0, std::ptrdiff_t(places.size()) - 1))];
        };
        const QPointF scenario = scene->scenarioValue();
        if (!cursor) {
            const bool known = scenario.x() > 0 && scenario.y() > 0;
            right = up = 0;
            cursor = known ? scenario : best();
        }
        setCursor({moved(columns(), cursor->x(), right), moved(rows(), cursor->y(), up)});
    }

    bool key(QKeyEvent* event) {
        const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
        switch (event->key()) {
        case Qt::Key_Left: moveCursor(-step, 0); return true;
        case Qt::Key_Right: moveCursor(step, 0); return true;
        case Qt::Key_Up: moveCursor(0, step); return true;
        case Qt::Key_Down: moveCursor(0, -step); return true;
        case Qt::Key_Space:
            if (hasMap()) setCursor(best());
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (cursor) use(*cursor, QStringLiteral("use lr × batch from the map"));
            return true;
        case Qt::Key_Escape:
            if (!cursor) return false;
            hideCursor();
            plot->setAccessibleDescription(summary());
            return true;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoom(0.8); return true;
        case Qt::Key_Minus: zoom(1.25); return true;
        case Qt::Key_0: resetView(); return true;
        default: return false;
        }
    }

    LossView& view;
    ReportPtr report, base;
    CatalogPtr catalog;
    std::vector<LossGroupRow> groups; ///< of the catalogue
    QCustomPlot* plot = nullptr;      ///< child of the view, so the scene dies first
    std::unique_ptr<LossPlot> scene;
    QLabel* sentence = nullptr;
    QTableView* table = nullptr;
    items::LossCellsModel* cellsModel = nullptr;
    QStackedLayout* pages = nullptr;
    LossTools* tools = nullptr;
    std::optional<QPointF> cursor;
    QTimer clickTimer;
    QPointF pressed, clicked;
    bool dragging = false, swallowRelease = false;
};

LossView::LossView(QWidget* parent) : ReportView(parent), d(std::make_unique<Private>(*this)) {
    d->plot->installEventFilter(this);
}
LossView::~LossView() = default;

void LossView::setReport(const ReportPtr& report) {
    d->report = report;
    if (d->hasMap()) d->scene->setReport(report);
    d->showState();
    if (!d->hasMap()) return;
    d->scene->setOptions(d->options());
    d->showPage();
    if (d->cursor) d->setCursor(*d->cursor);
    d->scene->replot();
}

void LossView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog;
    d->groups = catalog ? lossGroups(*catalog) : std::vector<LossGroupRow>();
    d->applyOptions();
}

void LossView::setBase(const ReportPtr& base) {
    d->base = base;
    d->scene->setBase(base);
    d->applyOptions();
}

void LossView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!d->hasMap()) return drawSentence(device, scale, style, d->reason());
    QCustomPlot plot;
    LossPlot figure(plot);
    const Look look = figureLook(style);
    figure.setLook(look);
    figure.setBase(d->base);
    figure.setOptions(d->options());
    figure.setReport(d->report);
    if (d->options().mode == LossMode::Measured && !d->tools->group().isEmpty())
        figure.setRuns(&d->scene->runs());
    figure.setRange(d->scene->range());
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString LossView::csv() const {
    return d->hasMap() ? lossCsv(*d->report->loss, d->options().mode, d->scene->runs()) : QString();
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
    return d->cursor;
}
bool LossView::isZoomed() const {
    return d->hasMap() && d->scene->isZoomed();
}

void LossView::changeEvent(QEvent* event) {
    if (d && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) d->applyTheme();
    ReportView::changeEvent(event);
}

bool LossView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->plot && event->type() == QEvent::Leave) emit readOut(QString());
    if (watched == d->plot && event->type() == QEvent::KeyPress && d->key(static_cast<QKeyEvent*>(event)))
        return true;
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
