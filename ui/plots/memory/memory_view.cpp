// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/memory_view.h"

#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/axis_hold.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/kit/view_pages.h"
#include "ui/plots/memory/memory_plot.h"
#include "ui/plots/memory/rl_memory.h"
#include "ui/plots/memory/serving_memory.h"
#include "ui/side_switch.h"

#include "models/engine/scenario/fields.h"

#include <qcustomplot.h>

#include <QActionGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolBar>
#include <QToolTip>
#include <QVBoxLayout>

namespace moe::ui {

class MemoryView::Private {
public:
    explicit Private(MemoryView& memoryView) : view(memoryView) {
        plot = newPlot();
        scene = std::make_unique<MemoryPlot>(*plot);
        plot->setFocusPolicy(Qt::StrongFocus);
        plot->setAccessibleName(items::Words::tr("Memory per GPU"));

        table = newTable();
        table->setObjectName(QStringLiteral("trainingTerms"));
        serving = new Canvas([this](QPainter& painter, const QSizeF& size, const Look& look) {
            return paints() ? paintOther(painter, size, look) : Hits();
        });
        serving->setAccessibleName(items::Words::tr("Memory per GPU when serving"));
        servingTable = newSheetTable(items::Words::tr("Parts of memory when serving"));
        QObject::connect(serving, &Canvas::readOut, &view, &ReportView::readOut);
        QObject::connect(serving, &Canvas::explain, &view, &ReportView::explain);
        QObject::connect(servingTable, &QTableView::activated, &view, [this](const QModelIndex& index) {
            const QString key = index.data(Qt::UserRole).toString();
            if (!key.isEmpty()) emit view.explain(key);
        });

        cures = new QLabel;
        cures->setWordWrap(true);
        cures->setAccessibleName(items::Words::tr("Changes that would make it fit"));
        cures->setContentsMargins(12, 5, 12, 5);
        cures->setTextInteractionFlags(Qt::LinksAccessibleByKeyboard | Qt::LinksAccessibleByMouse);
        QObject::connect(cures, &QLabel::linkActivated, &view,
                         [this](const QString& link) { useCure(link.toInt()); });

        pages = new ViewPages(plot, table);
        pages->addWidget(serving);
        pages->addWidget(servingTable);
        newColumn(view, {newTools(), cures}, pages);

        QObject::connect(plot, &QCustomPlot::mouseMove, &view, [this](QMouseEvent* event) { move(event); });
        QObject::connect(plot, &QCustomPlot::mousePress, &view, [this](QMouseEvent* event) { press(event); });
        useAxis(*scene);
        applyTheme();
        showState();
    }

    QTableWidget* newTable() {
        auto* made = new QTableWidget(0, 5);
        made->setHorizontalHeaderLabels({items::Words::tr("Part"), items::Words::tr("Group"),
                                         items::Words::tr("GiB"), items::Words::tr("Share (%)"),
                                         items::Words::tr("Formula")});
        dressTable(*made, items::Words::tr("Parts of memory"));
        made->horizontalHeader()->setSortIndicator(2, Qt::DescendingOrder);
        made->horizontalHeader()->setStretchLastSection(true);
        QObject::connect(made, &QTableWidget::itemActivated, &view, [this](QTableWidgetItem* item) {
            emit view.explain(explainKey(table->item(item->row(), 0)->data(Qt::UserRole).toString()));
        });
        return made;
    }

    QToolBar* newTools() {
        auto* tools = new QToolBar;
        auto* modes = new QActionGroup(tools);
        training = modes->addAction(items::Words::tr("Training"));
        inference = modes->addAction(items::Words::tr("Inference"));
        training->setObjectName(QStringLiteral("training"));
        inference->setObjectName(QStringLiteral("inference"));
        for (QAction* action : {training, inference}) action->setCheckable(true);
        training->setChecked(true);
        tools->addActions({training, inference});
        QObject::connect(modes, &QActionGroup::triggered, &view, [this] { showState(); });
        auto* label = new QLabel(items::Words::tr(" Pa&rts of: "));
        stages = new QComboBox;
        stages->setObjectName(QStringLiteral("stage"));
        stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        stages->setAccessibleName(items::Words::tr("Stage whose parts are listed"));
        label->setBuddy(stages);
        stageActions = {tools->addWidget(label), tools->addWidget(stages)};
        asTable = tools->addAction(items::Words::tr("Show data as table"));
        asTable->setObjectName(QLatin1String(kAsTableKey));
        asTable->setCheckable(true);
        QObject::connect(stages, &QComboBox::activated, &view,
                         [this](int index) { choose(stages->itemData(index).toUInt()); });
        QObject::connect(asTable, &QAction::toggled, &view, [this] { showState(); });
        hold = new AxisHold(AxisHold::What::Axis, *tools, asTable);
        QObject::connect(hold, &AxisHold::changed, &view, [this] {
            if (hasMemory()) useAxis(*scene);
            showState();
            if (hasMemory()) scene->replot();
        });
        return tools;
    }

