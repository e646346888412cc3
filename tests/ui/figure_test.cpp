// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure.h"
#include "ui/figure_scenario.h"

#include "ui/plots/loss/loss_view.h"
#include "ui/plots/memory/memory_view.h"

#include "tests/support/registry.h"
#include "tests/ui/plot_fixture.h"

#include <QAction>
#include <QBuffer>
#include <QFile>
#include <QHash>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTest>
#include <QToolBar>
#include <QXmlStreamReader>
#include <QtEndian>

#include <atomic>
#include <thread>
#include <vector>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

const QByteArray kPngStart("\x89PNG\r\n\x1a\n", 8);

/// With no checksum: the reader asks for none.
QByteArray chunk(const char* type, const QByteArray& content) {
    QByteArray length(4, '\0');
    qToBigEndian(quint32(content.size()), length.data());
    return length + type + content + QByteArray(4, '\0');
}

/// The most the process ever held; 0 where the system does not say.
qint64 peakKib() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.mid(6).trimmed().split(' ').first().toLongLong();
    return 0;
}

} // namespace

/// A disk that is full from the start.
class FullDevice : public QIODevice {
protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char*, qint64) override {
        setErrorString(QStringLiteral("No space left on device"));
        return -1;
    }
};

class FigureTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ReportView> m_view;

    static FigureFile fileOf(FigureFormat format, double widthMm = 85, double heightMm = 60) {
        FigureFile file;
        file.format = format;
        file.style.widthMm = widthMm;
        file.style.heightMm = heightMm;
        file.title = QStringLiteral("Loss & batch <\"a\">");
        file.scenario = "# ä & <b>\nmodel:\n  hidden: 4096\n  name: \"x & y\"\n";
        return file;
    }
    QByteArray written(const FigureFile& file) {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        const Problems problems = writeFigure(*m_view, file, buffer);
        if (!problems.empty()) qWarning("%s", toString(problems).c_str());
        return buffer.data();
    }

