// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs in passes, and the answers behind the pages of trade-offs.

#include "app/commands/command.h"
#include "app/files/catalog_loader.h"
#include "app/work/answers.h"
#include "app/work/passes_job.h"
#include "app/work/tradeoffs.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "tests/app/figure_desk.h"
#include "tests/support/registry.h"
#include "ui/export/view_choices.h"
#include "ui/plots/servers/goodput_view.h"
#include "ui/plots/servers/servers_view.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/views/view_list.h"

#include <QComboBox>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <semaphore>

using namespace moe;
using namespace moe::app;

namespace {

Scenario small() {
    return *readScenario("model: {layers: 8, hidden: 1024, heads: 8, vocab: 32000, sequence: 1024}\n"
                         "moe: {experts: 8, top_k: 2, expert_ffn: 512}\n"
                         "train: {tokens: 1e9, global_batch: 32}\n"
                         "gpu: {preset: h100-sxm}\ncluster: {gpus: 8}\n",
                         "test");
}
const Catalog& catalog() {
    static const ShippedCatalog shipped = shippedCatalog();
    return *shipped.catalog;
}

} // namespace

class TradeoffsJobTest : public QObject {
    Q_OBJECT
private slots:
    /// What runs gives its first picture whatever comes after it; only the newest is refined.
    void firstPassesAreFinishedLaterOnesDropped() {
        PassesJob job;
        std::binary_semaphore begun(0), proceed(0);
        QStringList shown;
        const auto pass = [&](const QString& name, bool waits) -> PassesJob::Pass {
            return [&, name, waits](const std::stop_token&, const Progress&) -> std::function<void()> {
                if (waits) {
                    begun.release();
                    proceed.acquire();
                }
                return [&, name] { shown << name; };
            };
        };
        job.start({pass("old coarse", true), pass("old fine", false)}, "old");
        begun.acquire();
        job.start({pass("dropped", false)}, "waits");
        job.start({pass("new coarse", false), pass("new fine", false)}, "new");
        proceed.release();
        QTRY_COMPARE(shown.size(), 3);
        QCOMPARE(shown, (QStringList{"old coarse", "new coarse", "new fine"}));
    }

    void cancelStopsThePass() {
        PassesJob job;
        bool stopped = false, done = false;
        job.start({[&](const std::stop_token& stop, const Progress&) -> std::function<void()> {
                      while (!stop.stop_requested()) std::this_thread::yield();
                      return [&] { stopped = done = true; };
                  }},
                  "endless");
        job.cancel();
        QTRY_VERIFY(done);
        QVERIFY(stopped);
    }

    void ownBugsAreReported() {
        PassesJob job;
        QSignalSpy failed(&job, &PassesJob::failed);
        job.start({[](const std::stop_token&, const Progress&) -> std::function<void()> {
                      throw std::runtime_error("broken");
                  }},
                  "bug");
        QVERIFY(failed.wait());
        QCOMPARE(failed[0][0].toString(), QString("broken"));
    }

