// The memory of one step: its areas and their peak, the tensors that were alive at a moment of it, and how quick its phases are.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/fixture_memory.h"
#include "ui/i18n/language.h"
#include "ui/panels/memory/step_section.h"
#include "ui/shell/theme.h"
#include "ui/widgets/step_timeline_view.h"

#include <QImage>
#include <QLabel>
#include <QPixmap>
#include <QSignalSpy>
#include <QTreeWidget>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

class StepTimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void stepAreasStackToTheTotal() {
        const StepTimeline timeline = fixture::story_timeline(1);
        const auto areas = stepAreas(timeline);
        QCOMPARE(areas.size(), 3 + timeline.phases.size());
        QCOMPARE(areas[0].role, BarRole::Weights);
        QCOMPARE(figureText(areas[0].figure, MemoryUnit::GiB), QStringLiteral("0.52"));
        double highest = 0.0;
        for (const StepArea& area : areas) {
            QCOMPARE(area.lower.size(), area.upper.size());
            for (std::size_t i = 0; i < area.upper.size(); ++i) {
                QVERIFY(area.upper[i].y() >= area.lower[i].y());
                highest = std::max(highest, area.upper[i].y());
            }
        }
        QVERIFY(std::abs(highest - static_cast<double>(timeline.peak_tensors.count)) < 1e6);
        QCOMPARE(peakText(timeline, MemoryUnit::GiB), QStringLiteral("Peak 3.41 tensors + 0.61 cache, context = 4.02"));
        QVERIFY(stepAreas(StepTimeline{}).empty());
    }

    void peakIsClickable() {
        StepTimelineView view;
        view.resize(368, 260);
        view.setTimeline(std::make_shared<const StepTimeline>(fixture::story_timeline(1)), MemoryUnit::GiB);
        QSignalSpy activated(&view, &StepTimelineView::momentActivated);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.peakPosition().toPoint());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.last()[0].toDouble(), view.timeline()->peak_ms);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(200, 258));  // below the plot
        QCOMPARE(activated.count(), 1);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(120, 200));  // any moment has its tensors
        QCOMPARE(activated.count(), 2);
        const double clicked = activated.last()[0].toDouble();
        QVERIFY(clicked > 0 && clicked < view.timeline()->peak_ms);
        QTest::keyClick(&view, Qt::Key_Home);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.last()[0].toDouble(), view.timeline()->peak_ms);
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(activated.last()[0].toDouble() < view.timeline()->peak_ms);
        QCOMPARE(activated.count(), 4);
    }

    void listShowsWhatWasAliveAtTheMoment() {
        headroom::StepTimeline t = fixture::story_timeline(1);
        const PeakList peak(t, t.peak_ms, kDcgan);
        QCOMPARE(peak.list()->topLevelItemCount(), static_cast<int>(t.largest.size()));
        QCOMPARE(peak.list()->topLevelItem(0)->text(4), QStringLiteral("512 MiB"));
        QVERIFY(peak.findChild<QLabel*>(QStringLiteral("explained"))->text().contains(QStringLiteral("Activations")));
        const auto lived = [&](const char* label, double from, double to, double size) {
            StepTensor tensor;
            tensor.role = Role::Activations;
            tensor.phase = Phase::DReal;
            tensor.bytes = fixture::gib(size);
            tensor.label = label;
            tensor.shape = "64 x 128 x 32 x 32 bf16";
            tensor.born_ms = from;
            tensor.died_ms = to;
            t.tensors.push_back(tensor);
        };
        lived("D main.2 conv", 10, 60, 0.25);
        lived("D main.5 conv", 20, 90, 0.5);
        lived("G main.0 conv", 70, 90, 0.5);
        const PeakList list(t, 50, kDcgan);
        QCOMPARE(list.list()->topLevelItemCount(), 2);
        QCOMPARE(list.list()->topLevelItem(0)->text(0), QStringLiteral("D main.5 conv"));
        QCOMPARE(list.list()->topLevelItem(1)->text(0), QStringLiteral("D main.2 conv"));
        QCOMPARE(list.list()->topLevelItem(1)->text(1), QStringLiteral("64 x 128 x 32 x 32 bf16"));
        QCOMPARE(list.list()->topLevelItem(1)->text(3), QStringLiteral("D real"));
    }

    void tensorsAreNamedInTheWindowsLanguage() {
        headroom::StepTimeline t = fixture::story_timeline(1);
        t.largest[0].label = "real pictures";
        t.largest[1].label = "gradient of G main.0.weight";
        speak(QStringLiteral("de"));
        const QString why = peakReason(t);
        const PeakList list(t, t.peak_ms, kDcgan);
        speak(QStringLiteral("en"));
        QVERIFY2(why.contains(QStringLiteral("echte Bilder")), qPrintable(why));
        QCOMPARE(list.list()->topLevelItem(0)->text(0), QStringLiteral("echte Bilder"));
        QCOMPARE(list.list()->topLevelItem(1)->text(0), QStringLiteral("Gradient von G main.0.weight"));
    }

    void phasesAreHeldAgainstWhatTheMachineCanDo() {
        auto timeline = std::make_shared<StepTimeline>(fixture::story_timeline(320));
        StepTimelineView view;
        view.resize(400, 300);
        view.setTimeline(timeline, MemoryUnit::GiB);
        QCOMPARE(speedSentence(*timeline, Phase::G), QString());
        const QImage plain = view.grab().toImage();
        timeline = std::make_shared<StepTimeline>(*timeline);
        timeline->speed = {310, {Phase::None, 1490, 180, 12, 0.48}, {{Phase::G, 650, 190.4, 9.5, 0.62}}, 360, 720, 26};
        view.setTimeline(timeline, MemoryUnit::GiB);
        QCOMPARE(speedSentence(*timeline, Phase::G),
                 QStringLiteral("62 % of what this machine can do: 190 GFLOP/s, 9.5 GB/s, as watched in step 310"));
        QVERIFY(speedSentence(*timeline, Phase::None).startsWith(QStringLiteral("48 %")));
        QCOMPARE(speedSentence(*timeline, Phase::DOptimiser), QString());
        QVERIFY2(view.grab().toImage() != plain, "a line under each phase's name");
    }
};

QTEST_MAIN(StepTimelineTest)
#include "tst_step_timeline.moc"
