// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/session_file.h"

#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class SessionFileTest : public QObject {
    Q_OBJECT

    static SessionFile full() {
        SessionFile session;
        session.base = presetScenario("mixtral-8x7b");
        session.scenario = session.base;
        session.scenario.model.hidden = 5120;
        session.tab = "memory";
        session.pins = {{"wide: 5120 # not a comment", "line one\nline two", 2, session.scenario, {}},
                        {"run", "", 0, {}, {"/logs/run 1.log", std::string(64, 'a')}},
                        {"", "", 7, presetScenario("llama-3-8b"), {}}};
        session.tables = {{"/data/dense_lr_bs_loss.csv", std::string(64, '0')}};
        session.views = {{"loss", {"colour=uncertainty", "a, b=1.50"}, "0.0003 0.001 1 2"},
                         {"memory", {"inference=on"}, ""}};
        session.locks = {"parallel.ep", "cluster.gpus"};
        return session;
    }

private slots:
    /// Of a file that nobody saved: it is refused in a moment, with a list that somebody reads.
    void aSessionHasAnEnd() {
        const std::string head = "schema: moe-explorer/session/1\nscenario: {model: {layers: 4}}\n";
        std::string pins = head + "pins:\n", unknown = head;
        for (int i = 0; i < 20000; ++i) pins += "- {name: a, scenario: {model: {layers: 4}}}\n";
        for (int i = 0; i < 5000; ++i) unknown += "k" + std::to_string(i) + ": 1\n";
        const Result<SessionFile> many = readSession(pins, "s.yaml");
        QVERIFY(!many);
        QCOMPARE(toString(many.error()), std::string("s.yaml: pins: must be 1000 at most\n"));
        const Result<SessionFile> none = readSession(unknown, "s.yaml");
        QVERIFY(!none);
        QCOMPARE(none.error().size(), std::size_t(1001));
    }

    void aSessionReadsBackAsItWas() {
        const SessionFile session = full();
        const Result<SessionFile> read = readSession(sessionText(session), "s.yaml");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QVERIFY(*read == session);
        QCOMPARE(std::string(schemaOf(sessionText(session))), std::string(kSessionSchema));
    }

    void theSmallestSessionIsItsScenario() {
        SessionFile session;
        session.scenario = session.base = presetScenario("olmoe-1b-7b");
        const std::string text = sessionText(session);
        QVERIFY(text.find("base:") == std::string::npos && text.find("pins:") == std::string::npos);
        const Result<SessionFile> read = readSession(text, "s.yaml");
        QVERIFY(read && *read == session);
    }

    void everyProblemIsLocated() {
        const Result<SessionFile> read = readSession("schema: moe-explorer/session/1\n"
                                                     "colour: red\n"
                                                     "scenario:\n"
                                                     "  model: {hidden: wide}\n"
                                                     "pins:\n"
                                                     "  - mark: many\n"
                                                     "    scenario: {model: {layers: -1}}\n"
                                                     "locks: [parallel.ep, parallel.eep]\n",
                                                     "s.yaml");
        QVERIFY(!read);
        const std::string text = toString(read.error());
        for (const char* part : {"s.yaml:2:", "colour: is no key of a session",
                                 "s.yaml:4:", "scenario.model.hidden", "s.yaml:6:", "pins.0.mark",
                                 "s.yaml:7:", "pins.0.scenario.model.layers", "s.yaml:8:", "parallel.eep"})
            QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " in\n" + text).c_str());
    }

    void anotherVersionIsRefused() {
        const Result<SessionFile> read = readSession("schema: moe-explorer/session/2\n", "s.yaml");
        QVERIFY(!read && read.error().front().rule == "must be moe-explorer/session/1");
        QVERIFY(!readSession("", "s.yaml"));
    }
};

MOE_TEST(SessionFileTest)
#include "session_file_test.moc"
