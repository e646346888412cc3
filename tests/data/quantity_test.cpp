// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with units as people type them, and what is refused.

#include "data/quantity.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class QuantityTest : public QObject {
    Q_OBJECT
private slots:
    void readsUnitsOfTheSameKind_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, const char* unit, double value) {
            QTest::addRow("%s of %s", text, unit)
                << QString::fromUtf8(text) << QString::fromUtf8(unit) << value;
        };
        row("1 s", "ms", 1000);
        row("1s", "s", 1);
        row("200 ms", "s", 0.2);
        row("0.3ms", "s", 3e-4); // rounded once
        row("15 us", "s", 15e-6);
        row("15 µs", "s", 15e-6);
        row("1.5 h", "s", 5400);
        row("36h", "d", 1.5);
        row("2 days", "d", 2);
        row("90 min", "h", 1.5);
        row("14.8T", "tokens", 14.8e12);
        row("14.8 T", "tokens", 14.8e12);
        row("14.8 T tokens", "tokens", 14.8e12);
        row("262k tokens", "tokens", 262e3);
        row("8_192", "tokens", 8192);
        row("80 GiB", "GiB", 80);
        row("80GiB", "B", 80.0 * 1024 * 1024 * 1024);
        row("1 TiB", "GiB", 1024);
        row("80 GB", "B", 80e9);
        row("80e9", "B", 80e9);
        row("80G", "B", 80e9);
        row("4 B", "B", 4); // bytes, not billions
        row("4B", "tokens", 4e9);
        row("10 %", kShare, 0.1);
        row("0.1", kShare, 0.1);
        row("99 %", "%", 99);
        row("99", "%", 99);
        row("0.99 share", "%", 99);
        row("3.35 TB/s", "TB/s", 3.35);
        row("900 GB/s", "TB/s", 0.9);
        row("400 Gbit/s", "GB/s", 50);
        row("400Gb/s", "GB/s", 50);
        row("1 PFLOP/s", "TFLOP/s", 1000);
        row("0.7 kW", "W", 700);
        row("120 kW", "W", 120e3);
        row("7 requests/s", "requests/s", 7);
        row("120 /min", "requests/s", 2);
        row("7/s", "requests/s", 7);
        row("5.4M USD", "USD", 5.4e6);
        row("2 $/h", "USD/GPU-hour", 2);
        row("2 kWh", "kWh", 2);
        row("1e3 ms", "s", 1);
        row("14.8 trillion tokens", "tokens", 14.8e12); // as answers write it
        row("62.9 Million", "tokens", 62.9e6);
        row("671 billion", "", 671e9);
        row("30 minutes", "s", 1800);
        row("36 hours", "d", 1.5);
        row("2 d", "hours", 48); // the unit of a field
        row("90 min", "hours", 1.5);
        row("10 percent", kShare, 0.1);
        row("1024", "sequences", 1024);
        row("1024 sequences", "sequences", 1024);
        row("80 gib", "GiB", 80); // either case where only one unit is meant
    }
    void readsUnitsOfTheSameKind() {
        QFETCH(QString, text);
        QFETCH(QString, unit);
        const TypedQuantity read = readQuantity(text.toStdString(), unit.toStdString());
        QVERIFY2(read.value.has_value(), read.foreign.c_str());
        QTEST(*read.value, "value");
    }

    void whatMayStandBehindANumberIsKnown() {
        for (const char* name : {"ms", "gib", "MIB", "t", "gbit/s", "%", "tokens", "trillion", "requests/s"})
            QVERIFY2(isUnitName(name), name);
        for (const char* name : {"ep", "layers", "share", "batch", "", "x"})
            QVERIFY2(!isUnitName(name), name);
    }

    void refusesWhatIsOfAnotherKindOrOfTwo_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char* text, const char* unit, const char* rule) {
            QTest::addRow("%s of %s", text, unit)
                << QString::fromUtf8(text) << QString::fromUtf8(unit) << rule;
        };
        row("5 m", "s", "must be good, in s (ns, us, ms, s, min, h, d)"); // minutes or milliseconds
        row("80 GiB", "s", "must be good, in s (ns, us, ms, s, min, h, d)");
        row("1 s", "GiB", "must be good, in GiB (B, kB, MB, GB, TB, KiB, MiB, GiB, TiB)");
        row("10 %", "", "must be good, without a unit");
        row("8 GPUs", "", "must be good, without a unit");
        row("3 ms", kShare, "must be good, or in percent");
        row("2 tokens", "sequences", "must be good, in sequences");
        row("5 mw", "W", "must be good, in W (W, kW, MW)"); // not a million times as much
        row("400 gb/s", "GB/s", "must be good, in GB/s (MB/s, GB/s, TB/s, GiB/s, Gbit/s, Tbit/s)");
        row("3 million s", "s", "must be good, in s (ns, us, ms, s, min, h, d)"); // not Ms
        row("8 millionths", "tokens", "must be good, in tokens");
        row("8kk", "tokens", "must be good, in tokens");
        row("fast", "s", "must be good");
        row("", "s", "must be good");
        row("ms", "s", "must be good");
        row("1__0 s", "s", "must be good");
        row("1e400 s", "s", "must be good");
    }
    void refusesWhatIsOfAnotherKindOrOfTwo() {
        QFETCH(QString, text);
        QFETCH(QString, unit);
        const TypedQuantity read = readQuantity(text.toStdString(), unit.toStdString());
        QVERIFY(!read.value);
        const Message rule = withUnit(say("must be good"), unit.toStdString(), read);
        QTEST(QString::fromStdString(toString(rule)), "rule");
    }
};
MOE_TEST(QuantityTest)
#include "quantity_test.moc"
