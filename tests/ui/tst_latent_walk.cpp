// The latent walk: ends that are chosen among latents, put into another order and taken out again, its seed, its truncation, and what is
// written of it.
#include "tests/support/temp_folder.h"
#include "tests/ui/explorer.h"
#include "tests/ui/patient_test.h"
#include "ui/models/picture_store.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPixmap>
#include <QPushButton>
#include <QRubberBand>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>

#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::ui;

class LatentWalkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aWalkLeadsThroughChosenEndsAndIsExported() {
        const test::TempFolder folder;
        Explorer e;
        QVERIFY(e.open());
        for (const int picture : {0, 12}) {
            e.page->pane()->grid()->setCurrent(picture);
            e.walkButton()->click();
        }
        const std::vector<LatentId> ends{{1, 0}, {3, 0}};
        QCOMPARE(e.walk->ends(), ends);
        e.tabs->setCurrentWidget(e.walk);
        auto* clear = partCalled<QPushButton>(e.walk, "Through 2 chosen ends");
        QVERIFY(clear);
        e.closedBox()->setChecked(false);
        PictureStore::get().setLimit(4 * PictureStore::kDefaultLimit);  // nothing else makes room for it
        const qint64 held = PictureStore::get().bytes();
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().latents, ends);
        QVERIFY(!e.asked(SampleKind::Walk).back().closed);
        QTRY_VERIFY((e.studio.session->settle(), e.walk->frameCount() > 0));
        QVERIFY(PictureStore::get().bytes() > held + e.walk->frameCount() * 1000);  // the window's budget knows of them
        PictureStore::get().setLimit(PictureStore::kDefaultLimit);
        e.walk->exportWalk(QString::fromStdString(folder.file("walk.gif")));
        QTRY_COMPARE(FileRow::of(e.walk)->text(), QStringLiteral("Written: walk.gif"));
        const ExportRequest request = e.studio.services.exports().back();
        QCOMPARE(request.kind, ExportKind::Walk);
        QCOMPARE(request.latents, ends);
        QVERIFY(!request.closed && request.format == "gif" && request.run_dir == "/runs/shapes-128-07");
        clear->click();
        e.walk->requestWalk();
        QVERIFY(e.asked(SampleKind::Walk).back().latents.empty());
    }

    void aNewWalkIsOfTheSeedThatWasTyped() {
        const test::TempFolder folder;
        Explorer e;
        QVERIFY(e.open());
        e.tabs->setCurrentWidget(e.walk);
        e.walk->requestWalk();
        QTRY_VERIFY((e.studio.session->settle(), e.walk->frameCount() > 0));
        QSpinBox* seed = nullptr;
        for (auto* box : e.walk->findChildren<QSpinBox*>())
            if (box->accessibleName() == QStringLiteral("Seed of the walk")) seed = box;
        QPushButton* again = nullptr;
        for (auto* button : e.walk->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("New walk")) again = button;
        QVERIFY(seed && again && again->isVisible());
        QCOMPARE(e.asked(SampleKind::Walk).back().seed, std::uint64_t{1});
        again->click();
        QCOMPARE(e.asked(SampleKind::Walk).back().seed, std::uint64_t{2});  // another one than is shown
        QTRY_VERIFY((e.studio.session->settle(), again->isEnabled()));
        seed->setValue(4200);
        QCOMPARE(seed->text(), QStringLiteral("Seed 4,200"));
        e.walk->exportWalk(QString::fromStdString(folder.file("walk.gif")));
        QTRY_COMPARE(FileRow::of(e.walk)->text(), QStringLiteral("Written: walk.gif"));
        QCOMPARE(e.studio.services.exports().back().seed, std::uint64_t{2});  // of the one that is shown
        again->click();
        QCOMPARE(e.asked(SampleKind::Walk).back().seed, std::uint64_t{4200});
    }

    void endsKeepTheirTruncationAndAreTakenOutOneByOne() {
        Explorer e;
        QVERIFY(e.open());
        const auto choose = [&](int truncation, int picture) {
            e.truncation()->setValue(truncation);
            QTRY_VERIFY((e.studio.session->settle(), qRound(e.page->drawnAt() * 100) == truncation));
            e.page->pane()->grid()->setCurrent(picture);
            e.walkButton()->click();
        };
        choose(50, 0);
        choose(50, 12);
        e.tabs->setCurrentWidget(e.walk);
        QVERIFY(e.chips()->isVisible());  // also before there is a walk
        QVERIFY(e.walk->note().contains(QStringLiteral("truncation 0.50, as the ends were chosen")));
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().truncation, 0.5);  // not that of previews
        QVERIFY(e.asked(SampleKind::Walk).back().truncations.empty());
        e.tabs->setCurrentWidget(e.page);
        choose(80, 6);
        e.tabs->setCurrentWidget(e.walk);
        QVERIFY2(e.walk->note().contains(QStringLiteral("different truncations")), qPrintable(e.walk->note()));
        QTRY_VERIFY((e.studio.session->settle(), e.walk->frameCount() > 0));
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().truncations, (std::vector<double>{0.5, 0.5, 0.8}));
        const auto chips = [&] { return e.chips()->buttons(); };
        QCOMPARE(chips().size(), 3);
        QCOMPARE(chips()[0]->accessibleName(), QStringLiteral("Take end 1 out: seed 1, picture 1"));
        QCOMPARE(chips()[2]->accessibleName(), QStringLiteral("Take end 3 out: seed 2, picture 1"));
        keep_picture(e.studio.window, QStringLiteral("walk-ends"));
        int pictures = 0;
        for (auto* label : e.chips()->findChildren<QLabel*>())
            pictures += label->isVisible() && !label->pixmap().isNull() ? 1 : 0;
        QCOMPARE(pictures, 3);
        QVERIFY(QTest::qWaitForWindowActive(&e.studio.window));
        ShortcutGuard guard;  // as in the application: the space bar is the focused button's
        qApp->installEventFilter(&guard);
        chips()[0]->setFocus();
        QTest::keyClick(chips()[0], Qt::Key_Space);
        QCOMPARE(e.walk->ends(), (std::vector<LatentId>{{3, 0}, {2, 0}}));
        QCOMPARE(QApplication::focusWidget(), chips()[0]);  // and on to the next one
        QCOMPARE(chips()[0]->accessibleName(), QStringLiteral("Take end 1 out: seed 3, picture 1"));
        QTest::keyClick(chips()[0], Qt::Key_Space);
        QTest::keyClick(chips()[0], Qt::Key_Space);
        QVERIFY(e.walk->ends().empty() && !e.chips()->isVisible());
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().truncation, e.studio.bridge.config()->preview_truncation);
    }

    void theirOrderIsChangedByDraggingAndByKeys() {
        Explorer e;
        QVERIFY(e.open());
        for (const int picture : {0, 6, 12}) {
            e.page->pane()->grid()->setCurrent(picture);
            e.walkButton()->click();
        }
        e.tabs->setCurrentWidget(e.walk);
        WalkEnds* ends = e.chips();
        const auto chip = [&](int i) { return ends->buttons()[i]->parentWidget(); };
        QTRY_VERIFY(chip(2)->x() > chip(0)->x());
        QCOMPARE(e.walk->ends(), (std::vector<LatentId>{{1, 0}, {2, 0}, {3, 0}}));
        // The first to the place of the last, by its picture.
        QLabel* picture = nullptr;
        for (auto* label : chip(0)->findChildren<QLabel*>())
            if (!label->pixmap().isNull()) picture = label;
        QVERIFY(picture);
        auto* target = ends->findChild<QRubberBand*>();
        QTest::mousePress(picture, Qt::LeftButton);
        const QPoint there = chip(2)->geometry().center();
        QMouseEvent move(QEvent::MouseMove, there, ends->mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(ends, &move);
        QVERIFY(target->isVisible());
        QCOMPARE(target->geometry(), chip(2)->geometry());
        QTest::mouseRelease(ends, Qt::LeftButton, {}, there);
        QVERIFY(!target->isVisible());
        QCOMPARE(e.walk->ends(), (std::vector<LatentId>{{2, 0}, {3, 0}, {1, 0}}));
        // And back, by the keys of its button.
        QVERIFY(QTest::qWaitForWindowActive(&e.studio.window));
        QCOMPARE(ends->buttons()[2]->accessibleName(), QStringLiteral("Take end 3 out: seed 1, picture 1"));
        QVERIFY(ends->buttons()[2]->accessibleDescription().contains(QStringLiteral("Alt+Left")));
        ends->buttons()[2]->setFocus();
        for (const int place : {1, 0, 0}) {  // no further than to the first place
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left, Qt::AltModifier);
            QCOMPARE(QApplication::focusWidget(), ends->buttons()[place]);
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(e.walk->ends(), (std::vector<LatentId>{{2, 0}, {1, 0}, {3, 0}}));
        e.walk->requestWalk();
        QCOMPARE(e.asked(SampleKind::Walk).back().latents, e.walk->ends());
    }

    void aWalkSaysWhichWeightsItsExportIsOf() {
        Explorer e;
        e.tabs->setCurrentWidget(e.walk);
        QTRY_COMPARE(e.studio.bridge.state(), RunState::Running);
        e.walk->requestWalk();
        QTRY_VERIFY((e.studio.session->settle(), e.walk->frameCount() > 0));
        QVERIFY2(e.studio.shows(QStringLiteral("drawn by the newest checkpoint, of step 4,000")),
                 qPrintable(e.walk->note()));
        e.studio.session->request_checkpoint();
        e.studio.session->settle();
        QTRY_VERIFY(e.walk->note().contains(QStringLiteral("which is of the same step")));
        e.studio.session->request_checkpoint();
        e.studio.session->advance();
        e.studio.session->request_checkpoint();
        e.studio.session->settle();
        QTRY_VERIFY2(e.walk->note().contains(QStringLiteral("of step 4,211")), qPrintable(e.walk->note()));
    }
};

QTEST_MAIN(LatentWalkTest)
#include "tst_latent_walk.moc"
