// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/formula_checks.h"

#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

static const FormulaChecks& checks() {
    static const FormulaChecks made = [] {
        Catalog catalog = moe::test::shippedCatalog();
        for (const char* key : {"deepseek-v3", "reference"})
            catalog.presets.push_back({key, key, moe::test::presetScenario(key)});
        return formulaChecks(catalog);
    }();
    return made;
}

class FormulaChecksTest : public QObject {
    Q_OBJECT
private slots:
    void everyFigureIsReproduced_data() {
        QTest::addColumn<int>("row");
        int index = 0;
        for (const FormulaCheck& check : checks().rows)
            QTest::addRow("%s: %s", check.group.c_str(), check.text.c_str()) << index++;
    }
    void everyFigureIsReproduced() {
        QFETCH(int, row);
        const FormulaCheck& check = checks().rows[std::size_t(row)];
        QVERIFY2(check.holds(), qPrintable(QString("%1, published %2 (%3 %)")
                                               .arg(check.computed)
                                               .arg(check.published)
                                               .arg(100 * check.error())));
        QVERIFY(*check.source);
    }
    void everyGroupHolds() {
        QCOMPARE(checks().rows.size(), std::size_t(18 + 9 + 3 + 4 + 3 + 6 + 4));
        for (const FormulaCheckGroup& group : checks().groups) {
            qInfo("%s: %zu rows, mean %.2f %%, worst %.2f %%", group.group.c_str(), group.count,
                  100 * group.mean, 100 * group.worst);
            QVERIFY2(group.holds, group.group.c_str());
            QVERIFY(group.mean <= group.worst + 1e-15);
        }
    }
    void withoutPresetsOnlyTheirRowsAreMissing() {
        QCOMPARE(formulaChecks({}).rows.size(), std::size_t(4 + 6 + 4));
    }
    void exactMeansExact() {
        FormulaCheck check{"g", "t", "B", 100.0001, 100, 0, "s"};
        QVERIFY(!check.holds());
        check.tolerance = 0.01;
        QVERIFY(check.holds());
    }
};

MOE_TEST(FormulaChecksTest)
#include "formula_checks_test.moc"
