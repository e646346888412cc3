// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/operator_profiles.h"

#include "data/number.h"
#include "models/engine/profiles/profile_analytic.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

bool profiledKind(const Setup& s) {
    const PrecisionSpec& precision = s.scenario->precision;
    return !s.isMoe && !s.mla && s.plan->alike && s.mixer == LayerKind::Full && s.cp <= 1 &&
           precision.weights == DataType::Bf16 && precision.compute == DataType::Bf16 &&
           precision.kvCache == DataType::Bf16;
}

bool hasFittedRates(const GpuSpec& gpu, const GpuSpec& preset) {
    return preset.mfu == 0 && preset.bandwidthUtil == 0 && gpu.mfu == 0 && gpu.bandwidthUtil == 0;
}

/// Where nothing of a profile is left: a factor of two.
const double kFarthest = std::log(2.0);

bool hasValue(const ProfileTable& table, const char* column, double wanted) {
    const std::vector<double>* cells = table.numbers(column);
    return cells != nullptr && std::find(cells->begin(), cells->end(), wanted) != cells->end();
}

double apart(double a, double b) {
    return a > 0 && b > 0 ? std::abs(std::log(a / b)) : (a == b ? 0 : kFarthest);
}

/// How far the setup's sizes are from those that a table has, as sums of logarithms; kFarthest or more: too
/// far.
double shapeDistance(const ProfileTable& table, const Setup& s) {
    const ProfileShape shape = profileShapeOf(table, 0, false);
    if (!hasValue(table, "num_tensor_parallel_workers", s.tp)) return kFarthest;
    const double attention =
        apart(shape.hidden, s.h) + apart(shape.heads, s.n) + apart(shape.kvHeads, s.g) + apart(s.q, s.h);
    if (table.kind == ProfileKind::Attention) return attention;
    return shape.gated == (s.up == 2) ? attention + apart(shape.ffn, s.f) : kFarthest;
}

/// Tables of one model's attention shape.
bool sameHeads(const ProfileTable& a, const ProfileTable& b) {
    const ProfileShape one = profileShapeOf(a, 0, false), other = profileShapeOf(b, 0, false);
    return one.hidden == other.hidden && one.heads == other.heads && one.kvHeads == other.kvHeads;
}

ProfileQuery queryOf(const ProfileTable& table, const char* op, bool prefill, double tp) {
    ProfileQuery query;
    query.op = op;
    if (prefill) query.chunk = 1;
    if (table.kind == ProfileKind::AllReduce)
        query.workers = query.devicesPerNode = tp;
    else
        query.tp = tp;
    return query;
}

double keyX(const ProfileShape& keys, ProfileAxes axes, bool prefill) {
    if (axes == ProfileAxes::Tokens || axes == ProfileAxes::Size) return 0;
    return prefill ? keys.kv : keys.batch;
}
double keyY(const ProfileShape& keys, ProfileAxes axes, bool prefill) {
    if (axes == ProfileAxes::Tokens) return keys.tokens;
    if (axes == ProfileAxes::Size) return keys.size;
    return prefill ? keys.chunk : keys.kv;
}

/// Operators that an engine may run fused into their neighbours: without a column they cost nothing.
bool mayBeMissing(std::string_view op) {
    return op == "attn_kv_cache_save" || op == "attn_input_reshape" || op == "attn_output_reshape" ||
           op == "post_attention_layernorm";
}

} // namespace

std::shared_ptr<const OperatorCurve> operatorCurve(const ProfileTable& table, const ProfileQuery& query,
                                                   const GpuSpec& gpu) {
    const Result<ProfileSeries> series = profileSeries(table, query, gpu);
    if (!series || series->points.empty()) return nullptr;
    OperatorCurve curve{ProfileCurve(series->points), series->shape, table.shipped != nullptr, {}};
    const ProfileKnotsOf::Curve* shipped =
        shippedCurve(table, query.op, query.chunk.has_value(), series->values);
    curve.error = shipped != nullptr ? std::optional(shipped->median) : curve.curve.leaveOneOutError();
    return std::make_shared<const OperatorCurve>(std::move(curve));
}

std::shared_ptr<const OperatorProfiles> OperatorProfiles::match(const Setup& setup, const Catalog& catalog) {
    std::shared_ptr<const OperatorProfiles> found = near(setup, catalog);
    return found && found->weight() == 1 && !found->m_edited ? found : nullptr;
}

