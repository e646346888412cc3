// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GPU operators as they were measured: time over two columns of their shape, the others on sliders; surface,
// band and analytic model with their ratio.

#include "models/engine/operators/operator_picture.h"
#include "ui/own_marked.h"
#include "ui/plots/kit/asking_picture.h"

#include <QStringList>

class QComboBox;

namespace moe::ui {

class AxisSliders;

using OperatorPicturePtr = std::shared_ptr<const OperatorPicture>;

class SurfacesView : public AskingPicture, public OwnMarked {
    Q_OBJECT
public:
    explicit SurfacesView(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog) override;
    /// While nobody has chosen another picture, it is of what was measured.
    void setOwn(const OwnShown& own) override;
    QString summary() const override;
    /// Arguments: surfaces_question.h. Answered by an OperatorPicture.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    /// All that is chosen, as the options of `render`: "--device b200 --op moe --tp 8".
    QString range() const override;
    void setRange(const QString& text) override;

    const OperatorPicturePtr& picture() const { return m_picture; }

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;

private:
    QComboBox* newChoice(const char* key, const QString& name, const QString& toolTip, int width,
                         std::string OperatorPictureRequest::*member);
    void makeChoices();
    /// What one's own points are of, else the scenario's GPU and layer, while nobody has chosen others.
    void followScenario();
    void ask(); ///< somebody chose
    void hold(const std::string& option, double value);
    void fillBoxes();
    void fillSliders();

    CatalogPtr m_catalog;
    OperatorPictureRequest m_request;
    bool m_chosen = false;  ///< by somebody
    QStringList m_followed; ///< what the scenario asks for otherwise
    OperatorPicturePtr m_picture;
    std::vector<OwnOperator> m_own;
    QComboBox *m_gpu = nullptr, *m_op = nullptr, *m_dtype = nullptr, *m_load = nullptr, *m_backend = nullptr,
              *m_x = nullptr, *m_y = nullptr, *m_layer = nullptr;
    QAction *m_map = nullptr, *m_bandwidth = nullptr, *m_loadAction = nullptr, *m_layerAction = nullptr;
    AxisSliders* m_sliders = nullptr;
};

} // namespace moe::ui
