// SPDX-License-Identifier: GPL-3.0-or-later
// Pools that servers print when they start.

#include "models/engine/calibration/server_log.h"

#include "tests/engine/cases.h"

#include <QTest>

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
