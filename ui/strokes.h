#pragma once
// What a view draws, recorded, to be played into a file or an image on any thread.

#include <QPicture>

namespace moe::ui {

class Strokes : public QPicture {
public:
    /// `vector`: nothing is turned into pixels on the way.
    explicit Strokes(bool vector) : m_vector(vector) {}
    Strokes() = default;
    bool vector() const { return m_vector; }
    /// Copies share the position that playing moves; this one is free for another thread.
    Strokes detached() const {
        Strokes own(m_vector);
        own.setData(data(), size());
        return own;
    }

private:
    bool m_vector = false;
};

} // namespace moe::ui
