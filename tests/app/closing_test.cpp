// SPDX-License-Identifier: GPL-3.0-or-later
// The window goes while something is under way: it goes at once, leaves no half file, and (under asan)
// nothing allocated.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "tests/app/large_table.h"
#include "tests/support/registry.h"
#include "ui/window/room_pages.h"

#include <QDir>
#include <QProgressBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

namespace {

/// A folder that takes a while to read: one large table under twenty names.
QString largeTables(const QTemporaryDir& folder) {
    const QByteArray text = test::attentionTable(100000);
    QFile file(folder.filePath("attention.csv"));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
    for (int i = 0; i < 20; ++i) {
        const QString path = folder.filePath(QStringLiteral("tables/compute/d%1/m").arg(i));
        if (!QDir().mkpath(path) || !file.link(path + "/attention.csv")) qFatal("no link");
    }
    return folder.filePath("tables");
}

bool showsProgress(const Window& window) {
    const auto bars = const_cast<Window&>(window).widget().findChildren<QProgressBar*>();
    return std::any_of(bars.begin(), bars.end(), [](const QProgressBar* bar) { return bar->isVisible(); });
}

} // namespace

class ClosingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<Window>(shippedCatalog());
        m_window->startAutosave(m_folder->filePath("autosave"));
        m_window->widget().show();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().report() != nullptr, 20000);
    }

    void whileEvaluating() {
        Scenario scenario = m_window->session().scenario();
        scenario.train->lr = 1e-3;
        m_window->session().edit(scenario, "lr");
        m_window.reset();
    }

    void whileLoading() {
        m_window->openFiles({largeTables(*m_folder)});
        QTRY_VERIFY_WITH_TIMEOUT(showsProgress(*m_window), 20000);
        m_window.reset();
    }

    void whileSearching() {
        m_window->session().open(m_window->session().catalog()->preset("deepseek-v3")->scenario,
                                 "deepseek-v3");
        m_window->widget().views().showKey("layouts");
        QTRY_VERIFY_WITH_TIMEOUT(showsProgress(*m_window), 20000);
        m_window.reset();
    }

    void whileExporting() {
        const QString path = m_folder->filePath("report.pdf");
        m_window->reports().start(path);
        QVERIFY(m_window->reports().running());
        QTest::qWait(100);
        QVERIFY(m_window->reports().running());
        m_window.reset();
        QVERIFY(!QFile::exists(path));
    }

    void whileComparing() {
        m_window->widget().views().showKey("measured");
        m_window->openFiles({QStringLiteral(":/presets/mixtral-8x7b.yaml")});
        m_window.reset();
    }

    void whileADialogIsOpen() {
        m_window->widget().ask(ui::Request::ExportFigure);
        QCoreApplication::processEvents();
        m_window.reset();
        QTRY_COMPARE(QApplication::topLevelWidgets().size(), 0);
    }

    void cleanup() {
        m_window.reset();
        // No half file, under no name.
        for (const QFileInfo& file : QDir(m_folder->path()).entryInfoList(QDir::Files))
            QVERIFY2(!file.fileName().startsWith("report"), qPrintable(file.fileName()));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Window> m_window;
};

MOE_TEST(ClosingTest)
#include "closing_test.moc"
