// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of tables through the loader: what is taken, what is said, what is left alone.

#include "app/files/curve_cache.h"
#include "app/files/profile_loader.h"
#include "app/work/load_job.h"
#include "data/operator_table.h"
#include "tests/app/large_table.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

namespace {

const QByteArray kHeader = "time_stats.mlp_up_proj.median,n_head,n_kv_head,n_embd,n_expanded_embd,vocab_size,"
                           "use_gated_mlp,num_tokens,num_tensor_parallel_workers\n";
QByteArray rows(double factor = 1) {
    return kHeader + QByteArray::number(5.7 * factor) + ",64,8,8192,28672,32768,True,4096,1\n" +
           QByteArray::number(3.1 * factor) + ",64,8,8192,28672,32768,True,2048,1\n";
}

QString problemsText(const Problems& problems) {
    return QString::fromStdString(toString(problems));
}

bool isMeasured(const Catalog& catalog, const char* device) {
    for (const ProfileTable& table : catalog.profiles->tables)
        if (table.place.device == device && table.place.model == "m" && !table.shipped) return true;
    return false;
}

} // namespace

class TableLoadTest : public QObject {
    Q_OBJECT

    QString write(const QString& name, const QByteArray& text) {
        return test::writeInput(m_folder->filePath(name), text);
    }
    LoadOutcome load(const QStringList& paths, ProfileTimes times = ProfileTimes::InMilliseconds) const {
        return loadTables(paths, m_catalog, {}, {}, times);
    }
    std::shared_ptr<const Catalog> m_catalog = shippedCatalog().catalog;
    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aFolderIsLoadedAsAWhole() {
        write("compute/h100/m/mlp.csv", rows());
        write("compute/a100/m/mlp.csv", rows(2));
        write("notes.csv", "a,b\n1,2\n");
        const LoadOutcome outcome = load({m_folder->path()});
        QCOMPARE(problemsText(outcome.problems), QString());
        QCOMPARE(outcome.tables, 2);
        QCOMPARE(outcome.skipped.size(), 1);
        QVERIFY(isMeasured(*outcome.catalog, "h100") && isMeasured(*outcome.catalog, "a100"));
        QVERIFY(!isMeasured(*m_catalog, "h100")); // the catalogue it was put onto stays as it was
        QVERIFY(outcome.catalog->profiles->tables.size() == m_catalog->profiles->tables.size() + 2);
    }

    void tablesOfMeasuredOperatorsAreKept() {
        const QByteArray good = "m,n,k,bf16_us\n1,32,64,2.6\n16,128,256,3.1\n";
        const QString path = write("ops/b200_sxm/gemm-trtllm-1.3.0.csv", good);
        write("ops/b200_sxm/nccl-nccl-2.29.2.csv", "op,gpus,elements,fp16_us\nall_gather,8,1024,-3\n");
        const LoadOutcome outcome = load({m_folder->path()});
        QVERIFY(problemsText(outcome.problems).contains("nccl-nccl-2.29.2.csv:2:"));
        QCOMPARE(outcome.tables, 1);
        QCOMPARE(outcome.catalog->operatorTables.size(), std::size_t{1});
        const OperatorTable& table = *outcome.catalog->operatorTables.front();
        QCOMPARE(table.place.gpu, std::string("b200_sxm"));
        QCOMPARE(table.table->rows(), std::size_t{2});
        write("ops/b200_sxm/gemm-trtllm-1.3.0.csv", good.left(good.indexOf("16,")));
        const LoadOutcome again = loadTables({path}, outcome.catalog);
        QCOMPARE(again.catalog->operatorTables.size(), std::size_t{1}); // in its place
        QCOMPARE(again.catalog->operatorTables.front()->table->rows(), std::size_t{1});
        QVERIFY(again.catalog->profiles == m_catalog->profiles);
    }

