// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/scaling_view.h"

#include "models/items/format.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/kit/view_pages.h"
#include "ui/plots/loss/loss_text.h"
#include "ui/plots/loss/scaling_plot.h"

#include "data/number.h"

#include <qcustomplot.h>

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QToolBar>
#include <QVBoxLayout>

namespace moe::ui {

class ScalingView::Private {
public:
    explicit Private(ScalingView& scalingView) : view(scalingView) {
        plot = newPlot();
        scene = std::make_unique<ScalingPlot>(*plot);
        plot->setFocusPolicy(Qt::StrongFocus);
        plot->setAccessibleName(items::Words::tr("Loss against parameters and tokens"));
        table = newTable();
        pages = new ViewPages(plot, table);
        auto* tools = new QToolBar;
        asTable = tools->addAction(items::Words::tr("Table"));
        asTable->setToolTip(items::Words::tr("Show data as table"));
        asTable->setObjectName(QLatin1String(kAsTableKey));
        asTable->setCheckable(true);
        tools->addSeparator();
        auto* label = new QLabel(items::Words::tr(" Compute &budget (FLOP): "));
        budget = new QLineEdit;
        budget->setObjectName(QStringLiteral("budget"));
        budget->setClearButtonEnabled(true);
        budget->setMaximumWidth(150);
        budget->setAccessibleName(items::Words::tr("Compute budget in FLOP"));
        budget->setToolTip(items::Words::tr("Of the right-hand curve and the compute-optimal point, 6·Na·D. "
                                            "Takes 1e21; empty: the scenario's own."));
        label->setBuddy(budget);
        tools->addWidget(label);
        tools->addWidget(budget);
        QObject::connect(budget, &QLineEdit::textChanged, &view, [this] { showReport(); });
        QObject::connect(asTable, &QAction::toggled, &view, [this] { showState(); });
        newColumn(view, {tools}, pages);
        QObject::connect(plot, &QCustomPlot::mouseMove, &view, [this](QMouseEvent* event) {
            if (!hasCurves()) return;
            setCursor(scene->placeAt(event->position()));
            plot->setToolTip(scene->tipAt(event->position()));
        });
        applyTheme();
        showState();
    }

    QTableWidget* newTable() {
        const QStringList titles{
            items::Words::tr("Against"), QStringLiteral("N"),           QStringLiteral("D"),
            QStringLiteral("D/N"),       items::Words::tr("Best loss"), items::Words::tr("Low"),
            items::Words::tr("High"),    items::Words::tr("lr"),        items::Words::tr("Batch (tokens)"),
            items::Words::tr("Data")};
        auto* made = new QTableWidget(0, int(titles.size()));
        made->setHorizontalHeaderLabels(titles);
        dressTable(*made, items::Words::tr("Loss against parameters and tokens as a table"));
        made->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        return made;
    }

    bool hasCurves() const { return shown != nullptr; }
    const ScalingCurves& curves() const { return *shown; }

    /// As typed, in FLOP; nullopt when empty or no compute that a model is trained with.
    std::optional<double> wantedCompute() const {
        constexpr double kLeast = 1e15, kMost = 1e30;
        const std::optional<double> value = items::typedQuantity(budget->text(), "FLOP", view.locale()).value;
        return value && *value >= kLeast && *value <= kMost ? value : std::nullopt;
    }

    void showReport() {
        shown = report && report->loss ? report->loss->scaling : nullptr;
        const std::optional<double> compute = wantedCompute();
        if (shown && compute && catalog && catalog->lossModel) {
            ScalingRequest request = shown->request;
            request.table = (request.activeShare < 1 ? catalog->moeLoss : catalog->denseLoss).get();
            shown = std::make_shared<const ScalingCurves>(
                atCompute(*shown, *catalog->lossModel, request, *compute, Detail::Full));
        }
        const bool wrong = !budget->text().trimmed().isEmpty() && !compute;
        QPalette colours; // an empty one follows the window's theme
        if (wrong) colours.setColor(QPalette::Text, themeOf(view.palette()).bad);
        budget->setPalette(colours);
        budget->setEnabled(shown != nullptr);
        if (shown) budget->setPlaceholderText(items::number(shown->compute, 'e', 2));
        cursor.reset();
        scene->setCursor(std::nullopt);
        if (shown) scene->setCurves(shown, report->loss->value);
        showState();
        if (shown) scene->replot();
    }

    QString summary() const {
        return hasCurves() ? scalingSummary(curves(), report->loss->origin) : noLossReason(report, catalog);
    }

    void showState() {
        asTable->setEnabled(hasCurves());
        pages->show(hasCurves() ? QString() : noLossReason(report, catalog), asTable->isChecked());
        if (pages->showsTable()) fillTable();
        plot->setAccessibleDescription(summary());
    }

