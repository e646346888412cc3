# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured: models, shapes, and the FLOP and bytes of each. Needs no PyTorch.

FLOP are those of the mathematics (a product counts 2 m n k, causal attention half of the square), bytes what a
kernel has to read and write once at least.
"""
from collections import namedtuple

Model = namedtuple("Model", "name layers hidden ffn heads kv_heads head_dim vocab experts top_k", defaults=(1, 1))

DENSE = (
    Model("dense-1b", 16, 2048, 8192, 32, 8, 64, 128256),
    Model("dense-3b", 28, 3072, 8192, 24, 8, 128, 128256),
    Model("dense-8b", 32, 4096, 14336, 32, 8, 128, 128256),
    Model("dense-70b", 80, 8192, 28672, 64, 8, 128, 128256),
)
MOE = (
    Model("moe-8x2", 16, 2048, 5632, 16, 8, 128, 32000, 8, 2),  # few wide experts
    Model("moe-64x8", 12, 2048, 704, 16, 16, 128, 102400, 64, 8),  # many narrow ones
)
# Of steps alone, so that they fit in 80 GB: others than those above in depth, width, vocabulary and experts.
SMALL = (
    Model("dense-0.6b", 28, 1024, 3072, 16, 8, 128, 151936),
    Model("moe-32x4", 12, 1536, 1024, 12, 4, 128, 50304, 32, 4),
    Model("moe-128x8", 4, 2048, 768, 32, 4, 128, 151936, 128, 8),
)
# Parts of larger models: as wide, with few layers.
SLICES = (
    Model("8b-slice", 6, 4096, 14336, 32, 8, 128, 128256),
    Model("70b-slice", 2, 8192, 28672, 64, 8, 128, 32000),
    Model("moe-16x2", 4, 4096, 2048, 32, 8, 128, 32000, 16, 2),
    Model("moe-64x6", 8, 1024, 512, 16, 16, 64, 102400, 64, 6),
)
TINY = Model("tiny", 2, 64, 128, 4, 2, 16, 256)
TINY_MOE = Model("tiny-moe", 2, 64, 32, 4, 2, 16, 256, 4, 2)

Product = namedtuple("Product", "layer part m n k")
Attention = namedtuple("Attention", "batch tokens heads kv_heads d_qk d_v")
Memory = namedtuple("Memory", "kernel rows width")
Grouped = namedtuple("Grouped", "experts rows n k skew")
Step = namedtuple("Step", "model batch tokens compiled recompute")
Pass = namedtuple("Pass", "model phase batch context")


def product_flop(p):
    return 2 * p.m * p.n * p.k


def product_bytes(p, element=2):
    return element * (p.m * p.k + p.n * p.k + p.m * p.n)


def attention_flop(a, backward=False):
    """QK and PV over half of the square; backward does five such halves for two."""
    forward = a.batch * a.heads * a.tokens**2 * (a.d_qk + a.d_v)
    return forward * 5 // 2 if backward else forward


# Times the width of a row that is read or written, two bytes each; "both" is forward and backward. The
# optimizer's and the loss's are below.
_TOUCHED = {"rmsnorm": 2, "rmsnorm_both": 5, "swiglu": 3, "swiglu_both": 8, "rope": 2, "permute": 2, "copy": 2}


def memory_bytes(m):
    if m.kernel == "adamw":  # fp32: parameter, two moments read and written; gradient read
        return 28 * m.rows * m.width
    if m.kernel == "cross_entropy":  # logits read forward, read and written backward
        return 6 * m.rows * m.width
    return 2 * _TOUCHED[m.kernel] * m.rows * m.width


def grouped_flop(g):
    return 2 * g.experts * g.rows * g.n * g.k


def group_rows(g):
    """Rows of each expert, g.rows of them on average: equal, or falling as 1/rank to the power of the skew."""
    weights = [(i + 1) ** -g.skew for i in range(g.experts)]
    total, rows = g.experts * g.rows, []
    for i, weight in enumerate(weights):
        rows.append(round(total * sum(weights[: i + 1]) / sum(weights)) - sum(rows))
    return rows


def parameters(model):
    """All of them, with embedding and head apart."""
    h, d = model.hidden, model.head_dim
    attention = h * d * (2 * model.heads + 2 * model.kv_heads)
    router = h * model.experts if model.experts > 1 else 0
    layer = attention + 3 * h * model.ffn * model.experts + router + 2 * h
    return model.layers * layer + 2 * model.vocab * h + h


def products(tiny=False):
    """Each layer's products forward, and the two of its backward pass in the same (m, n, k)."""
    for model in (TINY,) if tiny else DENSE:
        heads = (model.heads + 2 * model.kv_heads) * model.head_dim
        layers = (
            ("qkv", heads, model.hidden),
            ("attention_out", model.hidden, model.heads * model.head_dim),
            ("up_gate", 2 * model.ffn, model.hidden),
            ("down", model.hidden, model.ffn),
            ("head", model.vocab, model.hidden),
        )
        for t in (32,) if tiny else (4096, 16384):
            for name, n, k in layers:
                yield Product(f"{model.name} {name}", "forward", t, n, k)
                yield Product(f"{model.name} {name}", "dgrad", t, k, n)
                yield Product(f"{model.name} {name}", "wgrad", n, k, t)


