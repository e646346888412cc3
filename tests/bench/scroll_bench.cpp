// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of scrolling costs in the Data tab: the table repainted, by wheel steps, pages and jumps, over
// 1.2 million rows of 32 columns.

#include "models/items/csv_table_model.h"
#include "ui/data/table_view.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace moe;

class ScrollBench : public QObject {
    Q_OBJECT

    static std::shared_ptr<const CsvTable> made() {
        auto table = std::make_shared<CsvTable>();
        constexpr std::size_t kRows = 1'172'660, kColumns = 32; // twenty tables of 58 633 rows
        for (std::size_t i = 0; i < kColumns; ++i) {
            CsvColumn column;
            column.name = "time_stats.operator_" + std::to_string(i) + ".median";
            column.numbers.resize(kRows);
            for (std::size_t row = 0; row < kRows; ++row)
                column.numbers[row] = 1e-3 * static_cast<double>((row * (2 * i + 1)) % 100003);
            table->columns.push_back(std::move(column));
        }
        table->lines.resize(kRows);
        for (std::size_t row = 0; row < kRows; ++row) table->lines[row] = static_cast<int>(row) + 2;
        return table;
    }
    static void print(const char* name, std::vector<double> times) {
        std::sort(times.begin(), times.end());
        std::printf("SCROLL %-28s %4zu steps: median %5.2f ms, p95 %5.2f ms, most %5.2f ms\n", name,
                    times.size(), times[times.size() / 2], times[times.size() * 95 / 100], times.back());
    }

private slots:
    void steps() {
        items::CsvTableModel model;
        QElapsedTimer clock;
        const std::shared_ptr<const CsvTable> table = made();
        ui::TableView view;
        clock.start();
        view.setTableModel(&model);
        model.setTable(table);
        view.resize(1100, 900);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        std::printf("SCROLL %zu rows, %zu columns shown after %.0f ms\n", table->rows(),
                    table->columns.size(), static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        const auto over = [&](const char* name, QScrollBar* bar, auto position) {
            std::vector<double> times;
            for (int i = 0; i < 200; ++i) {
                clock.restart();
                bar->setValue(position(i));
                QCoreApplication::processEvents(); // paints
                times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            }
            print(name, times);
        };
        QScrollBar *down = view.verticalScrollBar(), *across = view.horizontalScrollBar();
        over("wheel, three rows", down, [](int i) { return 3 * i; });
        over("page", down, [&](int i) { return i * down->pageStep(); });
        over("jump through the table", down, [&](int i) { return i * (down->maximum() / 200); });
        over("across, 40 pixels", across, [](int i) { return 40 * i; });
        clock.restart();
        view.sortByColumn(7, Qt::AscendingOrder);
        QCoreApplication::processEvents();
        std::printf("SORT %.0f ms\n", static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        clock.restart();
        model.setFilter(QStringLiteral("time_stats.operator_3.median<10"));
        QCoreApplication::processEvents();
        std::printf("FILTER %.0f ms, %d rows left\n", static_cast<double>(clock.nsecsElapsed()) * 1e-6,
                    model.rowCount());
    }
};

QTEST_MAIN(ScrollBench)
#include "scroll_bench.moc"
