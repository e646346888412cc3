// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_view.h"

#include "models/engine/profiles/profile.h"
#include "models/items/operator_words.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/data/data_pages.h"
#include "ui/data/table_view.h"
#include "ui/theme.h"
#include "ui/undo_passing.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHeaderView>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

constexpr int kWidestColumn = 240, kColumnRoom = 10, kMostProblemLines = 5;

QString counted(std::size_t count) {
    return QLocale(QLocale::English).toString(qulonglong(count));
}

QString fileName(const QString& path) {
    return path.section(QLatin1Char('/'), -1);
}

} // namespace

DataView::DataView(QWidget* parent) : QWidget(parent), m_pages(new QStackedWidget) {
    const EmptyDataPage empty = makeEmptyDataPage();
    connect(empty.load, &QAbstractButton::clicked, this, &DataView::loadRequested);
    connect(empty.get, &QAbstractButton::clicked, this, &DataView::publishedRequested);
    const DataPage page = makeDataPage();
    m_list = page.list;
    m_filter = page.filter;
    m_count = page.count;
    m_message = page.message;
    m_provenance = page.provenance;
    m_view = page.view;
    m_problemTitle = page.problemTitle;
    m_problems = page.problems;
    m_pages->addWidget(empty.page);
    m_pages->addWidget(page.page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);

    m_view->setTableModel(&m_model);
    connect(m_list, &QListWidget::currentRowChanged, this, &DataView::showTable);
    connect(page.load, &QAbstractButton::clicked, this, &DataView::loadRequested);
    connect(m_view, &TableView::exportRequested, this, &DataView::requestExport);
    connect(m_view, &TableView::refused, this, [this](const QString& reason) { say(reason, true); });
    // A large table is filtered when typing pauses, not at every letter.
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(120);
    connect(&m_filterDelay, &QTimer::timeout, this, &DataView::applyFilter);
    new UndoPassing(m_filter);
    connect(m_filter, &QLineEdit::textEdited, &m_filterDelay, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, this, &DataView::applyFilter);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty()) applyFilter(); // the clear button
    });
    setAccessibleName(tr("Data"));
}

void DataView::setCatalog(const CatalogPtr& catalog) {
    const QString before = m_current < 0 ? QString() : m_tables[std::size_t(m_current)].source;
    const std::vector<LoadedTable> tables = catalog ? loadedTables(*catalog) : std::vector<LoadedTable>();
    const auto sameTable = [](const LoadedTable& a, const LoadedTable& b) { return a.table == b.table; };
    if (std::equal(tables.begin(), tables.end(), m_tables.begin(), m_tables.end(), sameTable)) return;
    m_tables = tables;
    m_current = -1;
    int row = 0;
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const LoadedTable& table : m_tables) {
            QString text = table.name + QLatin1Char('\n') + tr("%1 rows").arg(counted(table.table->rows()));
            if (table.groups > 0) text += tr(" · %1 groups").arg(counted(table.groups));
            if (!table.problems.empty())
                text += QLatin1Char('\n') + (table.problems.size() == 1
                                                 ? tr("⚠ 1 problem")
                                                 : tr("⚠ %1 problems").arg(counted(table.problems.size())));
            auto* item = new QListWidgetItem(text, m_list);
            item->setToolTip(items::plainTip(table.source));
            if (table.source == before) row = m_list->count() - 1;
        }
        m_list->setCurrentRow(m_tables.empty() ? -1 : row);
    }
    m_pages->setCurrentIndex(m_tables.empty() ? 0 : 1);
    showTable(m_tables.empty() ? -1 : row);
}

void DataView::showTable(int index) {
    m_current = index < int(m_tables.size()) ? index : -1;
    m_filterDelay.stop();
    if (m_current < 0) {
        m_model.setTable(nullptr);
        m_provenance->hide();
        showProblems({});
        return;
    }
    const LoadedTable& table = m_tables[std::size_t(m_current)];
    const QSignalBlocker quiet(m_filter);
    m_filter->clear();
    m_view->setSortingEnabled(false);
    m_model.setTable(table.table);
    // Turned on without a sort column, so that the table first stands in the order of its file.
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->resizeColumnsToContents();
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column) + kColumnRoom, kWidestColumn));
    m_view->setAccessibleName(table.name);
    m_provenance->setText(table.provenance);
    m_provenance->setToolTip(items::plainTip(table.provenance));
    m_provenance->setVisible(!table.provenance.isEmpty());
    showProblems(table.problems);
    updateCount();
}

