// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one input of every evaluation: an immutable value. Keys, ranges and help of each member stand in
// fields.cpp; defaults are those of a scenario file (README, "Scenario files").
// A nullopt member means "derive it" (from a preset, the stack or the other members): shape/setup.h does
// that.

#include "data/message.h"
#include "models/engine/scenario/day_spec.h"
#include "models/engine/scenario/rl_spec.h"
#include "models/engine/schedule/schedule_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moe {

using Count = std::int64_t;

enum class Attention { Mha, Gqa, Mla };
enum class Norm { RmsNorm, LayerNorm };
/// What one norm of the queries, and one of the keys, spans: nothing, a head (Qwen3), or all heads (OLMoE).
enum class QkNorm { None, Head, Width };
enum class Position { Rope, Learned };
/// PyTorch: its own modules on its own, without Megatron-LM's fused kernels and buffers.
enum class Stack { Megatron2024, Megatron2026, PyTorch };
enum class LossKernel { Unfused, Jit, Compiled, Eager, Fused, Chunked };
/// Flash1: fused attention of 2022 and 2023 (Triton, CUTLASS 1). Cudnn: cuDNN 9 on Hopper, which
/// scaled_dot_product_attention of PyTorch 2.11 takes there.
enum class AttentionKernel { Fused, FlashCopy, Sdpa, Unfused, Flash1, Cudnn };
enum class Probabilities { Combine, Activation }; ///< where router probabilities are applied
/// How the learning rate falls: cosine to 0 or to 10 % of its peak, warm-up–stable–decay, not at all.
enum class LrSchedule { Cosine, Cosine10, Wsd, Constant };
enum class Dispatcher { AllToAll, DeepEp, HybridEp };
/// What is recorded and replayed: nothing, parts of a layer, or the whole iteration.
enum class CudaGraphs { None, Scoped, Full };
enum class Optimizer { Adam, Muon };
enum class GradReduce { Bf16, Fp32 };
/// Which weights learn: all, low-rank adapters beside frozen ones, or none (a forward pass alone).
enum class Trainable { All, Lora, None };
/// Matrices that get an adapter. Qkv and Fc1: one for a fused product, as Megatron-LM has it.
enum class LoraTarget { Qkv, Q, K, V, O, Fc1, Gate, Up, Down };
/// Of routed experts: each has an adapter, those of a rank share one, or they have none.
enum class LoraExperts { Each, Shared, None };
/// How frozen matrices of layers are kept: bytesOfFrozen() in shape/fine_tuning.h.
enum class FrozenType { Bf16, Fp8, Int8, Nf4, Nf4Double };
/// Bits with their scales: bitsOf() in shape/number_format.h.
enum class DataType { Fp32, Bf16, Fp8, Int8, Int4, Fp8Block, MxFp8, MxFp4, NvFp4, Int4By64, Int4By32 };
/// What mixes the tokens of a layer; layerKinds() in shape/layer_kinds.h has a row for each.
enum class LayerKind {
    Full,
    Sliding,
    Chunked,
    Sparse,
    SparseShared,
    Blocks,
    Csa,
    Hca,
    Gdn,
    Kda,
    Lightning,
    Mamba1,
    Mamba2,
    Conv,
    FullMamba2,
    Ffn,
    None
};
enum class CpComm { Ring, AllToAll };
enum class A2aKernel { LowLatency, Normal };
enum class Distribution { Uniform, Zipf, LogNormal, Table };
enum class PlacementAlgorithm { Contiguous, RoundRobin, Random, Lpt, Eplb, EplbSwap, FewestActivated };
enum class Phase { Prefill, Decode };
/// Where serving takes operator times from: measured surfaces of the GPU or its generation where there are
/// any, of any GPU, or the analytic model alone.
enum class OperatorSource { Auto, Measured, Analytic };
enum class ServeEngine { TensorRtLlm, Vllm, SgLang, Steady };
enum class ServePolicy { PrefillFirst, Mixed };
/// Keys are loaded from a tier always, or only where that is quicker than to compute them.
enum class TierPolicy { Load, Faster };
/// Tiers get what the one above gives up, and hold it alone; or everything at once, as those above do.
enum class TierWrites { Evicted, Through };
enum class ServeArrival { Closed, Poisson, Gamma, Trace };

