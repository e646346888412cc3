// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/palette_match.h"

#include "data/number.h"
#include "models/items/choice_label.h"
#include "models/items/format.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace moe::items {
namespace {

/// What people call a knob beside its label, key and symbol.
struct ShortName {
    const char* key;
    const char* names; ///< separated by blanks
};
constexpr ShortName kShortNames[] = {
    {"train.micro_batch", "mbs micro batch"},
    {"train.global_batch", "gbs bs batch"},
    {"train.lr", "lr"},
    {"train.zero", "zero fsdp"},
    {"train.tokens", "budget"},
    {"train.schedule", "1f1b dualpipe zb"},
    {"precision.kv_cache", "kv"},
    {"model.kv_heads", "kv gqa"},
    {"model.sequence", "seq context length"},
    {"serve.slo_ttft", "slo ttft"},
    {"serve.slo_tpot", "slo tpot itl"},
    {"serve.slo_percentile", "slo p99"},
    {"serve.rate", "qps rps"},
    {"serve.max_batched_tokens", "chunk mbt"},
    {"serve.speculative_tokens", "draft mtp eagle"},
    {"serve.prompt", "isl input"},
    {"serve.output", "osl"},
    {"cluster.gpus", "gpus world"},
    {"gpu.preset", "gpu card"},
    {"moe.experts", "experts"},
    {"moe.top_k", "topk"},
    {"precision.compute", "fp8 bf16 fp4"},
};

QString folded(const QString& text) {
    return text.toLower();
}

QStringList wordsOf(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[^\\w]+|_"),
                                             QRegularExpression::UseUnicodePropertiesOption);
    return folded(text).split(kBetween, Qt::SkipEmptyParts);
}

QString initialsOf(const QStringList& words) {
    QString letters;
    for (const QString& word : words) letters += word[0];
    return words.size() > 1 ? letters : QString();
}

/// What of an entry words are held against, made once for each search.
struct Names {
    QStringList shorts; ///< symbol, short names, initials
    QStringList words;
};

Names namesOf(const PaletteEntry& entry) {
    Names names;
    const QStringList shown = wordsOf(entry.name), english = wordsOf(entry.english);
    names.words = shown + english + wordsOf(entry.key);
    names.words << folded(entry.key);
    for (const QStringList& words : {shown, english})
        if (const QString letters = initialsOf(words); !letters.isEmpty()) names.shorts << letters;
    if (entry.kind != PaletteKind::RoomKnob && entry.kind != PaletteKind::Knob) return names;
    const std::string key = entry.key.toStdString();
    if (const Field* field = findField(key); field && *field->symbol)
        names.shorts << folded(QString::fromUtf8(field->symbol));
    for (const ShortName& row : kShortNames)
        if (key == row.key) names.shorts += QString::fromLatin1(row.names).split(QLatin1Char(' '));
    return names;
}

/// One letter more, less or other, or two that changed places.
bool isOneSlip(const QString& a, const QString& b) {
    const qsizetype n = a.size(), m = b.size();
    if (std::abs(n - m) > 1 || a == b) return false;
    qsizetype i = 0;
    while (i < std::min(n, m) && a[i] == b[i]) ++i;
    const auto rest = [](const QString& text, qsizetype from) { return QStringView(text).mid(from); };
    if (n == m)
        return rest(a, i + 1) == rest(b, i + 1) ||
               (i + 1 < n && a[i] == b[i + 1] && a[i + 1] == b[i] && rest(a, i + 2) == rest(b, i + 2));
    return n > m ? rest(a, i + 1) == rest(b, i) : rest(a, i) == rest(b, i + 1);
}

enum Fit { Short = 0, Whole = 1, Start = 2, Part = 4, Slip = 8, None = 1000 };
constexpr qsizetype kLongWord = 5, kLeastPart = 2;

int fitOf(const QString& word, const Names& names) {
    if (names.shorts.contains(word)) return Short;
    if (names.words.contains(word)) return Whole;
    int best = None;
    for (const QString& name : names.words) {
        if (name.startsWith(word))
            best = std::min<int>(best, Start);
        else if (word.size() >= kLeastPart && name.contains(word))
            best = std::min<int>(best, Part);
        else if (word.size() >= kLongWord && best > Slip &&
                 (isOneSlip(word, name) ||
                  (name.size() > word.size() && isOneSlip(word, name.left(word.size())))))
            best = Slip;
    }
    return best;
}

