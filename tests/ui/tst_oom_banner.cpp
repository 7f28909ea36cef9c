// The banner and card of an out-of-memory error in the whole window: words, answers, buttons, marks on the plots.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/fixture_story.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/oom_banner.h"
#include "ui/shell/theme.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/notice_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

class OomBannerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void anOutOfMemoryErrorIsABanner() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        qDeleteAll(s.window.findChildren<OomBanner*>());
        s.session->run_out_of_memory_next_step();
        s.session->advance();
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        auto* banner = s.window.findChild<OomBanner*>();
        QVERIFY(banner->findChild<NoticeBar*>()->title().startsWith(QStringLiteral("Out of memory at step")));
        banner->setDetailsShown(true);
        QVERIFY(banner->findChildren<QLabel*>().size() > 8);
    }

    void aReportOfAnotherMachineIsNotLookedForHere() {
        Studio s("story");
        QTemporaryDir folder;
        QFile here(folder.filePath(QStringLiteral("oom-4300.json")));
        QVERIFY(here.open(QIODevice::WriteOnly));
        here.write("another run's report");
        here.close();
        OomRecovered event = fixture::story_recovery(*s.bridge.config(), *s.bridge.config(), 4300);
        event.report_path = here.fileName().toStdString();
        const ModelKind kind = s.bridge.config()->model;
        const OomCard own(event, kind, {}, QStringLiteral("Out of memory"), nullptr, nullptr);
        const auto copied = [](const OomCard& card) {
            QApplication::clipboard()->clear();
            for (auto* button : card.findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Copy report")) button->click();
            BackgroundTask::waitForAll();
            QCoreApplication::sendPostedEvents();
            return QApplication::clipboard()->text();
        };
        QCOMPARE(copied(own), QStringLiteral("another run's report"));
        const SessionPlace tower{true, "unix:/tmp/run.sock", "tower", 99, false, 2};
        const OomCard there(event, kind, tower, QStringLiteral("Out of memory"), nullptr, nullptr);
        QVERIFY(copied(there).startsWith(QStringLiteral("Out of memory")));
        bool placed = false;
        for (auto* label : there.findChildren<QLabel*>())
            placed = placed || label->toolTip() == here.fileName() + QStringLiteral(" on tower");
        QVERIFY(placed);
    }

    void theBannersAnswersGoToTheEngine() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        qDeleteAll(s.window.findChildren<OomBanner*>());
        const auto fail = [&] {
            s.session->run_out_of_memory_next_step();
            s.session->advance();
            return QTest::qWaitFor([&] { return s.window.findChild<OomBanner*>() != nullptr; }, kPatienceMs);
        };
        const auto click = [&](const QString& text) {
            for (auto* button : s.window.findChild<OomBanner*>()->findChildren<QPushButton*>()) {
                if (button->text() == text) return button->click();
            }
            QFAIL("no such button");
        };
        const auto answered = [&](OomAnswer answer) {
            const auto commands = s.session->commands();
            const auto* last = std::get_if<AnswerOom>(&commands.back());
            return last && last->answer == answer;
        };
        QVERIFY(fail());
        const std::int64_t micro = s.session->snapshot()->batch_micro, times = s.session->snapshot()->batch_accumulate;
        s.window.showPage(MainWindow::Page::Runs);  // on other pages it rests
        QVERIFY(!s.window.findChild<OomBanner*>()->isVisible());
        s.window.showPage(MainWindow::Page::Train);
        QVERIFY(s.window.findChild<OomBanner*>()->isVisible());
        click(QStringLiteral("Keep"));
        QVERIFY(answered(OomAnswer::Keep));
        QTRY_VERIFY(!s.window.findChild<OomBanner*>());

        QVERIFY(fail());
        click(QStringLiteral("Undo when it fits"));
        QVERIFY(answered(OomAnswer::UndoWhenItFits));
        QVERIFY(s.window.findChild<OomBanner*>()->waiting());
        // The engine goes back by itself; the banner goes when the old settings are in force again.
        (void)s.session->apply({{"batch.micro", micro}, {"batch.accumulate", times}}, ChangeOrigin::Ladder);
        s.session->advance();
        QTRY_VERIFY(!s.window.findChild<OomBanner*>());
    }

    void ofSeveralProcessesItSaysWhichOneHadNoRoom() {
        OomRecovered event;
        event.tensor = "G main.13 norm";
        event.process = "process 1 (pid 4711 on frodo)";
        const QStringList lines = OomCard::happenedText(event, kDcgan);
        QVERIFY(lines.contains(QStringLiteral("Tensor: G main.13 norm.")));
        QVERIFY(lines.contains(QStringLiteral("Where: process 1 (pid 4711 on frodo).")));
        event.process.clear();
        QVERIFY(OomCard::happenedText(event, kDcgan).filter(QStringLiteral("Where")).isEmpty());
    }

    void theCardTellsAllInOrder() {
        Studio s("oom");
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        auto* banner = s.window.findChild<OomBanner*>();
        banner->setDetailsShown(true);
        QStringList words;
        for (auto* label : banner->card()->findChildren<QLabel*>()) words << label->text();
        const QString all = words.join(QLatin1Char('|'));
        for (
            const char* expected :
            {"G's step, micro-batch 1 of 1, asked for 512 MiB; 369 MiB were free. Missing: 143 MiB.",
             "Tensor: G main.13 norm.",
             "Why now: other programs grew from 1.14 to 2.31 GiB within 40 s; the forecast for this run (5.80) was right.",
             "Give back caches and preview|61 MiB back, 82 MiB still missing",
             "Micro-batch 256 to 128, accumulation 1 to 2|Peak 5.80 to 4.02 GiB, speed −6 %, step repeated",
             "Checkpointing, bf16|Not needed", "batch norm now sees 128 images per pass instead of 256",
             "Cost: step 2,964 was repeated with the same images and random state, 2.1 s in all. No step was lost.",
             "Undo needs 5.95 GiB with the reserve; 5.69 are there. Unanswered: back after 200 calm steps.",
             "Report oom-2964.json kept with the run."}) {
            QTRY_VERIFY2(all.contains(QString::fromUtf8(expected)), expected);
        }
        QCOMPARE(all.count(QStringLiteral("Not needed")), 1);
        for (const auto* notice : banner->card()->findChildren<NoticeBar*>())  // they have no title
            QVERIFY2(notice->accessibleName().at(0).isLetter(), qPrintable(notice->accessibleName()));
        QVERIFY(banner->card()->asText().contains(QStringLiteral("Out of memory at step 2,964")));
    }

    void theCardsWordsAreSelectedByKeys() {
        Studio s("oom");
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        auto* banner = s.window.findChild<OomBanner*>();
        banner->setDetailsShown(true);
        QLabel* why = nullptr;
        for (auto* label : banner->card()->findChildren<QLabel*>())
            if (label->text().startsWith(QStringLiteral("Why now"))) why = label;
        QVERIFY(why);
        QTest::keyClick(why, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(why, Qt::Key_End, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(why->selectedText(), why->text());
        QVERIFY(!(why->focusPolicy() & Qt::TabFocus));
    }

    void theCardOffersTheSnapshotAndThePlansAsCommands() {
        Studio s("oom");
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        OomCard* card = s.window.findChild<OomBanner*>()->card();
        s.window.findChild<OomBanner*>()->setDetailsShown(true);
        QStringList texts;
        for (auto* button : card->findChildren<QAbstractButton*>()) texts << button->text();
        QCOMPARE(texts, QStringList({QStringLiteral("Copy report"), QStringLiteral("Memory snapshot…"),
                                     QStringLiteral("Make it fit…")}));
        for (const auto& [cmd, index] : {std::pair(Cmd::Snapshot, 1), std::pair(Cmd::MakeFit, 2)}) {
            auto* button = card->findChildren<QAbstractButton*>()[index];
            // The command of the File menu itself, not a copy: only what it does is left out here, a file dialog.
            s.action(cmd)->disconnect(&s.window);
            QSignalSpy triggered(s.action(cmd), &QAction::triggered);
            QTRY_VERIFY(button->isEnabled());
            button->click();
            QCOMPARE(triggered.count(), 1);
        }
        s.action(Cmd::Snapshot)->setEnabled(false);
        QVERIFY(!card->findChildren<QAbstractButton*>()[1]->isEnabled());
    }

    void anErrorThatEndedTheRunIsNeverCalledSurvived() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        QTRY_VERIFY(s.window.findChild<OomBanner*>());
        const auto& markers = s.window.trainPage()->samples()->samples()->history()->slider()->marks();
        const auto& marks = s.window.trainPage()->timeline()->model()->marks();
        const qsizetype before = markers.size();
        OomRecovered event = fixture::story_recovery(*s.bridge.config(), *s.bridge.config(), 4300);
        event.survived = false;
        Q_EMIT s.bridge.oomRecovered(event);
        QCOMPARE(markers.size(), before + 1);
        QCOMPARE(markers.last().text, QStringLiteral("Out of memory"));
        QCOMPARE(markers.last().kind, MetricsMark::Kind::OomFatal);
        QCOMPARE(marks.back().text, QStringLiteral("Out of memory"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        auto* banner = s.window.findChild<OomBanner*>();
        QVERIFY(banner->findChild<NoticeBar*>()->title().endsWith(QStringLiteral("the run stopped")));
        QCOMPARE(banner->card()->property("tone").toString(), QStringLiteral("err"));
        for (auto* label : banner->findChildren<QLabel*>())
            QVERIFY2(!label->text().contains(QStringLiteral("survived")), qPrintable(label->text()));
    }
};

QTEST_MAIN(OomBannerTest)
#include "tst_oom_banner.moc"
