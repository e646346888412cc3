// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts in LaTeX. Plain characters are mapped one by one: formulas are short and written to one pattern.

#include "models/engine/explain/formula_words.h"
#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/words.h"

#include <QHash>
#include <QRegularExpression>

#include <utility>

namespace moe::items {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

const QHash<QChar, QString>& mathCharacters() {
    static const QHash<QChar, QString> characters = {
        {u'·', QStringLiteral("\\cdot ")},
        {u'−', QStringLiteral("-")},
        {u'²', QStringLiteral("^{2}")},
        {u'³', QStringLiteral("^{3}")},
        {u'½', QStringLiteral("\\tfrac12 ")},
        {u'√', QStringLiteral("\\surd ")},
        {u'×', QStringLiteral("\\times ")},
        {u'≤', QStringLiteral("\\le ")},
        {u'α', QStringLiteral("\\alpha ")},
        {u'δ', QStringLiteral("\\delta ")},
        {u'η', QStringLiteral("\\eta ")},
        {u'θ', QStringLiteral("\\theta ")},
        {u'κ', QStringLiteral("\\kappa ")},
        {u'λ', QStringLiteral("\\lambda ")},
        {u'μ', QStringLiteral("\\mu ")},
        {u'σ', QStringLiteral("\\sigma ")},
        {u'φ', QStringLiteral("\\varphi ")},
        {u'ω', QStringLiteral("\\omega ")},
        {u'ν', QStringLiteral("\\nu ")},
        {u'τ', QStringLiteral("\\tau ")},
        {u'Σ', QStringLiteral("\\sum ")},
        {u'Π', QStringLiteral("\\prod ")},
        {u'{', QStringLiteral("\\{")},
        {u'}', QStringLiteral("\\}")},
        {u'%', QStringLiteral("\\%")},
        {u'#', QStringLiteral("\\#")},
        {u'&', QStringLiteral("\\&")},
        {u'$', QStringLiteral("\\$")},
        {u'_', QStringLiteral("\\_")},
        {u'–', QStringLiteral("\\text{--}")},
        {u'∂', QStringLiteral("\\partial ")},
        {u'±', QStringLiteral("\\pm ")},
        {u'∞', QStringLiteral("\\infty ")},
        {u'≥', QStringLiteral("\\ge ")},
        {u'≈', QStringLiteral("\\approx ")},
        {u'≠', QStringLiteral("\\ne ")},
        {u'→', QStringLiteral("\\to ")},
        {u'←', QStringLiteral("\\leftarrow ")},
        {u'Δ', QStringLiteral("\\Delta ")},
        {u'∆', QStringLiteral("\\Delta ")},
        {u'ε', QStringLiteral("\\varepsilon ")},
        {u'β', QStringLiteral("\\beta ")},
        {u'γ', QStringLiteral("\\gamma ")},
        {u'π', QStringLiteral("\\pi ")},
        {u'ρ', QStringLiteral("\\rho ")},
        {u'Ω', QStringLiteral("\\Omega ")},
        {u'¹', QStringLiteral("^{1}")},
        {u'⁻', QStringLiteral("^{-}")},
        {u'⁶', QStringLiteral("^{6}")},
        {u'⁹', QStringLiteral("^{9}")},
        {u'▲', QStringLiteral("\\bigtriangleup ")},
        {u'▼', QStringLiteral("\\bigtriangledown ")},
        {u'●', QStringLiteral("\\bullet ")},
    };
    return characters;
}

bool isRaised(QChar c) {
    return mathCharacters().value(c).startsWith(QLatin1String("^{"));
}

/// Raised characters that follow each other are one superscript: LaTeX takes no second one.
QString mathText(const QString& plain) {
    QString out;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        QString one = mathCharacters().value(plain[i], QString(plain[i]));
        if (i > 0 && isRaised(plain[i]) && isRaised(plain[i - 1])) {
            out.chop(1);
            one.remove(0, 2);
        }
        out += one;
    }
    return out;
}

