// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence over the window: its chips, what they do when they are typed into, stepped and refused, and
// that nothing below it moves.

#include "models/engine/answer/better.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/items/answer_text.h"
#include "models/items/words.h"
#include "tests/engine/cases.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/ui/view_fixture.h"
#include "ui/sentence/chip_values.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/sentence/sentence_chip.h"
#include "ui/sentence/sentence_flow.h"

#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <optional>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class SentenceBarTest : public QObject {
    Q_OBJECT

    static CatalogPtr catalog() {
        static const CatalogPtr catalog = [] {
            auto made = std::make_shared<Catalog>(numbersCatalog());
            made->presets.push_back({"mixtral-8x7b", "Mixtral 8x7B", presetScenario("mixtral-8x7b")});
            return made;
        }();
        return catalog;
    }

    static Answer answerOf(const Scenario& scenario, AnswerSide side, bool changes = false) {
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        for (Answer& answer : answersOf(report)) {
            if (answer.side != side) continue;
            if (changes)
                addChanges(answer, report, numbersCatalog(), [](std::size_t count, const auto& work) {
                    for (std::size_t i = 0; i < count; ++i) work(i);
                });
            return answer;
        }
        qFatal("no such answer");
    }

    struct Bar {
        SentenceBar bar;
        Scenario scenario;
        explicit Bar(const char* preset, AnswerSide side, bool changes = false, int width = 1600)
            : scenario(presetScenario(preset)) {
            bar.setCatalog(catalog());
            bar.setScenario(scenario, scenario);
            bar.resize(width, bar.heightForWidth(width));
            bar.setAnswer(answerOf(scenario, side, changes),
                          changes ? SentenceBar::Ready::Whole : SentenceBar::Ready::Formula);
            bar.show();
        }
        SentenceChip* chip(const char* key) {
            return bar.findChild<SentenceChip*>(QStringLiteral("chip:") + QLatin1String(key));
        }
        QLineEdit* editor() { return bar.findChild<QLineEdit*>(); }
        void type(SentenceChip* chip, const QString& text) {
            chip->click();
            editor()->setText(text);
            QTest::keyClick(editor(), Qt::Key_Return);
        }
        QList<SentenceChip*> shown() {
            QList<SentenceChip*> all;
            for (SentenceChip* one : bar.findChildren<SentenceChip*>())
                if (one->isVisible()) all << one;
            return all;
        }
    };

