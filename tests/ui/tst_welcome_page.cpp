// WelcomePage: what the recent runs offer, by where they are and whether this window is free.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/panels/welcome/welcome_parts.h"

#include <QPushButton>
#include <QSignalSpy>

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

    void goingOnPromisesWhatHolds() {
        SessionBridge bridge;
        WelcomePage page(&bridge);
        const auto labels = page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(
                QStringLiteral("bit for bit with a fixed number of threads, on the same kind of processor"));
        }));
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