/// "sliding*5" of a pattern.
struct LayerRun {
    LayerKind kind = LayerKind::Full;
    Count count = 1;
    bool operator==(const LayerRun&) const = default;
};

struct ModelSpec {
    Count layers = 0;      ///< L, includes dense_layers, excludes mtp_layers
    Count denseLayers = 0; ///< first layers of an MoE that keep a dense FFN
    Count mtpLayers = 0;   ///< multi-token-prediction layers
    Count hidden = 0;      ///< h
    Count ffn = 0;         ///< f, dense FFN width
    Count vocab = 0;       ///< V, padded
    Count sequence = 0;    ///< s, tokens
    bool gated = true;     ///< SwiGLU: three matrices; else two
    bool tiedEmbeddings = false;
    Norm norm = Norm::RmsNorm;
    bool linearBias = false;
    Position position = Position::Rope;
    QkNorm qkNorm = QkNorm::None;
    Attention attention = Attention::Gqa;
    Count heads = 0;              ///< n
    std::optional<Count> kvHeads; ///< g; absent = heads
    std::optional<Count> headDim; ///< d; absent = hidden / heads
    Count qRank = 0;              ///< r_q; 0 = no query compression (MLA)
    Count kvRank = 0;             ///< r_kv (MLA)
    Count nopeDim = 0;            ///< d_n (MLA)
    Count ropeDim = 0;            ///< d_r (MLA)
    Count vDim = 0;               ///< d_v; beside other attention than MLA 0 = as wide as keys

    /// Cycled over the layers; empty: full attention, or what window, chunk and index make of it (layers.h).
    std::vector<LayerRun> pattern;
    Count window = 0;      ///< w, keys a sliding layer sees
    Count chunk = 0;       ///< C, tokens of a chunk that a chunked layer sees no further than
    Count globalEvery = 0; ///< without a pattern: every n-th layer sees all keys; 0 = none does
    std::optional<Count> slidingHeads, slidingKvHeads, slidingHeadDim,
        slidingVDim;           ///< of sliding layers; absent = as others
    bool sinks = false;        ///< one logit per head that takes attention away (gpt-oss)
    bool slidingSinks = false; ///< … in sliding layers alone (MiMo-V2)
    bool jointKv = false;      ///< a token's key and value are one vector for all heads (DeepSeek-V4)
    Count outputGroups = 0;    ///< heads are projected by groups to `outputRank`; 0 = one matrix
    Count outputRank = 0;      ///< … of each group
    Count csaRatio = 4, hcaRatio = 128; ///< tokens of a compressed key
    bool outputGate = false;      ///< attention's output is gated by a projection of its input (Qwen3-Next)
    bool headGate = false;        ///< … by one number per head (Step-3.5)
    bool keysAreValues = false;   ///< full layers have no value projection; the cache keeps both (Gemma 4)
    bool attentionBias = false;   ///< biases of the query, key and value projections
    bool outputBias = false;      ///< of attention's output projection
    bool headBias = false;        ///< of the LM head
    bool fourNorms = false;       ///< norms before and after both blocks of a layer (Gemma)
    bool sharedNorm = false;      ///< one norm feeds both blocks of a layer, which run side by side (GPT-J)
    bool oneBlock = false;        ///< a layer is a mixer or a feed-forward network, not both (Nemotron-H)
    Count kvSharedLayers = 0;     ///< last layers that use the keys and values of earlier ones
    Count kvShareFactor = 1;      ///< only every n-th layer has keys and values of its own (CLA)
    bool wideShared = false;      ///< layers that share keys have a network of twice the width (Gemma 4)
    std::vector<Count> ffnWidths; ///< of each layer, cycled; 0 = no network; empty: all have `ffn`
    Count streams = 1;            ///< m, residual streams that connections mix (hyper-connections)
    Count residualBlock = 0;      ///< layers whose summed outputs later ones attend to (Kimi K3); 0 = none
    Count layerEmbedding = 0;     ///< p, width of embeddings of its own that every layer reads (Gemma 4)
    Count layerVocab = 0;         ///< their rows; 0 = as `vocab`
    Count layerParams = 0;        ///< of each layer, beside those the other keys give: further norms, scalars
    Count linearKeyHeads = 0, linearValueHeads = 0, linearKeyDim = 0, linearValueDim = 0, linearConv = 4;
    bool linearFullGate = false; ///< Kimi delta's gate is one matrix, not two of low rank (Kimi K3)
    Count mambaInner = 0, mambaState = 0, mambaGroups = 1, mambaHeads = 0, mambaConv = 4, mambaDtRank = 0;
    bool mambaNorm = true; ///< Mamba-2 norms what its state gives (Falcon-H1 may do without)
    Count indexHeads = 0, indexDim = 0, indexTopK = 0; ///< of the indexer of sparse layers
    Count indexPool = 1;                               ///< tokens that share one of its keys
    bool operator==(const ModelSpec&) const = default;
};

