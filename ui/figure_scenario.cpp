// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure_scenario.h"

#include <QIODevice>
#include <QXmlStreamReader>
#include <QtEndian>

namespace moe::ui {

/// Of what is read as a scenario. Deflated text grows at most 1032-fold (zlib, "Maximum Compression Factor"),
/// so that a stream made to burst takes 68 MB at most.
constexpr qsizetype kLongestStream = 1 << 16;

/// qUncompress wants the expected length in front and grows it where it is too small.
static QByteArray inflated(const QByteArray& stream) {
    return stream.size() > kLongestStream ? QByteArray() : qUncompress(QByteArray(4, '\0') + stream);
}

/// QPdfWriter's own layout of an attachment: a Filespec naming the file, its stream deflated.
static QByteArray fromPdf(const QByteArray& pdf) {
    const qsizetype name = pdf.indexOf(QByteArray("/F (") + kScenarioFile + ")");
    const qsizetype reference = name < 0 ? -1 : pdf.indexOf("/EF <</F ", name);
    if (reference < 0) return {};
    const QByteArray number = pdf.mid(reference + 9, 12).split(' ').first();
    const qsizetype object = pdf.indexOf("\n" + number + " 0 obj");
    qsizetype begin = object < 0 ? -1 : pdf.indexOf("stream\n", object);
    if (begin < 0) return {};
    const bool deflated = pdf.mid(object, begin - object).contains("/FlateDecode");
    begin += 7;
    const qsizetype end = pdf.indexOf("\nendstream", begin);
    if (end < 0 || end - begin > kLongestStream) return {};
    const QByteArray stream = pdf.mid(begin, end - begin);
    return deflated ? inflated(stream) : stream;
}

static QByteArray fromSvg(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("desc"))
            return reader.readElementText(QXmlStreamReader::SkipChildElements).toUtf8();
    return {};
}

/// The text of a chunk, without its keyword: PNG specification (ISO/IEC 15948), 11.3.4.
static QByteArray textOfChunk(const QByteArray& type, const QByteArray& content) {
    if (type == "tEXt") return QString::fromLatin1(content).toUtf8();
    if (type == "zTXt") return QString::fromLatin1(inflated(content.mid(1))).toUtf8();
    const bool deflated = content.startsWith('\1'); // iTXt: flag, method, language, translated keyword
    const qsizetype language = content.indexOf('\0', 2);
    const qsizetype keyword = language < 0 ? -1 : content.indexOf('\0', language + 1);
    if (keyword < 0) return {};
    const QByteArray text = content.mid(keyword + 1);
    return deflated ? inflated(text) : text;
}

/// Walks over the chunks and looks into one only: a library that decodes images unpacks every text first.
static QByteArray fromPng(QIODevice& png) {
    const QByteArray keyword = QByteArray(kScenarioText) + '\0';
    png.skip(8);
    for (;;) {
        const QByteArray head = png.read(8);
        if (head.size() < 8) return {};
        const qint64 length = qFromBigEndian<quint32>(head.constData());
        const QByteArray type = head.mid(4);
        const bool isText = type == "tEXt" || type == "zTXt" || type == "iTXt";
        if (isText && length <= kLongestStream + 256 && png.peek(keyword.size()) == keyword)
            return textOfChunk(type, png.read(length).mid(keyword.size()));
        if (png.skip(length + 4) < length + 4) return {}; // with its checksum
    }
}

QByteArray readEmbeddedScenario(QIODevice& device) {
    const QByteArray start = device.peek(8);
    if (start.startsWith("\x89PNG")) return fromPng(device);
    const QByteArray content = device.readAll();
    if (start.startsWith("%PDF")) return fromPdf(content);
    return fromSvg(content);
}

} // namespace moe::ui