/// All words; the sum of how well each fits.
int rankOf(const QStringList& words, const Names& names) {
    int rank = 0;
    for (const QString& word : words) {
        const int fit = fitOf(word, names);
        if (fit == None) return None;
        rank += fit;
    }
    return rank;
}

// What was typed

/// Words and the value behind them.
struct Clause {
    QStringList words;
    QString value; ///< "8", "+2", "x2", "200 ms"; empty: none
};

bool beginsValue(const QString& word) {
    static const QRegularExpression kValue(QStringLiteral("^([+\\-−]?[.,]?\\d|[x×*/]\\d)"));
    return kValue.match(word).hasMatch();
}

/// A choice or a switch is a word: "fp8", "on", "h200-sxm". Which it is of is seen with the knob.
std::vector<Clause> clausesOf(const QString& text) {
    std::vector<Clause> clauses{{}};
    QString spaced = folded(text);
    spaced.replace(QLatin1Char('='), QLatin1Char(' ')).replace(QStringLiteral("→"), QStringLiteral(" "));
    for (const QString& word : spaced.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        Clause& last = clauses.back();
        if (beginsValue(word) && !last.words.isEmpty() && last.value.isEmpty()) {
            last.value = word;
            continue;
        }
        // A unit that stands apart, with or without a suffix before it: "14.8 T tokens".
        if (!last.value.isEmpty()) {
            static const QRegularExpression kNumber(QStringLiteral("^[+\\-−]?[.,\\d]+( ?\\S+)?$"));
            if (kNumber.match(last.value).hasMatch() && isUnitWord(word, QLocale())) {
                last.value += QLatin1Char(' ') + word;
                continue;
            }
            clauses.push_back({{word}, {}});
            continue;
        }
        last.words << word;
    }
    if (clauses.back().words.isEmpty() && clauses.back().value.isEmpty()) clauses.pop_back();
    return clauses;
}

// Values

QString shownValue(const Field& field, const FieldValue& value) {
    if (const double* number = std::get_if<double>(&value)) {
        const QString text = compactCount(*number, 1e6);
        return *field.unit && qstrlen(field.unit) <= 3
                   ? text + QLatin1Char(' ') + QString::fromUtf8(field.unit)
                   : text;
    }
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? Words::tr("on") : Words::tr("off");
    if (const std::string* text = std::get_if<std::string>(&value)) return choiceLabel(*text);
    return Words::tr("auto");
}

struct TypedValue {
    std::string text; ///< as --set takes it
    QString wrong;
};

std::optional<double> numberOf(const FieldValue& value) {
    const double* number = std::get_if<double>(&value);
    return number ? std::optional(*number) : std::nullopt;
}

/// In the case that units are written in, of which "m" and "M" are two.
QString original(const QString& folded, const QString& whole) {
    const qsizetype at = whole.toLower().indexOf(folded);
    return at < 0 ? folded : whole.mid(at, folded.size());
}

TypedValue typedNumber(const Field& field, QString text, const FieldValue& now) {
    const QChar sign = text[0];
    const bool adds = sign == QLatin1Char('+') || sign == QLatin1Char('-') || sign == QChar(0x2212);
    const bool scales = QStringLiteral("x×*/").contains(sign);
    const std::optional<double> from = numberOf(now);
    if ((adds || scales) && from) text = text.mid(1);
    if (!(adds || scales) || !from) {
        const ParsedField parsed = typedField(field, text, QLocale());
        if (!parsed.rule.empty()) return {{}, sentenceText(parsed.rule)};
        return {fieldText(parsed.value), {}};
    }
    const std::string_view unit = scales ? "" : field.unit;
    const TypedQuantity read = typedQuantity(text, unit, QLocale());
    if (!read.value) return {{}, sentenceText(withUnit(rangeText(field), unit, read))};
    const double value = scales ? (sign == QLatin1Char('/') ? *from / *read.value : *from * *read.value)
                                : (sign == QLatin1Char('+') ? *from + *read.value : *from - *read.value);
    const ParsedField parsed = parseField(field, numberText(value));
    if (!parsed.rule.empty()) return {{}, sentenceText(parsed.rule)};
    return {numberText(value), {}};
}