std::shared_ptr<const OperatorProfiles> OperatorProfiles::near(const Setup& setup, const Catalog& catalog) {
    if (!catalog.profiles || !profiledKind(setup)) return nullptr;
    const GpuSpec* preset = catalog.gpu(setup.scenario->gpu.preset);
    if (preset == nullptr || !hasFittedRates(setup.gpu, *preset)) return nullptr;
    auto made = std::make_shared<OperatorProfiles>();
    const auto isOfDevice = [&](const ProfileTable& table) {
        return table.place.network.empty() && profileGpuOf(catalog, table) == preset;
    };
    double far = kFarthest;
    const auto nearest = [&](ProfileKind kind, const ProfileTable* beside) {
        const ProfileTable* found = nullptr;
        double least = kFarthest;
        for (const ProfileTable& table : catalog.profiles->tables) {
            if (table.kind != kind || (beside != nullptr && !sameHeads(table, *beside))) continue;
            const double distance = shapeDistance(table, setup);
            if (distance >= kFarthest || distance > least || !isOfDevice(table)) continue;
            least = distance;
            found = &table;
        }
        if (found != nullptr && beside == nullptr) far = least;
        return found;
    };
    made->m_mlp = nearest(ProfileKind::Mlp, nullptr);
    made->m_attention = nearest(ProfileKind::Attention, made->m_mlp);
    if (made->m_mlp == nullptr && made->m_attention == nullptr) return nullptr;
    // A model whose MLP was profiled too is left with its MLP, else its attention would come back far off.
    if (made->m_mlp == nullptr)
        for (const ProfileTable& table : catalog.profiles->tables)
            if (table.kind == ProfileKind::Mlp && sameHeads(table, *made->m_attention) && isOfDevice(table))
                return nullptr;
    made->m_weight = 1 - far / kFarthest;
    const ProfileTable& shown = made->m_mlp != nullptr ? *made->m_mlp : *made->m_attention;
    made->m_from = say(shown.shipped ? "%1, shipped curves" : "%1, measured rows",
                       shown.place.device + " " + shown.place.model + ", TP " + numberText(setup.tp));
    for (const ProfileTable& table : catalog.profiles->tables)
        if (table.kind == ProfileKind::AllReduce && table.place.network == shown.place.device + "_dgx" &&
            hasValue(table, "num_workers", setup.tp))
            made->m_allReduce = &table;
    made->m_set = catalog.profiles;
    made->m_gpu = *preset;
    made->m_asked = setup.gpu;
    made->m_edited = setup.gpu.bf16.base != preset->bf16.base || setup.gpu.hbm.base != preset->hbm.base ||
                     setup.gpu.nvlink.base != preset->nvlink.base;
    made->m_tp = setup.tp;
    made->m_shape.hidden = setup.h;
    made->m_shape.heads = setup.n;
    made->m_shape.kvHeads = setup.g;
    made->m_shape.ffn = setup.f;
    return made;
}

std::optional<OperatorTime> OperatorProfiles::at(const char* op, const ProfileShape& keys) const {
    const ProfileOperatorRow& row = *profileOperator(op);
    const ProfileTable* table = row.axes == ProfileAxes::Size     ? m_allReduce
                                : row.axes == ProfileAxes::Tokens ? m_mlp
                                                                  : m_attention;
    if (table == nullptr || table->find(op) == nullptr) return std::nullopt;
    const bool prefill =
        row.axes == ProfileAxes::Prefill || (row.axes == ProfileAxes::Phase && keys.chunk > 0);
    const ProfileQuery query = queryOf(*table, op, prefill, m_tp);
    const std::shared_ptr<const OperatorCurve> curve =
        m_set->curves ? m_set->curves->curve(*table, query, m_gpu) : operatorCurve(*table, query, m_gpu);
    if (!curve) return std::nullopt;
    ProfileShape asked = curve->shape;
    asked.tokens = keys.tokens;
    asked.batch = keys.batch;
    asked.kv = keys.kv;
    asked.chunk = keys.chunk;
    asked.size = keys.size;
    const ProfileEstimate estimate = curve->curve.at(
        keyX(keys, row.axes, prefill), keyY(keys, row.axes, prefill), idealTime(row.work(asked), m_gpu).base);
    const bool knot = curve->shipped && estimate.origin == Origin::Measured;
    OperatorTime time{{estimate.seconds}, knot ? Origin::Interpolated : estimate.origin, curve->error};
    if (m_weight == 1 && !m_edited) return time;
    // Beside what was measured: as the analytic model says that these sizes or rates differ.
    ProfileShape own = asked;
    own.hidden = m_shape.hidden;
    own.heads = m_shape.heads;
    own.kvHeads = m_shape.kvHeads;
    own.ffn = m_shape.ffn;
    const std::optional<AnalyticTime> from = analyticTime(row, asked, m_gpu),
                                      to = analyticTime(row, own, m_asked);
    if (from && to && from->seconds.base > 0) time.seconds = (to->seconds / from->seconds) * time.seconds;
    time.origin = std::max(time.origin, Origin::Extrapolated);
    return time;
}

