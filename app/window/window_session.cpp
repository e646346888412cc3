// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of the window: saved, opened, kept while working, offered again after a run that did not end well.

#include "app/files/file_chooser.h"
#include "app/files/save_file.h"
#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/session_text.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"
#include "ui/window/difference_sheet.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>
#include <QLocale>
#include <QSettings>

#include <algorithm>

namespace moe::app {

SessionFile Window::sessionFile() const {
    return storedSession(m_session, m_tables, m_window.currentViewKey());
}

QByteArray Window::sessionBytes() const {
    SessionFile file = sessionFile();
    file.views = chosenViews();
    file.side = m_session.side();
    file.locks = m_window.lockedKnobs();
    return QByteArray::fromStdString(sessionText(file));
}

std::vector<SessionView> Window::chosenViews() const {
    std::vector<SessionView> views;
    for (const ui::ReportView* view : m_window.views().madeViews()) {
        SessionView chosen{view->objectName().toStdString(), {}, view->range().toStdString()};
        const QStringList fresh = m_freshChoices.value(view->objectName());
        for (const QString& choice : ui::viewChoices(*view))
            if (!fresh.contains(choice)) chosen.choices.push_back(choice.toStdString());
        if (!chosen.choices.empty() || !chosen.range.empty()) views.push_back(std::move(chosen));
    }
    return views;
}

void Window::restoreViews() {
    // Not before the restored scenario is drawn, and again when the tables it leans on are there.
    if (m_viewsToRestore.empty() || !(m_session.report()->scenario == m_session.shown())) return;
    for (const SessionView& chosen : m_viewsToRestore) {
        ui::ReportView* view = m_window.views().view(QString::fromStdString(chosen.key));
        if (!view) continue;
        if (view != m_window.currentView()) view->setReport(m_session.report());
        for (const std::string& choice : chosen.choices)
            ui::applyViewChoice(*view, QString::fromStdString(choice));
        view->setRange(QString::fromStdString(chosen.range));
    }
    if (m_loading.isEmpty()) m_viewsToRestore.clear();
}

void Window::openSession(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    if (!text) return m_window.showOpening(tr("The session was not opened."), text.error());
    restore(QByteArray::fromStdString(*text), path, tr("Open %1").arg(QFileInfo(path).fileName()));
    m_sessionPath = path;
    m_sessionOnDisk = sha256(*text);
    m_savedSession = sessionFile();
    remember(path);
}

void Window::restore(const QByteArray& text, const QString& source, const QString& what) {
    const Result<SessionFile> file = readSession(text.toStdString(), source.toStdString());
    if (!file)
        return m_window.showOpening(tr("The session was not opened; the window keeps what it had."),
                                    file.error());
    const RestoredSession restored = restoredSession(*file, *m_session.catalog());
    m_path.clear();
    m_viewsToRestore = file->views;
    m_window.clearFilter();
    m_window.setLockedKnobs(file->locks);
    m_session.open(restored.state, restored.side, what);
    m_window.showTab(restored.tab);
    updateTitle();
    if (!restored.problems.empty())
        m_window.showOpening(tr("The session was opened; not all it leans on is as it was:"),
                             restored.problems);
    if (!restored.tables.isEmpty()) openEach(restored.tables);
    if (m_session.report()) restoreViews(); // the scenario may be the one that is drawn already
}

void Window::compareSession(const QString& path) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    const Result<SessionFile> there =
        text ? readSession(*text, path.toStdString()) : Result<SessionFile>(text.error());
    // As it would be saved, so that both have been through the same file.
    const Result<SessionFile> here = readSession(sessionBytes().toStdString(), "window");
    if (!there || !here)
        return m_window.showOpening(tr("%1 was not compared.").arg(QFileInfo(path).fileName()),
                                    there ? here.error() : there.error());
    auto* sheet = new ui::DifferenceSheet(
        QFileInfo(path).fileName(), items::sessionRowsShown(sessionDifference(*there, *here)), &m_window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
}

void Window::saveSession() {
    chooseNewFile(&m_window, tr("Save session"),
                  m_sessionPath.isEmpty() ? QStringLiteral("session.moe.yaml") : m_sessionPath,
                  tr("Session (*.yaml *.yml)"), [this](const QString& path) { keepSession(path); });
}

void Window::keepSession(const QString& path) {
    if (path != m_sessionPath || !QFileInfo::exists(path) || fingerprint(path) == m_sessionOnDisk)
        return writeSession(path);
    m_window.showMessages(
        tr("%1 was changed by another program, and was not saved.").arg(QFileInfo(path).fileName()), {});
    m_window.addChoice(tr("Overwrite"), [this, path] { writeSession(path); });
    m_window.addChoice(tr("Save as…"), [this] { saveSession(); });
    m_window.addChoice(tr("Open it"), [this, path] { openSession(path); });
}

void Window::writeSession(const QString& path) {
    const QByteArray bytes = sessionBytes();
    const Problems problems = saveFile(path, bytes);
    if (!problems.empty()) return m_window.showMessages(tr("The session was not saved."), problems);
    m_sessionPath = path;
    m_sessionOnDisk = fingerprint(path);
    m_savedSession = sessionFile();
    m_session.markSaved();
    remember(path);
    updateTitle();
}

void Window::startAutosave(const QString& folder) {
    m_found = Autosave::found(folder);
    offerRecovery();
    m_autosave = std::make_unique<Autosave>(folder);
    keepWork();
    m_savedSession = sessionFile(); // the example of the first start is nobody's work
}

void Window::keepWork() {
    m_autosave->setText([this] { return sessionBytes(); });
    const auto touch = [this] {
        if (m_autosave) m_autosave->touch(); // none once the work is handed over
    };
    connect(&m_session, &Session::scenarioChanged, this, touch);
    connect(&m_session, &Session::pinsChanged, this, touch);
    connect(&m_session, &Session::boardChanged, this, touch);
    connect(m_autosave.get(), &Autosave::failed, this, [this](const QString& reason) {
        m_window.showMessages(tr("The work is not being kept: %1").arg(reason), {});
    });
}

void Window::offerRecovery() {
    constexpr std::size_t kOffered = 4; // at once, the newest; the others follow when these are dealt with
    std::vector<ui::MessageOffer> offers;
    for (std::size_t i = 0; i < std::min(m_found.size(), kOffered); ++i)
        offers.push_back(offerOf(m_found[i]));
    // Two windows of one name that went at the same minute.
    const auto alike = [](const std::vector<ui::MessageOffer>& all, const QString& text) {
        return std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.text == text; });
    };
    const std::vector<ui::MessageOffer> plain = offers;
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const auto count = alike(plain, plain[i].text);
        if (count < 2) continue;
        const auto place = alike({plain.begin(), plain.begin() + std::ptrdiff_t(i)}, plain[i].text) + 1;
        offers[i].text = tr("%1 (%2 of %3, kept at %4)")
                             .arg(plain[i].text)
                             .arg(place)
                             .arg(count)
                             .arg(m_found[i].when.time().toString(QStringLiteral("HH:mm:ss")));
    }
    if (m_found.size() > kOffered)
        offers.push_back({tr("… and %n more", nullptr, static_cast<int>(m_found.size() - kOffered)), {}});
    m_window.setOffers(offers);
}

