// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The model as blocks with their parameters, FLOPs and caches, beside pinned scenarios or presets. Under it
// the account of the block that was clicked, and the layers to be painted.

#include "ui/architecture/architecture_paint.h"
#include "ui/plots/kit/asking_picture.h"

class QComboBox;
class QLabel;

namespace moe::ui {

class LayerStrip;

/// Of all presets, in the order of the catalogue.
using ArchitectureGallery = std::vector<std::shared_ptr<const Architecture>>;

class ArchitectureView : public AskingPicture {
    Q_OBJECT
public:
    explicit ArchitectureView(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog) override;
    void setPins(const std::vector<PinMark>& pins) override;
    QString summary() const override;
    /// Without arguments; answered by an ArchitectureGallery. Nothing is asked while only pins stand beside.
    Question question() const override;
    void choose(const QStringList&) override {}

    // What tests look through.
    const ArchitectureCards& cards() const { return m_cards; }
    QString account() const;
    LayerStrip& layers() const { return *m_layers; }

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void collect();
    void showAccount(int index);

    CatalogPtr m_presetCatalog;
    std::vector<PinMark> m_pins;
    std::shared_ptr<const ArchitectureGallery> m_gallery;
    ArchitectureCards m_cards;
    QComboBox* m_beside;
    QLabel* m_account;
    LayerStrip* m_layers;
};

} // namespace moe::ui
