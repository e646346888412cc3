// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The published tables that the program reads but does not ship: what they are, and their download with
// resume and checksums. The list is shared with packaging/get-data.sh.

#include "data/problem.h"

#include <QFile>
#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>

#include <vector>

class QNetworkReply;

namespace moe::app {

struct PublishedTable {
    QByteArray sha256; ///< hexadecimal
    qint64 bytes = 0;
    QString path; ///< below the server
    QString name; ///< below the folder of tables
};
/// Lines "sha256 bytes path name"; # starts a comment.
Result<std::vector<PublishedTable>> readPublishedTables(const QByteArray& text, const std::string& source);
/// Those of resources/published/tables.txt.
std::vector<PublishedTable> publishedTables();

/// Fetches one table after the other into a folder. What is there is kept, a part of a file is taken up where
/// it ends; a file becomes visible under its name only when its checksum is right.
class TableDownload : public QObject {
    Q_OBJECT
public:
    explicit TableDownload(QObject* parent = nullptr);

    /// https://github.com, or the environment's MOE_DATA_URL.
    static QString server();
    void start(const QString& folder, const QString& server, std::vector<PublishedTable> tables);
    void cancel();
    bool running() const { return m_running; }

signals:
    void progress(int done, int total, const QString& name);
    /// `complete`: tables that are in the folder now.
    void finished(const QString& folder, int complete, const moe::Problems& problems);

private:
    void next();
    void receive();
    void take();
    void stop();
    const PublishedTable& table() const { return m_tables[m_at]; }
    QString target() const { return m_folder + QLatin1Char('/') + table().name; }
    void complain(const QString& rule);

    QNetworkAccessManager m_network;
    QPointer<QNetworkReply> m_reply;
    QFile m_part;
    QString m_folder, m_server;
    std::vector<PublishedTable> m_tables;
    std::size_t m_at = 0;
    int m_complete = 0;
    bool m_running = false, m_cancelled = false;
    QString m_full; ///< why the disk took no more; empty while it does
    Problems m_problems;
};

} // namespace moe::app
