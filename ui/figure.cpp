// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure.h"

#include "models/items/words.h"
#include "ui/figure_scenario.h"
#include "ui/thumbnail.h"

#include <QBuffer>
#include <QHash>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace moe::ui {

QString formatSuffix(FigureFormat format) {
    switch (format) {
    case FigureFormat::Svg: return QStringLiteral("svg");
    case FigureFormat::Png: return QStringLiteral("png");
    case FigureFormat::Pdf: break;
    }
    return QStringLiteral("pdf");
}

std::optional<FigureFormat> formatOfName(const QString& path) {
    for (FigureFormat format : {FigureFormat::Pdf, FigureFormat::Svg, FigureFormat::Png})
        if (path.endsWith(QLatin1Char('.') + formatSuffix(format), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

/// Takes `count` bytes behind `at` out of a PDF: the places in its cross-reference table follow.
static void removeFromPdf(QByteArray& pdf, qsizetype at, qsizetype count) {
    static const QByteArray kStart("startxref\n"), kTable("xref\n0 ");
    constexpr qsizetype kEntry = 20, kDigits = 10; // "0000000231 00000 n \n"
    const qsizetype start = pdf.lastIndexOf(kStart) + kStart.size();
    const qsizetype digits = pdf.indexOf(' ', start) - start;
    const qsizetype table = pdf.mid(start, digits).toLongLong();
    if (start < kStart.size() || table <= at || pdf.mid(table, kTable.size()) != kTable) return;
    const qsizetype lines = pdf.indexOf('\n', table + kTable.size());
    const qsizetype entries = pdf.mid(table + kTable.size(), lines - table - kTable.size()).toLongLong();
    pdf.replace(start, digits, QByteArray::number(table - count));
    for (qsizetype i = 0; i < entries; ++i) {
        const qsizetype entry = lines + 1 + i * kEntry, place = pdf.mid(entry, kDigits).toLongLong();
        if (place > at)
            pdf.replace(entry, kDigits, QByteArray::number(place - count).rightJustified(kDigits, '0'));
    }
    pdf.remove(at, count);
}

QByteArray withoutDate(QByteArray pdf) {
    // Blanks in its place, as many in every time zone: UTC is a Z, others are "+09'00'". The first match is
    // the entry: what stands before it is UTF-16.
    const QByteArray name("/CreationDate (D:");
    const qsizetype begin = pdf.indexOf(name);
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
    if (end < 0) return pdf;
    std::fill(pdf.begin() + begin, pdf.begin() + end + 1, ' ');
    const qsizetype usual = name.size() + qsizetype(qstrlen("20260101000000Z)"));
    if (const qsizetype more = end + 1 - begin - usual; more > 0) removeFromPdf(pdf, begin, more);
    return pdf;
}

static Problem problem(const QString& key, const QString& rule, const QString& value = {}) {
    Problem found;
    found.source = "figure";
    found.key = key.toStdString();
    found.rule = say("%1", rule.toStdString());
    found.value = value.toStdString();
    return found;
}

static Problem nothingDrawn() {
    return problem({}, items::Words::tr("nothing could be drawn"));
}

/// XML 1.0 forbids control characters even when escaped, and names of scenarios are drawn as they are.
static QByteArray withoutForbidden(const QByteArray& svg) {
    QString text = QString::fromUtf8(svg);
    text.removeIf([](QChar c) {
        return (c < QLatin1Char(' ') && c != QLatin1Char('\n') && c != QLatin1Char('\t')) ||
               c == QChar(0xfffe) || c == QChar(0xffff);
    });
    return text.toUtf8();
}

void keepHashesSteady() {
    // Once, and never taken back: another thread may be in the middle of its file.
    static const bool kSet = (QHashSeed::setDeterministicGlobalSeed(), true);
    Q_UNUSED(kSet)
}

static bool play(const DrawnFigure& figure, QPaintDevice& device, double scale) {
    QPainter painter;
    return painter.begin(&device) && figure.strokes.playOn(painter, scale) && painter.end();
}

Result<QByteArray> paperPdf(const Paper& paper, const std::function<bool(QPaintDevice&, double)>& paint) {
    constexpr int kDpi = 1200;
    keepHashesSteady();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDpi);
    writer.setPageSize(QPageSize(paper.mm, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(paper.title);
    writer.setCreator(QStringLiteral("MoE Explorer"));
    if (!paper.attachment.isEmpty())
        writer.addFileAttachment(paper.attachmentName, paper.attachment, QStringLiteral("application/yaml"));
    if (!paint(writer, kDpi / kStrokesDpi)) return nothingDrawn();
    return withoutDate(buffer.data());
}

Result<QByteArray> paperSvg(const Paper& paper, const std::function<bool(QPaintDevice&, double)>& paint) {
    // One unit is a hundredth of a millimetre, so that the size on paper is exact.
    constexpr int kDpi = 2540;
    const QSize size(int(std::lround(paper.mm.width() * 100)), int(std::lround(paper.mm.height() * 100)));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kDpi);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    // Written as they are, so a "&" in a name would break the file.
    generator.setTitle(paper.title.toHtmlEscaped());
    generator.setDescription(QString::fromUtf8(paper.attachment).toHtmlEscaped());
    if (!paint(generator, kDpi / kStrokesDpi)) return nothingDrawn();
    return withoutForbidden(buffer.data());
}

static Paper paperOf(const FigureFile& file) {
    return {{file.style.widthMm, file.style.heightMm},
            file.title,
            QString::fromLatin1(kScenarioFile),
            file.scenario};
}

static Result<QByteArray> pdfOf(const DrawnFigure& figure) {
    return paperPdf(paperOf(figure.file),
                    [&](QPaintDevice& device, double scale) { return play(figure, device, scale); });
}

static Result<QByteArray> svgOf(const DrawnFigure& figure) {
    return paperSvg(paperOf(figure.file),
                    [&](QPaintDevice& device, double scale) { return play(figure, device, scale); });
}

static Problems checkFigure(const FigureFile& file) {
    for (double mm : {file.style.widthMm, file.style.heightMm})
        if (!(mm >= 20 && mm <= 2000))
            return {problem("size", items::Words::tr("both sides must lie between 20 and 2000 mm"),
                            QString::number(mm))};
    if (!(file.style.fontPt >= 3 && file.style.fontPt <= 72))
        return {problem("font", items::Words::tr("must lie between 3 and 72 pt"),
                        QString::number(file.style.fontPt))};
    if (file.format == FigureFormat::Png && !(file.dpi >= 36 && file.dpi <= 2400))
        return {problem("dpi", items::Words::tr("must lie between 36 and 2400"), QString::number(file.dpi))};
    return {};
}

Result<DrawnFigure> drawnFigure(ReportView& view, const FigureFile& file) {
    if (Problems found = checkFigure(file); !found.empty()) return found;
    const bool vector = file.format != FigureFormat::Png;
    DrawnFigure figure{file, Strokes(vector)};
    const double scale = vector ? 1 : file.dpi / kStrokesDpi;
    if (!isThumbnail(file.style)) {
        view.drawFigure(&figure.strokes, scale, file.style);
    } else {
        FigureStyle style = file.style;
        style.headline = style.legend = false;
        style.fontPt = std::min(style.fontPt, kThumbnailPt); // as on a page, made smaller
        Strokes all(vector);
        {
            const WordsLeftOut without;
            view.drawFigure(&all, scale, style);
        }
        std::optional<Strokes> marks;
        if (!all.isNull()) marks = marksAlone(all, style.logicalSize() * scale);
        if (marks)
            figure.strokes = *marks;
        else
            view.drawFigure(&figure.strokes, scale, file.style); // a table is words alone
    }
    if (figure.strokes.isNull()) return nothingDrawn();
    return figure;
}

static void setResolution(QImage& image, double dpi) {
    image.setDotsPerMeterX(int(std::lround(dpi / 0.0254)));
    image.setDotsPerMeterY(int(std::lround(dpi / 0.0254)));
}

QImage figureImage(const DrawnFigure& figure) {
    const FigureFile& file = figure.file;
    const auto pixels = [&](double mm) { return int(std::lround(mm / 25.4 * file.dpi)); };
    const int width = pixels(file.style.widthMm), height = pixels(file.style.heightMm);
    if (double(width) * height > kMostPixels) return {};
    QImage image(width, height, QImage::Format_RGB32);
    if (image.isNull()) return image;
    // The strokes stand at their pixels already; other resolutions would scale them again.
    setResolution(image, figure.strokes.logicalDpiX());
    image.fill(Qt::white);
    if (!play(figure, image, 1)) return {};
    setResolution(image, file.dpi);
    if (!file.title.isEmpty()) image.setText(QStringLiteral("Title"), file.title);
    if (!file.scenario.isEmpty())
        image.setText(QString::fromLatin1(kScenarioText), QString::fromUtf8(file.scenario));
    return image;
}

static Result<QByteArray> pngOf(const DrawnFigure& figure) {
    const QImage image = figureImage(figure);
    if (image.isNull()) return problem("dpi", items::Words::tr("gives a picture too large for memory"));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image)) return problem({}, writer.errorString());
    return bytes;
}

Result<QByteArray> figureBytes(const DrawnFigure& figure) {
    switch (figure.file.format) {
    case FigureFormat::Svg: return svgOf(figure);
    case FigureFormat::Png: return pngOf(figure);
    case FigureFormat::Pdf: break;
    }
    return pdfOf(figure);
}

Problems writeFigure(ReportView& view, const FigureFile& file, QIODevice& device) {
    if (!device.isWritable()) return {problem({}, items::Words::tr("the output is not open for writing"))};
    const Result<DrawnFigure> figure = drawnFigure(view, file);
    if (!figure) return figure.error();
    const Result<QByteArray> bytes = figureBytes(*figure); // in memory: image writers report no full disk
    if (!bytes) return bytes.error();
    if (device.write(*bytes) != bytes->size())
        return {problem({}, items::Words::tr("could not be written: %1").arg(device.errorString()))};
    return {};
}

} // namespace moe::ui
