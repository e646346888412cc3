// SPDX-License-Identifier: GPL-3.0-or-later
// The documentation as Markdown, HTML and plain text.

#include "models/items/aligned.h"
#include "models/items/manual.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>

namespace moe::items {
namespace {

using Kind = ManualPart::Kind;

/// What is made of each mark; all take the text within.
struct Marks {
    std::function<QString(const QString&)> plain, code, strong, emphasis;
    std::function<QString(const QString& words, const QString& target)> link;
};

QString marked(const QString& text, const Marks& marks) {
    static const QRegularExpression kMark(
        QStringLiteral("\\\\(.)|`([^`]+)`|\\*\\*((?:\\\\.|[^*\\\\])+)\\*\\*|\\*((?:\\\\.|[^*\\\\])+)\\*|"
                       "\\[((?:\\\\.|[^\\]\\\\])+)\\]\\(([^)]+)\\)"));
    QString made, between;
    const auto flush = [&] {
        if (!between.isEmpty()) made += marks.plain(between);
        between.clear();
    };
    qsizetype from = 0;
    for (auto each = kMark.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch one = each.next();
        between += text.mid(from, one.capturedStart() - from);
        from = one.capturedEnd();
        if (one.capturedLength(1) > 0) {
            between += one.captured(1);
            continue;
        }
        flush();
        if (one.capturedLength(2) > 0)
            made += marks.code(one.captured(2));
        else if (one.capturedLength(3) > 0)
            made += marks.strong(marked(one.captured(3), marks));
        else if (one.capturedLength(4) > 0)
            made += marks.emphasis(marked(one.captured(4), marks));
        else
            made += marks.link(marked(one.captured(5), marks), one.captured(6));
    }
    between += text.mid(from);
    flush();
    return made;
}

QString htmlOf(const QString& text, bool inProgram) {
    const auto in = [](const char* tag) {
        return [tag](const QString& words) {
            return QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), words);
        };
    };
    return marked(
        text,
        {[](const QString& words) { return words.toHtmlEscaped(); },
         [](const QString& words) { return QStringLiteral("<code>%1</code>").arg(words.toHtmlEscaped()); },
         in("b"), in("i"),
         [inProgram](const QString& words, const QString& target) {
             const bool outside =
                 target.startsWith(QLatin1Char('#')) || target.startsWith(QLatin1String("https:"));
             if (!inProgram && target.startsWith(QLatin1String("open:"))) return QString();
             if (!inProgram && !outside) return words;
             return QStringLiteral("<a href=\"%1\">%2</a>").arg(target.toHtmlEscaped(), words);
         }});
}

/// Targets that only the program can follow become their words.
QString markdownOf(const QString& text) {
    static const QRegularExpression kInProgram(
        QStringLiteral("\\[((?:\\\\.|[^\\]\\\\])+)\\]\\((?:view|account):[^)]*\\)"));
    static const QRegularExpression kOpens(QStringLiteral(" ?\\[[^\\]]+\\]\\(open:[^)]*\\)"));
    return QString(text).remove(kOpens).replace(kInProgram, QStringLiteral("\\1"));
}

QString tableHtml(const ManualPart& table, bool inProgram) {
    QString html =
        QStringLiteral("<table class=\"rows\" width=\"100%\" cellspacing=\"0\" cellpadding=\"4\">\n");
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const QString cell = r == 0 ? QStringLiteral("th") : QStringLiteral("td");
        html += QStringLiteral("<tr>");
        for (qsizetype c = 0; c < table.rows[r].size(); ++c) {
            const bool right = std::find(table.right.begin(), table.right.end(), c) != table.right.end();
            const auto column = static_cast<std::size_t>(c);
            const QString width = r == 0 && column < table.widths.size()
                                      ? QStringLiteral(" width=\"%1%\"").arg(table.widths[column])
                                      : QString();
            html += QStringLiteral("<%1 align=\"%2\"%3>%4</%1>")
                        .arg(cell, right ? QLatin1String("right") : QLatin1String("left"), width,
                             htmlOf(table.rows[r][c], inProgram));
        }
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</table>\n");
}

} // namespace

