// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/explain_text.h"

#include "models/engine/explain/formula_words.h"
#include "models/items/aligned.h"
#include "models/items/escape.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// Digits that give the number back; powers of ten as formulas write them.
QString exactNumber(double value) {
    if (value == std::round(value) && std::abs(value) < 1e15) return QString::number(value, 'f', 0);
    // Beside whole bytes a power of ten would be hard to add up.
    if (std::abs(value) >= 1e6 && std::abs(value) < 1e12) return QString::number(value, 'f', 0);
    return QString::number(value, 'g', 6).replace(QStringLiteral("e+"), QStringLiteral("e"));
}

} // namespace

QString basisText(const AccountInput& input) {
    if (input.basis == "fit") return Words::tr("fitted");
    if (input.basis == "prior") return Words::tr("prior");
    if (input.basis == "count") return Words::tr("counted");
    return {};
}

namespace {

QString meaningText(const AccountInput& input) {
    QString meaning = tableText(input.meaning);
    if (!input.definition.empty()) meaning += QStringLiteral(", ") + text(input.definition);
    if (const QString basis = basisText(input); !basis.isEmpty())
        meaning += QStringLiteral(" (%1)").arg(basis);
    return meaning;
}

QString exactUnit(const std::string& unit) {
    return unit == "share" ? QString() : text(unit);
}

} // namespace

QString accountValueText(const Account& account) {
    if (!account.name.empty()) return tableText(account.name);
    return account.value ? humanValue(*account.value, text(account.unit)) : QStringLiteral("–");
}

QString inputText(const AccountInput& input) {
    return input.value ? exactNumber(*input.value) : QStringLiteral("–");
}

QString inputHumanText(const AccountInput& input) {
    if (!input.value) return QStringLiteral("–");
    const double value = *input.value;
    QString shown;
    if (value == 0)
        shown = QStringLiteral("0");
    else if (value == 1 && (input.unit == "sequences" || input.unit == "tokens"))
        shown = QStringLiteral("1 ") + text(input.unit).chopped(1);
    else if (input.unit == "B/s")
        shown = humanNumber(value / 1e9) + Words::tr(" GB/s");
    else if (input.unit == "FLOP/s")
        shown = humanNumber(value / 1e12) + Words::tr(" TFLOP/s");
    else if (input.unit == "FLOP")
        shown = humanNumber(value / 1e15) + Words::tr(" PFLOP");
    else if (input.unit == "B" && std::abs(value) < 1024)
        shown = exactNumber(value) + QStringLiteral(" B");
    else if (input.unit.empty() && std::abs(value) < 1e6) // coefficients and degrees need their digits
        shown = exactNumber(value);
    else
        shown = humanValue(value, text(input.unit));
    return shown.replace(QLatin1Char('-'), QChar(0x2212));
}

QString sourceText(const Account& account) {
    QString source = tableText(account.source);
    // "cuBLAS" and "torch" are names: only a word of its own is raised.
    const QString word = source.section(QLatin1Char(' '), 0, 0);
    if (!source.isEmpty() && word == word.toLower() && word != QLatin1String("torch"))
        source[0] = source[0].toUpper();
    return source;
}

QString formulaWithNumbers(const Account& account) {
    const std::string head(formulaHead(account.formula));
    std::string filled;
    std::size_t done = 0;
    for (const FormulaWord& word : formulaWords(head)) {
        filled.append(head, done, word.begin - done);
        done = word.begin + word.size;
        const AccountInput* found = nullptr;
        for (const AccountInput& input : account.inputs)
            if (input.symbol == word.text) found = &input;
        if (!found || !found->value) {
            filled += word.text;
            continue;
        }
        const std::string number = inputText(*found).toStdString();
        filled += *found->value < 0 ? "(" + number + ")" : number;
    }
    filled.append(head, done, std::string::npos);
    return text(filled).replace(QStringLiteral("(-"), QStringLiteral("(−"));
}

QString figureText(const AccountFigure& figure) {
    if (!figure.value) return tableText(figure.text);
    AccountInput input;
    input.value = figure.value;
    input.unit = figure.unit;
    if (figure.value == 0.0 && figure.unit == "FLOP/s") return Words::tr("none");
    return inputHumanText(input);
}