/// The choice that a word names, whole or by its beginning alone.
std::optional<std::string> choiceNamed(const QStringList& choices, const QString& word) {
    QStringList begin;
    for (const QString& choice : choices) {
        if (folded(choice) == word || folded(choiceLabel(choice.toStdString())) == word)
            return choice.toStdString();
        if (folded(choice).startsWith(word)) begin << choice;
    }
    if (begin.size() == 1) return begin.front().toStdString();
    return std::nullopt;
}

/// A word of the clause that is a value of the field, taken off its words.
std::optional<std::string> wordValue(const Field& field, QStringList& words, const QStringList& gpus) {
    QStringList choices;
    for (const std::string& choice : field.choices) choices << QString::fromStdString(choice);
    if (std::string_view(field.key) == "gpu.preset") choices = gpus;
    for (qsizetype i = words.size() - 1; i > 0; --i) {
        const QString& word = words[i];
        std::optional<std::string> value;
        if (field.kind == FieldKind::Flag) {
            if (QStringList{"on", "true", "yes", "an", "ein"}.contains(word)) value = "true";
            if (QStringList{"off", "false", "no", "aus"}.contains(word)) value = "false";
        } else if (field.kind == FieldKind::Choice) {
            value = choiceNamed(choices, word);
        }
        if (!value && field.optional && word == QLatin1String("auto")) value = "auto";
        if (!value) continue;
        words.removeAt(i);
        return value;
    }
    return std::nullopt;
}

struct Candidate {
    PaletteRow row;
    int rank = None;
    int order = 0; ///< recency, then place
};

std::vector<std::pair<int, int>> marksOf(const QString& text, const QStringList& words) {
    std::vector<std::pair<int, int>> marks;
    for (const QString& word : words) {
        const qsizetype at = folded(text).indexOf(word);
        if (at >= 0) marks.emplace_back(int(at), int(word.size()));
    }
    if (marks.empty() && !words.isEmpty()) marks.emplace_back(0, int(text.size())); // by its short name
    return marks;
}

bool isKnob(const PaletteEntry& entry) {
    return entry.kind == PaletteKind::RoomKnob || entry.kind == PaletteKind::Knob;
}

class Search {
public:
    Search(const std::vector<PaletteEntry>& entries, const Scenario& scenario,
           const std::vector<FieldValue>& derived, const QStringList& recent, const QString& text)
        : m_entries(entries), m_scenario(scenario), m_derived(derived), m_recent(recent), m_text(text) {
        for (const PaletteEntry& entry : entries) {
            m_names.push_back(namesOf(entry));
            if (entry.kind == PaletteKind::Model && entry.key.startsWith(QLatin1String("gpu:")))
                m_gpus << entry.key.mid(4);
        }
    }

    std::vector<Candidate> of(const Clause& clause) const {
        std::vector<Candidate> found;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            std::optional<Candidate> one = isKnob(m_entries[i]) ? knob(i, clause) : plain(i, clause);
            if (one) found.push_back(*std::move(one));
        }
        // A slip is meant only where nothing is written so.
        const bool sure =
            std::any_of(found.begin(), found.end(), [](const auto& one) { return one.rank < Slip; });
        if (sure) std::erase_if(found, [](const auto& one) { return one.rank >= Slip; });
        return found;
    }

