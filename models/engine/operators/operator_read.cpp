// SPDX-License-Identifier: GPL-3.0-or-later
// operatorsFrom: the models of a file.

#include "models/engine/operators/operator_file.h"
#include "models/engine/operators/packed_text.h"

#include <algorithm>

namespace moe {
namespace {

constexpr Generation kGenerations[] = {Generation::Ampere, Generation::Hopper, Generation::Blackwell,
                                       Generation::Ada};

/// Entries are read in order; what a key is told for goes into the newest model or slice.
class OperatorReader {
public:
    explicit OperatorReader(std::string source) : m_source(std::move(source)) {}

    Result<OperatorMachine> read(const Document& document) {
        bool known = false;
        for (const DocumentEntry& entry : document) {
            if (entry.key == "schema") {
                known = entry.text() == kOperatorsSchema;
                if (!known) complain(entry, say("must be %1", std::string(kOperatorsSchema)));
            } else if (entry.key.starts_with("operators.")) {
                inOperator(entry);
            } else {
                atTop(entry);
            }
            if (m_problems.size() > 20) break; // each of the rest would follow from these
        }
        if (!known && m_problems.empty())
            m_problems.push_back({m_source, 1, 1, "schema", say("must be given"), {}});
        for (const OperatorModel& model : m_machine.models) check(model);
        if (!m_problems.empty()) return std::move(m_problems);
        return std::move(m_machine);
    }

private:
    void complain(const DocumentEntry& entry, Message rule) {
        m_problems.push_back(
            {m_source, entry.line, entry.column, entry.key, std::move(rule), entry.text().substr(0, 60)});
    }

    void atTop(const DocumentEntry& entry) {
        if (entry.key == "gpu") {
            m_machine.gpu.key = entry.text();
        } else if (entry.key == "folder") {
            m_machine.gpu.folder = entry.text();
        } else if (entry.key == "generation") {
            for (const Generation one : kGenerations)
                if (entry.text() == operatorGeneration(one)) m_machine.gpu.generation = one;
        } else if (entry.key == "rates") {
            std::vector<double> values;
            if (!numbersOf(entry.text(), values) || values.size() != 5)
                return complain(entry, say("must be numbers"));
            m_machine.gpu.rates = {values[0], values[1], values[2], values[3], values[4]};
        }
    }

    void inOperator(const DocumentEntry& entry) {
        const std::vector<std::string_view> path = partsOf(entry.key, ".");
        if (path.size() < 3) return complain(entry, say("is no key of this file"));
        if (path[1] != m_operator) {
            m_operator = path[1];
            m_slice.clear();
            m_machine.models.emplace_back();
        }
        OperatorModel& model = m_machine.models.back();
        const std::string_view key = path[2];
        if (key == "op") {
            if (const std::optional<OperatorOp> op = operatorNamed(entry.text()))
                model.op = *op;
            else
                complain(entry, say("is no operator of a profile"));
        } else if (key == "dtype") {
            model.dtype = entry.text();
            model.numbers = operatorNumbers(model.dtype);
        } else if (key == "load") {
            model.load = entry.text();
        } else if (key == "backend") {
            model.backend = entry.text();
        } else if (key == "version") {
            model.version = entry.text();
        } else if (key == "file") {
            model.file = entry.text();
        } else if (key == "sha256") {
            model.sha256 = entry.text();
        } else if (key == "errors") {
            errors(entry, model.errors);
        } else if (key == "bands") {
            bands(entry, model.bands);
        } else if (key == "slices" && path.size() == 5) {
            if (path[3] != m_slice) {
                m_slice = path[3];
                model.slices.emplace_back();
            }
            slice(entry, path[4], model.slices.back());
        } else if (key == "exact" && path.size() == 4) {
            exact(entry, path[3], model);
        } else {
            complain(entry, say("is no key of this file"));
        }
    }

    void slice(const DocumentEntry& entry, std::string_view key, OperatorSlice& slice) {
        std::vector<double> values;
        Surface& surface = slice.surface;
        if (key == "knots") {
            const std::optional<std::vector<std::int8_t>> bytes = bytesOf(entry.text());
            if (!bytes) return complain(entry, say("must be base64"));
            surface.knots = *bytes;
            return;
        }
        if (key == "axes") {
            const std::string text = entry.text();
            for (const std::string_view part : partsOf(text, ", ")) {
                std::vector<double> axis;
                if (!numbersOf(part, axis) || axis.empty() || !std::is_sorted(axis.begin(), axis.end()))
                    return complain(entry, say("must be numbers"));
                surface.axes.push_back(std::move(axis));
            }
            if (surface.axes.size() > kSurfaceAxes) complain(entry, say("must be four axes at most"));
            return;
        }
        if (!numbersOf(entry.text(), values)) return complain(entry, say("must be numbers"));
        const auto take = [&](auto& into) {
            if (values.size() != into.size()) return complain(entry, say("must be numbers"));
            std::copy(values.begin(), values.end(), into.begin());
        };
        if (key == "key") {
            take(slice.key);
        } else if (key == "least") {
            take(surface.least);
        } else if (key == "most") {
            take(surface.most);
        } else if (key == "step" && values.size() == 1) {
            surface.step = values[0];
        } else if (key == "roof" && values.size() == 4 && values[1] > 0 && values[2] > 0 && values[3] > 0) {
            surface.roof = {values[0], values[1], values[2], values[3]};
        } else {
            complain(entry, say("is no key of this file"));
        }
    }

