// ScoresPanel: curves of scores with bars of their errors, the request for one now, what it says before there are any.
#include "core/config/change_mark.h"
#include "tests/support/fixture_story.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/plot_words.h"
#include "tests/ui/studio.h"
#include "ui/bridge/qt_format.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/panels/scores/scores_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"
#include "ui/shell/actions.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>

#include <algorithm>
#include <iterator>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Shown {
    Studio studio;
    ScoresPanel* panel = nullptr;
    QTabWidget* tabs = nullptr;

    explicit Shown(const char* fixture) : studio(fixture) {
        studio.window.resize(1600, 1000);
        auto* train = qobject_cast<TrainPage*>(studio.window.centreOf(Page::Train));
        panel = train->scores();
        tabs = train->lower();
        tabs->setCurrentWidget(panel);
        studio.window.showPage(Page::Train);
    }
    ScoresView* view() const { return panel->view(); }
    /// Those that can be pressed or say why not.
    QPushButton* now() const {
        for (QPushButton* button : studio.window.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Score now") && button->isVisible()) return button;
        return nullptr;
    }
    std::size_t asked() const {
        std::size_t n = 0;
        for (const Command& command : studio.session->commands()) n += std::holds_alternative<TakeScores>(command);
        return n;
    }
    void drawn() const { view()->plot()->replot(); }
};

/// Of a figure of the view, in the order in which it has them.
QCPGraph* curve_of(const ScoresView* view, std::string_view figure) {
    constexpr std::string_view kFigures[] = {"kid",    "fid",    "mmd",          "d_gap",  "precision",
                                             "recall", "copies", "d_recognised", "ms_ssim"};
    return view->plot()->graph(static_cast<int>(std::ranges::find(kFigures, figure) - std::begin(kFigures)));
}

/// The bars of its error; null: it has none.
QCPErrorBars* errors_of(const ScoresView* view, std::string_view figure) {
    for (int i = 0; i < view->plot()->plottableCount(); ++i) {
        auto* bars = qobject_cast<QCPErrorBars*>(view->plot()->plottable(i));
        if (bars && bars->dataPlottable() == curve_of(view, figure)) return bars;
    }
    return nullptr;
}

/// What stands at the top left of its plot.
QString readout_of(const ScoresView* view, std::string_view figure) {
    return view->readout(curve_of(view, figure)->keyAxis()->axisRect());
}

RunHistory history_of(std::initializer_list<std::int64_t> steps) {
    RunHistory out;
    for (const std::int64_t step : steps) out.scores.push_back(fixture::story_scores(TrainConfig{}, step, 1.0 * step));
    return out;
}

}  // namespace

