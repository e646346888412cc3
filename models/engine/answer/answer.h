// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario and its report as one sentence for each of its sides: what was asked, what it comes to, what
// binds. Every number is one of the report, with its band and origin. What needs further evaluations is added
// by better.h and searched.h.

#include "models/engine/report/report.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace moe {

enum class AnswerSide { Train, Serve, Loss };
inline constexpr AnswerSide kAnswerSides[] = {AnswerSide::Train, AnswerSide::Serve, AnswerSide::Loss};
const char* answerSideKey(AnswerSide side); ///< "train"

/// Key → value, as --set takes them.
using AnswerEdits = std::vector<std::pair<std::string, std::string>>;

/// What a part of a text stands for: the argument at the end of this path from the outermost sentence, each
/// step the place of an argument, 0 the first. Only so does a window know what can be changed or explained in
/// it.
struct AnswerMark {
    enum class Kind {
        Knob,   ///< keys of fields(): what the part says is theirs
        Number, ///< keys of metrics(): how it is computed can be told
        Lead    ///< the number that the whole comes to; keys as of Number
    };
    Kind kind = Kind::Knob;
    std::vector<std::size_t> at;
    std::vector<std::string> keys;
};
struct AnswerText {
    Message text;
    std::vector<AnswerMark> marks;
    operator const Message&() const { return text; }
};

/// A number of the sentence: that of a row of metrics(), in its unit.
struct AnswerValue {
    const char* key = "";
    double value = 0;
    std::optional<double> low, high; ///< absent: no band is known
    double share = 0;                ///< of runs that the band holds
    Origin origin = Origin::Analytic;
};

/// A change that was evaluated whole, and is valid.
struct AnswerChange {
    AnswerEdits set;
    Message what;            ///< "Tensor parallel 8"
    Message says;            ///< what it comes to: "+ 31 %", "about the same"
    Message text;            ///< both
    const char* metric = ""; ///< row of metrics() that got better
    double value = 0;        ///< of it, with the change
    double gain = 0;         ///< how many times as good; 1.31: 31 % better
    /// Of the gain: parts of a step that the change leaves alone have the same error before and after it, so
    /// that only those it moves count. Absent where the report has no band.
    std::optional<double> low, high;
    bool same = false;  ///< the gain is smaller than its band
    bool mends = false; ///< without it the scenario does not fit
};

/// What a search over layouts came to.
struct AnswerSearch {
    double layouts = 0;
    std::optional<bool> better; ///< than the scenario's own; absent: that is none of those searched
    AnswerEdits set;            ///< of the best; empty: none fits
    Message text;               ///< a sentence
};

struct Answer {
    AnswerSide side = AnswerSide::Train;
    AnswerText question; ///< "Train DeepSeek-V3 for 14.8 trillion tokens on 2048 × h800"
    AnswerText open;   ///< limits that could be asked for beside it and are not: "TTFT ≤ any"; may be empty
    AnswerText result; ///< "55 days (41.8 to 68.2), fits tightly (…) with TP …"
    AnswerText brief;  ///< the same without what it costs
    std::vector<AnswerValue> values; ///< of the result; none where the models cannot say
    std::optional<Fit> fits;         ///< absent: of the loss
    std::string binding;             ///< what it cannot do more of: "compute", "tpot"; empty: not known
    std::vector<Message> more;       ///< whole sentences that follow: what binds, what failures cost
    Message layout;                  ///< "TP 4 · EP 8"
    std::optional<AnswerSearch> searched;
    std::vector<AnswerChange> changes; ///< best first, three at most
    std::optional<Message> changed;    ///< the sentence of them; absent: not asked

    /// The whole of it.
    Message sentence() const;
    const AnswerValue* value(const char* key) const;
};

/// Of every side that the scenario has, in the order of AnswerSide. No evaluation, search or simulation.
std::vector<Answer> answersOf(const Report& report);

} // namespace moe