    void exact(const DocumentEntry& entry, std::string_view key, OperatorModel& model) {
        ExactRows& exact = model.exact;
        std::vector<double> values;
        if (key == "errors") return errors(entry, model.exactErrors);
        if (key == "bands") return bands(entry, model.exactBands);
        if (key == "layers") return layers(entry, exact);
        if (key == "values") return rows(entry, exact);
        if (!numbersOf(entry.text(), values) || values.empty())
            return complain(entry, say("must be numbers"));
        if (key == "tokens")
            exact.tokens = std::move(values);
        else if (key == "step")
            exact.step = values.front();
        else
            complain(entry, say("is no key of this file"));
    }

    void layers(const DocumentEntry& entry, ExactRows& exact) {
        if (entry.text() == kSameLayers) {
            if (m_machine.models.size() < 2) return complain(entry, say("needs an entry before it"));
            exact.groups = m_machine.models[m_machine.models.size() - 2].exact.groups;
            return;
        }
        const std::string text = entry.text();
        for (const std::string_view model : partsOf(text, "; ")) {
            const std::vector<std::string_view> halves = partsOf(model, ": ");
            std::vector<double> shape;
            if (halves.size() != 2 || !numbersOf(halves[0], shape) || shape.size() != 4)
                return complain(entry, say("must be \"hidden ffn top-k experts: tp/ep …; …\""));
            for (const std::string_view split : partsOf(halves[1], " ")) {
                const std::vector<std::string_view> degrees = partsOf(split, "/");
                std::vector<double> two;
                if (degrees.size() != 2 || !numbersOf(degrees[0], two) || !numbersOf(degrees[1], two) ||
                    two.size() != 2)
                    return complain(entry, say("must be \"hidden ffn top-k experts: tp/ep …; …\""));
                exact.groups.push_back({{shape[0], shape[1], shape[2], shape[3], two[0], two[1]}, {}});
            }
        }
        if (!std::is_sorted(exact.groups.begin(), exact.groups.end(),
                            [](const auto& a, const auto& b) { return a.key < b.key; }))
            complain(entry, say("must rise"));
    }

    void rows(const DocumentEntry& entry, ExactRows& exact) {
        const std::string text = entry.text();
        const std::size_t width = exact.tokens.size();
        if (text == kSameLayers && m_machine.models.size() > 1) { // check() compares the counts
            exact.groups = m_machine.models[m_machine.models.size() - 2].exact.groups;
            return;
        }
        if (width == 0 || text.size() != width * exact.groups.size())
            return complain(entry, say("must be a character per layer and count of tokens"));
        for (std::size_t i = 0; i < exact.groups.size(); ++i) {
            std::vector<std::int8_t>& values = exact.groups[i].values;
            values.clear();
            for (const char c : text.substr(i * width, width)) {
                const std::size_t digit = kSixBits.find(c);
                if (digit == std::string_view::npos) return complain(entry, say("must be base64"));
                values.push_back(c == kSixBits.back()
                                     ? ExactRows::kAbsent
                                     : static_cast<std::int8_t>(static_cast<int>(digit) - kExactMost));
            }
        }
    }

    void errors(const DocumentEntry& entry, OperatorErrors& errors) {
        std::vector<double> values;
        if (!numbersOf(entry.text(), values) || values.size() != 3 || !(values[2] >= 0 && values[2] < 1e9))
            return complain(entry, say("must be numbers"));
        errors = {static_cast<std::size_t>(values[2]), values[0] / 100, values[1] / 100};
    }

    void bands(const DocumentEntry& entry, std::vector<OperatorBand>& bands) {
        const std::string text = entry.text();
        for (const std::string_view part : partsOf(text, ", ")) {
            std::vector<double> values;
            if (!numbersOf(part, values) || values.size() < 2 || values.size() > 3 || !(values[0] > 0))
                return complain(entry, say("must be numbers"));
            OperatorBand band{.low = values[0], .high = values[1]};
            if (values.size() == 3) band.below = values[2];
            bands.push_back(band);
        }
    }

    /// What a look-up would stumble over.
    void check(const OperatorModel& model) {
        const auto lacks = [&](Message what) {
            m_problems.push_back({m_source, 0, 0, "operators", std::move(what),
                                  std::string(operatorRow(model.op).name) + " " + model.dtype});
        };
        if (model.slices.empty()) return lacks(say("needs a slice"));
        for (const OperatorSlice& slice : model.slices)
            if (slice.surface.knots.size() != gridSize(slice.surface.axes))
                return lacks(say("knots must be as many as the axes span"));
        for (const ExactRows::Group& group : model.exact.groups)
            if (group.values.size() != model.exact.tokens.size()) return lacks(say("needs values"));
    }

    std::string m_source, m_operator, m_slice;
    OperatorMachine m_machine;
    Problems m_problems;
};

} // namespace

Result<OperatorMachine> operatorsFrom(const Document& document, const std::string& source) {
    return OperatorReader(source).read(document);
}

} // namespace moe
