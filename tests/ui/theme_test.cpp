// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "models/engine/report/time_term_row.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/time/step_time_report.h"
#include "tests/support/registry.h"
#include "ui/theme_style.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

#include <cmath>

using namespace moe;
using namespace moe::ui;

/// WCAG 2.1 relative luminance and contrast.
static double luminance(const QColor& colour) {
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}
static double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void textIsReadableInBothThemes() {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (const QColor& colour :
                 {theme.text, theme.muted, theme.good, theme.warn, theme.bad, theme.axis})
                QVERIFY2(contrast(colour, theme.background) >= 4.5, qPrintable(colour.name()));
            QVERIFY(contrast(theme.grid, theme.background) < 2);
        }
    }

    /// Dark blue on a dark ground was 3.2 : 1.
    void linesStandOutFromTheirGround() {
        for (const char* name :
             {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#1b4f8a"}) {
            const QColor colour{QLatin1String(name)};
            QVERIFY2(contrast(lineColour(colour, darkTheme()), darkTheme().background) >= 4.5, name);
            QCOMPARE(lineColour(colour, lightTheme()), colour);
        }
        QVERIFY(contrast(QColor("#0072b2"), darkTheme().background) < 4.5);
        QCOMPARE(lineColour(QColor("#56b4e9"), darkTheme()), QColor("#56b4e9"));
    }

    void partsOfOnePictureHaveTheirOwnColours() {
        const auto differ = [](const auto& rows) {
            QSet<QRgb> seen;
            for (const TimeTermRow& row : rows) {
                const TimeStyle style = timeStyle(row.key);
                if (!style.colour.isValid() || style.group != row.group) return false;
                seen.insert(style.colour.rgb());
            }
            return seen.size() == qsizetype(rows.size());
        };
        QVERIFY(differ(timeTerms()));
        QVERIFY(differ(serveTerms()));
        for (const char* key : {"dispatch", "combine", "tp", "pipeline"})
            QCOMPARE(timeStyle(key).group, TimeGroup::Communication);
        QCOMPARE(timeStyle("dispatch").colour, timeStyle("alltoall").colour);
    }

    void everyKindOfTimeHasAColourAndAnUnknownPartNone() {
        for (int group = 0; group < kTimeGroups; ++group) {
            const QColor colour = groupColour(TimeGroup(group));
            QVERIFY2(colour.isValid(), timeGroupText(TimeGroup(group)));
        }
        QVERIFY(!timeStyle("no such part").colour.isValid());
    }

    void themeFollowsTheWindowPalette() {
        QVERIFY(themeOf(windowPalette(true)).dark);
        QVERIFY(!themeOf(windowPalette(false)).dark);
    }

    void palettesAreThePublishedOnes_data() {
        QTest::addColumn<int>("stop");
        QTest::addColumn<QColor>("colour");
        QTest::newRow("cividis/first, matplotlib") << 0 << QColor(0, 34, 77);
        QTest::newRow("cividis/last, matplotlib") << 255 << QColor(253, 231, 55);
        QTest::newRow("viridis/first, matplotlib") << 0 << QColor(68, 1, 84);
        QTest::newRow("viridis/last, matplotlib") << 255 << QColor(253, 231, 36);
        QTest::newRow("magma/first, matplotlib") << 0 << QColor(0, 0, 3);
        QTest::newRow("magma/last, matplotlib") << 255 << QColor(251, 252, 191);
        QTest::newRow("difference/middle is near white") << 127 << QColor(246, 246, 247);
    }
    void palettesAreThePublishedOnes() {
        QFETCH(int, stop);
        QFETCH(QColor, colour);
        const QString name = QString(QTest::currentDataTag()).section('/', 0, 0);
        const QColor found(paletteStops(name)[std::size_t(stop)]);
        QVERIFY2(std::abs(found.red() - colour.red()) <= 1 && std::abs(found.green() - colour.green()) <= 1 &&
                     std::abs(found.blue() - colour.blue()) <= 1,
                 qPrintable(found.name()));
    }

    void sequentialPalettesGrowLighterAllTheWay() {
        for (const char* name : {"cividis", "viridis", "magma", "grey"}) {
            const Stops& stops = paletteStops(name);
            for (std::size_t i = 8; i < stops.size(); i += 8)
                QVERIFY2(luminance(QColor(stops[i])) > luminance(QColor(stops[i - 8])), name);
        }
    }

    /// The ring of the focus, on each side of each control.
    void controlsWithTheKeysAreRinged() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* spin = new QSpinBox;
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        const QList<QWidget*> controls{new QLineEdit, spin, new QComboBox};
        ThemeStyle style;
        for (QWidget* control : controls) {
            control->setStyle(&style);
            column->addWidget(control);
        }
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (const bool dark : {false, true}) {
            for (QWidget* control : controls) {
                control->setPalette(windowPalette(dark));
                const QColor ring = windowPalette(dark).color(QPalette::Highlight);
                const auto drawn = [control](int depth) {
                    return control->grab().toImage().pixelColor(control->width() / 2, depth);
                };
                control->setFocus();
                QCOMPARE(drawn(0), ring);
                QCOMPARE(drawn(1), ring);
                QVERIFY(drawn(3) != ring);
                control->clearFocus();
                QVERIFY(drawn(1) != ring);
            }
        }
    }

    void unknownPaletteIsCividis() { QCOMPARE(&paletteStops("nonsense"), &paletteStops("cividis")); }
};

MOE_TEST(ThemeTest)
#include "theme_test.moc"
