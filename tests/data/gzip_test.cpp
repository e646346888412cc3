// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/gzip.h"
#include "tests/support/registry.h"

#include <QByteArray>
#include <QTest>

using namespace moe;

class GzipTest : public QObject {
    Q_OBJECT

    /// `printf 'hello, trace' | gzip -n9`
    static QByteArray packed() {
        return QByteArray::fromHex("1f8b0800000000000203cb48cdc9c9d75128294a4c4e0500d8b687f40c000000");
    }
    static std::string_view bytes(const QByteArray& array) {
        return {array.constData(), std::size_t(array.size())};
    }

private slots:
    void unpacksOneMemberAndSeveral() {
        const QByteArray one = packed();
        QVERIFY(isGzip(bytes(one)));
        const Result<std::string> text = unpackedGzip(bytes(one), "f", 1000);
        QVERIFY2(text, text ? "" : toString(text.error()).c_str());
        QCOMPARE(*text, std::string("hello, trace"));
        const QByteArray two = one + one;
        QCOMPARE(*unpackedGzip(bytes(two), "f", 1000), std::string("hello, tracehello, trace"));
    }

    void saysWhatIsWrong() {
        const QByteArray one = packed();
        QVERIFY(!unpackedGzip(bytes(one), "f", 5)); // larger than allowed
        const Result<std::string> cut = unpackedGzip(bytes(one).substr(0, 20), "f", 1000);
        QVERIFY(!cut);
        QVERIFY(toString(cut.error()).find("damaged or cut off") != std::string::npos);
        QByteArray broken = one;
        broken[14] = char(broken[14] ^ 0x55);
        QVERIFY(!unpackedGzip(bytes(broken), "f", 1000));
        QVERIFY(!isGzip("{\"a\": 1}"));
    }
};

MOE_TEST(GzipTest)
#include "gzip_test.moc"
