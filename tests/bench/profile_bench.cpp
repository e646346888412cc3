// How well operator profiles predict what they were not shown: a fifth of the distinct keys of every table
// held out (seeded), and the tokens beyond 2048 from those up to it; what loading costs.
// What no interpolation can give: send_recv between nodes on pairwise NVLink. Keys 0.25 % apart differ there
// by up to half while the repetitions of each agree within some percent; the published tables of both
// pairwise fabrics are one and the same file, so that it counts twice in the pool. MOE_PROFILES names the
// folder with compute/ and network/.

#include "app/catalog_loader.h"
#include "app/profile_loader.h"
#include "data/number.h"

#include <QElapsedTimer>
#include <QFile>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace moe;

namespace {

struct Errors {
    std::vector<double> big, small; ///< small: measured in under ten ticks of the timer
    int outside = 0;                ///< held out beyond what was left
    int covered = 0;                ///< predictions within the measured min … max

    void add(const ProfileEstimate& estimate, const ProfilePoint& truth) {
        if (!(truth.seconds > 0)) return;
        const double error = std::abs(estimate.seconds / truth.seconds - 1);
        (truth.seconds < 10 * kProfileTick.base ? small : big).push_back(error);
        covered += estimate.seconds >= truth.low && estimate.seconds <= truth.high;
    }
    void add(const Errors& more) {
        big.insert(big.end(), more.big.begin(), more.big.end());
        small.insert(small.end(), more.small.begin(), more.small.end());
        outside += more.outside;
        covered += more.covered;
    }
    static double quantile(std::vector<double> values, double share) {
        if (values.empty()) return NAN;
        std::sort(values.begin(), values.end());
        return 100 * values[std::min(values.size() - 1,
                                     static_cast<std::size_t>(share * static_cast<double>(values.size())))];
    }
    void print(const std::string& name) const {
        std::printf(
            "%-70s n %6zu  median %6.2f %%  p95 %6.2f %%   under 10 us: n %5zu median %6.2f %% p95 %6.2f %%"
            "   outside %d, within min-max %.0f %%\n",
            name.c_str(), big.size(), quantile(big, 0.5), quantile(big, 0.95), small.size(),
            quantile(small, 0.5), quantile(small, 0.95), outside,
            100.0 * covered / std::max<double>(1, static_cast<double>(big.size() + small.size())));
    }
};

QString folder() {
    return qEnvironmentVariable("MOE_PROFILES", "../shared/data/vidur/profiling");
}

/// Every combination of categories and operators of a table as one series.
std::vector<ProfileSeries> seriesOf(const ProfileTable& table, const Catalog& catalog, bool withReshapes) {
    const std::string device = table.place.network.empty() ? table.place.device : table.place.network;
    const GpuSpec& gpu = *profileGpu(catalog, device);
    std::vector<std::string_view> columns;
    for (const std::string_view column : profileCategories(table.kind))
        if (table.table->find(column) != nullptr) columns.push_back(column);
    std::set<std::vector<std::string>> combinations;
    for (std::size_t row = 0; row < table.table->rows(); ++row) {
        std::vector<std::string> values;
        for (const std::string_view column : columns) values.push_back(table.cell(column, row));
        combinations.insert(values);
    }
    std::vector<ProfileSeries> all;
    for (const ProfileOperator& op : table.operators) {
        const ProfileOperatorRow* row = profileOperator(op.name);
        if (row == nullptr || (row->axes == ProfileAxes::Phase && !withReshapes)) continue;
        for (const std::vector<std::string>& values : combinations) {
            ProfileQuery query;
            query.op = op.name;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                query.fixed.emplace_back(columns[i], values[i]);
                if (columns[i] == "devices_per_node") query.devicesPerNode = parseNumber(values[i]);
            }
            const Result<ProfileSeries> series = profileSeries(table, query, gpu);
            if (series && !series->points.empty()) all.push_back(*series);
        }
    }
    return all;
}

