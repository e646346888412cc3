#pragma once
// Sentences that the engine puts together from words and numbers, for sentenceText(): their fixed words, with
// %1 … where the engine puts something in. The first pattern that fits counts.

#include <vector>

namespace moe::items {

const std::vector<const char*>& engineSentences();
/// What is wrong with a file or a request; tried before the others, which are more general.
const std::vector<const char*>& fileSentences();
/// What is wrong with a file or a request; tried before the others, which are more general.
const std::vector<const char*>& fileSentences();

} // namespace moe::items
