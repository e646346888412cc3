// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel does, by its own words and not by those in its arguments.
#include "models/engine/time/kernel_names.h"
#include "models/engine/time/traced_step.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QTest>

#include <set>

using namespace moe;

class KernelNamesTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsAndLambdasAreNoWords() {
        QCOMPARE(kernelWords("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
                             "namespace)::f(int)::{lambda()#1}, std::array<char*, 2ul> >(int, T)"),
                 std::string("_void_at_native_vectorized_elementwise_kernel_"));
        QCOMPARE(kernelWords("ncclDevKernel_SendRecv(Args<4096ul>) [alltoallv]"),
                 std::string("_nccl_dev_kernel_send_recv_collectiveop_alltoallv_"));
        QCOMPARE(kernelWords("cut off in the <middle"), std::string("_cut_off_in_the_"));
        QCOMPARE(kernelWords(""), std::string("_"));
    }

    /// Names as they stand in traces; the kind is that of the operator that launched them.
    void kinds_data() {
        QTest::addColumn<QString>("family");
        const auto row = [](const char* name, const char* key) { QTest::newRow(name) << QString(key); };
        // DeepSeek's published profile of a training step (deepseek-ai/profile-data).
        row("void dpsk::ep::internode::dispatch<false, 4, false>(int)", "exchange");
        row("void dpsk::ep::internode::combine<false, 4>(int)", "exchange");
        row("void dpsk::ep::internode::cached_notify<false>(int)", "exchange");
        row("void cutlass::device_kernel<dpsk::grouped_gemm::cuda::fp8_ptp128c::GemmKernel>(P)", "products");
        row("void cutlass::device_kernel<dpsk::grouped_gemm::cuda::fp8_dptp128c_acc::GemmKernel>(P)",
            "products");
        row("void cutlass::device_kernel<dpsk::grouped_gemm::cuda::m_grouped_fp8_ptp128c::GemmKernel>(P)",
            "expert_products");
        row("void cutlass::device_kernel<flash::FlashAttnBwd<flash::CollectiveMainloopBwd<2>>>(P)",
            "attention");
        // Serving: TensorRT-LLM, triton_kernels, AOTriton, SageAttention, vLLM, DeepGEMM, SGLang on ROCm.
        // As PyTorch 2.11 on an H200 names its grouped products and cuDNN's backward attention.
        row("_ZN7cutlass13device_kernelIN2at4cuda6detail25enable_3x_kernel_for_sm9xINS_"
            "4gemm6kernel13GemmUniversalINS5_"
            "17GroupProblemShapeIN4cute5tupleIJiiiEEEEENS5_10collective13CollectiveMmaINS5_"
            "39MainloopSm90ArrayTmaGmmaWarp"
            "SpecializedILi4ENSA_IJNS9_1CILi2EEENSG_ILi1EEESI_EEENS5_"
            "43KernelPtrArrayTmaWarpSpecializedCooperativeEEE",
            "expert_products");
        row("void cudnn::fusion::compute_dot_do_o_specialized<true, 128>(cudnn::fusion::Params)",
            "attention");
        row("void cudnn::fusion::convert_dq_to_16bits<true>(void const*, float*)", "attention");
        row("bmm_MxE4m3_MxE2m1MxE4m3_Fp32_t128x16x512_s3", "expert_products");
        row("_matmul_ogs_NNT_bf16xbf16xmxfp4_16x256x128x1_swiglu", "expert_products");
        row("void moe::dev::finalize::finalizeKernelVecLoad<K>(P)", "memory_bound");
        row("attn_fwd", "attention");
        row("sage_fwd", "attention");
        row("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(R*)", "collectives");
        row("void vllm::reshape_and_cache_flash_kernel<x>(y)", "memory_bound");
        row("void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, (deep_gemm::GemmType)0>(P)", "products");
        row("void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, (deep_gemm::GemmType)1>(P)", "expert_products");
        row("_ZL15EmbeddingKernelPK6__half", "memory_bound"); // L of a name of one file, not of a value
        row("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16EEEvPT0_", "memory_bound");
        row("void ck::kernel_grouped_conv_fwd_xdl_cshuffle_v3<ck::GridwiseGemm_xdl>(P)", "convolutions");
        row("void ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemm_xdl>(P)", "products");
        row("igemm_fwd_gtcx2_nhwc_bf16_bx0_ex1_bt128x128x32", "convolutions");
        row("void split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_cta_per_row_1<f>(P)",
            "embeddings");
        row("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<M<3>, "
            "at::native::(anonymous namespace)::FusedAdamMathFunctor<float>>(P)",
            "optimizer");
        row("void multi_tensor_apply_kernel<TensorListMetadata<4>, LAMBStage2Functor<float>>(P)",
            "optimizer");
        row("triton_red_fused_add_mean_mul_pow_rsqrt_0", "memory_bound");
        row("fused_recurrent_gated_delta_rule_fwd_kernel", "attention");
    }
    void kinds() {
        QFETCH(QString, family);
        const std::string_view key = kernelFamilyKey(QTest::currentDataTag());
        QCOMPARE(QString::fromUtf8(key.data(), qsizetype(key.size())), family);
    }

    void trainingIsToldByBackwardPasses() {
        QVERIFY(isTrainingKernel("void layer_norm::ln_bwd_kernel<x>(y)"));
        QVERIFY(isTrainingKernel("void multi_tensor_apply_kernel<M<4>, AdamFunctor<float>>(P)"));
        QVERIFY(!isTrainingKernel("void flash::flash_fwd_kernel<x>(y)"));
        // PyTorch copies lists of tensors with the same kernel.
        QVERIFY(!isTrainingKernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<M<2>, "
                                  "at::native::(anonymous namespace)::CopyFunctor<int>>(P)"));
    }

    void everyRowNamesAFamilyThatIsThere() {
        std::set<std::string> keys;
        for (const KernelFamily& row : kernelFamilies()) keys.insert(row.key);
        for (const KernelNames& row : kernelNames()) {
            QVERIFY2(keys.contains(row.family), row.family);
            QVERIFY2(*row.source && !row.words.empty(), row.family);
            for (const char* word : row.words) QVERIFY2(*word, row.source);
        }
    }

    /// A list of kernels of public profiles with their kinds, where it is there.
    void agreesWithAPublicList() {
        QFile file(QStringLiteral(MOE_SHARED_DIR "/cases/real/traces/kernels.csv"));
        if (!file.open(QIODevice::ReadOnly)) QSKIP("cases/real/traces/kernels.csv is not there");
        const std::map<std::string, std::string> ours{{"dense_gemm", "products"},
                                                      {"expert_gemm", "expert_products"},
                                                      {"embedding", "embeddings"},
                                                      {"convolution", "convolutions"},
                                                      {"other", "rest"}};
        const auto named = [&](const std::string& kind) {
            const auto found = ours.find(kind);
            return found == ours.end() ? kind : found->second;
        };
        QStringList wrong;
        int rows = 0;
        file.readLine();
        while (!file.atEnd()) {
            const QString line = QString::fromUtf8(file.readLine()).trimmed();
            const bool quoted = line.startsWith(QLatin1Char('"'));
            const qsizetype end =
                quoted ? line.indexOf(QStringLiteral("\","), 1) : line.indexOf(QLatin1Char(','));
            const QString name = line.mid(quoted ? 1 : 0, quoted ? end - 1 : end);
            const QStringList rest = line.mid(end + (quoted ? 2 : 1)).split(QLatin1Char(','));
            if (rest.size() < 3) continue;
            ++rows;
            const std::string key(kernelFamilyKey(QString(name).replace("\"\"", "\"").toStdString()));
            QStringList right{QString::fromStdString(named(rest[1].toStdString()))};
            for (const QString& also : rest[2].split(QLatin1Char(' ')))
                right << QString::fromStdString(named(also.toStdString()));
            if (!right.contains(QString::fromStdString(key))) wrong << name.left(80);
        }
        QVERIFY(rows > 500);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }
};

MOE_TEST(KernelNamesTest)
#include "kernel_names_test.moc"
