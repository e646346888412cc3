// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/section.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using moe::test::presetScenario;
using moe::test::shippedCatalog;

class SectionTest : public QObject {
    Q_OBJECT
private slots:
    void sectionsComeAndGo_data() {
        QTest::addColumn<QString>("preset");
        for (const char* key : {"deepseek-v3", "mixtral-8x7b", "llama-3-70b", "qwen3-30b-a3b-grpo"})
            QTest::newRow(key) << QString(key);
    }
    void sectionsComeAndGo() {
        QFETCH(QString, preset);
        const Scenario base = presetScenario(preset.toStdString());
        Scenario bare = base;
        for (Section section :
             {Section::Experts, Section::Training, Section::Serving, Section::Reinforcement}) {
            Scenario changed = base;
            const bool had = hasSection(base, section);
            removeSection(changed, section);
            removeSection(bare, section);
            QVERIFY(!hasSection(changed, section));
            QVERIFY2(validate(changed, shippedCatalog()).empty(),
                     toString(validate(changed, shippedCatalog())).c_str());
            addSection(changed, section, base, shippedCatalog());
            QVERIFY(hasSection(changed, section));
            QVERIFY(validate(changed, shippedCatalog()).empty());
            // Without a training run there is nothing to reinforce.
            if (had && section != Section::Experts && !(base.rl && section == Section::Training))
                QVERIFY(changed == base);
        }
        // Nothing to return to: plain defaults.
        const Scenario none = bare;
        for (Section section :
             {Section::Experts, Section::Training, Section::Serving, Section::Reinforcement}) {
            addSection(bare, section, none, shippedCatalog());
            QVERIFY(hasSection(bare, section));
            const Problems problems = validate(bare, shippedCatalog());
            QVERIFY2(problems.empty(), toString(problems).c_str());
        }
        QCOMPARE(bare.moe->experts, 8);
        QCOMPARE(bare.train->globalBatch % static_cast<Count>(setupOf(bare, shippedCatalog()).dp), 0);
        QVERIFY(!bare.serve->disaggregated);
    }
};

MOE_TEST(SectionTest)
#include "section_test.moc"
