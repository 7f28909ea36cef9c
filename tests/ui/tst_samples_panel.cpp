// SamplesPanel: sample sets, views, history, real images and walks, driven by the fake engine through the bridge.
#include "tests/support/fake_session.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/real_page.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"

#include <QLabel>
#include <QPushButton>
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
        QCOMPARE(s.panel.samples()->history()->slider()->markers().size(), 3);
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
        for (int i = 0; i < 90; ++i) s.session().advance();
        QTRY_COMPARE(s.panel.samples()->history()->slider()->count(), 43);
        QVERIFY(s.panel.samples()->history()->text().startsWith(QStringLiteral("Step 4,000 ·")));
        s.panel.newer();
        QVERIFY(s.panel.samples()->history()->text().startsWith(QStringLiteral("Step 4,100 ·")));
    }

    void keepsTheNewest64Sets() {
        SampleHistory history;
        for (int step = 1; step <= 100; ++step) history.add({SampleKind::Grid, step, 0, 0, {}, {}, {}});
        QCOMPARE(history.count(), 64);
        QCOMPARE(history.at(0).step, std::int64_t{37});
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

    void realImagesComeFromTheRun() {
        Stage s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.panel.tabs()->setCurrentWidget(s.panel.real());
        s.session().settle();
        QTRY_COMPARE(s.panel.real()->images().size(), std::size_t{64});
        QCOMPARE(s.panel.samples()->history()->slider()->count(), 42);  // not taken for samples
    }

    void walkPlaysItsFrames() {
        Stage s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        s.panel.tabs()->setCurrentWidget(s.panel.walk());
        s.panel.walk()->requestWalk();
        s.session().settle();
        QTRY_COMPARE(s.panel.walk()->frameCount(), 60);
        QVERIFY(s.panel.walk()->playing());
        QTRY_VERIFY(s.panel.walk()->grid()->current() > 0);
    }

    void aWalkThatFailsSaysWhyAndCanBeTriedAgain() {
        Stage s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
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
        QVERIFY(said(walk).contains(QStringLiteral("no room for 60 frames")));
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
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        RealPage* real = s.panel.real();
        s.panel.tabs()->setCurrentWidget(real);
        s.session().settle();
        QTRY_VERIFY(!real->images().empty());
        s.session().fail_samples(make_error(ErrorCode::Disk, "the folder has gone", "Bring it back."));
        real->forget();
        s.session().settle();
        QTRY_VERIFY(said(real).contains(QStringLiteral("the folder has gone")));
        for (auto* b : real->findChildren<QPushButton*>())
            if (b->text() == QStringLiteral("Try again") && b->isVisibleTo(real)) b->click();
        s.session().settle();
        QTRY_COMPARE(real->images().size(), std::size_t{64});
    }

    void walkSaysWhyItIsOff() {
        Stage s("ready");
        s.panel.tabs()->setCurrentWidget(s.panel.walk());
        for (auto* button : s.panel.walk()->findChildren<QPushButton*>()) {
            QVERIFY(!button->isEnabled());
            QVERIFY(!button->toolTip().isEmpty());
        }
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
        QVERIFY(savePng(image, path).isEmpty());
        QCOMPARE(QImage(path).convertToFormat(QImage::Format_RGB888), image);
        QVERIFY(savePng(image, folder.filePath(QStringLiteral("none/a.png"))).contains(QStringLiteral("none/a.png")));
    }
};

QTEST_MAIN(TestSamplesPanel)
#include "tst_samples_panel.moc"
