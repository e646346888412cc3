#include "ui/view_list.h"

#include "ui/placement/placement_view.h"
#include "ui/plots/loss_view.h"
#include "ui/plots/memory_view.h"
#include "ui/plots/scaling_view.h"
#include "ui/plots/serve_view.h"

namespace moe::ui {

template <class View> static ReportView* make(QWidget* parent) {
    return new View(parent);
}

const std::vector<ViewRow>& viewList() {
    static const std::vector<ViewRow> rows{
        {"loss", "Loss map", "Loss", make<LossView>},
        {"scaling", "Scaling", "Loss", make<ScalingView>},
        {"memory", "Memory", "Memory", make<MemoryView>},
        {"frontier", "Latency–throughput", "Time", make<FrontierView>},
        {"experts", "Experts per GPU", "Time", make<ExpertsView>},
        {"placement", "Placement", "Placement", make<PlacementView>},
    };
    return rows;
}

} // namespace moe::ui
