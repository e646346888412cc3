// SPDX-License-Identifier: GPL-3.0-or-later
// How well operator profiles predict what they were not shown: a fifth of the distinct keys of every table
// held out (seeded), and the tokens beyond 2048 from those up to it; what loading costs.
// What no function of the key can give: send_recv between nodes on pairwise NVLink. Above 6 MB keys 0.25 %
// apart differ by 13 % (median), as much as the repetitions of one key do; the residuals of neighbours are
// hardly correlated (0.19 and 0.05 one and two keys on), those of two fabrics at the same size not at all.
// Even the median of the 41 rows around a held-out key, itself among them, has a p95 of 17 % over the pool.
// The published tables of both pairwise fabrics are one and the same file, so that it counts twice.
// MOE_PROFILES names the folder with compute/ and network/, MOE_SEED another split.

#include "app/files/catalog_loader.h"
#include "app/files/profile_loader.h"
#include "data/number.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

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

/// VmHWM of this process.
double peakMegabytes() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.simplified().split(' ')[1].toDouble() / 1024 * 1.048576;
    return 0;
}

QString folder() {
    return qEnvironmentVariable("MOE_PROFILES", "../shared/data/vidur/profiling");
}

/// Every curve of a table but the reshapes around attention, which take a tick or two of the timer.
std::vector<ProfileSeriesRow> seriesOf(const ProfileTable& table, const Catalog& catalog) {
    std::vector<ProfileSeriesRow> all = profileSeriesOf(table, profileRatesOf(catalog, table));
    std::erase_if(
        all, [](const ProfileSeriesRow& row) { return profileOperator(row.op)->axes == ProfileAxes::Phase; });
    return all;
}

/// What was held out and what is said of it, a line each, for forest.py: the same split for every method.
class SplitFile {
public:
    SplitFile() : m_file(qEnvironmentVariable("MOE_SPLIT")) {
        if (m_file.fileName().isEmpty()) return;
        if (!m_file.open(QIODevice::WriteOnly)) qFatal("MOE_SPLIT cannot be written");
        m_file.write("kind,table,series,x,y,seconds,ideal,held,predicted\n");
    }
    void add(const std::string& series, const ProfilePoint& point, std::optional<double> predicted) {
        if (!m_file.isOpen()) return;
        m_file.write(QByteArray::fromStdString(series + "," + numberText(point.x) + "," +
                                               numberText(point.y) + "," + numberText(point.seconds) + "," +
                                               numberText(point.ideal) + (predicted ? ",1," : ",0,") +
                                               (predicted ? numberText(*predicted) : "") + "\n"));
    }

private:
    QFile m_file;
};

Errors holdOut(const ProfileSeries& series, unsigned seed, const std::string& name, SplitFile& split) {
    const std::vector<ProfilePoint> points = ProfileCurve(series.points).points();
    std::vector<std::size_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::mt19937 random(seed); // the shuffle is written out: std::shuffle differs between libraries
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const std::size_t held = points.size() / 5;
    std::vector<ProfilePoint> kept;
    for (std::size_t i = held; i < order.size(); ++i) {
        kept.push_back(points[order[i]]);
        split.add(name, points[order[i]], {});
    }
    Errors errors;
    if (kept.empty()) return errors;
    const ProfileCurve curve(kept);
    for (std::size_t i = 0; i < held; ++i) {
        const ProfilePoint& truth = points[order[i]];
        const ProfileEstimate estimate = curve.at(truth.x, truth.y, truth.ideal);
        if (estimate.origin == Origin::Extrapolated) ++errors.outside;
        errors.add(estimate, truth);
        split.add(name, truth, estimate.seconds);
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
        if (qEnvironmentVariableIsSet("MOE_LOAD")) return; // its own tables, nothing else in memory
        m_load = app::loadProfiles({folder()});
        QVERIFY(!m_load.set.tables.empty());
    }

    void fifthOfTheKeys() {
        SplitFile split;
        for (const ProfileKind kind : kProfileKinds) {
            Errors pooled, distinct;
            std::set<std::string> contents;
            for (const ProfileTable& table : m_load.set.tables) {
                if (table.kind != kind) continue;
                Errors errors;
                auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("MOE_SEED")) * 1000 + 1;
                for (const ProfileSeriesRow& row : seriesOf(table, *m_catalog)) {
                    std::string series = row.op;
                    for (const std::string& key : row.series.values) series += " " + key;
                    const Errors one = holdOut(
                        row.series, seed++,
                        std::string(profileKindText(kind)) + "," + nameOf(table) + "," + series, split);
                    if (kind != ProfileKind::Mlp) one.print("    " + row.op + " " + row.series.keys);
                    errors.add(one);
                }
                errors.print(nameOf(table));
                pooled.add(errors);
                const Result<std::string> text = app::readFile(QString::fromStdString(table.source));
                if (text && contents.insert(app::sha256(*text)).second) distinct.add(errors);
            }
            pooled.print(std::string("POOLED ") + profileKindText(kind));
            if (distinct.big.size() < pooled.big.size())
                distinct.print(std::string("POOLED ") + profileKindText(kind) +
                               ", tables that are one and the same file counted once");
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

    /// Of each file, then of the folder as the window loads it. MOE_LOAD names another folder.
    void loading() {
        const QString from = qEnvironmentVariable("MOE_LOAD", folder());
        std::vector<app::FoundFile> files;
        Problems problems;
        files = app::csvFiles({from}, problems);
        double bytes = 0, alone = 0;
        for (const app::FoundFile& file : files) {
            const Result<std::string> text = app::readFile(file.path);
            QVERIFY(text);
            double best = HUGE_VAL;
            for (int i = 0; i < (files.size() > 18 ? 1 : 5); ++i) {
                QElapsedTimer clock;
                clock.start();
                const Result<std::string> again = app::readFile(file.path);
                QVERIFY(readProfile(*again, file.path.toStdString()));
                best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            }
            bytes += static_cast<double>(text->size());
            alone += best;
        }
        std::printf("LOAD one thread: %zu files, %.1f MB in %.1f ms: %.2f ms/MB\n", files.size(),
                    bytes * 1e-6, alone, alone / (bytes * 1e-6));
    }
    /// Alone in its process for the peak: `profile_bench memory`.
    void memory() {
        const QString from = qEnvironmentVariable("MOE_LOAD", folder());
        if (!qEnvironmentVariableIsSet("MOE_LOAD")) m_load = {};
        const double before = peakMegabytes();
        double best = HUGE_VAL, numbers = 0;
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer clock;
            clock.start();
            const app::LoadOutcome outcome = app::loadTables({from}, m_catalog);
            best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            numbers = 0;
            for (const ProfileTable& table : outcome.catalog->profiles->tables) {
                if (table.shipped) continue;
                for (const CsvColumn& column : table.table->columns)
                    numbers += static_cast<double>(column.numbers.size()) * sizeof(double) * 1e-6;
            }
            if (i == 0)
                std::printf(
                    "MEMORY %d tables, numeric columns %.1f MB, peak above the start %.1f MB: ratio %.2f\n",
                    outcome.tables, numbers, peakMegabytes() - before, (peakMegabytes() - before) / numbers);
        }
        std::printf("LOAD all cores: %.1f ms\n", best);
    }
};

QTEST_MAIN(ProfileBench)
#include "profile_bench.moc"
