// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/kit/view_pages.h"
#include "ui/plots/serve/serve_plot.h"

#include "models/engine/serve/serve_curves.h"

#include <qcustomplot.h>

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolBar>
#include <QToolTip>
#include <QVBoxLayout>

namespace moe::ui {

using items::ServeKind;

class ServeView::Private {
public:
    Private(ServeView& serveView, ServeKind serveKind) : view(serveView), kind(serveKind) {
        plot = newPlot();
        scene = std::make_unique<ServePlot>(*plot, kind);
        plot->setFocusPolicy(Qt::StrongFocus);
        plot->setAccessibleName(name());
        table = newTable();
        pages = new ViewPages(plot, table);
        auto* tools = new QToolBar;
        asTable = tools->addAction(items::Words::tr("Show data as table"));
        asTable->setObjectName(QLatin1String(kAsTableKey));
        asTable->setCheckable(true);
        QObject::connect(asTable, &QAction::toggled, &view, [this] { showState(); });
        newColumn(view, {tools}, pages);
        QObject::connect(pages->sentence(), &QLabel::linkActivated, &view, [this] { useCure(); });
        QObject::connect(plot, &QCustomPlot::mouseMove, &view, [this](QMouseEvent* event) { move(event); });
        QObject::connect(plot, &QCustomPlot::mousePress, &view, [this](QMouseEvent* event) { press(event); });
        QObject::connect(plot, &QCustomPlot::mouseRelease, &view, [this] { release(); });
        applyTheme();
        showState();
    }

    QString name() const {
        return kind == ServeKind::Batch ? items::Words::tr("Latency against throughput of serving")
                                        : items::Words::tr("Serving throughput against experts per GPU");
    }

    QTableWidget* newTable() {
        QStringList titles;
        for (const items::ServeColumn& column : items::serveColumns(kind))
            titles << items::tableText(column.title);
        titles << items::Words::tr("Remark");
        auto* made = new QTableWidget(0, int(titles.size()));
        made->setHorizontalHeaderLabels(titles);
        dressTable(*made, name() + items::Words::tr(" as a table"));
        made->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        made->horizontalHeader()->setStretchLastSection(true);
        QObject::connect(made, &QTableWidget::itemActivated, &view,
                         [this](QTableWidgetItem* item) { use(std::size_t(item->row())); });
        return made;
    }

    /// Why there is no picture; empty when there is one.
    QString reason() const {
        const QString text = items::serveReason(report.get(), kind);
        if (!text.isEmpty()) return text;
        return picture.curves ? QString() : items::Words::tr("The curves come with the full picture.");
    }
    bool some() const { return reason().isEmpty(); }
    const std::vector<ServePoint>& points() const { return items::servePoints(*picture.curves, kind); }

    /// What is simulated where an engine is named, as on every other page; the steady batch's point
    /// otherwise, decode's also when the scenario is at prefill.
    std::optional<ServePoint> ownPoint() const {
        if (report->serve && report->serve->simulated) return ownServePoint(*report);
        if (picture.curves->batch.empty()) return std::nullopt;
        return picture.curves->batch[picture.curves->batchHere];
    }

    void setReport(const ReportPtr& next) {
        report = next;
        if (report && report->serveCurves) {
            picture.curves = report->serveCurves;
            picture.faded = false;
            picture.own = ownPoint();
        } else {
            picture.faded = true;
            picture.own = report ? ownServePoint(*report) : std::nullopt;
            if (!report || !report->serve || (picture.curves && points().empty())) picture.curves.reset();
        }
        picture.simulated = report && report->serve && report->serve->simulated;
        scene->setCursor(std::nullopt);
        cursor.reset();
        if (!dragsLimit) moveLimit(givenLimit());
        if (some()) {
            setWords();
            scene->setPicture(picture);
        }
        showState();
        if (some()) scene->replot();
    }

    void setWords() {
        picture.head.clear();
        if (picture.own)
            picture.head = picture.faded ? items::serveOwn(*picture.own, kind, report->serve->largestRequests)
                                         : items::serveHead(*picture.curves, kind, *picture.own);
        picture.detail = picture.faded
                             ? items::Words::tr("The curve is still that of the last whole picture.")
                             : items::serveSteady(*report) + items::serveKnee(*picture.curves, kind);
    }

    QString summary() const {
        return some() ? QString(picture.head + QLatin1Char(' ') + picture.detail).trimmed() : reason();
    }

    void showState() {
        asTable->setEnabled(some());
        pages->show(reason(), asTable->isChecked(), cureLink());
        if (pages->showsTable()) fillTable();
        plot->setAccessibleDescription(summary());
    }

