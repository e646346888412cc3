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
};
std::vector<Entry>& registry();
bool registerTest(std::string name, std::function<std::unique_ptr<QObject>()> make);

/// Text of a file below ../shared, or empty if it is not there (then QSKIP with sharedAbsent()).
std::string sharedText(const std::string& relativePath);
std::string sharedPath(const std::string& relativePath);
/// Text of a file below resources/ in the source tree.
std::string resourceText(const std::string& relativePath);

} // namespace moe::test

#define MOE_TEST(Class)                                                                                      \
    static const bool registered_##Class =                                                                   \
        moe::test::registerTest(#Class, [] { return std::unique_ptr<QObject>(new Class); });

/// Skips the test function when a published file is not on this machine.
#define MOE_NEED_SHARED(text, path)                                                                          \
    if ((text).empty())                                                                                      \
    QSKIP("published table " path " is not here; get it with packaging/get-data.sh or "                      \
          "put it under ../shared")