    static QString explainKey(const QString& term) { return QStringLiteral("memory.terms.") + term; }

    /// Of stages and their parts: of plain training.
    bool hasMemory() const {
        return report && report->memory && !report->memory->stages.empty() && !report->scenario.rl;
    }
    /// Whether the picture is that of an RL step, whose training is another than the plain one.
    bool reinforces() const { return report && report->rl && !serves(); }
    /// Serving or an RL step: painted on a canvas.
    bool paints() const { return serves() || reinforces(); }
    /// Whether the picture is that of serving: chosen, or all there is.
    bool serves() const {
        return report && report->serve && (!report->scenario.train || inference->isChecked());
    }

    void useAxis(MemoryPlot& plotted) const {
        plotted.setAxis([this](double own) { return hold->span(QStringLiteral("training"), {0, own}).high; });
    }

    Hits paintOther(QPainter& painter, const QSizeF& size, const Look& look) const {
        if (serves()) {
            const HeldSpan own{0, servingAxisEnd(*report->serve)};
            return paintServingMemory(painter, size, *report, hold->span(QStringLiteral("serving"), own).high,
                                      look);
        }
        const HeldSpan own{0, rlAxisEnd(*report->rl)};
        return paintRlMemory(painter, size, *report, hold->span(QStringLiteral("rl"), own).high, look);
    }
    Sheet otherSheet() const {
        return serves() ? servingMemorySheet(*report->serve) : rlMemorySheet(*report);
    }

    QString reason() const {
        if (!report) return items::Words::tr("Nothing has been computed yet.");
        if (!report->scenario.train)
            return items::Words::tr(
                "This scenario has no training section, so there is no training memory to show.");
        for (const Warning& warning : report->warnings)
            if (report->scenario.rl && warning.id.starts_with("rl-"))
                return items::sentenceText(warning.text);
        return items::Words::tr("The training memory of this scenario cannot be computed.");
    }

    QString summary() const {
        if (serves()) return servingMemorySummary(*report);
        if (reinforces()) return rlMemorySummary(*report);
        if (!hasMemory()) return reason();
        const MemoryVerdict words = memoryVerdict(*report);
        const MemoryReport& memory = *report->memory;
        return items::Words::tr("%1. %2: allocated %3, reserved %4, device %5 GiB.")
            .arg(words.place, words.verdict.mid(2), gibText(memory.heaviest().peak), gibText(memory.reserved),
                 gibText(memory.device));
    }

    void showOther() {
        serving->setAccessibleName(serves() ? items::Words::tr("Memory per GPU when serving")
                                            : items::Words::tr("Memory per GPU"));
        serving->setAccessibleDescription(summary());
        asTable->setEnabled(true);
        cures->hide();
        for (QAction* action : stageActions) action->setVisible(false);
        if (asTable->isChecked()) ui::fillTable(*servingTable, otherSheet());
        pages->setCurrentWidget(asTable->isChecked() ? static_cast<QWidget*>(servingTable) : serving);
        serving->update();
    }

    void showState() {
        const bool both = report && report->serve && report->scenario.train && choosesOwnSide(view);
        training->setVisible(both);
        inference->setVisible(both);
        if (paints()) return showOther();
        const bool some = hasMemory();
        pages->show(some ? QString() : reason(), asTable->isChecked());
        asTable->setEnabled(some);
        plot->setAccessibleDescription(summary());
        showCures();
        if (!some) {
            for (QAction* action : stageActions) action->setVisible(false);
            return;
        }
        stages->clear();
        for (const MemoryRow& row : memoryRows(*report)) {
            stages->addItem(row.heaviest ? row.name + items::Words::tr(" (heaviest)") : row.name,
                            unsigned(row.first));
            if (row.first <= stage && stage <= row.last) stages->setCurrentIndex(stages->count() - 1);
        }
        for (QAction* action : stageActions) action->setVisible(stages->count() > 1);
        if (asTable->isChecked()) fillTable();
    }

