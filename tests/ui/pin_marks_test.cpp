// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned scenarios inside the pictures that have room for them.

#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"
#include "tests/ui/loss_fixture.h"
#include "ui/figure.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/serve/limit_handles.h"
#include "ui/views/view_list.h"

#include <QBuffer>
#include <QTest>

#include <limits>

using namespace moe;
using namespace moe::ui;

class PinMarksTest : public QObject {
    Q_OBJECT

    static ReportPtr report(const char* key, const char* set = nullptr, const char* to = nullptr) {
        Scenario scenario = test::shippedLossCatalog()->preset(key)->scenario;
        if (set) setField(scenario, set, to);
        return test::reportOf(scenario, *test::shippedLossCatalog());
    }
    /// Texts of the picture.
    static QByteArray drawn(ReportView& view) {
        QByteArray svg;
        QBuffer buffer(&svg);
        buffer.open(QIODevice::WriteOnly);
        FigureFile file;
        file.format = FigureFormat::Svg;
        file.style.widthMm = 178, file.style.heightMm = 120;
        return writeFigure(view, file, buffer).empty() ? svg : QByteArray();
    }

private slots:
    void everyPictureOfPinsShowsTheirLetters_data() {
        QTest::addColumn<QString>("key");
        for (const ViewRow& row : viewList())
            // These begin from pins: they draw nothing of them before the answer, or name them in a table.
            if (row.pins && !QStringList{"compare", "waterfall"}.contains(QLatin1String(row.key)))
                QTest::newRow(row.key) << row.key;
    }
    void everyPictureOfPinsShowsTheirLetters() {
        QFETCH(QString, key);
        const auto row = std::find_if(viewList().begin(), viewList().end(),
                                      [&](const ViewRow& one) { return key == QLatin1String(one.key); });
        const std::unique_ptr<ReportView> view(row->make(nullptr));
        view->setCatalog(test::shippedLossCatalog());
        view->setReport(report("step-law-2in88"));
        const QByteArray alone = drawn(*view);
        QVERIFY(!alone.isEmpty() && !alone.contains(">C<"));
        // A pin that is not evaluated has no place.
        const PinMark pin{2, "higher rate", "", "", report("step-law-2in88", "train.lr", "1e-3"), false};
        view->setPins({{1, "not evaluated", "", "", nullptr, false}, pin});
        const QByteArray pinned = drawn(*view);
        QVERIFY(pinned.contains(">C<") && !pinned.contains(">B<"));
        view->setPins({});
        QCOMPARE(drawn(*view), alone);
    }

    void anAxisReachesAPinButNotAnyFar() {
        QCOMPARE(axisWithFlags(10, {}), 10.0);
        QVERIFY(axisWithFlags(10, {{0, 12, {}, {}}}) > 12);
        QCOMPARE(axisWithFlags(10, {{0, 1000, {}, {}}}), 20.0);
    }

    void lettersDoNotCoverEachOther() {
        QImage image(400, 120, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        QWidget widget;
        const Look look = screenLook(widget, {});
        PlotFrame frame;
        frame.rect = QRectF(20, 20, 360, 80), frame.xHigh = 10;
        const QVector<QRectF> areas =
            paintPinFlags(painter, frame, {{0, 5, {}, {}}, {1, 5.05, {}, {}}, {2, 99, {}, {}}}, look);
        QCOMPARE(areas.size(), 3);
        QVERIFY(!areas[0].intersects(areas[1]));
        QVERIFY(areas[2].right() <= frame.rect.right() + 1);
    }

    /// An axis of one value or none has a place for nothing: rounded corners there are arcs of NaN, of which
    /// Qt warns, which fails the test.
    void placesThatAreNoNumberAreNotPainted() {
        QImage image(200, 100, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        const QImage empty = image;
        QPainter painter(&image);
        QWidget widget;
        const Look look = screenLook(widget, {});
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN(),
                         kFar = std::numeric_limits<double>::infinity();
        for (const QPointF at :
             {QPointF(kNone, 50), QPointF(50, kNone), QPointF(kFar, 50), QPointF(50, -kFar)}) {
            drawPinMark(painter, 0, at, look);
            drawOwnMark(painter, at, at, at, look);
        }
        Hits hits;
        LimitPlace place;
        place.frame.rect = QRectF(10, 10, 180, 80);
        for (const auto& [low, high] :
             {std::pair(kNone, kNone), std::pair(2.0, 2.0), std::pair(-kFar, kFar)}) {
            place.frame.xLow = low, place.frame.xHigh = high;
            paintLimit(painter, place, 0.03, ServeLimit::Tpot, QStringLiteral("limit"), true, look, hits);
        }
        painter.end();
        QCOMPARE(image, empty);
        QVERIFY(hits.empty());
    }
};

MOE_TEST(PinMarksTest)
#include "pin_marks_test.moc"
