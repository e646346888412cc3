// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A number with a unit that also takes others: "1 s" in a box of milliseconds.

#include <QDoubleSpinBox>

namespace moe::ui {

class LimitBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    /// `unit` as readQuantity() knows it; the suffix is what is shown of it.
    LimitBox(const char* unit, QWidget* parent);

    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    /// What cannot be read is put back, and said.
    void fixup(QString& text) const override;

private:
    QString typed(const QString& text) const;

    const char* m_unit;
};

} // namespace moe::ui