struct MoeSpec {
    Count experts = 8;   ///< E, routed
    Count topK = 1;      ///< k
    Count expertFfn = 0; ///< fe
    Count sharedExperts = 0;
    std::optional<Count> sharedFfn; ///< fs, total shared width; absent = shared_experts · expert_ffn
    double capacityFactor = 0;      ///< 0 = dropless
    Count groups = 1;               ///< node-limited routing: expert groups
    Count groupLimit = 0;           ///< groups a token may use; 0 = all
    Count every = 1, offset = 0;    ///< layer i (from 0) routes where i mod every = offset
    std::vector<Count> layers;      ///< layers that route, from 0; empty: as every and offset say
    bool sharedGate = false;        ///< the shared expert's output has a gate of its own
    bool routerBias = false;        ///< one number per expert: a bias, or a correction of its score
    bool expertBias = false;        ///< the expert's products have biases
    Count latent = 0;               ///< width tokens are projected to before routed experts; 0 = hidden
    bool latentNorm = false;        ///< a norm of that width
    Count empty = 0;                ///< experts beside the others that do nothing (LongCat)
    bool operator==(const MoeSpec&) const = default;
};

/// Which parts are recomputed in the backward pass.
enum class RecomputePart { CoreAttn, LayerNorm, Mlp, Moe, MoeAct, MlaUpProj };
struct Recompute {
    enum class Mode { None, Full, OpLevel, Selective };
    Mode mode = Mode::None;
    std::vector<RecomputePart> parts; ///< sorted, unique; only with Selective
    bool has(RecomputePart part) const;
    bool operator==(const Recompute&) const = default;
};

/// Parts of the model that do not learn whatever else does.
struct FrozenParts {
    bool embeddings = false; ///< the token embedding, and the LM head where it is tied
    Count layers = 0;        ///< the first ones
    bool operator==(const FrozenParts&) const = default;
};

/// "512*6" of a packed sequence: samples of a length.
struct SampleRun {
    Count tokens = 0, count = 1;
    bool operator==(const SampleRun&) const = default;
};

