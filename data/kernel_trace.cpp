// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/kernel_trace.h"

#include "data/json_events.h"
#include "data/number.h"
#include "data/text.h"

#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace moe {
namespace {

// In µs: clocks count from 1970 or from when the machine started, and no kernel runs for eleven days.
constexpr double kLatest = 1e19, kLongest = 1e12;

/// Keeps the values of one event that matter, and forgets the rest as it comes.
class TraceReader : public YAML::EventHandler {
public:
    explicit TraceReader(KernelTrace& trace) : m_trace(trace) {}
    bool hasEvents = false;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override { value({}); }
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string& text) override {
        if (!m_open.empty() && m_open.back().isMap && !m_open.back().hasKey) {
            m_open.back().key = text;
            m_open.back().hasKey = true;
            return;
        }
        value(text);
    }
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        if (m_open.size() == 1 && keyAt(0) == "traceEvents") hasEvents = true;
        m_open.push_back({});
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        m_open.push_back({.isMap = true});
        if (isEvent()) m_event = {};
    }
    void OnMapEnd() override {
        if (isEvent()) take();
        close();
    }
    void finish();

private:
    struct Open {
        bool isMap = false, hasKey = false;
        std::string key = {};
    };
    struct Event {
        std::string phase, category, name, collective, start, duration;
        std::int32_t device = 0;
    };
    KernelTrace& m_trace;
    std::vector<Open> m_open;
    Event m_event;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::vector<TracedSpan> m_gpuSteps, m_hostSteps;

    std::string_view keyAt(std::size_t depth) const {
        return depth < m_open.size() ? std::string_view(m_open[depth].key) : std::string_view();
    }
    bool isEvent() const { return m_open.size() == 3 && m_open[2].isMap && keyAt(0) == "traceEvents"; }
    void close() {
        m_open.pop_back();
        if (!m_open.empty()) m_open.back().hasKey = false;
    }
    void value(std::string_view text);
    void take();
};

void TraceReader::value(std::string_view text) {
    if (m_open.empty()) return;
    Open& open = m_open.back();
    open.hasKey = false;
    const std::string_view key = open.key;
    if (isEvent()) {
        const std::array<std::pair<std::string_view, std::string*>, 5> kept{{{"ph", &m_event.phase},
                                                                             {"cat", &m_event.category},
                                                                             {"name", &m_event.name},
                                                                             {"ts", &m_event.start},
                                                                             {"dur", &m_event.duration}}};
        for (const auto& [name, to] : kept)
            if (key == name) *to = text;
    } else if (m_open.size() == 4 && keyAt(0) == "traceEvents" && keyAt(2) == "args") {
        if (key == "Collective name") m_event.collective = text;
        if (const double device = parseNumber(text).value_or(0); key == "device" && std::abs(device) < 1e9)
            m_event.device = static_cast<std::int32_t>(device);
    } else if (m_open.size() == 3 && keyAt(0) == "deviceProperties" && key == "name" && m_trace.gpu.empty()) {
        m_trace.gpu = text;
    } else if (m_open.size() == 2 && keyAt(0) == "distributedInfo") {
        const std::optional<double> number = parseNumber(text);
        if (!number || !(*number >= 0 && *number < 1e9)) return;
        if (key == "rank") m_trace.rank = static_cast<int>(*number);
        if (key == "world_size") m_trace.worldSize = static_cast<int>(*number);
    }
}

void TraceReader::take() {
    if (m_event.phase != "X") return;
    std::string category = m_event.category; // older versions: "Kernel", "Memcpy"
    std::transform(category.begin(), category.end(), category.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const bool isStep = m_event.name.starts_with("ProfilerStep#");
    const bool isWork = category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset" ||
                        category == "memcpy" || category == "memset";
    if (!isStep && !isWork) return;
    const std::optional<double> start = parseNumber(m_event.start), length = parseNumber(m_event.duration);
    if (!start || !length || !(std::abs(*start) <= kLatest) || !(*length >= 0 && *length <= kLongest)) {
        if (isWork) ++m_trace.unusable;
        return;
    }
    const Seconds begin = *start * microsecond, duration = *length * microsecond;
    if (isStep) {
        (category == "gpu_user_annotation" ? m_gpuSteps : m_hostSteps).push_back({begin, begin + duration});
        return;
    }
    std::string name = std::move(m_event.name);
    if (!m_event.collective.empty()) name += " [" + m_event.collective + "]";
    const auto [at, isNew] =
        m_names.try_emplace(std::move(name), static_cast<std::uint32_t>(m_trace.names.size()));
    if (isNew) m_trace.names.push_back(at->first);
    m_trace.kernels.push_back({begin, duration, at->second, m_event.device});
}

void TraceReader::finish() {
    const auto earlier = [](const auto& a, const auto& b) { return a.start < b.start; };
    // The host runs ahead of the GPU: its steps only count where the GPU's are not marked.
    m_trace.steps = m_gpuSteps.empty() ? std::move(m_hostSteps) : std::move(m_gpuSteps);
    std::sort(m_trace.steps.begin(), m_trace.steps.end(), earlier);
    std::stable_sort(m_trace.kernels.begin(), m_trace.kernels.end(), earlier);
}

} // namespace

Result<KernelTrace> readKernelTrace(std::string_view text, const std::string& source) {
    const auto refused = [&](Message rule) { return Problem{source, 1, 1, {}, std::move(rule), {}}; };
    text = withoutBom(text);
    if (text.starts_with("\x1f\x8b")) return refused(say("is compressed: unpack it with gunzip"));
    std::string wrapped;
    if (const std::size_t at = text.find_first_not_of(" \t\r\n");
        at != std::string_view::npos && text[at] == '[') {
        wrapped = "{\"traceEvents\":" + std::string(text) + "}";
        text = wrapped;
    }
    if (!isJsonObject(text)) return refused(say("expected a Chrome trace, JSON with \"traceEvents\""));
    KernelTrace trace;
    trace.source = source;
    TraceReader reader(trace);
    sendJson(text, reader);
    if (!reader.hasEvents) return refused(say("expected a Chrome trace, JSON with \"traceEvents\""));
    reader.finish();
    if (trace.kernels.empty())
        return refused(
            trace.unusable > 0
                ? say("none of its %1 GPU events has a start and a duration", trace.unusable)
                : say("holds no GPU kernels: record with ProfilerActivity.CUDA, and not only the host"));
    return trace;
}

} // namespace moe
