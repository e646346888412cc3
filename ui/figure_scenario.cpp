#include "ui/figure_scenario.h"

#include <QIODevice>
#include <QImageReader>
#include <QXmlStreamReader>

namespace moe::ui {

/// QPdfWriter's own layout of an attachment: a Filespec naming the file, its stream deflated.
static QByteArray fromPdf(const QByteArray& pdf) {
    // A scenario is a few kilobytes; deflated zeros grow a thousandfold.
    constexpr qsizetype kLongestStream = 1 << 16;
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
    // qUncompress wants the expected length in front and grows it where it is too small.
    return deflated ? qUncompress(QByteArray(4, '\0') + stream) : stream;
}

static QByteArray fromSvg(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("desc"))
            return reader.readElementText(QXmlStreamReader::SkipChildElements).toUtf8();
    return {};
}

QByteArray readEmbeddedScenario(QIODevice& device) {
    const QByteArray start = device.peek(8);
    if (start.startsWith("\x89PNG")) return QImageReader(&device, "png").read().text(kScenarioText).toUtf8();
    const QByteArray content = device.readAll();
    if (start.startsWith("%PDF")) return fromPdf(content);
    return fromSvg(content);
}

} // namespace moe::ui