Errors holdOut(const ProfileSeries& series, unsigned seed) {
    const std::vector<ProfilePoint> points = ProfileCurve(series.points).points();
    std::vector<std::size_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::mt19937 random(seed); // the shuffle is written out: std::shuffle differs between libraries
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const std::size_t held = points.size() / 5;
    std::vector<ProfilePoint> kept;
    for (std::size_t i = held; i < order.size(); ++i) kept.push_back(points[order[i]]);
    Errors errors;
    if (kept.empty()) return errors;
    const ProfileCurve curve(kept);
    for (std::size_t i = 0; i < held; ++i) {
        const ProfilePoint& truth = points[order[i]];
        const ProfileEstimate estimate = curve.at(truth.x, truth.y, truth.ideal);
        if (estimate.origin == Origin::Extrapolated) ++errors.outside;
        errors.add(estimate, truth);
    }
    return errors;
}

} // namespace

class ProfileBench : public QObject {
    Q_OBJECT

    app::ProfileLoad m_load;
    std::shared_ptr<const Catalog> m_catalog = app::shippedCatalog().catalog;

    std::string nameOf(const ProfileTable& table) const {
        const ProfilePlace& place = table.place;
        return (place.network.empty() ? place.device + " " + place.model : place.network) + " " +
               profileKindText(table.kind);
    }

private slots:
    void initTestCase() {
        if (!QFile::exists(folder())) QSKIP("no profiles; set MOE_PROFILES to their folder");
        m_load = app::loadProfiles({folder()});
        QVERIFY(!m_load.set.tables.empty());
    }

    void fifthOfTheKeys() {
        for (const ProfileKind kind : kProfileKinds) {
            Errors pooled;
            for (const ProfileTable& table : m_load.set.tables) {
                if (table.kind != kind) continue;
                Errors errors;
                unsigned seed = 1;
                for (const ProfileSeries& series : seriesOf(table, *m_catalog, false)) {
                    const Errors one = holdOut(series, seed++);
                    if (kind != ProfileKind::Mlp)
                        one.print("    " + series.keys + (series.points.front().x > 0 ? " (decode)" : ""));
                    errors.add(one);
                }
                errors.print(nameOf(table));
                pooled.add(errors);
            }
            pooled.print(std::string("POOLED ") + profileKindText(kind));
        }
    }

    void fromUpTo2048Tokens() {
        Errors at4096, beyond;
        std::map<std::string, Errors> byOperator;
        for (const ProfileTable& table : m_load.set.tables) {
            if (table.kind != ProfileKind::Mlp) continue;
            Errors errors;
            for (const ProfileOperator& op : table.operators) {
                for (const double tp : {1.0, 2.0, 4.0, 8.0}) {
                    ProfileQuery query;
                    query.op = op.name;
                    query.tp = tp;
                    const Result<ProfileSeries> series =
                        profileSeries(table, query, *profileGpu(*m_catalog, table.place.device));
                    if (!series || series->points.empty()) continue;
                    const std::vector<ProfilePoint> points = ProfileCurve(series->points).points();
                    std::vector<ProfilePoint> kept;
                    for (const ProfilePoint& point : points)
                        if (point.y <= 2048) kept.push_back(point);
                    const ProfileCurve curve(kept);
                    for (const ProfilePoint& point : points) {
                        if (point.y <= 2048 || point.y > 4096) continue;
                        const ProfileEstimate estimate = curve.at(0, point.y, point.ideal);
                        beyond.add(estimate, point);
                        if (point.y != 4096) continue;
                        errors.add(estimate, point);
                        byOperator[op.name].add(estimate, point);
                    }
                }
            }
            errors.print(nameOf(table) + ", 4096 tokens");
            at4096.add(errors);
        }
        for (const auto& [name, errors] : byOperator) errors.print("    " + name);
        at4096.print("POOLED extrapolation to 4096 tokens");
        beyond.print("POOLED extrapolation to 2049 … 4096 tokens");
    }

    void loading() {
        for (const ProfileTable& table : m_load.set.tables) {
            const Result<std::string> text = app::readFile(QString::fromStdString(table.source));
            QVERIFY(text);
            double best = HUGE_VAL;
            for (int i = 0; i < 5; ++i) {
                QElapsedTimer clock;
                clock.start();
                QVERIFY(readProfile(*text, table.source));
                best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            }
            std::printf("%-70s %5.2f MB in %6.1f ms: %5.1f ms/MB\n", nameOf(table).c_str(),
                        static_cast<double>(text->size()) * 1e-6, best,
                        best / (static_cast<double>(text->size()) * 1e-6));
        }
    }
};

QTEST_MAIN(ProfileBench)
#include "profile_bench.moc"
