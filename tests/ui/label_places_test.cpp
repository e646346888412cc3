// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/label_places.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe::ui;

class LabelPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void labelsCoverNeitherEachOtherNorAPoint() {
        const QRectF bounds(0, 0, 400, 300);
        LabelPlaces places(bounds);
        QVector<QPointF> points;
        for (int i = 0; i < 12; ++i) points << QPointF(150 + 9 * i, 140 + 7 * (i % 3));
        for (QPointF point : points) places.block({point.x() - 4, point.y() - 4, 8, 8});
        places.setPoints(points);
        QVector<QRectF> labels;
        for (QPointF point : points) {
            const auto place = places.place(point, {60, 12}, 8);
            QVERIFY(place.has_value());
            QVERIFY(bounds.contains(place->box));
            for (const QRectF& other : labels) QVERIFY(!other.intersects(place->box));
            for (QPointF other : points) QVERIFY(!place->box.contains(other));
            labels << place->box;
        }
    }

    void aLonePointIsNamedOnItsRightWithoutALine() {
        LabelPlaces places({0, 0, 400, 300});
        places.setPoints({{100, 100}});
        const auto place = places.place({100, 100}, {60, 12}, 8);
        QVERIFY(place.has_value());
        QCOMPARE(place->box.left(), 108.0);
        QCOMPARE(place->box.center().y(), 100.0);
        QVERIFY(!place->needsLine);
    }

    void nothingFitsWhereAllIsTaken() {
        LabelPlaces places({0, 0, 100, 100});
        places.block({0, 0, 100, 100});
        QVERIFY(!places.place({50, 50}, {20, 10}, 5).has_value());
        QVERIFY(!places.take({10, 10, 5, 5}));
    }
};

MOE_TEST(LabelPlacesTest)
#include "label_places_test.moc"
