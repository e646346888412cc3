// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Help ▸ Documentation: contents and search on the left, a chapter on the right. The text comes from outside
// (models/items/manual.h).

#include "models/items/manual.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;
class QUrl;

namespace moe::ui {

class DocumentationWindow : public QWidget {
    Q_OBJECT
public:
    explicit DocumentationWindow(QWidget* parent = nullptr);

    /// Keeps the section on screen where the new text has it too.
    void setManual(const items::Manual& manual);
    /// Brings up a section; unknown keys change nothing.
    void showSection(const QString& key);
    QString currentKey() const { return m_key; }

signals:
    void accountActivated(const QString& key); ///< a number of the sheet that explains
    void viewActivated(const QString& key);    ///< a picture

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillContents();
    void filter(const QString& text);
    void render();
    void scrollTo(const QString& key);
    void highlight();
    void findNext(bool backward);
    void follow(const QUrl& link);
    /// First section of the chapter that the section at `index` stands in.

    items::Manual m_manual;
    std::vector<QString> m_texts; ///< of every section, to be searched
    std::vector<QTreeWidgetItem*> m_items;
    QString m_key;
    std::vector<std::size_t> m_pages; ///< of each section, the first that is shown with it
    std::size_t m_shown = SIZE_MAX;   ///< first section in the browser

    QLineEdit* m_search = nullptr;
    QTreeWidget* m_contents = nullptr;
    QLabel* m_found = nullptr;
    QTextBrowser* m_text = nullptr;
};

} // namespace moe::ui
