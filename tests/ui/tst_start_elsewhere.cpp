// Runs in a process of their own: started there by the window, and handed over when it closes.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

class StartElsewhereTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void startInAProcessOfItsOwn() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        s.bridge.apply({{"batch.micro", std::int64_t{32}}});
        QCheckBox* own = nullptr;
        for (auto* box : s.window.runPanel()->findChildren<QCheckBox*>(QStringLiteral("ownProcess"))) own = box;
        QVERIFY(own && own->isVisible());
        own->click();
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        s.action(Cmd::Go)->trigger();
        QTRY_COMPARE(s.services.started().size(), std::size_t{1});
        QCOMPARE(s.services.started().front().config->batch_micro, 32);
        QTRY_VERIFY(s.window.attached());
        QCOMPARE(s.bridge.state(), RunState::Idle);  // not here
        QTRY_COMPARE(s.window.front()->bridge()->state(), RunState::Running);
    }

    void severalProcessesAreOnesOfTheirOwn() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        auto* processes = s.window.runPanel()->findChild<QSpinBox*>(QStringLiteral("processes"));
        auto* own = s.window.runPanel()->findChild<QCheckBox*>(QStringLiteral("ownProcess"));
        QCOMPARE(processes->value(), 1);
        processes->setValue(2);
        QVERIFY(own->isChecked() && !own->isEnabled());
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        s.action(Cmd::Go)->trigger();
        QTRY_COMPARE(s.services.started().size(), std::size_t{1});
        QCOMPARE(s.services.started().front().processes, 2);
        processes->setValue(1);
        QVERIFY(!own->isChecked() && own->isEnabled());
    }

    void theSwitchIsRemembered() {
        QTemporaryDir kept;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, kept.path());
        SessionBridge bridge;
        {
            MainWindow window(&bridge, true);
            QVERIFY(!window.startChoice()->elsewhere());
            window.startChoice()->setOwnProcess(true);
        }
        MainWindow window(&bridge, true);
        QVERIFY(window.startChoice()->elsewhere());
    }

    void startingElsewhereCanBeCancelled() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        s.services.hold_work();
        s.window.startChoice()->setOwnProcess(true);
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        s.action(Cmd::Go)->trigger();
        const auto detail = [&] {
            const NoticeBar* bar = s.window.notices()->find(QStringLiteral("elsewhere"));
            return bar ? bar->accessibleName() : QString();
        };
        QTRY_VERIFY(detail().contains(QStringLiteral("Packing images, 50 %")));
        for (auto* b : s.window.notices()->find(QStringLiteral("elsewhere"))->findChildren<QPushButton*>()) {
            if (b->text() == QLatin1String("Cancel")) b->click();
        }
        QTRY_VERIFY(detail().isEmpty());
        QCOMPARE(s.window.attached(), nullptr);
    }

    void closingKeepsTrainingWithoutAWindow() {
        Studio s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::KeepTraining; });
        s.window.close();
        QVERIFY(s.window.isVisible());
        QTRY_VERIFY(s.shows(QStringLiteral("The run moves to a process of its own")));
        s.session->advance();  // saves and stops
        QTRY_COMPARE(s.services.started().size(), std::size_t{1});
        QCOMPARE(s.services.started().front().resume_from, std::string("/runs/shapes-128-07"));
        QTRY_VERIFY(!s.window.isVisible());
    }

    void handingOverCanBeCancelled() {
        Studio s("story");
        s.services.hold_work();
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::KeepTraining; });
        s.window.close();
        s.session->advance();
        const auto click = [&](const QString& text) {
            const NoticeBar* bar = s.window.notices()->find(QStringLiteral("elsewhere"));
            for (auto* b : bar ? bar->findChildren<QPushButton*>() : QList<QPushButton*>()) {
                if (b->text() == text) return b->click(), true;
            }
            return false;
        };
        QTRY_VERIFY(s.shows(QStringLiteral("Packing images")));
        QVERIFY(click(QStringLiteral("Cancel")));
        QTRY_VERIFY(s.shows(QStringLiteral("The run was stopped and saved")));
        QVERIFY(s.window.isVisible());
        QVERIFY(click(QStringLiteral("Continue here")));
        QTRY_COMPARE(s.bridge.state(), RunState::Preparing);
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
    }

    void aHandOverThatAFullDiskHoldsUpKeepsTheRunAndTheWindow() {
        Studio s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] {
            ++asked;
            return CloseGuard::Answer::KeepTraining;
        });
        s.session->fill_disk(true);
        QVERIFY(!s.window.close());
        QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Paused));
        QTRY_VERIFY(s.shows(QStringLiteral("The run stays here")));
        QVERIFY(s.services.started().empty());
        s.session->fill_disk(false);
        QVERIFY(!s.window.close());  // asks again, and now it goes
        QCOMPARE(asked, 2);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
        QCOMPARE(s.services.started().size(), std::size_t{1});
    }

    void aHandOverThatFailsKeepsTheWindow() {
        Studio s("story");
        s.services.fail_exports(make_error(ErrorCode::Environment, "headroom-cli: there is no such program"));
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::KeepTraining; });
        s.window.close();
        s.session->advance();
        QTRY_VERIFY(s.shows(QStringLiteral("did not go on without a window")));
        QVERIFY(s.shows(QStringLiteral("there is no such program")));
        QVERIFY(s.window.isVisible());
    }
};

QTEST_MAIN(StartElsewhereTest)
#include "tst_start_elsewhere.moc"
