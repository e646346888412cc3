// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_accessible.h"

#include "ui/layers/layer_cells.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <map>

namespace moe::ui {
namespace {

class CellInterface : public QAccessibleInterface {
public:
    CellInterface(LayerCells& cells, int layer) : m_cells(&cells), m_layer(layer) {}

    bool isValid() const override { return m_cells && m_layer < m_cells->count(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_cells); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.focusable = state.selectable = state.multiSelectable = true;
        state.focused = m_cells->hasFocus() && m_cells->current() == m_layer;
        state.selected = m_cells->isSelected(m_layer);
        return state;
    }
    QString text(QAccessible::Text what) const override {
        if (!isValid()) return {};
        if (what == QAccessible::Name) return m_cells->cellName(m_layer);
        if (what == QAccessible::Value || what == QAccessible::Description)
            return m_cells->cellValue(m_layer);
        return {};
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect cell = m_cells->cellRect(m_layer);
        return {m_cells->mapToGlobal(cell.topLeft()), cell.size()};
    }

private:
    QPointer<LayerCells> m_cells;
    int m_layer;
};

class CellsInterface : public QAccessibleWidget {
public:
    explicit CellsInterface(LayerCells& cells) : QAccessibleWidget(&cells, QAccessible::List) {}
    ~CellsInterface() override {
        for (const auto& [layer, id] : m_children) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return cells().count(); }
    QAccessibleInterface* child(int layer) const override {
        if (layer < 0 || layer >= childCount()) return nullptr;
        const auto known = m_children.find(layer);
        if (known != m_children.end()) return QAccessible::accessibleInterface(known->second);
        auto* made = new CellInterface(cells(), layer);
        m_children[layer] = QAccessible::registerAccessibleInterface(made);
        return made;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        return child(cells().layerAt(cells().mapFromGlobal(QPoint(x, y))));
    }
    int indexOfChild(const QAccessibleInterface* one) const override {
        for (const auto& [layer, id] : m_children)
            if (QAccessible::accessibleInterface(id) == one) return layer;
        return -1;
    }
    QAccessibleInterface* focusChild() const override {
        return cells().hasFocus() ? child(cells().current()) : nullptr;
    }

private:
    LayerCells& cells() const { return *static_cast<LayerCells*>(object()); }
    mutable std::map<int, QAccessible::Id> m_children; ///< those that were asked for
};

QAccessibleInterface* factory(const QString&, QObject* object) {
    auto* cells = qobject_cast<LayerCells*>(object);
    return cells ? new CellsInterface(*cells) : nullptr;
}

} // namespace

void installLayerAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    static_cast<void>(installed);
}

void tellLayerFocus(LayerCells& cells, int layer) {
    if (!QAccessible::isActive()) return;
    QAccessibleEvent event(&cells, QAccessible::Focus);
    event.setChild(layer);
    QAccessible::updateAccessibility(&event);
}

} // namespace moe::ui
