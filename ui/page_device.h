// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Something to paint on that keeps what is painted instead of pixels: larger than any figure, of 96 dots an
// inch.

#include <QPaintDevice>

#include <climits>

namespace moe::ui {

class PageDevice : public QPaintDevice {
protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth:
        case PdmHeight: return 8000;
        case PdmWidthMM:
        case PdmHeightMM: return 2117;
        case PdmNumColors: return INT_MAX;
        case PdmDepth: return 32;
        case PdmDevicePixelRatio: return 1;
        default: return 96; // dots per inch
        }
    }
};

} // namespace moe::ui