    void fillTable() {
        const auto panels = scalingPanels(curves());
        table->setRowCount(0);
        for (std::size_t panel = 0; panel < kScalingPanels; ++panel) {
            const ScalingCurve& curve = *panels[panel];
            for (std::size_t i = 0; i < curve.x.size(); ++i) {
                const int row = table->rowCount();
                table->insertRow(row);
                const QStringList texts{scalingAxisText(panel),
                                        tokensText(curve.params[i], 3),
                                        tokensText(curve.tokens[i], 3),
                                        items::number(curve.tokens[i] / curve.params[i], 'g', 3),
                                        items::number(curve.loss[i], 'f', 4),
                                        items::number(curve.low[i], 'f', 4),
                                        items::number(curve.high[i], 'f', 4),
                                        rateText(curve.lr[i]),
                                        tokensText(curve.batchTokens[i]),
                                        curve.inside[i] ? items::Words::tr("inside")
                                                        : items::Words::tr("extrapolation")};
                for (int c = 0; c < texts.size(); ++c) {
                    auto* item = new QTableWidgetItem(texts[c]);
                    if (c > 0 && c + 1 < texts.size())
                        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                    table->setItem(row, c, item);
                }
            }
        }
    }

    void applyTheme() {
        scene->setLook(screenLook(view, {}));
        if (hasCurves()) scene->replot();
    }

    void setCursor(std::optional<ScalingPlace> place) {
        cursor = place;
        scene->setCursor(place);
        const QString text =
            place ? scalingReadOut(*scalingPanels(curves())[place->panel], place->index) : QString();
        if (place) plot->setAccessibleDescription(text);
        emit view.readOut(text);
    }

    /// Left and right along a curve, up and down from panel to panel.
    bool key(QKeyEvent* event) {
        if (!hasCurves()) return false;
        const auto panels = scalingPanels(curves());
        const auto nearScenario = [&](std::size_t panel) {
            const ScalingCurve& curve = *panels[panel];
            const double start = curve.scenario.value_or(curve.best.value_or(curve.x.front()));
            const auto at = std::lower_bound(curve.x.begin(), curve.x.end(), start * (1 - 1e-9));
            return ScalingPlace{panel, std::min(std::size_t(at - curve.x.begin()), curve.x.size() - 1)};
        };
        ScalingPlace place = cursor.value_or(nearScenario(0));
        const std::size_t last = panels[place.panel]->x.size() - 1;
        const std::size_t step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
        switch (event->key()) {
        case Qt::Key_Left: place.index -= cursor ? std::min(step, place.index) : 0; break;
        case Qt::Key_Right: place.index = std::min(place.index + (cursor ? step : 0), last); break;
        case Qt::Key_Up: place = nearScenario((place.panel + kScalingPanels - 1) % kScalingPanels); break;
        case Qt::Key_Down: place = nearScenario((place.panel + 1) % kScalingPanels); break;
        case Qt::Key_Escape:
            if (!cursor) return false;
            setCursor(std::nullopt);
            plot->setAccessibleDescription(summary());
            return true;
        default: return false;
        }
        setCursor(place);
        return true;
    }

    ScalingView& view;
    ReportPtr report;
    CatalogPtr catalog;
    std::shared_ptr<const ScalingCurves> shown; ///< the report's, or these at another compute
    QCustomPlot* plot = nullptr;                ///< child of the view, so the scene dies first
    std::unique_ptr<ScalingPlot> scene;
    QTableWidget* table = nullptr;
    ViewPages* pages = nullptr;
    QAction* asTable = nullptr;
    QLineEdit* budget = nullptr;
    std::vector<OwnLoss> own;
    std::optional<ScalingPlace> cursor;
};

ScalingView::ScalingView(QWidget* parent) : ReportView(parent), d(std::make_unique<Private>(*this)) {
    new LookWatch(*this, [this] { d->applyTheme(); });
    d->plot->installEventFilter(this);
}
ScalingView::~ScalingView() = default;

void ScalingView::setReport(const ReportPtr& report) {
    d->report = report;
    d->showReport();
}

void ScalingView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog;
    d->showReport();
}

void ScalingView::setOwn(const OwnShown& own) {
    d->own = own.losses;
    d->scene->setOwn(d->own);
    if (d->hasCurves()) d->scene->replot();
}

void ScalingView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!d->hasCurves()) return drawSentence(device, scale, style, d->summary());
    QCustomPlot plot;
    ScalingPlot figure(plot);
    const Look look = figureLook(style);
    figure.setCurves(d->shown, d->report->loss->value);
    figure.setOwn(d->own);
    figure.setLook(look);
    figure.arrange(style.logicalSize() * kFigureFineness);
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString ScalingView::csv() const {
    return d->hasCurves() ? scalingCsv(d->curves()) : QString();
}
QString ScalingView::summary() const {
    return d->summary();
}

QWidget* ScalingView::plot() const {
    return d->plot;
}
QPointF ScalingView::plotPixel(std::size_t panel, std::size_t index) const {
    return d->scene->pixelOf({panel, index});
}
QString ScalingView::tipAt(QPointF pixel) const {
    return d->scene->tipAt(pixel);
}
QStringList ScalingView::legendTexts() const {
    return d->scene->legendTexts();
}

bool ScalingView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->plot && event->type() == QEvent::Leave && d->hasCurves()) d->setCursor(std::nullopt);
    if (watched == d->plot && event->type() == QEvent::Resize && d->hasCurves()) {
        const bool handled = ReportView::eventFilter(watched, event);
        d->scene->arrange(static_cast<QResizeEvent*>(event)->size()); // the sentence may wrap anew
        return handled;
    }
    if (watched == d->plot && event->type() == QEvent::KeyPress && d->key(static_cast<QKeyEvent*>(event)))
        return true;
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
