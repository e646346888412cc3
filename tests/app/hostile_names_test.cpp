// SPDX-License-Identifier: GPL-3.0-or-later
// Names that are markup or formulas, wherever they are shown or written.

#include "app/files/catalog_loader.h"
#include "app/window/window.h"
#include "models/engine/measured/compare.h"
#include "models/items/compare_text.h"
#include "models/items/pin_table_model.h"
#include "models/items/report_text.h"
#include "tests/support/registry.h"
#include "ui/pins/pin_panel.h"

#include <QLabel>
#include <QStandardPaths>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>

using namespace moe;
using namespace moe::app;

namespace {

/// Markup of three kinds that fetches, a table's edge, a formula, a line break and a mark that turns text
/// round.
const char* const kHostile =
    "=cmd|'/C x'!A0 <img src=\"/etc/hostname\"> ![a](/etc/hostname) [b](http://x.invalid) "
    "| & \"q\" \xe2\x80\xae txt\n# new";

/// Pictures and links of a document, which a viewer would fetch or follow.
QStringList fetched(const QTextDocument& document) {
    QStringList found;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            if (format.isImageFormat()) found << format.toImageFormat().name();
            if (format.isAnchor() && format.anchorHref().contains("etc")) found << format.anchorHref();
        }
    return found;
}
QStringList fetchedFrom(const QString& markdown) {
    QTextDocument document;
    document.setMarkdown(markdown);
    return fetched(document);
}

/// Cells of RFC 4180 text that a spreadsheet would run.
int formulas(const QString& csv) {
    int found = 0;
    bool quoted = false, begins = true;
    for (const QChar c : csv) {
        if (c == '"') {
            quoted = !quoted;
            continue; // what follows an opening quote is still the beginning
        }
        found += begins && (c == '=' || c == '@');
        begins = !quoted && (c == ',' || c == '\n');
    }
    return found;
}

} // namespace

class HostileNamesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void hostileNamesStayText() {
        Window window(shippedCatalog());
        Scenario scenario = window.session().catalog()->preset("mixtral-8x7b")->scenario;
        scenario.name = scenario.note = kHostile;
        window.session().open(scenario, QString::fromUtf8(kHostile));
        Scenario wide = scenario;
        wide.model.hidden = 5120;
        window.session().setPins(
            {{0, kHostile, kHostile,
              std::make_shared<const CompareEntry>(CompareEntry{{}, kHostile, {wide, {}, {}}, {}})}},
            "pin");
        window.widget().show();
        window.widget().showMessages(QString::fromUtf8(kHostile), {{.source = kHostile, .rule = kHostile}});
        window.widget().setLoading(1, 2, QString::fromUtf8(kHostile));
        QTRY_VERIFY_WITH_TIMEOUT(
            !window.compare().job().columns().empty() && window.compare().job().columns()[0], 20000);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().report() && window.session().report()->scenario == scenario,
                                 20000);

        for (const QWidget* widget : window.widget().findChildren<QWidget*>()) {
            const QString tip = widget->toolTip();
            QVERIFY2(!tip.contains("<img") || !Qt::mightBeRichText(tip), qPrintable(tip));
            if (const auto* label = qobject_cast<const QLabel*>(widget);
                label && label->text().contains("<img"))
                QVERIFY2(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()),
                         qPrintable(label->objectName() + label->text()));
            if (const auto* browser = qobject_cast<const QTextBrowser*>(widget))
                QCOMPARE(fetched(*browser->document()), QStringList());
        }
        std::vector<ComparedColumn> columns;
        for (const ColumnPtr& column : window.compare().job().columns()) columns.push_back(*column);
        columns.push_back(columns.front());
        columns.back().assumptions = {kHostile};
        const Comparison compared = comparison(columns);
        QCOMPARE(fetchedFrom(items::compareNotes(columns, compared)), QStringList());
        QCOMPARE(fetchedFrom(items::compareMarkdown(columns, compared)), QStringList());
        QCOMPARE(fetchedFrom(window.widget().pins().model().text(items::PinTableModel::Format::Markdown)),
                 QStringList());
        const QString report = items::reportMarkdown(*window.session().report());
        QCOMPARE(fetchedFrom(report), QStringList());
        QVERIFY2(!report.contains("\n# new"), qPrintable(report.left(400)));
        for (const QString& csv : {items::compareCsv(columns, compared),
                                   window.widget().pins().model().text(items::PinTableModel::Format::Csv)}) {
            QVERIFY(csv.contains("cmd|"));
            QCOMPARE(formulas(csv), 0);
        }
        window.session().setPins({}, "unpin");
    }
};

MOE_TEST(HostileNamesTest)
#include "hostile_names_test.moc"