    void whatIsWrongIsLocated_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        QTest::addColumn<int>("tables");
        const QByteArray page = "<!DOCTYPE html>\n<html><body>Rate limit</body></html>\n";
        QTest::newRow("web page") << "compute/h100/m/mlp.csv" << page << "mlp.csv:1:1: is a web page" << 0;
        QTest::newRow("truncated") << "compute/h100/m/mlp.csv" << rows().left(rows().size() - 12)
                                   << "mlp.csv:3:" << 1;
        QTest::newRow("outside the layout")
            << "somewhere/mlp.csv" << rows() << "must lie in compute/{device}/{model}/" << 0;
        QTest::newRow("seconds") << "compute/h100/m/mlp.csv" << rows(1e-3) << "look like seconds" << 1;
        QTest::newRow("empty file") << "compute/h100/m/mlp.csv" << QByteArray()
                                    << "mlp.csv:1:1: the file is empty" << 0;
        QTest::newRow("no phase") << "compute/h100/m/attention.csv"
                                  << QByteArray("time_stats.attn_decode.median,n_embd,n_q_head,n_kv_head,"
                                                "num_tensor_parallel_workers,batch_size,prefill_chunk_size,"
                                                "kv_cache_size\n0.02,8192,64,8,2,1,0,32\n")
                                  << "attention.csv:1:1: is_prefill: this column is required" << 0;
    }
    void whatIsWrongIsLocated() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        QFETCH(int, tables);
        write(name, text);
        const LoadOutcome outcome = load({m_folder->path()});
        QCOMPARE(outcome.tables, tables);
        QVERIFY2(problemsText(outcome.problems).contains(problem),
                 qPrintable(problemsText(outcome.problems)));
    }
    void anEmptyFolderSaysSo() {
        const LoadOutcome outcome = load({m_folder->path()});
        QVERIFY(problemsText(outcome.problems).contains("holds no .csv file"));
        QCOMPARE(outcome.tables, 0);
    }
    void secondsAreConvertedWhenAskedTo() {
        const QString path = write("compute/h100/m/mlp.csv", rows(1e-3));
        const LoadOutcome warned = load({path});
        QCOMPARE(warned.seconds, QStringList{path});
        const LoadOutcome converted = load(warned.seconds, ProfileTimes::InSeconds);
        QVERIFY(converted.seconds.isEmpty() && converted.problems.empty());
        ProfileQuery query;
        query.device = "h100";
        query.model = "m";
        query.op = "mlp_up_proj";
        query.tokens = 4096;
        const Result<ProfileAnswer> answer =
            profileAnswer(*converted.catalog->profiles, *converted.catalog, query);
        QVERIFY(answer && answer->origin == Origin::Measured);
        QVERIFY(std::abs(answer->seconds / millisecond - 5.7) < 1e-9);
    }

    void progressCountsAndCancelLeavesEverythingAsItWas() {
        for (int i = 0; i < 12; ++i) write(QStringLiteral("compute/d%1/m/mlp.csv").arg(i), rows());
        LoadJob job;
        QSignalSpy progress(&job, &LoadJob::progress), finished(&job, &LoadJob::finished),
            cancelled(&job, &LoadJob::cancelled);
        job.start({m_folder->path()}, [this] { return m_catalog; });
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(progress.size(), 12);
        QSet<int> counts;
        for (const QList<QVariant>& one : progress) {
            counts << one[0].toInt();
            QCOMPARE(one[1].toInt(), 12);
        }
        QCOMPARE(counts.size(), 12);
        job.start({m_folder->path()}, [this] { return m_catalog; });
        job.cancel();
        QTRY_COMPARE(cancelled.size(), 1);
        QCOMPARE(finished.size(), 1);
    }

    /// Twenty files of 58 633 rows, all one file under twenty names.
    void twentyLargeTablesAreCancelledBetweenFiles() {
        const QString first = write("compute/d0/m/attention.csv", test::attentionTable(58633));
        for (int i = 1; i < 20; ++i) {
            const QString path = m_folder->filePath(QStringLiteral("compute/d%1/m/attention.csv").arg(i));
            QDir().mkpath(QFileInfo(path).path());
            QVERIFY(QFile::link(first, path));
        }
        LoadJob job;
        QSignalSpy progress(&job, &LoadJob::progress), finished(&job, &LoadJob::finished),
            cancelled(&job, &LoadJob::cancelled);
        QEventLoop loop;
        connect(&job, &LoadJob::cancelled, &loop, &QEventLoop::quit);
        connect(&job, &LoadJob::finished, &loop, &QEventLoop::quit);
        const auto cancelling = connect(&job, &LoadJob::progress, &job, &LoadJob::cancel);
        job.start({m_folder->path()}, [this] { return m_catalog; });
        loop.exec();
        disconnect(cancelling);
        QCOMPARE(cancelled.size(), 1);
        QCOMPARE(progress.first()[1].toInt(), 20);
        QVERIFY2(progress.size() < 20, qPrintable(QString::number(progress.size())));
        QCOMPARE(finished.size(), 0);
        job.start({m_folder->path()}, [this] { return m_catalog; });
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60000);
        const LoadOutcome outcome = finished.first().first().value<LoadOutcome>();
        QCOMPARE(outcome.tables, 20);
        std::size_t rows = 0;
        for (const ProfileTable& table : outcome.catalog->profiles->tables)
            if (!table.shipped) rows += table.table->rows();
        QCOMPARE(rows, std::size_t{20} * 58633);
    }

    void askedTwiceACurveIsMadeOnce() {
        CurveCache cache;
        const ProfileTable& table = m_catalog->profiles->tables.front();
        ProfileQuery query;
        query.op = "mlp_up_proj";
        query.tp = 1;
        const GpuSpec& gpu = profileRatesOf(*m_catalog, table);
        QVERIFY(cache.curve(table, query, gpu) != nullptr);
        QVERIFY(cache.curve(table, query, gpu) == cache.curve(table, query, gpu));
        query.tp = 64;
        QVERIFY(cache.curve(table, query, gpu) == nullptr);
    }
};

MOE_TEST(TableLoadTest)
#include "table_load_test.moc"
