// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a model's config.json key by key and remembers what became of each, so that what nobody asked for can
// be found at the end. Only the files that read model configurations include this.

#include "models/engine/files/models/model_config.h"
#include "models/engine/scenario/scenario.h"

#include <memory>
#include <optional>
#include <string_view>

namespace moe {

struct ModelFamily;

class ConfigReader {
public:
    ConfigReader(const Document& config, const std::string& source);

    Result<ModelConfigReading> run();

    /// Of the text part where the file wraps one, else of the file; by the family's other spelling of it
    /// where it has none of this. Marks nothing.
    const DocumentEntry* find(std::string_view key) const;
    /// There and not null.
    bool given(std::string_view key) const;
    /// There, and nobody asked for it yet.
    bool isUnread(std::string_view key) const;
    /// Any key of this section.
    bool hasSection(std::string_view section) const;

    // Each marks the key as read; what does not fit is noted as a problem and reads as absent.
    std::optional<Count> count(std::string_view key);
    Count countOr(std::string_view key, Count fallback);
    bool flag(std::string_view key, bool fallback = false);
    std::string text(std::string_view key);
    /// A list with one entry per layer.
    const DocumentEntry* perLayer(std::string_view key);
    /// A number, or a list of one and the same number per layer.
    std::optional<Count> sameForAll(std::string_view key);
    std::optional<Count> needed(std::string_view key);
    /// What a text part leaves out as its class has it; 0: nothing known, or the file is whole.
    Count ofClass(std::string_view key) const;
    /// The same in the range of the knob it becomes, as lists are made that long; else 0.
    Count neededFor(std::string_view key, const char* knob);

    // What the reading says. A use of a key that the file has not is a default of its class.
    void use(std::string_view key, std::string_view to, std::string value);
    void use(std::string_view key, std::string_view to, Count value);
    /// Read together with another key that gives the value.
    void usedFor(std::string_view key, std::string_view to);
    void derive(std::string_view to, std::string value, Message why, std::string_view key = {});
    /// A key that other rules read: used, or the value its class has.
    void assume(std::string_view key, std::string value, std::string_view to);
    /// Read, and nothing depends on it.
    void ignore(std::string_view key, Message why);
    /// Read, but no scenario can say it: a warning names it.
    void leaveOut(std::string_view key, Message why);
    void refuse(std::string_view key, Message rule);
    /// A key that must be absent, null, or this.
    void must(std::string_view key, std::string_view value, Message rule);

    const ModelFamily& family() const { return *m_family; }
    const Document& document() const { return m_config; }
    Count layers() const { return m_layers; }
    Count heads() const { return m_heads; }
    Count hidden() const { return m_hidden; }
    void setShape(Count layers, Count hidden, Count heads) {
        m_layers = layers;
        m_hidden = hidden;
        m_heads = heads;
    }
    /// Entries whose keys begin so, the text part's without its name.
    std::vector<const DocumentEntry*> under(std::string_view section) const;
    void ignoreUnder(std::string_view section, Message why);
    /// What is left of a section that says how weights are kept.
    void closeQuantisation(std::string_view section);

private:
    const DocumentEntry* findExactly(std::string_view key) const;
    bool findFamily();
    bool openWrapper();
    void readName();
    void readRest();
    void readAccepted();
    void foldMissing();
    Message judged(const DocumentEntry& entry, std::string_view key);
    void put(std::string_view to, std::string value, const DocumentEntry* from);
    void mark(const DocumentEntry* entry);
    bool isMarked(const DocumentEntry& entry) const;

    const Document& m_config;
    const std::string& m_source;
    std::vector<bool> m_read; ///< by entry
    std::string m_prefix;     ///< of the text part, with its dot
    const ModelFamily* m_family = nullptr;
    Count m_layers = 0, m_hidden = 0, m_heads = 0;
    std::vector<std::unique_ptr<DocumentEntry>> m_cut; ///< lists that go on for further layers, cut
    std::vector<std::string> m_leftOut;
    std::vector<std::string> m_accepted; ///< keys that somebody says do not matter
    std::vector<std::string> m_switches; ///< flags that somebody asked for and the file has not
    ModelConfigReading m_reading;
    Problems m_problems;
};

// What the files of the reader share, in the order they run.
void readConfigShape(ConfigReader& reader);
void readConfigAttention(ConfigReader& reader);
void readConfigFeedForward(ConfigReader& reader);
void readConfigPrecision(ConfigReader& reader);
void readConfigRepeated(ConfigReader& reader);

/// The last part of `named`, else the folder or file: `…/Qwen3-30B-A3B/config.json`, or the cache of the
/// Hugging Face hub. Empty when neither says a name.
std::string modelName(const std::string& named, const std::string& source);
/// How scales are found, in a section that says how weights are kept; by the last part of the key.
bool isScaleKey(std::string_view key);
/// Why no number depends on a key; empty for a key that no row names.
Message harmlessKey(std::string_view key);
/// Its name says layers, widths, windows, experts or types.
bool looksStructural(std::string_view key);
/// Families whose published files have a structural key of this name, "deepseek_v4, hy_v4"; empty: none
/// known.
std::string structuralFamilies(std::string_view key);
/// Every structural name that is known, those that stand for many by how they begin.
std::vector<std::string> structuralKeys();
/// Of a key that nobody knows: its value may be a size, a list of layers or the name of a kind.
bool mayBeSize(std::string_view key, const DocumentEntry& entry);
/// null, false, 0, "" or an empty list: a feature that is off.
bool isOff(const DocumentEntry& entry);

} // namespace moe
