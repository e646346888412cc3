// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sheet that explains: how a number came about, as one account that follows the reports; over it a field
// that finds any other number.

#include "models/engine/explain/explain.h"
#include "ui/report_view.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace moe::ui {

class ExplainView : public QWidget {
    Q_OBJECT
public:
    explicit ExplainView(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report);
    void setCatalog(const CatalogPtr& catalog);
    /// Shows the account of `key` (accountRows()); false and unchanged when there is none.
    bool showAccount(const QString& key);
    QString currentKey() const { return m_key; }

signals:
    /// A number put in is a knob of the form: its row is wanted.
    void fieldActivated(const QString& key);
    void closed(); ///< × or Esc

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showList(bool shown);
    void applyFilter(const QString& text);
    void go(const QString& key);
    void step(int by);
    void follow(const QUrl& link);
    void selectRow();
    void refresh();
    void render();
    void copy(const QString& text, QPushButton* button);

    ReportPtr m_report;
    CatalogPtr m_catalog;
    QString m_key;
    QStringList m_history;
    int m_place = -1; ///< of m_key in the history
    bool m_stale = true;
    QToolButton* m_close = nullptr;
    std::optional<Account> m_account;

    QLineEdit* m_filter = nullptr;
    QListWidget* m_list = nullptr;
    QLabel* m_noMatch = nullptr;
    QToolButton *m_back = nullptr, *m_forward = nullptr;
    QPushButton *m_markdown = nullptr, *m_latex = nullptr;
    QLabel *m_title = nullptr, *m_value = nullptr, *m_origin = nullptr;
    QTextBrowser* m_text = nullptr;
};

} // namespace moe::ui
