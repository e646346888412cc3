// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text: what is one, what is not, and the same in every locale.

#include "data/number.h"

#include "tests/support/registry.h"

#include <QTest>

#include <charconv>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

class NumberTest : public QObject {
    Q_OBJECT
private slots:
    void readsNumbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        QTest::addColumn<double>("value");
        QTest::newRow("integer") << "42" << true << 42.0;
        QTest::newRow("exponent") << "3.5e-4" << true << 3.5e-4;
        QTest::newRow("capital exponent") << "9.77E-04" << true << 9.77e-4;
        QTest::newRow("plus") << "+5" << true << 5.0;
        QTest::newRow("blanks") << " 7\t" << true << 7.0;
        QTest::newRow("inf") << "inf" << true << std::numeric_limits<double>::infinity();
        QTest::newRow("beyond int64") << "671026419200000000000" << true << 671026419200000000000.0;
        for (const char* bad :
             {"", " ", "abc", "1x", "1,5", "1 2", "+-1", "--1", "0x10", "1e400", "8k", "1_000", "."})
            QTest::newRow(bad) << bad << false << 0.0;
    }
    void readsNumbers() {
        QFETCH(QString, text);
        QFETCH(bool, good);
        const std::optional<double> value = moe::parseNumber(text.toStdString());
        QCOMPARE(value.has_value(), good);
        if (good) QTEST(*value, "value");
    }

    void readsNan() { QVERIFY(std::isnan(moe::parseNumber("nan").value_or(0))); }

    void readsQuantities_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        QTest::addColumn<double>("value");
        QTest::newRow("k") << "8k" << true << 8e3;
        QTest::newRow("M") << "4M" << true << 4e6;
        QTest::newRow("B") << "1.5B" << true << 1.5e9;
        QTest::newRow("G") << "1.5G" << true << 1.5e9;
        QTest::newRow("t") << "1.4t" << true << 1.4e12;
        QTest::newRow("dot before suffix") << "3.M" << true << 3e6;
        QTest::newRow("underscores") << "1_000_000" << true << 1e6;
        QTest::newRow("exponent and suffix") << "1e3k" << true << 1e6;
        QTest::newRow("plain") << "0.25" << true << 0.25;
        QTest::newRow("inf") << "inf" << true << std::numeric_limits<double>::infinity();
        for (const char* bad : {"k", "8kk", "8 k", "_1", "1_", "1__0", "8kB", "1.5x", "", "-"})
            QTest::newRow(bad) << bad << false << 0.0;
    }
    void readsQuantities() {
        QFETCH(QString, text);
        QFETCH(bool, good);
        const std::optional<double> value = moe::parseQuantity(text.toStdString());
        QCOMPARE(value.has_value(), good);
        if (good) QTEST(*value, "value");
    }

    void writesNumbers_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenth") << 0.1 << "0.1";
        QTest::newRow("large") << 1e22 << "1e+22";
        QTest::newRow("integer") << 671026419200.0 << "671026419200";
        QTest::newRow("round integer") << 4e10 << "40000000000";
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("small") << 1.5e-7 << "1.5e-07";
        QTest::newRow("negative") << -2.5 << "-2.5";
        QTest::newRow("all digits") << 0.0003452669830012439 << "0.0003452669830012439";
    }
    void writesNumbers() {
        QFETCH(double, value);
        const std::string text = moe::numberText(value);
        QTEST(QString::fromStdString(text), "text");
        QCOMPARE(moe::parseNumber(text).value_or(-1), value);
    }

    void rounds_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("three digits") << 12.34 << 3 << "12.3";
        QTest::newRow("small") << 0.000123456 << 3 << "0.000123";
        QTest::newRow("no trailing zeros") << 80.0 << 3 << "80";
        QTest::newRow("carries") << 999.96 << 4 << "1000";
        QTest::newRow("cuts integers") << 123456.0 << 3 << "123000";
        QTest::newRow("negative") << -0.5 << 2 << "-0.5";
        QTest::newRow("just below 1e15") << 9.99e14 << 3 << "999000000000000";
        QTest::newRow("1e15") << 1e15 << 3 << "1e+15";
        QTest::newRow("1e-5") << 1e-5 << 3 << "0.00001";
        QTest::newRow("below 1e-5") << 1.23e-6 << 2 << "1.2e-06";
        QTest::newRow("zero") << 0.0 << 3 << "0";
        QTest::newRow("inf") << std::numeric_limits<double>::infinity() << 3 << "inf";
    }
    void rounds() {
        QFETCH(double, value);
        QFETCH(int, digits);
        QTEST(QString::fromStdString(moe::rounded(value, digits)), "text");
    }

    void compacts_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("dense N") << 429260800.0 << "429M";
        QTest::newRow("dense N over a billion") << 1073741824.0 << "1.07B";
        QTest::newRow("tokens") << 56.9e9 << "56.9B";
        QTest::newRow("round tokens") << 4e10 << "40B";
        QTest::newRow("trillion") << 1.4e12 << "1.4T";
        QTest::newRow("carries into the next suffix") << 999.96e6 << "1B";
        QTest::newRow("small") << 128.0 << "128";
    }
    void compacts() {
        QFETCH(double, value);
        QTEST(QString::fromStdString(moe::compact(value)), "text");
    }

    /// Most digits are read without from_chars; the last bit must be the same.
    void roundsAsFromCharsDoes() {
        std::mt19937_64 random(11);
        for (int i = 0; i < 20000; ++i) {
            const std::string digits = std::to_string(random() % (random() | 1));
            const std::size_t point = random() % (digits.size() + 1);
            const std::string text =
                (i % 2 == 0 ? "0.00" : digits.substr(0, point) + ".") + digits.substr(i % 2 == 0 ? 0 : point);
            double wanted = 0;
            std::from_chars(text.data(), text.data() + text.size(), wanted);
            const std::optional<double> read = moe::parseNumber(text);
            QVERIFY2(read && *read == wanted, text.c_str());
        }
    }

    void keepsItsMeaningInAGermanLocale() {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) QSKIP("the locale de_DE.UTF-8 is not installed");
        const std::optional<double> read = moe::parseNumber("3.35");
        const std::optional<double> quantity = moe::parseQuantity("1.5B");
        const std::string written =
            moe::numberText(3.35) + " " + moe::rounded(3.354, 3) + " " + moe::compact(1.5e9);
        std::setlocale(LC_ALL, before.c_str());
        QCOMPARE(read.value_or(0), 3.35);
        QCOMPARE(quantity.value_or(0), 1.5e9);
        QCOMPARE(written, std::string("3.35 3.35 1.5B"));
    }
};

MOE_TEST(NumberTest)
#include "number_test.moc"
