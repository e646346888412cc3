// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps the work on disk while it is being done: a second after a change at the latest it is written to a
// file of this process. What a process that no longer runs left behind can be found and restored.

#include <QByteArray>
#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace moe::app {

class Autosave : public QObject {
    Q_OBJECT
public:
    /// `text` gives what is to be written. The folder is made when needed.
    explicit Autosave(const QString& folder, std::function<QByteArray()> text = {},
                      QObject* parent = nullptr);
    ~Autosave() override;
    void setText(std::function<QByteArray()> text) { m_text = std::move(text); }

    /// Something changed. A write that is already due is not put off by it.
    void touch();
    /// Now, if anything changed; false when it could not be written.
    bool write();
    /// The end: the file stays for the next start when `keep`, else it goes.
    void finish(bool keep);

    struct Found {
        QString path;
        QDateTime when;
    };
    /// Left behind by processes that no longer run, newest first.
    static std::vector<Found> found(const QString& folder);
    static void discard(const Found& found);

signals:
    void failed(const QString& reason);

private:
    QString m_path;
    std::function<QByteArray()> m_text;
    std::unique_ptr<QLockFile> m_lock; ///< held as long as this process lives
    QTimer m_due;
    QByteArray m_written;
};

} // namespace moe::app
