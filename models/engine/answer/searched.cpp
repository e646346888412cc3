// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/searched.h"

#include "models/engine/answer/answer_gain.h"
#include "models/engine/answer/answer_parts.h"
#include "models/engine/answer/answer_words.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>

namespace moe {
namespace {

/// A time that differs by rounding alone is the same layout's.
constexpr double kFaster = 1 + 1e-9;

AnswerDegrees degreesOf(const Layout& l) {
    AnswerDegrees degrees;
    degrees.tp = l.tp;
    degrees.pp = l.pp;
    degrees.vpp = l.vpp;
    degrees.cp = l.cp;
    degrees.ep = l.ep;
    degrees.etp = l.etp;
    degrees.dp = l.dp;
    return degrees;
}

/// Is it the layout of the scenario that was asked about?
bool isOwn(const ServingPoint& point, const ParallelSpec& own) {
    const Layout& l = point.layout;
    return !point.precision && l.tp == own.tp && l.pp == own.pp && l.ep == own.ep && l.etp == own.etp;
}

/// What a found layout has beside its degrees, where it is not as the scenario has it.
Message withOtherKnobs(Message layout, const Scenario& scenario, const Scenario& found) {
    std::vector<Message> parts{std::move(layout)};
    const TrainSpec &was = *scenario.train, &is = *found.train;
    if (is.microBatch != was.microBatch) parts.push_back(say("%1 %2", "MB", is.microBatch));
    if (is.zero != was.zero) parts.push_back(say("%1 %2", "ZeRO", is.zero));
    if (!(is.recompute == was.recompute)) parts.push_back(say("recompute %1", listText(is.recompute)));
    return listed(std::move(parts), " · ");
}

/// What was said is of the load that the scenario has; one number leads a sentence.
AnswerText withOwnLoad(const AnswerText& rate, const ServeSpec& serve, AnswerText said) {
    for (AnswerMark& mark : said.marks)
        if (mark.kind == AnswerMark::Kind::Lead) mark.kind = AnswerMark::Kind::Number;
    return compose(sentence("%1 within the limits; with %2: %3"), {rate, loadWords(serve), std::move(said)});
}

/// What ends the rate that the sentence begins with; without one nothing but the limit is told.
Message boundText(ServingBound bound, bool some) {
    switch (bound) {
    case ServingBound::Ttft:
        return some ? say("Beyond that rate TTFT breaks its limit.") : say("TTFT binds.");
    case ServingBound::Tpot:
        return some ? say("Beyond that rate TPOT breaks its limit.") : say("TPOT binds.");
    default: return some ? say("Beyond that rate both limits are broken.") : say("Both limits bind.");
    }
}

} // namespace

void addSearched(Answer& answer, const Report& report, const Catalog& catalog, const SearchRequest& request,
                 const FoundLayout* best, double layouts) {
    AnswerSearch search;
    search.layouts = layouts;
    const Message count = answerCount(layouts);
    search.better = false;
    if (!best) {
        search.text = say("None of %1 layouts fits.", count);
        answer.searched = std::move(search);
        return;
    }
    search.set = layoutEdits(best->layout, request.space);
    AnswerDegrees degrees = degreesOf(best->layout);
    degrees.schedule = scheduleRow(scheduleOf(best->layout, request.space)).label;
    const Message layout =
        withOtherKnobs(answerLayout(degrees), report.scenario, layoutScenario(best->layout, request.space));
    const Message time = answerTime(best->estimate.step);
    if (answer.fits == Fit::No) {
        search.better = true;
        search.text = say("The fastest of %1 layouts that fits takes %2 a step: %3.", count, time, layout);
    } else if (kFaster * best->estimate.step >= report.train->step) {
        search.set.clear();
        search.text = say("None of %1 layouts is faster.", count);
    } else {
        const Report found = evaluate(layoutScenario(best->layout, request.space), catalog, Detail::Numbers);
        const AnswerGain gain = gainOf(AnswerSide::Train, report, found).value_or(AnswerGain{});
        search.better = !gain.same;
        search.text = gain.same ? say("The fastest of %1 layouts, %2, takes %3 a step: about the same.",
                                      count, layout, time)
                                : say("The fastest of %1 layouts takes %2 a step (%3): %4.", count, time,
                                      answerGain(gain.gain), layout);
    }
    answer.searched = std::move(search);
}

void addSearched(Answer& answer, const Scenario& scenario, const ServingSearch& asked,
                 const ServingFound& found) {
    AnswerSearch search;
    search.layouts = static_cast<double>(found.layouts);
    const Message count = answerCount(search.layouts);
    const std::vector<ServingPoint>& best = found.best;
    const auto most =
        std::max_element(best.begin(), best.end(), [](const ServingPoint& a, const ServingPoint& b) {
            return a.numbers.requestsPerSecond < b.numbers.requestsPerSecond;
        });
    if (most == best.end()) {
        search.text = say("None of %1 layouts keeps the limits.", count);
        answer.searched = std::move(search);
        return;
    }
    const double rate = most->numbers.requestsPerSecond;
    const Message layout = answerLayout(degreesOf(most->layout));
    const std::string requests = answerFigures(most->numbers.requests);
    // The search knows no pool for prefill alone: such a server is none of its layouts.
    const bool apart = scenario.serve->disaggregated;
    const auto own = apart ? best.end() : std::find_if(best.begin(), best.end(), [&](const ServingPoint& p) {
        return isOwn(p, scenario.parallel);
    });
    if (own != best.end()) search.better = own->numbers.requestsPerSecond * kFaster < rate;
    if (search.better == false) {
        search.text = say("Simulated, none of %1 layouts serves more than its %2 requests/s with %3 at once.",
                          count, answerFigures(rate), requests);
    } else {
        search.set = pointSettings(asked, *most);
        if (search.better)
            search.text =
                say("Simulated, the best of %1 layouts serves %2 requests/s with %3 at once, this one %4 "
                    "with %5: %6.",
                    count, answerFigures(rate), requests, answerFigures(own->numbers.requestsPerSecond),
                    answerFigures(own->numbers.requests), layout);
        else if (apart)
            search.text =
                say("Simulated with prefill on the same GPUs, the best of %1 layouts serves %2 requests/s "
                    "with %3 at once: %4.",
                    count, answerFigures(rate), requests, layout);
        else
            search.text = say("Simulated, the best of %1 layouts serves %2 requests/s with %3 at once: %4.",
                              count, answerFigures(rate), requests, layout);
    }
    answer.searched = std::move(search);
}

void addSearched(Answer& answer, const Report& report, const RlFound& found) {
    AnswerSearch search;
    search.layouts = static_cast<double>(found.joined);
    const Message count = answerCount(search.layouts);
    search.better = false;
    if (found.best.empty()) {
        search.text = say("None of %1 pairs of layouts fits.", count);
        answer.searched = std::move(search);
        return;
    }
    const RlPoint& best = found.best.front();
    search.set = best.set;
    const Message time = answerTime(best.report.step);
    Report there;
    there.scenario = best.scenario;
    there.rl = best.report;
    if (answer.fits == Fit::No || !report.rl) {
        search.better = true;
        search.text = say("The fastest of %1 pairs of layouts that fits takes %2 a step: %3.", count, time,
                          answerEdits(best.set));
    } else if (best.set.empty() || kFaster * best.report.step >= report.rl->step) {
        search.set.clear();
        search.text = say("None of %1 pairs of layouts is faster.", count);
    } else {
        const AnswerGain gain = gainOf(AnswerSide::Train, report, there).value_or(AnswerGain{});
        search.better = !gain.same;
        search.text = gain.same
                          ? say("The fastest of %1 pairs of layouts takes %2 a step, about the same: %3.",
                                count, time, answerEdits(best.set))
                          : say("The fastest of %1 pairs of layouts takes %2 a step (%3): %4.", count, time,
                                answerGain(gain.gain), answerEdits(best.set));
    }
    answer.searched = std::move(search);
}

void addGoodput(Answer& answer, const Scenario& scenario, const GoodputMap& map) {
    const GoodputRow& own = map.rows.back();
    if (!own.problems.empty()) return;
    AnswerText rate{say("no requests"), {{AnswerMark::Kind::Lead, {}, {}}}};
    if (own.highest > 0) {
        rate.text = say("%1 requests/s", answerFigures(own.highest));
        rate = banded(std::move(rate), answerFigures(own.low), answerFigures(own.high));
    }
    const ServeSpec& serve = *scenario.serve;
    answer.brief = withOwnLoad(rate, serve, std::move(answer.brief));
    answer.result = withOwnLoad(rate, serve, std::move(answer.result));
    if (own.bound) {
        answer.binding = servingBoundKey(*own.bound);
        answer.more.insert(answer.more.begin(), boundText(*own.bound, own.highest > 0));
    }
    AnswerSearch search;
    search.layouts = static_cast<double>(map.layouts);
    const Message count = answerCount(search.layouts);
    const GoodputRow& best = map.rows.front();
    search.better = best.point && best.highest > own.high; // else within the band of this one
    if (!best.point || best.highest <= own.highest * kFaster) {
        search.text = say("None of %1 layouts serves more within them.", count);
    } else {
        search.set = pointSettings(map.search, *best.point);
        search.text =
            *search.better
                ? say("The best of %1 layouts serves %2 requests/s within them: %3.", count,
                      answerFigures(best.highest), answerLayout(degreesOf(best.point->layout)))
                : say("The best of %1 layouts serves %2 requests/s within them, about the same: %3.", count,
                      answerFigures(best.highest), answerLayout(degreesOf(best.point->layout)));
    }
    answer.searched = std::move(search);
}

} // namespace moe
