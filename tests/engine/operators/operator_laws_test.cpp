// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every shape of an operator, on shapes drawn at random: layers that nobody measured never
// take less for more tokens, and nothing beyond what was measured outruns the data sheet.

#include "models/engine/operators/operator_axes.h"
#include "models/engine/operators/operator_model.h"
#include "models/engine/serve/measured_operators.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

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

/// From here on to `next` no axis of the surface moves but beyond its end, on one side: the data says
/// nothing.
bool isBeyond(const Surface& surface, const SurfacePoint& here, const SurfacePoint& next) {
    bool moves = false;
    for (std::size_t d = 0; d < kSurfaceAxes; ++d) {
        if (here[d] == next[d]) continue;
        moves = true;
        const double low = std::min(here[d], next[d]), high = std::max(here[d], next[d]);
        if (!(low >= surface.most[d] || high <= surface.least[d])) return false;
    }
    return moves;
}

/// The line of tokens and of experts a token is the largest so far at powers of two, straight between them:
/// outside is where none of those lies within the data.
template <class Work>
bool leansOutside(const Surface& surface, const OperatorShape& here, const OperatorShape& next,
                  const Work& workOf) {
    const double lastTopK = 2 * std::max(here.topK, next.topK),
                 lastTokens = 2 * std::max(here.tokens, next.tokens);
    for (double topK = 1; topK < lastTopK; topK *= 2)
        for (double tokens = 1; tokens < lastTokens; tokens *= 2) {
            const auto leaning = [&](OperatorShape shape) {
                shape.topK = topK;
                shape.tokens = tokens;
                return workOf(shape).at;
            };
            const SurfacePoint a = leaning(here), b = leaning(next);
            if (a != b && !isBeyond(surface, a, b)) return false;
        }
    return true;
}

/// Of a column that each value has a surface of its own for: no surface is nearer to one of both shapes, and
/// none was measured between them or on their other side.
bool isBeyondSlices(const OperatorModel& model, OperatorOp op, const OperatorShape& here,
                    const OperatorShape& next) {
    const std::array<double, 2> a = operatorSlice(op, here), b = operatorSlice(op, next);
    if (a == b) return true;
    if (&model.nearest(a) != &model.nearest(b)) return false;
    const std::size_t d = a[0] == b[0] ? 1 : 0;
    const auto all = [&](const auto& on) {
        return std::all_of(model.slices.begin(), model.slices.end(), on);
    };
    return all([&](const OperatorSlice& slice) { return slice.key[d] <= std::min(a[d], b[d]); }) ||
           all([&](const OperatorSlice& slice) { return slice.key[d] >= std::max(a[d], b[d]); });
}

/// 1: more of it is more work for the GPU; −1: it divides the work.
int wayOf(OperatorOp op, ShapeMember member) {
    using S = OperatorShape;
    const bool divides = member == &S::sms || member == &S::tp || (member == &S::ep && op == OperatorOp::Moe);
    return divides ? -1 : 1;
}

