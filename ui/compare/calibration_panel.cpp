// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/calibration_panel.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace moe::ui {

CalibrationPanel::CalibrationPanel(QWidget* parent) : QFrame(parent) {
    setFrameShape(StyledPanel);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    m_text = new QLabel;
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Calibration"));
    m_save = new QPushButton(tr("Save as GPU &preset…"));
    m_use = new QPushButton(tr("&Use in this scenario"));
    auto* close = new QToolButton;
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the calibration"));
    row->addWidget(m_text, 1);
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(m_use);
    buttons->addStretch(1);
    row->addLayout(buttons);
    row->addWidget(close, 0, Qt::AlignTop);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveRequested(m_key, m_yaml); });
    connect(m_use, &QPushButton::clicked, this, [this] { emit useRequested(m_key); });
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void CalibrationPanel::show(const QString& log, const Calibration& calibration, Seconds measured) {
    const auto time = [](Seconds seconds) { return items::humanValue(seconds.base, QStringLiteral("s")); };
    m_key = QString::fromStdString(calibration.gpu.key);
    m_yaml = QByteArray::fromStdString(calibration.preset);
    m_sentence = tr("<b>Calibrated to %1</b> (%2)<br>"
                    "GEMM efficiency: %3 of the peak, was %4 · host time: ×%5, was ×1<br>"
                    "Step: %6 before, %7 after, measured %8")
                     .arg(log.toHtmlEscaped(), items::tableText(calibration.gpu.label).toHtmlEscaped())
                     .arg(calibration.efficiency, 0, 'f', 3)
                     .arg(calibration.fittedEfficiency, 0, 'f', 3)
                     .arg(calibration.hostFactor, 0, 'f', 2)
                     .arg(time(calibration.before.front()), time(calibration.after.front()), time(measured));
    if (!calibration.met)
        m_sentence += tr("<br>⚠ The measured step is not met within 1 %: something else than GEMMs and "
                         "launches differs.");
    m_text->setText(m_sentence);
    m_use->hide();
    m_save->setEnabled(true);
    QFrame::show();
}

void CalibrationPanel::setSaved(const QString& where) {
    m_text->setText(m_sentence + tr("<br>Saved as <i>%1</i> in %2; open that file to have it again.")
                                     .arg(m_key.toHtmlEscaped(), where.toHtmlEscaped()));
    m_use->show();
}

QString CalibrationPanel::text() const {
    return m_text->text();
}

} // namespace moe::ui
