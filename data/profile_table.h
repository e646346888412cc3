// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator profiles in the layout of Vidur (Agrawal et al., arXiv 2405.05465, github.com/microsoft/vidur,
// data/profiling): measured times of the operators of dense transformers and of collectives.
//
// Times in these files are MILLISECONDS, although the published description of the columns says seconds:
// mlp_up_proj of a 34B model takes 26 to 35 for 4096 tokens on an A40, whose peak allows 20 ms at best.

#include "data/csv.h"
#include "data/units.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr Seconds kProfileUnit = millisecond;
inline constexpr Seconds kProfileTick{1e-6}; ///< resolution of the profiler's timer

enum class ProfileKind { Mlp, Attention, AllReduce, SendRecv };
inline constexpr std::array<ProfileKind, 4> kProfileKinds = {ProfileKind::Mlp, ProfileKind::Attention,
                                                             ProfileKind::AllReduce, ProfileKind::SendRecv};
const char* profileKindText(ProfileKind kind); ///< "mlp", "attention", "all_reduce", "send_recv"

/// The five statistics of one operator, in kProfileUnit; NaN where the row did not run it. Pointers into
/// ProfileTable::table; min, max, mean and std may be null.
struct ProfileOperator {
    std::string name; ///< "mlp_up_proj"
    const CsvColumn *min = nullptr, *max = nullptr, *mean = nullptr, *median = nullptr, *std = nullptr;
};

/// Where a file stands in the published layout: compute/{device}/{model…}/mlp.csv, network/{network}/….
struct ProfilePlace {
    std::string device, model; ///< of compute files; empty otherwise
    std::string network;       ///< of network files
};
ProfilePlace profilePlace(std::string_view path);

/// What shipped curves were made from, when a table holds their knots instead of measured rows.
struct ProfileKnotsOf {
    struct Curve {
        std::string op;
        bool prefill = false;          ///< attention tables: of which phase
        std::vector<std::string> keys; ///< values of the categorical columns
        double median = 0,
               ninetyFive = 0; ///< |curve/row − 1| over the measured keys between the knots, share
        std::size_t rows = 0, knots = 0; ///< distinct keys measured, kept
    };
    std::string file, sha256; ///< of the table, inside the folder it was read from
    std::vector<Curve> curves;
};

struct ProfileTable {
    std::string source;
    ProfileKind kind = ProfileKind::Mlp;
    ProfilePlace place;
    std::vector<ProfileOperator> operators; ///< in the order of the header
    Problems problems;                      ///< rows left out; times that look like seconds
    bool looksLikeSeconds = false; ///< so say the largest rates; the times are still read as kProfileUnit
    std::shared_ptr<const CsvTable> table;
    std::shared_ptr<const ProfileKnotsOf> shipped = {}; ///< null: measured rows

    const ProfileOperator* find(std::string_view name) const;
    const std::vector<double>* numbers(std::string_view column) const; ///< nullptr: absent or text
    /// Whether an attention row is a prefill.
    bool isPrefill(std::size_t row) const;
    /// A cell as text, numbers in their shortest form.
    std::string cell(std::string_view column, std::size_t row) const;
};

/// The operators whose times are columns of a table; those without a median are left out.
std::vector<ProfileOperator> profileOperatorsOf(const CsvTable& table);

/// Decided from the header alone; a required column may be missing, so that the reader can name it.
std::optional<ProfileKind> recogniseProfile(const std::vector<std::string>& header);

/// What the times of a file are, whatever its description says.
enum class ProfileTimes { InMilliseconds, InSeconds };

/// Repeated rows of a key stay; the unnamed index column and unknown columns are kept and not used. Fails if
/// a key column or every time column of the kind is missing, or no row can be used. Seconds become
/// kProfileUnit while reading.
Result<ProfileTable> readProfile(std::string_view text, const std::string& source,
                                 ProfileTimes times = ProfileTimes::InMilliseconds);

} // namespace moe