def attentions(tiny=False):
    if tiny:
        yield Attention(1, 32, 2, 2, 16, 16)
        return
    for d_qk, d_v in ((64, 64), (128, 128), (192, 128), (256, 256)):
        for tokens in (1024, 4096, 16384, 65536):
            heads = 4096 // d_v
            yield Attention(max(1, 16384 // tokens), tokens, heads, heads, d_qk, d_v)


def memories(tiny=False):
    rows, widths = (16, (64,)) if tiny else (16384, (1024, 2048, 8192))
    for kernel in _TOUCHED:
        for width in widths:
            yield Memory(kernel, rows, width)
    yield Memory("cross_entropy", 16 if tiny else 4096, 256 if tiny else 128256)
    yield Memory("adamw", 1, 1024 if tiny else 1 << 28)


def duties(tiny=False):
    """Products, and the share of the time that each is to take beside copies."""
    shapes = ((8192, 8192, 8192), (16384, 2048, 2048), (16384, 8192, 2048), (16384, 28672, 4096))
    for m, n, k in ((32, 64, 64),) if tiny else shapes:
        for share in (1, 0.8, 0.6, 0.4, 0.2):
            yield Product("duty", "forward", m, n, k), share


def groups(tiny=False):
    if tiny:
        yield Grouped(4, 8, 32, 64, 0.0)
        yield Grouped(4, 8, 32, 64, 1.0)
        return
    for experts in (8, 32, 64, 256):
        for rows in (16, 64, 256, 1024, 8192):
            if experts * rows > 1 << 19:
                continue
            for skew in (0.0, 0.8):
                yield Grouped(experts, rows, 2816, 2048, skew)
                yield Grouped(experts, rows, 2048, 1408, skew)


def steps(tiny=False):
    if tiny:
        yield Step(TINY, 2, 32, False, False)
        yield Step(TINY_MOE, 2, 32, False, True)
        return
    for model, batch, tokens in zip(SLICES, (1, 2, 4, 4), (8192, 2048, 2048, 4096)):
        for compiled in (False, True):
            yield Step(model, batch, tokens, compiled, False)
    for model, batch, tokens in ((SMALL[0], 4, 4096), (SMALL[1], 4, 4096), (SMALL[2], 1, 4096), (DENSE[0], 1, 16384)):
        for compiled, recompute in ((False, False), (True, False), (True, True)):
            yield Step(model, batch, tokens, compiled, recompute)
    for model, batch in ((DENSE[0], 4), (DENSE[1], 2), (MOE[0], 2), (MOE[1], 2)):
        for compiled in (False, True):
            for recompute in (False, True):
                yield Step(model, batch, 4096, compiled, recompute)


def step_name(s):
    words = (f"_{s.tokens // 1024}k" * (s.tokens > 4096), "_compiled" * s.compiled, "_recompute" * s.recompute)
    return s.model.name + "".join(words)


def passes(tiny=False):
    if tiny:
        yield Pass(TINY, "prefill", 1, 32)
        yield Pass(TINY, "decode", 2, 32)
        return
    for model in (DENSE[0], DENSE[1], *MOE):
        for context in (1024, 8192, 32768):
            yield Pass(model, "prefill", 1, context)
            for batch in (1, 16, 64, 256):
                if batch * context <= 1 << 19:
                    yield Pass(model, "decode", batch, context)
