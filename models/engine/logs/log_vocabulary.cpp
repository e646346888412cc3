// SPDX-License-Identifier: GPL-3.0-or-later
// Logs rarely print the padded vocabulary; a gradient bucket or a number of parameters tells.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/tokenizers.h"
#include "models/engine/logs/log_draft.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <cmath>

namespace moe {
namespace {

/// The widest published vocabulary of a language model is 262 144 (Gemma); beyond twice that, what was
/// counted is not what the log counted.
constexpr double kMostWords = 524288, kFewestWords = 16;

/// What one line of the log would make of the vocabulary.
struct Guess {
    double words = 0, params = 0;
    int line = 0;
    const char* source = nullptr; ///< sentence with %1 for the vocabulary
};

class Vocabulary {
public:
    explicit Vocabulary(LogDraft& draft)
        : m_draft(draft),
          m_step(static_cast<double>(draft.arguments.count("make_vocab_size_divisible_by").value_or(128) *
                                     draft.parallel().tp)) {}

    void find() {
        if (const auto padded = m_draft.arguments.count("padded_vocab_size")) {
            m_draft.model().vocab = *padded;
            return;
        }
        if (const auto words = m_draft.arguments.count("vocab_size")) {
            // Megatron-Bridge's configurations hold the number that the model has.
            m_draft.arguments.said("should_pad_vocab");
            const bool asItIs = m_draft.isFalse("should_pad_vocab");
            const Count step = asItIs ? m_draft.parallel().tp : static_cast<Count>(m_step);
            m_draft.model().vocab = (*words + step - 1) / step * step;
            checkRange();
            return;
        }
        const std::string named = m_draft.arguments.text("tokenizer_model").value_or(""),
                          type = m_draft.arguments.text("tokenizer_type").value_or("");
        for (const std::string& name : {named, type}) {
            const Tokenizer* tokenizer = findTokenizer(name);
            if (!tokenizer) continue;
            const auto step = static_cast<Count>(m_step);
            m_draft.model().vocab = (tokenizer->words + step - 1) / step * step;
            checkRange();
            m_draft.assume(say("Vocabulary %1, of the tokenizer %2, padded: the file gives no number.",
                               m_draft.model().vocab, excerpt(name)),
                           "model.vocab");
            return;
        }
        std::optional<Guess> wrong;
        for (const std::optional<Guess>& guess : {fromBucket(), fromRank(), fromShard()}) {
            if (!guess) continue;
            const double padded = m_step * std::round(guess->words / m_step);
            if (padded >= kFewestWords && padded <= kMostWords) {
                m_draft.model().vocab = static_cast<Count>(padded);
                m_draft.assume(say(guess->source, m_draft.model().vocab), "model.vocab");
                return;
            }
            if (!wrong) wrong = guess;
        }
        // Layers that no key describes hold parameters too: then the count says nothing.
        if (wrong && m_draft.made.scenario.leftOut.empty()) return refuse(*wrong);
        const auto step = static_cast<Count>(m_step);
        m_draft.model().vocab = (50257 + step) / step * step;
        checkRange();
        m_draft.assume(say("Vocabulary %1 (GPT-2, padded): the log does not say.", m_draft.model().vocab),
                       "model.vocab");
    }

private:
    void checkRange() {
        m_draft.arguments.checked("padded_vocab_size", static_cast<double>(m_draft.model().vocab), 0);
    }

    void refuse(const Guess& guess) {
        m_draft.problems.push_back(
            {m_draft.log.source, guess.line, guess.line > 0 ? 1 : 0, "padded_vocab_size",
             say("would be %1 by the parameters that the log prints, which do not fit its arguments; add "
                 "--padded-vocab-size with the right number",
                 rounded(std::round(guess.words), 7)),
             numberText(guess.params)});
    }

    StageParams held(const Scenario& scenario) const {
        return stageParams(setupOf(scenario, m_draft.catalog), 0);
    }

    /// A bucket of the embedding or the output layer alone: V·h / TP elements.
    std::optional<Guess> fromBucket() const {
        const std::optional<double>& elements = m_draft.log.embeddingBucket;
        if (!elements) return std::nullopt;
        const double words = *elements * static_cast<double>(m_draft.parallel().tp) /
                             static_cast<double>(m_draft.model().hidden);
        // Optimizers pad buckets; another matrix of that name has another width.
        if (std::abs(words / m_step - std::round(words / m_step)) * m_step > 1) return std::nullopt;
        return Guess{words, *elements, 0, sentence("Vocabulary %1, from the bucket of its gradients.")};
    }

    /// What rank (0, 0) holds, printed in full.
    std::optional<Guess> fromRank() const {
        if (!m_draft.log.paramsOnRank) return std::nullopt;
        Scenario scenario = m_draft.made.scenario;
        const auto count = [&](double words) {
            scenario.model.vocab = static_cast<Count>(words);
            const StageParams stage = held(scenario);
            return stage.dense + stage.expert;
        };
        const double none = count(m_step), one = count(2 * m_step) - none;
        if (one <= 0) return std::nullopt;
        return Guess{m_step + (*m_draft.log.paramsOnRank - none) / one * m_step, *m_draft.log.paramsOnRank,
                     m_draft.log.paramsLine, sentence("Vocabulary %1, from the parameters per rank.")};
    }

    /// "Number of parameters in most loaded shard", as megatron/training/theoretical_memory_usage.py counts:
    /// every expert whatever EP is, no router, no position table, norms with a bias, all split over TP.
    std::optional<Guess> fromShard() const {
        if (!m_draft.log.loadedShardParams) return std::nullopt;
        Scenario whole = m_draft.made.scenario;
        const auto tp = static_cast<double>(whole.parallel.tp), pp = static_cast<double>(whole.parallel.pp);
        whole.parallel = {};
        whole.cluster.gpus.reset();
        whole.model.vocab = 1;
        const Setup setup = setupOf(whole, m_draft.catalog);
        const StageParams stage = stageParams(setup, 0);
        const ModelSpec& model = whole.model;
        const auto hidden = static_cast<double>(model.hidden), layers = static_cast<double>(model.layers);
        const double routers =
            whole.moe ? layerParams(setup).router * static_cast<double>(moeLayerCount(whole)) : 0;
        const double norms = (2 * layers + 1) * (2 * hidden - normParams(setup));
        const double copies = model.tiedEmbeddings ? 1 : 2;
        const double blocks =
            stage.dense + stage.expert - routers - positionParams(setup) - copies * hidden + norms;
        const double matrices = pp > 1 ? 1 : copies;
        return Guess{(*m_draft.log.loadedShardParams * tp - blocks / pp) / (matrices * hidden),
                     *m_draft.log.loadedShardParams, m_draft.log.loadedShardLine,
                     sentence("Vocabulary %1, from the parameters of the most loaded shard.")};
    }

    LogDraft& m_draft;
    double m_step;
};

} // namespace

void findLogVocabulary(LogDraft& draft) {
    Vocabulary(draft).find();
}

} // namespace moe
