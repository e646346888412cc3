// SPDX-License-Identifier: GPL-3.0-or-later
// The Profiles tab: choices, bands, overlay, read-out, numbers behind the picture.

#include "models/engine/files/catalog_file.h"
#include "models/engine/profiles/profile_file.h"
#include "tests/support/registry.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/profiles/profiles_view.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace moe;
using namespace moe::ui;

namespace {

CatalogPtr shippedProfiles() {
    static const CatalogPtr made = [] {
        auto catalog = std::make_shared<Catalog>();
        catalog->gpus = *readGpus(test::resourceText("gpus.yaml"), "gpus.yaml");
        const Result<ProfileSet> set = profileCurvesFrom(
            *parseDocument(test::resourceText("profiles/curves.yaml"), "curves.yaml"), "curves.yaml");
        catalog->profiles = std::make_shared<const ProfileSet>(*set);
        return catalog;
    }();
    return made;
}

/// The shipped curves with these published tables instead of theirs; null when the tables are not here.
CatalogPtr withTables(const std::vector<std::string>& files) {
    ProfileSet loaded;
    for (const std::string& file : files) {
        const std::string text = test::sharedText("data/vidur/profiling/" + file);
        if (text.empty()) return nullptr;
        loaded.tables.push_back(*readProfile(text, file));
    }
    auto catalog = std::make_shared<Catalog>(*shippedProfiles());
    ProfileSet set = *catalog->profiles;
    addProfiles(set, std::move(loaded));
    catalog->profiles = std::make_shared<const ProfileSet>(std::move(set));
    return catalog;
}

std::unique_ptr<ProfilesView> shown(const CatalogPtr& catalog, bool dark = false, QSize size = {690, 560}) {
    auto view = std::make_unique<ProfilesView>();
    view->setPalette(windowPalette(dark));
    view->setAutoFillBackground(true);
    view->resize(size);
    view->setCatalog(catalog);
    view->show();
    [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
    view->grab();
    return view;
}

QComboBox* choice(const ProfilesView& view, const char* name) {
    for (QComboBox* box : view.findChildren<QComboBox*>())
        if (box->accessibleName() == QLatin1String(name)) return box;
    return nullptr;
}

} // namespace

class ProfilesViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestFont(); }

    void withoutProfilesItSaysWhereToGetThem() {
        ProfilesView view;
        view.setCatalog(std::make_shared<Catalog>());
        QVERIFY(view.summary().contains("Get published tables"));
        QVERIFY(view.csv().isEmpty());
    }
    void startsWithCurvesThatAreShipped() {
        const auto view = shown(shippedProfiles());
        QCOMPARE(view->picture().lines.size(), std::size_t{2}); // a100 and h100 have the 70B model
        QVERIFY(view->summary().contains("shipped curve"));
        QVERIFY(view->csv().contains("shipped curve"));
        QCOMPARE(choice(*view, "Operator")->currentData().toString(), QString("mlp_up_proj"));
    }
    void choicesFollowTheOperator() {
        const auto view = shown(shippedProfiles());
        view->choose("all_reduce", {}, 8);
        QTRY_VERIFY(!choice(*view, "Model")->isVisibleTo(view.get()));
        QVERIFY(choice(*view, "Parallelism")->currentText().contains("8 GPUs"));
        QCOMPARE(QString::fromStdString(view->picture().keyName), QString("Message size"));
        view->choose("attn_decode", {}, 2);
        QVERIFY(choice(*view, "Along")->isVisibleTo(view.get()) || choice(*view, "Along")->isEnabled());
        QCOMPARE(QString::fromStdString(view->picture().keyName), QString("KV length"));
        QVERIFY(choice(*view, "Held")->count() > 5);
        choice(*view, "Along")->setCurrentIndex(1);
        QCOMPARE(QString::fromStdString(view->picture().keyName), QString("Batch"));
        QVERIFY(!view->picture().lines.front().points.empty());
    }
    void devicesAreSwitchedOffOneByOne() {
        const auto view = shown(shippedProfiles());
        for (QMenu* menu : view->findChildren<QMenu*>()) {
            for (QAction* action : menu->actions())
                if (action->text() == "a100") action->trigger();
        }
        QCOMPARE(view->picture().lines.size(), std::size_t{1});
        QCOMPARE(view->picture().lines.front().place, std::string("h100"));
    }
    void hoverTellsEveryDevice() {
        const auto view = shown(shippedProfiles());
        QSignalSpy spy(view.get(), &ReportView::readOut);
        const Hits& hits = view->canvas()->hits();
        QVERIFY(hits.size() > 20);
        QTest::mouseMove(view->canvas(), hits[hits.size() / 2].area.center().toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        const QString text = spy.last().first().toString();
        QVERIFY2(text.contains("tokens") && text.contains("a100") && text.contains("h100"), qPrintable(text));
    }
    void measuredRowsHaveTheirSpread() {
        const CatalogPtr catalog = withTables({"compute/h100/meta-llama/Llama-2-70b-hf/mlp.csv"});
        if (!catalog) QSKIP("published operator profiles are not here; get them with packaging/get-data.sh");
        const auto view = shown(catalog);
        const ProfileLine* measured = nullptr;
        for (const ProfileLine& line : view->picture().lines)
            if (line.place == "h100") measured = &line;
        QVERIFY(measured != nullptr && !measured->shipped);
        QCOMPARE(measured->points.size(), std::size_t{259});
        QVERIFY(measured->error && measured->analyticError);
        for (const ProfileLine::Point& point : measured->points) {
            QVERIFY(point.low <= point.seconds && point.seconds <= point.high);
            QVERIFY(point.mean && point.std);
        }
        toolAction(*view, "Table")->trigger();
        const QAbstractItemModel* table = view->table()->model();
        QVERIFY(table->rowCount() > 259);
        QCOMPARE(table->headerData(6, Qt::Horizontal).toString(), QString("Std (ms)"));
        QVERIFY(view->csv().startsWith("Device,Tokens (tokens),Median (ms)"));
    }
    void figureIsDrawn() {
        ProfilesView view;
        view.setCatalog(shippedProfiles());
        FigureStyle style;
        QImage image(style.logicalSize().toSize(), QImage::Format_RGB32);
        image.fill(Qt::red);
        view.drawFigure(&image, 1, style);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
    }

    void pictures() {
        CatalogPtr catalog =
            withTables({"compute/h100/meta-llama/Llama-2-70b-hf/mlp.csv",
                        "compute/a100/meta-llama/Llama-2-70b-hf/mlp.csv",
                        "compute/a100/meta-llama/Llama-2-70b-hf/attention.csv",
                        "network/h100_dgx/all_reduce.csv", "network/a100_dgx/all_reduce.csv"});
        if (!catalog) catalog = shippedProfiles();
        for (bool dark : {false, true}) {
            const auto view = shown(catalog, dark);
            test::savePicture(*view, dark, "profiles");
            view->choose("attn_decode", {}, 2);
            test::savePicture(*view, dark, "profiles-decode");
            view->choose("all_reduce", {}, 8);
            test::savePicture(*view, dark, "profiles-all-reduce");
        }
        const auto large = shown(shippedProfiles(), false, {1010, 840});
        test::savePicture(*large, false, "profiles-shipped-large");
    }

private:
    static QAction* toolAction(const QWidget& view, const QString& text) {
        return test::toolAction(view, text);
    }
};

MOE_TEST(ProfilesViewTest)
#include "profiles_view_test.moc"
