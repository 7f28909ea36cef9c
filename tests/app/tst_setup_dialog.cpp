// The dialog of a first start without LibTorch: nothing goes over the network before the button is pressed, what fails is said, and after
// "Later" there are ways back.
#include "app/setup_offer.h"

#include "tests/support/libtorch_wheels.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/welcome/welcome_parts.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/widgets/file_dialogs.h"

#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <filesystem>

using namespace headroom;
using test::HttpReply;
using test::HttpRequest;

namespace {

/// The dialog, set up for a small LibTorch without GPU libraries, whatever this machine has.
struct Dialog {
    test::TempFolder folder;
    test::LibtorchWheels wheels;
    SetupDialog dialog{{folder.file("libtorch"), "", ""}, nullptr, [this](bool gpu) { return wheels.request(gpu); }};
    QSignalSpy accepted{&dialog, &QDialog::accepted};
    QPushButton* download = dialog.findChild<QPushButton*>(QStringLiteral("download"));
    QLabel* message = dialog.findChild<QLabel*>(QStringLiteral("message"));

    Dialog() {
        dialog.findChild<QCheckBox*>()->setChecked(false);
        dialog.open();
    }
    QPushButton* button(const QString& text) {
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->text() == text) return button;
        return nullptr;
    }
    std::optional<LibtorchSet> set() const { return read_libtorch_set(folder.file("libtorch/2.0")); }
};

}  // namespace

class SetupDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsFetchedWithoutConsent() {
        test::HttpServer server([](const test::HttpRequest&) {
            return test::HttpReply{"404 Not Found\r\nContent-Length: 0", ""};
        });
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", server.url("simple"));
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
    }

    void whatWasAgreedToIsFetchedAndTheDialogIsDone() {
        const test::LibtorchWheels wheels;
        int broken = 1;  // and goes on by itself
        test::HttpServer server([&](const HttpRequest& r) { return wheels.answer(r, broken); });
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", server.url("simple"));
        Dialog d;
        QTRY_VERIFY(d.download->isEnabled());
        d.download->click();
        QVERIFY2(!d.download->isEnabled(), "one download at a time");
        QTRY_COMPARE(d.accepted.count(), 1);
        QVERIFY(!d.dialog.isVisible());
        QVERIFY2(d.set() && !d.set()->gpu, "the set is in place");
    }

    void aStoppedDownloadGoesOnWhereItWas() {
        test::LibtorchWheels wheels;
        std::atomic<bool> stalls{true};
        int whole = 0, rests = 0;
        test::HttpServer server([&](const HttpRequest& r) {
            int none = 0;
            HttpReply reply = wheels.answer(r, none);
            if (r.path != "/files/torch.whl") return reply;
            (r.first() > 0 ? rests : whole) += 1;
            if (stalls) {
                reply.body.resize(2000);
                reply.stalls = true;
            }
            return reply;
        });
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", server.url("simple"));
        Dialog d;
        QTRY_VERIFY(d.download->isEnabled());
        d.download->click();
        const auto arrived = [&] {
            std::error_code failed;
            std::uintmax_t bytes = 0;
            for (const auto& entry : std::filesystem::directory_iterator(d.folder.file("libtorch/.wheels-2.0"), failed))
                bytes += entry.file_size(failed);
            return bytes;
        };
        QTRY_VERIFY2(arrived() >= 2000, "a part is on the disk");
        QPushButton* stop = d.button(QStringLiteral("Stop"));
        QVERIFY(stop && stop->isVisible());
        stop->click();
        QTRY_VERIFY2(d.message->text().contains(QStringLiteral("Stopped")), qPrintable(d.message->text()));
        QVERIFY(d.dialog.isVisible() && !d.set());
        stalls = false;
        d.download->click();
        QTRY_COMPARE(d.accepted.count(), 1);
        QVERIFY(d.set());
        QCOMPARE(whole, 1);
        QCOMPARE(rests, 1);
    }

    void aFolderIsTakenWithoutTheNetwork() {
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", "no address");
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        Dialog d;
        std::filesystem::create_directories(d.folder.file("bundle"));
        const QString bundle = QString::fromStdString(d.folder.file("bundle"));
        ui::noteChosen(QStringLiteral("libtorch"), bundle);  // where the choice of a folder begins
        const auto choose = [&] {
            QTimer watch;
            connect(&watch, &QTimer::timeout, this, [] {
                if (auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget()))
                    QMetaObject::invokeMethod(files, "accept");
            });
            watch.start(10);
            d.button(QStringLiteral("From a folder…"))->click();
        };
        choose();
        QTRY_VERIFY2(d.message->text().contains(QStringLiteral("holds no wheel of torch 2.0")),
                     qPrintable(d.message->text()));
        test::write_bytes(d.folder.file("bundle/a.whl"), d.wheels.torch);
        test::write_bytes(d.folder.file("bundle/b.whl"), d.wheels.cuda);
        choose();
        QTRY_COMPARE(d.accepted.count(), 1);
        QVERIFY(d.set());
    }

    void afterLaterThereAreTwoWaysBack() {
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", "no address");
        const test::TempFolder folder;
        ui::SessionBridge bridge;
        ui::MainWindow window(&bridge, false);
        window.show();
        QPointer<SetupOffer> offer = new SetupOffer(&window, {folder.file("libtorch"), "", ""});
        QSignalSpy done(offer, &SetupOffer::done);
        const auto dialogs = [&] {
            QList<SetupDialog*> open;
            for (auto* dialog : window.findChildren<SetupDialog*>())
                if (dialog->isVisible()) open << dialog;
            return open;
        };
        const auto entry = [&]() -> QAction* {
            for (QAction* action : window.menuBar()->actions().last()->menu()->actions())
                if (action->text() == QStringLiteral("Set up LibTorch…")) return action;
            return nullptr;
        };
        const auto told = [&] { return window.actions()->action(ui::Cmd::Go)->toolTip(); };
        QVERIFY2(told().contains(QStringLiteral("LibTorch is missing")), qPrintable(told()));
        const auto* demo = window.findChild<ui::StartCard*>();
        QVERIFY(demo);
        QVERIFY2(demo->button()->toolTip().contains(QStringLiteral("LibTorch is missing")),
                 "a card of the welcome page");
        offer->open();
        QCOMPARE(dialogs().size(), 1);
        QVERIFY(entry());
        entry()->trigger();
        QCOMPARE(dialogs().size(), 1);
        dialogs().first()->reject();  // "Later"
        QCOMPARE(dialogs().size(), 0);

        auto* notice = window.notices()->find(QStringLiteral("engine"));
        QVERIFY(notice && notice->isVisible());
        auto* button = notice->findChild<QPushButton*>();
        QVERIFY(button);
        QCOMPARE(button->text(), QStringLiteral("Set up…"));
        button->click();
        QCOMPARE(dialogs().size(), 1);
        dialogs().first()->reject();
        window.notices()->remove(QStringLiteral("engine"));  // its cross
        entry()->trigger();
        QCOMPARE(dialogs().size(), 1);

        QCOMPARE(done.count(), 0);
        dialogs().first()->accept();
        QCOMPARE(done.count(), 1);
        QTRY_VERIFY2(!offer, "there is nothing left to set up");
        QVERIFY2(told().contains(QStringLiteral("The engine is loading")), qPrintable(told()));
        QVERIFY(!entry());
    }

    void withoutAnIndexThereIsStillTheFolder() {
        const test::SetVariable mirror("HEADROOM_WHEEL_INDEX", "no address");
        const test::TempFolder folder;
        SetupDialog dialog({folder.file("libtorch"), "", ""});
        dialog.open();
        auto* message = dialog.findChild<QLabel*>(QStringLiteral("message"));
        QTRY_VERIFY(message->text().contains(QStringLiteral("HEADROOM_WHEEL_INDEX")));
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("download"))->isEnabled());
        dialog.reject();
        QVERIFY(!dialog.isVisible());
    }
};

QTEST_MAIN(SetupDialogTest)
#include "tst_setup_dialog.moc"
