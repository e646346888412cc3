// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured operators: runtimes against tokens, batch, KV length or message size, devices laid over each
// other, with the predictor's error and the analytic model.

#include "models/engine/profiles/profile_picture.h"
#include "ui/plots/kit/painted_view.h"

class QComboBox;
class QMenu;

namespace moe::ui {

class ProfilesView : public PaintedView {
    Q_OBJECT
public:
    explicit ProfilesView(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog) override;
    QString summary() const override;

    /// What the choices say; values that the set does not have are left as they were.
    void choose(const QString& op, const QString& model, double workers);
    const ProfilePicture& picture() const { return m_picture; }

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;

private:
    enum class From { Operator, Model, Split, Key, Fixed };
    QComboBox* newChoice(const char* key, const QString& name, const QString& toolTip, From from);
    const ProfileSet& set() const;
    const ProfileOperatorRow* op() const;
    bool collective() const;
    /// Refills the choices after `from` and draws.
    void refill(From from);
    void fillPlaces();
    void draw();
    QString heading() const;

    CatalogPtr m_catalog;
    ProfilePicture m_picture;
    std::vector<ProfileSplit> m_splits;
    QStringList m_hidden; ///< devices and fabrics switched off
    QComboBox *m_op = nullptr, *m_model = nullptr, *m_split = nullptr, *m_key = nullptr, *m_fixed = nullptr;
    QList<QAction*> m_choiceActions; ///< of the combo boxes in the tool bar, in their order
    QMenu* m_show = nullptr;
    QList<QAction*> m_places; ///< devices or fabrics in it
    QAction *m_logKey = nullptr, *m_logTime = nullptr;
};

} // namespace moe::ui