struct TrainSpec {
    std::optional<std::string> recipe; ///< of recipes.h, where the keys it names came from; absent = none
    double tokens = 0;                 ///< D
    Count globalBatch = 0;             ///< sequences
    Count microBatch = 1;              ///< b, sequences
    double lr = 0;                     ///< peak learning rate
    LrSchedule scheduleLr = LrSchedule::Cosine;
    double cooldown = 0.2; ///< share of the steps in which a WSD schedule decays
    Recompute recompute;
    Stack stack = Stack::Megatron2026;
    std::optional<LossKernel> loss;
    bool parallelLoss = true; ///< cross-entropy on logits split over TP; false: every rank gathers them all
    std::optional<AttentionKernel> attentionKernel;
    std::optional<Probabilities> probabilities;
    std::optional<bool> dummyGradients; ///< Transformer-Engine dummy weight gradients
    Count zero = 1;                     ///< ZeRO stage 0–3
    std::optional<Count> shardGroup;    ///< replicas that share what ZeRO shards (HSDP); absent = all
    bool unshardedGrads = false;
    Count gradBytes = 4;                  ///< b_g
    std::optional<GradReduce> gradReduce; ///< gradients on their way; absent = as they are added up
    Optimizer optimizer = Optimizer::Adam;
    Count momentBytes = 4;
    bool masterWeights = true;
    double dropout = 0;
    std::optional<double> imbalance;  ///< λ; absent: the capacity factor, or by the routing
    std::optional<bool> maskInLoader; ///< absent = false (both stacks)
    Dispatcher dispatcher = Dispatcher::AllToAll;
    bool epOverlap = false;
    bool tpOverlap = false;
    bool dpOverlap = true;
    bool eager = false;
    CudaGraphs cudaGraphs = CudaGraphs::None;
    bool fusedGroupedMlp = false; ///< both products of the experts and the activation between in one kernel
    bool delayWgrad = false;      ///< weight gradients run apart, beside the backward dispatch
    bool narrowWeights = false;   ///< matrices live in the compute type alone, no bf16 copy beside
    bool narrowActivations =
        false; ///< what activation functions read is kept in 8 bits, what attention gave in 12
    double activationOffload = 0; ///< share of the saved activations kept in the host's memory
    bool deterministic = false;
    bool fp8Attention = false; ///< the core of attention computes in 8 bits
    bool fusedRope = false;    ///< MLA: rotation, split and copies of queries and keys in one kernel each
    /// Absent: 1F1B; interleaved where VPP > 1, with pairs where the all-to-all overlaps too.
    std::optional<ScheduleKind> schedule;
    bool fusedGradAccumulation = true;
    double hostFactor = 1;
    // Of memory beside what is allocated (memory/memory.h); absent = as published runs have it.
    std::optional<double> memoryReserve, contextGib; ///< reserved over allocated; context and NCCL
    /// Share that device memory of this machine is off by in fewer than one run of five.
    std::optional<double> memoryError;
    Count attentionWindow = 0; ///< sliding window on alternate layers; 0 = none
    Trainable trainable = Trainable::All;
    // Defaults of Megatron-Bridge (src/megatron/bridge/peft/lora.py).
    Count loraRank = 32;   ///< r
    double loraAlpha = 32; ///< scales what an adapter adds: neither bytes nor time
    std::vector<LoraTarget> loraTargets = {LoraTarget::Qkv, LoraTarget::O, LoraTarget::Fc1, LoraTarget::Down};
    LoraExperts loraExperts = LoraExperts::Each;
    FrozenParts frozen;
    std::vector<SampleRun> packed; ///< mix of samples in a sequence, none sees another; empty: one sample
    bool operator==(const TrainSpec&) const = default;
};

struct PrecisionSpec {
    DataType weights = DataType::Bf16, compute = DataType::Bf16, dispatch = DataType::Bf16,
             combine = DataType::Bf16, kvCache = DataType::Bf16;
    std::optional<DataType> experts, attention, head; ///< of those weights; absent = as `weights`
    FrozenType frozen = FrozenType::Bf16;             ///< of matrices that do not learn
    bool operator==(const PrecisionSpec&) const = default;
};

/// Which chunk of the pipeline holds how many layers, in the order of the model.
struct StageLayout {
    std::vector<Count> layers; ///< of each chunk; empty = even, or balanced
    std::vector<Count> mtp;    ///< multi-token layers of each chunk; empty = all on the last
    std::string pattern;       ///< as Megatron-LM writes it (layout_text.h), where it was given so
    bool balanced = false;     ///< "auto": so that no chunk has much more work than it must
    bool operator==(const StageLayout&) const = default;
};

