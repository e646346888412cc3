// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture at the sizes it is printed at, in both languages: no text crosses another, leaves the page or
// is smaller than 5 pt. MOE_FIGURES names a folder that takes them, for the eye.

#include "app/work/answers.h"
#include "models/engine/loss/report/scaling.h"
#include "models/engine/report/metrics.h"
#include "tests/app/figure_sizes.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "ui/figure.h"
#include "ui/strokes.h"

#include <optional>

using namespace moe;
using namespace moe::test;

namespace {

constexpr Size kThumbnail{"60mm", 60, 40, 7};

} // namespace

class FigureSizesTest : public QObject {
    Q_OBJECT

    ShownScenarios m_shown;

private slots:
    void everyPictureIsLegible_data() { addPictureRows(); }
    void everyPictureIsLegible() {
        QFETCH(QString, key);
        QFETCH(int, side);
        const ui::ViewRow& row = *ui::findView(key, Side(side));
        QStringList faults;
        bool drawn = false;
        const app::AnswerRow* answer = app::findAnswerRow(key);
        const std::vector<Shown> all = m_shown.shown();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (drawn && i >= 2) break;                       // one of the first two fills it
            if (answer && answer->search && i == 1) continue; // takes minutes
            app::FigureInputs inputs;
            inputs.catalog = m_shown.catalog;
            inputs.report = m_shown.reportOf(all[i], Side(side));
            m_shown.bring(key, inputs);
            std::unique_ptr<ui::ReportView> first; // whose answer the second shows
            for (const bool german : {false, true}) {
                std::optional<German> language;
                if (german) language.emplace();
                inputs.shown = first.get();
                Result<std::unique_ptr<ui::ReportView>> view = app::figureView(row, inputs);
                if (!view || !(*view)->hasNumbers()) continue; // it holds one sentence
                drawn = true;
                for (const Size& size : kSizes) {
                    const QString what = QStringLiteral("%1 %2 %3")
                                             .arg(QLatin1String(all[i].name), QLatin1String(size.name),
                                                  QLatin1String(german ? "de" : "en"));
                    faults += faultsAt(
                        **view, size, QStringLiteral("%1 %2 %3").arg(key, QString::number(side), what), what);
                    if (QTest::currentTestFailed()) return;
                }
                if (!german) faults += wordsAt(**view, key, side, all[i].name);
                if (!german) first = std::move(view).value();
            }
        }
        if (!drawn) QSKIP("this picture holds one sentence of these scenarios");
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    /// Two of every picture that can be split, of two scenarios that differ in what it shows.
    void everySplitIsLegible_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("side");
        for (const ui::ViewRow& row : ui::viewList()) {
            if (!row.split) continue;
            const Side side = row.side.value_or(Side::Training);
            QTest::addRow("%s %s", row.key, side == Side::Serving ? "served" : "trained")
                << QString::fromLatin1(row.key) << int(side);
        }
    }
    void everySplitIsLegible() {
        QFETCH(QString, key);
        QFETCH(int, side);
        const std::vector<Shown> all = m_shown.shown();
        const app::AnswerRow* answer = app::findAnswerRow(key);
        const bool day = key == "day";
        // A search takes seconds: of the smaller scenario alone.
        const Shown& one = all[answer && answer->search && !day ? 0
                               : day                            ? 3
                               : side == int(Side::Serving)     ? 0
                                                                : 1];
        drawSizes(key, side, one, [&](app::FigureInputs& inputs) {
            Scenario other = inputs.report->scenario;
            if (other.train) {
                other.train->microBatch *= 2;
                other.train->schedule = ScheduleKind::ZeroBubbleV;
            }
            if (other.serve) other.serve->output *= 2;
            if (!validate(other, *m_shown.catalog).empty()) other = inputs.report->scenario;
            inputs.against = {std::make_shared<const Report>(evaluate(other, *m_shown.catalog, Detail::Full)),
                              "Another scenario with a name that is rather long"};
        });
    }

    /// Points of one's own: a closed loop that ran as the scenario does, memory, and a step.
    void pointsOfOnesOwnLeaveTextsAlone_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("side");
        for (const ui::ViewRow& row : ui::viewList()) {
            const std::unique_ptr<ui::ReportView> view(row.make(nullptr));
            if (!dynamic_cast<ui::OwnMarked*>(view.get())) continue;
            for (const Side side : {Side::Training, Side::Serving})
                if (row.side.value_or(side) == side)
                    QTest::addRow("%s %s", row.key, side == Side::Serving ? "served" : "trained")
                        << QString::fromLatin1(row.key) << int(side);
        }
    }
    void pointsOfOnesOwnLeaveTextsAlone() {
        QFETCH(QString, key);
        QFETCH(int, side);
        Shown one = m_shown.shown()[key == "goodput" && side == int(Side::Serving) ? 4 : 0];
        one.name = "measured";
        if (one.scenario.serve) one.scenario.serve->concurrency = 16;
        if (key == "goodput" && one.scenario.serve) {
            one.name = "measured within limits";
            one.scenario.serve->sloTtft = 2;
        }
        drawSizes(key, side, one,
                  [&](app::FigureInputs& inputs) { inputs.own = measuredOf(*inputs.report); });
    }