void DataView::applyFilter() {
    m_filterDelay.stop();
    if (m_current < 0) return;
    const QString rule = m_model.setFilter(m_filter->text());
    if (rule.isEmpty())
        updateCount();
    else
        say(rule, true);
}

void DataView::updateCount() {
    const LoadedTable& table = m_tables[std::size_t(m_current)];
    QString text = tr("%1 rows").arg(counted(table.table->rows()));
    if (table.groups > 0) text += tr(" · %1 groups").arg(counted(table.groups));
    m_count->setText(text + tr(" · shown %1").arg(counted(m_model.visibleRows().size())));
    say(m_model.visibleRows().empty() && table.table->rows() > 0 ? tr("No row fulfils this filter.")
                                                                 : QString(),
        false);
}

void DataView::showProblems(const Problems& problems) {
    m_problems->clear();
    for (const Problem& problem : problems) m_problems->addItem(items::problemText(problem));
    m_problemTitle->setText(
        problems.size() == 1 ? tr("⚠ 1 problem: this row was left out")
                             : tr("⚠ %1 problems: these rows were left out").arg(counted(problems.size())));
    m_problemTitle->setVisible(!problems.empty());
    m_problems->setVisible(!problems.empty());
    const int lines = int(std::min<std::size_t>(problems.size(), kMostProblemLines));
    m_problems->setFixedHeight(lines * (m_problems->fontMetrics().height() + 2) +
                               2 * m_problems->frameWidth() + 2);
}

void DataView::say(const QString& text, bool wrong) {
    m_wrong = wrong;
    colourMessage();
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

void DataView::colourMessage() {
    const Theme theme = themeOf(palette());
    QPalette colours;
    colours.setColor(QPalette::WindowText, m_wrong ? theme.bad : theme.muted);
    m_message->setPalette(colours);
    colours.setColor(QPalette::WindowText, theme.muted);
    m_provenance->setPalette(colours);
}

void DataView::changeEvent(QEvent* change) {
    if (change->type() == QEvent::PaletteChange) colourMessage();
    QWidget::changeEvent(change);
}

void DataView::requestExport() {
    if (m_current < 0) return;
    const LoadedTable& table = m_tables[std::size_t(m_current)];
    const TableWriter writer = [data = table.table, rows = m_model.visibleRows()](QIODevice& device) {
        return items::writeCsv(*data, rows, [&device](std::string_view piece) {
            return device.write(piece.data(), qint64(piece.size())) == qint64(piece.size());
        });
    };
    emit exportRequested(fileName(table.source), writer);
}

std::vector<LoadedTable> loadedTables(const Catalog& catalog) {
    std::vector<LoadedTable> tables;
    const auto add = [&](const QString& name, const auto& loaded, std::size_t groups) {
        if (loaded && loaded->table)
            tables.push_back(
                {name, items::tableText(loaded->source), groups, loaded->table, loaded->problems});
    };
    add(DataView::tr("Step Law, dense"), catalog.denseLoss,
        catalog.denseLoss ? catalog.denseLoss->groups.size() : 0);
    add(DataView::tr("Step Law, MoE"), catalog.moeLoss, catalog.moeLoss ? catalog.moeLoss->groups.size() : 0);
    add(DataView::tr("Step Law, fits"), catalog.stepLawFits, 0);
    static const ProfileSet none;
    for (const ProfileTable& profile : (catalog.profiles ? *catalog.profiles : none).tables) {
        if (profile.shipped) continue; // curves: the Profiles tab shows them
        const ProfilePlace& place = profile.place;
        // The kind first: the list cuts long names off at the end.
        const QString name =
            QLatin1String(profileKindText(profile.kind)) + QStringLiteral(" · ") +
            (place.network.empty() ? QString::fromStdString(place.device) + QLatin1Char(' ') +
                                         QString::fromStdString(place.model).section(QLatin1Char('/'), -1)
                                   : QString::fromStdString(place.network));
        tables.push_back({name, items::tableText(profile.source), 0, profile.table, profile.problems});
    }
    const auto text = [](std::string_view part) {
        return QString::fromUtf8(part.data(), qsizetype(part.size()));
    };
    for (const std::shared_ptr<const OperatorTable>& one : catalog.operatorTables) {
        const OperatorPlace& place = one->place;
        QStringList name{text(one->kind->name)};
        for (const std::string& part : {place.gpu, place.backend})
            if (!part.empty()) name << text(part);
        tables.push_back({name.join(QStringLiteral(" · ")), text(one->source), 0, one->table, one->problems,
                          items::operatorProvenance(*one, catalog)});
    }
    return tables;
}

} // namespace moe::ui
