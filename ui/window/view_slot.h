// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The place of a picture of the centre, alone or beside another of its kind.

#include "ui/views/view_list.h"

#include <QVBoxLayout>

namespace moe::ui {

/// The place of a picture, empty until the picture is made.
class ViewSlot : public QWidget {
public:
    explicit ViewSlot(const ViewRow& row) : m_row(row) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
    }

    /// A picture takes what room there is. Asked for the height of its texts at every width, each page that
    /// was ever open would lay them out whenever another one changes.
    bool hasHeightForWidth() const override { return false; }

    QLatin1String key() const { return QLatin1String(m_row.key); }
    QString title() const { return items::tableText(m_row.title); }
    bool isOf(const QString& key, std::optional<Side> side) const {
        return key == this->key() && (!side || m_row.side.value_or(*side) == *side);
    }
    ReportView* view() const { return m_view; }
    ReportView& make() {
        m_view = m_row.make(this);
        m_view->setObjectName(key());
        layout()->addWidget(m_view);
        return *m_view;
    }
    void setReport(const ReportPtr& report) { (m_split ? m_split : m_view)->setReport(report); }

    const std::optional<SplitOf>& splits() const { return m_row.split; }
    SplitView* split() const { return m_split; }
    int mark() const { return m_mark; }
    void setMark(int mark) { m_mark = mark; }
    /// Beside another picture of the row, which has no report yet.
    SplitView& beside() {
        ReportView* other = m_row.make(nullptr);
        other->setObjectName(key());
        layout()->removeWidget(m_view);
        m_split = new SplitView(m_view, other, *m_row.split, this);
        m_split->setObjectName(QString(key()) + QLatin1String(" split"));
        layout()->addWidget(m_split);
        return *m_split;
    }
    void alone() {
        layout()->removeWidget(m_split);
        m_split->takeA()->setParent(this);
        layout()->addWidget(m_view);
        m_view->show();
        m_split->hide();
        m_split->deleteLater();
        m_split = nullptr;
    }

private:
    const ViewRow& m_row;
    ReportView* m_view = nullptr;
    SplitView* m_split = nullptr;
    int m_mark = 0; ///< of what stands beside it
};

} // namespace moe::ui