    /// What would give the picture, as a link; empty when there is one, or no way to it.
    QString cureLink() const {
        if (some() || !report || !catalog) return {};
        const QString text = items::serveCure(*report, *catalog, kind).undoText;
        return text.isEmpty() ? text
                              : QStringLiteral("<a href=\"cure\" style=\"color:%1\">%2</a>")
                                    .arg(view.palette().color(QPalette::Link).name(),
                                         items::Words::tr("Set %1").arg(text).toHtmlEscaped());
    }

    void useCure() {
        if (!report || !catalog) return;
        const items::ServeEdit edit = items::serveCure(*report, *catalog, kind);
        if (!edit.set.empty()) emit view.edited(edit.set, edit.undoText);
    }

    void fillTable() {
        const auto& columns = items::serveColumns(kind);
        table->setRowCount(int(points().size()));
        for (std::size_t row = 0; row < points().size(); ++row) {
            QStringList texts;
            for (const items::ServeColumn& column : columns) texts << items::serveCell(column, points()[row]);
            QString remark = items::serveRemark(*picture.curves, kind, row);
            if (!points()[row].fits)
                remark.prepend(remark.isEmpty() ? items::Words::tr("does not fit")
                                                : items::Words::tr("does not fit; "));
            texts << remark;
            for (int i = 0; i < texts.size(); ++i) {
                auto* item = new QTableWidgetItem(texts[i]);
                if (i < int(columns.size())) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                table->setItem(int(row), i, item);
            }
        }
    }

    void applyTheme() {
        scene->setLook(screenLook(view, QString()));
        if (some()) scene->replot();
    }

    void setCursor(std::optional<std::size_t> point) {
        cursor = point;
        scene->setCursor(point);
        const QString text = point ? items::serveReadOut(points()[*point], kind) : QString();
        plot->setAccessibleDescription(point ? text : summary());
        emit view.readOut(text);
    }

    /// The curves of an earlier scenario are no place to pick from.
    void use(std::size_t point) {
        if (!some() || picture.faded || point >= points().size()) return;
        const items::ServeEdit edit = items::serveEdit(report->scenario, points()[point], kind);
        emit view.edited(edit.set, edit.undoText);
    }

    std::optional<double> givenLimit() const {
        return report && report->scenario.serve ? report->scenario.serve->sloTpot : std::nullopt;
    }

    /// Drawn there with the next repaint; the scenario changes with setLimit().
    void moveLimit(std::optional<double> tpot) {
        // Three digits: what is said is what is set.
        limit = tpot ? std::optional(QString::number(*tpot, 'g', 3).toDouble()) : std::nullopt;
        scene->setLimit(limit, true);
    }

    bool isOnLimit(QPointF pixel) const { return scene->limit() && scene->limit()->isOnGrip(pixel); }

    QString limitText() const {
        return limit ? items::Words::tr("Limit of the time per output token: %1 ms")
                           .arg(items::humanNumber(1000 * *limit))
                     : items::Words::tr("No limit of the time per output token");
    }

    void setLimit() {
        if (limit == givenLimit()) return;
        emit view.edited(
            {{"serve.slo_tpot", limit ? QString::number(*limit, 'g', 3).toStdString() : std::string("auto")}},
            items::Words::tr("limit of the time per output token"));
    }

    /// Where it is drawn now, on the screen and in words.
    void sayLimit() {
        plot->layer(QStringLiteral("overlay"))->replot();
        plot->setAccessibleDescription(limitText());
        emit view.readOut(limitText());
    }

    void release() {
        if (std::exchange(dragsLimit, false)) setLimit();
    }

    void move(QMouseEvent* event) {
        if (!some()) return;
        if (dragsLimit) {
            moveLimit(scene->limit()->at(event->position()));
            return sayLimit();
        }
        if (isOnLimit(event->position())) {
            plot->setCursor(Qt::SizeHorCursor);
            QToolTip::showText(event->globalPosition().toPoint(),
                               limitText() + items::Words::tr("; drag it, or L and + or −, then Return"),
                               plot);
            return sayLimit();
        }
        const auto point = scene->pointAt(event->position());
        plot->setCursor(point && !picture.faded ? Qt::PointingHandCursor : Qt::ArrowCursor);
        setCursor(point);
        if (point)
            QToolTip::showText(event->globalPosition().toPoint(),
                               items::serveReadOut(points()[*point], kind)
                                   .replace(QString::fromUtf8(" · "), QStringLiteral("\n")),
                               plot);
        else
            QToolTip::hideText();
    }

    void press(QMouseEvent* event) {
        if (!some() || event->button() != Qt::LeftButton) return;
        dragsLimit = isOnLimit(event->position());
        if (dragsLimit) return;
        if (const auto point = scene->pointAt(event->position())) use(*point);
    }

