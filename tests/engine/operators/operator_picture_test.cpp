// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of measured operators: what is chosen, what is marked, what the surface says of measured rows.

#include "models/engine/operators/operator_file.h"
#include "models/engine/operators/operator_picture.h"

#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;

namespace {

using Tables = std::vector<std::shared_ptr<const OperatorTable>>;

OperatorMachine shipped(const char* file) {
    return *operatorsFrom(*parseDocument(test::resourceText(file), file), file);
}

/// The shipped surfaces of B200 and H100: TensorRT-LLM, of the first also SGLang.
const std::vector<OperatorMachine>& machines() {
    static const std::vector<OperatorMachine> read = [] {
        std::vector<OperatorMachine> all{shipped("operators/b200-trtllm.yaml"),
                                         shipped("operators/h100-sxm-trtllm.yaml")};
        for (OperatorModel& model : shipped("operators/b200-sglang.yaml").models)
            all.front().models.push_back(std::move(model));
        return all;
    }();
    return read;
}

OperatorPictureRequest experts() {
    OperatorPictureRequest request;
    request.gpu = "b200";
    request.generation = Generation::Blackwell;
    request.rates = machines().front().gpu.rates;
    request.op = "moe";
    request.dtype = "nvfp4";
    request.held = {{"hidden", 7168}, {"expert-ffn", 2048}, {"top-k", 8}, {"experts", 256}, {"tp", 1}};
    return request;
}

OperatorPicture pictureOf(const OperatorPictureRequest& request, const Tables& tables = {}) {
    return operatorPicture({&machines()[0], &machines()[1]}, tables, {}, request);
}

const OperatorLine* lineAt(const OperatorPicture& picture, double value) {
    for (const OperatorLine& line : picture.lines)
        if (line.value == value) return &line;
    return nullptr;
}

} // namespace