    /// What would make it fit, each as a link.
    void showCures() {
        const bool needed = !paints() && hasMemory() && report->memory->fits == Fit::No;
        cures->setVisible(needed);
        if (!needed) return;
        QStringList links;
        for (std::size_t i = 0; i < report->memory->suggestions.size(); ++i)
            links += items::Words::tr("<a href=\"%1\" style=\"color:%2\">%3</a> (%4 GiB)")
                         .arg(i)
                         .arg(view.palette().color(QPalette::Link).name(), cureText(i).toHtmlEscaped(),
                              gibText(report->memory->suggestions[i].device));
        cures->setText(
            links.isEmpty()
                ? items::Words::tr("No single change of parallelism, micro-batch or recompute makes it fit.")
                : items::Words::tr("Would fit with: ") + links.join(QStringLiteral("  ·  ")));
    }

    QString cureText(std::size_t index) const {
        QStringList texts;
        for (const auto& [key, value] : report->memory->suggestions[index].set) {
            const Field* field = findField(key);
            const QString label = items::tableText(field ? field->label : key.c_str());
            if (field && field->kind == FieldKind::Flag)
                texts +=
                    (value == "true" ? items::Words::tr("%1 on") : items::Words::tr("%1 off")).arg(label);
            else
                texts += QStringLiteral("%1 %2").arg(label, QString::fromStdString(value));
        }
        return texts.join(QStringLiteral(", "));
    }

    void useCure(int index) {
        if (!hasMemory() || index < 0 || std::size_t(index) >= report->memory->suggestions.size()) return;
        const QString text = cureText(std::size_t(index));
        const Edits edits = report->memory->suggestions[std::size_t(index)].set;
        emit view.edited(edits, items::Words::tr("make it fit: %1").arg(text));
    }

    void fillTable() {
        const StageMemory& shown = report->memory->stages[stage];
        table->setSortingEnabled(false);
        table->setRowCount(0);
        for (std::size_t i = 0; i < shown.terms.size(); ++i) {
            const MemoryTerm& term = memoryTerms()[i];
            const int row = table->rowCount();
            table->insertRow(row);
            const auto put = [&](int column, const QVariant& value) {
                auto* item = new QTableWidgetItem;
                item->setData(Qt::DisplayRole, value);
                item->setData(Qt::UserRole, QString::fromUtf8(term.key));
                item->setToolTip(items::Words::tr("%1\nSource: %2")
                                     .arg(QString::fromUtf8(term.formula), items::tableText(term.source)));
                if (value.typeId() == QMetaType::Double)
                    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                table->setItem(row, column, item);
            };
            put(0, items::tableText(term.label));
            put(1, groupLabel(term.group));
            put(2, std::round(shown.terms[i] / GiB * 1000) / 1000);
            put(3, std::round(shown.terms[i] / shown.peak * 1000) / 10);
            put(4, QString::fromUtf8(term.formula));
        }
        table->setSortingEnabled(true);
        for (int column = 0; column < 4; ++column) table->resizeColumnToContents(column);
    }

    void choose(std::size_t index) {
        stage = index;
        scene->setStage(stage);
        showState();
        scene->replot();
    }

    void applyTheme() {
        scene->setLook(screenLook(view, QString()));
        showCures(); // its links carry their colour
        if (hasMemory()) scene->replot();
    }

    void move(QMouseEvent* event) {
        if (!hasMemory()) return;
        const QString pin = scene->pinTipAt(event->position());
        if (!pin.isEmpty()) return QToolTip::showText(event->globalPosition().toPoint(), pin, plot);
        const auto hit = scene->hitAt(event->position());
        plot->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (!hit) {
            QToolTip::hideText();
            emit view.readOut(QString());
            return;
        }
        const StageMemory& shown = report->memory->stages[hit->stage];
        QToolTip::showText(event->globalPosition().toPoint(), partToolTip(shown, hit->term), plot);
        emit view.readOut(
            items::Words::tr("stage %1 · %2 · %3 GiB · %4 %")
                .arg(shown.stage)
                .arg(items::tableText(memoryTerms()[hit->term].label), gibText(shown.terms[hit->term]))
                .arg(100 * (shown.terms[hit->term] / shown.peak), 0, 'f', 1));
    }