private:
    int orderOf(std::size_t i) const {
        const qsizetype at = m_recent.indexOf(m_entries[i].key);
        return at >= 0 ? int(at) - 1000 : int(i);
    }

    FieldValue now(const Field& field) const {
        const FieldValue value = field.get(m_scenario);
        const auto place = static_cast<std::size_t>(&field - fields().data());
        return value == FieldValue() && place < m_derived.size() ? m_derived[place] : value;
    }

    std::optional<Candidate> plain(std::size_t i, const Clause& clause) const {
        Candidate one;
        one.rank = rankOf(clause.words, m_names[i]);
        if (one.rank == None || clause.words.isEmpty()) return std::nullopt;
        one.order = orderOf(i);
        one.row.kind = m_entries[i].kind;
        one.row.entry = int(i);
        one.row.text = m_entries[i].name;
        one.row.marks = marksOf(one.row.text, clause.words);
        return one;
    }

    std::optional<Candidate> knob(std::size_t i, Clause clause) const {
        const Field* field = findField(m_entries[i].key.toStdString());
        if (!field) return std::nullopt;
        std::optional<std::string> value = wordValue(*field, clause.words, m_gpus);
        std::optional<Candidate> one = plain(i, clause);
        if (!one) return std::nullopt;
        const bool isNumber = field->kind == FieldKind::Integer || field->kind == FieldKind::Real;
        QString wrong;
        if (!value && !clause.value.isEmpty()) {
            if (!isNumber) return std::nullopt; // "schedule 8": another knob is meant
            TypedValue typed = typedNumber(*field, original(clause.value, m_text), now(*field));
            value = typed.text;
            wrong = typed.wrong;
        }
        if (!value) return one;
        one->row.wrong = wrong;
        const QString from = shownValue(*field, field->get(m_scenario));
        QString to = clause.value;
        if (wrong.isEmpty()) {
            one->row.edits = {{field->key, *value}};
            const ParsedField parsed = parseField(*field, *value);
            to = parsed.rule.empty() ? shownValue(*field, parsed.value) : QString::fromStdString(*value);
        }
        one->row.value = from + QStringLiteral(" → ") + to;
        return one;
    }

    const std::vector<PaletteEntry>& m_entries;
    const Scenario& m_scenario;
    const std::vector<FieldValue>& m_derived;
    const QStringList& m_recent;
    const QString& m_text;
    std::vector<Names> m_names;
    QStringList m_gpus;
};

/// Kinds in their order; those in which something is called just so before those in which it is a part.
PaletteAnswer arranged(std::vector<Candidate> found, std::size_t words) {
    std::map<PaletteKind, bool> parts;
    for (const Candidate& one : found) {
        const bool part = one.rank > int(words) * Whole;
        const auto known = parts.try_emplace(one.row.kind, part).first;
        known->second = known->second && part;
    }
    std::stable_sort(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
        if (parts[a.row.kind] != parts[b.row.kind]) return parts[b.row.kind];
        if (a.row.kind != b.row.kind) return a.row.kind < b.row.kind;
        return a.rank != b.rank ? a.rank < b.rank : a.order < b.order;
    });
    PaletteAnswer answer;
    answer.found = int(found.size());
    int ofKind = 0;
    for (Candidate& one : found) {
        ofKind = !answer.rows.empty() && answer.rows.back().kind == one.row.kind ? ofKind + 1 : 1;
        if (ofKind > kMostOfAKind) continue;
        if (int(answer.rows.size()) == kMostPaletteRows) break;
        answer.rows.push_back(std::move(one.row));
    }
    return answer;
}

/// Several knobs at once: the best of each clause, in one row.
std::optional<PaletteRow> together(const std::vector<std::vector<Candidate>>& clauses) {
    PaletteRow row;
    QStringList texts, values;
    for (const std::vector<Candidate>& found : clauses) {
        const auto best =
            std::min_element(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
                const bool sets[] = {!a.row.edits.empty(), !b.row.edits.empty()};
                if (sets[0] != sets[1]) return sets[0];
                return a.rank != b.rank ? a.rank < b.rank : a.order < b.order;
            });
        if (best == found.end() || best->row.edits.empty()) return std::nullopt;
        for (const auto& edit : best->row.edits) {
            const auto same = [&](const auto& other) { return other.first == edit.first; };
            if (std::any_of(row.edits.begin(), row.edits.end(), same)) return std::nullopt;
            row.edits.push_back(edit);
        }
        if (row.entry < 0) row.kind = best->row.kind, row.entry = best->row.entry;
        texts << best->row.text + QLatin1Char(' ') + best->row.value.section(QStringLiteral(" → "), -1);
        values << best->row.value;
    }
    row.text = texts.join(QStringLiteral(" · "));
    row.marks = {{0, int(row.text.size())}};
    return row;
}

