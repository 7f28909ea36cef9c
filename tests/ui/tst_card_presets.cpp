// Presets for memory sizes and for the CPU: Make it fit is asked for each, its best plan becomes the form's, and what is cancelled changes nothing.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/fixture_memory.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/preset_menu.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/param_edits.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/fit/fit_parts.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/theme.h"
#include "ui/shell/window_dialogs.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/notice_bar.h"

#include <QPointer>
#include <QSlider>

#include <cstdint>
#include <string>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// With the form of a training in front.
struct CardStudio : Studio {
    explicit CardStudio(const char* fixture) : Studio(fixture) { window.showPage(Page::Train); }
    QAction* entry(const QString& text) const { return preset_entry(window, text); }
};

}  // namespace

class CardPresetsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aMemorySizeIsPlannedByMakeItFitAndApplied() {
        CardStudio s("ready");
        QAction* card = nullptr;
        QTRY_VERIFY((card = s.entry(QStringLiteral("8 GB card"))));
        card->trigger();
        const QPointer<FitDialog> fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        const double budget = 0.9 * 8 * 1024 * 1024 * 1024;
        QTRY_VERIFY(!fit);  // its best plan is in the form, with the budget
        QCOMPARE(s.window.front()->edits()->preview().budget.count, static_cast<std::int64_t>(budget));
        QVERIFY(s.window.notices()->find(QStringLiteral("card"))->title().contains(QStringLiteral("8 GB")));
        QVERIFY(s.action(Cmd::Undo)->isEnabled());
    }

    void eachMemorySizeIsAskedFor() {
        CardStudio s("ready");
        for (const int size : {2, 4, 6, 8, 12, 24}) {
            QAction* card = nullptr;
            QTRY_VERIFY((card = s.entry(QStringLiteral("%1 GB card").arg(size))));
            card->trigger();
            const QPointer<FitDialog> fit = s.window.findChild<FitDialog*>();
            QVERIFY(fit);
            QTRY_VERIFY(!fit || !fit->searching());
            const double budget = 0.9 * size * 1024 * 1024 * 1024;
            QCOMPARE(s.session->plans().questions().back().budget.count, static_cast<std::int64_t>(budget));
            if (fit && fit->isVisible()) fit->reject();  // nothing fits the smallest
            QTRY_VERIFY(!fit);
        }
    }

    void theCpuIsPlannedWithItsOwnBudget() {
        CardStudio s("ready");
        QTRY_VERIFY(s.window.front()->forecast()->report());  // of the card
        const TrainConfig before = s.window.front()->edits()->preview();
        QAction* cpu = nullptr;
        QTRY_VERIFY((cpu = s.entry(QStringLiteral("CPU, automatic budget"))));
        cpu->trigger();
        const QPointer<FitDialog> fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        QTRY_VERIFY(!fit);
        const FitRequest asked = s.session->plans().questions().back();
        QCOMPARE(asked.config.device, std::string("cpu"));
        QCOMPARE(asked.budget.count, std::int64_t{0});  // and not the card's
        const TrainConfig chosen = s.window.front()->edits()->preview();
        QCOMPARE(chosen.device, std::string("cpu"));
        QCOMPARE(chosen.budget.count, std::int64_t{0});
        QVERIFY(s.window.notices()->find(QStringLiteral("card"))->title().contains(QStringLiteral("CPU")));
        s.window.front()->edits()->undo();  // of both at once
        QCOMPARE(difference(s.window.front()->edits()->preview(), before), ParamPatch());
        QVERIFY(!s.window.front()->edits()->canUndo());
    }

    void aPlanForTheCpuThatIsCancelledChangesNothing() {
        CardStudio s("ready");
        QTRY_VERIFY(s.window.front()->forecast()->report());
        const TrainConfig before = s.window.front()->edits()->preview();
        QVERIFY(before.device != "cpu");
        s.session->plans().hold();
        QAction* cpu = nullptr;
        QTRY_VERIFY((cpu = s.entry(QStringLiteral("CPU, automatic budget"))));
        cpu->trigger();
        const QPointer<FitDialog> fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        QTRY_COMPARE(s.session->plans().questions().size(), std::size_t{1});
        QCOMPARE(s.session->plans().questions().front().config.device, std::string("cpu"));
        fit->reject();
        QTRY_VERIFY(!fit);
        QCOMPARE(difference(s.window.front()->edits()->preview(), before), ParamPatch());
        QVERIFY(!s.window.front()->edits()->canUndo());
        QVERIFY(!s.window.notices()->find(QStringLiteral("card")));
    }

    void ofTheCpuTheSliderHasTheBudgetThatWasPlannedForAndSetsIt() {
        CardStudio s("ready");
        QTRY_VERIFY(s.window.front()->forecast()->report());
        s.window.dialogs()->makeFit({{"device", std::string("cpu")}, {"memory.budget", std::int64_t{0}}});
        const QPointer<FitDialog> fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        QVERIFY(!fit->budget()->isEnabled());  // what is known is of the card
        QTRY_VERIFY(!fit->searching());
        QVERIFY2(fit->sentence().startsWith(QStringLiteral("This machine has 16")) &&
                     fit->sentence().contains(QStringLiteral("<b>Budget 8.00 GiB</b>")),
                 qPrintable(fit->sentence()));
        QVERIFY(fit->budget()->isEnabled());
        QCOMPARE(fit->budget()->budget(), fixture::gib(8.0));
        QSlider* slider = fit->budget()->slider();
        slider->setValue(slider->maximum());
        const Bytes all = fixture::gib(16.0) - fixture::gib(3.4);
        QTRY_VERIFY(!fit->searching() && s.session->plans().questions().size() == 2);
        QCOMPARE(s.session->plans().questions().back().budget, all);
        fit->applyPlan();
        const ParamEdits* edits = s.window.front()->edits();
        QTRY_COMPARE(edits->preview().budget, all);
        QCOMPARE(edits->preview().device, std::string("cpu"));
    }

    void anAutomaticBudgetIsPlannedForWhateverTheFormHas() {
        CardStudio s("ready");
        QTRY_VERIFY(s.window.front()->forecast()->report());
        ParamEdits* edits = s.window.front()->edits();
        const Bytes own = fixture::gib(4.0);
        edits->proposeAll({{"memory.budget", own.count}});
        QTRY_COMPARE(edits->inForce().budget, own);
        s.window.dialogs()->makeFit({{"memory.budget", std::int64_t{0}}});
        auto* fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        QTRY_VERIFY(!fit->searching());
        QCOMPARE(s.session->plans().questions().back().budget, Bytes{});
        QCOMPARE(fit->budget()->budget(), fixture::gib(8.0));  // what the engine has found
        fit->reject();
    }

    void besideARunOnACardTheCpuIsNotPlanned() {
        CardStudio s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        QAction* cpu = nullptr;
        QTRY_VERIFY((cpu = s.entry(QStringLiteral("CPU, automatic budget"))));
        cpu->trigger();
        QVERIFY(!s.window.findChild<FitDialog*>());
        QVERIFY(s.window.front()->edits()->staged().empty());
        QVERIFY(s.window.notices()->find(QStringLiteral("card")));
    }

    void aMemorySizeInWhichNothingFitsLeavesTheDialogOpen() {
        CardStudio s("ready");
        QTRY_VERIFY(s.entry(QStringLiteral("2 GB card")));
        s.window.dialogs()->planFor(kDcgan, Bytes{64 << 20});
        auto* fit = s.window.findChild<FitDialog*>();
        QVERIFY(fit);
        QTRY_VERIFY(!fit->searching());
        QVERIFY(fit->isVisible() && !fit->model()->report().any_fits);
        fit->reject();
    }
};

QTEST_MAIN(CardPresetsTest)
#include "tst_card_presets.moc"
