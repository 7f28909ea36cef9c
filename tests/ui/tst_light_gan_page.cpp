// Training a Light GAN in the window: choice of the model, its form and presets, gate, edits, curves, words, the demo, states.
#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/situation_watch.h"
#include "ui/widgets/segmented_bar.h"

#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include <set>
#include <vector>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kDcganButton = 0, kLightGanButton = 2;

struct Bench : Studio {
    explicit Bench(const char* fixture) : Studio(fixture) {
        window.resize(1600, 1000);
        window.showPage(MainWindow::Page::Train);
        for (auto* one : window.findChildren<RunPanel*>()) {
            if (one->choice()->bar()->button(kLightGanButton)) panel = one;
        }
    }
    void choose(int kind) const { panel->choice()->bar()->button(kind)->click(); }
    ParamRowView* row(const char* key) const { return panel->form()->rowFor(key); }
    void commit(const char* key, const QString& text) const { Q_EMIT row(key)->editor()->committed(text); }
    QStringList curveTabs() const {
        const QTabWidget* lower = window.trainPage()->lower();
        QStringList out;
        for (int i = 0; i < lower->count(); ++i) {
            if (lower->isTabVisible(i)) out << lower->tabText(i);
        }
        return out;
    }
    QString startReason() const { return action(Cmd::Go)->isEnabled() ? QString() : action(Cmd::Go)->toolTip(); }
    const TrainConfig& draft() const { return *(snapshot = session->snapshot()); }
    mutable ConfigSnapshot snapshot;
    RunPanel* panel = nullptr;
};

}  // namespace

class LightGanPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChosenModelHasItsForm() {
        Bench b("ready");
        QVERIFY(b.panel);
        b.choose(kLightGanButton);
        QCOMPARE(b.draft().model, kLightGan);
        for (const headroom::ParamRow& row : schema_rows()) {
            const bool its = belongs_to(row, kLightGan) && row.key != "model";
            QVERIFY2((b.row(row.key.data()) != nullptr) == its, row.key.data());
        }
        QVERIFY(b.row("image.grow_to") && b.row("image.grow_after") && !b.row("image.fade_steps"));
        QVERIFY(b.shows(QStringLiteral("width up to 512")));
        b.choose(kDcganButton);
        QCOMPARE(b.draft().model, kDcgan);
        QVERIFY(b.row("width.g") && !b.row("model.width"));
    }

    void aChoiceKeepsEachOnesOwn() {
        Bench b("ready");
        b.choose(kLightGanButton);
        b.commit("model.width", QStringLiteral("128"));
        b.commit("image.grow_to", QStringLiteral("256"));
        QCOMPARE(b.draft().own<LightGanConfig>().width_max, 128);
        QCOMPARE(b.draft().grow_to, 256);
        b.choose(kDcganButton);
        QVERIFY(b.draft().grow_to != 256);
        b.choose(kLightGanButton);
        QCOMPARE(b.draft().own<LightGanConfig>().width_max, 128);
        QCOMPARE(b.draft().grow_to, 256);
    }

    void presetsAreThoseOfTheModel() {
        Bench b("ready");
        b.choose(kLightGanButton);
        QStringList names;
        QAction* larger = nullptr;
        for (QAction* action : b.panel->choice()->presets()->actions()) {
            if (action->isSeparator()) break;  // memory sizes and presets of one's own follow
            names << action->text();
            if (action->text().contains(QStringLiteral("256"))) larger = action;
            QVERIFY(!action->toolTip().isEmpty());
        }
        QCOMPARE(names.size(), 4);
        QVERIFY(larger);
        larger->trigger();
        QCOMPARE(b.draft().image_size, 256);
        QCOMPARE(b.draft().batch_micro, 2);
        QVERIFY(b.shows(QStringLiteral("Light GAN 256 × 256, width up to 512")));
    }

    void settingsThatCannotTrainKeepStartOff() {
        Bench b("ready");
        b.choose(kLightGanButton);
        b.commit("batch.micro", QStringLiteral("1"));
        QTRY_VERIFY(b.action(Cmd::Go)->isEnabled());
        b.commit("model.attention", QStringLiteral("a few"));
        QVERIFY2(b.startReason().contains(QStringLiteral("is no list of sides")), qPrintable(b.startReason()));
        b.commit("model.attention", QStringLiteral("32"));
        QVERIFY(b.action(Cmd::Go)->isEnabled());
        b.commit("image.grow_to", QStringLiteral("96"));
        QVERIFY2(b.startReason().contains(QStringLiteral("power of two from 64 to 1")), qPrintable(b.startReason()));
        b.commit("image.grow_to", QStringLiteral("0"));
        QVERIFY(b.action(Cmd::Go)->isEnabled());
    }

    void editsOfARunAreStaged() {
        Bench b("light-gan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        QTRY_VERIFY(b.row("model.width") && !b.row("model.width")->editor()->isEnabled());
        QVERIFY(b.row("loss.gp")->editor()->isEnabled());
        QVERIFY(b.row("image.grow_to")->editor()->isEnabled());
        b.commit("loss.gp", QStringLiteral("5"));
        b.commit("augment.share", QStringLiteral("0.5"));
        QCOMPARE(b.draft().own<LightGanConfig>().gp_weight, 10.0);
        QTRY_VERIFY(b.shows(QStringLiteral("2 staged edits")));
        b.panel->edits()->applyStaged();
        b.session->advance();
        QTRY_COMPARE(b.draft().own<LightGanConfig>().gp_weight, 5.0);
        QCOMPARE(b.draft().own<LightGanConfig>().augment_share, 0.5);
    }

    void curvesOfAModelAreThereOnceItIsChosen() {
        Bench b("ready");
        const auto kinds = [&b] {
            std::set<ModelKind> out;
            for (const auto* panel : b.window.trainPage()->findChildren<TimelinePanel*>())
                out.insert(panel->view()->spec().model);
            return out;
        };
        QCOMPARE(kinds(), std::set<ModelKind>{kDcgan});
        b.choose(kLightGanButton);
        QCOMPARE(kinds(), (std::set<ModelKind>{kDcgan, kLightGan}));
        for (const int button : {kLightGanButton, kDcganButton}) {
            b.choose(button);
            const QStringList tabs = b.curveTabs();
            QVERIFY2(tabs.first() == QStringLiteral("Timeline") && tabs.count(tabs.first()) == 1 &&
                         tabs.mid(tabs.size() - 3) == QStringList({"Scores", "Log", "Queue"}),
                     qPrintable(tabs.join(QLatin1Char(' '))));
        }
    }

    void aStrengthThatAdaptsHasItsCurves() {
        Bench b("ready");
        for (const int button : {kDcganButton, kLightGanButton}) {
            b.choose(button);
            b.bridge.apply({{"augment.adapt", false}});
            QTRY_VERIFY(!b.curveTabs().contains(QStringLiteral("Augmentation")));
            ParamPatch patch{{"augment.adapt", true}};
            if (button == kDcganButton) patch["augment.translation"] = true;
            b.bridge.apply(patch);
            QTRY_COMPARE(b.curveTabs().mid(0, 2), QStringList({"Timeline", "Augmentation"}));
        }
    }

    void itsCurvesAreThere() {
        Bench b("light-gan");
        QTRY_COMPARE(b.curveTabs(), (QStringList{"Timeline", "Scores", "Log", "Queue"}));
        QTRY_VERIFY(!b.window.trainPage()->timeline(kLightGan)->model()->empty());
        QVERIFY(b.window.trainPage()->timeline(kDcgan)->model()->empty());
        QCOMPARE(b.window.trainPage()->timeline(), b.window.trainPage()->timeline(kLightGan));
    }

    void theLedgerSpeaksOfALightGan() {
        Bench b("light-gan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        const auto* ledger = b.window.findChild<LedgerModel*>();
        QVERIFY(ledger);
        QTRY_COMPARE(ledger->name(LedgerRow::Weights, LedgerModel::Length::Full),
                     QStringLiteral("Weights (G, D, EMA)"));
    }

    void aFinishedRunWaitsBehindTheOtherModel() {
        Bench b("light-gan");
        QTRY_COMPARE(b.bridge.state(), RunState::Running);
        b.bridge.stop(StopMode::SaveAndStop);
        b.session->advance();
        QTRY_COMPARE(b.bridge.state(), RunState::Finished);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Continue"));
        b.choose(kDcganButton);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Start"));
        b.choose(kLightGanButton);
        QCOMPARE(b.action(Cmd::Go)->text(), QStringLiteral("Continue"));
        QCOMPARE(b.panel->header()->runName(), QStringLiteral("shapes-128-09"));
        std::vector<RunRequest> asked;
        b.window.own()->watch()->setStarter([&](const RunRequest& request) { asked.push_back(request); });
        b.action(Cmd::Go)->trigger();
        QCOMPARE(asked.size(), std::size_t{1});
        QVERIFY2(asked.front().config && asked.front().of_draft, "what its plan has made of it stays");
    }

    void commandsWorkInEveryState() {
        Bench b("light-gan");
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
        b.action(Cmd::PauseResume)->trigger();
        reach(RunState::Paused);
        b.action(Cmd::Lend)->trigger();
        reach(RunState::Lent);
        b.action(Cmd::Go)->trigger();
        reach(RunState::Running);
        b.action(Cmd::Stop)->trigger();
        reach(RunState::Finished);
    }

    void theDemoIsOfTheModelThatWasAsked() {
        Bench b("ready");
        b.window.starts()->startDemo(kLightGan);
        QTRY_COMPARE(b.bridge.state(), RunState::Preparing);
        QCOMPARE(b.draft().model, kLightGan);
        QCOMPARE(b.draft().image_size, 64);
        QCOMPARE(b.draft().own<LightGanConfig>().width_max, 128);
    }
};

QTEST_MAIN(LightGanPageTest)
#include "tst_light_gan_page.moc"