/// "P_expert" → "P_{\mathrm{expert}}", "mem_peak" → "\mathrm{mem}_{\mathrm{peak}}".
QString symbolLatex(const QString& symbol) {
    const auto letters = [](const QString& part) {
        if (part.size() > 1 && part[0].unicode() < 128) return QStringLiteral("\\mathrm{%1}").arg(part);
        return mathText(part).trimmed();
    };
    const qsizetype bar = symbol.indexOf(QLatin1Char('_'));
    if (bar < 0) return letters(symbol);
    return letters(symbol.left(bar)) + QStringLiteral("_{%1}").arg(letters(symbol.mid(bar + 1)));
}

const QRegularExpression kNumber(QStringLiteral("^[0-9.]+(e-?[0-9]+)?"));

/// 2e-3 → 2·10⁻³
QString numberLatex(const QString& number) {
    static const QRegularExpression exponent(QStringLiteral("([0-9.]+)e(-?[0-9]+)"));
    QString out = number;
    return out.replace(exponent, QStringLiteral("\\1\\cdot 10^{\\2}"));
}

/// Operators, numbers and functions between two symbols. `exponents` remembers of every open bracket whether
/// it holds an exponent, which ends with it.
QString betweenLatex(const QString& plain, QList<bool>& exponents) {
    QString out;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QString rest = plain.mid(i);
        const char* function = nullptr;
        for (const char* name : {"ln", "exp", "max", "min", "ceil"})
            if (rest.startsWith(QLatin1String(name))) function = name;
        if (function) {
            out += qstrcmp(function, "ceil") == 0 ? QStringLiteral("\\operatorname{ceil}")
                                                  : QLatin1Char('\\') + QString::fromLatin1(function);
            i += qsizetype(qstrlen(function)) - 1;
        } else if (rest.startsWith(QLatin1String("^("))) {
            out += QStringLiteral("^{");
            exponents << true;
            ++i;
        } else if (rest.startsWith(QLatin1Char('('))) {
            out += QLatin1Char('(');
            exponents << false;
        } else if (rest.startsWith(QLatin1Char(')'))) {
            out += QLatin1Char(!exponents.isEmpty() && exponents.takeLast() ? '}' : ')');
        } else if (rest.startsWith(QLatin1String("; "))) {
            out += QStringLiteral(",\\quad ");
            ++i;
        } else {
            const QRegularExpressionMatch number = kNumber.match(rest);
            qsizetype taken = number.capturedLength();
            if (!number.hasMatch()) do
                    ++taken;
                while (taken < rest.size() && isRaised(rest[taken - 1]) && isRaised(rest[taken]));
            out += number.hasMatch() ? numberLatex(number.captured()) : mathText(rest.left(taken));
            i += taken - 1;
        }
    }
    return out;
}

} // namespace

QString latexEscaped(const QString& plain) {
    QString out;
    QChar before;
    for (const QChar c : printableText(plain, Breaks::Kept)) {
        // Two of them would be set as one dash, "--set" as "–set".
        if (c == QLatin1Char('-') && std::exchange(before, c) == c) out += QStringLiteral("{}");
        before = c;
        switch (c.unicode()) {
        case u'\\': out += QStringLiteral("\\textbackslash{}"); break;
        case u'~': out += QStringLiteral("\\textasciitilde{}"); break;
        case u'^': out += QStringLiteral("\\textasciicircum{}"); break;
        case u'&':
        case u'%':
        case u'$':
        case u'#':
        case u'_':
        case u'{':
        case u'}': out += QLatin1Char('\\') + QString(c); break;
        // Of the font that LaTeX begins with, these are other characters.
        case u'<': out += QStringLiteral("\\textless{}"); break;
        case u'>': out += QStringLiteral("\\textgreater{}"); break;
        case u'|': out += QStringLiteral("\\textbar{}"); break;
        case u'–': out += QStringLiteral("--"); break;
        case u'½': out += QStringLiteral("$\\frac12$"); break; // without amsmath
        case u'µ': out += QStringLiteral("$\\mu$"); break;
        default:
            out += mathCharacters().contains(c)
                       ? QStringLiteral("$%1$").arg(mathCharacters().value(c).trimmed())
                       : QString(c);
        }
    }
    return out;
}

