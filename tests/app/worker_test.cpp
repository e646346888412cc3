// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/worker.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <semaphore>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>
#endif

using namespace moe::app;

class WorkerTest : public QObject {
    Q_OBJECT
private slots:
    /// What runs is finished; of what waits only the newest is kept.
    void theNewestWaitingRequestWinsAndNoneIsCutShort() {
        std::binary_semaphore begun(0), proceed(0);
        std::counting_semaphore<8> done(0);
        std::vector<int> finished; // only the worker writes; read after both have finished
        {
            Worker<int> worker([&](const int& request) {
                if (request == 1) {
                    begun.release();
                    proceed.acquire();
                }
                finished.push_back(request);
                done.release();
            });
            worker.submit(1);
            begun.acquire();
            for (int request = 2; request <= 5; ++request) worker.submit(request);
            proceed.release();
            done.acquire();
            done.acquire();
        }
        QCOMPARE(finished, (std::vector<int>{1, 5}));
    }

    void destructionWaitsForWhatRuns() {
        std::binary_semaphore begun(0);
        std::atomic<bool> ended = false;
        {
            Worker<int> worker([&](const int&) {
                begun.release();
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                ended = true;
            });
            worker.submit(1);
            begun.acquire();
        }
        QVERIFY(ended);
    }

    /// The window's thread comes first, before what a worker starts as well.
    void aWorkerGivesWayToTheWindow() {
#ifdef __linux__
        // Of the thread: Linux, getpriority(2).
        const auto niceness = [] { return getpriority(PRIO_PROCESS, 0); };
        int ofWorker = 0, ofOthers = 0;
        std::binary_semaphore done(0);
        Worker<int> worker([&](const int&) {
            ofWorker = niceness();
            std::thread([&] { ofOthers = niceness(); }).join();
            done.release();
        });
        const int own = niceness();
        for (int time = 0; time < 2; ++time) { // not further for every request
            worker.submit(time);
            done.acquire();
            QCOMPARE(ofWorker, std::min(own + 5, 19));
            QCOMPARE(ofOthers, ofWorker);
        }
        QCOMPARE(niceness(), own);
#else
        QSKIP("threads have no priority of their own here");
#endif
    }

    void manySubmissionsFromAnotherThreadAreSafe() {
        std::atomic<int> last = 0;
        Worker<int> worker([&](const int& request) { last = request; });
        std::thread other([&] {
            for (int i = 1; i <= 20000; ++i) worker.submit(i);
        });
        other.join();
        QTRY_COMPARE(last.load(), 20000);
    }
};

MOE_TEST(WorkerTest)
#include "worker_test.moc"