QString manualHtml(const Manual& manual, bool inProgram) {
    QString html;
    bool list = false;
    const auto endList = [&] {
        if (list) html += QStringLiteral("</ul>\n");
        list = false;
    };
    for (const ManualSection& section : manual) {
        endList();
        html += QStringLiteral("<h%1><a name=\"%2\" id=\"%2\"></a>%3</h%1>\n")
                    .arg(section.level)
                    .arg(section.key, htmlOf(section.title, inProgram));
        for (const ManualPart& part : section.parts) {
            if (part.kind != Kind::Item) endList();
            switch (part.kind) {
            case Kind::Paragraph:
                html += QStringLiteral("<p>%1</p>\n").arg(htmlOf(part.text, inProgram));
                break;
            case Kind::Item:
                if (!list) html += QStringLiteral("<ul>\n");
                list = true;
                html += QStringLiteral("<li>%1</li>\n").arg(htmlOf(part.text, inProgram));
                break;
            case Kind::Code: html += QStringLiteral("<pre>%1</pre>\n").arg(part.text.toHtmlEscaped()); break;
            case Kind::Table: html += tableHtml(part, inProgram); break;
            }
        }
    }
    endList();
    return html;
}

QString manualPage(const Manual& manual) {
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<title>MoE Explorer</title>\n<style>\n"
               ":root { color-scheme: light dark; }\n"
               "body { font-family: sans-serif; line-height: 1.45; max-width: 60em; margin: 2em auto; "
               "padding: 0 1em; }\n"
               "table { border-collapse: collapse; margin: 0.8em 0; }\n"
               "th, td { border-bottom: 1px solid #8886; vertical-align: top; }\n"
               "pre, code { font-family: monospace; }\npre { background: #8882; padding: 0.6em; }\n"
               "</style>\n</head>\n<body>\n") +
           manualHtml(manual, false) + QStringLiteral("</body>\n</html>\n");
}

QString manualMarkdown(const Manual& manual) {
    QString text;
    for (const ManualSection& section : manual) {
        text += QStringLiteral("%1<a id=\"%2\"></a>\n%3 %4\n\n")
                    .arg(text.isEmpty() ? QString() : QStringLiteral("\n"), section.key,
                         QString(section.level, QLatin1Char('#')), section.title);
        for (std::size_t i = 0; i < section.parts.size(); ++i) {
            const ManualPart& part = section.parts[i];
            const bool more = i + 1 < section.parts.size() && section.parts[i + 1].kind == Kind::Item;
            switch (part.kind) {
            case Kind::Paragraph: text += markdownOf(part.text) + QLatin1String("\n\n"); break;
            case Kind::Item:
                text += QStringLiteral("- ") + markdownOf(part.text) + QLatin1String(more ? "\n" : "\n\n");
                break;
            case Kind::Code: text += QStringLiteral("```\n%1```\n\n").arg(part.text); break;
            case Kind::Table: {
                std::vector<QStringList> rows = part.rows;
                for (QStringList& row : rows)
                    for (QString& cell : row) cell = markdownOf(cell);
                text += markdownTable(rows) + QLatin1Char('\n');
                break;
            }
            }
        }
        while (text.endsWith(QLatin1String("\n\n"))) text.chop(1);
    }
    return text;
}

QString plainText(const ManualSection& section) {
    const auto same = [](const QString& words) { return words; };
    const Marks none{same, same, same, same, [](const QString& words, const QString&) { return words; }};
    QString text = marked(section.title, none);
    for (const ManualPart& part : section.parts) {
        text += QLatin1Char('\n') + (part.kind == Kind::Code ? part.text : marked(part.text, none));
        for (const QStringList& row : part.rows)
            for (const QString& cell : row) text += QLatin1Char(' ') + marked(cell, none);
    }
    return text;
}

} // namespace moe::items
