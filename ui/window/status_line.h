// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line below the window: whether the pictures are up to date, a load's progress, the cursor's values and
// where the loss comes from.

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QToolButton;

namespace moe::ui {

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// A report is drawn; lossOrigin is empty without a loss.
    void setDone(double milliseconds, const QString& lossOrigin);
    /// The scenario breaks a rule: what is drawn is older than it.
    void setStale(bool stale);
    void setBusy(bool busy);
    /// A load is running: name shown with progress and Cancel; total 0 hides it.
    void setLoading(int done, int total, const QString& name);
    /// The same for other work, said in full.
    void setProgress(int done, int total, const QString& what);
    void setReadOut(const QString& text);
    QString state() const;

signals:
    void cancelRequested();

private:
    void showState();

    QLabel *m_state, *m_readOut, *m_origin;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QString m_done, m_loading;
    bool m_busy = false, m_slow = false, m_stale = false;
};

} // namespace moe::ui
