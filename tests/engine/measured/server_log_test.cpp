// SPDX-License-Identifier: GPL-3.0-or-later
// Pools that servers print when they start.

#include "models/engine/calibration/server_log.h"

#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class ServerLogTest : public QObject {
    Q_OBJECT

private slots:
    // Lines as vLLM 0.18 (`v1/core/kv_cache_utils.py`) and SGLang 0.5.9 (`managers/scheduler.py`) print them.
    void poolsAreRead() {
        const ServerPool vllm = valueOf(
            readServerPool("INFO 06-07 config: block_size=32,\n"
                           "INFO 06-07 [kv_cache_utils.py:1087] GPU KV cache size: 1,620,336 tokens\n"
                           "INFO 06-07 [kv_cache_utils.py:1091] Maximum concurrency for 10,240 tokens\n",
                           "a.log"));
        QCOMPARE(vllm.engine->key, std::string_view("vllm"));
        QCOMPARE(vllm.tokens, Count(1620336));
        QCOMPARE(vllm.blocks(), Count(1620336 / 32));
        const ServerPool sglang = valueOf(
            readServerPool("TP0] max_total_num_tokens=434816, chunked_prefill_size=16384\n", "b.log"));
        QCOMPARE(sglang.engine->key, std::string_view("sglang"));
        QCOMPARE(sglang.blocks(), Count(434816));
    }
    // gpt-oss-120b on one H100, vLLM 0.11.2 (blog.huikang.dev, 28 December 2025): the tokens are those of a
    // model whose 36 layers keep all of them, 2,048 B each. Half of the layers keep 128, so that the pool
    // holds nearly twice as many.
    void windowsHoldMoreThanIsPrinted() {
        const ServerPool pool = valueOf(readServerPool("INFO Model loading took 65.9651 GiB memory\n"
                                                       "INFO Available KV cache memory: 8.99 GiB\n"
                                                       "INFO GPU KV cache size: 130,960 tokens\n",
                                                       "a.log"));
        QCOMPARE(pool.blocks(), Count(130960 / 16));
        const double full = 36 * 2048.0;
        QVERIFY(std::abs(double(pool.blocks(full)) / double(pool.blocks()) - 1) < 1e-3);
        QVERIFY(std::abs(double(pool.blocks(full / 2)) / double(pool.blocks()) - 2) < 2e-3);
        // Where no line says bytes, the tokens are what there is.
        const ServerPool plain = valueOf(readServerPool("GPU KV cache size: 130,960 tokens\n", "a.log"));
        QCOMPARE(plain.blocks(full / 2), plain.blocks());
    }
    void whatIsNoNumberIsSaid() {
        for (const char* text :
             {"x\nGPU KV cache size: many tokens", "GPU KV cache size: 99999999999999999999 tokens",
              "max_total_num_tokens=0,", "max_total_num_tokens="}) {
            const Result<ServerPool> read = readServerPool(text, "a.log");
            QVERIFY2(!read, text);
            QCOMPARE(read.error().front().key, std::string("KV cache size"));
        }
        QCOMPARE(readServerPool("x\nGPU KV cache size: many", "a.log").error().front().line, 2);
        QVERIFY(!readServerPool("nothing", "a.log"));
        QVERIFY(!isServerLog("iteration 1/ 10 | lm loss: 3"));
    }
};

MOE_TEST(ServerLogTest)
#include "server_log_test.moc"
