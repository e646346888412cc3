// SPDX-License-Identifier: GPL-3.0-or-later
// Random use of the real window. MOE_MONKEY_ACTIONS and MOE_MONKEY_SEED make it longer (packaging/monkey.sh),
// MOE_MONKEY_LANGUAGE=de uses it in German, QT_SCALE_FACTOR=2 at twice the size, MOE_MONKEY_THEME=dark
// dark whatever theme is chosen, MOE_MONKEY_KINDS=menu,key does these kinds of actions alone. MOE_MONKEY_LOG
// names a file for every action, so that the last line before a crash tells what did it; beside an action
// stand blocks of the GUI thread over 100 ms and what it added to the resident memory, and in a second file
// the stacks of longer blocks and of jumps of the memory.

#include "app/files/catalog_loader.h"
#include "app/window/heap_setting.h"
#include "app/window/theme_setting.h"
#include "tests/app/monkey.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "ui/views/view_list.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <malloc.h>
#include <optional>
#include <unistd.h>

using namespace moe;
using namespace moe::app;

namespace {

constexpr int kUsual = 200;
constexpr int kLong = 20000; ///< from so many on memory is measured: caches fill until then
/// What a person takes for "at once"; longer and the window feels stuck.
constexpr double kHang = 200;
constexpr double kToldMs = 100, kToldMiB = 50; ///< what the log tells of beside an action
constexpr int kStackMs = 80, kJumpMiB = 150;   ///< what stacks are written of

double trimmedMiB() {
    malloc_trim(0);
    return test::residentMiB();
}

/// With the blocks that malloc maps one by one: which size gets that changes while the program runs.
double heapMiB() {
    const auto info = mallinfo2();
    return double(info.uordblks + info.hblkhd) / 1048576.0;
}

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& content) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName()
                                                                                    : QString();
}

} // namespace

class MonkeyTest : public QObject {
    Q_OBJECT
private slots:
    void staysAliveAndAnswers() {
        const unsigned seed = qEnvironmentVariableIsSet("MOE_MONKEY_SEED")
                                  ? qEnvironmentVariable("MOE_MONKEY_SEED").toUInt()
                                  : 1;
        const int actions = qEnvironmentVariableIsSet("MOE_MONKEY_ACTIONS")
                                ? qEnvironmentVariableIntValue("MOE_MONKEY_ACTIONS")
                                : kUsual;
        keepHeapSmall(); // as the program does
        std::optional<test::German> german;
        if (qEnvironmentVariable("MOE_MONKEY_LANGUAGE") == QLatin1String("de")) german.emplace();
        const QPalette palette = QApplication::palette();
        QFile log(qEnvironmentVariable("MOE_MONKEY_LOG"));
        if (!log.fileName().isEmpty()) QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));

        QTemporaryDir folder;
        const QString before = QDir::currentPath(); // dialogs that are accepted write there
        QVERIFY(QDir::setCurrent(folder.path()));
        Window window(shippedCatalog());
        QStringList files{
            written(folder, "session.yaml", window.sessionBytes()),
            written(folder, "broken.yaml", "model: {layers: [1, {\n"),
            written(folder, "empty.csv", ""),
            written(folder, "not a table.csv", "a,b\n1,\"2\n"),
            written(folder, "page.html.csv", "<!DOCTYPE html><html></html>\n"),
            written(folder, "picture.svg",
                    "<svg xmlns=\"http://www.w3.org/2000/svg\"><desc>x: 1</desc></svg>"),
            written(folder, "config.json", "{\"model_type\": \"llama\", \"hidden_size\": 64}"),
            written(folder, "run.log", "nothing\n"),
            written(folder, "rank0.json",
                    R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","ts":0,"dur":9}]})"),
            folder.filePath("gone.yaml"),
            folder.path(),
        };
        for (const QString& name : QDir(":/presets").entryList(QDir::Files))
            files << written(folder, name, QByteArray::fromStdString(*readFile(":/presets/" + name)));
        if (qEnvironmentVariable("MOE_MONKEY_THEME") == QLatin1String("dark")) {
            setTheme(ui::ThemeChoice::Dark);
            QObject::connect(&window.widget(), &ui::MainWindow::themeChosen,
                             [] { setTheme(ui::ThemeChoice::Dark); });
        }
        window.startAutosave(folder.filePath("autosave"));
        window.widget().show();
        QVERIFY(QTest::qWaitForWindowExposed(&window.widget()));

        test::Monkey monkey(window, files, folder.path(), seed);
        std::optional<test::MonkeyWatch> watch;
        if (log.isOpen()) monkey.watchWith(&watch.emplace(log.fileName() + ".stacks", kStackMs, kJumpMiB));
        QElapsedTimer clock;
        clock.start();
        Told told;
        std::vector<double> heaps; // from three tenths on: pages and caches are there by then
        for (int i = 0; i < actions; ++i) {
            monkey.act();
            if (log.isOpen()) log.write(toldOf(i, monkey, told).toUtf8());
            if (actions < kLong || i == 0 || i % (actions / 10) != 0) continue;
            measure(window, monkey);
            // Objects that stay tell growth by what is kept from growth of caches.
            std::printf("after %d: resident %.1f MiB, heap %.1f, %d widgets, %d objects of the window\n", i,
                        trimmedMiB(), heapMiB(), int(QApplication::allWidgets().size()),
                        int(window.widget().findChildren<QObject*>().size()));
            std::fflush(stdout);
            if (i >= 3 * (actions / 10)) heaps.push_back(heapMiB());
        }
        const double seconds = double(clock.elapsed()) * 1e-3;
        if (actions >= kLong) measure(window, monkey);
        heaps.push_back(heapMiB());
        const double resident = trimmedMiB();
        monkey.closeDialogs();
        monkey.watchWith(nullptr);
        QApplication::setPalette(palette);
        QDir::setCurrent(before);

        const auto& longest = monkey.longest();
        // Caches of fonts and pictures swing by tens of megabytes; what leaks lifts the least as well.
        const auto third = std::min<std::ptrdiff_t>(3, std::ssize(heaps));
        const double early = *std::min_element(heaps.begin(), heaps.begin() + third),
                     late = *std::min_element(heaps.end() - third, heaps.end());
        std::printf("monkey: seed %u, %d actions, %.0f actions/s; blocks of the GUI thread over %.0f ms: %d; "
                    "resident %.1f MiB at the end; least heap of three: %.1f after three tenths, %.1f at the "
                    "end\n",
                    seed, actions, actions / seconds, kHang, monkey.blocksOver(kHang), resident, early, late);
        if (actions >= kLong)
            for (const auto& block : longest)
                std::printf("  %6.0f ms of processor, %6.0f ms: %s\n", block.cpu, block.wall,
                            qPrintable(block.during));
        if (actions < kLong) return; // growth and time need a long run
        QVERIFY2(late - early < 24, "the heap grows");
        QVERIFY2(monkey.blocksOver(kHang) == 0, "the window hangs");
    }

