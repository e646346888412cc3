#include "ui/view_list.h"

#include "ui/compare/compare_view.h"
#include "ui/compare/measured_view.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/fabric_view.h"
#include "ui/plots/field_map_view.h"
#include "ui/plots/layouts_view.h"
#include "ui/plots/loss_view.h"
#include "ui/plots/memory_view.h"
#include "ui/plots/operators_view.h"
#include "ui/plots/phases_view.h"
#include "ui/plots/profiles_view.h"
#include "ui/plots/roofline_view.h"
#include "ui/plots/scaling_view.h"
#include "ui/plots/sensitivity_view.h"
#include "ui/plots/serve_view.h"
#include "ui/plots/study_view.h"
#include "ui/plots/time_view.h"

namespace moe::ui {

template <class View> static ReportView* make(QWidget* parent) {
    return new View(parent);
}

const std::vector<ViewRow>& viewList() {
    static const std::vector<ViewRow> rows{
        {"loss", "Loss map", "Loss", make<LossView>, true},
        {"scaling", "Scaling", "Loss", make<ScalingView>},
        {"memory", "Memory per GPU", "Memory", make<MemoryView>, true},
        {"phases", "Memory over a step", "Memory", make<PhasesView>},
        {"time", "Step", "Time", make<TimeView>, true},
        {"roofline", "Roofline", "Time", make<RooflineView>},
        {"fabric", "Fabric", "Time", make<FabricView>},
        {"latency", "Latency–throughput", "Time", make<FrontierView>},
        {"experts", "Experts per GPU", "Time", make<ExpertsView>},
        {"operators", "Profiled operators", "Time", make<OperatorsView>},
        {"placement", "Placement", "Placement", make<PlacementView>},
        {"profiles", "Profiles", "Profiles", make<ProfilesView>},
        {"layouts", "Layouts", "Trade-offs", make<LayoutsView>},
        {"sensitivity", "Sensitivity", "Trade-offs", make<SensitivityView>},
        {"fieldmap", "Two fields", "Trade-offs", make<FieldMapView>},
        {"study", "Studies", "Trade-offs", make<StudyView>},
        {"compare", "Scenarios", "Compare", make<CompareView>, true},
        {"measured", "Measured runs", "Compare", make<MeasuredView>},
    };
    return rows;
}

} // namespace moe::ui
