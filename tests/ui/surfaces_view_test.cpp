// SPDX-License-Identifier: GPL-3.0-or-later
// Measured GPU operators: what is asked, what is offered, sliders, the picture and its numbers.

#include "models/engine/files/catalog_file.h"
#include "models/engine/operators/operator_file.h"
#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/profiles/surfaces_question.h"
#include "ui/plots/profiles/surfaces_view.h"

#include <QComboBox>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>

#include <algorithm>

using namespace moe;
using namespace moe::ui;

namespace {

const std::vector<OperatorMachine>& b200() {
    static const std::vector<OperatorMachine> read = [] {
        const char* file = "operators/b200-trtllm.yaml";
        return std::vector{*operatorsFrom(*parseDocument(test::resourceText(file), file), file)};
    }();
    return read;
}

CatalogPtr gpus(const std::shared_ptr<const OperatorTable>& table = nullptr) {
    auto catalog = std::make_shared<Catalog>();
    catalog->gpus = *readGpus(test::resourceText("gpus.yaml"), "gpus.yaml");
    if (table) catalog->operatorTables.push_back(table);
    return catalog;
}

ReportPtr expertScenario() {
    auto report = std::make_shared<Report>();
    report->scenario.gpu.preset = "b200";
    report->scenario.model.hidden = 7168;
    report->scenario.moe.emplace();
    report->scenario.moe->experts = 256;
    report->scenario.moe->topK = 8;
    report->scenario.moe->expertFfn = 2048;
    return report;
}

/// What the worker would answer.
void answer(SurfacesView& view) {
    const Question question = view.question();
    OperatorPictureRequest request = surfaceRequest(question.arguments);
    request.generation = Generation::Blackwell;
    request.rates = b200().front().gpu.rates;
    view.setAnswer({question, std::any(std::make_shared<const OperatorPicture>(operatorPicture(
                                  {&b200().front()}, question.catalog->operatorTables, {}, request)))});
}

std::unique_ptr<SurfacesView> shown(const QString& chosen = {}, const CatalogPtr& catalog = gpus(),
                                    bool dark = false, QSize size = {690, 560}) {
    auto view = std::make_unique<SurfacesView>();
    view->setPalette(windowPalette(dark));
    view->setAutoFillBackground(true);
    view->resize(size);
    view->setCatalog(catalog);
    view->setReport(expertScenario());
    view->setRange(chosen);
    answer(*view);
    view->show();
    [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
    view->grab();
    return view;
}

QComboBox* box(const SurfacesView& view, const char* key) {
    return view.findChild<QComboBox*>(QLatin1String(key));
}

const QString kExperts =
    "device=b200 op=moe dtype=nvfp4 hidden=7168 expert-ffn=2048 top-k=8 experts=256 tp=1";

} // namespace

class SurfacesViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestFont(); }

    void everyColumnCanBeNamed() {
        for (const OperatorRow& row : operatorRows())
            for (const ShapeColumn& column : row.columns)
                QVERIFY2(std::any_of(surfaceOptions().begin() + kSurfaceChoices, surfaceOptions().end(),
                                     [&](const char* option) { return option == column.option; }),
                         column.option.data());
    }
    void argumentsAreReadAsTheyAreWritten() {
        OperatorPictureRequest request;
        request.gpu = "b200", request.op = "moe", request.x = "tokens", request.series = "none";
        request.map = true;
        request.held = {{"experts", 256}, {"tp", 8}};
        const QStringList arguments = surfaceArguments(request);
        const OperatorPictureRequest read = surfaceRequest(arguments);
        QCOMPARE(surfaceArguments(read), arguments);
        QVERIFY(read.gpu == "b200" && read.series == "none" && read.map);
        QCOMPARE(read.held.size(), std::size_t{2});
    }
    void followsTheScenarioUntilSomebodyChooses() {
        SurfacesView view;
        view.setCatalog(gpus());
        QVERIFY(view.question().key.isEmpty());
        view.setReport(expertScenario());
        QVERIFY(view.range().isEmpty());
        OperatorPictureRequest asked = surfaceRequest(view.question().arguments);
        QVERIFY(asked.gpu == "b200" && asked.op == "moe");
        QVERIFY(std::find(asked.held.begin(), asked.held.end(),
                          std::pair<std::string, double>("experts", 256)) != asked.held.end());
        answer(view);
        box(view, "op")->setCurrentIndex(box(view, "op")->findData("gemm"));
        emit box(view, "op")->activated(box(view, "op")->currentIndex());
        auto other = std::make_shared<Report>(*expertScenario());
        other->scenario.gpu.preset = "h100-sxm";
        view.setReport(other);
        asked = surfaceRequest(view.question().arguments);
        QVERIFY(asked.gpu == "b200" && asked.op == "gemm");
    }
    void opensInTheTypeThatTheScenarioComputesIn_data() {
        QTest::addColumn<int>("weights");
        QTest::addColumn<int>("compute");
        QTest::addColumn<QString>("dtype");
        QTest::newRow("bf16") << int(DataType::Bf16) << int(DataType::Bf16) << "bf16";
        QTest::newRow("fp8 weights") << int(DataType::Fp8) << int(DataType::Fp8) << "fp8";
        QTest::newRow("training keeps bf16") << int(DataType::Bf16) << int(DataType::Fp8Block) << "fp8_block";
        QTest::newRow("four bits") << int(DataType::NvFp4) << int(DataType::NvFp4) << "nvfp4";
    }
    void opensInTheTypeThatTheScenarioComputesIn() {
        QFETCH(int, weights);
        QFETCH(int, compute);
        auto report = std::make_shared<Report>(*expertScenario());
        report->scenario.precision.weights = DataType(weights);
        report->scenario.precision.compute = DataType(compute);
        SurfacesView view;
        view.setCatalog(gpus());
        view.setReport(report);
        answer(view);
        QVERIFY(view.picture());
        QTEST(QString::fromStdString(view.picture()->dtype), "dtype");
        QTEST(box(view, "dtype")->currentData().toString(), "dtype");
    }
    void boxesOfferWhatTheAnswerHas() {
        const auto view = shown(kExperts);
        QCOMPARE(box(*view, "device")->currentData().toString(), QString("b200"));
        QCOMPARE(box(*view, "device")->currentText(), QString("B200 SXM 180 GB"));
        QCOMPARE(box(*view, "op")->currentText(), QString("Experts of a layer"));
        QVERIFY(box(*view, "dtype")->findData("fp8_block") >= 0);
        QVERIFY(box(*view, "backend")->currentText().startsWith("TensorRT-LLM 1."));
        QVERIFY(box(*view, "load")->isVisibleTo(view.get()));
        QCOMPARE(box(*view, "layer")->currentData().toString(), QString("7168-2048-8-256"));
        view->setRange("device=b200 op=gemm dtype=nvfp4");
        answer(*view);
        QTRY_VERIFY(!box(*view, "load")->isVisibleTo(view.get()));
        QVERIFY(!box(*view, "layer")->isVisibleTo(view.get()));
    }
    void slidersHoldTheOtherColumns() {
        const auto view = shown(kExperts);
        auto* slider = view->findChild<QSlider*>("tp");
        QVERIFY(slider && slider->isVisibleTo(view.get()));
        QVERIFY(!view->findChild<QSlider*>("tokens")); // an axis
        QCOMPARE(slider->accessibleName(), QString("Expert TP"));
        QSignalSpy asked(view.get(), &ReportView::asked);
        slider->setValue(slider->maximum());
        QCOMPARE(asked.size(), 1);
        QVERIFY(view->isBehind());
        QVERIFY(view->range().contains("tp=") && !view->range().contains("tp=1 "));
        QVERIFY(view->summary().contains("nvfp4")); // the picture before stays
        answer(*view);
        QVERIFY(!view->isBehind());
        // A choice of layer moves the sliders of its shape.
        QComboBox* layer = box(*view, "layer");
        const int other = layer->currentIndex() == 0 ? 1 : 0;
        layer->setCurrentIndex(other);
        emit layer->activated(other);
        answer(*view);
        QCOMPARE(layer->currentIndex(), other);
        QVERIFY(view->range().contains("hidden=" + layer->currentData().toString().section('-', 0, 0)));
    }
    void choicesComeBack() {
        const auto view = shown(kExperts + " ep=8 y=tp x=tokens load=pl1.2");
        const auto other = shown(view->range());
        QCOMPARE(other->question().arguments, view->question().arguments);
        QCOMPARE(other->picture()->load, std::string("pl1.2"));
        other->setRange({});
        QCOMPARE(other->range(), view->range());
    }
    void errorsAndOriginsAreTold() {
        const auto view = shown(kExperts);
        const QString summary = view->summary();
        QVERIFY2(summary.contains("left out of the fit: off by") && summary.contains("nine in ten") &&
                     summary.contains("analytic model off by"),
                 qPrintable(summary));
        const Hits& hits = view->canvas()->hits();
        QVERIFY(hits.size() > 50);
        const QString at = hits[hits.size() / 2].readOut;
        QVERIFY2(at.contains("Tokens") && at.contains("EP") && at.contains("µs") && at.contains("analytic"),
                 qPrintable(at));
        QVERIFY(hits.front().readOut.contains("measured"));
        QVERIFY(hits.back().readOut.contains("), analytic")); // beyond the last row
        QVERIFY(view->csv().startsWith("EP,Tokens,Time (µs),Low (µs),High (µs),Origin,"));
    }
    void rowsOfAnOpenedTableAreNumbersToo() {
        const std::string file = "data/ops/b200_sxm/moe-trtllm-1.3.0rc20.csv";
        const std::string text = test::sharedText(file);
        MOE_NEED_SHARED(text, "ops/b200_sxm/moe-trtllm-1.3.0rc20.csv");
        const auto view = shown(kExperts + " load=balanced ep=8 y=none",
                                gpus(std::make_shared<const OperatorTable>(*readOperators(text, file))));
        // Line 42922: nvfp4,7168,2048,8,256,1,8,4096,330
        QVERIFY(view->csv().contains(QRegularExpression("\n4096,[^\n]*,330\n")));
        const Hits& hits = view->canvas()->hits();
        QVERIFY(std::any_of(hits.begin(), hits.end(),
                            [](const HitArea& hit) { return hit.readOut.contains("; measured 330 µs"); }));
    }
    void aMapHasBothColumnsAsAxes() {
        const auto view = shown(kExperts + " map=map");
        OwnShown own; // no points stand on a map, and no key of them
        own.operators.push_back({"ops.csv", OperatorOp::Moe, "nvfp4", {}, 9, 9, 9});
        view->setOwn(own);
        test::DrawnTexts paper;
        FigureStyle style;
        style.widthMm = 300, style.heightMm = 180;
        view->drawFigure(&paper, 1, style);
        const QString drawn = paper.texts.join('|');
        QVERIFY2(!drawn.contains("mine (") && drawn.contains("left: time"), qPrintable(drawn));
        view->grab();
        QVERIFY(view->picture()->map);
        std::size_t cells = 0;
        for (const OperatorLine& line : view->picture()->lines) cells += line.samples.size();
        QCOMPARE(std::size_t(view->canvas()->hits().size()), 2 * cells); // time and ratio
    }
    void pictures() {
        for (const bool dark : {false, true}) {
            test::savePicture(*shown(kExperts, gpus(), dark), dark, "surfaces");
            test::savePicture(*shown(kExperts + " map=map", gpus(), dark), dark, "surfaces-map");
            test::savePicture(*shown("device=b200 op=gemm dtype=nvfp4", gpus(), dark), dark, "surfaces-gemm");
        }
    }
    void itShowsWhatWasMeasuredOfTheOwnGpu() {
        SurfacesView view;
        view.setPalette(windowPalette(false));
        view.resize(800, 620);
        view.setCatalog(gpus());
        view.setReport(expertScenario());
        OwnShown own;
        for (const double bytes : {1e6, 1e7, 1e8})
            own.operators.push_back({"nccl.txt",
                                     OperatorOp::AllReduce,
                                     "bf16",
                                     {.ranks = 8, .bytes = bytes},
                                     10 + bytes / 4e5,
                                     9 + bytes / 4e5,
                                     12 + bytes / 4e5,
                                     2});
        own.operators.push_back(
            {"nccl.txt", OperatorOp::AllReduce, "bf16", {.ranks = 4, .bytes = 1e6}, 9, 9, 9});
        view.setOwn(own);
        const OperatorPictureRequest asked = surfaceRequest(view.question().arguments);
        QVERIFY(asked.op == "allreduce" && asked.x == "bytes" && asked.series == kNoSeries);
        answer(view);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.grab();
        QVERIFY2(view.picture()->op == OperatorOp::AllReduce, "the surfaces hold no all-reduce");
        QVERIFY(view.findChild<QAction*>("bandwidth")->isChecked());
        const auto centre = [&](const QString& text) {
            for (const HitArea& hit : view.canvas()->hits())
                if (hit.readOut.contains(text)) return hit.area.center();
            return QPointF();
        };
        // 2·(7/8)·1e8 B in 260 µs; one of two ranks more lies on no line.
        const QPointF fast = centre("bus bandwidth 673 GB/s"), slow = centre("bus bandwidth 140 GB/s");
        QVERIFY2(!fast.isNull() && !slow.isNull(), "no points");
        QVERIFY(fast.x() > slow.x() && fast.y() < slow.y()); // upwards is more
        const auto strip =
            std::find_if(view.canvas()->hits().begin(), view.canvas()->hits().end(), [&](const HitArea& hit) {
                return hit.area.left() <= fast.x() && fast.x() < hit.area.right() && hit.area.width() < 5;
            });
        QVERIFY(strip != view.canvas()->hits().end());
        const double tens = std::log10(1e8 / 1e6) / (fast.x() - slow.x());
        QVERIFY2(strip->area.width() * tens < 0.1, qPrintable(strip->readOut));
        for (const bool dark : {false, true}) test::savePicture(view, dark, "surfaces-own");
        view.findChild<QAction*>("bandwidth")->setChecked(false); // times rise
        view.grab();
        QVERIFY(centre("bus bandwidth 673 GB/s").y() < centre("bus bandwidth 140 GB/s").y());
        const qsizetype with = view.canvas()->hits().size();
        view.setOwn({});
        QCOMPARE(surfaceRequest(view.question().arguments).op, std::string("moe"));
        answer(view);
        view.grab();
        QVERIFY(centre("bus bandwidth").isNull() && view.canvas()->hits().size() < with);
    }
};

MOE_TEST(SurfacesViewTest)
#include "surfaces_view_test.moc"