struct ParallelSpec {
    Count tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1;
    std::optional<Count> etp; ///< absent = auto: see expertTp()
    std::optional<Count> dp;  ///< absent = auto = GPUs/(tp·pp·cp)
    bool sequenceParallel = false;
    bool layersShareGpus = true; ///< false: every MoE layer has its own group of GPUs (reference experiment)
    CpComm cpComm = CpComm::Ring;
    StageLayout layout;
    bool operator==(const ParallelSpec&) const = default;
};

struct GpuChoice {
    std::string preset = "h100-sxm";
    std::optional<double> memoryGib, bf16Tflops, fp8Tflops, bandwidthTbps, mfu, bandwidthUtil, powerW;
    bool operator==(const GpuChoice&) const = default;
};

struct ClusterSpec {
    std::optional<Count> gpus;        ///< absent = tp·pp·cp·dp
    std::optional<Count> gpusPerNode; ///< NVLink domain; absent = the GPU preset's
    std::optional<double> nvlinkGbps; ///< GB/s per direction and GPU; absent = the GPU preset's
    std::optional<double> nicGbps;    ///< GB/s per NIC; absent = the GPU preset's
    std::optional<Count> nicsPerNode; ///< absent = one per GPU
    double networkUtil = 0.8;
    Count leafPorts = 64;
    double oversubscription = 1;
    bool railOptimised = true;
    A2aKernel a2a = A2aKernel::LowLatency;
    double overlap = 0; ///< η
    bool operator==(const ClusterSpec&) const = default;
};

/// Two physical expert slots that trade what they hold, after the placement's algorithm.
struct SlotSwap {
    Count layer = 0; ///< n-th layer of the placement, from 1; 0 = every one
    Count a = 0, b = 0;
    bool operator==(const SlotSwap&) const = default;
};

struct RoutingSpec {
    Distribution distribution = Distribution::Uniform;
    double skew = 0;
    Count seed = 1;
    PlacementAlgorithm placement = PlacementAlgorithm::Contiguous;
    std::optional<Count> replicas;    ///< physical slots in all; absent = experts
    std::vector<SlotSwap> swaps = {}; ///< by hand, in order
    std::optional<Count> step = {};   ///< of a table of loads, its own number; absent = all of them added up
    bool operator==(const RoutingSpec&) const = default;
};

