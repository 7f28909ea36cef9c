// The comparison of runs: whose curves it has, checks with colours, crosshair, scale, settings that differ, saving.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_runs.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/runs_stage.h"
#include "tests/ui/sheet_runs.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/plot_view_library.h"

#include <QComboBox>
#include <QFile>
#include <QImageReader>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSet>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;
using Stage = RunsStage;

/// A run with more steps than its history tells, and one whose steps cannot be read.
class LongRuns final : public FakeServices {
public:
    static constexpr int kSteps = 3000;
    Result<void> read_steps(std::string run_dir, const TakeSteps& take) override {
        if (run_dir != "/runs/shapes-128-06") return make_error(ErrorCode::BadFile, run_dir + ": damaged");
        for (int from = 0; from < kSteps; from += 1000) {
            std::vector<StepDone> piece(1000);
            for (int i = 0; i < 1000; ++i) piece[std::size_t(i)].step = from + i + 1;
            if (auto taken = take(piece); !taken) return taken;
        }
        return {};
    }
};

class TestRunCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachComparisonHasTheCurvesOfItsKinds() {
        const auto run = [](ModelKind kind) {
            RunDetailsData data;
            RunHistory& h = data.history;
            h.info.name = std::string(name_of(kind));
            h.info.model = kind;
            h.config = default_config(kind);
            if (kind == kVqganClip)
                h.config.edit<ImagineConfig>().prompts = "a red cube";
            else
                h.config.batch_micro = 48;
            for (int i = 1; i <= 4; ++i) {
                StepDone step;
                step.step = i;
                step.images = i * 64;
                step.loss_g = 1.0 / i;
                if (kind == kVqganClip) step.edit<ImagineFigures>().similarity = {0.1 * i, 0.3 * i};
                h.steps.push_back(step);
            }
            return data;
        };
        RunCompare compare;
        auto* curve = partCalled<QComboBox>(&compare, "Curve");
        const auto names = [&] {
            QStringList out;
            for (int i = 0; i < curve->count(); ++i) out << curve->itemText(i);
            return out.join(QLatin1Char('|'));
        };
        const auto below = [&] { return compare.plot()->graph(compare.plot()->graphCount() - 1)->keyAxis()->label(); };
        const QString trainings = QStringLiteral("Loss of G|Loss of D|D(x)|D(G(z))|Speed, img/s");
        compare.setRun(0, run(kVqgan));
        QCOMPARE(names(),
                 trainings + QStringLiteral("|Mean |difference||SSIM|LPIPS|Loss of the codes|Perplexity of the "
                                            "codes|Codes in use, %"));
        compare.setRun(0, std::nullopt);
        const QString paintings = QStringLiteral("Loss of the picture|Similarity to the prompts|Speed, it/s");
        QCOMPARE(names(), trainings);
        compare.setRun(0, run(kVqganClip));
        QCOMPARE(names(), paintings);
        QCOMPARE(below(), QStringLiteral("iterations"));
        curve->setCurrentIndex(1);
        QCOMPARE(compare.plot()->graph(0)->dataMainValue(3), 0.8);  // of both prompts
        QCOMPARE(compare.plot()->graph(0)->dataMainKey(3), 4.0);
        RunDetailsData training = run(kDcgan);
        training.history.info.name = "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";  // which reads the other way
        compare.setRun(1, training);
        QCOMPARE(compare.findChild<CompareLegend*>()->names().value(1),
                 nameText(fromUtf8(training.history.info.name)) + QStringLiteral(" (memory only)"));
        QCOMPARE(names(), trainings + QLatin1Char('|') + paintings);
        QCOMPARE(curve->currentText(), QStringLiteral("Similarity to the prompts"));  // as chosen
        QCOMPARE(compare.plot()->graphCount(), 3);                                    // one curve, two peaks
        QCOMPARE(below(), QStringLiteral("steps, iterations"));
        const auto* differences = partCalled<QTreeView>(&compare, "Settings that differ");
        const auto* table = differences->model();
        QStringList rows;
        for (int i = 0; i < table->rowCount(); ++i) rows << table->index(i, 0).data().toString();
        const int micro = static_cast<int>(rows.indexOf(QStringLiteral("Micro-batch")));
        QVERIFY2(micro >= 0, qPrintable(rows.join(QLatin1Char('|'))));
        QCOMPARE(table->index(micro, 1).data().toString(), QStringLiteral("–"));  // a painting has none
        QCOMPARE(table->index(micro, 2).data().toString(), QStringLiteral("48"));
        QVERIFY2(rows.contains(QStringLiteral("Iterations, Steps")), qPrintable(rows.join(QLatin1Char('|'))));
        QVERIFY2(rows.contains(QStringLiteral("Prompts")), qPrintable(rows.join(QLatin1Char('|'))));
        // However narrow, every run's column is there; what it cuts is told.
        compare.resize(320, 600);
        compare.show();
        QVERIFY(differences->header()->length() <= differences->viewport()->width());
        const auto* scroll = compare.findChild<QScrollArea*>();
        QTRY_VERIFY2(scroll->widget()->width() <= scroll->viewport()->width(), "nothing is cut at its side");
        QCOMPARE(table->headerData(1, Qt::Horizontal, Qt::ToolTipRole), table->headerData(1, Qt::Horizontal));
        QVERIFY(!table->headerData(1, Qt::Horizontal).toString().isEmpty());
        QCOMPARE(table->index(micro, 2).data(Qt::ToolTipRole).toString(), QStringLiteral("48"));
        compare.setRun(0, std::nullopt);
        QCOMPARE(names(), trainings);
        QCOMPARE(below(), QStringLiteral("k images"));
    }

    void whatIsChosenStaysWhileARunGrows() {
        RunDetailsData one, other;
        one.history.config = other.history.config = default_config(kDcgan);
        other.history.config.batch_micro = 48;
        RunCompare compare;
        compare.setRun(0, one);
        compare.setRun(1, other);
        QTreeView* differences = partCalled<QTreeView>(&compare, "Settings that differ");
        QVERIFY(differences->model()->rowCount() > 0);
        differences->setCurrentIndex(differences->model()->index(0, 0));
        const QPersistentModelIndex chosen = differences->currentIndex(),
                                    axis = partCalled<QComboBox>(&compare, "Axis")->model()->index(0, 0);
        other.history.steps.resize(2);
        compare.setRun(1, other);
        QVERIFY(chosen.isValid() && differences->currentIndex() == chosen);
        QVERIFY2(axis.isValid(), "the list of axes may be open");
        other.history.config.batch_micro = 96;
        compare.setRun(1, other);
        QCOMPARE(differences->model()->index(0, 2).data().toString(), QStringLiteral("96"));
    }

    void whereItIsNarrowNamesComeFirstAndTheComparisonBelow() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        {
            Stage s;
            s.page.resize(1280, 620);
            QTRY_COMPARE(s.shown(), 7);
            QVERIFY(s.page.list()->columnWidth(RunsModel::NameColumn) >= Theme::get().scaled(200));
            QVERIFY(!s.page.list()->isColumnHidden(RunsModel::StateColumn) &&
                    s.page.list()->isColumnHidden(RunsModel::DataColumn));
            QVERIFY(!s.page.compare()->isVisible() && s.page.details()->isVisible());
            for (int row : {0, 1})
                s.page.model()->setData(s.page.model()->index(row, 0), Qt::Checked, Qt::CheckStateRole);
            QVERIFY(s.page.compare()->isVisible() && !s.page.details()->isVisible());
            QVERIFY(s.page.compare()->mapTo(&s.page, QPoint()).y() > s.page.list()->mapTo(&s.page, QPoint()).y());
            s.page.resize(620, 620);
            int needed = 0;
            for (auto* button : s.page.findChildren<QToolButton*>(QStringLiteral("button"))) {
                if (!button->isVisible()) continue;
                QCOMPARE(button->toolButtonStyle(), Qt::ToolButtonIconOnly);
                QVERIFY(!button->accessibleName().isEmpty() && button->width() >= button->sizeHint().width());
                needed += button->width();
            }
            QVERIFY(needed > 0 && needed < s.page.width());
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
        Stage wide;
        QTRY_COMPARE(wide.shown(), 7);
        QVERIFY(wide.page.compare()->isVisible() && wide.page.details()->isVisible());
        QVERIFY(!wide.page.list()->isColumnHidden(RunsModel::PeakColumn));
    }

    void checkedRunsAreComparedInTheirColours() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        RunsModel* model = s.page.model();
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-07"), true));
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-05"), true));
        QTRY_COMPARE(s.page.compare()->count(), 3);
        QCOMPARE(s.page.compare()->plot()->graphCount(), 6);
        QVERIFY(partCalled<QTreeView>(s.page.compare(), "Settings that differ")->model()->rowCount() >=
                3);  // micro-batch, accumulation, precision ...
        QVERIFY(model->setChecked(QStringLiteral("/runs/shapes-128-06"), false));
        QTRY_COMPARE(s.page.compare()->count(), 2);
        QCOMPARE(model->checked().indexOf(QStringLiteral("/runs/shapes-128-05")), 2);  // it keeps its colour
        QVERIFY(model->setChecked(QStringLiteral("/runs/petals-64-03"), true));
        QCOMPARE(model->checked().indexOf(QStringLiteral("/runs/petals-64-03")), 1);
    }

    void runsThatGoOnAreFollowed() {
        Stage s;
        const QString run = QStringLiteral("/runs/shapes-128-07");
        s.services.train_elsewhere(run.toStdString());
        s.page.hide();
        s.page.show();
        QTRY_VERIFY(s.shown() == 7 && s.page.model()->run(s.page.model()->rowOf(run))->elsewhere);
        QVERIFY(s.page.model()->setChecked(run, true));
        QTRY_COMPARE(s.page.compare()->count(), 1);
        const auto last = [&] {
            const auto data = s.page.compare()->plot()->graph(0)->data();
            return data->isEmpty() ? 0.0 : (data->constEnd() - 1)->key;
        };
        const double before = last();
        s.services.step_elsewhere(run.toStdString(), 9000);
        QTRY_VERIFY(last() > 2.0 * before);  // by itself
        s.page.hide();
        s.services.step_elsewhere(run.toStdString(), 30000);
        s.page.show();
        QTRY_VERIFY(last() > 6.0 * before);
        QCOMPARE(s.page.compare()->count(), 1);
    }

    void picturesAreNoLargerThanTheyAreShown() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00004200.png"));
        QVERIFY(QImage(1200, 600, QImage::Format_RGB888).save(path));
        SheetRuns services(path);
        SessionBridge bridge;
        RunsPage page(&services, &bridge);
        page.resize(1600, 900);
        page.show();
        QTRY_COMPARE(page.list()->model()->rowCount(), 7);
        QVERIFY(page.model()->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        QTRY_COMPARE(page.compare()->count(), 1);
        const ComparePictures* pictures = page.compare()->findChild<ComparePictures*>();
        QCOMPARE(pictures->pictures().value(0).image.size(), QSize(440, 220));
        // One that takes more memory than a picture may says so.
        const auto back =
            qScopeGuard([limit = QImageReader::allocationLimit()] { QImageReader::setAllocationLimit(limit); });
        QImageReader::setAllocationLimit(1);
        QVERIFY(page.model()->setChecked(QStringLiteral("/runs/shapes-128-05"), true));
        QTRY_COMPARE(page.compare()->count(), 2);
        const ComparePictures::Picture large = pictures->pictures().value(1);
        QVERIFY(large.image.isNull());
        QVERIFY2(large.problem.contains(QStringLiteral("Memory for pictures")), qPrintable(large.problem));
        QVERIFY(pictures->accessibleDescription().contains(large.problem));
    }

    void aPictureThatCannotBeReadSaysWhyAndIsReadAgain() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step-00004200.png"));
        QVERIFY(writeHalf(path, {66, 66}));
        SheetRuns services(path);
        SessionBridge bridge;
        RunsPage page(&services, &bridge);
        page.resize(1600, 900);
        page.show();
        QTRY_COMPARE(page.list()->model()->rowCount(), 7);
        QVERIFY(page.model()->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        RunCompare* compare = page.compare();
        QTRY_COMPARE(compare->count(), 1);
        const auto* pictures = compare->findChild<ComparePictures*>();
        const auto* notice = compare->findChild<NoticeBar*>();
        const auto shown = [pictures] { return pictures->pictures().value(0); };
        QVERIFY(pictures->isVisible() && shown().image.isNull());
        QVERIFY2(shown().problem.contains(path), qPrintable(shown().problem));
        QVERIFY(pictures->accessibleDescription().contains(shown().problem));
        QVERIFY(notice->isVisible() && notice->accessibleName().contains(path));
        QVERIFY2(notice->title().startsWith(QStringLiteral("1 picture")), qPrintable(notice->title()));
        QVERIFY(writeNoise(path, {66, 66}));
        QVERIFY(seenTryAgain(*compare));
        seenTryAgain(*compare)->click();
        QVERIFY2(compare->count() == 1 && compare->plot()->graphCount() == 2, "its curves stay meanwhile");
        QTRY_COMPARE(shown().image.size(), QSize(66, 66));
        QVERIFY(shown().problem.isEmpty() && !notice->isVisible());
    }

    void noMoreRunsThanLinesThatDiffer() {
        RunsModel model;
        std::vector<RunRow> rows(9);
        for (int i = 0; i < 9; ++i) rows[static_cast<std::size_t>(i)].info.dir = "/r/" + std::to_string(i);
        model.setRuns(rows);
        QSet<QString> looks;
        for (int i = 0; i < RunsModel::kMostChecked; ++i) {
            QVERIFY(model.setChecked(QStringLiteral("/r/%1").arg(i), true));
            QString look;
            for (const qreal dash : runPen(i).dashPattern()) look += QStringLiteral(" %1").arg(dash);
            looks.insert(look);
        }
        QCOMPARE(looks.size(), qsizetype{RunsModel::kMostChecked});  // also for who sees no colours
        QVERIFY(!model.setChecked(QStringLiteral("/r/8"), true));
    }

    void theCrosshairTellsEveryRunsValue() {
        Stage s;
        s.page.resize(1600, 1000);
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/lighthouse-64-03"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 2);
        partCalled<QComboBox>(compare, "Axis")->setCurrentIndex(1);  // steps
        QCOMPARE(compare->findChild<CompareLegend*>()->names(), QStringList({"shapes-128-06", "lighthouse-64-03"}));
        const Result<RunHistory> run = fixture::history("/runs/shapes-128-06");
        const StepDone& step = run->steps[run->steps.size() / 2];
        partCalled<QComboBox>(compare, "Curve")->setCurrentIndex(4);  // speed, which has no noise to average
        compare->plot()->setCrosshair(double(step.step));
        QTRY_VERIFY(compare->findChild<CompareLegend*>()->values()[0].endsWith(numberText(step.peak.gib(), 2) +
                                                                               QStringLiteral(" GiB")));
        QCOMPARE(compare->findChild<CompareLegend*>()->values()[1], QString());  // it had ended by then
        const std::vector<AccessibleRow>& heard = compare->plot()->accessibleRows();
        QCOMPARE(heard.size(), std::size_t{2});
        QCOMPARE(heard[0].name, QStringLiteral("shapes-128-06"));
        QCOMPARE(heard[0].value, compare->findChild<CompareLegend*>()->values()[0]);
        compare->plot()->setCrosshair({});
        QTRY_VERIFY(!compare->findChild<CompareLegend*>()->values()[1].isEmpty());  // the newest ones again
    }

    void smoothingAndALogarithmicScaleChangeTheCurvesAlone() {
        std::vector<StepDone> steps(300);
        for (int i = 0; i < 300; ++i) {
            steps[std::size_t(i)].step = i + 1;
            steps[std::size_t(i)].loss_g = i % 2 ? 3 : 1;
        }
        const auto loss = [](const StepDone& d) { return d.loss_g; };
        const Course raw = Course::of(steps, XAxis::Steps, loss, 0),
                     smooth = Course::of(steps, XAxis::Steps, loss, 0.95);
        QCOMPARE(raw.y.size(), 300);
        QCOMPARE(raw.y[7], 3.0);
        QCOMPARE(smooth.y[0], 1.0);  // it does not begin at zero
        QVERIFY(std::abs(smooth.y[299] - 2) < 0.1);
        QVERIFY(!raw.valueAt(400) && raw.valueAt(7.4) == 1.0);
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        QVERIFY(s.page.model()->setChecked(QStringLiteral("/runs/shapes-128-06"), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 1);
        const QCPAxis* left = compare->plot()->graph(0)->valueAxis();
        QCOMPARE(left->scaleType(), QCPAxis::stLinear);
        partCalled<QAbstractButton>(compare, "Logarithmic scale")->setChecked(true);
        QCOMPARE(left->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(left->range().lower > 0);
        partCalled<QAbstractButton>(compare, "Logarithmic scale")->setChecked(false);
        const double before = compare->plot()->graph(0)->dataMainValue(50);
        partCalled<QSlider>(compare, "Smoothing of the curves")->setValue(90);
        QVERIFY(compare->plot()->graph(0)->dataMainValue(50) != before);
        partCalled<QSlider>(compare, "Smoothing of the curves")->setValue(0);
        QCOMPARE(compare->plot()->graph(0)->dataMainValue(50), before);
    }

    void theComparisonIsSavedAsAPictureAndAsATable() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        QTRY_COMPARE(s.page.compare()->count(), 2);
        const QTemporaryDir folder;
        const auto write = [&](const char* name) {
            const QString path = folder.filePath(QLatin1String(name));
            if (!s.page.compare()->drawn(path)()) return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(write("c.svg").contains("shapes-128-05"));
        QVERIFY(write("c.png").startsWith("\x89PNG"));
        const QList<QByteArray> rows = write("c.csv").trimmed().split('\n');
        QVERIFY(rows[0].startsWith("run,step,images,seconds,peak_bytes,\"Loss of G\""));
        const Result<RunHistory> a = fixture::history("/runs/shapes-128-06"),
                                 b = fixture::history("/runs/shapes-128-05");
        QCOMPARE(std::size_t(rows.size()), 1 + a->steps.size() + b->steps.size());
        QVERIFY(rows[1].startsWith("\"shapes-128-06\"," + QByteArray::number(qlonglong{a->steps[0].step})));
        QVERIFY(!s.page.compare()->drawn(folder.filePath("no/such/c.csv"))());
    }

    void theTableHasAllStepsHoweverThinTheCurves() {
        LongRuns services;
        RunCompare compare(&services);
        int thin = 0;
        for (const int slot : {0, 1}) {
            RunDetailsData data;
            data.history = *fixture::history(slot == 0 ? "/runs/shapes-128-06" : "/runs/shapes-128-05");
            thin = static_cast<int>(data.history.steps.size());
            compare.setRun(slot, std::move(data));
        }
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("all.csv"));
        QVERIFY(compare.drawn(path)());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> rows = file.readAll().trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype{1 + LongRuns::kSteps + thin});
        QVERIFY(rows[LongRuns::kSteps].startsWith("\"shapes-128-06\",3000,"));
        QVERIFY(rows[LongRuns::kSteps + 1].startsWith("\"shapes-128-05\","));
    }

    void aRunThatCannotBeReadIsReadAgain() {
        Stage s;
        QTRY_COMPARE(s.shown(), 7);
        s.services.unreadable = true;
        RunCompare* compare = s.page.compare();
        auto* notice = compare->findChild<NoticeBar*>();
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        QTRY_VERIFY(notice->title().startsWith(QStringLiteral("2 ")));
        QVERIFY(notice->isVisible() && compare->count() == 0);
        s.services.unreadable = false;
        notice->findChild<QPushButton*>()->click();
        QTRY_COMPARE(compare->count(), 2);
        QVERIFY(!notice->isVisible());
    }

    void settingsThatDifferComeFirst() {
        Stage s;
        s.page.resize(1600, 1000);
        QTRY_COMPARE(s.shown(), 7);
        for (const char* run : {"/runs/shapes-128-06", "/runs/shapes-128-05"})
            QVERIFY(s.page.model()->setChecked(QLatin1String(run), true));
        RunCompare* compare = s.page.compare();
        QTRY_COMPARE(compare->count(), 2);
        QVERIFY(partCalled<QTreeView>(compare, "Settings that differ")->mapTo(compare, QPoint()).y() <
                compare->plot()->mapTo(compare, QPoint()).y());
    }
};

QTEST_MAIN(TestRunCompare)
#include "tst_run_compare.moc"
