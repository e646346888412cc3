// SPDX-License-Identifier: GPL-3.0-or-later
// The translation is whole, and the window in German keeps to its number format without touching files.

#include "app/window/language_setting.h"
#include "app/window/window.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/said_patterns.h"
#include "tests/support/translations.h"
#include "ui/export/figure_dialog.h"
#include "ui/export/view_choices.h"
#include "ui/plots/loss/loss_view.h"
#include "ui/views/view_list.h"
#include "ui/window/room_pages.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <set>

using namespace moe;
using namespace moe::app;

namespace {

/// Places of a text, however they are localised: "%L1" and "%1" are the same place.
std::set<QString> places(const QString& text) {
    static const QRegularExpression kPlace(QStringLiteral("%L?(\\d|n)|\\{[a-z_.]+\\}"));
    std::set<QString> found;
    for (auto match = kPlace.globalMatch(text); match.hasNext();) {
        QString place = match.next().captured();
        found.insert(place.remove(QLatin1Char('L')));
    }
    return found;
}

/// Without mnemonics and the blanks round it.
QString plain(QString text) {
    return text.remove(QLatin1Char('&')).trimmed();
}

/// All that `top` and its children say, one entry for each text.
QStringList textsOf(const QWidget& top) {
    QStringList texts;
    const auto add = [&](const QString& text) {
        if (!text.isEmpty()) texts << text;
    };
    for (const QWidget* widget : top.findChildren<QWidget*>()) {
        add(widget->accessibleName());
        add(widget->toolTip());
        if (const auto* label = qobject_cast<const QLabel*>(widget)) add(label->text());
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) add(button->text());
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) add(edit->placeholderText());
        if (const auto* box = qobject_cast<const QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i) add(box->itemText(i));
        if (const auto* list = qobject_cast<const QListWidget*>(widget))
            for (int i = 0; i < list->count(); ++i) add(list->item(i)->text());
        if (const auto* table = qobject_cast<const QTableView*>(widget); table && table->model())
            for (int i = 0; i < table->model()->columnCount(); ++i)
                add(table->model()->headerData(i, Qt::Horizontal).toString());
        for (const QAction* action : widget->actions()) {
            add(action->text());
            add(action->toolTip());
        }
    }
    return texts;
}