class TestScores : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showCurvesAndBarsOfTheError() {
        Shown s("story");
        QTRY_COMPARE(s.view()->scores().size(), 10u);
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        const ScoresDone& last = s.view()->scores().back();
        QCOMPARE(last.step, 4000);
        QCPErrorBars* bars = errors_of(s.view(), "kid");
        QVERIFY(bars && bars->realVisibility());
        QCOMPARE(bars->dataPlottable(), curve_of(s.view(), "kid"));
        QCOMPARE(bars->data()->size(), 10);
        QCOMPARE(bars->data()->last().errorPlus, last.scores.kid_error);
        QCOMPARE(bars->data()->last().errorMinus, last.scores.kid_error);
        // What is drawn reaches from one end of the error to the other.
        QCPAxis* y = curve_of(s.view(), "kid")->valueAxis();
        QVERIFY(y->range().contains(last.scores.kid + last.scores.kid_error));
        QCOMPARE(curve_of(s.view(), "fid")->dataMainValue(9), last.scores.fid);
        QCOMPARE(curve_of(s.view(), "recall")->dataMainValue(9), last.scores.recall);
        QVERIFY(readout_of(s.view(), "kid").contains(QStringLiteral("Random convolutions, 512 pictures")));
        const std::pair<const char*, double> others[] = {{"fid", last.scores.fid_error},
                                                         {"ms_ssim", last.scores.ms_ssim_error},
                                                         {"d_recognised", last.scores.d_recognised_error},
                                                         {"precision", last.scores.precision_error},
                                                         {"recall", last.scores.recall_error},
                                                         {"copies", last.scores.copies_error}};
        for (const auto& [figure, error] : others) {
            QVERIFY2(errors_of(s.view(), figure), figure);
            QCOMPARE(errors_of(s.view(), figure)->data()->last().errorPlus, error);
            QVERIFY2(error > 0, figure);
        }
    }

    void showDsGapAndMmdWhereTheyAreKnown() {
        Shown s("story");
        s.studio.window.resize(1600, 1400);
        QTRY_COMPARE(curve_of(s.view(), "d_gap")->dataCount(), 10);
        const auto shown = [&](const char* figure) {
            return s.view()->plot()->rectShown(curve_of(s.view(), figure)->keyAxis()->axisRect());
        };
        const ScoresDone& last = s.view()->scores().back();
        QCOMPARE(curve_of(s.view(), "ms_ssim")->dataMainValue(9), last.scores.ms_ssim);
        QCOMPARE(curve_of(s.view(), "d_gap")->dataMainValue(9), last.scores.d_gap);
        QCOMPARE(errors_of(s.view(), "d_gap")->data()->last().errorPlus, last.scores.d_gap_error);
        s.view()->setFixedHeight(400);
        QTRY_VERIFY(shown("d_gap"));
        QVERIFY(!shown("mmd"));
        QCOMPARE(curve_of(s.view(), "d_gap")->keyAxis()->range(), curve_of(s.view(), "kid")->keyAxis()->range());
        std::vector<ScoresDone> scores = s.view()->scores();
        for (ScoresDone& one : scores) {
            one.scores.features = "clip";
            one.scores.mmd = 20 - 0.004 * static_cast<double>(one.step);
            one.scores.mmd_error = 0.5;
            one.scores.d_gap = one.scores.d_gap_error = one.scores.d_recognised = NAN;
        }
        s.view()->setScores(scores, TrainConfig{}.model);
        QTRY_VERIFY(shown("mmd"));
        QVERIFY(!shown("d_gap"));
        QCOMPARE(curve_of(s.view(), "mmd")->dataMainValue(9), scores.back().scores.mmd);
        QCOMPARE(errors_of(s.view(), "mmd")->data()->last().errorMinus, 0.5);
        QVERIFY(readout_of(s.view(), "mmd").startsWith(QStringLiteral("MMD")));
        keep_picture(s.studio.window, QStringLiteral("scores-mmd"));
        // Where there is little room KID is what stays.
        s.view()->setFixedHeight(100);
        QTRY_VERIFY(!shown("fid"));
        QVERIFY(shown("kid"));
    }

    void fewPicturesAreToldBesideFid() {
        Shown s("story");
        QTRY_COMPARE(s.view()->scores().size(), 10u);
        std::vector<ScoresDone> scores = s.view()->scores();
        const auto readout = [&](std::int64_t pictures, std::int64_t width) {
            scores.back().scores.pictures = pictures;
            scores.back().scores.feature_width = width;
            s.view()->setScores(scores, TrainConfig{}.model);
            return readout_of(s.view(), "fid");
        };
        const auto spoken = [&] {
            for (const AccessibleRow& row : s.view()->plot()->accessibleRows())
                if (row.name == QStringLiteral("FID")) return row.value;
            return QString();
        };
        const QString note = QStringLiteral("FID is too large; KID is not");
        QVERIFY(readout(512, 1088).startsWith(QStringLiteral("FID: with no more pictures than features")));
        QVERIFY(readout(512, 1088).endsWith(note));
        QVERIFY2(spoken().endsWith(note), qPrintable(spoken()));
        QVERIFY(!readout_of(s.view(), "kid").contains(note));
        QCOMPARE(readout(2048, 1088), QStringLiteral("FID"));
        QVERIFY(!spoken().isEmpty() && !spoken().contains(note));
        QCOMPARE(readout(512, 0), QStringLiteral("FID"));  // of an earlier Headroom
    }

    void theTitleStaysOverItsPlot() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        s.view()->setFixedWidth(300);
        const PlotView* plot = s.view()->plot();
        const QCPAxisRect* rect = curve_of(s.view(), "kid")->keyAxis()->axisRect();
        const auto fits = [&] {
            const QCPItemText* title = wordsOf(plot, "KID at ");
            return title && areaOf(title).right() <= rect->right() + 1;
        };
        QTRY_VERIFY(plot->width() == 300 && fits());
    }

    void theTitleCoversNoCurve() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        std::vector<ScoresDone> scores = s.view()->scores();
        for (ScoresDone& one : scores) {  // at the ends of scales
            one.scores.kid = 0.2;
            one.scores.fid = 40;
            one.scores.precision = 1;
            one.scores.kid_error = one.scores.fid_error = one.scores.precision_error = NAN;
        }
        s.view()->setScores(scores, TrainConfig{}.model);
        PlotView* plot = s.view()->plot();
        const auto covered = [plot] {
            QStringList out;
            int titles = 0;
            for (const QCPItemText* title : wordsOf(plot)) {
                if (title->brush().style() == Qt::NoBrush) continue;
                ++titles;
                for (int g = 0; g < plot->graphCount(); ++g) {
                    const QCPGraph* graph = plot->graph(g);
                    if (graph->valueAxis()->axisRect() != title->clipAxisRect()) continue;
                    for (const QCPGraphData& point : *graph->data())
                        if (graph->valueAxis()->coordToPixel(point.value) < areaOf(title).bottom() - 1)
                            out << title->text();
                }
            }
            return titles == 0 ? QStringList(QStringLiteral("no title")) : out;
        };
        for (const int height : {90, 160, 240, 420}) {
            s.view()->setFixedHeight(height);
            QTRY_VERIFY2(plot->height() == height && covered().isEmpty(),
                         qPrintable(QStringLiteral("%1 px: ").arg(height) + covered().join(QStringLiteral(", "))));
        }
    }

    void inEveryTheme() {
        for (const ThemeChoice look : {ThemeChoice::Light, ThemeChoice::HighContrast, ThemeChoice::Dark}) {
            Theme::get().apply(look, 100);
            for (const char* fixture : {"story", "ready"}) {
                Shown s(fixture);
                QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), fixture == std::string("story") ? 10 : 0);
                QCOMPARE(curve_of(s.view(), "kid")->pen().color(), themeColor(Token::C1));
                QCOMPARE(errors_of(s.view(), "kid")->pen().color(), themeColor(Token::C1));
                keep_picture(s.studio.window,
                             QStringLiteral("scores-%1-%2").arg(QLatin1String(fixture)).arg(static_cast<int>(look)));
            }
        }
    }

    void theirFocusedPlotIsTheOneThatIsFitted() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        PlotView* plot = s.view()->plot();
        PlotView* hidden = s.studio.window.trainPage()->timeline()->view()->plot();
        for (PlotView* one : {plot, hidden}) one->zoomBy(4);
        const double part = plot->xRange().size(), other = hidden->xRange().size();
        s.studio.window.activateWindow();
        QTRY_VERIFY(s.studio.window.isActiveWindow());
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_F);
        QVERIFY(plot->xRange().size() > 2 * part);
        QCOMPARE(hidden->xRange().size(), other);
    }

    void shareTheAxisThatIsChosen() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        auto* axis = s.panel->controls()->findChild<QComboBox*>();
        axis->setCurrentIndex(axis->findData(static_cast<int>(XAxis::Steps)));
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataMainKey(9), 4000.0);
        QCOMPARE(curve_of(s.view(), "precision")->keyAxis()->range(), curve_of(s.view(), "kid")->keyAxis()->range());
        // To where the run is, as the other curves.
        QVERIFY(s.view()->plot()->xRange().upper >= 4210);
        axis->setCurrentIndex(axis->findData(static_cast<int>(XAxis::Images)));
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataMainKey(9), 4000.0 * 256);
    }

    void theCrosshairTellsTheFiguresThere() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        QSignalSpy pointed(s.panel, &ScoresPanel::stepPointed);
        const ScoresDone third = s.view()->scores()[2];
        s.view()->plot()->setCrosshair(static_cast<double>(third.images));
        QCOMPARE(pointed.last().at(1).toLongLong(), 1200);
        const QString words = readout_of(s.view(), "kid");
        QVERIFY2(words.contains(numberText(third.scores.kid, 4)), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("± ") + numberText(third.scores.kid_error, 4)), qPrintable(words));
        QVERIFY(words.contains(QStringLiteral("1,200")));
        QVERIFY(readout_of(s.view(), "precision").contains(numberText(third.scores.precision, 2)));
        QVERIFY(readout_of(s.view(), "fid").endsWith(QStringLiteral(" ± ") + numberText(third.scores.fid_error, 2)));
        QVERIFY(
            readout_of(s.view(), "recall").contains(QStringLiteral(" ± ") + numberText(third.scores.recall_error, 2)));
    }

    void aSmallErrorIsNoZero() {
        Shown s("story");
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 10);
        std::vector<ScoresDone> scores = s.view()->scores();
        for (ScoresDone& one : scores) {
            one.scores.copies = 0;
            one.scores.copies_error = 0.00097;
            one.scores.ms_ssim_error = NAN;  // of an earlier Headroom
        }
        s.view()->setScores(scores, TrainConfig{}.model);
        s.view()->plot()->setCrosshair(static_cast<double>(scores[2].images));
        const QString words = readout_of(s.view(), "copies");
        QVERIFY2(words.contains(QStringLiteral("0.00 ± 0.001")), qPrintable(words));
        QVERIFY2(words.endsWith(QStringLiteral("MS-SSIM 0.24")), qPrintable(words));
    }

    void sayWhatWillBeThereBeforeTheFirst() {
        Shown s("ready");
        QVERIFY(s.studio.shows(QStringLiteral("No scores yet")));
        QVERIFY(s.studio.shows(QStringLiteral("Score every")));
        QTRY_VERIFY(s.now());
        QVERIFY(!s.now()->isEnabled());
        QVERIFY(s.now()->toolTip().endsWith(QStringLiteral("No run is going")));
    }

    void areAskedForByTheButton() {
        Shown s("story");
        QTRY_COMPARE(s.view()->scores().size(), 10u);
        QTRY_VERIFY(s.now() && s.now()->isEnabled());
        s.now()->click();
        QCOMPARE(s.asked(), 1u);
        QVERIFY(!s.now()->isEnabled());
        s.studio.session->advance();
        QTRY_COMPARE(s.view()->scores().size(), 11u);
        QVERIFY(s.now()->isEnabled());
        s.studio.bridge.lend();
        QTRY_VERIFY(!s.now()->isEnabled());
        QVERIFY(s.now()->toolTip().endsWith(QStringLiteral("The model is parked in RAM; Resume first")));
    }

    void areAskedForByTheMenuToo() {
        Shown s("story");
        QTRY_VERIFY(s.now() && s.now()->isEnabled());
        auto* action = s.studio.window.findChild<QAction*>(QStringLiteral("score"));
        QVERIFY(action && action->isEnabled());
        action->trigger();
        QCOMPARE(s.asked(), 1u);
        QVERIFY(!s.now()->isEnabled());
        QVERIFY(s.now()->toolTip().endsWith(QStringLiteral("It is being scored")));
    }

    void aRefusalGivesTheButtonBack() {
        Shown s("story");
        QTRY_VERIFY(s.now() && s.now()->isEnabled());
        s.now()->click();
        QVERIFY(!s.now()->isEnabled());
        s.studio.session->fail_scores(make_error(ErrorCode::NotFound, "/clip.pt does not exist"));
        s.studio.session->advance();
        QTRY_VERIFY(s.now()->isEnabled());
    }

    void aHistoryAndWhatCameSinceAreOneCurve() {
        Shown s("ready");
        RunStarted run;
        run.run_dir = "/runs/a";
        run.step = 800;
        Q_EMIT s.studio.bridge.runStarted(run);
        Q_EMIT s.studio.bridge.scoresDone(fixture::story_scores(TrainConfig{}, 1200, 3));
        s.panel->setHistory(history_of({400, 800}));
        QCOMPARE(s.view()->scores().size(), 3u);
        QCOMPARE(s.view()->scores().back().step, 1200);
        run.run_dir = "/runs/b";
        run.step = 0;
        Q_EMIT s.studio.bridge.runStarted(run);
        QCOMPARE(s.view()->scores().size(), 0u);
    }

    void figuresOfOtherFeaturesAreNotJoined() {
        Shown s("ready");
        RunStarted run;
        run.run_dir = "/runs/a";
        Q_EMIT s.studio.bridge.runStarted(run);
        ScoresDone other = fixture::story_scores(TrainConfig{}, 800, 2);
        other.scores.features = "clip";
        Q_EMIT s.studio.bridge.scoresDone(fixture::story_scores(TrainConfig{}, 400, 1));
        Q_EMIT s.studio.bridge.scoresDone(other);
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 3);
        QVERIFY(std::isnan(curve_of(s.view(), "kid")->dataMainValue(1)));
    }

    void figuresAgainstOtherDataAreNotJoined() {
        SessionBridge bridge;
        Actions actions;
        ScoresPanel panel(&bridge, &actions);
        panel.resize(900, 400);
        panel.show();
        const auto points = [&] { return curve_of(panel.view(), "kid")->dataCount(); };
        const auto gap_at = [&](int i) { return std::isnan(curve_of(panel.view(), "kid")->dataMainValue(i)); };
        RunStarted run;
        run.run_dir = "/runs/a";
        run.step = 1200;
        Q_EMIT bridge.runStarted(run);
        RunHistory past = history_of({400, 800, 1200});
        past.marks.push_back({800, 0, std::string(kDataMark), "the run goes on with other pictures"});
        panel.setHistory(past);
        QTRY_COMPARE(points(), 4);
        QVERIFY(!gap_at(1) && gap_at(2));
        // It goes on once more with others, as its events tell before its history is read.
        Q_EMIT bridge.notice(fromUtf8(kDataChanged), {}, {});
        Q_EMIT bridge.runStarted(run);
        Q_EMIT bridge.scoresDone(fixture::story_scores(TrainConfig{}, 1600, 4));
        QTRY_COMPARE(points(), 6);
        QVERIFY(gap_at(2) && gap_at(4));
        // What was said of a run that never began is of no other one.
        Q_EMIT bridge.notice(fromUtf8(kDataChanged), {}, {});
        Q_EMIT bridge.stateChanged(RunState::Preparing, {});
        run.step = 1600;
        Q_EMIT bridge.runStarted(run);
        Q_EMIT bridge.scoresDone(fixture::story_scores(TrainConfig{}, 2000, 5));
        QTRY_COMPARE(points(), 7);
    }

    void figuresOfASmallerSizeAreNotJoined() {
        Shown s("ready");
        RunStarted run;
        run.run_dir = "/runs/a";
        Q_EMIT s.studio.bridge.runStarted(run);
        ScoresDone small = fixture::story_scores(TrainConfig{}, 400, 1);
        small.scores.side = 32;
        ScoresDone grown = fixture::story_scores(TrainConfig{}, 800, 2);
        grown.scores.side = 64;
        ScoresDone old = fixture::story_scores(TrainConfig{}, 1200, 3);
        old.scores.side = 0;  // of an earlier Headroom
        old.scores.precision_error = NAN;
        for (const ScoresDone& one : {small, grown, old}) Q_EMIT s.studio.bridge.scoresDone(one);
        QTRY_COMPARE(curve_of(s.view(), "kid")->dataCount(), 4);
        QVERIFY(std::isnan(curve_of(s.view(), "kid")->dataMainValue(1)));
        QVERIFY(!std::isnan(curve_of(s.view(), "kid")->dataMainValue(2)));
        for (const auto& row : s.view()->plot()->accessibleRows())
            QVERIFY2(!row.value.contains(QStringLiteral("nan"), Qt::CaseInsensitive), qPrintable(row.value));
    }

    void counselSaysWhetherTheScoreMoved() {
        CounselTold told;
        told.state = CounselState::Judged;
        told.notice = fixture::story_notice();
        told.after = 0.5;
        told.better = true;
        told.score_name = "KID";
        told.score_before = 0.21;
        told.score_after = 0.15;
        told.score_error = 0.01;
        QVERIFY(outcomeWords(told).contains(
            QStringLiteral("KID went from 0.2100 to 0.1500, more than its error of 0.0100.")));
        told.score_after = 0.205;
        QVERIFY(outcomeWords(told).contains(QStringLiteral("within its error")));
        told.score_name = "D's gap";  // of an earlier Headroom, which did not know its error
        told.score_error = NAN;
        QVERIFY(outcomeWords(told).endsWith(QStringLiteral("D's gap went from 0.2100 to 0.2050.")));
        told.score_after = NAN;
        QVERIFY(outcomeWords(told).contains(QStringLiteral("not scored before and after")));
        told.notice.rule = CounselRule::MemorySpare;
        QVERIFY(!outcomeWords(told).contains(QStringLiteral("scored")));
    }
};

QTEST_MAIN(TestScores)
#include "tst_scores.moc"
