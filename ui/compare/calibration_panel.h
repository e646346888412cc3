// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What calibrating to a log found, with what to do about it.

#include "models/engine/calibration/calibrate.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace moe::ui {

class CalibrationPanel : public QFrame {
    Q_OBJECT
public:
    explicit CalibrationPanel(QWidget* parent = nullptr);

    void show(const QString& log, const Calibration& calibration, Seconds measured);
    /// The preset can be chosen now; offers to use it.
    void setSaved(const QString& where);
    QString text() const;

signals:
    void saveRequested(const QString& key, const QByteArray& yaml);
    void useRequested(const QString& key);

private:
    QLabel* m_text;
    QPushButton *m_save, *m_use;
    QString m_sentence, m_key;
    QByteArray m_yaml;
};

} // namespace moe::ui
