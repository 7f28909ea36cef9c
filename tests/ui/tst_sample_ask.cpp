// Pictures that one window asked for are not taken by another that watches the same run.
#include "tests/support/fixture_pictures.h"
#include "tests/ui/explorer.h"
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"

using namespace headroom;
using namespace headroom::ui;

class SampleAskTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void answersToAnotherWindowAreNotTaken() {
        Explorer e;
        QVERIFY(e.open());
        const std::vector<LatentId> latents = e.page->latents();
        SampleReady others;
        others.kind = SampleKind::Chosen;
        others.ema = fixture::samples(1, 1, 32, 1.0, 0);
        others.ticket = {4711, e.asked(SampleKind::Chosen).back().ticket.number};
        Q_EMIT e.studio.bridge.sampleReady(others);
        QCOMPARE(e.page->latents(), latents);
        QCOMPARE(e.page->pane()->grid()->images().size(), 24);
        e.tabs->setCurrentWidget(e.walk);
        e.walk->requestWalk();
        others.kind = SampleKind::Walk;
        Q_EMIT e.studio.bridge.sampleReady(others);
        Q_EMIT e.studio.bridge.sampleFailed(
            {SampleKind::Walk, make_error(ErrorCode::OutOfMemory, "no room"), others.ticket});
        QCOMPARE(e.walk->frameCount(), 0);  // its own is still waited for
        QTRY_VERIFY((e.studio.session->settle(), e.walk->frameCount() > 1));
        RealPage* real = e.studio.window.trainPage()->samples()->real();
        e.tabs->setCurrentWidget(real);
        QTRY_VERIFY((e.studio.session->settle(), !real->images().empty() && !real->waiting()));
        const auto shown = real->images().size();
        others.kind = SampleKind::Real;
        others.raw = others.ema;
        Q_EMIT e.studio.bridge.sampleReady(others);
        QCOMPARE(real->images().size(), shown);
    }

    void cutoutsForAnotherWindowAreNotTaken() {
        Studio s("imagine");
        s.window.showPage(Page::Imagine);
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        PicturePanel* pictures = imagine_page(s.window)->pictures();
        const ImageGrid* grid = pictures->cutouts()->grid();
        pictures->tabs()->setCurrentWidget(pictures->cutouts());
        SampleReady others;
        others.kind = SampleKind::Cutouts;
        others.raw = fixture::samples(1, 3, 64, 1.0, 0);
        others.ticket = {4711, 1};
        Q_EMIT s.bridge.sampleReady(others);
        Q_EMIT s.bridge.sampleFailed(
            {SampleKind::Cutouts, make_error(ErrorCode::OutOfMemory, "no room"), others.ticket});
        QVERIFY(grid->images().isEmpty());
        QVERIFY2(!s.shows(QStringLiteral("The cutouts could not be shown")), "its own are still waited for");
        QTRY_COMPARE((s.session->settle(), grid->images().size()), 64);
    }
};

QTEST_MAIN(SampleAskTest)
#include "tst_sample_ask.moc"