private:
    /// A thumbnail holds marks and no text; a table has nothing else.
    static QStringList wordsAt(ui::ReportView& view, const QString& key, int side, const char* name) {
        if (key == QLatin1String("compare")) return {};
        ui::FigureFile figure;
        figure.style.widthMm = kThumbnail.widthMm;
        figure.style.heightMm = kThumbnail.heightMm;
        const QString what = QStringLiteral("%1 %2").arg(QLatin1String(name), QLatin1String(kThumbnail.name));
        const Result<ui::DrawnFigure> made = ui::drawnFigure(view, figure);
        if (!made) return {what + ": nothing drawn"};
        ui::TextBoxes page;
        QPainter texts(&page);
        made->strokes.playOn(texts, 1);
        texts.end();
        QImage image((2 * figure.style.logicalSize()).toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        made->strokes.playOn(painter, 2);
        painter.end();
        if (qEnvironmentVariableIsSet("MOE_FIGURES"))
            image.save(QStringLiteral("%1/%2-%3-%4-60mm.png")
                           .arg(qEnvironmentVariable("MOE_FIGURES"), key, QString::number(side),
                                QLatin1String(name)));
        QStringList faults;
        for (const ui::TextBox& box : page.boxes) faults << what + ": a text: " + box.text;
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) inked += (image.pixel(x, y) & 0xffffff) != 0xffffff;
        if (inked < image.width() * image.height() / 1000) faults << what + ": hardly a mark";
        return faults;
    }

    /// Eight per cent above what is predicted, with runs around it.
    static ui::OwnShown measuredOf(const Report& report) {
        FitPart part{.kind = FitKind::Server};
        const auto add = [&](const char* figure, double at, const char* metric, double scale = 1) {
            const std::optional<double> predicted = findMetric(metric)->value(report);
            if (!predicted) return;
            for (const double off : {1.02, 1.08, 1.15})
                part.rows.push_back({"c.json", figure, at, scale * *predicted * off, *predicted, *predicted});
        };
        const auto load = report.scenario.serve && report.scenario.serve->concurrency
                              ? double(*report.scenario.serve->concurrency)
                              : 1.0;
        add("tpot_mean", load, "serve.tpot_seconds");
        add("ttft_mean", load, "serve.ttft_seconds");
        add("ttft_median", load, "serve.ttft_seconds");
        add("ttft_p99", load, "serve.ttft_seconds", 2);
        add("output_tokens_per_second", load, "serve.tokens_per_second");
        add("server_bytes", 0, "serve.device_bytes");
        add("step_seconds", 0, "train.step_seconds");
        add("device_bytes", 0, "memory.device_bytes");
        ui::OwnShown own;
        own.parts = {part};
        own.marks = ownMarks(own.parts, report.scenario);
        own.served = ownServed(own.parts, report.serve ? report.serve->gpus : 1);
        if (report.loss && report.loss->scaling) {
            const ScalingRequest& size = report.loss->scaling->request;
            for (const double lr : {0.5, 1., 2.})
                own.losses.push_back({"runs.csv", size.params, size.activeParams, size.tokens,
                                      lr * report.loss->optimalLr, report.loss->optimalBatchTokens,
                                      1.02 * report.loss->value, report.loss->value,
                                      1.05 * report.loss->value, 3});
        }
        for (const double m : {64., 512., 4096., 32768.})
            own.operators.push_back({"own.csv",
                                     OperatorOp::Gemm,
                                     "bf16",
                                     {.m = m, .n = 4096, .k = 4096},
                                     10 + m / 20,
                                     9 + m / 20,
                                     14 + m / 20,
                                     3});
        for (const double scale : {0.5, 1.}) {
            const double rate =
                scale * findMetric("serve.tokens_per_second")->value(report).value_or(500) / 500;
            own.rates.push_back({"c.json", load, rate, 0.9 * rate, 1.1 * rate, 0.3, 0.2, 0.02, 3});
        }
        return own;
    }

    void drawSizes(const QString& key, int side, const Shown& one,
                   const std::function<void(app::FigureInputs&)>& with) {
        const ui::ViewRow& row = *ui::findView(key, Side(side));
        QStringList faults;
        bool drawn = false;
        app::FigureInputs inputs;
        inputs.catalog = m_shown.catalog;
        inputs.report = m_shown.reportOf(one, Side(side));
        with(inputs);
        for (const bool german : {false, true}) {
            std::optional<German> language;
            if (german) language.emplace();
            Result<std::unique_ptr<ui::ReportView>> view = app::figureView(row, inputs);
            if (!view) QFAIL(toString(view.error()).c_str());
            if (!(*view)->hasNumbers()) continue;
            drawn = true;
            for (const Size& size : kSizes) {
                const QString what = QStringLiteral("%1 %2").arg(QLatin1String(size.name),
                                                                 QLatin1String(german ? "de" : "en"));
                faults += faultsAt(
                    **view, size,
                    QStringLiteral("%1 %2 %3 %4")
                        .arg(inputs.against.report ? "split" : "own", key, QString::number(side), what),
                    what);
                if (QTest::currentTestFailed()) return;
            }
        }
        if (!drawn) QSKIP("this picture holds one sentence of this scenario");
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    static QStringList faultsAt(ui::ReportView& view, const Size& size, const QString& file,
                                const QString& what) {
        ui::FigureFile figure;
        figure.style.widthMm = size.widthMm;
        figure.style.heightMm = size.heightMm;
        figure.style.fontPt = size.fontPt;
        const Result<ui::DrawnFigure> made = ui::drawnFigure(view, figure);
        if (!made) return {what + ": nothing drawn"};
        QStringList faults;
        for (const QString& fault : faultsOfPage(figure.style.logicalSize(), file, [&](QPainter& painter) {
                 made->strokes.playOn(painter, 1);
             }))
            faults << QStringLiteral("%1: %2").arg(what, fault);
        return faults;
    }
};

MOE_TEST(FigureSizesTest)
#include "figure_sizes_test.moc"
