// ModelsDialog: what is here and what is not, a download with progress, cancel and failure, files of one's own, what "use" asks for.
#include "core/families/vqgan/vqgan_train_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/shell/theme.h"

#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QThreadPool>
#include <QTreeWidget>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

class TestModelsDialog : public QObject {
    Q_OBJECT
private:
    static QString state(const ModelsDialog& dialog, const QString& name) {
        const auto found = dialog.list()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QString() : found.first()->text(2);
    }
    static QString message(const ModelsDialog& dialog) {
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("What happened")) return label->text();
        return QStringLiteral("no message");
    }
    static const inline QString kVqgan = QStringLiteral("VQGAN ImageNet f16");

private Q_SLOTS:
    void listsTheBuiltInOnesFirstAndOffersThem() {
        WindowServices services;
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

    void linksHaveTheColourOfTheThemeInForce() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        WindowServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("vqgan_f16"));
        QLabel* facts = nullptr;
        for (auto* label : dialog.findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Facts about the model")) facts = label;
        QVERIFY(facts && facts->text().contains(QStringLiteral("<a href")));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog, kPatienceMs));
        const auto pixels = [facts](ColorScheme scheme) {  // of the links' lines
            const QRgb link = token_color(Token::Acc, scheme).rgb();
            const QImage picture = facts->grab().toImage().convertToFormat(QImage::Format_RGB32);
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x) count += picture.pixel(x, y) == link ? 1 : 0;
            return count;
        };
        QVERIFY(pixels(ColorScheme::Dark) > 20);
        Theme::get().apply(ThemeChoice::Light, 100);
        QVERIFY(pixels(ColorScheme::Light) > 20);
        QCOMPARE(pixels(ColorScheme::Dark), 0);
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void fetchesOnAClickAloneAndThenOffersIt() {
        WindowServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("vqgan_f16"));
        QVERIFY(!dialog.fetching());
        QCOMPARE(dialog.fetchButton()->text(), QStringLiteral("Download 980 MiB"));
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY2(
            std::any_of(labels.begin(), labels.end(),
                        [](const QLabel* label) { return label->text().contains(QLatin1String("files.example.org")); }),
            "where it comes from is told before");
        QVERIFY(!dialog.useButton()->isEnabled());
        QVERIFY(!dialog.useButton()->toolTip().isEmpty());
        dialog.fetchButton()->click();
        QVERIFY(dialog.fetching());
        QTRY_COMPARE(state(dialog, kVqgan), QStringLiteral("here"));
        QVERIFY(dialog.useButton()->isEnabled());
        QCOMPARE(message(dialog), QStringLiteral("Fetched and checked."));
        QSignalSpy used(&dialog, &ModelsDialog::useRequested);
        dialog.useButton()->click();
        QCOMPARE(used.takeFirst(), (QVariantList{QStringLiteral("vqgan"), QStringLiteral("/models/vqgan_f16.ckpt")}));
        QVERIFY(!dialog.deleteButton()->isHidden());
    }

    void aStoppedDownloadKeepsItsPartAndGoesOn() {
        WindowServices services;
        services.hold_work();
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("vqgan_f16"));
        dialog.startFetch();
        QVERIFY(!dialog.fetchButton()->isEnabled());
        QTRY_VERIFY(dialog.findChild<QLabel*>(QStringLiteral("fetchWords"))
                        ->text()
                        .contains(QStringLiteral("245 MiB of 980 MiB")));
        dialog.cancelFetch();
        QTRY_VERIFY(!dialog.fetching());
        QTRY_COMPARE(state(dialog, kVqgan), QStringLiteral("245 MiB fetched"));
        QCOMPARE(dialog.fetchButton()->text(), QStringLiteral("Go on: 735 MiB"));
        QVERIFY(message(dialog).contains(QStringLiteral("stopped")));
    }

    void saysWhyADownloadFailed() {
        WindowServices services;
        services.fail_exports(
            make_error(ErrorCode::Environment, "files.example.org cannot be reached", "Look at the connection."));
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("clip_b32"));
        // The list is not read again before this test says so: the next try does not wait for it.
        QThreadPool* const lists = BackgroundTask::calls();
        const int threads = lists->maxThreadCount();
        QSemaphore gate;
        lists->setMaxThreadCount(1);
        lists->start([&gate] { gate.acquire(); });
        const auto go_on = qScopeGuard([&] {
            gate.release();
            lists->waitForDone();
            lists->setMaxThreadCount(threads);
        });
        dialog.startFetch();
        QTRY_VERIFY(message(dialog).contains(QStringLiteral("cannot be reached")));
        QVERIFY(message(dialog).contains(QStringLiteral("Look at the connection")));
        QVERIFY(dialog.fetchButton()->isEnabled());
    }

    void looksIntoAFileOfOnesOwn() {
        WindowServices services;
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
        for (const auto& [bad, why] :
             {std::pair{"/mine/part.pt", "3 tensors are missing"}, {"/mine/missing.pt", "Choose another"}}) {
            dialog.lookAt(QLatin1String(bad));
            QTRY_VERIFY2(message(dialog).contains(QLatin1String(why)), bad);
            QVERIFY2(!dialog.useButton()->isEnabled(), bad);
        }
        dialog.choose(QStringLiteral("clip_b32"));  // back to the list
        QVERIFY(!dialog.fetchButton()->isHidden());
    }

    void theListIsChosenFromAgainAfterAFileOfOnesOwn() {
        WindowServices services;
        ModelsDialog dialog(&services);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 2);
        dialog.choose(QStringLiteral("clip_b32"));
        dialog.lookAt(QStringLiteral("/mine/part.pt"));
        QTRY_VERIFY(!dialog.list()->currentItem());
        QVERIFY(dialog.list()->selectedItems().isEmpty());
        dialog.choose(QStringLiteral("clip_b32"));
        QVERIFY(!dialog.fetchButton()->isHidden());
        QVERIFY(message(dialog).isEmpty());
        // What is still being looked into does not take the place of what was chosen since.
        dialog.lookAt(QStringLiteral("/mine/part.pt"));
        dialog.choose(QStringLiteral("vqgan_f16"));
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(message(dialog).isEmpty());
        QVERIFY(!dialog.fetchButton()->isHidden());
    }

    void mayBeClosedWhileItFetches() {
        WindowServices services;
        services.hold_work();
        auto dialog = std::make_unique<ModelsDialog>(&services);
        QTRY_COMPARE(dialog->list()->topLevelItemCount(), 2);
        dialog->choose(QStringLiteral("vqgan_f16"));
        dialog->startFetch();
        dialog.reset();
    }
};

QTEST_MAIN(TestModelsDialog)
#include "tst_models_dialog.moc"
