// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios drawn at random over every knob: presets changed in a few places, with extremes of each range
// among the changes. The same seed gives the same scenarios on every machine.

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace moe::test {

/// MOE_PROPERTY_SCENARIOS and MOE_PROPERTY_SEED make a run longer or another one.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
inline constexpr int kSlower = 8;
#else
inline constexpr int kSlower = 1;
#endif

inline unsigned seedOf(unsigned usual) {
    return qEnvironmentVariableIsSet("MOE_PROPERTY_SEED") ? qEnvironmentVariable("MOE_PROPERTY_SEED").toUInt()
                                                          : usual;
}
/// What ctest runs, and the unit of countOf().
inline constexpr int kUsually = 2000, kScenarios = 400;
/// How many of something that is done so often beside kScenarios scenarios.
inline int countOf(int usual) {
    const int asked = qEnvironmentVariableIsSet("MOE_PROPERTY_SCENARIOS")
                          ? qEnvironmentVariableIntValue("MOE_PROPERTY_SCENARIOS")
                          : kUsually / kSlower;
    return std::max(1, static_cast<int>(qint64{usual} * asked / kScenarios));
}

/// What a person needs to see it again. Qt Test cuts long messages off, so all of it goes to stderr too.
inline QByteArray account(const std::string& what, unsigned seed, int number, const Scenario& scenario) {
    std::fprintf(stderr, "%s\n%s\n", what.c_str(), scenarioText(scenario).c_str());
    return QByteArray::fromStdString(what + "; seed " + std::to_string(seed) + ", scenario " +
                                     std::to_string(number) + ":\n" + scenarioText(scenario));
}

/// QVERIFY2 with an account(…) of what does not hold, which costs more than many a law and is put together
/// for no other.
#define MOE_LAW(holds, ...)                                                                                  \
    do {                                                                                                     \
        if (!(holds)) QFAIL(moe::test::account(__VA_ARGS__));                                                \
    } while (false)

class ScenarioDraw {
public:
    explicit ScenarioDraw(unsigned seed) : m_random(seed) {
        for (const QString& name : QDir(":/presets").entryList({"*.yaml"}, QDir::Files, QDir::Name))
            m_presets.push_back(presetScenario(name.chopped(5).toStdString()));
        // Decode steps alone: what prompts that join them cost obeys few laws.
        for (Scenario& preset : m_presets)
            if (preset.serve) preset.serve->disaggregated = true;
    }

    /// Any scenario whose single keys are in range; about one in three keeps the rules between keys too.
    Scenario next() {
        Scenario made = below(40) == 0 ? Scenario{} : m_presets[below(m_presets.size())];
        if (below(3) != 0) layOut(made);
        if (below(30) == 0) setField(made, pick({"moe", "train", "serve"}), "null");
        for (std::size_t changes = below(6); changes > 0; --changes) {
            const Field& field = fields()[below(fields().size())];
            setField(made, field.key, text(field, made));
        }
        return made;
    }

    Scenario nextValid() {
        for (;;) {
            Scenario made = next();
            if (brokenRules(made, numbersCatalog()).empty()) return made;
        }
    }

    /// A text that no field of this kind takes, or that lies outside its range.
    std::string wrongText(const Field& field) {
        switch (field.kind) {
        case FieldKind::Integer:
        case FieldKind::Real: break;
        case FieldKind::Flag: return pick({"maybe", "2", "-1", "{}"});
        case FieldKind::Choice: return field.choices.empty() ? std::string() : pick({"none of them", "\n"});
        case FieldKind::Text:
            return pick({"full,core_attn", "core_attn,nothing", "1,-2", "a,b", "1e9", "0,0"});
        }
        switch (below(6)) {
        case 0:
            return QString::number(field.min - std::max(1e-3, std::abs(field.min)), 'g', 17).toStdString();
        case 1: return QString::number(field.max * 1.5 + 1, 'g', 17).toStdString();
        case 2: return pick({"nan", "inf", "-inf", "1e999", "-1e999"});
        case 3: return pick({"0x10", "1,5", "1.5.2", "--1", "1e", "k", "\xff", "1 2"});
        case 4: return field.kind == FieldKind::Integer ? "1.5" : "one";
        default: return field.optional ? "nothing" : "auto";
        }
    }

    std::size_t below(std::size_t end) { return m_random() % end; }

private:
    const char* pick(std::initializer_list<const char*> values) {
        return values.begin()[below(values.size())];
    }
    Count power(unsigned most) { return Count{1} << below(most + 1); }

    /// Degrees that often work out together.
    void layOut(Scenario& s) {
        s.parallel = {};
        s.parallel.tp = power(3);
        s.parallel.pp = below(2) ? 1 : power(3);
        s.parallel.vpp = below(3) ? 1 : 2;
        s.parallel.cp = below(3) ? 1 : 2;
        s.parallel.ep = s.moe ? power(5) : 1;
        s.parallel.etp = s.moe && below(4) == 0 ? 2 : 1;
        s.parallel.sequenceParallel = below(2) == 0;
        s.cluster.gpus = s.parallel.tp * s.parallel.pp * s.parallel.cp * power(8);
        if (!s.train) return;
        s.train->globalBatch = power(13);
        s.train->microBatch = power(3);
        s.train->zero = Count(below(4));
        s.train->recompute = {static_cast<Recompute::Mode>(below(3)), {}};
    }

    std::string text(const Field& field, const Scenario& scenario) {
        if (field.optional && below(4) == 0) return "auto";
        switch (field.kind) {
        case FieldKind::Flag: return pick({"true", "false"});
        case FieldKind::Choice:
            return field.choices.empty() ? shippedCatalog().gpus[below(shippedCatalog().gpus.size())].key
                                         : field.choices[below(field.choices.size())];
        case FieldKind::Text:
            if (std::string_view(field.key) == "train.recompute")
                return pick({"none", "full", "op-level", "core_attn", "moe_act,mlp", "moe,layernorm"});
            if (std::string_view(field.key) == "model.pattern")
                return pick({"", "full", "sliding*3,full", "chunked,full", "gdn*3,full", "kda*3,full",
                             "lightning*7,full", "mamba1,full", "conv*2,full", "full_mamba2", "mamba2,ffn",
                             "sparse", "none,full"});
            return pick({"", "1", "12,12", "1,2,3,4", "61"});
        case FieldKind::Integer:
        case FieldKind::Real: break;
        }
        double value = number(field, scenario);
        if (field.kind == FieldKind::Integer) value = std::floor(value);
        return fieldText(std::clamp(value, field.min, field.max));
    }

    double number(const Field& field, const Scenario& scenario) {
        const FieldValue held = field.get(scenario);
        const double now = std::holds_alternative<double>(held) ? std::get<double>(held) : 1;
        const double low = std::max(field.min, std::min(1e-6, field.max));
        switch (below(8)) {
        case 0: return field.min;
        case 1: return field.max;
        case 2: return 2 * now;
        case 3: return now / 2;
        case 4: return 3 * now;
        case 5: return std::ldexp(1.0, int(below(20)));
        default: {
            const double share = double(m_random()) / double(std::mt19937::max());
            return low * std::pow(field.max / low, share);
        }
        }
    }

    std::vector<Scenario> m_presets;
    std::mt19937 m_random;
};

} // namespace moe::test
