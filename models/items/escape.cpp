// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/escape.h"

#include <QRegularExpression>

namespace moe::items {

constexpr qsizetype kLongestName = 200;

QString printableText(const QString& text, Breaks breaks) {
    return QString::fromStdString(printable(text.toStdString(), breaks));
}

QString shownName(const std::string& name) {
    const QString shown = printableText(QString::fromStdString(name).simplified());
    return shown.size() > kLongestName ? shown.left(kLongestName) + QStringLiteral("…") : shown;
}

/// Addresses are links to many readers without any markup; a backslash in front of their sign ends that.
static QString withoutLinks(QString text) {
    static const QRegularExpression address(QStringLiteral(R"((?<!\\)(:(?=//)|(?<=\bwww)\.|@(?=[\w-]+\.)))"),
                                            QRegularExpression::CaseInsensitiveOption);
    return text.replace(address, QStringLiteral(R"(\\1)"));
}

QString markdownEscaped(const QString& plain) {
    QString escaped;
    for (const QChar c : printableText(plain, Breaks::Kept)) {
        if (QStringLiteral("\\`*_{}[]<>#|~").contains(c)) escaped += QLatin1Char('\\');
        escaped += c;
    }
    return withoutLinks(escaped);
}

QString markdownLine(QString text) {
    static const QRegularExpression special(QStringLiteral(R"((?<!\\)((?:\\\\)*)([|<[]))"));
    static const QRegularExpression lineBreak(QStringLiteral("[\\r\\n]+"));
    text.replace(special, QStringLiteral(R"(\1\\2)")).replace(lineBreak, QStringLiteral(" "));
    return withoutLinks(printableText(text));
}

} // namespace moe::items
