#include "ui/plots/loss_view.h"

#include "ui/plots/loss_plot.h"
#include "ui/plots/loss_text.h"
#include "ui/plots/plot_chrome.h"

#include <qcustomplot.h>

#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QToolBar>
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
        auto* column = new QVBoxLayout(&view);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(newTools());
        column->addLayout(pages, 1);

        clickTimer.setSingleShot(true);
        QObject::connect(&clickTimer, &QTimer::timeout, &view,
                         [this] { use(clicked, QStringLiteral("use lr × batch from the map")); });
        QObject::connect(plot, &QCustomPlot::mousePress, &view, [this](QMouseEvent* event) { press(event); });
        QObject::connect(plot, &QCustomPlot::mouseMove, &view, [this](QMouseEvent* event) { move(event); });
        QObject::connect(plot, &QCustomPlot::mouseRelease, &view,
                         [this](QMouseEvent* event) { release(event); });
        QObject::connect(plot, &QCustomPlot::mouseDoubleClick, &view, [this] { resetView(); });
        applyTheme();
        showState();
    }

    QToolBar* newTools() {
        tools = new QToolBar;
        auto* modes = new QActionGroup(tools);
        model = tools->addAction(QStringLiteral("Model"));
        measured = tools->addAction(QStringLiteral("Measured"));
        model->setToolTip(QStringLiteral("The fitted loss surface, continuous, with contours"));
        for (QAction* action : {model, measured}) {
            action->setCheckable(true);
            modes->addAction(action);
            QObject::connect(action, &QAction::triggered, &view, [this] {
                wantsMeasured = measured->isChecked();
                applyOptions();
            });
        }
        model->setChecked(true);
        tools->addSeparator();
        auto* label = new QLabel(QStringLiteral(" Ma&p: "));
        tools->addWidget(label);
        palettes = new QComboBox;
        for (const QString& name : paletteNames())
            if (name != QLatin1String("difference"))
                palettes->addItem(name.left(1).toUpper() + name.mid(1), name);
        palettes->setToolTip(
            QStringLiteral("Colours of the map. Cividis reads the same with colour-blind eyes."));
        palettes->setAccessibleName(QStringLiteral("Palette"));
        label->setBuddy(palettes);
        tools->addWidget(palettes);
        QObject::connect(palettes, &QComboBox::currentIndexChanged, &view, [this] { applyTheme(); });
        tools->addSeparator();
        contours = new QCheckBox(QStringLiteral("&Contours"));
        contours->setToolTip(QStringLiteral("Lines of equal loss, labelled with the loss above the best"));
        points = new QCheckBox(QStringLiteral("Measured p&oints"));
        for (QCheckBox* box : {contours, points}) {
            box->setChecked(true);
            tools->addWidget(box);
            QObject::connect(box, &QCheckBox::toggled, &view, [this] { applyOptions(); });
        }
        reset = tools->addAction(QStringLiteral("Reset view"));
        reset->setToolTip(QStringLiteral("Show the whole map (double-click the plot, or 0)"));
        QObject::connect(reset, &QAction::triggered, &view, [this] { resetView(); });
        return tools;
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

    void showState() {
        sentence->setText(hasMap() ? QString() : reason());
        pages->setCurrentWidget(hasMap() ? static_cast<QWidget*>(plot) : sentence);
        const bool runs = hasMap() && !report->loss->measured.empty();
        for (QAction* action : {model, reset}) action->setEnabled(hasMap());
        palettes->setEnabled(hasMap());
        measured->setEnabled(runs);
        const QString missing =
            catalog && !catalog->denseLoss && !catalog->moeLoss
                ? QStringLiteral("No table of measured runs is loaded.")
                : QStringLiteral("No measured group has this scenario's model and training tokens.");
        const QString group = runs ? QString::fromStdString(report->loss->group) : QString();
        measured->setToolTip(runs ? QStringLiteral("The %1 measured runs of %2 as cells with their loss")
                                        .arg(report->loss->measured.size())
                                        .arg(group.isEmpty() ? QStringLiteral("this group") : group)
                                  : missing);
        const bool measuredNow = wantsMeasured && runs;
        (measuredNow ? measured : model)->setChecked(true);
        contours->setEnabled(hasMap() && !measuredNow);
        points->setEnabled(runs && !measuredNow);
        points->setToolTip(runs ? QStringLiteral("Learning rates and batch sizes that were run") : missing);
        plot->setAccessibleDescription(summary());
    }

    LossOptions options() const {
        LossOptions now;
        now.mode = wantsMeasured && hasMap() && !report->loss->measured.empty() ? LossMode::Measured
                                                                                : LossMode::Model;
        now.contours = contours->isChecked();
        now.points = points->isChecked();
        return now;
    }

    void applyOptions() {
        showState();
        scene->setOptions(options());
        if (hasMap()) scene->replot();
    }

    void applyTheme() {
        scene->setLook(screenLook(view, palettes->currentData().toString()));
        if (hasMap()) scene->replot();
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
        emit view.readOut(inside ? lossReadOut(*report->loss, options().mode, scene->cells(),
                                               scene->frame().toValue(event->position()))
                                 : QString());
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

    bool key(QKeyEvent* event) {
        switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoom(0.8); return true;
        case Qt::Key_Minus: zoom(1.25); return true;
        case Qt::Key_0: resetView(); return true;
        default: return false;
        }
    }

    LossView& view;
    ReportPtr report;
    CatalogPtr catalog;
    QCustomPlot* plot = nullptr; ///< child of the view, so the scene dies first
    std::unique_ptr<LossPlot> scene;
    QLabel* sentence = nullptr;
    QStackedLayout* pages = nullptr;
    QToolBar* tools = nullptr;
    QAction *model = nullptr, *measured = nullptr, *reset = nullptr;
    QComboBox* palettes = nullptr;
    QCheckBox *contours = nullptr, *points = nullptr;
    bool wantsMeasured = false; ///< kept while no group matches, so that it comes back by itself
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
    d->showState();
    if (!d->hasMap()) return;
    d->scene->setReport(report);
    d->scene->setOptions(d->options());
    d->scene->replot();
}

void LossView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog;
    d->showState();
}

void LossView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!d->hasMap()) return drawSentence(device, scale, style, d->reason());
    QCustomPlot plot;
    LossPlot figure(plot);
    const Look look = figureLook(style);
    figure.setLook(look);
    figure.setOptions(d->options());
    figure.setReport(d->report);
    figure.setRange(d->scene->range());
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString LossView::csv() const {
    return d->hasMap() ? lossCsv(*d->report->loss, d->options().mode) : QString();
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
