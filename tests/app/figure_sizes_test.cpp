// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture at the sizes it is printed at, in both languages: no text crosses another, leaves the page or
// is smaller than 5 pt. MOE_FIGURES names a folder that takes them, for the eye.

#include "app/figures/figure_views.h"
#include "app/files/catalog_loader.h"
#include "app/work/answers.h"
#include "models/engine/evaluate.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/text_boxes.h"
#include "ui/figure.h"
#include "ui/strokes.h"

#include <QTest>

#include <map>
#include <optional>
#include <string>

using namespace moe;
using namespace moe::test;

namespace {

struct Size {
    const char* name;
    double widthMm, heightMm, fontPt;
};
/// A column, a page, and a slide of 16:9.
constexpr Size kSizes[] = {{"85mm", 85, 60, 7}, {"178mm", 178, 110, 7}, {"slide", 254, 143, 14}};
constexpr Size kThumbnail{"60mm", 60, 40, 7};
constexpr double kLeastPt = 5;

struct Shown {
    const char* name;
    Scenario scenario;
};

} // namespace

class FigureSizesTest : public QObject {
    Q_OBJECT

    CatalogPtr m_catalog;
    std::map<std::string, ReportPtr> m_reports; ///< by name and side: each is evaluated once

    /// One of a single stage that is served as well, one of sixteen stages; then what pictures of their own
    /// need: RL, and a day of a fleet.
    std::vector<Shown> shown() const {
        const auto preset = [this](const char* key) { return Shown{key, m_catalog->preset(key)->scenario}; };
        std::vector<Shown> all{preset("qwen3-30b-a3b"), preset("deepseek-v3"), preset("qwen3-30b-a3b-grpo"),
                               preset("gpt-oss-120b")};
        Scenario& fleet = all.back().scenario;
        fleet.serve->output = 100;
        fleet.serve->sloTtft = 2;
        fleet.serve->sloTpot = 0.05;
        DaySpec& day = fleet.day.emplace();
        day.hours = 1;
        day.requests = 2000;
        day.replicasMax = 3;
        day.replicaRate = 1;
        day.target = 8;
        return all;
    }
    ReportPtr reportOf(const Shown& one, Side side) {
        ReportPtr& report = m_reports[one.name + std::to_string(int(side))];
        if (report) return report;
        Scenario scenario = one.scenario;
        if (side == Side::Serving) scenario.train.reset();
        return report = std::make_shared<const Report>(evaluate(scenario, *m_catalog, Detail::Full));
    }

private slots:
    void initTestCase() { m_catalog = app::shippedCatalog().catalog; }

    void everyPictureIsLegible_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("side");
        for (const ui::ViewRow& row : ui::viewList()) {
            const Side side = row.side.value_or(Side::Training);
            QTest::addRow("%s %s", row.key, side == Side::Serving ? "served" : "trained")
                << QString::fromLatin1(row.key) << int(side);
        }
    }
    void everyPictureIsLegible() {
        QFETCH(QString, key);
        QFETCH(int, side);
        const ui::ViewRow& row = *ui::findView(key, Side(side));
        QStringList faults;
        bool drawn = false;
        const app::AnswerRow* answer = app::findAnswerRow(key);
        const std::vector<Shown> all = shown();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (drawn && i >= 2) break;                       // one of the first two fills it
            if (answer && answer->search && i == 1) continue; // takes minutes
            app::FigureInputs inputs;
            inputs.catalog = m_catalog;
            inputs.report = reportOf(all[i], Side(side));
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
        TextBoxes page;
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
        for (const TextBox& box : page.boxes) faults << what + ": a text: " + box.text;
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) inked += (image.pixel(x, y) & 0xffffff) != 0xffffff;
        if (inked < image.width() * image.height() / 1000) faults << what + ": hardly a mark";
        return faults;
    }

    static QStringList faultsAt(ui::ReportView& view, const Size& size, const QString& file,
                                const QString& what) {
        ui::FigureFile figure;
        figure.style.widthMm = size.widthMm;
        figure.style.heightMm = size.heightMm;
        figure.style.fontPt = size.fontPt;
        QStringList faults;
        [&] {
            const Result<ui::DrawnFigure> made = ui::drawnFigure(view, figure);
            QVERIFY(made);
            TextBoxes page;
            {
                QPainter painter(&page);
                QVERIFY(made->strokes.playOn(painter, 1));
            }
            for (const QString& fault : faultsOf(page.boxes, figure.style.logicalSize(), kLeastPt * 96 / 72))
                faults << QStringLiteral("%1: %2").arg(what, fault);
            if (!qEnvironmentVariableIsSet("MOE_FIGURES")) return;
            QImage image((2 * figure.style.logicalSize()).toSize(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QVERIFY(made->strokes.playOn(painter, 2));
            painter.end();
            const QString name = QString(file).replace(QLatin1Char(' '), QLatin1Char('-'));
            QVERIFY(image.save(qEnvironmentVariable("MOE_FIGURES") + QLatin1Char('/') + name + ".png"));
        }();
        return faults;
    }
};

MOE_TEST(FigureSizesTest)
#include "figure_sizes_test.moc"
