// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the form beside the test program, for the eye; the test itself asks for paint and readable
// text.
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/derived_value.h"
#include "tests/support/registry.h"
#include "tests/ui/form_fixture.h"
#include "ui/form/scenario_form.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QSet>
#include <QTest>

using namespace moe;
using namespace moe::ui;

class FormPictureTest : public QObject {
    Q_OBJECT
private slots:
    void formIsDrawn_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<int>("points");
        QTest::addColumn<QString>("shown"); ///< key to reveal
        QTest::addColumn<int>("height");
        const QLocale us(QLocale::English, QLocale::UnitedStates), de(QLocale::German, QLocale::Germany);
        QTest::newRow("light") << false << us << 9 << QString() << 900;
        QTest::newRow("dark") << true << us << 9 << QString() << 900;
        QTest::newRow("german") << false << de << 9 << "gpu.power_w" << 900;
        QTest::newRow("large") << false << us << 18 << "parallel.cp" << 900;
        QTest::newRow("training") << false << us << 9 << "train.host_factor" << 1800;
        QTest::newRow("whole") << true << us << 9 << "parallel.vpp" << 2200;
    }
    void formIsDrawn() {
        QFETCH(bool, dark);
        QFETCH(QLocale, locale);
        QFETCH(int, points);
        QFETCH(QString, shown);
        QFETCH(int, height);
        const auto catalog = test::formCatalog();
        const Scenario base = test::formScenario();
        Scenario scenario = base;
        scenario.moe->experts = 64;
        scenario.train->tokens = 1.5e12;
        scenario.train->stack = Stack::Megatron2024;
        scenario.parallel.ep = 6;
        scenario.parallel.cp = 3;
        ScenarioForm form;
        form.setPalette(windowPalette(dark));
        QFont font(QStringLiteral("DejaVu Sans"));
        font.setPointSize(points);
        form.setFont(font);
        form.setLocale(locale);
        form.resize(355, height);
        form.setCatalog(catalog);
        form.setScenario(base, base);
        form.setDerived(derivedValues(base, *catalog));
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        form.setScenario(scenario, base);
        form.setProblems(validate(scenario, *catalog));
        if (!shown.isEmpty()) form.revealKey(shown);
        QCoreApplication::sendPostedEvents();
        QTest::qWait(20);
        const QImage picture = form.grab().toImage();
        const QDir folder(QApplication::applicationDirPath() + QStringLiteral("/pictures"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        QVERIFY(picture.save(
            folder.filePath(QStringLiteral("form-%1.png").arg(QString::fromUtf8(QTest::currentDataTag())))));
        QSet<QRgb> colours;
        for (int y = 0; y < picture.height(); y += 2) {
            for (int x = 0; x < picture.width(); x += 2) colours.insert(picture.pixel(x, y));
        }
        QVERIFY(colours.size() > 20);
    }
};

MOE_TEST(FormPictureTest)
#include "form_picture_test.moc"
