// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving under load as it was simulated: what runs and waits, the KV cache and the prompts of each pass over
// time, where the time of single requests went, and how the latencies of all are spread.

#include "models/engine/traffic/request_path.h"
#include "models/engine/traffic/serve_load.h"
#include "ui/plots/kit/asking_picture.h"

class QComboBox;

namespace moe::ui {

/// A run with its passes recorded.
struct LoadPicture {
    ServedLoad load;
    LoadReport result;
    std::vector<RequestPath> telling; ///< of tellingRequests()
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
    std::vector<std::size_t> shownRequests() const;
    /// A row of tellingRequests(), or all where it is the one shown.
    void pick(int telling);

    std::shared_ptr<const LoadPicture> m_picture;
    QComboBox* m_requestBox = nullptr;
};

} // namespace moe::ui