/// A shape that was measured or lies around it: each size from a quarter of the least that its surface saw to
/// four times the most.
OperatorShape drawnShape(OperatorOp op, const std::vector<OperatorAxis>& axes, std::mt19937& random) {
    OperatorShape shape;
    for (const OperatorAxis& axis : axes) {
        const double share = double(random()) / double(std::mt19937::max());
        const bool sliced =
            axis.column->member == &OperatorShape::headDim || axis.column->member == &OperatorShape::window ||
            axis.column->member == &OperatorShape::ranks || axis.column->member == &OperatorShape::nodes;
        const double low = axis.values.front() / 4, high = axis.values.back() * 4;
        shape.*axis.column->member = sliced || !(low > 0)
                                         ? axis.values[random() % axis.values.size()]
                                         : std::max(1.0, std::round(low * std::pow(high / low, share)));
    }
    if (op == OperatorOp::AttnContext || op == OperatorOp::AttnGeneration)
        shape.kvHeads = std::min(shape.kvHeads, shape.heads);
    return shape;
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

    /// Every shipped surface of every operator, along every size of a shape: outside the data more work never
    /// takes less time.
    void outsideTheDataMoreNeverTakesLess() {
        std::mt19937 random(seedOf(7));
        int told = 0;
        std::set<std::string> sizes;
        QStringList wrong;
        for (const OperatorRow& row : operatorRows())
            eachTimer(row.op, [&](const OperatorTimer& timer, const std::string& name) {
                const std::vector<OperatorAxis> axes = operatorAxes(row.op, timer.model, {});
                for (int i = 0; i < countOf(8) * int(axes.size()); ++i) {
                    OperatorShape shape = drawnShape(row.op, axes, random);
                    const ShapeColumn& column = *axes[std::size_t(i) % axes.size()].column;
                    OperatorShape more = shape;
                    more.*column.member = std::ceil(1.4 * shape.*column.member);
                    if (wayOf(row.op, column.member) < 0) std::swap(shape, more); // of `more` is more to do
                    if (operatorShapeRule(row.op, shape) || operatorShapeRule(row.op, more)) continue;
                    const OperatorSlice& slice = timer.model->nearest(operatorSlice(row.op, shape));
                    const auto workOf = [&](const OperatorShape& of) {
                        return operatorWork(row.op, of, timer.numbers, timer.rates);
                    };
                    const OperatorWork here = workOf(shape), next = workOf(more);
                    if (!isBeyondSlices(*timer.model, row.op, shape, more)) continue;
                    const bool otherSlice = operatorSlice(row.op, shape) != operatorSlice(row.op, more);
                    if (!isBeyond(slice.surface, here.at, next.at) && !(otherSlice && here.at == next.at))
                        continue;
                    if (row.op == OperatorOp::Moe && !leansOutside(slice.surface, shape, more, workOf))
                        continue;
                    if (timer(shape).known > 0 || timer(more).known > 0) continue; // exact rows tell
                    const double before = timer(shape).us, after = timer(more).us;
                    ++told;
                    sizes.insert(std::string(row.name) + " " + std::string(column.option));
                    if (after >= before * (1 - 1e-9)) continue;
                    // Caches outrun the data sheet within the data, which what lies outside keeps to.
                    if (after < std::max(next.ideal.compute, next.ideal.memory)) continue;
                    wrong << QString("%1 %2: %3 from %4 to %5: %6 µs, then %7, at %8")
                                 .arg(QString::fromStdString(name), row.name.data(), column.option.data())
                                 .arg(shape.*column.member)
                                 .arg(more.*column.member)
                                 .arg(before)
                                 .arg(after)
                                 .arg(QString::fromStdString(operatorShapeText(row.op, shape)));
                }
            });
        QStringList all;
        for (const std::string& size : sizes) all << QString::fromStdString(size);
        qInfo("%d lines of %d sizes: %s", told, int(sizes.size()), qPrintable(all.join(", ")));
        QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1 fall: %2").arg(wrong.size()).arg(wrong.join('\n'))));
        QVERIFY(told > 1000 && sizes.size() > 15);
    }

    /// Every shipped surface: what lies outside all data is not faster than the data sheet allows, whatever
    /// the layers near it were measured at. `profile` and the pictures ask the same timers.
    void outsideTheDataNothingOutrunsTheDataSheet() {
        std::mt19937 random(seedOf(8));
        std::set<std::string_view> told;
        QStringList wrong;
        for (const OperatorRow& row : operatorRows())
            eachTimer(row.op, [&](const OperatorTimer& timer, const std::string& name) {
                const std::vector<OperatorAxis> axes = operatorAxes(row.op, timer.model, {});
                for (int i = 0; i < countOf(60); ++i) {
                    const OperatorShape shape = drawnShape(row.op, axes, random);
                    if (operatorShapeRule(row.op, shape)) continue;
                    const OperatorAnswer answer = timer(shape);
                    if (answer.origin != OperatorOrigin::Analytic || answer.known >= 1) continue;
                    told.insert(row.name);
                    const IdealTime ideal = operatorWork(row.op, shape, timer.numbers, timer.rates).ideal;
                    const double sheet = std::max(ideal.compute, ideal.memory);
                    if (answer.us >= sheet * (1 - 1e-9)) continue;
                    wrong << QString("%1 %2: %3 µs, the data sheet %4, known %5")
                                 .arg(QString::fromStdString(name), row.name.data())
                                 .arg(answer.us)
                                 .arg(sheet)
                                 .arg(answer.known);
                }
            });
        QVERIFY2(wrong.isEmpty(),
                 qPrintable(QString("%1 outrun: %2").arg(wrong.size()).arg(wrong.join('\n'))));
        QVERIFY(told.size() > 8);
    }
};

MOE_TEST(OperatorLawsTest)
#include "operator_laws_test.moc"
