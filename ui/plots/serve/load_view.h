// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving under load as it was simulated: what runs and waits, the KV cache and the prompts of each pass over
// time, and how the latencies of the requests are spread.

#include "models/engine/traffic/serve_load.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

/// A run with its passes recorded.
struct LoadPicture {
    ServedLoad load;
    LoadReport result;
};

class LoadView : public AskingPicture {
    Q_OBJECT
public:
    explicit LoadView(QWidget* parent = nullptr);

    QString summary() const override;
    /// No arguments. Answered by a LoadPicture; nothing is asked of a scenario that does not serve.
    Question question() const override;
    void choose(const QStringList&) override {}

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    std::shared_ptr<const LoadPicture> m_picture;
};

} // namespace moe::ui
