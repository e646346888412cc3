// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every shape of an operator, on shapes drawn at random: layers that nobody measured never
// take less for more tokens, and nothing beyond what was measured outruns the data sheet.

#include "models/engine/operators/operator_model.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// Timers of a model on its own GPU.
template <class Use> void eachTimer(OperatorOp op, const Use& use) {
    for (const MeasuredGpu& gpu : measuredGpus()) {
        const OperatorMachine* machine = measuredCatalog().operators->machine(gpu.key);
        if (machine == nullptr) continue;
        for (const OperatorModel& model : machine->models) {
            if (model.op != op) continue;
            OperatorTimer timer;
            timer.op = op;
            timer.model = &model;
            timer.source = machine;
            timer.rates = machine->gpu.rates;
            timer.numbers = operatorNumbers(model.dtype);
            use(timer, gpu.key + " " + model.backend + " " + model.dtype + " " + model.load);
        }
    }
}

} // namespace

class OperatorLawsTest : public QObject {
    Q_OBJECT

private slots:
    void expertsOfUnknownLayersNeverFall() {
        std::mt19937 random(seedOf(5));
        const auto below = [&](std::size_t end) { return random() % end; };
        int unknown = 0;
        eachTimer(OperatorOp::Moe, [&](const OperatorTimer& timer, const std::string& name) {
            for (int i = 0; i < countOf(6); ++i) {
                OperatorShape shape;
                shape.hidden = 512.0 * double(1 + below(20));
                shape.expertFfn = 256.0 * double(1 + below(80));
                shape.experts = std::exp2(double(3 + below(6)));
                shape.topK = double(1 + below(8));
                shape.ep = std::exp2(double(below(4)));
                shape.tp = 1;
                double before = 0;
                for (double tokens = 1; tokens < 40000; tokens = std::ceil(tokens * 1.37)) {
                    shape.tokens = tokens;
                    const OperatorAnswer answer = timer(shape);
                    if (answer.known > 0) break;
                    ++unknown;
                    QVERIFY2(
                        answer.us >= before * (1 - 1e-9),
                        qPrintable(QString("%1: h %2, f %3, e %4, k %5, ep %6: %7 µs at %8 tokens, before %9")
                                       .arg(QString::fromStdString(name))
                                       .arg(shape.hidden)
                                       .arg(shape.expertFfn)
                                       .arg(shape.experts)
                                       .arg(shape.topK)
                                       .arg(shape.ep)
                                       .arg(answer.us)
                                       .arg(tokens)
                                       .arg(before)));
                    before = answer.us;
                    const IdealTime ideal = operatorWork(timer.op, shape, timer.numbers, timer.rates).ideal;
                    QVERIFY2(answer.us >= std::max(ideal.compute, ideal.memory) * (1 - 1e-9), name.c_str());
                }
            }
        });
        QVERIFY(unknown > 100);
    }

    void productsBeyondTheTablesKeepToTheDataSheet() {
        std::mt19937 random(seedOf(6));
        int beyond = 0;
        eachTimer(OperatorOp::Gemm, [&](const OperatorTimer& timer, const std::string& name) {
            for (int i = 0; i < countOf(40); ++i) {
                OperatorShape shape;
                shape.m = std::exp2(double(random() % 20));
                shape.n = std::exp2(double(5 + random() % 14));
                shape.k = std::exp2(double(5 + random() % 14));
                const OperatorAnswer answer = timer(shape);
                if (answer.origin != OperatorOrigin::Analytic) continue;
                ++beyond;
                const IdealTime ideal = operatorWork(timer.op, shape, timer.numbers, timer.rates).ideal;
                QVERIFY2(answer.us >= std::max(ideal.compute, ideal.memory) * (1 - 1e-9), name.c_str());
            }
        });
        QVERIFY(beyond > 20);
    }
};

MOE_TEST(OperatorLawsTest)
#include "operator_laws_test.moc"