    void press(QMouseEvent* event) {
        if (!hasMemory() || event->button() != Qt::LeftButton) return;
        const auto hit = scene->hitAt(event->position());
        if (!hit) return;
        if (hit->stage != stage) choose(hit->stage);
        emit view.explain(explainKey(QString::fromUtf8(memoryTerms()[hit->term].key)));
    }

    MemoryView& view;
    ReportPtr report;
    std::vector<PinMark> pins;
    std::optional<OwnMark> mine;
    QCustomPlot* plot = nullptr; ///< child of the view, so the scene dies first
    std::unique_ptr<MemoryPlot> scene;
    QLabel* cures = nullptr;
    QTableWidget* table = nullptr;
    QTableView* servingTable = nullptr;
    Canvas* serving = nullptr;
    QAction *training = nullptr, *inference = nullptr;
    ViewPages* pages = nullptr;
    QComboBox* stages = nullptr;
    QList<QAction*> stageActions;
    QAction* asTable = nullptr;
    AxisHold* hold = nullptr;
    std::size_t stage = 0; ///< whose parts are listed
};

MemoryView::MemoryView(QWidget* parent) : ReportView(parent), d(std::make_unique<Private>(*this)) {
    new LookWatch(*this, [this] { d->applyTheme(); });
    d->plot->installEventFilter(this);
}
MemoryView::~MemoryView() = default;

void MemoryView::setReport(const ReportPtr& report) {
    // The list follows the heaviest stage until the user picks another one.
    const bool followed = !d->hasMemory() || d->stage == std::size_t(d->report->memory->worst);
    d->report = report;
    if (!d->hasMemory()) return d->showState();
    if (followed || d->stage >= report->memory->stages.size()) d->stage = std::size_t(report->memory->worst);
    d->scene->setReport(report);
    d->scene->setStage(d->stage);
    d->showState();
    d->scene->replot();
}

void MemoryView::setPins(const std::vector<PinMark>& pins) {
    d->pins = pins;
    d->scene->setPins(pins);
    if (d->hasMemory()) d->scene->replot();
}

void MemoryView::setOwn(const OwnShown& own) {
    d->mine.reset();
    for (const OwnMark& mark : own.marks)
        if (mark.here && qstrcmp(mark.metric, "memory.device_bytes") == 0) d->mine = mark;
    d->scene->setOwn(d->mine);
    if (d->hasMemory()) d->scene->replot();
}

void MemoryView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (d->paints())
        return drawPicture(device, scale, style,
                           [this](QPainter& painter, const QSizeF& size, const Look& look) {
                               return d->paintOther(painter, size, look);
                           });
    if (!d->hasMemory()) return drawSentence(device, scale, style, d->reason());
    QCustomPlot plot;
    MemoryPlot figure(plot);
    const Look look = figureLook(style);
    figure.setLook(look);
    figure.setPins(d->pins);
    figure.setOwn(d->mine);
    d->useAxis(figure);
    figure.setReport(d->report);
    figure.setStage(d->stage);
    drawPlot(plot, device, scale, style, look.theme.background);
}

QString MemoryView::range() const {
    return d->hold->text();
}
void MemoryView::setRange(const QString& range) {
    d->hold->setText(range);
}

QString MemoryView::csv() const {
    if (d->paints()) return sheetCsv(d->otherSheet());
    return d->hasMemory() ? memoryCsv(*d->report) : QString();
}
QString MemoryView::summary() const {
    return d->summary();
}
QWidget* MemoryView::plot() const {
    return d->plot;
}
QStringList MemoryView::legendTexts() const {
    return d->scene->legendTexts();
}
std::optional<QPointF> MemoryView::partPixel(std::size_t stage, std::size_t term) const {
    return d->scene->partCentre(stage, term);
}

bool MemoryView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->plot && event->type() == QEvent::Leave) emit readOut(QString());
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