private slots:
    void initTestCase() { useTestFont(); }

    /// The chips are the knobs that the engine marked; what is typed goes through the one reader of
    /// quantities.
    void typingSetsTheKnob() {
        Bar b("deepseek-v3", AnswerSide::Train);
        QSignalSpy edits(&b.bar, &SentenceBar::edited), presets(&b.bar, &SentenceBar::presetChosen);
        QVERIFY(b.chip("name") && b.chip("train.tokens") && b.chip("cluster.gpus"));
        b.type(b.chip("train.tokens"), "2T");
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].value<Edits>(), (Edits{{"train.tokens", "2000000000000"}}));
        QVERIFY2(edits[0][1].toString().contains("Training tokens"), qPrintable(edits[0][1].toString()));
        b.type(b.chip("cluster.gpus"), "1,024 x h800");
        QCOMPARE(edits[1][0].value<Edits>(), (Edits{{"cluster.gpus", "1024"}, {"gpu.preset", "h800"}}));
        b.type(b.chip("cluster.gpus"), "512");
        QCOMPARE(edits[2][0].value<Edits>(), (Edits{{"cluster.gpus", "512"}}));
        b.type(b.chip("name"), "mixtral-8x7b");
        QCOMPARE(presets.size(), 1);
        QCOMPARE(presets[0][0].toString(), QString("mixtral-8x7b"));
        // The rounded text of a value is that value.
        const auto before = edits.size();
        b.chip("train.tokens")->click();
        QTest::keyClick(b.editor(), Qt::Key_Return);
        QCOMPARE(edits.size(), before);
    }

    /// What a chip shows can be typed into it, in either language.
    void whatChipsShowCanBeTyped_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("side");
        QTest::addColumn<bool>("german");
        for (const char* preset : {"deepseek-v3", "llama-3-70b", "mixtral-8x7b"})
            for (const AnswerSide side : {AnswerSide::Loss, AnswerSide::Train, AnswerSide::Serve})
                for (const bool german : {false, true})
                    QTest::addRow("%s %d %s", preset, int(side), german ? "de" : "en")
                        << QString::fromLatin1(preset) << int(side) << german;
    }
    void whatChipsShowCanBeTyped() {
        QFETCH(QString, preset);
        QFETCH(int, side);
        QFETCH(bool, german);
        std::optional<German> words;
        if (german) words.emplace();
        Bar b(preset.toLatin1().constData(), AnswerSide(side));
        b.scenario.name.clear();
        int numbers = 0;
        for (const SentenceChip* chip : b.shown()) {
            const ChipKeys keys = chip->keys();
            const Field* field = keys.empty() ? nullptr : findField(keys.front());
            if (!field || (field->kind != FieldKind::Integer && field->kind != FieldKind::Real)) continue;
            const double* now = nullptr;
            const FieldValue value = field->get(b.scenario);
            now = std::get_if<double>(&value);
            if (!now) continue; // "any"
            const ChipEdit edit = chipEdit(keys, chip->text(), b.scenario, *catalog(), QLocale());
            QVERIFY2(edit.rule.isEmpty(), qPrintable(chip->text() + ": " + edit.rule));
            ++numbers;
            if (edit.edits.empty()) continue; // the value itself
            const ParsedField read = parseField(*field, edit.edits.front().second);
            const double typed = std::get<double>(read.value);
            // Chips round to three digits.
            QVERIFY2(std::abs(typed / *now - 1) < 0.005, qPrintable(chip->text()));
        }
        QVERIFY(numbers >= 1);
    }

    /// On a narrow window, too, the answer's last line is no orphan, and it stands nearer to the line that it
    /// goes on than to the changes below it.
    void noWordStandsAlone_data() {
        QTest::addColumn<int>("width");
        for (int width = 900; width <= 1600; width += 50) QTest::addRow("%d", width) << width;
    }
    void noWordStandsAlone() {
        QFETCH(int, width);
        SentenceFlow flow;
        flow.addText("55.2 days", WordStyle::Lead);
        flow.addText(" (46.9 to 63.5), $ 5.42 million, fits tightly (78.9 of 79.6 GiB) with PP 16 and EP 64. "
                     "Compute binds: 22 % of a step is LM head + loss.",
                     WordStyle::Rest);
        QFont plain, lead;
        plain.setPixelSize(15);
        lead.setPixelSize(20);
        const int lines = flow.place({plain, lead}, {16, width - 16, width - 16, 8, 32, 24});
        int left = width, right = 0, top = 0;
        for (const FlowPart& part : flow.parts()) {
            QVERIFY(part.place.right() <= width - 16);
            if (part.line == 0) top = part.place.top();
            if (part.line != lines - 1) continue;
            left = std::min(left, part.place.left()), right = std::max(right, part.place.right());
            if (lines == 2) QCOMPARE(part.place.top() - top, 32);
            QCOMPARE(part.place.height(), lines == 1 ? 32 : 24);
        }
        if (lines > 1)
            QVERIFY2(right - left >= (width - 32) / 4 - 60, qPrintable(QString::number(right - left)));
    }

    /// Its chip says tokens: "4M" are tokens, to the nearest batch that is valid.
    void aBatchIsTypedInTokens() {
        const Scenario scenario = presetScenario("deepseek-v3"); // 4,096 tokens, DP 128, micro-batch 1
        const auto typed = [&](const char* text) {
            const ChipEdit edit =
                chipEdit({"train.global_batch"}, QString::fromUtf8(text), scenario, *catalog(), QLocale::c());
            return edit.edits.empty() ? edit.rule.toStdString() : edit.edits.front().second;
        };
        QCOMPARE(typed("62914560"), "15360");
        QCOMPARE(typed("62.9 million tokens"), "15360");
        QCOMPARE(typed("33.5M"), "8192"); // of 128 a micro-batch
        QCOMPARE(typed("1024 sequences"), "1024");
        QCOMPARE(typed("fast"), "must be a number");
        QVERIFY(typed("4 ms").starts_with("must be a number, in tokens"));
    }

    /// A count and a GPU, in whatever order of blanks and marks; a name's own digits are no count.
    void machinesAreTypedAsTheyAreSaid() {
        const Scenario scenario = presetScenario("deepseek-v3");
        const auto typed = [&](const char* text) {
            const ChipEdit edit = chipEdit({"cluster.gpus", "gpu.preset"}, QString::fromUtf8(text), scenario,
                                           *catalog(), QLocale::c());
            std::string said;
            for (const auto& [key, value] : edit.edits) said += key + "=" + value + " ";
            return said + edit.rule.toStdString();
        };
        QCOMPARE(typed("8 × H100"), "cluster.gpus=8 gpu.preset=h100-sxm ");
        QCOMPARE(typed("8xh100"), "cluster.gpus=8 gpu.preset=h100-sxm ");
        QCOMPARE(typed("2k H800"), "cluster.gpus=2000 gpu.preset=h800 ");
        QCOMPARE(typed("2 thousand × H800"), "cluster.gpus=2000 gpu.preset=h800 ");
        QCOMPARE(typed("16 GPUs"), "cluster.gpus=16 ");
        QCOMPARE(typed("H200"), "gpu.preset=h200 ");
        QVERIFY(QString::fromStdString(typed("0 × H100")).startsWith("must be a whole number"));
        QVERIFY(QString::fromStdString(typed("8 apples")).startsWith("must be a count and a GPU"));
    }

    void limitsOfAServerCanBeAskedFor() {
        Scenario scenario = presetScenario("llama-3-70b");
        scenario.train.reset();
        SentenceBar bar;
        bar.setCatalog(catalog());
        bar.setScenario(scenario, scenario);
        bar.resize(1600, 120);
        bar.setAnswer(answerOf(scenario, AnswerSide::Serve), SentenceBar::Ready::Formula);
        bar.show();
        QSignalSpy edits(&bar, &SentenceBar::edited);
        auto* limit = bar.findChild<SentenceChip*>("chip:serve.slo_ttft");
        QVERIFY(limit);
        QCOMPARE(limit->text(), QString("any"));
        limit->click();
        bar.findChild<QLineEdit*>()->setText("200 ms");
        QTest::keyClick(bar.findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].value<Edits>(), (Edits{{"serve.slo_ttft", "0.2"}}));
    }

    /// What does not fit is said in the third line, the editor stays, and Esc brings the value back.
    void nonsenseIsRefusedInPlace() {
        Bar b("deepseek-v3", AnswerSide::Train);
        QSignalSpy edits(&b.bar, &SentenceBar::edited);
        SentenceChip* tokens = b.chip("train.tokens");
        b.type(tokens, "30 apples");
        QCOMPARE(edits.size(), 0);
        QCOMPARE(int(tokens->state()), int(SentenceChip::State::Invalid));
        QVERIFY(b.editor()->isVisible());
        QStringList said;
        for (const QLabel* label : b.bar.findChildren<QLabel*>())
            if (label->isVisible()) said << label->text();
        QVERIFY2(said.join('|').contains("Training tokens"), qPrintable(said.join('|')));
        QTest::keyClick(b.editor(), Qt::Key_Escape);
        QVERIFY(!b.editor()->isVisible());
        QCOMPARE(int(tokens->state()), int(SentenceChip::State::Plain));
        QCOMPARE(edits.size(), 0);
    }

    /// Keys step, and steps of one chip in a row are one gesture, hence one step of undo.
    void arrowsStep() {
        Bar b("deepseek-v3", AnswerSide::Train);
        QSignalSpy edits(&b.bar, &SentenceBar::edited);
        SentenceChip* tokens = b.chip("train.tokens");
        QTest::keyClick(tokens, Qt::Key_Up);
        QTest::keyClick(tokens, Qt::Key_Up);
        QCOMPARE(edits.size(), 2);
        QVERIFY(edits[0][2].toInt() >= 0);
        QCOMPARE(edits[0][2], edits[1][2]);
        const double now = QString::fromStdString(edits[0][0].value<Edits>().front().second).toDouble();
        QVERIFY(now > b.scenario.train->tokens);
    }

    /// Dragged to the right a chip goes up, to the left down, as one gesture; that is no click.
    void draggingSteps() {
        Bar b("deepseek-v3", AnswerSide::Train);
        QSignalSpy edits(&b.bar, &SentenceBar::edited);
        SentenceChip* tokens = b.chip("train.tokens");
        const QPoint from = tokens->rect().center();
        QTest::mousePress(tokens, Qt::LeftButton, {}, from);
        QTest::mouseMove(tokens, from + QPoint(3, 0)); // a hand that shakes
        QCOMPARE(edits.size(), 0);
        QTest::mouseMove(tokens, from + QPoint(2 * SentenceChip::kDragStep, 0));
        QTest::mouseMove(tokens, from + QPoint(3 * SentenceChip::kDragStep, 0));
        QTest::mouseRelease(tokens, Qt::LeftButton, {}, from + QPoint(3 * SentenceChip::kDragStep, 0));
        QCOMPARE(edits.size(), 2);
        QCOMPARE(edits[0][2], edits[1][2]);
        const double now = QString::fromStdString(edits[1][0].value<Edits>().front().second).toDouble();
        QVERIFY(now > b.scenario.train->tokens);
        QVERIFY(!b.editor()->isVisible());
        QTest::mouseClick(tokens, Qt::LeftButton);
        QVERIFY(b.editor()->isVisible());
    }

    void statesAreSeen() {
        Bar b("deepseek-v3", AnswerSide::Train);
        SentenceChip* gpus = b.chip("cluster.gpus");
        b.bar.setLocked({"cluster.gpus"});
        QCOMPARE(int(gpus->state()), int(SentenceChip::State::Locked));
        b.bar.setLocked({});
        b.bar.setMoved({"cluster.gpus"}, "GPUs 2,048 → 1,024");
        QCOMPARE(int(gpus->state()), int(SentenceChip::State::Moved));
        QVERIFY(gpus->toolTip().contains("1,024"));
        b.bar.setMoved({}, {});
        b.bar.setProblems({{.key = "cluster.gpus", .rule = "must be a multiple of 16"}});
        QCOMPARE(int(gpus->state()), int(SentenceChip::State::Invalid));
        b.bar.setProblems({});
        QCOMPARE(int(gpus->state()), int(SentenceChip::State::Plain));
    }

    /// While the formula moves, what needs evaluations is grey; no old number stands beside a new one.
    void changesWaitForTheirScenario() {
        Bar b("mixtral-8x7b", AnswerSide::Train, true);
        QVERIFY(b.bar.isWhole());
        const std::vector<AnswerChange> changes = b.bar.answer()->changes;
        QVERIFY(!changes.empty());
        const auto gains = [&] {
            QList<SentenceChip*> all;
            for (SentenceChip* chip : b.shown())
                if (chip->keys().empty()) all << chip;
            return all;
        };
        QVERIFY(!gains().isEmpty());
        QVERIFY(gains().front()->note() != QStringLiteral("…"));
        QSignalSpy edits(&b.bar, &SentenceBar::edited);
        gains().front()->click();
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].value<Edits>(), changes.front().set);
        const auto places = [&] {
            QList<QRect> all;
            for (const SentenceChip* chip : gains()) all << QRect(chip->pos(), QSize(1, chip->height()));
            return all;
        };
        const QRect first = places().front();
        Scenario other = b.scenario;
        other.train->tokens *= 2;
        b.bar.setAnswer(answerOf(other, AnswerSide::Train), SentenceBar::Ready::Formula);
        for (const SentenceChip* chip : gains()) {
            QCOMPARE(chip->note(), QStringLiteral("…"));
            QCOMPARE(int(chip->state()), int(SentenceChip::State::Stale));
        }
        QCOMPARE(places().front(), first);
        gains().front()->click(); // a change that is not known is none
        QCOMPARE(edits.size(), 1);
    }

    void theHeightIsThatOfTheWidth_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("inGerman");
        for (const int width : {1600, 1440, 1280, 1024})
            for (const bool german : {false, true})
                QTest::addRow("%d %s", width, german ? "German" : "English") << width << german;
    }
    /// However much there is to say, it does not run into the changes below.
    void wordsStayAboveTheChanges_data() { theHeightIsThatOfTheWidth_data(); }
    void wordsStayAboveTheChanges() {
        QFETCH(int, width);
        QFETCH(bool, inGerman);
        const std::optional<German> german(inGerman ? std::optional<German>(std::in_place) : std::nullopt);
        for (int more = 0; more < 3; ++more) {
            Bar b("mixtral-8x7b", AnswerSide::Serve, true, width);
            Answer answer = *b.bar.answer();
            for (int i = 0; i < more; ++i)
                answer.more.insert(
                    answer.more.begin(),
                    say("Beyond that rate the time of each token breaks its limit, and with it "
                        "what the reader asked for at the outset of this sentence."));
            b.bar.setAnswer(answer, SentenceBar::Ready::Whole);
            int changes = b.bar.height();
            for (const QLabel* label : b.bar.findChildren<QLabel*>())
                if (label->isVisible() && !label->text().isEmpty())
                    changes = std::min(changes, label->geometry().center().y());
            QVERIFY(changes < b.bar.height());
            QVERIFY2(b.bar.wordsArea().bottom() < changes,
                     qPrintable(QStringLiteral("%1 over %2").arg(b.bar.wordsArea().bottom()).arg(changes)));
        }
    }

    /// Whatever is asked: same height, and every chip whole within it, over no other.
    void theHeightIsThatOfTheWidth() {
        QFETCH(int, width);
        QFETCH(bool, inGerman);
        const std::optional<German> german(inGerman ? std::optional<German>(std::in_place) : std::nullopt);
        int height = 0;
        const auto check = [&](Bar& b) {
            if (height == 0) height = b.bar.sizeHint().height();
            QCOMPARE(b.bar.sizeHint().height(), height);
            const QList<SentenceChip*> chips = b.shown();
            for (const SentenceChip* chip : chips) {
                QVERIFY2(b.bar.rect().contains(chip->geometry()), qPrintable(chip->text()));
                QVERIFY2(chip->width() >= chip->sizeHint().width(), qPrintable(chip->text()));
                for (const SentenceChip* other : chips)
                    QVERIFY2(chip == other || !chip->geometry().intersects(other->geometry()),
                             qPrintable(chip->text() + " / " + other->text()));
            }
        };
        for (const char* preset : {"deepseek-v3", "mixtral-8x7b", "llama-3-70b", "reference"}) {
            const Report report = evaluate(presetScenario(preset), numbersCatalog(), Detail::Numbers);
            for (const Answer& answer : answersOf(report)) {
                Bar b(preset, answer.side, true, width);
                check(b);
            }
        }
    }
};
MOE_TEST(SentenceBarTest)
#include "sentence_bar_test.moc"
