// Training a VQGAN in the window: choice of the model, its form and presets, gate, edits, curves, reconstructions, states.
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_vqgan.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/segmented_bar.h"

#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kDcganButton = 0, kVqganButton = 1;

struct Bench : Studio {
    explicit Bench(const char* fixture) : Studio(fixture) {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Train);
        for (auto* one : window.findChildren<RunPanel*>()) {
            if (one->choice()->bar()->button(kVqganButton)) panel = one;
        }
    }
    void choose(int kind) const { panel->choice()->bar()->button(kind)->click(); }
    ParamRowView* row(const char* key) const { return panel->form()->rowFor(key); }
    void commit(const char* key, const QString& text) const { Q_EMIT row(key)->editor()->committed(text); }
    QTabWidget* lower() const { return window.trainPage()->lower(); }
    QStringList curveTabs() const { return tabsOf(lower()); }
    static QStringList tabsOf(const QTabWidget* tabs) {
        QStringList out;
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->isTabVisible(i)) out << tabs->tabText(i);
        }
        return out;
    }
    /// The curves under a tab's title, in front.
    TimelinePanel* curves(const QString& title) const {
        for (int i = 0; i < lower()->count(); ++i) {
            if (!lower()->isTabVisible(i) || lower()->tabText(i) != title) continue;
            lower()->setCurrentIndex(i);
            return qobject_cast<TimelinePanel*>(lower()->widget(i));
        }
        return nullptr;
    }
    SamplesPage* samples() const { return window.trainPage()->samples()->samples(); }
    const TrainConfig& draft() const { return *(snapshot = session->snapshot()); }
    mutable ConfigSnapshot snapshot;
    RunPanel* panel = nullptr;
};

QString start_reason(const Bench& b) {
    return b.action(Cmd::Go)->isEnabled() ? QString() : b.action(Cmd::Go)->toolTip();
}

}  // namespace

class VqganPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChosenModelHasItsForm() {
        Bench b("ready");
        QVERIFY(b.panel->choice()->isVisible());
        QCOMPARE(b.panel->choice()->bar()->current(), kDcganButton);
        b.choose(kVqganButton);
        QCOMPARE(b.draft().model, kVqgan);
        for (const headroom::ParamRow& row : schema_rows()) {
            const bool its = belongs_to(row, kVqgan) && row.key != "model";
            QVERIFY2((b.row(row.key.data()) != nullptr) == its, row.key.data());
        }
        QVERIFY(b.shows(QStringLiteral("VQGAN 256 × 256, f8, 512 codes")));
        QVERIFY(!b.row("loss.perceptual")->isVisible());  // nothing without its file
        b.choose(kDcganButton);
        QCOMPARE(b.draft().model, kDcgan);
        QVERIFY(b.row("width.g") && !b.row("net.codes"));
    }

    void aChoiceKeepsWhatBothHaveAndEachOnesOwn() {
        Bench b("ready");
        b.bridge.apply(difference(b.draft(), default_config(kDcgan)));
        b.commit("batch.micro", QStringLiteral("24"));
        b.commit("data.path", QStringLiteral("/tmp"));
        b.commit("lr.g", QStringLiteral("3e-3"));
        b.bridge.apply({{"memory.budget", std::int64_t{3} << 30}});
        b.choose(kVqganButton);
        QCOMPARE(b.draft().batch_micro, 24);
        QCOMPARE(b.draft().data_path, std::string("/tmp"));
        QCOMPARE(b.draft().budget.count, std::int64_t{3} << 30);
        QCOMPARE(b.draft().lr_g, 2e-3);                       // a VQGAN's own
        QCOMPARE(b.draft().data_count, std::int64_t{12288});  // never touched: as a VQGAN begins
        b.commit("image.size", QStringLiteral("128"));
        b.commit("net.codes", QStringLiteral("256"));
        QVERIFY(b.action(Cmd::Undo)->isEnabled());
        b.choose(kDcganButton);
        QCOMPARE(b.action(Cmd::Undo)->text(), QStringLiteral("Undo Model VQGAN to DCGAN"));  // before the other's edits
        QCOMPARE(b.draft().image_size, 128);
        QCOMPARE(b.draft().lr_g, 3e-3);
        QCOMPARE(b.draft().batch_micro, 24);
        b.choose(kVqganButton);
        QCOMPARE(b.draft().own<VqganTrainConfig>().codes, 256);
    }

    void paintingInBetweenKeepsTheChoice() {
        Bench b("ready");
        b.choose(kVqganButton);
        b.commit("net.codes", QStringLiteral("256"));
        b.action(Cmd::ShowImagine)->trigger();
        QCOMPARE(b.draft().model, kVqganClip);
        b.action(Cmd::ShowTrain)->trigger();
        QCOMPARE(b.draft().model, kVqgan);
        QCOMPARE(b.draft().own<VqganTrainConfig>().codes, 256);
        QCOMPARE(b.panel->choice()->bar()->current(), kVqganButton);
    }

    void presetsAreThoseOfTheModel() {
        Bench b("ready");
        b.choose(kVqganButton);
        QStringList names;
        QAction* f16 = nullptr;
        for (QAction* action : b.panel->choice()->presets()->actions()) {
            if (action->isSeparator()) break;  // memory sizes and presets of one's own follow
            names << action->text();
            if (action->text().contains(QStringLiteral("16384"))) f16 = action;
            QVERIFY(!action->toolTip().isEmpty());
        }
        QCOMPARE(names.size(), 3);
        QVERIFY(!names.join(QLatin1Char(' ')).contains(QStringLiteral("ench")));
        f16->trigger();
        QCOMPARE(b.draft().own<VqganTrainConfig>().codes, 16384);
        QCOMPARE(b.draft().own<VqganTrainConfig>().multipliers, std::string("1 1 2 2 4"));
        QVERIFY(b.shows(QStringLiteral("VQGAN 256 × 256, f16, 16,384 codes")));
        b.action(Cmd::Undo)->trigger();  // one edit
        QCOMPARE(b.draft().own<VqganTrainConfig>().codes, 512);
        QCOMPARE(b.draft().own<VqganTrainConfig>().multipliers, std::string("1 1"));
    }

    void settingsThatCannotTrainKeepStartOff() {
        Bench b("ready");
        b.choose(kVqganButton);
        b.commit("batch.micro", QStringLiteral("1"));
        QTRY_VERIFY(b.action(Cmd::Go)->isEnabled());
        b.commit("net.multipliers", QStringLiteral("1 1 1 1 1 1 1 1"));
        QVERIFY(!b.action(Cmd::Go)->isEnabled());
        QVERIFY2(start_reason(b).contains(QStringLiteral("no multiple of the 512 px")), qPrintable(start_reason(b)));
        QVERIFY(b.shows(QStringLiteral("Start is off: 256 px is no multiple")));
        for (auto* button : b.panel->findChildren<QPushButton*>())
            QVERIFY(!(button->isVisible() && button->text().startsWith(QStringLiteral("Make it fit"))));
        b.commit("net.multipliers", QStringLiteral("1 1"));
        QVERIFY(b.action(Cmd::Go)->isEnabled());
    }

    void whatDoesNotFitKeepsStartOffUntilItDoes() {
        Bench b("vqgan-ready");
        QCOMPARE(b.panel->choice()->bar()->current(), kVqganButton);
        QTRY_VERIFY(b.shows(QStringLiteral("Start is off: the forecast is 21.11 GiB and the budget 6.00")));
        QVERIFY(!b.action(Cmd::Go)->isEnabled());
        b.commit("batch.micro", QStringLiteral("2"));
        b.commit("memory.checkpointing", QStringLiteral("on"));
        QTRY_VERIFY(b.action(Cmd::Go)->isEnabled());
        b.action(Cmd::Go)->trigger();
        b.session->advance();
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        QTRY_VERIFY(!b.panel->choice()->isVisible());
        b.session->advance();
        QTRY_VERIFY(!b.window.trainPage()->timeline(kVqgan)->model()->empty());
        QVERIFY(b.window.trainPage()->timeline(kDcgan)->model()->empty());
    }

    void editsOfARunAreStagedWithTheirCost() {
        Bench b("vqgan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        QTRY_VERIFY(b.row("net.base") && !b.row("net.base")->editor()->isEnabled());
        QVERIFY(b.row("loss.gan")->editor()->isEnabled());
        QTRY_VERIFY(b.panel->forecast()->report());
        b.commit("batch.micro", QStringLiteral("3"));
        QCOMPARE(b.draft().batch_micro, 2);
        QTRY_VERIFY(b.shows(QStringLiteral("Fits, ")));
        b.commit("precision", QStringLiteral("bf16"));
        b.commit("codebook.restart", QStringLiteral("50000"));
        QTRY_VERIFY(b.shows(QStringLiteral("3 staged edits")));
        b.panel->edits()->applyStaged();
        b.session->advance();
        QTRY_COMPARE(b.draft().batch_micro, 3);
        QCOMPARE(b.draft().precision, Precision::Bf16);
        QCOMPARE(b.draft().own<VqganTrainConfig>().restart, 50000);
        b.commit("precision", QStringLiteral("fp16"));
        QTRY_VERIFY(b.shows(QStringLiteral("a VQGAN overflows in fp16")));
        QVERIFY(!b.action(Cmd::ApplyEdits)->isEnabled());
    }

    void itsCurvesAreThere() {
        Bench b("vqgan");
        QTRY_COMPARE(b.curveTabs(), (QStringList{"Timeline", "Losses", "Codebook", "Scores", "Log", "Queue"}));
        TimelineView* view = b.curves(QStringLiteral("Timeline"))->view();
        const auto labels = [&] { return view->endLabels().join(QLatin1Char('|')); };
        QTRY_VERIFY2(labels().contains(QStringLiteral("L1 0.06")), qPrintable(labels()));
        QVERIFY2(labels().contains(QStringLiteral("LPIPS 0.2")), qPrintable(labels()));
        QVERIFY2(labels().contains(QStringLiteral("SSIM 0.85")) || labels().contains(QStringLiteral("SSIM 0.86")),
                 qPrintable(labels()));
        QVERIFY2(labels().contains(QStringLiteral("Codes 0.")), qPrintable(labels()));
        QCOMPARE(b.window.trainPage()->timeline(), b.window.trainPage()->timeline(kVqgan));
        QVERIFY(b.window.trainPage()->timeline(kDcgan)->model()->empty());

        TimelinePanel* losses = b.curves(QStringLiteral("Losses"));
        view = losses->view();
        QTRY_VERIFY2(labels().contains(QStringLiteral("D 0.8")), qPrintable(labels()));
        QVERIFY2(labels().contains(QStringLiteral("Weight 0.7")), qPrintable(labels()));
        QVERIFY(view->readout(view->outputRect()).contains(QStringLiteral("Adaptive weight")));
        const auto value = [&](int place, std::size_t step) {
            return losses->model()->smoothed(static_cast<Curve>(place), step - 1);
        };
        QVERIFY(std::isnan(value(0, 2499)) && std::isfinite(value(0, 2500)));  // the discriminator's first step
        QVERIFY(std::isfinite(value(1, 1)));

        view = b.curves(QStringLiteral("Codebook"))->view();
        QTRY_VERIFY2(labels().contains(QStringLiteral("All 1,024")), qPrintable(labels()));
        QVERIFY2(labels().contains(QStringLiteral("Perplexity ")), qPrintable(labels()));
    }

    void theCurvesOfAResumedRunGoOn() {
        Bench b("vqgan-ready");
        RunHistory past;
        past.config = default_config(kVqgan);
        for (std::int64_t step = 1; step <= 20; ++step)
            past.steps.push_back(fixture::vqgan_step(past.config, step, 1.0));
        b.window.trainPage()->setHistory(past);
        MetricsModel* model = b.window.trainPage()->timeline()->model();
        QCOMPARE(model->size(), std::size_t{20});
        QCOMPARE(model->row(19).mean[0], static_cast<float>(past.steps[19].own<VqganFigures>()->l1));
        QCOMPARE(model->row(19).mean[2], static_cast<float>(past.steps[19].own<VqganFigures>()->similarity));
        model = b.curves(QStringLiteral("Codebook"))->model();
        QCOMPARE(model->row(19).mean[0], static_cast<float>(past.steps[19].own<VqganFigures>()->codes_used));
        QCOMPARE(model->row(19).mean[1], static_cast<float>(past.steps[19].own<VqganFigures>()->perplexity));
        QVERIFY(b.window.trainPage()->timeline(kDcgan)->model()->empty());
    }

    void beforeTheDiscriminatorNoEmptyAxes() {
        Bench b("vqgan-ready");
        b.bridge.apply({{"batch.micro", std::int64_t{1}}, {"memory.checkpointing", std::string("on")}});
        QTRY_VERIFY(b.action(Cmd::Go)->isEnabled());
        b.action(Cmd::Go)->trigger();
        for (int i = 0; i < 12; ++i) b.session->advance();
        QTRY_VERIFY(!b.window.trainPage()->timeline()->model()->empty());
        TimelineView* view = b.curves(QStringLiteral("Losses"))->view();
        QTRY_VERIFY(view->endLabels().join(QLatin1Char(' ')).contains(QStringLiteral("G ")));
        QVERIFY(!view->plot()->rectShown(view->outputRect()));
        view = b.curves(QStringLiteral("Timeline"))->view();
        QTRY_VERIFY(view->plot()->rectShown(view->outputRect()));
    }

    void reconstructionsAreCalledWhatTheyAre() {
        Bench b("vqgan");
        const QTabWidget* tabs = b.window.trainPage()->samples()->tabs();
        QTRY_COMPARE(Bench::tabsOf(tabs), (QStringList{"Reconstructions", "Real images"}));
        QTRY_VERIFY(b.samples()->pane()->grid()->images().size() == 16);
        QVERIFY2(b.samples()->countText().contains(QStringLiteral("each above its reconstruction")),
                 qPrintable(b.samples()->countText()));
        const QImage pair = b.samples()->pane()->grid()->images().first();
        QCOMPARE(pair.height(), 2 * pair.width());
        b.window.trainPage()->samples()->toggleCompare();
        QVERIFY(b.samples()->pane()->two());
        const int side = pair.width();
        QCOMPARE(b.samples()->pane()->grid()->images().first(), pair.copy(0, 0, side, side));
        QCOMPARE(b.samples()->pane()->second()->images().first(), pair.copy(0, side, side, side));
        QVERIFY(b.shows(QStringLiteral("Reconstructions")));
    }

    void aFinishedRunWaitsBehindTheOtherModel() {
        Bench b("vqgan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        QTRY_VERIFY(b.samples()->pane()->grid()->isVisible());
        b.bridge.stop(StopMode::SaveAndStop);
        b.session->advance();
        QTRY_COMPARE(b.bridge.state(), RunState::Finished);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Continue"));
        QVERIFY(b.panel->choice()->isVisible());
        b.choose(kDcganButton);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Start"));
        QCOMPARE(b.panel->header()->runName(), QStringLiteral("New run"));
        QVERIFY(!b.samples()->pane()->grid()->isVisible());  // no reconstructions among a DCGAN's samples
        QCOMPARE(b.curveTabs(), (QStringList{"Timeline", "Scores", "Log", "Queue"}));
        b.choose(kVqganButton);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Continue"));
        QCOMPARE(b.panel->header()->runName(), QStringLiteral("textures-vq-256"));
        QVERIFY(b.samples()->pane()->grid()->isVisible());
        QVERIFY(b.shows(QStringLiteral("4,21")));
    }

    void commandsWorkInEveryState() {
        Bench b("vqgan");
        const auto reach = [&b](RunState state) {
            b.session->advance();
            QTRY_COMPARE(b.bridge.state(), state);
            for (int i = 0; i < kCmdCount; ++i) {
                const QAction* action = b.action(static_cast<Cmd>(i));
                QVERIFY2(action->isEnabled() || !action->toolTip().isEmpty(), qPrintable(action->text()));
            }
        };
        reach(RunState::Running);
        b.action(Cmd::Sample)->trigger();
        b.action(Cmd::Checkpoint)->trigger();
        reach(RunState::Running);
        QTRY_VERIFY(b.shows(QStringLiteral("Saved step")));
        b.action(Cmd::PauseResume)->trigger();
        reach(RunState::Paused);
        b.action(Cmd::Step)->trigger();
        reach(RunState::Paused);
        b.action(Cmd::Lend)->trigger();
        reach(RunState::Lent);
        QVERIFY(!b.action(Cmd::Sample)->isEnabled());
        b.action(Cmd::Go)->trigger();
        reach(RunState::Running);
        b.session->fail_next_step(
            make_error(ErrorCode::Internal, "The losses are not numbers any more", "Lower the rates."));
        reach(RunState::Failed);
        QVERIFY(b.panel->choice()->isVisible());
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Resume"));
        b.action(Cmd::Go)->trigger();
        reach(RunState::Running);
        b.action(Cmd::Stop)->trigger();
        reach(RunState::Finished);
        b.commit("lr.g", QStringLiteral("1e-4"));
        b.action(Cmd::Go)->trigger();  // goes on with what was edited since
        reach(RunState::Running);
        QCOMPARE(b.draft().lr_g, 1e-4);
        QCOMPARE(b.draft().own<VqganTrainConfig>().codes, 1024);
        b.action(Cmd::StopWithoutSaving)->trigger();
        reach(RunState::Finished);
        b.action(Cmd::StartNew)->trigger();
        reach(RunState::Running);
        QCOMPARE(b.draft().model, kVqgan);
    }

    void aResumedRunShowsItsFormFromTheStart() {
        Bench b("ready");
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("config.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(write_config(default_config(kVqgan))));
        file.close();
        b.window.starts()->continueRun(folder.path());
        QTRY_COMPARE(b.bridge.state(), RunState::Preparing);
        QVERIFY(b.row("net.codes"));
        QVERIFY(b.shows(QStringLiteral("VQGAN ")));
    }

    void theLedgerSpeaksOfAVqgan() {
        Bench b("vqgan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        const auto* ledger = b.window.findChild<LedgerModel*>();
        QVERIFY(ledger);
        QTRY_COMPARE(ledger->name(LedgerRow::Weights, LedgerModel::Length::Full), QStringLiteral("Weights (VQGAN, D)"));
        QCOMPARE(ledger->name(LedgerRow::Inputs, LedgerModel::Length::Full), QStringLiteral("Codebook, inputs"));
        QVERIFY(ledger->indexOf(LedgerRow::Weights, LedgerModel::HeldBy)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("decoder")));
    }

    void theDemoIsOfTheModelThatWasAsked() {
        Bench b("ready");
        b.window.starts()->startDemo(kVqgan);
        QTRY_COMPARE(b.bridge.state(), RunState::Preparing);
        QCOMPARE(b.draft().model, kVqgan);
        QCOMPARE(b.draft().image_size, 64);
        b.session->advance();
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        b.bridge.stop(StopMode::StopWithoutSaving);
        b.session->advance();
        QTRY_COMPARE(b.bridge.state(), RunState::Finished);
        b.window.starts()->startDemo(first_kind());
        QTRY_COMPARE(b.draft().model, kDcgan);
    }
};

QTEST_MAIN(VqganPageTest)
#include "tst_vqgan_page.moc"
