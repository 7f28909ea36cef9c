// WelcomePage: what the recent runs offer, by where they are and whether this window is free.
#include "core/families/registry.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/picture_store.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/panels/welcome/welcome_parts.h"
#include "ui/shell/theme.h"

#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Of the run's newest row; null: there is none.
QPushButton* buttonOf(const QWidget& page, const std::string& name) {
    QPushButton* out = nullptr;
    for (const auto* row : page.findChildren<RecentRunRow*>())
        if (row->run().name == name) out = row->button();
    return out;
}

QString says(const QWidget& page, const std::string& name) {
    const QPushButton* button = buttonOf(page, name);
    if (!button) return {};
    return button->isEnabled() ? button->text() : button->text() + QStringLiteral(": ") + button->toolTip();
}

}  // namespace

class WelcomePageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recentRunsOfferWhatCanBeDoneWithThem() {
        WindowServices services("ready");
        services.train_elsewhere("/runs/shapes-128-06");
        SessionBridge bridge;
        WelcomePage page(&bridge);
        page.setServices(&services);
        page.show();
        QTRY_COMPARE(says(page, "shapes-128-05"), QStringLiteral("Continue: The engine is loading"));
        QCOMPARE(says(page, "shapes-128-06"), QStringLiteral("Attach"));
        bridge.setSession(services.make_session());
        QTRY_COMPARE(says(page, "shapes-128-05"), QStringLiteral("Continue"));
        QCOMPARE(says(page, "shapes-128-07"), QStringLiteral("Resume: This run is under way"));
        QCOMPARE(says(page, "lighthouse-64-03"), QStringLiteral("Resume: This run has no checkpoint to continue from"));
        QSignalSpy continued(&page, &WelcomePage::runChosen), attached(&page, &WelcomePage::attachRequested);
        buttonOf(page, "shapes-128-05")->click();
        QCOMPARE(continued.value(0).value(0).toString(), QStringLiteral("/runs/shapes-128-05"));
        buttonOf(page, "shapes-128-06")->click();
        QCOMPARE(attached.value(0).value(0).toString(), QStringLiteral("/runs/shapes-128-06"));
    }

    void itLooksForRunsOnceItIsShown() {
        WindowServices services("ready");
        SessionBridge bridge;
        WelcomePage page(&bridge);
        page.setServices(&services);
        BackgroundTask::waitForAll();
        QCoreApplication::sendPostedEvents();
        QVERIFY(page.findChildren<RecentRunRow*>().isEmpty());
        page.show();
        QTRY_VERIFY(!page.findChildren<RecentRunRow*>().isEmpty());
    }

    void picturesOfStackedCardsStandBesideTheirWords() {
        for (const QSize size : {QSize(1280, 800), QSize(1600, 1000)}) {
            Theme::get().apply(ThemeChoice::Dark, 200);
            SessionBridge bridge;
            WelcomePage page(&bridge);
            page.resize(size);
            page.show();
            QVERIFY(QTest::qWaitForWindowExposed(&page));
            const auto cards = page.findChildren<StartCard*>();
            QCOMPARE(cards.size(), 4);
            for (const StartCard* card : cards) {
                const QRect picture = card->picture()->geometry();
                QVERIFY2(picture.height() * 2 >= picture.width(),
                         qPrintable(QStringLiteral("%1 x %2").arg(picture.width()).arg(picture.height())));
                QVERIFY(picture.right() < card->button()->x());
            }
            Theme::get().apply(ThemeChoice::Dark, 100);
            QTRY_VERIFY(cards.front()->picture()->geometry().bottom() < cards.front()->button()->y());
            QCOMPARE(cards.front()->picture()->height(), 128);
        }
    }

    void picturesAreReadBeforeTheyArePainted() {
        QSignalSpy read(&PictureStore::get(), &PictureStore::pictureRead);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("picture.png"));
        QImage red(96, 32, QImage::Format_RGB888);
        red.fill(Qt::red);
        QVERIFY(red.save(file));
        CardPicture picture(file, nullptr);
        QTRY_VERIFY(
            std::any_of(read.begin(), read.end(), [&](const auto& one) { return one.value(0).toString() == file; }));
        picture.resize(60, 60);
        QTRY_COMPARE(picture.grab().toImage().pixelColor(30, 30), QColor(Qt::red));
        QVERIFY(picture.grab().toImage().pixelColor(0, 0) != QColor(Qt::red));  // the card's corner is round
        QCOMPARE(picture.grab().toImage().pixelColor(0, 59), QColor(Qt::red));
        picture.setBeside(true);
        QTRY_COMPARE(picture.grab().toImage().pixelColor(59, 0), QColor(Qt::red));
        QVERIFY(picture.grab().toImage().pixelColor(0, 59) != QColor(Qt::red));
    }

    void anAmpersandOfADevicesNameIsNoKey() {
        DeviceInfo device;
        device.name = "Bits & Bytes 3";
        device.total = device.free = Bytes{std::int64_t{8} << 30};
        const DeviceCard card(device, nullptr);
        QCOMPARE(card.radio()->text(), QStringLiteral("Bits && Bytes 3"));
    }

    void goingOnPromisesWhatHolds() {
        SessionBridge bridge;
        WelcomePage page(&bridge);
        const auto labels = page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QStringLiteral("bit for bit with a fixed number of threads, on the same kind of processor"));
        }));
    }

    void theDemoBeginsSmallAndGrowsByItself() {
        Studio s("ready");
        auto* demo = s.window.findChild<StartCard*>();  // the first one
        QVERIFY(demo);
        QTRY_VERIFY(demo->button()->isEnabled());
        demo->button()->click();
        QTRY_COMPARE(s.bridge.state(), RunState::Preparing);
        const TrainConfig begun = *s.bridge.config();
        QCOMPARE(begun.image_size, 32);
        const auto growth = family_of(begun).planned(begun);
        QVERIFY(growth);
        QCOMPARE(growth->patch, (ParamPatch{{"image.size", std::int64_t{64}}}));
        QVERIFY2(growth->images < begun.steps * begun.effective_batch(), "it ends before it grows");
    }

    void theRunOfThisWindowIsShown() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        s.window.showPage(Page::Welcome);
        QTRY_COMPARE(says(s.window, "shapes-128-07"), QStringLiteral("Show"));
        QCOMPARE(says(s.window, "shapes-128-05"), QStringLiteral("Continue: Another run is under way; stop it first"));
        buttonOf(s.window, "shapes-128-07")->click();
        QCOMPARE(s.window.page(), Page::Train);
        QVERIFY(!s.window.attached());
    }
};

QTEST_MAIN(WelcomePageTest)
#include "tst_welcome_page.moc"
