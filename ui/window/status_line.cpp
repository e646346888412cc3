// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "models/items/format.h"

#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

namespace moe::ui {

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      m_state(new QLabel(this)),
      m_readOut(new QLabel(this)),
      m_origin(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)) {
    for (QLabel* label : {m_state, m_readOut, m_origin})
        label->setTextFormat(Qt::PlainText); // names of files
    m_progress->setMaximumWidth(180);
    m_progress->setAccessibleName(tr("Progress"));
    m_cancel->setText(tr("Cancel"));
    addWidget(m_state);
    addWidget(m_progress);
    addWidget(m_cancel);
    addPermanentWidget(m_readOut);
    addPermanentWidget(m_origin);
    m_progress->hide();
    m_cancel->hide();
    connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
}

void StatusLine::setDone(double milliseconds, const QString& lossOrigin) {
    m_done = tr("Up to date · %1 ms").arg(items::humanNumber(milliseconds, 2, locale()));
    m_slow = false;
    m_origin->setText(lossOrigin.isEmpty() ? QString() : tr("Loss: %1").arg(lossOrigin));
    showState();
}

void StatusLine::setStale(bool stale) {
    m_stale = stale;
    showState();
}

void StatusLine::setBusy(bool busy) {
    m_busy = busy;
    m_slow = m_slow && busy;
    showState();
    if (!busy) return;
    // Only worth saying when it takes long enough to be noticed.
    QTimer::singleShot(300, this, [this] {
        m_slow = m_busy;
        showState();
    });
}

void StatusLine::setLoading(int done, int total, const QString& name) {
    setProgress(done, total, tr("Loading %1").arg(name));
}

void StatusLine::setProgress(int done, int total, const QString& what) {
    m_loading = total > 0 ? what : QString();
    m_progress->setVisible(total > 0);
    m_cancel->setVisible(total > 0);
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    showState();
}

void StatusLine::setReadOut(const QString& text) {
    m_readOut->setText(text);
}

QString StatusLine::state() const {
    return m_state->text();
}

void StatusLine::showState() {
    m_state->setText(!m_loading.isEmpty() ? m_loading
                     : m_slow             ? tr("Computing…")
                     : m_stale            ? tr("Not up to date: the scenario breaks a rule")
                                          : m_done);
}

} // namespace moe::ui
