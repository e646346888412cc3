// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_list.h"

#include "ui/architecture/architecture_view.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/loss/loss_view.h"
#include "ui/plots/loss/scaling_view.h"
#include "ui/plots/memory/memory_view.h"
#include "ui/plots/memory/phases_view.h"
#include "ui/plots/profiles/profiles_view.h"
#include "ui/plots/profiles/surfaces_view.h"
#include "ui/plots/recipe/design_view.h"
#include "ui/plots/recipe/recipe_view.h"
#include "ui/plots/serve/load_view.h"
#include "ui/plots/serve/serve_view.h"
#include "ui/plots/time/fabric_view.h"
#include "ui/plots/time/operators_view.h"
#include "ui/plots/time/roofline_view.h"
#include "ui/plots/time/time_view.h"
#include "ui/plots/time/timeline_view.h"
#include "ui/plots/tradeoffs/field_map_view.h"
#include "ui/plots/tradeoffs/goodput_view.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/plots/tradeoffs/sensitivity_view.h"
#include "ui/plots/tradeoffs/study_view.h"
#include "ui/plots/tradeoffs/waterfall_view.h"

#include <QCoreApplication>

namespace moe::ui {

template <class View> static ReportView* make(QWidget* parent) {
    return new View(parent);
}

const std::vector<ViewRow>& viewList() {
    static const std::vector<ViewRow> rows{
        {"loss", QT_TRANSLATE_NOOP("Table", "Loss map"), QT_TRANSLATE_NOOP("Table", "Loss"), make<LossView>,
         true},
        {"scaling", QT_TRANSLATE_NOOP("Table", "Scaling"), QT_TRANSLATE_NOOP("Table", "Loss"),
         make<ScalingView>},
        {"recipe", QT_TRANSLATE_NOOP("Table", "My recipe"), QT_TRANSLATE_NOOP("Table", "Loss"),
         make<RecipeView>},
        {"design", QT_TRANSLATE_NOOP("Table", "Design"), QT_TRANSLATE_NOOP("Table", "Loss"),
         make<DesignView>},
        {"memory", QT_TRANSLATE_NOOP("Table", "Memory per GPU"), QT_TRANSLATE_NOOP("Table", "Memory"),
         make<MemoryView>, true},
        {"phases", QT_TRANSLATE_NOOP("Table", "Memory over a step"), QT_TRANSLATE_NOOP("Table", "Memory"),
         make<PhasesView>},
        {"time", QT_TRANSLATE_NOOP("Table", "Step"), QT_TRANSLATE_NOOP("Table", "Time"), make<TimeView>,
         true},
        {"timeline", QT_TRANSLATE_NOOP("Table", "Timeline"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<TimelineView>},
        {"roofline", QT_TRANSLATE_NOOP("Table", "Roofline"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<RooflineView>},
        {"fabric", QT_TRANSLATE_NOOP("Table", "Fabric"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<FabricView>},
        {"latency", QT_TRANSLATE_NOOP("Table", "Latency–throughput"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<FrontierView>},
        {"load", QT_TRANSLATE_NOOP("Table", "Under load"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<LoadView>},
        {"experts", QT_TRANSLATE_NOOP("Table", "Experts per GPU"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<ExpertsView>},
        {"operators", QT_TRANSLATE_NOOP("Table", "Profiled operators"), QT_TRANSLATE_NOOP("Table", "Time"),
         make<OperatorsView>},
        {"placement", QT_TRANSLATE_NOOP("Table", "Placement"), QT_TRANSLATE_NOOP("Table", "Placement"),
         make<PlacementView>},
        {"architecture", QT_TRANSLATE_NOOP("Table", "Architecture"), QT_TRANSLATE_NOOP("Table", "Placement"),
         make<ArchitectureView>, true},
        {"profiles", QT_TRANSLATE_NOOP("Table", "Profiles"), QT_TRANSLATE_NOOP("Table", "Profiles"),
         make<ProfilesView>},
        {"surfaces", QT_TRANSLATE_NOOP("Table", "GPU operators"), QT_TRANSLATE_NOOP("Table", "Profiles"),
         make<SurfacesView>},
        {"layouts", QT_TRANSLATE_NOOP("Table", "Layouts"), QT_TRANSLATE_NOOP("Table", "Trade-offs"),
         make<LayoutsView>},
        {"sensitivity", QT_TRANSLATE_NOOP("Table", "Sensitivity"), QT_TRANSLATE_NOOP("Table", "Trade-offs"),
         make<SensitivityView>},
        {"fieldmap", QT_TRANSLATE_NOOP("Table", "Two fields"), QT_TRANSLATE_NOOP("Table", "Trade-offs"),
         make<FieldMapView>},
        {"study", QT_TRANSLATE_NOOP("Table", "Studies"), QT_TRANSLATE_NOOP("Table", "Trade-offs"),
         make<StudyView>},
        {"goodput", QT_TRANSLATE_NOOP("Table", "Goodput"), QT_TRANSLATE_NOOP("Table", "Trade-offs"),
         make<GoodputView>},
        {"compare", QT_TRANSLATE_NOOP("Table", "Scenarios"), QT_TRANSLATE_NOOP("Table", "Compare"),
         make<CompareView>, true},
        {"waterfall", QT_TRANSLATE_NOOP("Table", "Waterfall"), QT_TRANSLATE_NOOP("Table", "Compare"),
         make<WaterfallView>, true},
        {"measured", QT_TRANSLATE_NOOP("Table", "Measured runs"), QT_TRANSLATE_NOOP("Table", "Compare"),
         make<MeasuredView>},
    };
    return rows;
}

} // namespace moe::ui
