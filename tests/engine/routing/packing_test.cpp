// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/packing.h"

#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace moe;

/// Both steps as their header says it, without the trees that make them fast: the same choices also among
/// equals, so that a placement stays what it was.
class PackingTest : public QObject {
    Q_OBJECT

    std::mt19937 m_random{1};

    std::size_t below(std::size_t n) { return m_random() % n; }
    /// All alike, few values, mostly zero or all different.
    std::vector<double> loads(std::size_t count, int kind) {
        std::vector<double> result(count, 1.0);
        for (double& load : result) {
            if (kind == 1) load = static_cast<double>(below(4));
            if (kind == 2) load = below(5) == 0 ? 1.0 : 0.0;
            if (kind == 3) load = std::uniform_real_distribution<double>(0, 9)(m_random);
        }
        return result;
    }

private slots:
    void spareSlotsGoToTheFirstOfTheHeaviest() {
        for (int round = 0; round < 400; ++round) {
            const std::vector<double> load = loads(1 + below(40), round % 4);
            const std::size_t spread = load.size() + below(150);
            const Replicas made = replicated(load, spread);
            QCOMPARE(made.expert.size(), spread);
            std::vector<std::size_t> count(load.size(), 1);
            for (std::size_t slot = load.size(); slot < spread; ++slot) {
                std::vector<double> each;
                for (std::size_t i = 0; i < load.size(); ++i)
                    each.push_back(load[i] / static_cast<double>(count[i]));
                const auto heaviest = std::max_element(each.begin(), each.end()) - each.begin();
                QCOMPARE(made.expert[slot], static_cast<std::size_t>(heaviest));
                ++count[static_cast<std::size_t>(heaviest)];
            }
            QCOMPARE(made.count, count);
        }
    }

    void itemsGoToTheFirstOfTheLightestPacksWithRoom() {
        for (int round = 0; round < 400; ++round) {
            const std::size_t packs = 1 + below(20), room = 1 + below(12);
            const std::vector<double> load = loads(packs * room, round % 4);
            const std::vector<std::vector<std::size_t>> made = balancedPacks(load, packs);
            std::vector<std::size_t> order(load.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            if (room > 1)
                std::stable_sort(order.begin(), order.end(),
                                 [&](std::size_t a, std::size_t b) { return load[a] > load[b]; });
            std::vector<std::vector<std::size_t>> packed(packs);
            std::vector<double> weight(packs, 0.0);
            for (const std::size_t item : order) {
                std::size_t best = packs;
                for (std::size_t pack = 0; pack < packs; ++pack)
                    if (packed[pack].size() < room &&
                        (best == packs || (room > 1 && weight[pack] < weight[best])))
                        best = pack;
                packed[best].push_back(item);
                weight[best] += load[item];
            }
            QCOMPARE(made, packed);
        }
    }
};

MOE_TEST(PackingTest)
#include "packing_test.moc"
