// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/measured_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/compare/measured_rows.h"
#include "ui/compare/validation_tables.h"
#include "ui/plots/kit/view_pages.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolBar>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace moe::ui {

class MeasuredView::Private {
public:
    explicit Private(MeasuredView& measuredView) : view(measuredView) {
        auto* tools = new QToolBar;
        auto* label = new QLabel(tr(" &Quantity: "));
        kind = new QComboBox;
        kind->setAccessibleName(tr("Quantity"));
        kind->setObjectName(QStringLiteral("quantity"));
        addEntry(*kind, QStringLiteral("overview"), tr("Time, memory, throughput"));
        for (const MeasuredKind& one : measuredKinds())
            addEntry(*kind, QLatin1String(one.key), items::tableText(one.title));
        addEntry(*kind, QStringLiteral("all"), tr("All"));
        label->setBuddy(kind);
        tools->addWidget(label);
        tools->addWidget(kind);
        vendor = newBox(*tools, tr(" &Vendor: "), tr("Vendor"), QStringLiteral("vendor"));
        addEntry(*vendor, QStringLiteral("all"), tr("all"));
        for (const VendorRow& row : vendors()) {
            const char* name = row.line;
            const QString text = QString::fromUtf8(name);
            addEntry(*vendor, text.toLower().replace(QLatin1Char(' '), QLatin1Char('-')),
                     row.vendor == Vendor::Other ? tr("other") : text, text);
        }
        use = newBox(*tools, tr(" &Runs: "), tr("Runs"), QStringLiteral("runs"));
        addEntry(*use, QStringLiteral("all"), tr("all"), int(FitUse::Any));
        addEntry(*use, QStringLiteral("fitted"), tr("fitted on"), int(FitUse::Fitted));
        addEntry(*use, QStringLiteral("left-out"), tr("left out of the fit"), int(FitUse::LeftOut));
        addEntry(*use, QStringLiteral("not-stated"), tr("fit not stated"), int(FitUse::NotStated));
        headline = new QLabel;
        headline->setContentsMargins(10, 0, 4, 0);
        headline->setWordWrap(true);
        headline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

        plot = new ScatterPlot;
        plot->focusProxy()->setAccessibleName(tr("Predicted against measured"));
        plot->focusProxy()->setAccessibleDescription(tr("Evaluating the measured runs…"));
        tables = new ValidationTables;
        splitter = new QSplitter(Qt::Vertical);
        splitter->addWidget(plot);
        splitter->addWidget(tables);
        splitter->setStretchFactor(0, 3);
        splitter->setStretchFactor(1, 2);
        splitter->setSizes({300, 200});
        splitter->setChildrenCollapsible(false);
        sentence = newSentence();
        pages = new QStackedLayout;
        pages->addWidget(sentence);
        pages->addWidget(splitter);
        newColumn(view, {tools, headline}, pages);

        for (QComboBox* box : {kind, vendor, use})
            QObject::connect(box, &QComboBox::activated, &view, [this] { redraw(); });
        QObject::connect(plot, &ScatterPlot::hovered, &view,
                         [this](std::optional<std::size_t> row, QPoint at) { hover(row, at); });
        QObject::connect(plot, &ScatterPlot::clicked, tables, &ValidationTables::select);
        QObject::connect(tables, &ValidationTables::selected, plot, &ScatterPlot::setSelected);
        redraw();
    }

    static QComboBox* newBox(QToolBar& tools, const QString& title, const QString& name, const QString& key) {
        auto* box = new QComboBox;
        box->setAccessibleName(name);
        box->setObjectName(key);
        auto* label = new QLabel(title);
        label->setBuddy(box);
        tools.addWidget(label);
        tools.addWidget(box);
        return box;
    }

    RunChoice choice() const {
        return {vendor->currentData().toString().toStdString(), FitUse(use->currentData().toInt())};
    }

    /// Of the runs chosen, where not all are.
    QString headlineText() const {
        const RunChoice chosen = choice();
        if (chosen.vendor.empty() && chosen.use == FitUse::Any) return items::validationSummary(*runs);
        QStringList parts;
        for (const char* family : {"step time", "peak memory"}) {
            const ErrorSummary errors = errorsOf(runs->validation, *catalog, chosen, family);
            if (errors.count > 0)
                parts << tr("%1: %2 runs, median error %3 %, nine of ten within %4 %")
                             .arg(items::tableText(family))
                             .arg(errors.count)
                             .arg(items::number(100 * errors.median, 'f', 1),
                                  items::number(100 * errors.ninety, 'f', 1));
        }
        return parts.isEmpty() ? tr("No measured run is like this.") : parts.join(QStringLiteral(" · "));
    }

