// What the loss model costs on one core: fits, one map with its uncertainty, the shipped file.

#include "data/document.h"
#include "models/engine/loss_file.h"
#include "models/engine/loss_map.h"

#include <QFile>
#include <QtTest>

using namespace moe;

class LossBench : public QObject {
    Q_OBJECT

    static std::string text(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
    static QString folder() { return qEnvironmentVariable("MOE_STEP_LAW", "../shared/data/step-law"); }

    std::optional<LossTable> m_dense, m_moe;
    std::string m_file;
    std::optional<LossModel> m_shipped;

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

QTEST_GUILESS_MAIN(LossBench)
#include "loss_bench.moc"
