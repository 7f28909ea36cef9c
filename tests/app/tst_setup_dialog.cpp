// The dialog of a first start without LibTorch: nothing goes over the network before the button is pressed, and what fails is said.
#include "app/setup_dialog.h"

#include "tests/support/http_server.h"
#include "tests/support/temp_folder.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace headroom;

class SetupDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsFetchedWithoutConsent() {
        test::HttpServer server([](const test::HttpRequest&) {
            return test::HttpReply{"404 Not Found\r\nContent-Length: 0", ""};
        });
        qputenv("HEADROOM_WHEEL_INDEX", QByteArray::fromStdString(server.url("simple")));
        const test::TempFolder folder;
        SetupDialog dialog({folder.file("libtorch"), "", ""});
        dialog.open();
        auto* download = dialog.findChild<QPushButton*>(QStringLiteral("download"));
        auto* message = dialog.findChild<QLabel*>(QStringLiteral("message"));
        QVERIFY(download && message);
        QTRY_VERIFY2(download->isEnabled(), "it knows where it would fetch from");
        bool told = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            told |= label->text().contains(QStringLiteral("127.0.0.1")) &&
                    label->text().contains(QString::fromStdString(folder.file("libtorch")));
        QVERIFY2(told, "it says from where and into what");
        QCOMPARE(server.connections(), 0);
        QVERIFY(!QFile::exists(QString::fromStdString(folder.file("libtorch"))));

        download->click();
        QTRY_VERIFY2(message->text().contains(QStringLiteral("127.0.0.1 has no torch")), qPrintable(message->text()));
        QCOMPARE(server.connections(), 1);
        QVERIFY2(download->isEnabled(), "it can be tried again");
        QVERIFY(dialog.isVisible());
        qunsetenv("HEADROOM_WHEEL_INDEX");
    }

    void withoutAnIndexThereIsStillTheFolder() {
        qputenv("HEADROOM_WHEEL_INDEX", "no address");
        const test::TempFolder folder;
        SetupDialog dialog({folder.file("libtorch"), "", ""});
        dialog.open();
        auto* message = dialog.findChild<QLabel*>(QStringLiteral("message"));
        QTRY_VERIFY(message->text().contains(QStringLiteral("HEADROOM_WHEEL_INDEX")));
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("download"))->isEnabled());
        dialog.reject();
        QVERIFY(!dialog.isVisible());
        qunsetenv("HEADROOM_WHEEL_INDEX");
    }
};

QTEST_MAIN(SetupDialogTest)
#include "tst_setup_dialog.moc"
