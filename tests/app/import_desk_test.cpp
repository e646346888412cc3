// SPDX-License-Identifier: GPL-3.0-or-later
// A published model's file through the window: its sheet, and the scenario that comes of it.

#include "app/window/window.h"
#include "models/engine/scenario/validate.h"
#include "tests/support/registry.h"
#include "ui/window/import_sheet.h"
#include "ui/window/message_bar.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace moe;
using namespace moe::app;

namespace {

// Shape of Qwen3-30B-A3B's config.json, arXiv 2505.09388.
const char* const kConfig = R"({
  "model_type": "qwen3_moe", "hidden_size": 2048, "intermediate_size": 6144, "num_hidden_layers": 48,
  "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128, "vocab_size": 151936,
  "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768, "norm_topk_prob": true,
  "decoder_sparse_step": 1, "mlp_only_layers": [], "tie_word_embeddings": false, "hidden_act": "silu",
  "max_position_embeddings": 40960, "torch_dtype": "bfloat16"
})";

QString written(const QString& folder, const QString& name, const QByteArray& text) {
    QDir().mkpath(folder);
    QFile file(folder + QLatin1Char('/') + name);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text);
    return file.fileName();
}

QPushButton* acceptButton(const ui::ImportSheet& sheet) {
    auto* box = sheet.findChild<QDialogButtonBox*>();
    for (QAbstractButton* button : box->buttons())
        if (box->buttonRole(button) == QDialogButtonBox::AcceptRole)
            return qobject_cast<QPushButton*>(button);
    return nullptr;
}

} // namespace

class ImportDeskTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();
        QTemporaryDir folder;
        ui::ImportSheet* sheet() { return window.imports().sheet(); }
        bool hasLayout() {
            return QTest::qWaitFor([this] { return sheet() && sheet()->layoutFound(); }, 30000);
        }
    };

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void nothingOfTheOldScenarioIsLeft() {
        Fixture f;
        Scenario old = f.session.catalog()->preset("deepseek-v3")->scenario;
        f.session.open(old, "open");
        const int steps = f.session.undoStack()->count();
        f.window.openFiles({written(f.folder.filePath("Qwen3-30B-A3B"), "config.json", kConfig)});
        QVERIFY(f.sheet());
        QVERIFY(f.session.scenario() == old); // until the sheet is accepted
        QCOMPARE(f.sheet()->name(), "Qwen3-30B-A3B");
        QVERIFY(f.hasLayout());
        QVERIFY2(f.sheet()->verdict().contains("fits"), qPrintable(f.sheet()->verdict()));
        acceptButton(*f.sheet())->click();
        const Scenario& now = f.session.scenario();
        QCOMPARE(now.name, "Qwen3-30B-A3B");
        QCOMPARE(now.moe->experts, Count(128));
        QVERIFY(!now.train && now.serve);
        QVERIFY(now.parallel.ep <= 128 && 128 % now.parallel.ep == 0);
        QVERIFY(validate(now, *f.session.catalog()).empty());
        QVERIFY(f.session.base() == now);
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        QVERIFY2(f.window.widget().windowTitle().contains("Qwen3-30B-A3B"),
                 qPrintable(f.window.widget().windowTitle()));
        f.session.undoStack()->undo();
        QVERIFY(f.session.scenario() == old);
    }

    void everyKeyOfTheFileIsInTheSheet() {
        Fixture f;
        f.window.openFiles({written(f.folder.path(), "model.json", kConfig)});
        QCOMPARE(f.sheet()->name(), "model");
        QStringList keys;
        QTreeWidget* table = f.sheet()->table();
        QCOMPARE(table->topLevelItemCount(), 3);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < table->topLevelItem(i)->childCount(); ++j)
                keys << table->topLevelItem(i)->child(j)->text(0);
        f.sheet()->reject();
        if (keys.isEmpty()) QSKIP("the reader says nothing of its keys");
        for (const char* key : {"hidden_size", "num_experts"})
            QVERIFY2(keys.contains(QLatin1String(key)), key);
    }

    void aModelIsTrainedAndComparedWhenAsked() {
        Fixture f;
        const Scenario old = f.session.scenario();
        QApplication::clipboard()->setText(QString::fromUtf8(kConfig));
        for (QAction* action : f.window.widget().findChildren<QAction*>())
            if (action->text() == "Paste &model…") action->trigger();
        QVERIFY(f.sheet());
        QVERIFY(f.hasLayout());
        for (auto* button : f.sheet()->findChildren<QRadioButton*>())
            if (button->text() == "&Train") button->click();
        QVERIFY(!f.sheet()->layoutFound()); // of serving no more
        QVERIFY(!acceptButton(*f.sheet())->isEnabled());
        QVERIFY(f.hasLayout());
        f.sheet()->findChild<QCheckBox*>()->setChecked(true);
        acceptButton(*f.sheet())->click();
        QVERIFY(f.session.scenario().train && !f.session.scenario().serve);
        QVERIFY(std::abs(f.session.scenario().train->tokens / (20 * 3.35e9) - 1) <
                0.01); // active: arXiv 2505.09388
        QVERIFY(f.session.base() == old);
    }

    void aRefusedFileShowsItsProblems() {
        Fixture f;
        const Scenario old = f.session.scenario();
        f.window.openFiles(
            {written(f.folder.path(), "config.json",
                     "{\"model_type\": \"llama\",\n \"hidden_size\": 64, \"hidden_size\": 65}")});
        QVERIFY(f.sheet());
        QTreeWidget* table = f.sheet()->table();
        QVERIFY(table->topLevelItemCount() > 0);
        bool located = false;
        for (int i = 0; i < table->topLevelItemCount(); ++i)
            located = located || table->topLevelItem(i)->text(0).contains(':');
        QVERIFY(located);
        QVERIFY(!acceptButton(*f.sheet()));
        f.sheet()->reject();
        QVERIFY(f.session.scenario() == old);
        QTRY_VERIFY(!f.sheet());
        // Another file takes the place of the refusal.
        f.window.widget().showOpening("was refused", {});
        f.window.openFiles({written(f.folder.filePath("good"), "config.json", kConfig)});
        QVERIFY(!f.window.widget().findChild<ui::MessageBar*>()->isVisibleTo(&f.window.widget()));
        f.sheet()->reject();
    }
};

MOE_TEST(ImportDeskTest)
#include "import_desk_test.moc"
