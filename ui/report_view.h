// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every tab of the centre is: draws one report, and can draw itself into any paint device as a figure.

#include "models/engine/report/pointers.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "ui/strokes.h"
#include "ui/theme.h"

#include <QPaintDevice>
#include <QSizeF>
#include <QWidget>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace moe::items {
struct PairNames;
struct PairTable;
} // namespace moe::items

namespace moe::ui {

/// key → value text, as `--set` takes them.
using Edits = std::vector<std::pair<std::string, std::string>>;

/// One axis for two pictures beside each other (ui/split): the ends that both have, of a quantity (ASCII
/// without blanks) that by itself would span `low` to `high`.
using ShareAxes = std::function<std::pair<double, double>(const QString& quantity, double low, double high)>;
using ShareAxesPtr = std::shared_ptr<const ShareAxes>;

/// One entry of a picture's legend: what stands for what.
struct LegendKey {
    QString text;
    Strokes icon = Strokes(true); ///< in 1/96 inch, of `size`
    QSizeF size;
    bool operator==(const LegendKey& other) const;
};
/// Keys that several pictures beside each other have: told by each as it is drawn, left out where they stand
/// elsewhere.
struct SharedLegend {
    std::vector<LegendKey> keys;      ///< all of the picture drawn last
    std::vector<LegendKey> elsewhere; ///< that it leaves out
};
using SharedLegendPtr = std::shared_ptr<SharedLegend>;

/// How a figure is to look. Sizes are those on paper.
struct FigureStyle {
    double widthMm = 85, heightMm = 60;
    double fontPt = 7;
    bool dark = false;
    QString palette = QStringLiteral("cividis");
    QString family = QStringLiteral("DejaVu Sans"); ///< of all text
    bool headline = true;        ///< false: the sentence above the picture is left to the caption under it
    bool legend = true;          ///< false: likewise what colours and marks mean
    bool hatching = true;        ///< false: plain tints in place of lines and patterns
    ShareAxesPtr axes = {};      ///< null: every axis is the picture's own
    SharedLegendPtr shared = {}; ///< null: the whole legend is in the picture
    bool operator==(const FigureStyle&) const = default;
    QSizeF logicalSize() const { return {widthMm / 25.4 * 96, heightMm / 25.4 * 96}; } ///< px at 96 dpi
    double fontPx() const { return fontPt * 96 / 72; }
};

/// A pinned scenario or log.
struct PinMark {
    std::size_t mark = 0; ///< 0 = A, 1 = B, …
    QString name, note, path;
    ReportPtr report; ///< null where the catalogue lacks what its scenario names
    bool log = false;
};

/// Makes a text of numbers, on any thread.
using CsvText = std::function<QString()>;

class ReportView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual void setReport(const ReportPtr& report) = 0;
    virtual void setCatalog(const CatalogPtr&) {}
    /// Of the scenario that differences are taken against; null while there is none.
    virtual void setBase(const ReportPtr&) {}
    /// Drawn beside the report where a picture has room for more than one scenario.
    virtual void setPins(const std::vector<PinMark>&) {}
    /// Stand beside the report in a comparison: one per pin, null for one that cannot be evaluated.
    virtual void setColumns(const std::vector<ColumnPtr>&) {}
    /// The part of the picture on screen, as text of the view's own; empty = the whole.
    virtual QString range() const { return {}; }
    /// As range() gave it; a text that does not fit changes nothing.
    virtual void setRange(const QString&) {}
    /// What is marked by hand in the picture, as text of the view's own; empty: nothing.
    virtual QString marked() const { return {}; }
    virtual void setMarked(const QString&) {}
    /// What the picture begins from, where it shows how one thing became another; else nothing.
    virtual QString beginning() const { return {}; }
    /// What tells it from `other`, a picture of the same kind, more closely than the reports do. False: they
    /// say it all.
    virtual bool tellApart(const ReportView& other, const items::PairNames& names,
                           items::PairTable& into) const;
    /// Every axis is the picture's own again with null. The next report is drawn so.
    virtual void shareAxes(const ShareAxesPtr& axes) { m_axes = axes; }
    const ShareAxesPtr& sharedAxes() const { return m_axes; }
    std::pair<double, double> shared(const QString& quantity, double low, double high) const {
        return m_axes ? (*m_axes)(quantity, low, high) : std::pair(low, high);
    }
    /// What the newest report needs is still being computed, and an older picture is shown.
    bool isBehind() const { return m_behind; }
    void setBehind(bool behind) {
        if (std::exchange(m_behind, behind) && !behind) emit caughtUp();
    }
    /// Draws the current report into `device` at style.logicalSize() units, scaled by `scale` to device
    /// pixels. Does not disturb what the window shows.
    virtual void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) = 0;
    /// The numbers behind the picture, with units in the header.
    virtual QString csv() const = 0;
    /// The same for another thread, from what the picture shows now.
    virtual CsvText csvText() const {
        return [text = csv()] { return text; };
    }
    virtual bool hasNumbers() const { return !csv().isEmpty(); }
    /// One or two sentences for screen readers and tooltips.
    virtual QString summary() const = 0;

signals:
    /// The user picked values in the picture. `undoText` names the step.
    void edited(const moe::ui::Edits& edits, const QString& undoText);
    /// The same, where those of one gesture are one step.
    void editedAlong(const moe::ui::Edits& edits, const QString& undoText, int gesture);
    /// Cursor read-out for the status bar; empty when the pointer left.
    void readOut(const QString& text);
    /// The picture is no longer behind.
    void caughtUp();
    /// It needs what is computed beside the report (ui/asking_view.h): another thing than before, or nothing.
    void asked();
    /// A number was clicked: show how it is computed.
    void explain(const QString& key);

private:
    bool m_behind = false;
    ShareAxesPtr m_axes;
};

inline bool LegendKey::operator==(const LegendKey& other) const {
    const auto bytes = [](const Strokes& strokes) {
        return QByteArray::fromRawData(strokes.data(), qsizetype(strokes.size()));
    };
    return text == other.text && bytes(icon) == bytes(other.icon);
}

inline bool ReportView::tellApart(const ReportView&, const items::PairNames&, items::PairTable&) const {
    return false;
}

} // namespace moe::ui