/// Of nothing typed: what was used lately, then what the page can do.
PaletteAnswer withoutText(const std::vector<PaletteEntry>& entries, const QStringList& recent) {
    constexpr int kRecent = 5;
    PaletteAnswer answer;
    const auto add = [&](std::size_t i) {
        PaletteRow row;
        row.kind = entries[i].kind;
        row.entry = int(i);
        row.text = entries[i].name;
        answer.rows.push_back(std::move(row));
    };
    for (const QString& key : recent.mid(0, kRecent))
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i].key == key) add(i);
    std::stable_sort(answer.rows.begin(), answer.rows.end(),
                     [](const auto& a, const auto& b) { return a.kind < b.kind; });
    for (const PaletteKind kind : {PaletteKind::RoomKnob, PaletteKind::Picture, PaletteKind::Command}) {
        int left = kMostOfAKind;
        for (std::size_t i = 0; i < entries.size() && left > 0; ++i) {
            if (entries[i].kind != kind || recent.mid(0, kRecent).contains(entries[i].key)) continue;
            if (int(answer.rows.size()) == kMostPaletteRows) break;
            add(i);
            --left;
        }
    }
    std::stable_sort(answer.rows.begin(), answer.rows.end(),
                     [](const auto& a, const auto& b) { return a.kind < b.kind; });
    answer.found = int(entries.size());
    return answer;
}

} // namespace

QString paletteHeading(PaletteKind kind) {
    switch (kind) {
    case PaletteKind::RoomKnob: return Words::tr("Knobs");
    case PaletteKind::Knob: return Words::tr("More knobs");
    case PaletteKind::Picture: return Words::tr("Pictures");
    case PaletteKind::Pin: return Words::tr("Pins");
    case PaletteKind::Model: return Words::tr("Models and machines");
    case PaletteKind::Lesson: return Words::tr("Lessons");
    case PaletteKind::Command: return Words::tr("Commands");
    case PaletteKind::Documentation: break;
    }
    return Words::tr("Documentation");
}

std::vector<PaletteEntry> knobEntries(const Scenario& scenario, const QStringList& room) {
    std::vector<PaletteEntry> entries;
    for (const Field& field : fields()) {
        const std::string_view key = field.key;
        if ((key.starts_with("moe.") && !scenario.moe) || (key.starts_with("train.") && !scenario.train) ||
            (key.starts_with("serve.") && !scenario.serve))
            continue;
        const QString label = QString::fromUtf8(field.label), shown = tableText(field.label);
        const QString name = QString::fromUtf8(field.key);
        entries.push_back({room.contains(name) ? PaletteKind::RoomKnob : PaletteKind::Knob,
                           name,
                           shown,
                           shown == label ? QString() : label,
                           {},
                           {}});
    }
    return entries;
}

PaletteAnswer paletteSearch(const QString& text, const std::vector<PaletteEntry>& entries,
                            const Scenario& scenario, const std::vector<FieldValue>& derived,
                            const QStringList& recent) {
    const std::vector<Clause> clauses = clausesOf(text);
    if (clauses.empty()) return withoutText(entries, recent);
    const Search search(entries, scenario, derived, recent, text);
    std::vector<std::vector<Candidate>> found;
    for (const Clause& clause : clauses) found.push_back(search.of(clause));
    if (found.size() == 1) return arranged(std::move(found.front()), clauses.front().words.size());
    std::vector<Candidate> all = std::move(found.front());
    std::optional<PaletteRow> row;
    {
        std::vector<std::vector<Candidate>> each{all};
        for (std::size_t i = 1; i < found.size(); ++i) each.push_back(found[i]);
        row = together(each);
    }
    // What follows "8" may be a further word of a name: "qwen 30 instruct".
    Clause whole;
    for (const Clause& clause : clauses) {
        whole.words += clause.words;
        if (!clause.value.isEmpty()) whole.words += clause.value.split(QLatin1Char(' '));
    }
    std::vector<Candidate> others = search.of(whole);
    if (!row) return arranged(std::move(others), whole.words.size());
    std::erase_if(others, [](const Candidate& one) {
        return one.row.kind == PaletteKind::RoomKnob || one.row.kind == PaletteKind::Knob;
    });
    others.push_back({std::move(*row), 0, 0});
    return arranged(std::move(others), whole.words.size());
}

} // namespace moe::items
