// RunDetails beside the list: checkpoints and what can be done with each, notes and tags, pictures of compared runs.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/runs_stage.h"
#include "tests/ui/sheet_runs.h"
#include "ui/models/runs_model.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/runs/checkpoint_list.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/run_details.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/shell/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"

#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QIcon>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

using namespace headroom;
using namespace headroom::ui;
using Stage = RunsStage;

class TestRunDetails : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tagsAndNotesAreFoundFilteredAndKept() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        partCalled<QLineEdit>(&s.page, "Find a run")->setText(QStringLiteral("keep"));
        QCOMPARE(s.shown(), 1);
        partCalled<QLineEdit>(&s.page, "Find a run")->setText(QStringLiteral("R1 every"));  // of its notes
        QCOMPARE(s.shown(), 1);
        partCalled<QLineEdit>(&s.page, "Find a run")->clear();
        QComboBox* tags = partCalled<QComboBox>(&s.page, "Tag");
        QCOMPARE(tags->itemText(0), QStringLiteral("Tag: any"));
        QVERIFY(tags->findText(QStringLiteral("baseline")) > 0);
        tags->setCurrentIndex(tags->findText(QStringLiteral("cpu")));
        QCOMPARE(s.shown(), 1);
        tags->setCurrentIndex(0);
        QCOMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-05"));
        NotesPage* notes = s.page.details()->notes();
        QTRY_COMPARE(partCalled<QLineEdit>(notes, "Tags")->text(), QStringLiteral("bf16"));
        s.page.details()->tabs()->setCurrentWidget(notes);
        partCalled<QLineEdit>(notes, "Tags")->setFocus();
        partCalled<QLineEdit>(notes, "Tags")->end(false);
        QTest::keyClicks(partCalled<QLineEdit>(notes, "Tags"), QStringLiteral(",  new  one, bf16"));
        partCalled<QPlainTextEdit>(notes, "Notes")->setPlainText(QStringLiteral("half the memory"));
        QCOMPARE(notes->status(), QStringLiteral("Not saved yet"));
        QTRY_COMPARE(notes->status(), QStringLiteral("Saved"));
        QTRY_VERIFY(tags->findText(QStringLiteral("new one")) > 0);
        const auto kept = s.services.load_run("/runs/shapes-128-05")->info.notes;
        QCOMPARE(kept.text, std::string("half the memory"));
        // Another run is chosen at once: what was typed belongs to the one before.
        partCalled<QPlainTextEdit>(notes, "Notes")->setPlainText(QStringLiteral("typed last"));
        s.choose(QStringLiteral("petals-64-03"));
        QTRY_COMPARE(s.services.load_run("/runs/shapes-128-05")->info.notes.text, std::string("typed last"));
        QTRY_COMPARE(partCalled<QLineEdit>(notes, "Tags")->text(), QStringLiteral("cpu"));
        QVERIFY(s.services.load_run("/runs/petals-64-03")->info.notes.text.empty());
    }

    void notesThatCannotBeKeptStayAndAreTriedAgain() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-05"));
        NotesPage* notes = s.page.details()->notes();
        QTRY_COMPARE(partCalled<QLineEdit>(notes, "Tags")->text(), QStringLiteral("bf16"));
        s.services.fail_exports(Error{ErrorCode::Disk, "the disk is full", "Make room.", {}});
        QSignalSpy told(&s.page, &RunsPage::failed);
        partCalled<QPlainTextEdit>(notes, "Notes")->setPlainText(QStringLiteral("important"));
        QTRY_VERIFY(notes->status().contains(QStringLiteral("the disk is full")));
        QCOMPARE(told.size(), 1);
        QCOMPARE(partCalled<QPlainTextEdit>(notes, "Notes")->toPlainText(), QStringLiteral("important"));
        s.services.fail_exports(std::nullopt);
        notes->flush();
        QTRY_COMPARE(notes->status(), QStringLiteral("Saved"));
        QCOMPARE(s.services.load_run("/runs/shapes-128-05")->info.notes.text, std::string("important"));
    }

    void thePageMayGoWhileTheMenuOfACheckpointIsOpen() {
        auto s = std::make_unique<Stage>();
        QTRY_COMPARE(s->shown(), 7);
        s->choose(QStringLiteral("shapes-128-06"));
        QPointer<CheckpointList> list = s->page.details()->checkpoints();
        QTRY_COMPARE(list->model()->rowCount(), 5);
        list->setCurrentIndex(list->model()->index(4, 0));
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(list, &asked);  // which must not wait for an answer
        QPointer<QMenu> menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu && menu->actions().size() == 4);
        s.reset();
        QVERIFY(!list && !menu);
    }

    void everyCheckpointCanBeBegunWithAndWritten() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        CheckpointList* list = s.page.details()->checkpoints();
        QTRY_COMPARE(list->model()->rowCount(), 5);
        QCOMPARE(list->buttons(0).size(), 4);
        QCOMPARE(list->buttons(0)[0]->text(), QStringLiteral("Continue"));
        QCOMPARE(list->buttons(1)[0]->text(), QStringLiteral("New run"));
        QSignalSpy continued(&s.page, &RunsPage::continueRequested);
        list->buttons(0)[0]->click();
        QCOMPARE(continued.value(0).value(0).toString(), QStringLiteral("/runs/shapes-128-06"));
        QString begun;
        connect(&s.page, &RunsPage::startFromRequested, this,
                [&](const TrainConfig& config, const QString& checkpoint) {
                    begun = checkpoint + QString::number(config.image_size);
                });
        list->buttons(1)[0]->click();
        QCOMPARE(begun, QStringLiteral("/runs/shapes-128-06/checkpoints/step-11000128"));
        QTemporaryDir folder;
        QString proposed;
        s.page.details()->setAskPath([&](const QString& proposal) {
            proposed = proposal;
            return folder.filePath(QStringLiteral("mine.pth"));
        });
        list->buttons(4)[2]->click();
        QVERIFY2(proposed.endsWith(QStringLiteral("shapes-128-06-step-4000-netG.pth")), qPrintable(proposed));
        QTRY_COMPARE(s.services.exports().size(), std::size_t{1});
        QCOMPARE(s.services.exports()[0].run_dir, std::string("/runs/shapes-128-06/checkpoints/step-4000"));
        QCOMPARE(s.services.exports()[0].format, std::string("pth"));
        QTRY_VERIFY(FileRow::of(&s.page)->text().contains(QStringLiteral("mine.pth")));
        const QToolButton* animate = list->buttons(4)[3];
        QCOMPARE(animate->text(), QStringLiteral("Animate…"));
        QVERIFY(animate->isEnabled() && animate->menu());
        Q_EMIT animate->menu()->aboutToShow();
        const QList<QAction*> blends = animate->menu()->actions();
        QCOMPARE(blends.size(), 4);  // to each other checkpoint
        QVERIFY2(blends[0]->text().contains(QStringLiteral("12,000")), qPrintable(blends[0]->text()));
        s.page.details()->setAskPath([&](const QString&) { return folder.filePath(QStringLiteral("way.gif")); });
        blends[0]->trigger();
        QTRY_COMPARE(s.services.exports().size(), std::size_t{2});
        QCOMPARE(s.services.exports()[1].kind, ExportKind::Walk);
        QCOMPARE(s.services.exports()[1].run_dir, std::string("/runs/shapes-128-06/checkpoints/step-4000"));
        QCOMPARE(s.services.exports()[1].blend_with, std::string("/runs/shapes-128-06/checkpoints/step-12000"));
        QCOMPARE(s.services.exports()[1].format, std::string("gif"));
        QTRY_VERIFY(FileRow::of(&s.page)->text().contains(QStringLiteral("way.gif")));
        s.choose(QStringLiteral("shapes-256-01"));
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QCOMPARE(list->buttons(0)[1]->toolTip(), QStringLiteral("This checkpoint is damaged"));
        QVERIFY(!list->buttons(0)[1]->isEnabled() && !list->buttons(0)[3]->isEnabled());
        s.page.resize(980, 900);
        QTRY_COMPARE(list->buttons(0)[0]->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QCOMPARE(list->buttons(0)[1]->toolButtonStyle(), Qt::ToolButtonTextOnly);
        s.page.resize(600, 900);  // only their pictures have room
        QTRY_COMPARE(list->buttons(0)[1]->toolButtonStyle(), Qt::ToolButtonIconOnly);
    }

    void picturesOfComparedRunsStandSideBySide() {
        Stage s;
        s.services.draw_pictures();
        s.page.refresh();
        QTRY_COMPARE(s.shown(), 7);
        QVERIFY(!s.page.compare()->findChild<ComparePictures*>()->isVisible());
        for (const char* name : {"/runs/shapes-128-07", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(name), true));
        QTRY_COMPARE(s.page.compare()->count(), 2);
        const auto& shown = s.page.compare()->findChild<ComparePictures*>()->pictures();
        QCOMPARE(shown.size(), 2);
        QVERIFY(s.page.compare()->findChild<ComparePictures*>()->isVisible());
        QVERIFY(!shown[0].image.isNull() && !shown[1].image.isNull());
        QCOMPARE(shown[0].when, QStringLiteral("step 4,200"));
        QCOMPARE(shown[1].slot, 1);
        QVERIFY(s.page.model()->setChecked(QStringLiteral("/runs/shapes-128-07"), false));
        QTRY_COMPARE(s.page.compare()->findChild<ComparePictures*>()->pictures().size(), 1);
        QCOMPARE(s.page.compare()->findChild<ComparePictures*>()->pictures()[0].slot, 1);  // it keeps its colour
    }

    void theNewestSheetIsReadWhenItIsLookedAt() {
        Stage s;
        s.services.draw_pictures();
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        const RunDetails* details = s.page.details();
        QTRY_COMPARE(details->dir(), QStringLiteral("/runs/shapes-128-06"));
        QVERIFY(details->tabs()->isTabEnabled(1));
        auto* pane = qobject_cast<PicturePane*>(details->tabs()->widget(1));
        QVERIFY(pane);
        const ImageGrid* grid = pane->grid();
        QCOMPARE(grid->images().size(), 1);
        QVERIFY2(grid->images().front().isNull(), "it is held by nobody but the window's budget of pictures");
        const QString sheet = grid->fileOf(0).path;
        QVERIFY2(sheet.endsWith(QStringLiteral(".png")), qPrintable(sheet));
        details->tabs()->setCurrentWidget(pane);
        QTRY_VERIFY(grid->cachedBytes() > 0);
        QCOMPARE(grid->picture(0).size(), QImage(sheet).size());
    }

    void aSheetThatCannotBeReadSaysWhyAndIsReadAgain_data() {
        QTest::addColumn<bool>("sized");
        QTest::newRow("nor how large it is") << false;
        QTest::newRow("though it says how large it is") << true;
    }
    void aSheetThatCannotBeReadSaysWhyAndIsReadAgain() {
        QFETCH(bool, sized);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00004200.png"));
        QVERIFY(writeHalf(path, {66, 66}));
        if (!sized) QVERIFY(QFile::resize(path, 3));
        SheetRuns services(path);
        SessionBridge bridge;
        RunsPage page(&services, &bridge);
        page.resize(1600, 900);
        page.show();
        QTabWidget* tabs = page.details()->tabs();
        QTRY_VERIFY(!page.details()->dir().isEmpty());
        QVERIFY(tabs->isTabEnabled(1));
        tabs->setCurrentIndex(1);
        auto* pane = qobject_cast<PicturePane*>(tabs->currentWidget());
        QVERIFY(pane);
        QTRY_VERIFY(seenTryAgain(*pane));
        const auto* words = pane->findChild<EmptyState*>();
        QCOMPARE(words->accessibleName(), QStringLiteral("step-00004200.png cannot be read"));
        QVERIFY2(words->accessibleDescription().contains(path), qPrintable(words->accessibleDescription()));
        QVERIFY(writeNoise(path, {66, 66}));
        seenTryAgain(*pane)->click();
        QTRY_VERIFY(pane->grid()->cachedBytes() > 0);
        QCOMPARE(pane->grid()->picture(0).size(), QSize(66, 66));
        QVERIFY(!seenTryAgain(*pane));
        QCOMPARE(pane->grid()->accessibleName(), QStringLiteral("Newest samples"));
    }

    void detailsOfAPaintingCountIterations() {
        RunDetails details;
        RunDetailsData data;
        data.history.info.model = kVqganClip;
        data.history.config = default_config(kVqganClip);
        data.history.info.checkpoints.push_back(
            {"/runs/a/checkpoints/step-100", 100, 100, Bytes{1024}, false, true, {}});
        details.setRun(data);
        QCOMPARE(details.checkpoints()->model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("Iteration"));
        QVERIFY(details.checkpoints()->isColumnHidden(1) &&
                partCalled<QTreeView>(&details, "Events")->isColumnHidden(1));  // images
        QCOMPARE(details.checkpoints()->buttons(0).size(), 1);                  // it has no weights to write
        data.history.info.model = kDcgan;
        details.setRun(data);
        QVERIFY(!details.checkpoints()->isColumnHidden(1));
    }

    void whatIsChosenStaysWhileTheRunGoesOn() {
        RunDetails details;
        RunDetailsData data;
        data.history.info.dir = "/runs/a";
        data.history.config = default_config(kDcgan);
        const auto reach = [&](std::int64_t step) {
            data.history.info.checkpoints.push_back(
                {"/runs/a/checkpoints/step-" + std::to_string(step), step, step * 64, Bytes{1024}, false, true, {}});
            data.history.marks.push_back({step, step * 64, "checkpoint", "saved"});
            details.setRun(data);
        };
        reach(100);
        reach(200);
        CheckpointList* list = details.checkpoints();
        auto* events = partCalled<QTreeView>(&details, "Events");
        list->setCurrentIndex(list->model()->index(1, 0));
        events->setCurrentIndex(events->model()->index(1, 0));
        QPlainTextEdit* recipe = nullptr;
        for (auto* text : details.findChildren<QPlainTextEdit*>())
            if (text->isReadOnly()) recipe = text;
        recipe->selectAll();
        const QPersistentModelIndex checkpoint = list->currentIndex(), event = events->currentIndex();
        const QToolButton* export_it = list->buttons(1).at(1);
        reach(300);
        QCOMPARE(list->model()->rowCount(), 3);
        QCOMPARE(checkpoint.row(), 2);
        QVERIFY(list->currentIndex() == checkpoint && list->buttons(2).at(1) == export_it);
        QCOMPARE(list->buttons(0).at(0)->text(), QStringLiteral("Continue"));
        QCOMPARE(list->buttons(1).at(0)->text(), QStringLiteral("New run"));  // the newest until now
        QCOMPARE(events->model()->rowCount(), 3);
        QVERIFY(event.isValid() && events->currentIndex() == event);
        QVERIFY(recipe->textCursor().hasSelection());
    }

    void anAmpersandOfARunsNameIsNoKey() {
        RunDetails details;
        RunDetailsData data;
        data.history.info.dir = "/runs/a";
        data.history.info.name = "cats & dogs";
        data.history.config = default_config(kDcgan);
        details.setRun(data);
        QCOMPARE(details.tabs()->tabText(0), QStringLiteral("Checkpoints of cats && dogs"));
    }

    void showsDetailsOfTheChosenRun() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_COMPARE(s.page.details()->checkpoints()->model()->rowCount(), 5);
        QVERIFY(s.page.details()->recipe().contains(QStringLiteral("\"batch.micro\"")));
        s.choose(QStringLiteral("shapes-128-07"));
        QTRY_COMPARE(partCalled<QTreeView>(s.page.details(), "Events")->model()->rowCount(), 6);
    }

    void aRunThatCannotBeReadSaysSoAndIsReadAgain() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-05"));
        QTRY_COMPARE(s.page.details()->dir(), QStringLiteral("/runs/shapes-128-05"));
        const auto again = [&]() -> QPushButton* {
            for (auto* button : s.page.details()->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Try again") && button->isVisible()) return button;
            return nullptr;
        };
        QVERIFY(!again());
        QAction* duplicate = nullptr;
        for (QAction* action : s.page.list()->actions())
            if (action->text().startsWith(QStringLiteral("Duplicate"))) duplicate = action;
        s.services.unreadable = true;
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_VERIFY(again());
        QCOMPARE(duplicate->toolTip(), QStringLiteral("The run could not be read"));
        s.services.unreadable = false;
        again()->click();
        QTRY_COMPARE(s.page.details()->dir(), QStringLiteral("/runs/shapes-128-06"));
        QVERIFY(!again() && duplicate->isEnabled());
    }

    void damagedCheckpointIsNamed() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-256-01"));
        QTRY_COMPARE(s.page.details()->checkpoints()->model()->rowCount(), 1);
        QVERIFY(s.page.details()
                    ->checkpoints()
                    ->model()
                    ->index(0, CheckpointList::IntegrityColumn)
                    .data()
                    .toString()
                    .contains(QStringLiteral("hash differs")));
    }

    void iconsAndTheRecipeFollowTheTheme() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.choose(QStringLiteral("shapes-128-06"));
        QTRY_COMPARE(s.page.details()->checkpoints()->model()->rowCount(), 5);
        const auto icon = [&s] {
            const QVariant shown = s.page.details()
                                       ->checkpoints()
                                       ->model()
                                       ->index(0, CheckpointList::IntegrityColumn)
                                       .data(Qt::DecorationRole);
            return shown.value<QIcon>().pixmap(16, 16).toImage();
        };
        const auto letters = [&s] {
            for (const auto* text : s.page.details()->findChildren<QPlainTextEdit*>())
                if (text->isReadOnly()) return text->font().pixelSize();
            return 0;
        };
        const QImage dark = icon();
        const int small = letters();
        QVERIFY(!dark.isNull() && small > 0);
        Theme::get().apply(ThemeChoice::Light, 200);
        const QImage light = icon();
        const int large = letters();
        Theme::get().apply(ThemeChoice::Dark, 100);
        QVERIFY(light != dark);
        QCOMPARE(large, 2 * small);
    }
};

QTEST_MAIN(TestRunDetails)
#include "tst_run_details.moc"
