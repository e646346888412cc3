// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The form as the window drives it, with what its tests look for.

#include "ui/form/scenario_form.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/shape/derived_value.h"
#include "tests/ui/form_fixture.h"
#include "ui/form/group_section.h"
#include "ui/form/quantity_box.h"
#include "ui/form/row_label.h"
#include "ui/form/value_slider.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace moe::test {

using namespace moe::ui;

struct Edit {
    Scenario scenario;
    QString what;
    int gesture;
    bool live;
};

/// A form as the window drives it: every edit comes back as scenario and problems.
struct Desk {
    std::vector<Edit> edits;
    std::shared_ptr<const Catalog> catalog = formCatalog();
    Scenario base = formScenario();
    ScenarioForm form;

    explicit Desk(QSize size = {355, 900}) {
        form.setLocale(QLocale(QLocale::English, QLocale::UnitedStates));
        form.resize(size);
        form.setCatalog(catalog);
        form.setScenario(base, base);
        form.setDerived(derivedValues(base, *catalog));
        QObject::connect(&form, &ScenarioForm::edited,
                         [this](const Scenario& scenario, const QString& what, int gesture, bool live) {
                             edits.push_back({scenario, what, gesture, live});
                             form.setScenario(scenario, base);
                             const Problems problems = validate(scenario, *catalog);
                             form.setProblems(problems);
                             if (problems.empty()) form.setDerived(derivedValues(scenario, *catalog));
                         });
        form.show();
        (void)QTest::qWaitForWindowExposed(&form);
        form.activateWindow();
    }
    FieldRow* row(const char* key) { return form.findChild<FieldRow*>(QString::fromUtf8(key)); }
    template <class W> W* in(const char* key) { return row(key)->findChild<W*>(); }
    QuantityBox* box(const char* key) { return in<QuantityBox>(key); }
    ValueSlider* slider(const char* key) { return in<ValueSlider>(key); }
    QToolButton* reset(const char* key) { return in<QToolButton>(key); }
    bool isBold(const char* key) { return in<RowLabel>(key)->font().bold(); }
    QString message(const char* key) {
        auto* label = in<WarningLabel>(key);
        return label && label->isVisible() ? label->text() : QString();
    }
    QString plainMessage(const char* key) {
        return QTextDocumentFragment::fromHtml(message(key)).toPlainText();
    }
    GroupSection* group(const char* key) {
        for (QWidget* w = row(key); w; w = w->parentWidget()) {
            if (auto* found = qobject_cast<GroupSection*>(w)) return found;
        }
        return nullptr;
    }
    QToolButton* button(const QString& name) {
        for (auto* found : form.findChildren<QToolButton*>()) {
            if (found->accessibleName() == name) return found;
        }
        return nullptr;
    }
    void type(const char* key, const QString& text) {
        QuantityBox* field = box(key);
        field->setFocus(Qt::TabFocusReason);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void reveal(const char* key) { form.revealKey(QString::fromUtf8(key)); }
};

} // namespace moe::test