QString figureSource(const AccountFigure& figure) {
    QStringList parts;
    if (figure.replaced) {
        AccountFigure sheet = figure;
        sheet.value = figure.replaced;
        parts << Words::tr("the scenario; the data sheet says %1").arg(figureText(sheet));
    }
    if (figure.uncited)
        parts << Words::tr("uncited");
    else if (!figure.citation.empty())
        parts << text(figure.citation);
    return parts.join(QStringLiteral(" · "));
}

namespace {

QString sheetMarkdown(const Account& account) {
    QString out = QStringLiteral("## %1\n\n**%2**, `%3`\n\n")
                      .arg(markdownEscaped(tableText(account.title)),
                           markdownEscaped(accountValueText(account)), text(account.key));
    std::vector<QStringList> rows{
        {Words::tr("figure"), Words::tr("value"), Words::tr("source"), Words::tr("set by")}};
    for (const AccountFigure& figure : account.figures)
        rows.push_back({markdownEscaped(tableText(figure.label)), figureText(figure),
                        figure.uncited ? QStringLiteral("*%1*").arg(figureSource(figure))
                                       : markdownEscaped(figureSource(figure)),
                        figure.field.empty() ? QString() : QStringLiteral("`%1`").arg(text(figure.field))});
    out += markdownTable(rows) + QLatin1Char('\n');
    for (const Message& assumption : account.assumptions)
        out += QStringLiteral("- %1\n").arg(markdownEscaped(sentenceText(assumption)));
    return out;
}

} // namespace

QString accountMarkdown(const Account& account) {
    if (!account.figures.empty()) return sheetMarkdown(account);
    QString out = QStringLiteral("## %1\n\n").arg(markdownEscaped(tableText(account.title)));
    out += QStringLiteral("**%1** (%2), `%3`\n\n")
               .arg(markdownEscaped(accountValueText(account)), tableText(originText(account.origin)),
                    text(account.key));
    out += QStringLiteral("    %1\n    = %2\n").arg(text(account.formula), formulaWithNumbers(account));
    if (account.value)
        out += QStringLiteral("    = %1\n")
                   .arg(QStringLiteral("%1 %2")
                            .arg(exactNumber(*account.value), exactUnit(account.unit))
                            .trimmed());
    if (!account.inputs.empty()) {
        std::vector<QStringList> rows{{Words::tr("symbol"), Words::tr("meaning"), Words::tr("value"),
                                       Words::tr("unit"), Words::tr("set by")}};
        for (const AccountInput& input : account.inputs)
            rows.push_back({QStringLiteral("`%1`").arg(text(input.symbol)),
                            markdownEscaped(meaningText(input)), inputText(input), exactUnit(input.unit),
                            input.field.empty() ? QString() : QStringLiteral("`%1`").arg(text(input.field))});
        out += QLatin1Char('\n') + markdownTable(rows);
    }
    if (!account.parts.empty()) {
        std::vector<QStringList> rows{{Words::tr("part"), Words::tr("value"), Words::tr("key")}};
        for (const AccountPart& part : account.parts)
            rows.push_back({markdownEscaped(tableText(part.label)),
                            humanValue(part.value, text(account.unit)),
                            part.key.empty() ? QString() : QStringLiteral("`%1`").arg(text(part.key))});
        out += QLatin1Char('\n') + markdownTable(rows);
    }
    out += Words::tr("\nSource: %1.\n").arg(markdownEscaped(sourceText(account)));
    if (!account.assumptions.empty()) out += QLatin1Char('\n');
    for (const Message& assumption : account.assumptions)
        out += QStringLiteral("- %1\n").arg(markdownEscaped(sentenceText(assumption)));
    return out;
}

QString unknownAccountText(const QString& key) {
    QStringList nearest;
    for (const std::string& name : nearestAccounts(key.toStdString())) nearest << text(name);
    return Words::tr("is no number of the report (nearest: %1)").arg(nearest.join(QStringLiteral(", ")));
}

} // namespace moe::items
