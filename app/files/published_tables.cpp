// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/published_tables.h"

#include "models/items/words.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTimer>

namespace moe::app {
namespace {

constexpr int kPatience = 20000; ///< ms without a byte
constexpr int kPartial = 206, kBeyondEnd = 416;

bool isWhole(const QString& path, const PublishedTable& table) {
    QFile file(path);
    if (file.size() != table.bytes || !file.open(QIODevice::ReadOnly)) return false;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return hash.addData(&file) && hash.result().toHex() == table.sha256;
}

bool isOffline(QNetworkReply::NetworkError error) {
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::TimeoutError:
    case QNetworkReply::OperationCanceledError: // of the patience
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
    case QNetworkReply::UnknownNetworkError:
    case QNetworkReply::SslHandshakeFailedError: return true;
    default: return false;
    }
}

} // namespace

Result<std::vector<PublishedTable>> readPublishedTables(const QByteArray& text, const std::string& source) {
    std::vector<PublishedTable> tables;
    Problems problems;
    int number = 0;
    for (const QByteArray& line : text.split('\n')) {
        ++number;
        if (line.trimmed().isEmpty() || line.startsWith('#')) continue;
        const QList<QByteArray> parts = line.trimmed().split(' ');
        bool whole = parts.size() == 4 && parts[0].size() == 64;
        const qint64 bytes = whole ? parts[1].toLongLong(&whole) : 0;
        // A name that leaves the folder has no business in a list of downloads.
        if (whole) whole = bytes > 0 && !parts[3].startsWith('/') && !parts[3].contains("..");
        if (whole)
            tables.push_back({parts[0], bytes, QString::fromUtf8(parts[2]), QString::fromUtf8(parts[3])});
        else
            problems.push_back({.source = source,
                                .line = number,
                                .rule = say("must be sha256, bytes, path and name"),
                                .value = line.left(80).toStdString()});
    }
    if (!problems.empty()) return problems;
    return tables;
}

std::vector<PublishedTable> publishedTables() {
    QFile file(QStringLiteral(":/published/tables.txt"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    Result<std::vector<PublishedTable>> tables = readPublishedTables(file.readAll(), "tables.txt");
    return tables ? std::move(tables).value() : std::vector<PublishedTable>();
}

TableDownload::TableDownload(QObject* parent) : QObject(parent) {
    m_network.setTransferTimeout(kPatience);
}

QString TableDownload::server() {
    return qEnvironmentVariable("MOE_DATA_URL", QStringLiteral("https://github.com"));
}

void TableDownload::start(const QString& folder, const QString& server, std::vector<PublishedTable> tables) {
    if (m_running) return;
    m_folder = folder;
    m_server = server;
    m_tables = std::move(tables);
    m_at = 0;
    m_complete = 0;
    m_problems.clear();
    m_running = true;
    m_cancelled = false;
    m_full.clear();
    next();
}

void TableDownload::cancel() {
    m_cancelled = true;
    if (m_reply) m_reply->abort();
}

void TableDownload::complain(const QString& rule) {
    m_problems.push_back({.source = target().toStdString(), .rule = say("%1", rule.toStdString())});
}

void TableDownload::next() {
    while (!m_cancelled && m_at < m_tables.size()) {
        emit progress(int(m_at), int(m_tables.size()), QFileInfo(table().name).fileName());
        if (!isWhole(target(), table())) break;
        ++m_complete;
        ++m_at;
    }
    if (m_cancelled || m_at >= m_tables.size()) return stop();
    QDir().mkpath(QFileInfo(target()).path());
    m_part.setFileName(target() + QStringLiteral(".part"));
    // Longer than the whole can only be another file: nothing to go on from.
    if (m_part.size() >= table().bytes) m_part.remove();
    if (!m_part.open(QIODevice::Append)) {
        complain(m_part.errorString());
        return stop();
    }
    QNetworkRequest request(QUrl(m_server + QLatin1Char('/') + table().path));
    if (m_part.size() > 0) request.setRawHeader("Range", "bytes=" + QByteArray::number(m_part.size()) + '-');
    m_reply = m_network.get(request);
    connect(m_reply, &QNetworkReply::readyRead, this, &TableDownload::receive);
    connect(m_reply, &QNetworkReply::finished, this, &TableDownload::take);
}

void TableDownload::receive() {
    if (!m_reply->isOpen()) return; // given up: nothing is left to read
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status >= 300) return; // a page about an error
    // A server that knows no ranges begins anew.
    if (status != kPartial && m_part.size() > 0 && !m_reply->property("begun").toBool()) m_part.resize(0);
    m_reply->setProperty("begun", true);
    const QByteArray bytes = m_reply->readAll();
    if (!m_full.isEmpty() || m_part.size() > table().bytes) return;
    if (m_part.write(bytes) != bytes.size() || !m_part.flush()) m_full = m_part.errorString();
    // More than the table has: another file, perhaps one without an end.
    if (!m_full.isEmpty() || m_part.size() > table().bytes) m_reply->abort(); // tells take()
}

void TableDownload::take() {
    receive();
    m_part.close();
    const QNetworkReply::NetworkError error = m_reply->error();
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QString words = m_reply->errorString();
    m_reply->deleteLater();
    if (m_cancelled) return stop();
    if (!m_full.isEmpty()) {
        complain(items::Words::tr("could not be written: %1").arg(m_full));
        return stop();
    }
    if (error != QNetworkReply::NoError && m_part.size() <= table().bytes) {
        if (status == kBeyondEnd) m_part.remove();
        if (isOffline(error)) {
            m_problems.push_back(
                {.source = m_server.toStdString(),
                 .rule = say("cannot be reached (%1); what is complete stays in %2: try again with "
                             "a network, or copy the tables there",
                             words.toStdString(), m_folder.toStdString())});
            return stop();
        }
        complain(tr("could not be downloaded: ") + words);
    } else if (!isWhole(m_part.fileName(), table())) {
        complain(tr("is not the published file: its checksum is another one"));
        m_part.remove();
    } else {
        QFile::remove(target());
        if (m_part.rename(target()))
            ++m_complete;
        else
            complain(m_part.errorString());
    }
    ++m_at;
    QTimer::singleShot(0, this, &TableDownload::next);
}

void TableDownload::stop() {
    m_running = false;
    emit finished(m_folder, m_complete, m_problems);
}

} // namespace moe::app
