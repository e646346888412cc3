// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/kernel_trace.h"

#include "data/json_scan.h"
#include "data/number.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace moe {
namespace {

// In µs: clocks count from 1970 or from when the machine started, and no kernel runs for eleven days.
constexpr double kLatest = 1e19, kLongest = 1e12;

/// Keeps the values of one event that matter, as they stand in the text, and forgets the rest as it passes.
class TraceReader {
public:
    TraceReader(std::string_view text, KernelTrace& trace) : m_scan(text), m_trace(trace) {}

    /// False where the text is no JSON, or has no events.
    bool read() {
        const bool complete = m_scan.next() == '[' ? events() : whole();
        if (!complete || !m_scan.atEnd() || !m_hasEvents) return false;
        finish();
        return true;
    }

private:
    struct Event {
        std::string_view phase, category, name, start, duration, arguments;
    };
    JsonScan m_scan;
    KernelTrace& m_trace;
    bool m_hasEvents = false;
    std::unordered_map<std::string_view, std::uint32_t> m_names; ///< as written, of kernels without arguments
    std::unordered_map<std::string, std::uint32_t> m_read;
    std::vector<TracedSpan> m_gpuSteps, m_hostSteps;
    struct Launch {
        std::uint64_t correlation;
        Seconds time;
        bool graph;
    };
    std::vector<Launch> m_launches;
    std::vector<std::uint64_t> m_correlations; ///< of the kernels, 0 where none is said
    struct Arguments {
        std::string collective;
        std::int32_t device = 0;
        std::uint64_t correlation = 0;
    };

    bool whole() {
        return m_scan.object([&](std::string_view key) {
            if (key == "traceEvents" && m_scan.next() == '[') return events();
            if (key == "deviceProperties" && m_scan.next() == '[') return devices();
            if (key == "distributedInfo" && m_scan.next() == '{') return distributed();
            return m_scan.skip();
        });
    }

    bool devices() {
        return m_scan.array([&] {
            if (m_scan.next() != '{') return m_scan.skip();
            return m_scan.object([&](std::string_view key) {
                std::string_view value;
                if (!m_scan.value(value)) return false;
                if (key == "name" && m_trace.gpu.empty()) m_trace.gpu = jsonText(value);
                return true;
            });
        });
    }

    bool distributed() {
        return m_scan.object([&](std::string_view key) {
            std::string_view value;
            if (!m_scan.value(value)) return false;
            const std::optional<double> number = parseNumber(unquoted(value));
            if (!number || !(*number >= 0 && *number < 1e9)) return true;
            if (key == "rank") m_trace.rank = static_cast<int>(*number);
            if (key == "world_size") m_trace.worldSize = static_cast<int>(*number);
            return true;
        });
    }

    bool events() {
        m_hasEvents = true;
        return m_scan.array([&] {
            if (m_scan.next() != '{') return m_scan.skip();
            Event event;
            const bool good = m_scan.object([&](std::string_view key) {
                std::string_view value;
                if (!m_scan.value(value)) return false;
                if (key == "ph")
                    event.phase = unquoted(value);
                else if (key == "cat")
                    event.category = unquoted(value);
                else if (key == "name")
                    event.name = value;
                else if (key == "ts")
                    event.start = unquoted(value);
                else if (key == "dur")
                    event.duration = unquoted(value);
                else if (key == "args")
                    event.arguments = value;
                return true;
            });
            if (good) take(event);
            return good;
        });
    }

    static std::string_view unquoted(std::string_view value) {
        return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
    }

    static bool isWork(std::string_view category) {
        std::string lower(category.substr(0, 16)); // older versions: "Kernel", "Memcpy"
        for (char& c : lower)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return lower == "kernel" || lower == "gpu_memcpy" || lower == "gpu_memset" || lower == "memcpy" ||
               lower == "memset";
    }

    void take(const Event& event) {
        if (event.phase != "X") return;
        const std::string_view name = unquoted(event.name);
        const bool isStep = name.starts_with("ProfilerStep#");
        const bool work = !isStep && isWork(event.category);
        if (!isStep && !work) {
            if (isRuntime(event.category))
                takeLaunch(event, name);
            else
                takeOperator(event.category, name);
            return;
        }
        const std::optional<double> start = parseNumber(event.start), length = parseNumber(event.duration);
        if (!start || !length || !(std::abs(*start) <= kLatest) || !(*length >= 0 && *length <= kLongest)) {
            if (work) ++m_trace.unusable;
            return;
        }
        const Seconds begin = *start * microsecond, duration = *length * microsecond;
        if (isStep) {
            (event.category == "gpu_user_annotation" ? m_gpuSteps : m_hostSteps)
                .push_back({begin, begin + duration});
            return;
        }
        const Arguments arguments = readArguments(event.arguments);
        m_trace.kernels.push_back(
            {begin, duration, nameOf(event.name, arguments.collective), arguments.device, {}, false});
        m_correlations.push_back(arguments.correlation);
    }

