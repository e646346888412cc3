// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a split picture is put together from: the letter of a side, and the lines where the pointer is.

#include "models/items/pair_text.h"

#include <QPointer>
#include <QWidget>

namespace moe::ui {

/// As sentences and tables of split pictures call the two.
inline const items::PairNames kPairLetters{QStringLiteral("A"), QStringLiteral("B")};
/// Of the height: the table keeps the pictures at least the rest.
inline constexpr double kMostPairTable = 0.3;
/// Of a half on paper, in units of the look: less shows nothing. Over each other pictures are as wide as the
/// page.
inline constexpr QSizeF kLeastBeside{260, 230}, kLeastOver{260, 150};

/// The letter of a side, as its own widget.
class PairLetter : public QWidget {
public:
    PairLetter(int side, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_side;
};

/// Where the pointer is, across a picture.
class CrossLines {
public:
    explicit CrossLines(QWidget& picture);
    ~CrossLines();
    CrossLines(const CrossLines&) = delete;
    CrossLines& operator=(const CrossLines&) = delete;
    /// Shares of the picture's size.
    void show(QPointF at);
    void hide();

private:
    QPointer<QWidget> m_picture, m_down, m_across;
};

} // namespace moe::ui