private:
    struct Told {
        double resident = 0;    ///< MiB when last told
        std::size_t blocks = 0; ///< of the monkey's, told already
    };

    static QString toldOf(int action, const test::Monkey& monkey, Told& told) {
        QString line = QString("%1 %2").arg(action).arg(monkey.said());
        for (; told.blocks < monkey.blocks().size(); ++told.blocks)
            if (const double block = monkey.blocks()[told.blocks]; block > kToldMs)
                line += QString(" | away %1 ms").arg(block, 0, 'f', 0);
        const double now = test::residentMiB();
        if (std::abs(now - told.resident) > kToldMiB) {
            line += QString(" | resident %1 -> %2 MiB").arg(told.resident, 0, 'f', 0).arg(now, 0, 'f', 0);
            told.resident = now;
        }
        return line + QLatin1Char('\n');
    }

    /// The same state for both measurements: no history, no dialogs, nothing being written, one scenario, one
    /// size on every page. A page that is not shown keeps what it showed last: a picture of another size,
    /// layouts of a million GPUs.
    static void measure(Window& window, test::Monkey& monkey) {
        monkey.closeDialogs();
        // Present. Its end may delete actions that are listed behind it.
        const QList<QAction*> actions = window.widget().findChildren<QAction*>();
        const auto present = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->shortcut() == QKeySequence(Qt::Key_F11);
        });
        if (present != actions.end()) (*present)->setChecked(false);
        (void)QTest::qWaitFor([&] { return !window.reports().running(); }, 120000);
        QGuiApplication::clipboard()->setText("measure"); // it may hold a figure of two metres
        window.widget().setWindowState(Qt::WindowNoState);
        window.widget().resize(1280, 800);
        window.session().setPins({}, "none");
        window.session().open(window.session().catalog()->preset("mixtral-8x7b")->scenario, "measure");
        QTest::qWait(1500);
        for (const ui::ViewRow& row : ui::viewList()) {
            window.widget().showTab(row.key);
            QTest::qWait(20);
            const ui::ReportView* view = window.widget().currentView();
            (void)QTest::qWaitFor([view] { return !view->isBehind(); }, 120000);
        }
        for (const char* tab : {"data", "explain"}) {
            window.widget().showTab(tab);
            QTest::qWait(20);
        }
        window.session().undoStack()->clear();
        // A search that runs holds tens of megabytes.
        double before = 0;
        for (int i = 0; i < 60 && std::abs(heapMiB() - before) > 0.5; ++i) {
            before = heapMiB();
            QTest::qWait(1000);
        }
    }
};

MOE_TEST(MonkeyTest)
#include "monkey_test.moc"