    /// L takes the limit, + and − move it, Return sets it, Delete takes it away.
    bool limitKey(int key) {
        if (!scene->limit()) return false;
        if (key == Qt::Key_L && !std::exchange(holdsLimit, true)) {
            sayLimit();
            return true;
        }
        if (!holdsLimit) return false;
        constexpr double kStep = 1.05;
        switch (key) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
        case Qt::Key_Minus:
            moveLimit(limit ? *limit * (key == Qt::Key_Minus ? 1 / kStep : kStep)
                            : scene->limit()->at(scene->limit()->grip()));
            break;
        case Qt::Key_Delete: moveLimit(std::nullopt); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            holdsLimit = false;
            setLimit();
            return true;
        case Qt::Key_Escape:
            holdsLimit = false;
            moveLimit(givenLimit());
            break;
        default: return false;
        }
        sayLimit();
        return true;
    }

    /// Left and right from point to point, Enter takes it.
    bool key(QKeyEvent* event) {
        if (!some()) return false;
        if (limitKey(event->key())) return true;
        const std::size_t own =
            kind == ServeKind::Batch ? picture.curves->batchHere : picture.curves->spreadHere.value_or(0);
        const std::size_t last = points().size() - 1;
        // Requests rise towards the left of their picture.
        const int left = kind == ServeKind::Batch ? Qt::Key_Right : Qt::Key_Left;
        switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (!cursor)
                setCursor(own);
            else if (event->key() == left)
                setCursor(*cursor - std::min(*cursor, std::size_t(1)));
            else
                setCursor(std::min(*cursor + 1, last));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (cursor) use(*cursor);
            return cursor.has_value();
        case Qt::Key_Escape:
            if (!cursor) return false;
            setCursor(std::nullopt);
            return true;
        default: return false;
        }
    }

    ServeView& view;
    ServeKind kind;
    ReportPtr report;
    CatalogPtr catalog;
    ServePicture picture;
    QCustomPlot* plot = nullptr; ///< child of the view, so the scene dies first
    std::unique_ptr<ServePlot> scene;
    QTableWidget* table = nullptr;
    ViewPages* pages = nullptr;
    QAction* asTable = nullptr;
    std::optional<std::size_t> cursor;
    std::optional<double> limit;                 ///< of the time per output token, as it is drawn; s
    bool dragsLimit = false, holdsLimit = false; ///< by the pointer, by keys
};

ServeView::ServeView(ServeKind kind, QWidget* parent)
    : ReportView(parent), d(std::make_unique<Private>(*this, kind)) {
    new LookWatch(*this, [this] { d->applyTheme(); });
    d->plot->installEventFilter(this);
}
ServeView::~ServeView() = default;

void ServeView::setReport(const ReportPtr& report) {
    d->setReport(report);
}

void ServeView::setCatalog(const CatalogPtr& catalog) {
    d->catalog = catalog;
    d->showState();
}

void ServeView::setOwn(const OwnShown& own) {
    if (own.served.empty() && d->picture.mine.empty()) return;
    d->picture.mine = own.served;
    d->setReport(d->report);
}

void ServeView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!d->some()) return drawSentence(device, scale, style, d->reason());
    QCustomPlot plot;
    ServePlot figure(plot, d->kind);
    const Look look = figureLook(style);
    figure.setLook(look);
    figure.setPicture(d->picture);
    figure.setLimit(d->limit, false);
    figure.arrange(style.logicalSize() * kFigureFineness);
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString ServeView::csv() const {
    return d->some() ? items::serveCsv(*d->picture.curves, d->kind) : QString();
}
QString ServeView::summary() const {
    return d->summary();
}

QWidget* ServeView::plot() const {
    return d->plot;
}
std::vector<ServeView::Dot> ServeView::dots(std::size_t panel) const {
    std::vector<Dot> all;
    for (const ServeDot& dot : d->scene->dots(panel)) all.push_back({dot.at, dot.hollow});
    return all;
}
std::optional<QPointF> ServeView::limitGrip() const {
    const TpotLimit* limit = d->scene->limit();
    return limit ? std::optional(limit->grip()) : std::nullopt;
}
QStringList ServeView::legendTexts() const {
    return d->scene->legendTexts();
}

bool ServeView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->plot && event->type() == QEvent::Leave && d->some()) d->setCursor(std::nullopt);
    if (watched == d->plot && event->type() == QEvent::Resize && d->some()) {
        const bool handled = ReportView::eventFilter(watched, event);
        d->scene->arrange(static_cast<QResizeEvent*>(event)->size()); // the words may wrap anew
        return handled;
    }
    if (watched == d->plot && event->type() == QEvent::KeyPress && d->key(static_cast<QKeyEvent*>(event)))
        return true;
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
