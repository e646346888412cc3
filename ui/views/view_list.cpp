// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_list.h"

#include "ui/architecture/architecture_view.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"
#include "ui/compare/mine_view.h"
#include "ui/overview/overview_page.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/loss/loss_view.h"
#include "ui/plots/loss/scaling_view.h"
#include "ui/plots/memory/memory_view.h"
#include "ui/plots/memory/phases_view.h"
#include "ui/plots/profiles/profiles_view.h"
#include "ui/plots/profiles/surfaces_view.h"
#include "ui/plots/recipe/design_view.h"
#include "ui/plots/recipe/recipe_view.h"
#include "ui/plots/serve/day_view.h"
#include "ui/plots/serve/energy_view.h"
#include "ui/plots/serve/load_view.h"
#include "ui/plots/serve/serve_view.h"
#include "ui/plots/servers/goodput_view.h"
#include "ui/plots/servers/servers_view.h"
#include "ui/plots/time/fabric_view.h"
#include "ui/plots/time/operators_view.h"
#include "ui/plots/time/rl_view.h"
#include "ui/plots/time/roofline_view.h"
#include "ui/plots/time/time_view.h"
#include "ui/plots/time/timeline_view.h"
#include "ui/plots/tradeoffs/failures_view.h"
#include "ui/plots/tradeoffs/field_map_view.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/plots/tradeoffs/sensitivity_view.h"
#include "ui/plots/tradeoffs/study_view.h"
#include "ui/plots/tradeoffs/waterfall_view.h"

#include <QCoreApplication>

namespace moe::ui {

template <class View> static ReportView* make(QWidget* parent) {
    return new View(parent);
}

using Topic = items::PairTopic;
static constexpr SplitOf kBesideLoss{Topic::Loss}, kBesideMemory{Topic::Memory}, kBesideStep{Topic::Step},
    kBesideServing{Topic::Serving}, kBesideResults{Topic::Results}, kOverMemory{Topic::Memory, true},
    kOverStep{Topic::Step, true}, kOverServing{Topic::Serving, true};

const std::vector<ViewRow>& viewList() {
    static const std::vector<ViewRow> rows{
        {"loss", QT_TRANSLATE_NOOP("Table", "Loss map"), make<LossView>, true, {}, kBesideLoss},
        {"scaling", QT_TRANSLATE_NOOP("Table", "Scaling"), make<ScalingView>, false, {}, kBesideLoss},
        {"recipe", QT_TRANSLATE_NOOP("Table", "My recipe"), make<RecipeView>},
        {"design", QT_TRANSLATE_NOOP("Table", "Design"), make<DesignView>},
        {"memory", QT_TRANSLATE_NOOP("Table", "Memory per GPU"), make<MemoryView>, true, {}, kBesideMemory},
        {"phases",
         QT_TRANSLATE_NOOP("Table", "Memory over a step"),
         make<PhasesView>,
         false,
         {},
         kOverMemory},
        {"time", QT_TRANSLATE_NOOP("Table", "Step"), make<TimeView>, true, {}, kBesideStep},
        {"timeline", QT_TRANSLATE_NOOP("Table", "Timeline"), make<TimelineView>, false, {}, kOverStep},
        {"rl", QT_TRANSLATE_NOOP("Table", "RL step"), make<RlView>, false, {}, kBesideResults},
        {"roofline", QT_TRANSLATE_NOOP("Table", "Roofline"), make<RooflineView>, false, {}, kBesideStep},
        {"fabric", QT_TRANSLATE_NOOP("Table", "Fabric"), make<FabricView>, false, {}, kBesideStep},
        {"latency",
         QT_TRANSLATE_NOOP("Table", "Latency–throughput"),
         make<FrontierView>,
         false,
         {},
         kBesideServing},
        {"load", QT_TRANSLATE_NOOP("Table", "Under load"), make<LoadView>, false, {}, kOverServing},
        {"day", QT_TRANSLATE_NOOP("Table", "A day"), make<DayView>, false, {}, kOverServing},
        {"energy", QT_TRANSLATE_NOOP("Table", "Energy"), make<EnergyView>, false, {}, kBesideResults},
        {"experts",
         QT_TRANSLATE_NOOP("Table", "Experts per GPU"),
         make<ExpertsView>,
         false,
         {},
         kBesideServing},
        {"operators",
         QT_TRANSLATE_NOOP("Table", "Profiled operators"),
         make<OperatorsView>,
         false,
         {},
         kBesideResults},
        {"placement",
         QT_TRANSLATE_NOOP("Table", "Placement"),
         make<PlacementView>,
         false,
         {},
         kBesideResults},
        {"architecture",
         QT_TRANSLATE_NOOP("Table", "Architecture"),
         make<ArchitectureView>,
         true,
         {},
         kBesideResults},
        {"profiles", QT_TRANSLATE_NOOP("Table", "Profiles"), make<ProfilesView>},
        {"surfaces", QT_TRANSLATE_NOOP("Table", "GPU operators"), make<SurfacesView>},
        {"layouts", QT_TRANSLATE_NOOP("Table", "Layouts"), make<LayoutsView>, false, Side::Training,
         kBesideStep},
        {"layouts", QT_TRANSLATE_NOOP("Table", "Layouts"), make<ServersView>, false, Side::Serving,
         kBesideServing},
        {"sensitivity",
         QT_TRANSLATE_NOOP("Table", "Sensitivity"),
         make<SensitivityView>,
         false,
         {},
         kBesideResults},
        {"fieldmap", QT_TRANSLATE_NOOP("Table", "Two fields"), make<FieldMapView>, false, {}, kBesideResults},
        {"study", QT_TRANSLATE_NOOP("Table", "Studies"), make<StudyView>, false, {}, kBesideResults},
        {"goodput", QT_TRANSLATE_NOOP("Table", "Failures"), make<FailuresView>, false, Side::Training,
         kBesideResults},
        {"goodput", QT_TRANSLATE_NOOP("Table", "Goodput"), make<GoodputView>, false, Side::Serving,
         kBesideServing},
        {"compare", QT_TRANSLATE_NOOP("Table", "Scenarios"), make<CompareView>, true},
        {"waterfall", QT_TRANSLATE_NOOP("Table", "Waterfall"), make<WaterfallView>, true},
        {"mine", QT_TRANSLATE_NOOP("Table", "My measurements"), make<MineView>},
        {"measured", QT_TRANSLATE_NOOP("Table", "Measured runs"), make<MeasuredView>},
        {"overview", QT_TRANSLATE_NOOP("Table", "Overview"), make<OverviewPage>},
    };
    return rows;
}

std::vector<const ViewRow*> viewsOf(Side side) {
    std::vector<const ViewRow*> rows;
    for (const ViewRow& row : viewList())
        if (row.side.value_or(side) == side) rows.push_back(&row);
    return rows;
}

const ViewRow* findView(const QString& key, Side side) {
    for (const ViewRow* row : viewsOf(side))
        if (key == QLatin1String(row->key)) return row;
    return nullptr;
}

} // namespace moe::ui
