#pragma once
// Sentences that the engine puts together from words and numbers, for sentenceText(): their fixed words, with
// %1 … where the engine puts something in. The first pattern that fits counts.

#include <vector>

namespace moe::items {

const std::vector<const char*>& engineSentences();

} // namespace moe::items
