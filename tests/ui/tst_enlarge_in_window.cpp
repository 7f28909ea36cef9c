// Enlarging from the window: what the dialog begins with on each page, and how it is told that the work ended.
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/models/background_task.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

using namespace headroom;
using namespace headroom::ui;

bool showsPainted(Studio& s) {
    return s.window.page() == MainWindow::Page::Imagine &&
           imagine_page(s.window)->pictures()->picture()->current() >= 0;
}

/// The dialog that the command opens.
UpscaleDialog* askedFor(Studio& s) {
    s.action(Cmd::Upscale)->trigger();
    return s.window.findChild<UpscaleDialog*>();
}

/// A window whose dialog is ready to enlarge a picture, and how often quitting asked about it.
struct Enlarging {
    explicit Enlarging(const char* fixture, bool answers = true) : s(fixture) {
        QImage image(32, 24, QImage::Format_RGB888);
        image.fill(Qt::blue);
        s.window.showPage(MainWindow::Page::Imagine);
        askToEnlarge(imagine_page(s.window), {}, image, QStringLiteral("iteration-7"));
        dialog = s.window.findChild<UpscaleDialog*>();
        dialog->setTarget(target());
        if (!QTest::qWaitFor([this] { return dialog->startButton()->isEnabled(); }, kPatienceMs))
            qFatal("the dialog never became ready");
        if (!answers) return;
        s.window.closeGuard()->setWorkQuestion([this](const UnfinishedWork&) {
            ++asked;
            return answer;
        });
    }
    QString target() const { return folder.filePath(QStringLiteral("larger.png")); }

    QTemporaryDir folder;
    Studio s;
    UpscaleDialog* dialog = nullptr;
    CloseGuard::WorkAnswer answer = CloseGuard::WorkAnswer::Finish;
    int asked = 0;
};

class EnlargeInWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void picturesOfTheWindowAreEnlargedInOneDialogThatStays() {
        Studio s("imagine");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Imagine);
        QImage image(32, 24, QImage::Format_RGB888);
        image.fill(Qt::blue);
        askToEnlarge(imagine_page(s.window), {}, image, QStringLiteral("iteration-7"));
        auto* dialog = s.window.findChild<UpscaleDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QTRY_VERIFY(dialog->startButton()->isEnabled());
        QVERIFY2(dialog->target().endsWith(QStringLiteral("iteration-7-2x.png")), qPrintable(dialog->target()));
        dialog->close();
        s.action(Cmd::Upscale)->trigger();
        QVERIFY(dialog->isVisible());
        QCOMPARE(s.window.findChildren<UpscaleDialog*>().size(), qsizetype{1});
        QVERIFY(dialog->target().endsWith(QStringLiteral("iteration-7-2x.png")));  // as it was left
        dialog->close();
    }

    void enlargingStartsWithThePaintedPicture() {
        Studio s("imagine");
        QTRY_VERIFY(showsPainted(s));
        UpscaleDialog* dialog = askedFor(s);
        QVERIFY(dialog && dialog->isVisible());
        QTRY_VERIFY2(dialog->target().contains(QStringLiteral("iteration-")) &&
                         dialog->target().endsWith(QStringLiteral("-2x.png")),
                     qPrintable(dialog->target()));
        dialog->close();
    }

    void enlargingStartsWithTheSamplesThatAreShown() {
        Studio s("story");
        SamplesPage* samples = s.window.trainPage()->samples()->samples();
        QTRY_VERIFY(s.window.page() == MainWindow::Page::Train && !samples->pane()->grid()->images().isEmpty());
        const ImageGrid* grid = samples->pane()->grid();
        IconButton* button = nullptr;
        for (auto* each : samples->findChildren<IconButton*>()) {
            if (each->toolTip().startsWith(QStringLiteral("Enlarge"))) button = each;
        }
        QVERIFY(button && button->isVisible());
        UpscaleDialog* dialog = askedFor(s);
        QTRY_VERIFY((dialog = s.window.findChild<UpscaleDialog*>()) && dialog->isVisible());  // once it is composed
        QVERIFY2(dialog->target().endsWith(samples->stem() + QStringLiteral("-2x.png")), qPrintable(dialog->target()));
        QTRY_VERIFY(!dialog->looking() && dialog->pictureSize() == grid->composer()().size());
        samples->setView(SamplesPage::View::Single);
        button->click();
        QVERIFY2(dialog->target().contains(QStringLiteral("-picture-1-2x")), qPrintable(dialog->target()));
        QTRY_VERIFY(!dialog->looking() && dialog->pictureSize() == grid->images().first().size());
        dialog->close();
    }

    void quittingAsksWhatBecomesOfAPictureThatIsEnlarged() {
        Enlarging e("imagine-ready");
        e.s.services.hold_work();
        e.dialog->start();
        QVERIFY(e.dialog->working());
        e.answer = CloseGuard::WorkAnswer::Cancel;
        QVERIFY(!e.s.window.close());
        QVERIFY(e.s.window.isVisible() && e.dialog->working());
        e.answer = CloseGuard::WorkAnswer::Stop;
        QVERIFY(e.s.window.close());
        QCOMPARE(e.asked, 2);
        QVERIFY(!QFileInfo::exists(e.target()));
    }

    void quittingWaitsForThePicture() {
        Enlarging e("imagine-ready");
        e.dialog->start();
        e.dialog->hide();
        QVERIFY(!e.s.window.close());
        QVERIFY(e.s.window.isVisible() && e.dialog->isVisible());  // its progress is what is waited for
        QTRY_VERIFY(!e.s.window.isVisible());
        QCOMPARE(e.asked, 1);
        QVERIFY(QFileInfo::exists(e.target()));
    }

    void aPictureThatFailsKeepsTheWindowToSaySo() {
        Enlarging e("imagine-ready");
        e.s.services.fail_exports(make_error(ErrorCode::Disk, "the disk is full", "Choose another folder."));
        e.dialog->start();
        QVERIFY(!e.s.window.close());
        QTRY_VERIFY(!e.dialog->working());
        QCoreApplication::processEvents();
        QVERIFY(e.s.window.isVisible());
        QVERIFY2(e.dialog->files()->text().contains(QStringLiteral("disk is full")),
                 qPrintable(e.dialog->files()->text()));
        QVERIFY(e.s.window.close());
        QCOMPARE(e.asked, 1);
    }

    void quittingAsksOfTheRunAndOfThePicture() {
        Enlarging e("imagine");
        QTRY_COMPARE(e.s.bridge.state(), RunState::Running);
        e.s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::StopAndSave; });
        e.dialog->start();
        e.answer = CloseGuard::WorkAnswer::Cancel;
        QVERIFY(!e.s.window.close());
        QVERIFY(!e.s.bridge.stopping());  // nothing was stopped
        QVERIFY(e.dialog->working());
        e.answer = CloseGuard::WorkAnswer::Finish;
        QVERIFY(!e.s.window.close());
        QVERIFY(e.s.bridge.stopping());
        QTRY_VERIFY(!e.dialog->working());
        QCoreApplication::processEvents();
        QVERIFY(e.s.window.isVisible());  // the run is still stopping
        QTRY_VERIFY((e.s.session->advance(), !e.s.window.isVisible()));
        QCOMPARE(e.asked, 2);
        QVERIFY(QFileInfo::exists(e.target()));
    }

    void quittingAsksWhatBecomesOfFilesThatAreWritten() {
        const QTemporaryDir folder;
        Studio s("ready");
        QString asked;
        CloseGuard::WorkAnswer answer = CloseGuard::WorkAnswer::Cancel;
        s.window.closeGuard()->setWorkQuestion([&](const UnfinishedWork& work) {
            asked = work.title;
            return answer;
        });
        ExportRequest request;
        request.kind = ExportKind::Metrics;
        request.run_dir = "/runs/shapes-128-06";
        request.target = folder.filePath(QStringLiteral("metrics.csv")).toStdString();
        FileRow* files = FileRow::of(s.window.centralWidget());
        files->write(&s.services, request);
        QVERIFY(files->busy());
        QVERIFY(!s.window.close());
        QCOMPARE(asked, QStringLiteral("Files are being written"));
        QVERIFY(s.window.isVisible());
        QTRY_VERIFY(!files->busy());
        files->write(&s.services, request);
        answer = CloseGuard::WorkAnswer::Finish;
        QVERIFY(!s.window.close());
        QTRY_VERIFY(!s.window.isVisible());
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("metrics.csv"))));
    }

    void aSignalToEndAsksNothing() {
        Enlarging e("imagine-ready");
        e.s.services.hold_work();
        e.dialog->start();
        e.s.window.closeGuard()->stopAndClose(StopMode::SaveAndStop);
        QTRY_VERIFY(!e.s.window.isVisible());
        QCOMPARE(e.asked, 0);
    }

    void theQuestionEndsWithThePicture() {
        Enlarging e("imagine-ready", false);
        QTimer::singleShot(5000, this, [] {  // in case nothing ends it
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) box->reject();
        });
        e.dialog->start();
        QVERIFY2(e.s.window.close(), "the box outlived what it asked about");
        QVERIFY(QFileInfo::exists(e.target()));
    }

    void theQuestionOffersToFinishToStopAndToStay() {
        Enlarging e("imagine-ready", false);
        e.s.services.hold_work();
        e.dialog->start();
        QStringList offered;
        QTimer::singleShot(0, this, [&offered] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            for (auto* button : box->buttons()) offered << button->text().remove(QLatin1Char('&'));
            box->reject();
        });
        QVERIFY(!e.s.window.close());
        QVERIFY2(offered.contains(QStringLiteral("Finish and quit")) &&
                     offered.contains(QStringLiteral("Stop and quit")) && offered.contains(QStringLiteral("Cancel")),
                 qPrintable(offered.join(QLatin1Char('|'))));
        QVERIFY(e.dialog->working());
        e.dialog->cancel();
    }

    void enlargingTellsHowItEndedWhenItsDialogIsClosed() {
        Studio s("imagine");
        QTRY_VERIFY(showsPainted(s));
        UpscaleDialog* dialog = askedFor(s);
        QTRY_VERIFY(dialog && dialog->startButton()->isEnabled());
        const QTemporaryDir folder;
        const auto* notices = s.window.findChild<NoticeHost*>();
        const auto work = [&](bool closed) {
            dialog->setTarget(folder.filePath(QStringLiteral("larger.png")));
            QTRY_VERIFY(dialog->startButton()->isEnabled());
            dialog->start();
            QCOMPARE(dialog->closeButton()->text(), QStringLiteral("Hide"));
            if (closed) dialog->closeButton()->click();
            QTRY_VERIFY(!dialog->working());
        };
        work(false);  // seen: the dialog says it
        QVERIFY(!notices->find(QStringLiteral("enlarged")));
        QVERIFY(!dialog->files()->showButton()->isHidden());
        work(true);
        NoticeBar* bar = notices->find(QStringLiteral("enlarged"));
        QTRY_VERIFY(bar && bar->isVisible());
        QVERIFY2(bar->title().contains(QStringLiteral("larger.png")), qPrintable(bar->title()));
        OpenedPaths opened;
        bar->findChildren<QPushButton*>().first()->click();
        QCOMPARE(opened.last, QFileInfo(folder.path()).absoluteFilePath());
        // Opened again it has told it.
        s.action(Cmd::Upscale)->trigger();
        QVERIFY(!notices->find(QStringLiteral("enlarged")));
        s.services.fail_exports(make_error(ErrorCode::Disk, "the disk is full", "Choose another folder."));
        work(true);
        bar = notices->find(QStringLiteral("enlarged"));
        QVERIFY(bar);
        QTRY_VERIFY(s.shows(QStringLiteral("The disk is full. Choose another folder.")));
        QCOMPARE(bar->title(), QStringLiteral("The picture was not enlarged"));
    }
};

QTEST_MAIN(EnlargeInWindowTest)
#include "tst_enlarge_in_window.moc"
