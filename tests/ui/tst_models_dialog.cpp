// ModelsDialog: what is here and what is not, a download with progress, cancel and failure, files of one's own, what "use" asks for.
#include "tests/support/fake_services.h"
#include "ui/panels/models/models_dialog.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace headroom;
using namespace headroom::ui;

class TestModelsDialog : public QObject {
    Q_OBJECT
private:
    static QString state(const ModelsDialog& dialog, const QString& name) {
        const auto found = dialog.list()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QString() : found.first()->text(2);
    }
    static const inline QString kVqgan = QStringLiteral("VQGAN ImageNet f16");

private Q_SLOTS:
    void cleanup() { BackgroundTask::waitForAll(); }

    void listsTheBuiltInOnesFirstAndOffersThem() {
        FakeServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        QCOMPARE(dialog.list()->topLevelItem(0)->childCount(), 2);
        QCOMPARE(dialog.list()->topLevelItem(0)->child(0)->text(2), QStringLiteral("built in"));
        QCOMPARE(state(dialog, kVqgan), QStringLiteral("not fetched"));
        QVERIFY(dialog.useButton()->isEnabled());
        QVERIFY(dialog.fetchButton()->isHidden());
        QVERIFY(dialog.deleteButton()->isHidden());
        QSignalSpy used(&dialog, &ModelsDialog::useRequested);
        dialog.useButton()->click();
        QCOMPARE(used.takeFirst(), (QVariantList{QStringLiteral("vqgan"), QString()}));
    }

    void fetchesOnAClickAloneAndThenOffersIt() {
        FakeServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("vqgan_f16"));
        QVERIFY(!dialog.fetching());
        QCOMPARE(dialog.fetchButton()->text(), QStringLiteral("Download 980 MiB from files.example.org"));
        QVERIFY(!dialog.useButton()->isEnabled());
        QVERIFY(!dialog.useButton()->toolTip().isEmpty());
        dialog.fetchButton()->click();
        QVERIFY(dialog.fetching());
        QTRY_COMPARE(state(dialog, kVqgan), QStringLiteral("here"));
        QVERIFY(dialog.useButton()->isEnabled());
        QCOMPARE(dialog.message(), QStringLiteral("Fetched and checked."));
        QSignalSpy used(&dialog, &ModelsDialog::useRequested);
        dialog.useButton()->click();
        QCOMPARE(used.takeFirst(), (QVariantList{QStringLiteral("vqgan"), QStringLiteral("/models/vqgan_f16.ckpt")}));
        QVERIFY(!dialog.deleteButton()->isHidden());
    }

    void aStoppedDownloadKeepsItsPartAndGoesOn() {
        FakeServices services;
        services.hold_work();
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("vqgan_f16"));
        dialog.startFetch();
        QVERIFY(!dialog.fetchButton()->isEnabled());
        QTRY_VERIFY(dialog.findChild<QLabel*>(QStringLiteral("fetchWords"))->text().contains(QStringLiteral("245 MiB of 980 MiB")));
        dialog.cancelFetch();
        QVERIFY(!dialog.fetching());
        QTRY_COMPARE(state(dialog, kVqgan), QStringLiteral("245 MiB fetched"));
        QCOMPARE(dialog.fetchButton()->text(), QStringLiteral("Go on: 735 MiB from files.example.org"));
        QVERIFY(dialog.message().contains(QStringLiteral("stopped")));
    }

    void saysWhyADownloadFailed() {
        FakeServices services;
        services.fail_exports(make_error(ErrorCode::Environment, "files.example.org cannot be reached", "Look at the connection."));
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("clip_b32"));
        dialog.startFetch();
        QTRY_VERIFY(dialog.message().contains(QStringLiteral("cannot be reached")));
        QVERIFY(dialog.message().contains(QStringLiteral("Look at the connection")));
        QVERIFY(dialog.fetchButton()->isEnabled());
    }

    void looksIntoAFileOfOnesOwn() {
        FakeServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.lookAt(QStringLiteral("/mine/clip.pt"));
        QTRY_VERIFY(dialog.fetchButton()->isHidden() && dialog.useButton()->isEnabled());
        QSignalSpy used(&dialog, &ModelsDialog::useRequested);
        const QVariantList wanted{QStringLiteral("clip"), QStringLiteral("/mine/clip.pt")};
        const auto asks = [&] {  // what was looked into comes from another thread
            dialog.useButton()->click();
            return !used.isEmpty() && used.takeLast() == wanted;
        };
        QTRY_VERIFY(asks());
        for (const char* bad : {"/mine/part.pt", "/mine/missing.pt"}) {
            dialog.lookAt(QLatin1String(bad));
            QTRY_VERIFY2(!dialog.useButton()->isEnabled(), bad);
        }
        QTRY_VERIFY(dialog.message().contains(QStringLiteral("Choose another")) || !dialog.message().isEmpty());
        dialog.choose(QStringLiteral("clip_b32"));  // back to the list
        QVERIFY(!dialog.fetchButton()->isHidden());
        BackgroundTask::waitForAll();  // the services go with this test, and a look may still be under way
    }

    void mayBeClosedWhileItFetches() {
        FakeServices services;
        services.hold_work();
        auto dialog = std::make_unique<ModelsDialog>(&services);
        QTRY_COMPARE(dialog->list()->topLevelItemCount(), 2);
        dialog->choose(QStringLiteral("vqgan_f16"));
        dialog->startFetch();
        dialog.reset();
        BackgroundTask::waitForAll();
    }
};

QTEST_MAIN(TestModelsDialog)
#include "tst_models_dialog.moc"