std::vector<OperatorRun> layerOperators(const Setup& s, const PassShape& shape) {
    ProfileShape all;
    all.tokens = shape.sequences + shape.promptTokens;
    ProfileShape decode;
    decode.batch = decode.tokens = shape.sequences;
    decode.kv = shape.context;
    // A prompt longer than a step comes in chunks, with half of what came before in the cache on average.
    ProfileShape prefill;
    const bool whole = shape.promptTokens >= shape.prompt;
    prefill.chunk = prefill.tokens = whole ? shape.prompt : shape.promptTokens;
    prefill.kv = whole ? 0 : (shape.prompt - shape.promptTokens) / 2;
    const double prompts = whole && shape.prompt > 0 ? shape.promptTokens / shape.prompt : 1;
    ProfileShape reduce;
    reduce.size = 2 * all.tokens * s.h;

    std::vector<OperatorRun> runs;
    const auto add = [&](const char* op, PassPart part, const ProfileShape& keys, double count = 1) {
        runs.push_back({op, part, count, keys});
    };
    const auto attention = [&](const char* op, PassPart part, bool both) {
        if (shape.sequences > 0 && (both || std::string_view(op) == "attn_decode")) add(op, part, decode);
        if (shape.promptTokens > 0 && (both || std::string_view(op) == "attn_prefill"))
            add(op, part, prefill, prompts);
    };
    add("input_layernorm", PassPart::Small, all);
    add("attn_pre_proj", PassPart::Projections, all);
    add("attn_rope", PassPart::Small, all);
    attention("attn_input_reshape", PassPart::Small, true);
    attention("attn_kv_cache_save", PassPart::Small, true);
    attention("attn_prefill", PassPart::Core, false);
    attention("attn_decode", PassPart::Core, false);
    attention("attn_output_reshape", PassPart::Small, true);
    add("attn_post_proj", PassPart::Projections, all);
    if (s.tp > 1) add("all_reduce", PassPart::AllReduce, reduce, 2);
    add("post_attention_layernorm", PassPart::Small, all);
    add("mlp_up_proj", PassPart::Mlp, all);
    add("mlp_act", PassPart::Small, all);
    add("mlp_down_proj", PassPart::Mlp, all);
    add("add", PassPart::Small, all);
    return runs;
}

std::vector<std::pair<PassPart, OperatorTime>> profiledParts(const OperatorProfiles& profiles, const Setup& s,
                                                             const PassShape& shape) {
    std::vector<std::pair<PassPart, OperatorTime>> parts;
    std::vector<PassPart> incomplete;
    for (const OperatorRun& run : layerOperators(s, shape)) {
        const std::optional<OperatorTime> time = profiles.at(run.op, run.keys);
        if (!time && !mayBeMissing(run.op)) incomplete.push_back(run.part);
        if (!time) continue;
        auto part =
            std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.first == run.part; });
        if (part == parts.end())
            part = parts.insert(part, {run.part, OperatorTime{{}, Origin::Measured, {}}});
        part->second.seconds += run.count * time->seconds;
        part->second.origin = std::max(part->second.origin, time->origin);
    }
    std::erase_if(parts, [&](const auto& part) {
        return std::find(incomplete.begin(), incomplete.end(), part.first) != incomplete.end();
    });
    return parts;
}

ProfileReport profileReport(const Setup& s, const OperatorProfiles& profiles) {
    ProfileReport report;
    report.from = profiles.from();
    const auto add = [&](const char* key, const char* label, bool used, const PassShape& shape) {
        ProfiledPass pass{key, label, used, {}};
        for (const OperatorRun& run : layerOperators(s, shape)) {
            const std::optional<OperatorTime> time = profiles.at(run.op, run.keys);
            if (!time) continue;
            const ProfileOperatorRow& row = *profileOperator(run.op);
            ProfileShape asked = run.keys;
            asked.hidden = s.h;
            asked.heads = s.n;
            asked.kvHeads = s.g;
            asked.ffn = s.f;
            asked.gated = s.up == 2;
            asked.tp = s.tp;
            asked.workers = asked.devicesPerNode = s.tp;
            const std::optional<AnalyticTime> model = analyticTime(row, asked, profiles.gpu());
            pass.operators.push_back({row.name, row.label, run.count, time->seconds,
                                      model ? std::optional(model->seconds) : std::nullopt, time->origin,
                                      time->error});
        }
        if (!pass.operators.empty()) report.passes.push_back(std::move(pass));
    };
    if (s.scenario->train && s.T > 0) {
        PassShape forward;
        forward.promptTokens = s.T;
        forward.prompt = std::min(s.s, s.T);
        add("train", "Forward pass of a micro-batch", false, forward);
    }
    if (s.scenario->serve) {
        const ServeSpec& serve = *s.scenario->serve;
        PassShape prefill, decode;
        prefill.prompt = static_cast<double>(serve.prompt);
        prefill.promptTokens =
            prefill.prompt / std::ceil(prefill.prompt / static_cast<double>(serve.prefillTokens));
        decode.sequences = static_cast<double>(serve.requests) / s.dp / s.pp;
        decode.context = serve.context ? static_cast<double>(*serve.context)
                                       : prefill.prompt + static_cast<double>(serve.output) / 2;
        add("prefill", "Prefill step", true, prefill);
        add("decode", "Decode step", true, decode);
    }
    return report;
}

} // namespace moe
