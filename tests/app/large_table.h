// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Enough of an operator profile to be read for a while.

#include <QByteArray>

namespace moe::test {

/// Attention of a Vidur profile, decode steps alone.
inline QByteArray attentionTable(int rows) {
    QByteArray text = "time_stats.attn_decode.median,n_embd,n_q_head,n_kv_head,block_size,"
                      "num_tensor_parallel_workers,batch_size,prefill_chunk_size,kv_cache_size,"
                      "is_prefill,attention_backend\n";
    for (int i = 0; i < rows; ++i)
        text += "0.0" + QByteArray::number(15 + i % 64) + ",8192,64,8,16,2," +
                QByteArray::number(1 + i % 256) + ",0," + QByteArray::number(32 * (i / 256 + 1)) +
                ",False,X\n";
    return text;
}

} // namespace moe::test