    std::vector<std::size_t> shownKinds() const {
        std::vector<std::size_t> kinds;
        const int chosen = kind->currentIndex(), all = kind->count() - 1;
        for (std::size_t i = 0; i < measuredKinds().size(); ++i)
            if (chosen == all || int(i) + 1 == chosen || (chosen == 0 && measuredKinds()[i].overview))
                kinds.push_back(i);
        return kinds;
    }

    ScatterPicture picture() const {
        return runs && catalog ? scatterPicture(runs->validation, *catalog, shownKinds(), choice())
                               : ScatterPicture{};
    }

    void redraw() {
        if (!runs) {
            headline->hide();
            const QString& why = view.answer().why;
            sentence->setText(why.isEmpty() ? tr("Evaluating the measured runs…") : why);
            return pages->setCurrentWidget(sentence);
        }
        headline->setText(headlineText());
        headline->setVisible(!choice().vendor.empty() || choice().use != FitUse::Any); // else the sentence's
        std::vector<bool> chosen;
        for (const ValidationRow& row : runs->validation.rows)
            chosen.push_back(isChosen(choice(), *row.measuredCase, *catalog));
        tables->setChosen(std::move(chosen));
        QStringList units;
        for (std::size_t one : shownKinds()) units << QString::fromUtf8(measuredKinds()[one].unit);
        tables->setUnits(units);
        plot->setPicture(picture());
        plot->focusProxy()->setAccessibleDescription(headline->text());
        pages->setCurrentWidget(splitter);
    }

    void hover(std::optional<std::size_t> row, const QPoint& at) {
        if (!row || !runs) {
            QToolTip::hideText();
            emit view.readOut({});
            return;
        }
        const ValidationRow& shown = runs->validation.rows[*row];
        QToolTip::showText(at, items::validationToolTip(shown), plot);
        emit view.readOut(
            QStringLiteral("%1 · %2 · %3 %")
                .arg(QString::fromStdString(shown.measuredCase->id), items::quantityText(*shown.quantity))
                .arg(100 * shown.error().value_or(0), 0, 'f', 1));
    }

    MeasuredView& view;
    CatalogPtr catalog;
    RunsPtr runs;
    QComboBox *kind = nullptr, *vendor = nullptr, *use = nullptr;
    QLabel *headline = nullptr, *sentence = nullptr;
    ScatterPlot* plot = nullptr;
    ValidationTables* tables = nullptr;
    QSplitter* splitter = nullptr;
    QStackedLayout* pages = nullptr;
};

MeasuredView::MeasuredView(QWidget* parent)
    : ReportView(parent), AskingView(static_cast<ReportView&>(*this)), d(std::make_unique<Private>(*this)) {}
MeasuredView::~MeasuredView() = default;

void MeasuredView::setCatalog(const CatalogPtr& catalog) {
    if (catalog == d->catalog) return;
    d->catalog = catalog;
    forget();
    setBehind(true); // also before it is seen, which is when it asks
    if (isVisible()) ask();
}

Question MeasuredView::question() const {
    return d->catalog ? Question{QStringLiteral("measured"), {}, nullptr, d->catalog} : Question{};
}

void MeasuredView::answered(bool ofNow) {
    // An older catalogue's runs name GPUs that this one may not have.
    d->runs = ofNow ? answerAs<MeasuredRuns>() : nullptr;
    d->tables->setRuns(d->runs);
    d->redraw();
}

void MeasuredView::showEvent(QShowEvent* event) {
    ReportView::showEvent(event);
    if (!d->runs) ask();
}

void MeasuredView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    ScatterPlot figure;
    figure.setPicture(d->picture());
    figure.draw(device, scale, style);
}

QString MeasuredView::csv() const {
    return d->runs ? items::validationCsv(d->runs->validation) : QString();
}
bool MeasuredView::hasNumbers() const {
    return d->runs != nullptr;
}
QString MeasuredView::summary() const {
    return d->runs ? d->headlineText() : d->sentence->text();
}
std::size_t MeasuredView::points() const {
    return d->plot->picture().points();
}
std::optional<QPointF> MeasuredView::pixelOf(std::size_t row) const {
    const auto pixel = d->plot->pixelOf(row);
    return pixel ? std::optional(d->plot->mapTo(this, *pixel)) : std::nullopt;
}

} // namespace moe::ui