private slots:
    void init() {
        m_view = std::make_unique<LossView>();
        m_view->setReport(shared(lossReportByHand()));
    }
    void cleanup() { m_view.reset(); }

    void pdfHasThePageSizeAskedFor_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::newRow("one column, 85 mm") << 85.0 << 60.0;
        QTest::newRow("two columns, 178 mm") << 178.0 << 110.0;
    }
    void pdfHasThePageSizeAskedFor() {
        QFETCH(double, width);
        QFETCH(double, height);
        const QByteArray pdf = written(fileOf(FigureFormat::Pdf, width, height));
        QVERIFY(pdf.startsWith("%PDF"));
        const QRegularExpression box("/MediaBox \\[([\\d. ]+)\\]");
        const auto match = box.match(QString::fromLatin1(pdf));
        QVERIFY(match.hasMatch());
        const QStringList numbers = match.captured(1).split(' ', Qt::SkipEmptyParts);
        QCOMPARE(numbers.size(), 4);
        // PDF pages are whole points here: 0.35 mm.
        QVERIFY(std::abs(numbers[2].toDouble() - width / 25.4 * 72) <= 0.5);
        QVERIFY(std::abs(numbers[3].toDouble() - height / 25.4 * 72) <= 0.5);
        QVERIFY(!pdf.contains("/DCTDecode")); // no lossy pictures
        QVERIFY(pdf.size() < (2 << 20));
    }

    void svgIsWellFormedAndAlwaysTheSame() {
        const QByteArray svg = written(fileOf(FigureFormat::Svg));
        QXmlStreamReader reader(svg);
        QString title, viewBox, width;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement) continue;
            if (reader.name() == QLatin1String("title")) title = reader.readElementText();
            if (reader.name() == QLatin1String("svg")) {
                viewBox = reader.attributes().value(QLatin1String("viewBox")).toString();
                width = reader.attributes().value(QLatin1String("width")).toString();
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(title, QStringLiteral("Loss & batch <\"a\">"));
        QCOMPARE(viewBox, QStringLiteral("0 0 8500 6000"));
        QCOMPARE(width, QStringLiteral("85mm"));
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.contains("DejaVu Sans"));
        QCOMPARE(written(fileOf(FigureFormat::Svg)), svg);
        QVERIFY(QSvgRenderer(svg).isValid());
    }

    void pngHasThePixelsAskedFor() {
        FigureFile file = fileOf(FigureFormat::Png);
        file.dpi = 300;
        const QImage image = QImage::fromData(written(file));
        QCOMPARE(image.size(), QSize(1004, 709)); // 85 and 60 mm at 300 dpi
        QCOMPARE(int(std::lround(image.dotsPerMeterX() * 0.0254)), 300);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
        file.style.dark = true;
        QCOMPARE(QImage::fromData(written(file)).pixelColor(1, 1), darkTheme().background);
    }

    void strokesAreWhatTheViewDraws_data() {
        QTest::addColumn<FigureFormat>("format");
        QTest::newRow("PNG") << FigureFormat::Png;
        QTest::newRow("PDF") << FigureFormat::Pdf;
    }
    /// A figure is played from recorded strokes: it must be what the view draws, but for the rounding of
    /// lines and baselines to pixels.
    void strokesAreWhatTheViewDraws() {
        QFETCH(FigureFormat, format);
        FigureFile file = fileOf(format, 101.6, 76.2); // whole points and pixels
        file.dpi = 300;
        QByteArray bytes = written(file);
        if (format == FigureFormat::Pdf) {
            QProcess reader;
            reader.start("pdftoppm", {"-r", "300", "-png", "-singlefile", "-"});
            if (!reader.waitForStarted()) QSKIP("pdftoppm is not installed");
            reader.write(bytes);
            reader.closeWriteChannel();
            QVERIFY(reader.waitForFinished());
            bytes = reader.readAllStandardOutput();
        }
        const QImage recorded = QImage::fromData(bytes).convertToFormat(QImage::Format_RGB32);
        QCOMPARE(recorded.size(), QSize(1200, 900));
        QImage direct(recorded.size(), QImage::Format_RGB32);
        m_view->drawFigure(&direct, file.dpi / 96, file.style);
        double difference = 0;
        for (int y = 0; y < direct.height(); ++y)
            for (int x = 0; x < direct.width(); ++x)
                difference += std::abs(qGray(direct.pixel(x, y)) - qGray(recorded.pixel(x, y)));
        difference /= 255.0 * direct.width() * direct.height();
        QVERIFY2(difference < 0.01, qPrintable(QString::number(difference)));
    }

    void theScenarioComesBack_data() {
        QTest::addColumn<FigureFormat>("format");
        QTest::newRow("PDF") << FigureFormat::Pdf;
        QTest::newRow("SVG") << FigureFormat::Svg;
        QTest::newRow("PNG") << FigureFormat::Png;
    }
    void theScenarioComesBack() {
        QFETCH(FigureFormat, format);
        const FigureFile file = fileOf(format);
        QBuffer buffer;
        buffer.setData(written(file));
        buffer.open(QIODevice::ReadOnly);
        QCOMPARE(readEmbeddedScenario(buffer), file.scenario);
    }

    /// Qt's own reader would unpack 2 GB out of these 2 MB before anybody asks for a text.
    void aPngIsNotUnpackedForItsScenario() {
        const QByteArray bomb = qCompress(QByteArray(5'000'000, 'A')).mid(4);
        QByteArray png = kPngStart;
        for (int i = 0; i < 400; ++i)
            png += chunk("zTXt", QByteArray("k") + QByteArray::number(i) + QByteArray(2, '\0') + bomb);
        const QByteArray scenario = "name: \xc3\xa9\n";
        const QByteArray key = QByteArray(kScenarioText) + '\0';
        const QByteArray inside =
            chunk("iTXt", key + QByteArray("\1\0de\0\0", 6) + qCompress(scenario).mid(4));
        const qint64 before = peakKib();
        QBuffer buffer;
        buffer.setData(png + inside + chunk("IEND", {}));
        buffer.open(QIODevice::ReadOnly);
        QCOMPARE(readEmbeddedScenario(buffer), scenario);
        QVERIFY2(peakKib() - before < 50'000, qPrintable(QString::number(peakKib() - before)));
    }

    /// A text under our own keyword that bursts: 64 KiB packed is the most that is looked at.
    void aScenarioOfAPngHasALongest_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("zTXt") << QByteArray("zTXt") << QByteArray("\0", 1);
        QTest::newRow("iTXt") << QByteArray("iTXt") << QByteArray("\1\0\0\0", 4);
    }
    void aScenarioOfAPngHasALongest() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, head);
        const QByteArray bomb = qCompress(QByteArray(200'000'000, 'A')).mid(4);
        QVERIFY(bomb.size() > 1 << 16);
        QBuffer buffer;
        buffer.setData(kPngStart + chunk(type.constData(), QByteArray(kScenarioText) + '\0' + head + bomb) +
                       chunk("IEND", {}));
        buffer.open(QIODevice::ReadOnly);
        QCOMPARE(readEmbeddedScenario(buffer), QByteArray());
    }

    void strangersCarryNoScenario() {
        for (const QByteArray& content :
             {QByteArray(), QByteArray("hello"), QByteArray("%PDF-1.4\n/F (scenario.yaml)"),
              QByteArray("\x89PNG broken"), QByteArray("<svg><desc>")}) {
            QBuffer buffer;
            buffer.setData(content);
            buffer.open(QIODevice::ReadOnly);
            QCOMPARE(readEmbeddedScenario(buffer), QByteArray());
        }
    }

    void whatCannotBeWrittenIsAProblem_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("dpi");
        QTest::addColumn<QString>("part");
        QTest::newRow("too narrow") << 5.0 << 300.0 << "between 20 and 2000 mm";
        QTest::newRow("no resolution") << 85.0 << 0.0 << "between 36 and 2400";
    }
    void whatCannotBeWrittenIsAProblem() {
        QFETCH(double, width);
        QFETCH(double, dpi);
        QFETCH(QString, part);
        FigureFile file = fileOf(FigureFormat::Png, width);
        file.dpi = dpi;
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        const Problems problems = writeFigure(*m_view, file, buffer);
        QVERIFY(!problems.empty());
        QVERIFY(QString::fromStdString(toString(problems)).contains(part));
    }

    void fullDiskIsAProblem() {
        FullDevice device;
        device.open(QIODevice::WriteOnly);
        for (FigureFormat format : {FigureFormat::Pdf, FigureFormat::Svg, FigureFormat::Png}) {
            const Problems problems = writeFigure(*m_view, fileOf(format), device);
            QCOMPARE(problems.size(), std::size_t(1));
            QVERIFY(QString::fromStdString(toString(problems.front().rule)).contains("No space left"));
        }
    }

    void severalThreadsWriteTheSamePdf() {
        const Result<DrawnFigure> figure = drawnFigure(*m_view, fileOf(FigureFormat::Pdf));
        QVERIFY(figure);
        const QByteArray alone = figureBytes(*figure).value();
        std::atomic<int> different = 0, unsteady = 0;
        std::vector<std::thread> writers;
        for (int i = 0; i < 4; ++i)
            writers.emplace_back([&] {
                for (int round = 0; round < 5; ++round) {
                    const Result<QByteArray> bytes = figureBytes(*figure);
                    different += !bytes || *bytes != alone;
                    unsteady += std::size_t(QHashSeed::globalSeed()) != 0; // others are still writing
                }
            });
        for (std::thread& writer : writers) writer.join();
        QCOMPARE(different.load(), 0);
        QCOMPARE(unsteady.load(), 0);
    }

    void exportingDoesNotDisturbTheWindow() {
        m_view->resize(700, 480);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QTest::qWait(30);
        const QImage before = m_view->grab().toImage();
        written(fileOf(FigureFormat::Pdf));
        written(fileOf(FigureFormat::Png));
        QTest::qWait(30);
        QCOMPARE(m_view->grab().toImage(), before);
    }

    void figuresToLookAt_data() {
        QTest::addColumn<FigureFormat>("format");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<int>("kind");
        const auto rows = [](const char* name, int kind) {
            QTest::addRow("%s-85mm.pdf", name) << FigureFormat::Pdf << 85.0 << 65.0 << kind;
            QTest::addRow("%s-178mm.pdf", name) << FigureFormat::Pdf << 178.0 << 110.0 << kind;
            QTest::addRow("%s-85mm.svg", name) << FigureFormat::Svg << 85.0 << 65.0 << kind;
            QTest::addRow("%s-85mm.png", name) << FigureFormat::Png << 85.0 << 65.0 << kind;
        };
        rows("loss", 0);
        rows("measured", 1);
        rows("extrapolated", 2);
        rows("memory-pipeline", 3);
        rows("memory-single", 4);
    }
    void figuresToLookAt() {
        QFETCH(FigureFormat, format);
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(int, kind);
        if (kind == 2) m_view->setReport(shared(lossReportByHand(Origin::Extrapolated)));
        if (kind == 1)
            for (QAction* action : m_view->findChild<QToolBar*>()->actions())
                if (action->text() == QLatin1String("Measured")) action->trigger();
        if (kind >= 3) {
            m_view = std::make_unique<MemoryView>();
            m_view->setReport(shared(memoryReportByHand(kind == 3 ? 8 : 1)));
        }
        FigureFile file = fileOf(format, width, height);
        const QString path = picturePath(QString(QTest::currentDataTag()));
        QFile output(path);
        QVERIFY(output.open(QIODevice::WriteOnly));
        QVERIFY(writeFigure(*m_view, file, output).empty());
        output.close();
        if (format == FigureFormat::Pdf && !QStandardPaths::findExecutable("pdftoppm").isEmpty())
            QCOMPARE(QProcess::execute(
                         "pdftoppm", {"-r", width < 100 ? "300" : "160", "-png", "-singlefile", path, path}),
                     0);
        if (format == FigureFormat::Svg) {
            QImage image(1004, 768, QImage::Format_RGB32);
            QPainter painter(&image);
            QSvgRenderer(path).render(&painter);
            QVERIFY(image.save(path + ".png"));
        }
    }
};

MOE_TEST(FigureTest)
#include "figure_test.moc"
