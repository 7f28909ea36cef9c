// SamplesPanel: sample sets, views, history, real images and walks, driven by the fake engine through the bridge.
#include "tests/support/fake_session.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage {
    explicit Stage(const char* name) : services(name) {
        bridge.setSession(services.make_session());
        panel.resize(858, 560);
        panel.show();
    }
    FakeSession& session() { return *services.session(); }

    WindowServices services;
    SessionBridge bridge;
    SamplesPanel panel{&bridge};
};

/// All that a page says at this moment.
QString said(const QWidget* page) {
    QStringList texts;
    for (const auto* label : page->findChildren<QLabel*>())
        if (label->isVisibleTo(page)) texts << label->text();
    return texts.join(QLatin1Char('|'));
}

/// 64 pictures of 256 px, averaged and raw: 24 MiB.
SampleReady largeSet(int step, const std::string& path) {
    SampleReady set{SampleKind::Grid, step, 0, 256, {}, {}, path};
    for (ImageList* list : {&set.ema, &set.raw})
        for (int i = 0; i < 64; ++i)
            list->push_back({256, 256, 3, std::make_shared<std::vector<std::uint8_t>>(256 * 256 * 3)});
    return set;
}

}  // namespace

class TestSamplesPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsTheStory() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        QCOMPARE(s.panel.samples()->history()->text(), QStringLiteral("Step 4,200 · newest · 42 kept"));
        QCOMPARE(s.panel.samples()->pane()->grid()->images().size(), 64);
        const int visible = s.panel.samples()->pane()->grid()->visibleCount();
        QVERIFY(visible >= 24);
        QCOMPARE(s.panel.samples()->countText(), QStringLiteral("%1 of 64 fixed latents, eval mode").arg(visible));
        QCOMPARE(s.panel.samples()->history()->slider()->marks().size(), 3);
    }

    void emptyStateSaysWhenAndLeadsToTheRealImages() {
        Stage s("ready");
        s.panel.setServices(&s.services);
        QTRY_VERIFY(s.panel.samples()->findChild<QPushButton*>() != nullptr);
        for (auto* button : s.panel.samples()->findChildren<QPushButton*>()) {
            if (button->isVisible()) button->click();
        }
        QCOMPARE(s.panel.tabs()->currentWidget(), static_cast<QWidget*>(s.panel.real()));
        QTRY_COMPARE(s.panel.real()->images().size(), std::size_t{64});
        QCOMPARE(s.panel.real()->text(), QStringLiteral("Images 1–64 of 20,000"));
    }

    void olderSetStaysWhileNewOnesArrive() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        s.panel.older();
        s.panel.older();
        QVERIFY(s.panel.samples()->history()->text().startsWith(QStringLiteral("Step 4,000 ·")));
        // More than may be kept: others go, not the one that is looked at.
        const HistorySlider* slider = s.panel.samples()->history()->slider();
        for (int i = 0; i < 300; ++i) s.session().advance();
        QTRY_VERIFY(slider->stepAt(slider->count() - 1) > 4300);
        QVERIFY(slider->count() <= 42);
        QVERIFY(s.panel.samples()->history()->text().startsWith(QStringLiteral("Step 4,000 ·")));
        const int before = slider->value();
        s.panel.newer();
        QCOMPARE(slider->value(), before + 1);
    }

    void keepsSetsSpreadOverTheRunWithinBounds() {
        using History = PictureHistory<SampleSet>;
        const int most = static_cast<int>(History::kMost);
        History history;
        for (int step = 1; step <= 3 * most; ++step) history.add(SampleReady{SampleKind::Grid, step, 0, 0, {}, {}, {}});
        QCOMPARE(history.count(), most);
        QCOMPARE(history.at(0).step, std::int64_t{1});
        QCOMPARE(history.at(most - 1).step, std::int64_t{3 * most});
        for (int i = 1; i < history.count(); ++i) QVERIFY(history.at(i).step - history.at(i - 1).step <= 8);
        // 64 pictures of 256 px, twice: 24 MiB a set. Sixty-four of them would be 1.5 GiB.
        history.clear();
        for (int step = 1; step <= 30; ++step) {
            history.add(largeSet(step, {}));
            QVERIFY(PictureStore::get().bytes() <= PictureStore::get().limit());
        }
        QCOMPARE(history.count(), 10);
        QCOMPARE(history.at(0).step, std::int64_t{1});
        QCOMPARE(history.at(9).step, std::int64_t{30});
    }

    void setsWithAFileStayAndAreReadAgain() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("sheet.png"));
        QImage sheet(8 * 258 + 2, 8 * 258 + 2, QImage::Format_RGB888);
        sheet.fill(Qt::white);
        for (int i = 0; i < 64; ++i) {
            QImage cell(256, 256, QImage::Format_RGB888);
            cell.fill(qRgb(i, 2 * i, 3 * i));
            QPainter(&sheet).drawImage(2 + i % 8 * 258, 2 + i / 8 * 258, cell);
        }
        QVERIFY(sheet.save(path));
        SamplesPage page;
        page.resize(900, 700);
        page.show();
        for (int step = 1; step <= 30; ++step) page.addSample(largeSet(step, path.toStdString()));
        QCOMPARE(page.history()->slider()->count(), 30);  // none is lost
        QVERIFY(PictureStore::get().bytes() <= PictureStore::get().limit());
        page.history()->slider()->setValue(15);
        QTRY_COMPARE(page.pane()->grid()->images().value(63).pixelColor(9, 9), QColor(63, 126, 189));
        QCOMPARE(page.pane()->grid()->images().size(), 64);
        // A smaller budget holds at once.
        PictureStore::get().setLimit(qint64{100} << 20);
        QTRY_VERIFY(PictureStore::get().bytes() <= qint64{100} << 20);
        PictureStore::get().setLimit(0);  // nothing that was read stays for the next test
        PictureStore::get().setLimit(PictureStore::kDefaultLimit);
    }

    void picturesHaveTheirNameBackAfterTwoStoodBesideEachOther() {
        PicturePane pane;
        pane.setName(QStringLiteral("Samples"));
        pane.showTwo({}, QStringLiteral("EMA"), {}, QStringLiteral("Raw"));
        QCOMPARE(pane.grid()->accessibleName(), QStringLiteral("EMA"));
        pane.setName(QStringLiteral("Reconstructions"));
        QCOMPARE(pane.grid()->accessibleName(), QStringLiteral("EMA"));
        pane.showOne({});
        QCOMPARE(pane.grid()->accessibleName(), QStringLiteral("Reconstructions"));
    }

    void setsThatGoByThemselvesLeaveTheSliderToo() {
        SamplesPage page;
        page.resize(900, 700);
        page.show();
        for (int step = 10; step <= 80; step += 10) page.addSample(largeSet(step, {}));  // asked for: without a file
        const HistorySlider* slider = page.history()->slider();
        QCOMPARE(slider->count(), 8);
        page.history()->slider()->setValue(4);
        PictureStore::get().setLimit(qint64{100} << 20);
        QTRY_VERIFY(PictureStore::get().bytes() <= qint64{100} << 20);
        QTRY_VERIFY(slider->count() < 8);
        QCOMPARE(slider->stepAt(slider->value()), qint64{50});  // what is looked at stays
        page.history()->slider()->setValue(slider->count() - 1);
        PictureStore::get().setLimit(PictureStore::kDefaultLimit);
        page.addSample(largeSet(90, {}));
        QCOMPARE(slider->stepAt(slider->value()), qint64{90});
        page.clear();
    }

    void aGridKeepsNoMoreOfItsPicturesThanIsShown() {
        ImageGrid grid;
        grid.resize(400, 300);
        QList<QImage> pictures;
        for (int i = 0; i < 64; ++i) {
            QImage picture(256, 256, QImage::Format_RGB888);
            picture.fill(qRgb(i, 2 * i, 3 * i));
            pictures << picture;
        }
        grid.setImages(pictures);
        grid.show();
        for (const double zoom : {0.5, 1.0, 4.0, 16.0}) {
            grid.setZoom(zoom);
            for (int at = 0; at <= 10; ++at) {
                grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum() * at / 10);
                (void)grid.grab();
                // Each cell that is partly in view may lie wholly in the cache, but for those larger than the view.
                QVERIFY2(grid.cachedBytes() <= 9 * 400 * 300 * 4, qPrintable(QString::number(grid.cachedBytes())));
            }
        }
        // And what is shown is the picture: the first one at 1600 %, by its colour in the middle.
        grid.verticalScrollBar()->setValue(0);
        grid.horizontalScrollBar()->setValue(0);
        QCOMPARE(grid.grab().toImage().pixelColor(200, 150), QColor(0, 0, 0));
        grid.setSingle(true);
        grid.setCurrent(63);
        QCOMPARE(grid.grab().toImage().pixelColor(200, 150), QColor(63, 126, 189));
    }

    void viewsAndWeightsChangeThePictures() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        ImageGrid* grid = s.panel.samples()->pane()->grid();
        const QImage ema = grid->images().first();
        s.panel.samples()->setWeights(SamplesPage::Weights::Raw);
        QVERIFY(grid->images().first() != ema);
        s.panel.samples()->setWeights(SamplesPage::Weights::Ema);
        s.panel.toggleCompare();
        QVERIFY(s.panel.samples()->pane()->two());
        QVERIFY(s.panel.samples()->pane()->grid()->images().first() !=
                s.panel.samples()->pane()->second()->images().first());
        s.panel.toggleSingle();
        QVERIFY(grid->single() && !s.panel.samples()->pane()->two());
        s.panel.toggleSingle();
        QVERIFY(!grid->single());
        s.panel.zoomReset();
        QCOMPARE(grid->zoom(), 1.0);
    }

    void theKeysOfPicturesActOnThePageInFront() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        s.panel.tabs()->setCurrentWidget(s.panel.real());
        s.panel.toggleSingle();
        QVERIFY(s.panel.real()->grid()->single());
        QVERIFY(s.panel.samples()->view() == SamplesPage::View::Grid);
        s.panel.toggleSingle();
        QVERIFY(!s.panel.real()->grid()->single());
        s.panel.toggleCompare();
        QCOMPARE(s.panel.tabs()->currentWidget(), static_cast<QWidget*>(s.panel.samples()));
        QVERIFY(s.panel.samples()->view() == SamplesPage::View::Compare);
    }

    void realImagesComeFromTheRun() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);  // all is told
        s.panel.tabs()->setCurrentWidget(s.panel.real());
        QTRY_COMPARE((s.session().settle(), s.panel.real()->images().size()), std::size_t{64});
        QVERIFY(s.panel.samples()->history()->slider()->count() <=
                42);  // not taken for samples, of which one may make room
    }

    void walkPlaysItsFrames() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);  // all is told
        s.panel.tabs()->setCurrentWidget(s.panel.walk());
        s.panel.walk()->requestWalk();
        s.session().settle();
        QTRY_COMPARE(s.panel.walk()->frameCount(), 60);
        QVERIFY(s.panel.walk()->playing());
        QTRY_VERIFY(s.panel.walk()->grid()->current() > 0);
        // Of another run there is none yet.
        RunStarted other;
        other.run_dir = "/another/run";
        Q_EMIT s.bridge.runStarted(other);
        QCOMPARE(s.panel.walk()->frameCount(), 0);
        QVERIFY(!s.panel.walk()->playing());
    }

    void aWalkThatFailsSaysWhyAndCanBeTriedAgain() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);  // all is told
        WalkPage* walk = s.panel.walk();
        s.panel.tabs()->setCurrentWidget(walk);
        const auto button = [&](const QString& text) {
            for (auto* b : walk->findChildren<QPushButton*>())
                if (b->text() == text && b->isVisibleTo(walk)) return b;
            return static_cast<QPushButton*>(nullptr);
        };
        s.session().fail_samples(make_error(ErrorCode::OutOfMemory, "no room for 60 frames", "Ask for fewer."));
        button(QStringLiteral("Make a walk"))->click();
        QVERIFY(!button(QStringLiteral("Make a walk"))->isEnabled());
        s.session().settle();
        QTRY_VERIFY(button(QStringLiteral("Try again")));
        QVERIFY(button(QStringLiteral("Try again"))->isEnabled());
        QVERIFY(said(walk).contains(QStringLiteral("No room for 60 frames")));
        QVERIFY(said(walk).contains(QStringLiteral("Ask for fewer.")));
        button(QStringLiteral("Try again"))->click();
        s.session().settle();
        QTRY_COMPARE(walk->frameCount(), 60);

        s.session().fail_samples(make_error(ErrorCode::OutOfMemory, "no room now", ""));
        button(QStringLiteral("New walk"))->click();
        QVERIFY(button(QStringLiteral("Making it…")));
        s.session().settle();
        QTRY_VERIFY(button(QStringLiteral("New walk")));
        QVERIFY(said(walk).contains(QStringLiteral("no room now")));
        QCOMPARE(walk->frameCount(), 60);

        // A run that ends answers no more.
        button(QStringLiteral("New walk"))->click();
        s.bridge.stop(StopMode::StopWithoutSaving);
        s.session().advance();
        QTRY_VERIFY(button(QStringLiteral("New walk")));
    }

    void realImagesThatFailSayWhyAndCanBeTriedAgain() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);  // all is told
        RealPage* real = s.panel.real();
        s.panel.tabs()->setCurrentWidget(real);
        s.session().settle();
        QTRY_VERIFY(!real->images().empty());
        s.session().fail_samples(make_error(ErrorCode::Disk, "the folder has gone", "Bring it back."));
        real->forget();
        s.session().settle();
        QTRY_VERIFY(said(real).contains(QStringLiteral("The folder has gone")));
        for (auto* b : real->findChildren<QPushButton*>())
            if (b->text() == QStringLiteral("Try again") && b->isVisibleTo(real)) b->click();
        s.session().settle();
        QTRY_COMPARE(real->images().size(), std::size_t{64});
    }

    void compareBesideRealImagesThatFailSaysWhyAndCanBeTriedAgain() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        SamplesPage* samples = s.panel.samples();
        const auto trouble = [&]() -> QPushButton* {
            for (auto* b : samples->findChildren<QPushButton*>())
                if (b->text() == QStringLiteral("Try again") && b->isVisibleTo(samples)) return b;
            return nullptr;
        };
        s.session().fail_samples(make_error(ErrorCode::Disk, "the folder has gone", "Bring it back."));
        s.panel.toggleCompare();
        for (auto* box : samples->findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Compare with")) box->setCurrentIndex(1);
        QVERIFY(said(samples).contains(QStringLiteral("Real images, loading")) && !trouble());
        s.session().settle();
        QTRY_VERIFY(said(samples).contains(QStringLiteral("The folder has gone")));
        QVERIFY(said(samples).contains(QStringLiteral("Bring it back.")));
        QVERIFY(!said(samples).contains(QStringLiteral("loading")));
        QCOMPARE(samples->pane()->grid()->images().size(), 64);  // the samples stay beside it
        QVERIFY(trouble());
        trouble()->click();
        QVERIFY(said(samples).contains(QStringLiteral("Real images, loading")) && !trouble());
        s.session().settle();
        QTRY_COMPARE(samples->pane()->second()->images().size(), 64);
        QVERIFY(samples->pane()->second()->isVisibleTo(samples));
    }

    void compareDoesNotKeepTheRealImagesOfOtherData() {
        Stage s("story");
        s.panel.setServices(&s.services);
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        SamplesPage* samples = s.panel.samples();
        s.panel.toggleCompare();
        for (auto* box : samples->findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Compare with")) box->setCurrentIndex(1);
        s.session().settle();
        QTRY_COMPARE(samples->pane()->second()->images().size(), 64);
        s.services.hold_work();  // what is read now does not come
        s.panel.real()->forget();
        QCOMPARE(samples->pane()->second()->images().size(), 0);
        QVERIFY(said(samples).contains(QStringLiteral("Real images, loading")));
    }

    void walkSaysWhyItIsOff() {
        Stage s("ready");
        s.panel.tabs()->setCurrentWidget(s.panel.walk());
        int shown = 0;
        for (auto* button : s.panel.walk()->findChildren<QPushButton*>()) {
            if (!button->isVisibleTo(s.panel.walk())) continue;
            ++shown;
            QVERIFY(!button->isEnabled());
            QVERIFY(!button->toolTip().isEmpty());
        }
        QVERIFY(shown > 0);
    }

    void aNewRunStartsEmpty() {
        Stage s("story");
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 42);
        s.bridge.stop(StopMode::StopWithoutSaving);
        s.session().advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Finished);
        s.bridge.start({});
        s.session().advance();
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 0);
    }

    void savesPngAndSaysWhyNot() {
        QTemporaryDir folder;
        QImage image(4, 4, QImage::Format_RGB888);
        image.fill(Qt::red);
        const QString path = folder.filePath(QStringLiteral("a.png"));
        QVERIFY(savePng(image, path));
        QCOMPARE(QImage(path).convertToFormat(QImage::Format_RGB888), image);
        const auto nowhere = savePng(image, folder.filePath(QStringLiteral("none/a.png")));
        QVERIFY(!nowhere && nowhere.error().message.find("none/a.png") != std::string::npos);
    }
};

QTEST_MAIN(TestSamplesPanel)
#include "tst_samples_panel.moc"
