// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss model costs on one core: fits, one map with its uncertainty beside drawing it, the scaling
// curves, the shipped file.

#include "data/document.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/loss/report/loss_map.h"
#include "models/engine/loss/report/scaling.h"
#include "ui/plots/loss/loss_view.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace moe;

class LossBench : public QObject {
    Q_OBJECT

    static std::string text(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
    static QString folder() { return qEnvironmentVariable("MOE_STEP_LAW", "../shared/data/step-law"); }

    /// Best of several runs, in milliseconds.
    static double milliseconds(const std::function<void()>& work) {
        double best = HUGE_VAL;
        for (int i = 0; i < 20; ++i) {
            QElapsedTimer clock;
            clock.start();
            work();
            best = std::min(best, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        }
        return best;
    }

    std::optional<LossTable> m_dense, m_moe;
    std::string m_file;
    std::optional<LossModel> m_shipped;

public:
    static void initMain() {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    }

private slots:
    void initTestCase() {
        m_file = text(":/loss/model.yaml");
        m_shipped = *lossModelFrom(*parseDocument(m_file, "model.yaml"));
        if (const Result<LossTable> dense = readDenseLoss(text(folder() + "/dense_lr_bs_loss.csv"), "dense"))
            m_dense = *dense;
        if (const Result<LossTable> moe = readMoeLoss(text(folder() + "/moe_lr_bs_loss.csv"), "moe"))
            m_moe = *moe;
    }
    void readTheShippedModel() {
        QBENCHMARK {
            QVERIFY(lossModelFrom(*parseDocument(m_file, "model.yaml")));
        }
    }
    void mapWithUncertainty() {
        QBENCHMARK {
            const LossSlice slice(*m_shipped, 429260800, 4e10, 1);
            lossMap(slice, {slice.optimum(), 0, 0, nullptr}, Detail::Full);
        }
    }
    void mapAgainstItsBareReplot() {
        constexpr int kSide = 200, kSpread = 25; // cells; nodes of the uncertainty, as the map has them
        auto map = std::make_shared<LossMap>();
        const auto spaced = [](double low, double high, int count) {
            std::vector<double> values;
            for (int i = 0; i < count; ++i) values.push_back(low * std::pow(high / low, i / (count - 1.0)));
            return values;
        };
        map->lr = spaced(2e-4, 2e-2, kSide);
        map->batchTokens = spaced(6e4, 6e6, kSide);
        std::vector<double> variance;
        const double computed = milliseconds([&] {
            const LossSlice slice(*m_shipped, 429260800, 4e10, 1);
            map->loss = slice.loss(map->lr, map->batchTokens);
            variance = slice.variance(spaced(2e-4, 2e-2, kSpread), spaced(6e4, 6e6, kSpread));
        });
        map->best = *std::min_element(map->loss.begin(), map->loss.end());
        Report report;
        report.scenario.train.emplace();
        report.loss.emplace();
        report.loss->map = map;
        ui::LossView view;
        view.resize(700, 560);
        view.show();
        view.setReport(std::make_shared<const Report>(report));
        QCoreApplication::processEvents();
        const double drawn = milliseconds([&] { QMetaObject::invokeMethod(view.plot(), "replot"); });
        qInfo("200 x 200 map with uncertainty %.2f ms, its bare replot %.2f ms: ratio %.2f", computed, drawn,
              computed / drawn);
    }
    void wholePictureOfADrag() {
        auto catalog = std::make_shared<Catalog>();
        catalog->gpus = *readGpus(text(":/gpus.yaml"), "gpus.yaml");
        catalog->lossModel = std::make_shared<const LossModel>(*m_shipped);
        const Scenario scenario = readPreset(text(":/presets/step-law-2in88.yaml"), "preset")->scenario;
        for (const auto& [detail, name] : {std::pair(Detail::Full, "full"), {Detail::Coarse, "coarse"}}) {
            ui::LossView view;
            view.resize(700, 560);
            view.show();
            std::shared_ptr<const Report> report;
            const double evaluated = milliseconds([&, wanted = detail] {
                report = std::make_shared<const Report>(evaluate(scenario, *catalog, wanted));
            });
            view.setReport(report);
            QCoreApplication::processEvents();
            const double drawn = milliseconds([&] {
                view.setReport(report);
                QMetaObject::invokeMethod(view.plot(), "replot");
            });
            qInfo(
                "whole report, %s detail: %.2f ms; loss picture with contours, hatching and labels: %.2f ms",
                name, evaluated, drawn);
        }
    }
    void scaling() {
        ScalingRequest request;
        request.params = request.activeParams = 429260800;
        request.tokens = 4e10;
        for (const auto& [detail, name] : {std::pair(Detail::Full, "full"), {Detail::Coarse, "coarse"}}) {
            const double taken =
                milliseconds([&, wanted = detail] { scalingCurves(*m_shipped, request, wanted); });
            qInfo("three scaling curves, %s detail: %.2f ms", name, taken);
        }
    }
    void onePrediction() {
        QBENCHMARK {
            m_shipped->predict({429260800, 4e10, 1, 2e-3, 5e5});
        }
    }
    void surface() {
        if (!m_dense || !m_moe) QSKIP("no tables; set MOE_STEP_LAW to their folder");
        QBENCHMARK {
            QVERIFY(fitLossSurface(&*m_dense, &*m_moe));
        }
    }
    void residual() {
        if (!m_dense || !m_moe) QSKIP("no tables; set MOE_STEP_LAW to their folder");
        QBENCHMARK {
            fitLossResidual(m_shipped->surface, &*m_dense, &*m_moe);
        }
    }
    void refits() {
        if (!m_dense || !m_moe) QSKIP("no tables; set MOE_STEP_LAW to their folder");
        QBENCHMARK {
            lossSpread(m_shipped->surface, &*m_dense, &*m_moe, 64, 1);
        }
    }
};

QTEST_MAIN(LossBench)
#include "loss_bench.moc"