struct ServeSpec {
    Phase phase = Phase::Decode;
    Count requests = 1;           ///< concurrent sequences on the whole cluster
    Count prefillTokens = 8192;   ///< per rank and step
    std::optional<Count> context; ///< KV tokens per sequence; absent: see contextOf()
    Count prompt = 1024;
    Count output = 256;
    /// Prefill on GPUs of its own, as many as the requests need; else a decode step waits for the prefills of
    /// new requests.
    bool disaggregated = false;
    /// Whose kernels and scheduler; absent = the kernels that were measured first, steady formulas, and
    /// vLLM's scheduler where requests are simulated. `steady`: formulas.
    std::optional<ServeEngine> engine;
    // Requests one by one (traffic/simulate.h).
    std::optional<ServePolicy> policy; ///< absent = the engine's
    ServeArrival arrival = ServeArrival::Closed;
    std::optional<Count> concurrency; ///< in flight, closed loop; absent = `requests`
    std::optional<double> rate;       ///< requests/s, open loop
    double burstiness = 1;            ///< shape of gamma gaps between arrivals
    std::optional<Count> numRequests; ///< absent = 10 × concurrency, or 60 s of arrivals
    /// x: prompts and outputs uniform in [(1 − x)·L, L]. Benchmarks send 0.2 (InferenceX, random range ratio
    /// 0.8); with equal lengths all requests of a closed loop go in step, which no server's do.
    double lengthSpread = 0.2;
    std::optional<Count> maxBatchedTokens, maxSeqs, blockSize; ///< absent = the engine's defaults
    std::optional<double> kvMemoryFraction;                    ///< of the GPU's memory; absent = the engine's
    std::optional<Count> kvBlocks;                             ///< absent = what memory leaves
    std::optional<bool> prefixCaching, asyncScheduling;        ///< absent = the engine's defaults
    double prefixHit = 0;                                      ///< share of a prompt found in the cache
    // Below the KV pool, of a GPU: room for keys, GiB, and the rate at which they are loaded, GB/s; absent =
    // the GPU's link to its host, 6 (an NVMe drive of 7 rated), 0.8 of its network card.
    double hostGib = 0, nvmeGib = 0, remoteGib = 0;
    std::optional<double> hostGbps, nvmeGbps, remoteGbps;
    TierPolicy tierPolicy = TierPolicy::Faster;
    TierWrites tierWrites = TierWrites::Evicted;
    std::optional<Count> distinctPrompts; ///< sent in turn, again and again; absent = all are new
    // Of an engine's own flags; absent = the engine's defaults.
    std::optional<Count> maxPrefillTokens; ///< of prompts that begin in one pass (SGLang)
    std::optional<Count> receiveEvery;     ///< decode passes between looks for new requests (SGLang)
    std::optional<Count> streamInterval;   ///< tokens that are sent together (TensorRT-LLM)
    std::optional<Count> balancePasses;    ///< passes that ranks wait for each other's prompts (TensorRT-LLM)
    std::optional<double> kvFreeFraction;  ///< of what weights and activations leave (TensorRT-LLM)
    Count speculativeTokens = 0;           ///< drafted for each token that is decoded
    /// Draft number j is accepted with acceptance · decay^(j − 1) where those before it are. A property of
    /// texts and drafts: defaults are those of EAGLE-3 drafts for Kimi-K2.5 on code, fitted to
    /// SemiAnalysisAI/InferenceX@843c6254 golden_al_distribution/kimik2.5_eagle3.yaml.
    double acceptance = 0.81, acceptanceDecay = 0.96;
    /// GPUs of a tensor-parallel rank that share the keys of each sequence among them: decode context
    /// parallelism (vLLM, --decode-context-parallel-size). Divides TP.
    Count decodeContextParallel = 1;
    /// Copies of the scenario's layout that only prefill and that only decode; 0 = each does both.
    Count prefillWorkers = 0, decodeWorkers = 0;
    std::optional<double> transferGbps; ///< GB/s of a GPU between workers; absent = its network card
    // What the engine takes beside its kernels (serve/engines/engines.h); absent = the engine's.
    std::optional<double> passScale;                     ///< of the kernels' time
    std::optional<double> passSeconds, rowSeconds;       ///< of every pass, of every row that decodes
    std::optional<double> promptTokenSeconds;            ///< of every prompt token; less where negative
    std::optional<double> requestSeconds, streamSeconds; ///< EngineOverheads::before, ::afterPerRequest
    /// Share that TTFT and TPOT of this server are off by in fewer than one run of five; absent = the
    /// engine's, nothing where its constants are given.
    std::optional<double> ttftError, tpotError;
    /// The same of what a GPU holds, of an engine beside its KV pool; absent: nothing is known of it.
    std::optional<double> memoryError;
    std::optional<double> sloTtft, sloTpot; ///< s; absent = no limit
    double sloPercentile = 99;              ///< that must meet the limits
    Count seed = 1;
    /// Cached tokens of a sequence: as given, or what one has on average while its output grows.
    double contextOf() const {
        return context ? static_cast<double>(*context)
                       : static_cast<double>(prompt) + static_cast<double>(output) / 2;
    }
    double inFlight() const { return static_cast<double>(concurrency.value_or(requests)); }
    double simulatedRequests() const {
        if (numRequests) return static_cast<double>(*numRequests);
        const double count = arrival == ServeArrival::Closed ? 10 * inFlight() : 60 * rate.value_or(0);
        return count < 1 ? 1 : count;
    }
    bool operator==(const ServeSpec&) const = default;
};

struct PriceSpec {
    double gpuHourUsd = 0; ///< 0 = no price: cost is null
    bool operator==(const PriceSpec&) const = default;
};

