// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One card of the Results dock: title, large value, change against the base, muted second line. Painted by
// hand so that a new report is one repaint, without a new layout.

#include "models/items/result_cards.h"

#include <QPushButton>
#include <QStaticText>

#include <utility>

namespace moe::ui {

class ResultCard : public QPushButton {
    Q_OBJECT
public:
    /// `lines`: room for the second line.
    explicit ResultCard(int lines, QWidget* parent = nullptr);

    /// `base` names what the change is against ("A", "base"). Repaints only when something differs.
    void setCard(const items::CardText& card, const QString& base);
    const items::CardText& card() const { return m_card; }
    void setDimmed(bool dimmed);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {140, sizeHint().height()}; }

signals:
    /// "How is this computed?" of the context menu, or the key "?".
    void explainRequested(const QString& key);
    void pageWanted(); ///< double-clicked

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void setFonts();
    void paintValueLine(QPainter& painter, const QRect& line) const;
    void paintDetail(QPainter& painter, const QRect& area) const;

    QFont m_large, m_small;              ///< of the value; of all below it
    QStaticText m_title;                 ///< laid out once: it stays while the numbers change
    std::pair<QString, int> m_titleOf{}; ///< what it is of, and its width
    items::CardText m_card;
    QString m_base;
    int m_lines;
    bool m_dimmed = false;
};

} // namespace moe::ui
