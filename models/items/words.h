// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The words of the window in the user's language. Three kinds of text reach the screen:
//
// - Written where it is shown: tr() in a QObject, Words::tr() anywhere else. lupdate finds both.
// - Rows of the engine's tables (labels, units, help, sources), which know no Qt: tableText(). Their source
//   strings are listed by tableWords(), which `ninja update-translations` turns into a file for lupdate.
// - Sentences the engine builds from words and numbers (broken rules, warnings): sentenceText() translates
//   the pattern of a Message and what stands in its places, whose order a translation may change. The tool
//   `list_words` finds the patterns in the sources.
//
// What has no translation stays English. Commands install no translator, so their output is English whatever
// the locale; the same holds for keys, files and formulas.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>
#include <QTranslator>

#include <string>
#include <vector>

namespace moe {
struct Lesson; // explain/lesson.h
}

namespace moe::items {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

/// The translator of the window, which InEnglish silences.
class WindowTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* source, const char* disambiguation,
                      int n) const override;
};

/// While it lives, texts and numbers of this thread are those of commands: what is made meanwhile names its
/// choices as a command line does.
class InEnglish {
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;

private:
    QLocale m_before;
    bool m_silentBefore;
};

/// Text of a table, in context "Table".
QString tableText(const char* text);
QString tableText(const std::string& text);
/// Every text of the engine's tables, of the catalogue and of the lessons that tableText() may be asked for:
/// once each, sorted.
std::vector<std::string> tableWords(const Catalog& catalog, const std::vector<Lesson>& lessons);

/// A label in the middle of a sentence: without its capital in English; German nouns keep theirs.
QString midSentence(const QString& label);

/// A message of the engine, its patterns in context "Sentence".
QString sentenceText(const Message& message);
/// A problem as toString() writes it, in words of the window.
QString problemText(const Problem& problem);
/// One line per problem, without a break at the end.
QString problemText(const Problems& problems);

} // namespace moe::items
