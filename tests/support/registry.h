// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lets one executable run many Qt Test classes: MOE_TEST(ClassName) at the end of each file.

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace moe::test {

struct Entry {
    std::string name;
    std::function<std::unique_ptr<QObject>()> make;
    bool whenNamed = false; ///< runs only when it is asked for
    std::string room{}; ///< folder below that of the executable: "traffic"; the executable's own otherwise
};
std::vector<Entry>& registry();
/// `file`: of the test's source, __FILE__.
bool registerTest(std::string name, std::function<std::unique_ptr<QObject>()> make, const char* file,
                  bool whenNamed = false);

/// Makes warnings failures. Qt Test takes messages over when a class begins and forgets after each function
/// what was to fail, so this is asked again and again.
void watchMessages();

/// Qt Test asks for the meta object after it has taken messages over and before it calls the first function.
template <class Test> class Watched : public Test {
public:
    const QMetaObject* metaObject() const override {
        watchMessages();
        return Test::metaObject();
    }
};

/// Text of a file below ../shared, or empty if it is not there (then QSKIP with sharedAbsent()).
std::string sharedText(const std::string& relativePath);
std::string sharedPath(const std::string& relativePath);
/// Text of a file below resources/ in the source tree.
std::string resourceText(const std::string& relativePath);

} // namespace moe::test

/// Every function of a registered class fails when Qt or the program warns; what is to be warned of is said
/// with QTest::ignoreMessage().
#define MOE_TEST(Class)                                                                                      \
    static const bool registered_##Class = moe::test::registerTest(                                          \
        #Class, [] { return std::unique_ptr<QObject>(new moe::test::Watched<Class>); }, __FILE__);

/// Not part of a run: for tests of the tests, which name it.
#define MOE_TEST_WHEN_NAMED(Class)                                                                           \
    static const bool registered_##Class = moe::test::registerTest(                                          \
        #Class, [] { return std::unique_ptr<QObject>(new moe::test::Watched<Class>); }, __FILE__, true);

/// Skips the test function when a published file is not on this machine. In init() or the function itself: Qt
/// Test skips every class behind one whose initTestCase() is skipped.
#define MOE_NEED_SHARED(text, path)                                                                          \
    if ((text).empty())                                                                                      \
    QSKIP("published table " path " is not here; get it with packaging/get-data.sh or "                      \
          "put it under ../shared")