    /// Calls of the CUDA and HIP runtimes and drivers.
    static bool isRuntime(std::string_view category) {
        return category == "cuda_runtime" || category == "cuda_driver" || category == "Runtime" ||
               category == "hip_runtime";
    }

    void takeLaunch(const Event& event, std::string_view name) {
        const std::optional<double> start = parseNumber(event.start);
        const std::uint64_t correlation = readArguments(event.arguments).correlation;
        if (!start || !(std::abs(*start) <= kLatest) || correlation == 0) return;
        const bool graph = name.find("GraphLaunch") != std::string_view::npos;
        m_launches.push_back({correlation, *start * microsecond, graph});
        if (graph) m_trace.replays.push_back(m_launches.back().time);
    }

    /// The host says whether it trains: backward passes run in PyTorch's autograd engine.
    void takeOperator(std::string_view category, std::string_view name) {
        if (category != "cpu_op" && category != "Operator" && category != "user_annotation") return;
        if (category != "user_annotation") ++m_trace.operators;
        m_trace.trains = m_trace.trains || name.starts_with("autograd::engine") ||
                         name.starts_with("Optimizer.step") || name.ends_with("Backward0") ||
                         name.ends_with("Backward");
    }

    static Arguments readArguments(std::string_view text) {
        Arguments made;
        if (text.empty() || text.front() != '{') return made;
        JsonScan scan(text);
        scan.object([&](std::string_view key) {
            std::string_view value;
            if (!scan.value(value)) return false;
            if (key == "Collective name") made.collective = jsonText(value);
            if (key != "device" && key != "correlation") return true;
            const double number = parseNumber(unquoted(value)).value_or(0);
            if (key == "device" && std::abs(number) < 1e9) made.device = static_cast<std::int32_t>(number);
            if (key == "correlation" && number > 0 && number < 1e15)
                made.correlation = static_cast<std::uint64_t>(number);
            return true;
        });
        return made;
    }

    std::uint32_t nameOf(std::string_view written, const std::string& collective) {
        if (collective.empty())
            if (const auto known = m_names.find(written); known != m_names.end()) return known->second;
        std::string name = jsonText(written);
        if (!collective.empty()) name += " [" + collective + "]";
        const auto [at, isNew] =
            m_read.try_emplace(std::move(name), static_cast<std::uint32_t>(m_trace.names.size()));
        if (isNew) m_trace.names.push_back(at->first);
        if (collective.empty()) m_names.emplace(written, at->second);
        return at->second;
    }

    void finish() {
        const auto earlier = [](const auto& a, const auto& b) { return a.start < b.start; };
        // The host runs ahead of the GPU: its steps only count where the GPU's are not marked, and then a
        // step is what was launched in it.
        m_trace.hostSteps = m_gpuSteps.empty() && !m_hostSteps.empty();
        m_trace.steps = m_gpuSteps.empty() ? std::move(m_hostSteps) : std::move(m_gpuSteps);
        findLaunches();
        std::sort(m_trace.steps.begin(), m_trace.steps.end(), earlier);
        std::sort(m_trace.replays.begin(), m_trace.replays.end());
        std::stable_sort(m_trace.kernels.begin(), m_trace.kernels.end(), earlier);
    }

    void findLaunches() {
        std::sort(m_launches.begin(), m_launches.end(),
                  [](const Launch& a, const Launch& b) { return a.correlation < b.correlation; });
        for (std::size_t i = 0; i < m_trace.kernels.size(); ++i) {
            const std::uint64_t wanted = m_correlations[i];
            const auto launch = std::lower_bound(
                m_launches.begin(), m_launches.end(), wanted,
                [](const Launch& one, std::uint64_t number) { return one.correlation < number; });
            if (wanted == 0 || launch == m_launches.end() || launch->correlation != wanted) continue;
            TracedKernel& kernel = m_trace.kernels[i];
            kernel.replayed = launch->graph;
            // Clocks of host and GPU differ by less than a kernel takes.
            if (m_trace.hostSteps) kernel.ahead = kernel.start - launch->time;
        }
    }
};

} // namespace

Result<KernelTrace> readKernelTrace(std::string_view text, const std::string& source) {
    const auto refused = [&](Message rule) { return Problem{source, 1, 1, {}, std::move(rule), {}}; };
    text = withoutBom(text);
    if (text.starts_with("\x1f\x8b")) return refused(say("is compressed: unpack it with gunzip"));
    KernelTrace trace;
    trace.source = source;
    if (!TraceReader(text, trace).read())
        return refused(say("expected a Chrome trace, JSON with \"traceEvents\""));
    if (trace.kernels.empty())
        return refused(
            trace.unusable > 0
                ? say("none of its %1 GPU events has a start and a duration", trace.unusable)
                : say("holds no GPU kernels: record with ProfilerActivity.CUDA, and not only the host"));
    return trace;
}

} // namespace moe
