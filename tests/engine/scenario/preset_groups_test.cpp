// SPDX-License-Identifier: GPL-3.0-or-later
// The list of presets in groups names each once.

#include "models/engine/files/preset_groups.h"
#include "tests/support/registry.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace moe;

class PresetGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void everyShippedPresetStandsInOneGroup() {
        std::vector<std::string> named, shipped;
        for (const PresetGroup& group : presetGroups()) {
            QVERIFY2(!group.keys.empty(), group.label);
            named.insert(named.end(), group.keys.begin(), group.keys.end());
        }
        for (const QFileInfo& file : QDir(":/presets").entryInfoList(QDir::Files))
            shipped.push_back(file.completeBaseName().toStdString());
        QVERIFY(shipped.size() > 20);
        std::sort(named.begin(), named.end());
        std::sort(shipped.begin(), shipped.end());
        QCOMPARE(named, shipped);
        QCOMPARE(presetGroups().front().keys.front(), std::string("deepseek-v3"));
    }
};

MOE_TEST(PresetGroupsTest)
#include "preset_groups_test.moc"