    void answersSayWhatIsWrong() {
        const Scenario base = small();
        QVERIFY(sensitivityAnswer(base, catalog(), "train.mfu"));
        QVERIFY(!sensitivityAnswer(base, catalog(), "nothing"));
        const auto map = fieldMapAnswer(base, catalog(), "parallel.ep", "parallel.tp", "train.mfu", 5);
        QVERIFY(map && (*map)->coarse && (*map)->rows.size() == (*map)->plan.y.values.size());
        QVERIFY(!fieldMapAnswer(base, catalog(), "parallel.ep", "parallel.ep", "train.mfu"));
        QVERIFY(!fieldMapAnswer(base, catalog(), "parallel.ep=x", "parallel.tp", "train.mfu"));
        QVERIFY(!studyAnswer(base, catalog(), "nothing"));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!studyAnswer(base, catalog(), "ep-degree", stop.get_token()));
    }

    void aNewerSearchStopsTheOneThatRuns() {
        PassesJob job;
        QSignalSpy progress(&job, &PassesJob::progress), idle(&job, &PassesJob::idle);
        std::vector<Result<ChoicesPtr>> found;
        const auto search = [&](const Scenario& scenario) {
            const auto pass = [&found, scenario](const std::stop_token& stop,
                                                 const Progress& told) -> std::function<void()> {
                const auto choices = layoutChoices(scenario, catalog(), "train.step_seconds",
                                                   "memory.device_bytes", "usual", stop, told);
                return [&found, choices] { found.push_back(choices); };
            };
            job.start({pass}, "search", PassesJob::Newer::Stops);
        };
        Scenario large = catalog().preset("deepseek-v3")->scenario;
        large.cluster.gpus = 65536;
        large.train->globalBatch = 65536;
        search(large);
        QTRY_VERIFY_WITH_TIMEOUT(progress.size() > 1, 60000); // it runs
        const auto wentToTheEnd = [](const QList<QVariant>& step) { return step[0].toInt() == 100; };
        QCOMPARE(std::count_if(progress.begin(), progress.end(), wentToTheEnd), 0);
        search(small());
        QVERIFY(idle.wait(60000));
        QCOMPARE(found.size(), std::size_t(1)); // what was stopped gives nothing
        QVERIFY(found[0] && (*found[0])->request.most == Count(8));
        QVERIFY(!layoutChoices(small(), catalog(), "loss.value", "train.mfu"));
    }

    /// The picture holds the best of each split; a search within other bounds finds what none of them is.
    void whatAxesLeaveIsSearchedAgain() {
        const Scenario& scenario = catalog().preset("mixtral-8x7b")->scenario;
        const auto whole = layoutChoices(scenario, catalog(), "train.step_seconds", "memory.device_bytes");
        QVERIFY(bool(whole));
        int better = 0;
        for (const std::string within :
             {"parallel.tp=1,memory.device_bytes<=60GiB", "train.recompute=full", "train.micro_batch=2",
              "train.micro_batch=2,memory.device_bytes<=50GiB"}) {
            const auto again = narrowedChoices(**whole, within, catalog());
            QVERIFY(again && !(*again)->narrowed.empty());
            QCOMPARE((*again)->within, within);
            SearchGoal goal = (*whole)->request.goal;
            for (const std::string& text : conditionTexts(within))
                goal.conditions.push_back(*parseCondition(text));
            const auto fastest = [&](std::initializer_list<const std::vector<FoundLayout>*> lists) {
                double least = INFINITY;
                for (const auto* points : lists)
                    for (const FoundLayout& point : *points)
                        if (goal.allows(point.layout, (*whole)->request.space) && goal.allows(point.estimate))
                            least = std::min(least, point.estimate.step.base);
                return least;
            };
            const double shown = fastest({&(*whole)->line, &(*whole)->families}),
                         found = fastest({&(*again)->narrowed});
            QVERIFY2(found <= shown, within.c_str());
            better += found < shown ? 1 : 0;
        }
        QVERIFY(better > 0);
        QVERIFY(!narrowedChoices(**whole, "parallel.tp=1,nothing<=3", catalog()));
    }

    void theSchedulesOfASearchAreChosen() {
        Scenario scenario = small();
        QVERIFY(setField(scenario, "train.schedule", "zb-h1").empty());
        const auto kinds = [&](const QString& schedules) {
            const auto choices =
                layoutChoices(scenario, catalog(), "train.step_seconds", "memory.device_bytes", schedules);
            return choices ? (*choices)->request.space.schedules : std::vector<std::optional<ScheduleKind>>();
        };
        using Kinds = std::vector<std::optional<ScheduleKind>>;
        QVERIFY(kinds("usual") == (Kinds{std::nullopt, ScheduleKind::ZeroBubbleH1}));
        QVERIFY(kinds("zb-h1") == Kinds{ScheduleKind::ZeroBubbleH1});
        QVERIFY(kinds("auto") == Kinds{std::nullopt});
        QVERIFY(kinds("any") == everySchedule(scenario));
        QVERIFY(kinds("none").empty());

        // The view asks for what is chosen, the scenario's own by name.
        ui::LayoutsView view;
        view.setReport(std::make_shared<const Report>(evaluate(scenario, catalog())));
        QCOMPARE(view.question().arguments.value(2), QString("usual"));
        auto* box = view.findChild<QComboBox*>("schedules");
        QVERIFY(box);
        box->setCurrentIndex(box->findData("own"));
        QCOMPARE(view.question().arguments.value(2), QString("zb-h1"));
        view.choose({"", "", "any"});
        QCOMPARE(view.question().arguments.value(2), QString("any"));
        view.choose({"", "", "dualpipe"}); // of a stored question
        QCOMPARE(view.question().arguments.value(2), QString("zb-h1"));
    }

    /// On the side of serving the page of layouts has servers, and metrics of theirs.
    void serversAreFoundAndDrawn() {
        const auto tables = std::make_shared<const Catalog>(catalog());
        Scenario served = catalog().preset("llama-3-70b")->scenario;
        served.train.reset();
        served.cluster.gpus = 8;
        served.parallel = {};
        served.parallel.tp = 8;
        ui::ServersView view;
        view.setCatalog(tables);
        view.setReport(std::make_shared<const Report>(evaluate(served, *tables)));
        const ui::Question question = view.question();
        QCOMPARE(question.arguments,
                 QStringList({"serve.tokens_per_second_per_user", "serve.tokens_per_second_per_gpu", ""}));
        double progress = 0;
        const Result<std::any> answer = findAnswerRow("layouts")->work(
            question, {}, [&](double done, double total) { progress = done / total; });
        QVERIFY(answer);
        QCOMPARE(progress, 1.0);
        view.setAnswer({question, *answer});
        QVERIFY2(view.summary().startsWith("Best of ") && view.hasNumbers(), qPrintable(view.summary()));
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(!findAnswerRow("layouts")->work(question, stopped.get_token(), {}));
        ui::Question wrong = question;
        wrong.arguments[0] = "train.mfu"; // --x of the other side
        QVERIFY(!findAnswerRow("layouts")->work(wrong, {}, {}));
        // Another layout is another question: the scenario's own server is drawn.
        Scenario other = served;
        other.parallel.tp = 4;
        QVERIFY(!findAnswerRow("layouts")->same(served, other));
    }

    void goodputOfServersIsFoundAndDrawn() {
        const auto tables = std::make_shared<const Catalog>(catalog());
        Scenario served = catalog().preset("llama-3-70b")->scenario;
        served.train.reset();
        served.cluster.gpus = 8;
        served.parallel = {};
        served.parallel.tp = 8;
        served.serve->output = 100;
        served.serve->sloTpot = 0.05;
        ui::GoodputView view;
        view.setCatalog(tables);
        view.setReport(std::make_shared<const Report>(evaluate(served, *tables)));
        const ui::Question question = view.question();
        const Result<std::any> answer = findAnswerRow("goodput")->work(question, {}, {});
        QVERIFY(answer);
        view.setAnswer({question, *answer});
        QVERIFY2(view.summary().contains(" answers most with ") && view.hasNumbers(),
                 qPrintable(view.summary()));
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(!findAnswerRow("goodput")->work(question, stopped.get_token(), {}));
    }

    /// Views and work meet by key; the answers are of the type that the views take.
    void everyPictureThatAsksHasItsAnswer() {
        const auto tables = std::make_shared<const Catalog>(catalog());
        const auto report =
            std::make_shared<const Report>(evaluate(catalog().preset("mixtral-8x7b")->scenario, *tables));
        Scenario otherwise = report->scenario;
        QVERIFY(setField(otherwise, "train.micro_batch", "2").empty());
        const auto base = std::make_shared<const Report>(evaluate(otherwise, *tables));
        QStringList asking;
        for (const ui::ViewRow* one : ui::viewsOf(shownSide(report->scenario))) {
            const ui::ViewRow& row = *one;
            const std::unique_ptr<ui::ReportView> view(row.make(nullptr));
            auto* asks = dynamic_cast<ui::AskingView*>(view.get());
            QCOMPARE(asks != nullptr, findAnswerRow(row.key) != nullptr);
            if (!asks) continue;
            asking << row.key;
            view->setCatalog(tables);
            view->setReport(report);
            view->setBase(base); // a waterfall begins there
            // No runs and no files: recipe_desk_test.cpp and mine_test.cpp have some.
            if (row.key == std::string_view("mine") ||
                (asks->question().key.isEmpty() && row.key == std::string_view("recipe")))
                continue;
            if (row.key == std::string_view("day")) {
                Scenario with = report->scenario;
                QVERIFY(setField(with, "day.requests", "1000").empty());
                view->setReport(std::make_shared<const Report>(evaluate(with, *tables)));
            }
            // Beside pins the architecture needs no answer, nor a step without another schedule.
            if (asks->question().key.isEmpty())
                QVERIFY2(ui::applyViewChoice(*view, "beside=presets") ||
                             ui::applyViewChoice(*view, "beside=gpipe"),
                         row.key);
            const ui::Question question = asks->question();
            QCOMPARE(question.key, QString(row.key));
            // What a command can say; whether a slider of the Overview is held stands behind it.
            const std::size_t said = findAnswerRow(row.key)->arguments.size();
            QCOMPARE(std::size_t(question.arguments.size()),
                     row.key == std::string_view("overview") ? said + 1 : said);
            const Result<std::any> answer = findAnswerRow(row.key)->work(question, {}, {});
            QVERIFY2(answer, row.key);
            asks->setAnswer({question, *answer});
            QVERIFY2(!view->isBehind() && view->hasNumbers(), qPrintable(row.key + view->summary()));
        }
        QCOMPARE(std::size_t(asking.size()), answerRows().size());
    }

    /// The search on its way is of a section that is gone; servers are searched instead.
    void withoutTrainingServersAreSearched() {
        test::FigureDesk desk;
        QVERIFY(desk.ready && desk.shows("layouts"));
        Session& session = desk.window.session();
        const auto summary = [&] { return desk.window.widget().currentView()->summary(); };
        QTRY_VERIFY_WITH_TIMEOUT(summary().contains("valid layouts"), 60000);
        QVERIFY(desk.edit("model.hidden", "2048"));
        Scenario served = session.scenario();
        served.train.reset();
        session.edit(served, "Serve only"); // which leaves the room of training
        QVERIFY(desk.shows("layouts"));
        QTRY_VERIFY_WITH_TIMEOUT(
            summary().startsWith("Best of") && !desk.window.widget().currentView()->isBehind(), 60000);
        session.undoStack()->undo();
        desk.window.widget().enterRoom(items::Room::Train);
        QVERIFY(desk.shows("layouts"));
        QTRY_VERIFY_WITH_TIMEOUT(summary().contains("valid layouts"), 60000);
    }

    void whatIsCancelledSaysSoAndIsComputedWhenShownAgain() {
        test::FigureDesk desk;
        QVERIFY(desk.ready);
        emit desk.window.widget().presetChosen("deepseek-v3"); // seconds
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window.session().busy(), 20000);
        QVERIFY(desk.shows("layouts"));
        const ui::ReportView& view = *desk.window.widget().currentView();
        QVERIFY(view.isBehind());
        QTest::qWait(400); // it rests, and begins
        if (view.isBehind()) {
            desk.window.widget().ask(ui::Request::Cancel);
            QTRY_VERIFY_WITH_TIMEOUT(!view.isBehind(), 20000);
            QVERIFY2(view.summary().contains("cancelled"), qPrintable(view.summary()));
        }
        QVERIFY(desk.shows("memory") && desk.shows("layouts"));
        QTRY_VERIFY_WITH_TIMEOUT(view.summary().contains("valid layouts"), 240000); // under sanitizers
    }

    /// Another layout of the same scenario has the same picture.
    void anotherLayoutIsNoNewSearch() {
        test::FigureDesk desk;
        QVERIFY(desk.ready && desk.shows("layouts"));
        auto* view = dynamic_cast<ui::AskingView*>(desk.window.widget().currentView());
        QVERIFY(view);
        QTRY_VERIFY_WITH_TIMEOUT(!view->self().isBehind() && view->answer().value.has_value(), 60000);
        const std::any before = view->answer().value;
        QVERIFY(desk.edit("parallel.ep", "4"));
        QTRY_VERIFY_WITH_TIMEOUT(!view->self().isBehind(), 20000);
        QCOMPARE(std::any_cast<ChoicesPtr>(view->answer().value), std::any_cast<ChoicesPtr>(before));
    }

    void pagesAreDrawnFromTheCommandLine() {
        QTemporaryDir folder;
        const auto render = [&](const QStringList& arguments) {
            QProcess process;
            process.start(QStringLiteral(MOE_BINARY),
                          QStringList{"render"} + arguments +
                              QStringList{"--preset", "mixtral-8x7b", "-o", folder.filePath("a.svg"), "--csv",
                                          folder.filePath("a.csv")});
            process.waitForFinished(60000);
            return process.exitCode();
        };
        const auto header = [&] {
            QFile file(folder.filePath("a.csv"));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
        };
        QCOMPARE(render({"fieldmap", "--x", "parallel.ep=1,2,4", "--y", "train.micro_batch", "--metric",
                         "memory.device_bytes"}),
                 0);
        QVERIFY2(header().startsWith("parallel.ep,train.micro_batch,Device memory used"),
                 qPrintable(header()));
        QCOMPARE(render({"sensitivity", "--metric", "train.mfu"}), 0);
        QVERIFY(header().startsWith("Field,Key,Here"));
        QCOMPARE(render({"study", "--study", "precision"}), 0);
        QCOMPARE(render({"fieldmap", "--x", "nothing"}), 1);
        QCOMPARE(render({"study", "--study", "nothing"}), 1);
    }
};

MOE_TEST(TradeoffsJobTest)
#include "tradeoffs_test.moc"
