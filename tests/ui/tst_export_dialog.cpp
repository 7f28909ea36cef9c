// ExportDialog: plan to requests, facts from the run, writing, failure, cancel, plots, small sizes.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_pictures.h"
#include "tests/ui/give_value.h"
#include "tests/ui/part_called.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/sheet_runs.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/export/export_forms.h"
#include "ui/panels/export/export_parts.h"
#include "ui/panels/export/file_row.h"
#include "ui/widgets/empty_state.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QListView>
#include <QLocale>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage {
    Stage() {
        dialog.setRun(QStringLiteral("/runs/shapes-128-07"));
        dialog.setFolder(folder.filePath(QStringLiteral("out/step-4210")));
        dialog.setPlotWriter([this](const QString& path) {
            plots.append(path);
            return [path]() -> Result<void> {
                QFile file(path);
                if (file.open(QIODevice::WriteOnly) && file.write("plot") == 4) return {};
                return make_error(ErrorCode::Disk, path.toStdString() + " was not written");
            };
        });
    }

    QTemporaryDir folder;
    QStringList plots;
    WindowServices services{"story"};
    SessionBridge bridge;
    ExportDialog dialog{&services, &bridge};
};

}  // namespace

class TestExportDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void weightsLeaveAsAModelAndAsOnnx() {
        ExportPlan plan;
        plan.model = plan.onnx = true;
        plan.licence = QStringLiteral(" cc-by-4.0 ");
        const ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        const auto requests = plan.requests(source, QStringLiteral("/out"));
        const auto of = [&](ExportKind kind) {
            return *std::find_if(requests.begin(), requests.end(), [&](const auto& r) { return r.kind == kind; });
        };
        QCOMPARE(of(ExportKind::Model).target, std::string("/out/a-model/generator.safetensors"));
        QCOMPARE(of(ExportKind::Model).licence, std::string("cc-by-4.0"));
        QCOMPARE(of(ExportKind::Onnx).target, std::string("/out/generator.onnx"));
        QVERIFY(plan.summary(ExportRow::Weights, source).contains(QStringLiteral("ONNX")));
    }

    void aRunThatCannotBeReadSaysSoInEveryRowAndIsReadAgain() {
        Stage s;
        QTRY_VERIFY(s.dialog.source().samples > 0);
        s.services.unreadable = true;
        s.dialog.setRun(QStringLiteral("/runs/shapes-128-06"));
        QTRY_VERIFY(s.dialog.source().failed);
        QVERIFY(s.dialog.status().contains(QStringLiteral("its history is damaged")));
        for (int row = 0; row < kExportRows; ++row)
            QCOMPARE(s.dialog.plan().summary(static_cast<ExportRow>(row), s.dialog.source()),
                     QStringLiteral("The run could not be read"));
        QCOMPARE(s.dialog.exportButton()->toolTip(), QStringLiteral("The run could not be read"));
        QPushButton* again = partCalled<QPushButton>(s.dialog.exportButton()->parentWidget(), "Try again");
        QVERIFY(again && !again->isHidden());
        s.services.unreadable = false;
        again->click();
        QTRY_VERIFY(s.dialog.source().samples > 0);
        QCOMPARE(s.dialog.source().run_dir, QStringLiteral("/runs/shapes-128-06"));
        QVERIFY(again->isHidden() && s.dialog.exportButton()->isEnabled());
    }

    void historyTakesTheFormatsOfTheEngine() {
        ExportPlan plan;
        ExportForms forms(&plan, FakeServices("story").export_formats(ExportKind::Timelapse));
        QComboBox* choice = nullptr;
        for (QComboBox* box : forms.findChildren<QComboBox*>())
            choice = box->accessibleName() == QStringLiteral("Format of the history") ? box : choice;
        QVERIFY(choice);
        QCOMPARE(choice->currentData().toString(), QStringLiteral("gif"));
        const int mp4 = choice->findData(QStringLiteral("mp4"));
        const auto flags = choice->model()->flags(choice->model()->index(mp4, 0));
        QVERIFY2(!flags.testFlag(Qt::ItemIsEnabled), "a format that is not there can be chosen");
        QVERIFY(choice->itemData(mp4, Qt::ToolTipRole).toString().contains(QStringLiteral("ffmpeg")));
        QSignalSpy changed(&forms, &ExportForms::planChanged);
        choice->setCurrentIndex(choice->findData(QStringLiteral("webp")));
        QCOMPARE(changed.size(), 1);
        const ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        const auto requests = plan.requests(source, QStringLiteral("/out"));
        QCOMPARE(requests[1].target, std::string("/out/history.webp"));
        QCOMPARE(requests[1].format, std::string("webp"));
        QVERIFY(plan.summary(ExportRow::History, source).startsWith(QStringLiteral("WebP")));
    }

    void truncationIsTypedWithEitherDecimalSign() {
        ExportPlan plan;
        ExportForms forms(&plan, {});
        const auto fields = forms.findChildren<NumberField*>();  // of the walk, and of the grid
        QCOMPARE(fields.size(), 2);
        NumberField* field = fields.last();
        const auto back = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        for (const QLocale::Language language : {QLocale::English, QLocale::German}) {
            QLocale::setDefault(QLocale(language));
            for (const auto& [typed, value] : {std::pair{"0.5", 0.5}, {"0,75", 0.75}, {"9", 2.0}, {"wide", 2.0}}) {
                QVERIFY(giveValue(field, QString::fromLatin1(typed)));
                QCOMPARE(plan.truncation, value);
                QCOMPARE(field->value(), value);
            }
        }
        QCOMPARE(plan.walk_truncation, 1.0);
        QSignalSpy changed(&forms, &ExportForms::planChanged);
        field->stepBy(-1);
        QCOMPARE(plan.truncation, 1.95);
        QCOMPARE(changed.size(), 1);
    }

    void howManyPicturesAFilmTakesStaysAsItWasTyped() {
        ExportPlan plan;
        ExportForms forms(&plan, FakeServices("story").export_formats(ExportKind::Timelapse));
        QSpinBox* most = nullptr;
        for (QSpinBox* box : forms.findChildren<QSpinBox*>())
            if (box->accessibleName() == QStringLiteral("Pictures at most")) most = box;
        QVERIFY(most);
        ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        source.frames = 240;
        forms.setSource(source);
        QCOMPARE(most->value(), 240);  // whole, unless something else is said
        most->setValue(100);
        source.drawn = 4300;  // a checkpoint came
        forms.setSource(source);
        QCOMPARE(most->value(), 100);
        QCOMPARE(plan.most_frames, 100);
    }

    void planNamesFilesAndOptions() {
        ExportPlan plan;
        ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        plan.pth = true;
        plan.json = true;
        plan.rows = 4;
        plan.frames_per_second = 5;
        source.drawn = 4000;
        const auto requests = plan.requests(source, QStringLiteral("/out"));
        QCOMPARE(requests.size(), std::size_t{7});
        QCOMPARE(requests[0].target, std::string("/out/samples-step-4000.png"));
        QCOMPARE(requests[0].rows, 4);
        QCOMPARE(requests[1].seconds_per_frame, 0.2);
        QCOMPARE(requests[3].format, std::string("pth"));
        QCOMPARE(requests[3].target, std::string("/out/weights-step-4000.pth"));  // of the checkpoint, not of the run
        source.drawn.reset();
        QCOMPARE(plan.requests(source, QStringLiteral("/out"))[0].target, std::string("/out/samples-newest.png"));
        QCOMPARE(plan.summary(ExportRow::Grid, source), QStringLiteral("PNG, 4 × 8, 1,042 × 522 px"));
    }

    void theEngineIsAskedForTensorBoardEventsAndNotForEachPlot() {
        ExportPlan plan;
        ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        plan.tensorboard = true;
        std::map<std::string, std::string> formats;
        for (const ExportRequest& r : plan.requests(source, QStringLiteral("/out"))) formats[r.target] = r.format;
        QCOMPARE(formats["/out/events.tfevents"], std::string("tfevents"));
        QVERIFY(!formats.contains("/out/plots.svg"));
        QCOMPARE(plan.plotFiles(source, QStringLiteral("/out")),
                 QStringList({QStringLiteral("/out/plots.png"), QStringLiteral("/out/plots.svg")}));
        QCOMPARE(plan.summary(ExportRow::Plots, source), QStringLiteral("PNG and SVG"));
        plan.plot_svg = false;
        QCOMPARE(plan.plotFiles(source, QStringLiteral("/out")), QStringList(QStringLiteral("/out/plots.png")));
    }

    void aRunOverAFolderGivesAFilmOfItsPictures() {
        ExportPlan plan;
        plan.frames_per_second = 25;
        ExportSource source{QStringLiteral("/runs/a"), QStringLiteral("a"), 300, 64, 0, 3, 300, Bytes{}, false};
        source.kind = kVqganClip;
        source.frames = 12;
        QCOMPARE(exportTitle(ExportRow::History, source), QStringLiteral("Film"));
        QCOMPARE(plan.summary(ExportRow::History, source), QStringLiteral("GIF, 12 pictures, 25 per second"));
        source.samples = 0;
        QVERIFY(plan.takes(ExportRow::History, source));
        plan.most_frames = 5;
        QCOMPARE(plan.summary(ExportRow::History, source), QStringLiteral("GIF, 5 pictures, 25 per second"));
        for (const ExportRequest& r : plan.requests(source, QStringLiteral("/out"))) {
            if (r.kind != ExportKind::Timelapse) continue;
            QCOMPARE(r.target, std::string("/out/film.gif"));
            QCOMPARE(r.max_frames, 5);
        }
        // The form begins with all of them, however many, and takes fewer.
        source.frames = 2400;
        ExportForms forms(&plan, FakeServices().export_formats(ExportKind::Timelapse));
        forms.setSource(source);
        QCOMPARE(plan.most_frames, 2400);
        QSpinBox* most = nullptr;
        for (auto* each : forms.findChildren<QSpinBox*>()) {
            if (each->accessibleName() == QStringLiteral("Pictures at most")) most = each;
        }
        QVERIFY(most && most->isEnabledTo(&forms));
        QCOMPARE(most->text(), QStringLiteral("2,400 pictures"));
        most->setValue(7);
        QCOMPARE(plan.summary(ExportRow::History, source), QStringLiteral("GIF, 7 pictures, 25 per second"));
        source.frames = 12;
        source.frames = 0;
        source.samples = 3;
        QCOMPARE(exportTitle(ExportRow::History, source), QStringLiteral("History"));
    }

    void aStoredRunGivesALatentWalk() {
        ExportPlan plan;
        ExportSource source{
            QStringLiteral("/runs/a"), QStringLiteral("a"), 4200, 128, 64, 42, 4200, Bytes{1 << 30}, true};
        const auto walk = [&]() -> std::optional<ExportRequest> {
            for (const ExportRequest& r : plan.requests(source, QStringLiteral("/out")))
                if (r.kind == ExportKind::Walk) return r;
            return std::nullopt;
        };
        QVERIFY(!walk());  // asked for
        plan.wanted[static_cast<std::size_t>(ExportRow::Walk)] = true;
        ExportForms forms(&plan, FakeServices().export_formats(ExportKind::Timelapse));
        const auto set = [&](const char* name, int value) {
            for (auto* box : forms.findChildren<QSpinBox*>())
                if (box->accessibleName() == QLatin1String(name)) box->setValue(value);
        };
        set("Frames of the walk", 24);
        set("Seed of the walk", 7);
        set("Ends of the walk", 3);
        for (auto* box : forms.findChildren<QCheckBox*>())
            if (box->text() == QStringLiteral("Back to the first")) box->setChecked(false);
        const auto asked = walk();
        QVERIFY(asked);
        QCOMPARE(asked->target, std::string("/out/walk.gif"));
        QCOMPARE(asked->max_frames, 24);
        QCOMPARE(asked->latents, (std::vector<LatentId>{{7, 0}, {7, 1}, {7, 2}}));
        QVERIFY(!asked->closed);
        QCOMPARE(plan.summary(ExportRow::Walk, source), QStringLiteral("GIF, 24 pictures, 15 per second"));
        QVERIFY(plan.size(ExportRow::Walk, source).count > 0);
        source.checkpoint = {};
        QVERIFY(!walk() && plan.problem(ExportRow::Walk, source).contains(QStringLiteral("checkpoint")));
        source.kind = kVqganClip;
        QVERIFY(plan.problem(ExportRow::Walk, source).contains(QStringLiteral("no latents")));
    }

    void whatTheRunLacksIsOffWithItsReason() {
        ExportPlan plan;
        ExportSource source{QStringLiteral("/runs/a"), QStringLiteral("a"), 10, 128, 64, 0, 10, Bytes{}, true};
        QCOMPARE(plan.count(source), 3);  // metrics, plots, recipe
        std::vector<std::string> names;
        plan.wanted[static_cast<int>(ExportRow::Run)] = true;
        for (const ExportRequest& r : plan.requests(source, QStringLiteral("/out"))) names.push_back(r.target);
        QVERIFY2(std::count(names.begin(), names.end(), "/out/a.headroom-recipe"), "as desktops know recipes");
        QVERIFY2(std::count(names.begin(), names.end(), "/out/a.headroom-run"), "and runs");
        plan.wanted[static_cast<int>(ExportRow::Run)] = false;
        QVERIFY(plan.problem(ExportRow::Weights, source).contains(QStringLiteral("checkpoint")));
        QVERIFY(plan.problem(ExportRow::History, source).contains(QStringLiteral("samples")));
        source.kind = kVqganClip;
        source.steps = 0;
        QCOMPARE(plan.problem(ExportRow::History, source), QStringLiteral("no pictures yet"));
        QCOMPARE(plan.problem(ExportRow::Metrics, source), QStringLiteral("no iterations yet"));
    }

    void readsTheRunAndWritesAllItems() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        QVERIFY(s.dialog.source().checkpoint.count > 0);
        QCOMPARE(s.dialog.source().drawn, std::optional(qint64{4000}));  // what is written is of the newest checkpoint
        CheckpointSaved saved;
        saved.path = s.dialog.source().run_dir.toStdString() + "/checkpoints/step-00004205";
        saved.step = 4205;
        Q_EMIT s.bridge.checkpointSaved(saved);
        QCOMPARE(s.dialog.source().drawn, std::optional(qint64{4205}));
        QCOMPARE(s.dialog.exportButton()->text(), QStringLiteral("Export 6 items"));  // the whole run is asked for
        QVERIFY(s.dialog.exportButton()->isEnabled());
        s.dialog.startExport();
        QVERIFY(!s.dialog.exportButton()->isEnabled());
        QTRY_VERIFY(!s.dialog.busy());
        QCOMPARE(s.services.exports().size(), std::size_t{5});
        QCOMPARE(s.plots.size(), 2);  // PNG and SVG
        QVERIFY(s.dialog.status().startsWith(QStringLiteral("7 files written")));
        QVERIFY(QFile::exists(s.folder.filePath(QStringLiteral("out/step-4210/metrics.csv"))));
    }

    void plotsOfAStoredRunArePicturesToo() {
        Stage s;
        s.dialog.setPlotWriter({});  // no panel shows them
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        auto* model = partCalled<QListView>(&s.dialog, "What to export")->model();
        for (int row : {0, 1, 3, 4, 6})
            QVERIFY(model->setData(model->index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        s.dialog.plan().plot_pdf = true;
        s.dialog.startExport();
        QTRY_VERIFY(!s.dialog.busy());
        QVERIFY2(s.dialog.status().startsWith(QStringLiteral("3 files written")), qPrintable(s.dialog.status()));
        QVERIFY(s.plots.isEmpty());
        QCOMPARE(s.services.exports().size(), std::size_t{1});  // drawn once for all of them
        const QString plots = s.folder.filePath(QStringLiteral("out/step-4210/plots."));
        const QImage png(plots + QStringLiteral("png"));
        QCOMPARE(png.size(), QSize(192, 108));
        QCOMPARE(png.pixel(96, 20), qRgb(0x1f, 0x77, 0xb4));
        const QImage behind = png.copy(90, 56, 102, 52);  // where the tip would be drawn
        QImage white(behind.size(), behind.format());
        white.fill(Qt::white);
        QCOMPARE(behind, white);
        QFile pdf(plots + QStringLiteral("pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QCOMPARE(pdf.read(5), QByteArray("%PDF-"));
        QFile svg(plots + QStringLiteral("svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("<title>"));  // as the engine draws it, with tips
    }

    void uncheckedRowsAreLeftOut() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        auto* model = partCalled<QListView>(&s.dialog, "What to export")->model();
        for (int row : {0, 1, 3, 5, 6})
            QVERIFY(model->setData(model->index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(s.dialog.exportButton()->text(), QStringLiteral("Export 1 item"));
        s.dialog.startExport();
        QTRY_VERIFY(!s.dialog.busy());
        QCOMPARE(s.services.exports().size(), std::size_t{1});
        QCOMPARE(s.services.exports().front().kind, ExportKind::Metrics);
        QVERIFY(model->setData(model->index(4, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!s.dialog.exportButton()->isEnabled());
        QCOMPARE(s.dialog.exportButton()->toolTip(), QStringLiteral("Choose what to export"));
    }

    void keyboardTogglesARow() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        s.dialog.show();
        partCalled<QListView>(&s.dialog, "What to export")->setFocus();
        partCalled<QListView>(&s.dialog, "What to export")
            ->setCurrentIndex(partCalled<QListView>(&s.dialog, "What to export")->model()->index(6, 0));
        QTest::keyClick(partCalled<QListView>(&s.dialog, "What to export"), Qt::Key_Space);
        QCOMPARE(s.dialog.exportButton()->text(), QStringLiteral("Export 5 items"));
    }

    void typingAFolderDoesNotWaitForTheDisk() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        QTRY_VERIFY2(!s.dialog.room().contains(QStringLiteral("n/a")), qPrintable(s.dialog.room()));
        QFile there(s.folder.filePath(QStringLiteral("metrics.csv")));
        QVERIFY(there.open(QIODevice::WriteOnly));
        there.close();
        for (const QString& folder : {s.folder.path() + QStringLiteral("/x"), s.folder.path()}) {
            s.dialog.setFolder(folder);
            // Nothing was asked of the disk yet, and what was known is of another folder.
            QVERIFY2(s.dialog.room().contains(QStringLiteral("n/a")), qPrintable(s.dialog.room()));
            QVERIFY(!s.dialog.room().contains(QStringLiteral("replaced")));
            QVERIFY(s.dialog.exportButton()->isEnabled());
        }
        QTRY_VERIFY2(s.dialog.room().contains(QStringLiteral("1 file replaced")), qPrintable(s.dialog.room()));
        QVERIFY(!s.dialog.room().contains(QStringLiteral("n/a")));
    }

    void failureIsSaidAndTheDialogStays() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        s.services.fail_exports(make_error(ErrorCode::Disk, "The disk is full.", "Choose another folder."));
        s.dialog.startExport();
        QTRY_VERIFY(s.dialog.status().contains(QStringLiteral("The disk is full. Choose another folder.")));
        QVERIFY(s.dialog.exportButton()->isEnabled());
        s.services.fail_exports(std::nullopt);
        s.dialog.findChild<FileRow*>()->againButton()->click();
        QVERIFY(s.dialog.busy() && !s.dialog.exportButton()->isEnabled());
        QTRY_VERIFY(s.dialog.exportButton()->isEnabled());
        QVERIFY2(!s.dialog.status().contains(QStringLiteral("full")), qPrintable(s.dialog.status()));
    }

    void aFolderThatCannotBeMadeIsSaid() {
        const QTemporaryDir folder;
        QFile in_the_way(folder.filePath(QStringLiteral("a-model")));
        QVERIFY(in_the_way.open(QIODevice::WriteOnly));
        WindowServices services("story");
        ExportRequest request;
        request.kind = ExportKind::Model;
        request.target = folder.filePath(QStringLiteral("a-model/generator.safetensors")).toStdString();
        FileWork work{folder.path()};
        work.add(&services, request);
        FileRow row;
        row.write(work);
        QTRY_VERIFY(!row.busy());
        const QString why = row.text();
        QVERIFY2(why.contains(QStringLiteral("a-model cannot be made")), qPrintable(why));
    }

    void cancelStopsAndClosingWhileRunningIsSafe() {
        auto s = std::make_unique<Stage>();
        QTRY_COMPARE(s->dialog.source().step, qint64{4210});
        s->services.hold_work();
        s->dialog.startExport();
        QVERIFY(s->dialog.busy());
        s->dialog.reject();
        QVERIFY(!s->dialog.busy());
        QVERIFY(s->dialog.status().contains(QStringLiteral("cancelled")));
        s->dialog.startExport();
        QVERIFY(s->dialog.busy());
        s->dialog.setRun(QStringLiteral("/runs/gone"));
        s.reset();
        QCoreApplication::processEvents();
    }

    void aLostRunIsSaid() {
        Stage s;
        s.dialog.setRun(QStringLiteral("/runs/gone"));
        QTRY_VERIFY(s.dialog.status().contains(QStringLiteral("/runs/gone: there is no such run.")));
    }

    void previewShowsTheGridThatWillBeWritten() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        s.dialog.setPictures(fixture::samples(0, 64, 32, 1.0, 0), {});
        QTRY_COMPARE(s.dialog.findChild<ExportPreview*>()->picture().size(), QSize(8 * 34 + 2, 8 * 34 + 2));
    }

    void aPictureThatCannotBeReadLeavesNoOtherInItsPlace() {
        const QTemporaryDir folder;
        const QString whole = folder.filePath(QStringLiteral("step-00000001.png"));
        const QString damaged = folder.filePath(QStringLiteral("step-00000002.png"));
        QVERIFY(writeNoise(whole, {16, 16}) && writeHalf(damaged, {66, 66}));
        ExportPreview preview;
        preview.resize(448, 640);
        preview.show();
        ExportSource source;
        source.kind = kVqganClip;
        const auto show = [&](ExportRow row, const QString& picture) {
            source.picture = picture;
            preview.showRow(row, {}, source);
        };
        show(ExportRow::Grid, whole);
        QTRY_COMPARE(preview.picture().size(), QSize(16, 16));
        show(ExportRow::Grid, damaged);
        QTRY_VERIFY(seenTryAgain(preview));
        QVERIFY(preview.picture().isNull());
        const auto* words = preview.findChild<EmptyState*>();
        QCOMPARE(words->accessibleName(), QStringLiteral("step-00000002.png cannot be read"));
        QVERIFY2(words->accessibleDescription().contains(damaged), qPrintable(words->accessibleDescription()));
        show(ExportRow::Recipe, damaged);
        QVERIFY(words->isVisible() && !seenTryAgain(preview));
        show(ExportRow::Grid, damaged);
        QVERIFY(writeNoise(damaged, {66, 66}));
        QVERIFY(seenTryAgain(preview));
        seenTryAgain(preview)->click();
        QTRY_COMPARE(preview.picture().size(), QSize(66, 66));
        QVERIFY(!words->isVisible());
    }

    void staysUsableWhenSmall() {
        Stage s;
        QTRY_COMPARE(s.dialog.source().step, qint64{4210});
        s.dialog.resize(1040, 680);
        s.dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&s.dialog, kPatienceMs));
        QCOMPARE(s.dialog.size(), QSize(1040, 680));  // nothing forces it larger
        QVERIFY(s.dialog.rect().contains(
            s.dialog.exportButton()->geometry().translated(s.dialog.exportButton()->parentWidget()->pos()).center()));
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
