// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving under load as it was simulated: what runs and waits, the KV cache and the prompts of each pass over
// time, where the time of single requests went, and how the latencies of all are spread.

#include "models/engine/traffic/request_path.h"
#include "models/engine/traffic/serve_load.h"
#include "ui/own_marked.h"
#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/serve/limit_handles.h"
#include "ui/plots/serve/request_paint.h"

class QComboBox;

namespace moe::ui {

inline constexpr const char* kNoneBesideLoad = "none";

/// A run with its passes recorded.
struct LoadRun {
    ServedLoad load;
    LoadReport result;
    // Of tellingRequests() and tellingLater() of the scenario's own run.
    std::vector<RequestPath> telling, later;
};
struct LoadPicture : LoadRun {
    std::optional<LoadRun> beside; ///< the same requests through another scheduler
};

class LoadView : public AskingPicture, public OwnMarked {
    Q_OBJECT
public:
    explicit LoadView(QWidget* parent = nullptr);

    void setOwn(const OwnShown& own) override;
    QString summary() const override;
    /// One argument: the server beside the scenario's (besideServers()). Answered by a LoadPicture; nothing
    /// is asked of a scenario that does not serve.
    Question question() const override;
    void choose(const QStringList& arguments) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;
    void reportChanged() override;

private:
    void paintOwn(QPainter& painter, const LimitPlaces& places, const Look& look, Hits& hits) const;
    QString standInText() const;
    QString besideText() const;
    QString limitText(ServeLimit limit) const;
    std::vector<RequestRow> shownRequests() const;
    /// A row of tellingRequests(), or all where it is the one shown.
    void pick(int telling);

    std::shared_ptr<const LoadPicture> m_picture;
    std::vector<FitPart> m_own; ///< one's own runs
    QComboBox *m_requestBox = nullptr, *m_besideBox = nullptr;
    LimitHandles* m_limits = nullptr; ///< child of the canvas
};

} // namespace moe::ui