QString formulaLatex(const QString& formula) {
    const std::string utf8 = formula.toStdString();
    QString out;
    std::size_t done = 0;
    QList<bool> exponents;
    for (const FormulaWord& word : formulaWords(utf8)) {
        out += betweenLatex(text(utf8.substr(done, word.begin - done)), exponents);
        out += symbolLatex(text(word.text));
        done = word.begin + word.size;
    }
    return out + betweenLatex(text(utf8.substr(done)), exponents);
}

/// A data sheet: a table instead of equations.
static QString sheetLatex(const Account& account) {
    QString out = QStringLiteral("\\paragraph{%1} %2\n\n\\begin{tabular}{lrp{0.5\\linewidth}}\n")
                      .arg(latexEscaped(text(account.title)), latexEscaped(accountValueText(account)));
    for (const AccountFigure& figure : account.figures)
        out += QStringLiteral("  %1 & %2 & %3 \\\\\n")
                   .arg(latexEscaped(text(figure.label)), latexEscaped(figureText(figure)),
                        latexEscaped(figureSource(figure)));
    out += QStringLiteral("\\end{tabular}\n");
    for (const Message& assumption : account.assumptions)
        out += QStringLiteral("%1\n").arg(latexEscaped(sentenceText(assumption)));
    return out;
}

QString accountLatex(const Account& account) {
    if (!account.figures.empty()) return sheetLatex(account);
    QString out = QStringLiteral("\\paragraph{%1} %2 (%3)\n\\begin{align*}\n")
                      .arg(latexEscaped(text(account.title)), latexEscaped(accountValueText(account)),
                           QString::fromLatin1(originText(account.origin)));
    const QStringList clauses = text(account.formula).split(QStringLiteral("; "));
    out += QStringLiteral("  &%1 \\\\\n").arg(formulaLatex(clauses.first()));
    AccountInput value;
    value.value = account.value;
    out += QStringLiteral("  &= %1").arg(formulaLatex(formulaWithNumbers(account)));
    if (account.value)
        out += QStringLiteral(" = %1%2").arg(
            numberLatex(inputText(value)),
            account.unit.empty() || account.unit == "share"
                ? QString()
                : QStringLiteral("\\ \\text{%1}").arg(latexEscaped(text(account.unit))));
    for (qsizetype i = 1; i < clauses.size(); ++i)
        out += QStringLiteral(" \\\\\n  &%1").arg(formulaLatex(clauses[i]));
    out += QStringLiteral("\n\\end{align*}\n");
    if (!account.inputs.empty()) {
        out += QStringLiteral("\\begin{tabular}{lp{0.55\\linewidth}rl}\n");
        for (const AccountInput& input : account.inputs) {
            QString meaning = latexEscaped(text(input.meaning));
            if (!input.definition.empty())
                meaning += QStringLiteral(", $%1$").arg(formulaLatex(text(input.definition)));
            out += QStringLiteral("  $%1$ & %2 & %3 & %4 \\\\\n")
                       .arg(symbolLatex(text(input.symbol)), meaning,
                            input.value ? QStringLiteral("$%1$").arg(numberLatex(inputText(input)))
                                        : QStringLiteral("--"),
                            latexEscaped(input.unit == "share" ? QString() : text(input.unit)));
        }
        out += QStringLiteral("\\end{tabular}\n");
    }
    out += QStringLiteral("\n\\emph{Source:} %1.\n").arg(latexEscaped(sourceText(account)));
    for (const Message& assumption : account.assumptions)
        out += QStringLiteral("%1\n").arg(latexEscaped(sentenceText(assumption)));
    return out;
}

} // namespace moe::items