ui::MessageOffer Window::offerOf(const Autosave::Found& found) {
    const auto dealtWith = [this, found] {
        Autosave::discard(found);
        std::erase_if(m_found, [&](const Autosave::Found& one) { return one.path == found.path; });
        offerRecovery();
    };
    const QString when = QLocale().toString(found.when, QLocale::ShortFormat);
    if (found.path == m_discarding)
        return {tr("Work of %1 is lost for good when it is discarded.").arg(when),
                {{tr("Discard for good"), dealtWith}, {tr("Keep"), [this] {
                                                           m_discarding.clear();
                                                           offerRecovery();
                                                       }}}};
    const auto ask = [this, path = found.path] { // what cannot be undone is asked twice
        m_discarding = path;
        offerRecovery();
    };
    const Result<std::string> text = readFile(found.path, kLargestDocument);
    const Result<SessionFile> file = text ? readSession(*text, found.path.toStdString()) : text.error();
    if (!file)
        return {tr("Work of %1 was not saved, and cannot be read: %2")
                    .arg(when, items::problemText(file.error().front())),
                {{tr("Discard"), ask}}};
    QString name = QString::fromStdString(file->scenario.name);
    if (!file->pins.empty()) name += tr(", %n pinned", nullptr, static_cast<int>(file->pins.size()));
    const auto restoreIt = [this, found, dealtWith, bytes = QByteArray::fromStdString(*text)] {
        restore(bytes, found.path, tr("Restore unsaved work"));
        // It is this process's work now; until it is kept as such the old file stays.
        if (m_autosave->write()) dealtWith();
    };
    return {tr("Work of %1 was not saved: %2.").arg(when, name),
            {{tr("Restore"), restoreIt}, {tr("Discard"), ask}}};
}

void Window::remember(const QString& path) {
    constexpr int kRemembered = 10;
    const QString key = QStringLiteral("files/recent");
    QSettings settings;
    QStringList recent = settings.value(key).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    while (recent.size() > kRemembered) recent.removeLast();
    settings.setValue(key, recent);
    m_window.setRecentFiles(recent);
}

void Window::end() {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), m_window.saveGeometry());
    if (m_autosave)
        m_autosave->finish(
            (m_session.modified() || !m_session.pins().empty() || !(*m_session.board() == BoardFile())) &&
            !(sessionFile() == m_savedSession));
}

} // namespace moe::app