class OperatorPictureTest : public QObject {
    Q_OBJECT
private slots:
    void offersWhatTheGpuHas() {
        const OperatorPicture picture = pictureOf(experts());
        QCOMPARE(picture.op, OperatorOp::Moe);
        QCOMPARE(picture.dtype, std::string("nvfp4"));
        QCOMPARE(picture.backend, std::string("trtllm"));
        QVERIFY(!picture.version.empty() && picture.own && picture.exact);
        QCOMPARE(picture.axes[picture.x].column->option, std::string_view("tokens"));
        QCOMPARE(picture.axes[picture.series].column->option, std::string_view("ep"));
        QVERIFY(picture.lines.size() >= 2 && picture.lines.size() <= 5);
        QVERIFY(picture.layer >= 0);
        QVERIFY(picture.errors.rows > 100 && picture.errors.median < 0.1);
        OperatorPictureRequest none = experts();
        none.dtype = "fp3";
        none.backend = "abacus";
        none.x = "heads";
        const OperatorPicture other = pictureOf(none);
        QCOMPARE(other.dtype, other.dtypes.front());
        QCOMPARE(other.backend, std::string("trtllm"));
        QCOMPARE(other.axes[other.x].column->option, std::string_view("tokens"));
    }
    void linesAreTheTimersOwn() {
        const OperatorPictureRequest request = experts();
        const OperatorPicture picture = pictureOf(request);
        const OperatorTimer timer = operatorTimer(machines(), request.gpu, request.generation, request.rates,
                                                  {picture.op, "nvfp4", picture.load, "trtllm"});
        for (const OperatorLine& line : picture.lines) {
            QVERIFY(line.samples.size() > 20);
            double before = 0;
            for (const OperatorSample& sample : line.samples) {
                OperatorShape shape;
                shape.hidden = 7168, shape.expertFfn = 2048, shape.topK = 8, shape.experts = 256;
                shape.ep = line.value, shape.tokens = sample.x;
                QCOMPARE(sample.answer.us, timer(shape).us);
                QCOMPARE(sample.analyticUs, timer.analyticUs(shape));
                QVERIFY(sample.answer.low <= sample.answer.us && sample.answer.us <= sample.answer.high);
                QVERIFY(sample.x > before);
                before = sample.x;
            }
        }
        QCOMPARE(picture.lines.front().samples.front().answer.origin, OperatorOrigin::Measured);
    }
    void ringsStandWhereRowsWereMeasured() {
        const OperatorPicture picture = pictureOf(experts());
        const OperatorLine* line = lineAt(picture, 1);
        QVERIFY(line != nullptr && line->marks.size() > 10);
        for (const OperatorMark& mark : line->marks) {
            QCOMPARE(mark.kind, OperatorMark::Kind::ExactRow);
            QCOMPARE(mark.us, mark.fittedUs);
        }
    }
    void rowsOfAnOpenedTableAreMarked() {
        const std::string file = "data/ops/b200_sxm/moe-trtllm-1.3.0rc20.csv";
        const std::string text = test::sharedText(file);
        MOE_NEED_SHARED(text, "ops/b200_sxm/moe-trtllm-1.3.0rc20.csv");
        const Tables tables{std::make_shared<const OperatorTable>(*readOperators(text, file))};
        OperatorPictureRequest request = experts();
        request.load = "balanced";
        request.series = "none";
        request.held.emplace_back("ep", 8);
        const OperatorPicture picture = pictureOf(request, tables);
        QCOMPARE(picture.table, file);
        QCOMPARE(picture.lines.size(), std::size_t{1});
        const std::vector<OperatorMark>& marks = picture.lines.front().marks;
        QVERIFY(marks.size() > 15);
        for (const OperatorMark& mark : marks) {
            QCOMPARE(mark.kind, OperatorMark::Kind::Row);
            // Line 42922 of the table: nvfp4,7168,2048,8,256,1,8,4096,330
            if (mark.x == 4096) QCOMPARE(mark.us, 330.);
            QVERIFY2(std::abs(mark.fittedUs / mark.us - 1) < 0.35,
                     qPrintable(QString("%1: %2 %3").arg(mark.x).arg(mark.fittedUs).arg(mark.us)));
        }
        request.gpu = "h100-sxm"; // another GPU's rows are not this one's
        request.dtype = "fp8_block";
        QVERIFY(pictureOf(request, tables).table.empty());
    }
    void anotherGpuOfTheGenerationIsTransferred() {
        OperatorPictureRequest request = experts();
        request.gpu = "h200";
        request.generation = Generation::Hopper;
        request.rates = {989, 1979, 0, 4800, 450};
        const OperatorPicture picture = pictureOf(request);
        QVERIFY(!picture.own);
        QCOMPARE(picture.source, std::string("h100-sxm"));
        for (const std::string& dtype : picture.dtypes) QVERIFY(dtype.find("nvfp4") == std::string::npos);
        QCOMPARE(picture.lines.front().samples[5].answer.origin, OperatorOrigin::Transferred);
    }
    void everyOperatorHasAPicture_data() {
        QTest::addColumn<QString>("op");
        for (const OperatorRow& row : operatorRows())
            if (row.name != "expert-alltoall") // measured on GB200 alone
                QTest::newRow(row.name.data()) << QString::fromUtf8(row.name.data());
    }
    void everyOperatorHasAPicture() {
        QFETCH(QString, op);
        for (const bool map : {false, true}) {
            OperatorPictureRequest request = experts();
            request.held.clear();
            request.op = op.toStdString();
            request.dtype.clear();
            request.map = map;
            const OperatorPicture picture = pictureOf(request);
            QCOMPARE(operatorRow(picture.op).name, std::string_view(request.op));
            QVERIFY(!picture.lines.empty());
            for (const OperatorLine& line : picture.lines)
                for (const OperatorSample& sample : line.samples)
                    QVERIFY(std::isfinite(sample.answer.us) && sample.answer.us > 0 &&
                            std::isfinite(sample.analyticUs));
            for (const OperatorAxis& axis : picture.axes) {
                QVERIFY(std::is_sorted(axis.values.begin(), axis.values.end()));
                QVERIFY(std::find(axis.values.begin(), axis.values.end(), axis.value) != axis.values.end());
            }
            if (map) QVERIFY(picture.map && picture.lines.size() >= 2);
        }
    }
};

MOE_TEST(OperatorPictureTest)
#include "operator_picture_test.moc"
