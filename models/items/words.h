#pragma once
// The words of the window in the user's language. Three kinds of text reach the screen:
//
// - Written where it is shown: tr() in a QObject, Words::tr() anywhere else. lupdate finds both.
// - Rows of the engine's tables (labels, units, help, sources), which know no Qt: tableText(). Their source
//   strings are listed by tableWords(), which `ninja update-translations` turns into a file for lupdate.
// - Sentences the engine builds from words and numbers (broken rules, warnings): sentenceText() matches them
//   against the patterns in engine_sentences.cpp, whose order of placeholders a translation may change.
//
// What has no translation stays English. Commands install no translator, so their output is English whatever
// the locale; the same holds for keys, files and formulas.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <QCoreApplication>
#include <QString>

#include <string>
#include <vector>

namespace moe {
struct Lesson; // explain/lesson.h
}

namespace moe::items {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

/// Text of a table, in context "Table".
QString tableText(const char* text);
QString tableText(const std::string& text);
/// Every text of the engine's tables, of the catalogue and of the lessons that tableText() may be asked for:
/// once each, sorted.
std::vector<std::string> tableWords(const Catalog& catalog, const std::vector<Lesson>& lessons);

/// A label in the middle of a sentence: without its capital in English; German nouns keep theirs.
QString midSentence(const QString& label);

/// A sentence of the engine, in context "Sentence"; what stands in its placeholders is translated likewise.
QString sentenceText(const std::string& sentence);
QString sentenceText(const QString& sentence);
/// A problem as toString() writes it, in words of the window.
QString problemText(const Problem& problem);
/// One line per problem, without a break at the end.
QString problemText(const Problems& problems);
/// Whether a pattern fits, so that tests find sentences without one.
bool hasSentence(const QString& sentence);

} // namespace moe::items