QString csvOf(const ui::ViewRow& row, const Window& window) {
    std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    view->setCatalog(const_cast<Window&>(window).session().catalog());
    view->setReport(const_cast<Window&>(window).session().report());
    return view->csv();
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsTranslated() {
        const std::vector<test::Translation> all = test::translations();
        QVERIFY(all.size() > 1500);
        for (const test::Translation& one : all) {
            QVERIFY2(!one.unfinished, qPrintable(one.context + ": " + one.source));
            for (const QString& text : one.translations)
                QVERIFY2(!text.isEmpty() && places(text) == places(one.source),
                         qPrintable(one.source + " | " + text));
        }
    }

    void theTablesOfTheEngineAreInTheTranslation() {
        std::map<QString, std::set<QString>> known;
        for (const test::Translation& one : test::translations()) known[one.context].insert(one.source);
        for (const std::string& word : items::tableWords(*shippedCatalog().catalog, shippedCatalog().lessons))
            QVERIFY2(known["Table"].count(QString::fromStdString(word)), word.c_str());
        for (const std::string& pattern : test::saidPatterns())
            QVERIFY2(known["Sentence"].count(QString::fromStdString(pattern)), pattern.c_str());
        QVERIFY(known["Sentence"].count("must divide %1 experts"));
    }

    void theWindowSpeaksGerman() {
        const test::German german;
        Window window(shippedCatalog());
        QTRY_VERIFY_WITH_TIMEOUT(window.session().report(), 20000);
        QCOMPARE(window.widget().menuBar()->actions().first()->text(), QString("&Datei"));
        QCOMPARE(window.widget().views().pageTitles().first(), QString("Speicher"));
        // Nothing in a file changes with the language: neither CSV nor session.
        int files = 0;
        for (const ui::ViewRow& row : ui::viewList()) {
            const QString inGerman = csvOf(row, window);
            const items::InEnglish english;
            const QString inEnglish = csvOf(row, window);
            files += inEnglish.isEmpty() ? 0 : 1;
            QVERIFY2(inGerman == inEnglish, qPrintable(row.key + ("\n" + inGerman) + "\n" + inEnglish));
        }
        QVERIFY(files > 5);
        QVERIFY(scenarioText(window.session().scenario()).find("lr: 0.000") != std::string::npos);
    }

    /// No label, button, entry or tip is the source of a text that has a translation.
    void nothingThatIsTranslatedIsShownInEnglish() {
        std::set<QString> english, germanTexts;
        for (const test::Translation& one : test::translations()) {
            english.insert(plain(one.source));
            for (const QString& text : one.translations) germanTexts.insert(plain(text));
        }
        // Words of both languages.
        for (const QString& text : germanTexts) english.erase(text);
        // Choices stand in the form as in files.
        for (const Field& field : fields())
            for (const std::string& choice : field.choices) english.erase(QString::fromStdString(choice));
        const test::German german;
        Window window(shippedCatalog());
        QTRY_VERIFY_WITH_TIMEOUT(window.session().report(), 20000);
        window.widget().show();
        window.widget().ask(ui::Request::Pin);
        window.widget().startLesson("tour");
        window.figures().openDialog();
        auto* tabs = window.widget().findChild<ui::RoomPages*>();
        for (const ui::ViewRow& row : ui::viewList()) tabs->showKey(QString::fromLatin1(row.key));
        for (const char* key : {"data", "explain"}) window.widget().showTab(QString::fromLatin1(key));
        QStringList found;
        for (const QWidget* top : {static_cast<const QWidget*>(&window.widget()),
                                   static_cast<const QWidget*>(window.figures().dialog())})
            for (const QString& text : textsOf(*top))
                if (english.count(plain(text)) && !found.contains(text)) found << text;
        QCOMPARE(found, QStringList());
    }

    /// What is chosen above a picture is told to files and commands by keys, whatever the window speaks.
    void choicesOfAViewHaveOneNameInAllLanguages() {
        const test::German german;
        const auto settle = [](Window& window) {
            return QTest::qWaitFor([&] { return window.session().report() != nullptr; }, 20000);
        };
        const auto colour = [](Window& window) {
            const QStringList choices = ui::viewChoices(*window.widget().findChild<ui::LossView*>());
            return choices.filter(QStringLiteral("colour=")).join(QString());
        };
        QTemporaryDir folder;
        const QString path = folder.filePath("session.yaml");
        QByteArray bytes;
        {
            Window window(shippedCatalog());
            window.widget().showTab("loss");
            QVERIFY(settle(window));
            ui::ReportView* view = window.widget().findChild<ui::LossView*>();
            QVERIFY(ui::applyViewChoice(*view, QStringLiteral("Wofür die Farbe steht=Unsicherheit")));
            bytes = window.sessionBytes();
            QVERIFY2(bytes.contains("colour=uncertainty"), bytes.constData());
            QVERIFY(!bytes.contains("Unsicherheit"));
        }
        // As earlier versions wrote it, too.
        for (const char* written : {"colour=uncertainty", "Colour stands for=Uncertainty"}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(bytes).replace("colour=uncertainty", written));
            file.close();
            Window window(shippedCatalog());
            QVERIFY(settle(window));
            window.openFiles({path});
            QTRY_COMPARE(colour(window), QStringLiteral("colour=uncertainty"));
            window.figures().openDialog();
            QTRY_VERIFY2(window.figures().dialog()->command().contains("colour=uncertainty"),
                         qPrintable(window.figures().dialog()->command()));
        }
    }

    void largeCountsAreAbbreviatedInTheWindowsLanguage() {
        QCOMPARE(items::compactCount(1.09e9), QString("1.09 B"));
        const test::German german;
        QCOMPARE(items::compactCount(1.09e9), QString("1,09 Mrd."));
        QCOMPARE(items::compactCount(14.8e12), QString("14,8 Bio."));
        QCOMPARE(items::humanValue(2.5e6, "tokens"), QString("2,50 Mio. Tokens"));
        const items::InEnglish english;
        QCOMPARE(items::compactCount(1.09e9), QString("1.09 B"));
    }

    void aDecimalCommaIsUnderstood() {
        const QLocale german(QLocale::German);
        const Field& lr = *findField("train.lr");
        const ParsedField parsed = items::typedField(lr, QStringLiteral("0,001"), german);
        QVERIFY(parsed.rule.empty());
        QCOMPARE(std::get<double>(parsed.value), 0.001);
        QCOMPARE(std::get<double>(items::typedField(*findField("train.tokens"), "1,5T", german).value),
                 1.5e12);
    }

    void theChosenLanguageIsRemembered() {
        const ui::LanguageChoice before = savedLanguage();
        setLanguage(ui::LanguageChoice::German);
        QCOMPARE(savedLanguage(), ui::LanguageChoice::German);
        setLanguage(before);
    }
};

MOE_TEST(LanguageTest)
#include "language_test.moc"
