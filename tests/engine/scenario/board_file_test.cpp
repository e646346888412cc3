// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/board_file.h"
#include "models/engine/files/session_file.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class BoardFileTest : public QObject {
    Q_OBJECT
private slots:
    void aBoardReadsBackAsItWas() {
        BoardFile board;
        board.title = "Review: two schedules, # and \"quotes\"";
        board.columns = 3;
        board.heightMm = 72.5;
        board.letters = false;
        board.dark = true;
        board.panels = {
            {.view = "memory", .preset = "deepseek-v3", .set = {"train.schedule=zb-v"}, .note = "one\ntwo"},
            {.view = "loss",
             .file = "runs/a.yaml",
             .choices = {"colour=uncertainty", "a=1.50"},
             .range = "1 2"},
            {.view = "time", .scenario = presetScenario("llama-3-8b"), .title = "12"},
            {.view = "waterfall",
             .preset = "mixtral-8x7b",
             .from = "runs/b.yaml",
             .columns = 2,
             .heightMm = 90},
            {.view = "waterfall", .preset = "mixtral-8x7b", .base = presetScenario("mixtral-8x7b")}};
        board.oneLegend = false;
        board.decision = {"Which?", "This: it fits", {"a, b", "- c"}, {"d"}};
        const Result<BoardFile> read = readBoard(boardText(board), "b.yaml");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QVERIFY2(*read == board, boardText(*read).c_str());
    }

    void everyProblemIsLocated() {
        const Result<BoardFile> read = readBoard("schema: moe-explorer/board/1\n"
                                                 "columns: 2.5\n"
                                                 "width_mm: 5\n"
                                                 "letters: perhaps\n"
                                                 "colour: red\n"
                                                 "decision: {question: a, verdict: b}\n"
                                                 "panels:\n"
                                                 "  - view: memory\n"
                                                 "  - preset: deepseek-v3\n"
                                                 "    file: a.yaml\n"
                                                 "    set: [train.schedule]\n"
                                                 "  - view: time\n"
                                                 "    scenario: {model: {layers: -1}}\n",
                                                 "b.yaml");
        QVERIFY(!read);
        const std::string text = toString(read.error());
        for (const char* part :
             {"b.yaml:2:", "columns: must be a whole number from 1 to 8",
              "width_mm: must be a number from 30", "letters: must be true or false",
              "colour: is no key of a board", "decision.verdict: is no key of a board",
              "panels.0.preset: needs one of preset, file and scenario", "panels.1.view: needs a view",
              "panels.1.preset: needs one of", "panels.1.set: must be key=value",
              "b.yaml:13:", "panels.2.scenario.model.layers"})
            QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " in\n" + text).c_str());
    }

    void aSessionsBoardFollowsItsScenarios() {
        SessionFile session;
        session.scenario = session.base = presetScenario("mixtral-8x7b");
        session.pins = {{"other", "", 3, presetScenario("llama-3-8b"), {}}};
        session.board.title = "Review";
        session.board.panels = {{.view = "memory", .pin = kThisScenario, .note = "now"},
                                {.view = "memory", .pin = 3},
                                {.view = "placement", .pin = kThisScenario, .options = {"other=eplb"}},
                                {.view = "time", .scenario = presetScenario("llama-3-8b")}};
        const Result<SessionFile> read = readSession(sessionText(session), "s.yaml");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QVERIFY(*read == session);
        // What a panel breaks is told at its place in the session.
        const Result<SessionFile> broken =
            readSession(sessionText(session) + "    - {view: time, pin: -4}\n"
                                               "    - {view: time, pin: this, preset: llama-3-8b}\n",
                        "s.yaml");
        QVERIFY(!broken);
        const std::string text = toString(broken.error());
        for (const char* part : {"board.panels.4.pin: must be \"this\" or the mark of a pin",
                                 "board.panels.5.preset: needs one of preset, file and scenario"})
            QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " in\n" + text).c_str());
    }

    void onlyASessionHasPins() {
        const Result<BoardFile> read = readBoard("schema: moe-explorer/board/1\n"
                                                 "panels: [{view: memory, pin: this}]\n",
                                                 "b.yaml");
        QVERIFY(!read);
        QVERIFY(toString(read.error()).find("panels.0.pin: is of a session alone") != std::string::npos);
    }

    /// A hundred thousand pictures are refused in a moment, a title on a list of lines is no title.
    void aBoardHasAnEnd() {
        const std::string head = "schema: moe-explorer/board/1\n", panel = "- {view: memory, preset: a}\n";
        std::string text = head + "panels:\n";
        for (int i = 0; i < 100000; ++i) text += panel;
        const Result<BoardFile> many = readBoard(text, "b.yaml");
        QVERIFY(!many);
        QCOMPARE(many.error().size(), std::size_t(1));
        QVERIFY(toString(many.error()).find("must be 64 pictures at most") != std::string::npos);
        text = head;
        for (int i = 0; i < 5000; ++i) text += "k" + std::to_string(i) + ": 1\n";
        const Result<BoardFile> unknown = readBoard(text + "panels:\n" + panel, "b.yaml");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().size(), std::size_t(1001));
        const Result<BoardFile> listed = readBoard(head + "title: [a, b]\npanels:\n" + panel, "b.yaml");
        QVERIFY(!listed);
        QVERIFY(toString(listed.error()).find("b.yaml:2:8: title: must be a text, not a list") == 0);
        const Result<BoardFile> longer =
            readBoard(head + "note: " + std::string(5000, 'x') + "\npanels:\n" + panel, "b.yaml");
        QVERIFY(!longer);
        QVERIFY(toString(longer.error()).find("note: must be 4000 characters at most") != std::string::npos);
    }

    void aBoardShowsSomething() {
        QVERIFY(!readBoard("schema: moe-explorer/board/1\n", "b.yaml"));
        QVERIFY(!readBoard("panels: [{view: memory, preset: deepseek-v3}]\n", "b.yaml"));
    }
};

MOE_TEST(BoardFileTest)
#include "board_file_test.moc"