/// Of a GPU and of what stands round it. Defaults without a source are assumptions.
struct PowerSpec {
    std::optional<double> idleW;   ///< absent = a share of gpu.power_w
    std::optional<double> limitW;  ///< absent = gpu.power_w
    double nodeFactor = 1.3;       ///< a node's power over its GPUs'
    double pue = 1.2;              ///< a facility's power over its nodes'
    std::optional<Count> rackGpus; ///< absent = an NVLink domain of racks, else four nodes
    bool operator==(const PowerSpec&) const = default;
};

/// What energy and GPUs of one's own cost; price.gpu_hour_usd is the rent.
struct CostSpec {
    double kwhUsd = 0;        ///< of a kilowatt-hour
    double gpuUsd = 0;        ///< of a GPU with its share of a node; 0 = rented
    double amortiseYears = 4; ///< in which that is paid
    double co2GPerKwh = 0;    ///< 0 = not known: CO2 is null
    // Of rented GPUs, those that may be taken back: their share, what they are cheaper by, and the share of
    // their time that is lost to that.
    double spotShare = 0, spotDiscount = 0.6, spotLost = 0.05;
    bool operator==(const CostSpec&) const = default;
};

/// Failures during training.
struct ReliabilitySpec {
    double failuresPer1000NodeDays = 0;       ///< 0 = no failures: goodput is null
    std::optional<double> checkpointSeconds;  ///< w, blocking part; absent = copy to the host
    double restartSeconds = 600;              ///< R, detection, restart and load
    std::optional<double> checkpointInterval; ///< τ, s of work between checkpoints; absent = best
    double stragglerShare = 0;                ///< of the throughput, lost to stragglers and maintenance
    bool operator==(const ReliabilitySpec&) const = default;
};

/// What a file left open, and what its reader took it for.
struct Assumption {
    std::string key; ///< of a scenario; empty where no key says it
    Message text;    ///< a sentence
    bool operator==(const Assumption&) const = default;
};

struct LossSpec {
    std::string recipe; ///< file of a recipe's own runs (data/recipe_runs.h); empty = the Step Law recipe
    bool operator==(const LossSpec&) const = default;
};

struct Scenario {
    std::string name, note;
    std::vector<std::string> leftOut;  ///< keys of the model's own file that nothing here counts
    std::vector<Assumption> assumed;   ///< of the file this came from
    std::vector<std::string> accepted; ///< keys of the model's own file that somebody says do not matter
    OperatorSource operators = OperatorSource::Auto;
    ModelSpec model;
    std::optional<MoeSpec> moe;     ///< absent = dense
    std::optional<TrainSpec> train; ///< absent = no training report
    PrecisionSpec precision;
    ParallelSpec parallel;
    GpuChoice gpu;
    ClusterSpec cluster;
    RoutingSpec routing;
    std::optional<ServeSpec> serve; ///< absent = no serving report
    PriceSpec price;
    PowerSpec power;
    CostSpec cost;
    ReliabilitySpec reliability;
    LossSpec loss;
    std::optional<RlSpec> rl;   ///< absent = the model is not trained by reinforcement
    std::optional<DaySpec> day; ///< absent = one server, no fleet
    bool operator==(const Scenario&) const = default;
};

/// USD of a rented GPU-hour that is of use: price.gpu_hour_usd, or less with GPUs that may be taken back; 0 =
/// no price.
double rentPerGpuHour(const Scenario& scenario);

/// Tensor-parallel degree of an expert: as given, else TP where EP is 1 and 1 beside expert parallelism, as
/// Megatron-LM (since 0.9) and serving engines split experts unless told.
Count expertTp(const Scenario& scenario);

/// Layers whose feed-forward network routes (layers.h says which).
Count moeLayerCount(const Scenario& scenario);

/// Groups of GPUs that hold different MoE layers: 1 when layers share GPUs, else one per MoE layer.
/// World size = TP·PP·CP·DP times this.
inline Count layerGroups(const Scenario& scenario) {
    if (scenario.parallel.layersShareGpus) return 1;
    const Count moeLayers = moeLayerCount(scenario);
    return moeLayers < 1 ? 1 : moeLayers;
}

} // namespace moe
