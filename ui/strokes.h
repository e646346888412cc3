// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a view draws, recorded, to be played into a file or an image on any thread.

#include <QPainter>
#include <QPicture>

namespace moe::ui {

class Strokes : public QPicture {
public:
    Strokes() = default;
    /// `vector`: nothing is turned into pixels on the way.
    explicit Strokes(bool vector) : m_vector(vector) {}
    bool vector() const { return m_vector; }

    /// `scale` units of the painter to one of the recording. False when nothing could be drawn.
    bool playOn(QPainter& painter, double scale) const {
        QPicture own; // copies share the position that playing moves
        own.setData(data(), size());
        const QPaintDevice* device = painter.device();
        if (!device) return false;
        painter.save();
        painter.setRenderHint(QPainter::LosslessImageRendering); // the one hint that is not recorded
        // Qt scales by the device's resolution over the screen's, whatever that is by now.
        painter.scale(scale * own.logicalDpiX() / device->logicalDpiX(),
                      scale * own.logicalDpiY() / device->logicalDpiY());
        const bool played = own.play(&painter);
        painter.restore();
        return played;
    }

private:
    bool m_vector = false;
};

} // namespace moe::ui
