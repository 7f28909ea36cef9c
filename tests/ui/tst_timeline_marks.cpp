// Marks above the timeline: labels that never touch, and words that say what happened.
#include "core/base/random.h"
#include "core/config/change_mark.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/test_seed.h"
#include "tests/ui/patient_test.h"
#include "ui/models/mark_text.h"
#include "ui/shell/theme.h"
#include "ui/widgets/marker_strip.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::ui;

class TimelineMarksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void labelsNeverTouch() {
        const auto width_of = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
        for (std::uint64_t i = 0; i < 500; ++i) {
            RandomStream random(test::test_seed() + 10, RandomPurpose::Scene, i);
            std::vector<StripMark> marks;
            const int count = 1 + static_cast<int>(random.below(25));
            for (int k = 0; k < count; ++k) {
                const auto kind = static_cast<MetricsMark::Kind>(random.below(3));
                const bool dot = kind == MetricsMark::Kind::Checkpoint;
                marks.push_back({kind, random.uniform(44.0, 760.0),
                                 dot ? QString() : QString(4 + static_cast<int>(random.below(30)), QLatin1Char('x')),
                                 dot ? QString() : QStringLiteral("xxxx")});
            }
            const auto places = placeLabels(marks, 820.0, 22.0, width_of);
            QCOMPARE(places.size(), marks.size());
            for (std::size_t a = 0; a < places.size(); ++a) {
                if (places[a].text.isEmpty()) continue;
                QVERIFY(places[a].label.left() >= 0.0 && places[a].label.right() <= 820.0);
                for (std::size_t b = 0; b < places.size(); ++b) {
                    if (a != b && !places[b].text.isEmpty()) QVERIFY(!places[a].label.intersects(places[b].label));
                    const QRectF glyph(marks[b].x - 3.0, 0.0, 6.0, 22.0);
                    if (places[b].glyph) QVERIFY(a == b || !places[a].label.intersects(glyph));
                }
            }
        }
    }

    void recoveryKeepsItsLabel() {
        const auto width_of = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
        const std::vector<StripMark> marks{{MetricsMark::Kind::Edit, 300, QStringLiteral("G rate 2e-4 to 1e-4"), {}},
                                           {MetricsMark::Kind::Oom, 330, QStringLiteral("OOM survived"), {}}};
        const auto places = placeLabels(marks, 800.0, 22.0, width_of);
        QCOMPARE(places[1].text, QStringLiteral("OOM survived"));
        QVERIFY(places[0].glyph);
    }

    void marksSayWhatHappened() {
        ParamApplied change{"optim.lr_g", 2e-4, 1e-4, 1400, 358400, ChangeOrigin::User};
        QVERIFY(markOf(change, kDcgan)->text.endsWith(QStringLiteral("2e-4 to 1e-4")));
        change.origin = ChangeOrigin::Ladder;
        QVERIFY(!markOf(change, kDcgan).has_value());
        const ParamApplied longer{"steps", std::int64_t{100}, std::int64_t{200}, 40, 0, ChangeOrigin::User};
        QCOMPARE(markOf(longer, kDcgan)->text, QStringLiteral("Steps 100 to 200"));
        QCOMPARE(markOf(longer, kVqganClip)->text, QStringLiteral("Iterations 100 to 200"));
        // A stored one says what it said when it was made.
        for (const ParamApplied& made : {ParamApplied{"lr.g", 2e-4, 1e-4, 9, 90},
                                         ParamApplied{"memory.budget", std::int64_t{0}, std::int64_t{8} << 30, 9, 90},
                                         ParamApplied{"prompts", std::string("a"), std::string("a | b"), 9, 90}})
            QCOMPARE(markOf(HistoryMark{9, 90, "edit", mark_text(made)}, kVqganClip), *markOf(made, kVqganClip));
        const ParamRefused planned{{"image.size"}, "no", RefusalMark{50, 400, "image.size 128: no room for a network"}};
        QCOMPARE(markOf(planned, kDcgan)->text, QStringLiteral("Resolution 128 refused: no room for a network"));
        QCOMPARE(markOf(planned, kDcgan)->short_text, QStringLiteral("Resolution 128 refused"));
        QCOMPARE(markOf(planned, kDcgan)->step, std::int64_t{50});
        QCOMPARE(markOf(HistoryMark{50, 400, "refused", planned.mark->text}, kDcgan), *markOf(planned, kDcgan));
        QVERIFY(!markOf(ParamRefused{{"image.size"}, "no"}, kDcgan).has_value());
        OomRecovered oom;
        oom.before = {{"batch.micro", std::int64_t{256}}, {"batch.accumulate", std::int64_t{1}}};
        oom.after = {{"batch.micro", std::int64_t{128}}, {"batch.accumulate", std::int64_t{2}}};
        QCOMPARE(markOf(oom).text, QStringLiteral("OOM survived: 256 × 1 to 128 × 2"));
        QCOMPARE(markOf(oom).kind, MetricsMark::Kind::Oom);
        oom.survived = false;
        QCOMPARE(markOf(oom).text, QStringLiteral("Out of memory"));
        QCOMPARE(markOf(oom).kind, MetricsMark::Kind::OomFatal);
        QCOMPARE(shortValue("x", ParamValue(std::int64_t{10000})), QStringLiteral("10 k"));
        QCOMPARE(shortValue("x", ParamValue(true)), QStringLiteral("on"));
        QCOMPARE(shortValue("x", ParamValue(0.5)), QStringLiteral("0.5"));
    }
};

QTEST_MAIN(TimelineMarksTest)
#include "tst_timeline_marks.moc"
