// Undo and redo: whatever changes a draft is an edit with a name, wherever it comes from; beside a run it is staged, and what is fixed is told.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/panels/welcome/welcome_parts.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

namespace {

ParamEdits* edits_on(const Studio& s, Page page) { return s.window.benchOn(page)->edits(); }

std::string shown(const Studio& s, Page page, const char* key) {
    return std::get<std::string>(edits_on(s, page)->valueShown(key));
}

/// Its data set dialog, which has looked at `path`.
DatasetDialog* looked_at(Studio& s, const QString& path = {}) {
    s.action(Cmd::InspectData)->trigger();
    auto* dialog = s.window.findChild<DatasetDialog*>();
    if (dialog && !path.isEmpty()) {
        dialog->pathField()->setText(path);
        dialog->inspect();
    }
    return dialog && QTest::qWaitFor([dialog] { return dialog->useButton()->isEnabled(); }, kPatienceMs) ? dialog
                                                                                                         : nullptr;
}

/// As its user does.
void choose_fit(const DatasetDialog& dialog, int index) {
    auto* fit = dialog.findChild<QComboBox*>();
    fit->setCurrentIndex(index);
    Q_EMIT fit->activated(index);
}

/// The device of its welcome page; they are made anew whenever they have been looked for.
DeviceCard* device(const Studio& s, std::string_view id) {
    DeviceCard* newest = nullptr;
    for (auto* card : s.window.findChild<WelcomePage*>()->findChildren<DeviceCard*>())
        if (card->id() == id) newest = card;
    return newest;
}

void choose_model(const Studio& s, ModelKind kind) {
    const std::vector<ModelKind> kinds = kinds_on(Page::Train);
    const auto at = std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
    s.window.runPanel(Page::Train)->choice()->bar()->button(static_cast<int>(at))->click();
}

bool says_fixed(const Studio& s, const char* name) {
    const NoticeBar* bar = s.window.notices()->find(QStringLiteral("fixed"));
    return bar && bar->title() == QStringLiteral("Fixed for the run that is going: %1").arg(QLatin1String(name));
}

}  // namespace

class UndoTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() { QVERIFY(folder_.isValid()); }

    void theMenuNamesTheEditAndKeysUndoAndRedoIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        QCOMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo edit"));
        const std::int64_t before = s.bridge.config()->batch_micro;
        edits_on(s, Page::Train)->propose("batch.micro", before + 8);
        const QString change = QStringLiteral("Micro-batch %1 to %2");
        QTRY_COMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo ") + change.arg(before).arg(before + 8));
        QTest::keyClick(&s.window, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(s.bridge.config()->batch_micro, before);
        QTRY_COMPARE(s.action(Cmd::Redo)->text(), QStringLiteral("Redo ") + change.arg(before).arg(before + 8));
        QTest::keyClick(&s.window, Qt::Key_Y, Qt::ControlModifier);
        QTRY_COMPARE(s.bridge.config()->batch_micro, before + 8);
        s.action(Cmd::Undo)->trigger();
        QTest::keyClick(&s.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(s.bridge.config()->batch_micro, before + 8);
    }

    void aFolderChosenOnTheWelcomePageCanBeUndone() {
        Studio s("ready");
        Q_EMIT s.window.findChild<WelcomePage*>()->dataChosen(folder_.path());
        QCOMPARE(s.window.page(), Page::Train);
        QVERIFY(s.window.findChild<DatasetDialog*>());  // it is looked at
        s.window.findChild<DatasetDialog*>()->reject();
        QCOMPARE(shown(s, Page::Train, "data.path"), folder_.path().toStdString());
        QTRY_VERIFY2(s.action(Cmd::Undo)->text().startsWith(QStringLiteral("Undo Data shapes to ")),
                     qPrintable(s.action(Cmd::Undo)->text()));
        s.action(Cmd::Undo)->trigger();
        QTRY_COMPARE(shown(s, Page::Train, "data.path"), std::string("shapes"));
    }

    void aModelOfTheListIsOneEdit() {
        Studio s("ready");
        s.window.starts()->takeModel(QStringLiteral("clip"), QStringLiteral("/models/clip.pt"));
        QCOMPARE(s.window.page(), Page::Imagine);
        QCOMPARE(shown(s, Page::Imagine, "clip.files"), std::string("/models/clip.pt"));
        QTRY_VERIFY(s.action(Cmd::Undo)->text().startsWith(QStringLiteral("Undo CLIP ")));
        edits_on(s, Page::Imagine)
            ->proposeAll({{"vqgan.file", std::string("/a.ckpt")}, {"vqgan.config", std::string("/a.yaml")}});
        s.window.starts()->takeModel(QStringLiteral("vqgan"), QStringLiteral("/b.ckpt"));
        QCOMPARE(shown(s, Page::Imagine, "vqgan.config"), std::string());
        s.action(Cmd::Undo)->trigger();  // both of them
        QCOMPARE(shown(s, Page::Imagine, "vqgan.file"), std::string("/a.ckpt"));
        QCOMPARE(shown(s, Page::Imagine, "vqgan.config"), std::string("/a.yaml"));
        s.action(Cmd::Undo)->trigger();
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(shown(s, Page::Imagine, "clip.files"), std::string());
    }

    void aModelBesideAPaintingIsFixed() {
        Studio s("imagine");
        QTRY_COMPARE(s.window.page(), Page::Imagine);
        s.window.starts()->takeModel(QStringLiteral("clip"), QStringLiteral("/models/clip.pt"));
        QVERIFY(says_fixed(s, "CLIP"));
        QVERIFY(edits_on(s, Page::Imagine)->staged().empty());
    }

    void aDataSetThatWasLookedAtIsOneEdit() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const std::string fit = shown(s, Page::Train, "data.fit");
        DatasetDialog* dialog = looked_at(s, QStringLiteral("/pictures"));
        QVERIFY(dialog);
        choose_fit(*dialog, 3);
        QTRY_VERIFY(dialog->useButton()->isEnabled());
        dialog->useButton()->click();
        QCOMPARE(shown(s, Page::Train, "data.path"), std::string("/pictures"));
        QCOMPARE(shown(s, Page::Train, "data.fit"), std::string("pad"));
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(shown(s, Page::Train, "data.path"), std::string("shapes"));
        QCOMPARE(shown(s, Page::Train, "data.fit"), fit);
    }

    void aRecipeIsOneEditWithItsData() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const TrainConfig before = *s.bridge.config();
        DatasetDialog* dialog = looked_at(s, QStringLiteral("/pictures"));
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->recipeButton()->isEnabled());
        dialog->recipeButton()->click();
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("recipe")));
        QCOMPARE(s.bridge.config()->data_path, std::string("/pictures"));
        const bool other = s.bridge.config()->model != before.model;  // a model, which is an edit of its own
        s.action(Cmd::Undo)->trigger();
        if (other) s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == before);
        QVERIFY(!s.action(Cmd::Undo)->isEnabled());
    }

    void besideARunTheCropAloneIsStaged() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        const QString refused = QStringLiteral("takes effect in a new run only");
        DatasetDialog* dialog = looked_at(s);
        QVERIFY(dialog);
        choose_fit(*dialog, 3);
        QTRY_VERIFY(dialog->useButton()->isEnabled());
        dialog->useButton()->click();
        QCOMPARE(s.window.front()->edits()->staged(), (ParamPatch{{"data.fit", std::string("pad")}}));
        QVERIFY(!s.shows(refused));
        QTRY_VERIFY(s.action(Cmd::Undo)->text().startsWith(QStringLiteral("Undo Crop ")));
        s.action(Cmd::Undo)->trigger();
        QVERIFY(s.window.front()->edits()->staged().empty());
        QTRY_VERIFY(!s.window.findChild<DatasetDialog*>());

        dialog = looked_at(s, QStringLiteral("/pictures"));  // other data need a new run
        QVERIFY(dialog);
        dialog->useButton()->click();
        QVERIFY(says_fixed(s, "Data"));
        QVERIFY(s.window.front()->edits()->staged().empty());
    }

    void whatIsStagedWhenARunEndsIsAnEditOfTheNextOnesSettings() {
        Studio s("story");
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        ParamEdits* edits = edits_on(s, Page::Train);
        const double rate = s.bridge.config()->lr_d;
        edits->proposeAll({{"lr.d", rate / 2}, {"batch.micro", std::int64_t{64}}});
        QCOMPARE(s.bridge.config()->lr_d, rate);
        s.bridge.stop(StopMode::SaveAndStop);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        QTRY_COMPARE(s.bridge.config()->lr_d, rate / 2);
        QCOMPARE(s.bridge.config()->batch_micro, 64);
        QVERIFY(edits->staged().empty());
        QTRY_VERIFY(s.action(Cmd::Undo)->isEnabled());
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->lr_d, rate);
    }

    void whatWasPreparedComesBackAfterTheDemo() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const auto ends = [&s] {
            QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Running));
            s.bridge.stop(StopMode::SaveAndStop);
            QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        };
        ParamEdits* edits = edits_on(s, Page::Train);
        edits->proposeAll({{"batch.accumulate", std::int64_t{4}}, {"device", std::string("cpu")}});
        const TrainConfig mine = *s.bridge.config();
        s.window.starts()->startDemo(first_kind());
        ends();
        const TrainConfig demo = *s.bridge.config();
        QCOMPARE(demo.batch_accumulate,
                 KindDrafts::first(first_kind()).batch_accumulate);  // which the preset does not name
        QCOMPARE(demo.device, std::string("cpu"));                   // the machine's
        QVERIFY(edits->prepared() == mine);
        QTRY_COMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo settings of the run"));
        s.window.own()->watch()->go();  // on with it: what was prepared stays so
        ends();
        QTRY_COMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo settings of the run"));
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == mine);
        QTRY_COMPARE(s.action(Cmd::Redo)->text(), QStringLiteral("Redo settings of the run"));
        s.window.own()->watch()->startNew();  // with these there is nothing to bring back
        ends();
        QVERIFY(!edits->canUndo());
    }

    void whatWasPreparedComesBackAfterARunThatBringsItsOwn() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const TrainConfig mine = *s.bridge.config();
        TrainConfig its = mine;
        its.lr_g = mine.lr_g / 2;
        s.window.starts()->startFrom(its, QStringLiteral("/runs/other/checkpoint"));
        QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Running));
        edits_on(s, Page::Train)->propose("lr.d", mine.lr_d / 2);  // left staged: a step of its own
        s.bridge.stop(StopMode::SaveAndStop);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == its);
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == mine);
    }

    void theDeviceOfTheWelcomePageCanBeUndone() {
        Studio s("ready");
        QTRY_VERIFY(device(s, "cpu"));
        const std::string before = s.bridge.config()->device;
        const Bytes budget = s.bridge.config()->budget;
        const bool gpu = device(s, "cuda:0")->radio()->isChecked();
        const std::string other = gpu ? "cpu" : "cuda:0";
        device(s, other)->radio()->click();
        QCOMPARE(s.bridge.config()->device, other);
        QVERIFY(device(s, other)->radio()->isChecked());
        QTRY_VERIFY(s.action(Cmd::Undo)->text().startsWith(QStringLiteral("Undo Device ")));
        const auto slider = [&] { return device(s, other)->findChild<QSlider*>(); };
        slider()->setValue(8);
        QCOMPARE(s.bridge.config()->budget.count, std::int64_t{2} << 30);
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->budget.count, budget.count);
        QTRY_COMPARE(slider()->value(), static_cast<int>(budget.count >> 28));  // and the page follows
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->device, before);
        QVERIFY(!device(s, other)->radio()->isChecked());
        QCOMPARE(device(s, "cuda:0")->radio()->isChecked(), gpu);
        QVERIFY(!s.action(Cmd::Undo)->isEnabled());
        slider()->setValue(8);  // a budget is of its own device
        QCOMPARE(s.bridge.config()->device, other);
        QCOMPARE(s.bridge.config()->budget.count, std::int64_t{2} << 30);
        QVERIFY(device(s, other)->radio()->isChecked());
    }

    void theDeviceOfARunIsFixedAndItsBudgetStaged() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        s.window.showPage(Page::Welcome);
        QTRY_VERIFY(device(s, "cpu"));
        const bool gpu = device(s, "cuda:0")->radio()->isChecked();
        const std::string other = gpu ? "cpu" : "cuda:0";
        device(s, other)->radio()->click();
        QVERIFY(says_fixed(s, "Device"));
        QVERIFY(!device(s, other)->radio()->isChecked());
        QVERIFY(edits_on(s, Page::Train)->staged().empty());
        device(s, gpu ? "cuda:0" : "cpu")->findChild<QSlider*>()->setValue(8);
        QCOMPARE(s.window.page(), Page::Train);  // where it waits
        QVERIFY(edits_on(s, Page::Train)->staged().contains("memory.budget"));
    }

    void theChoiceOfAModelIsAnEdit() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        ParamEdits* edits = edits_on(s, Page::Train);
        const TrainConfig first = *s.bridge.config();
        QCOMPARE(first.model, kDcgan);
        edits->propose("batch.micro", first.batch_micro + 8);
        const TrainConfig edited = *s.bridge.config();
        choose_model(s, kVqgan);
        const TrainConfig chosen = *s.bridge.config();
        QCOMPARE(chosen.model, kVqgan);
        QTRY_COMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo Model DCGAN to VQGAN"));
        edits->propose("net.codes", std::int64_t{256});
        choose_model(s, kDcgan);  // and back: nothing of it is forgotten
        QVERIFY(*s.bridge.config() == edited);
        QTRY_COMPARE(s.action(Cmd::Undo)->text(), QStringLiteral("Undo Model VQGAN to DCGAN"));
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->own<VqganTrainConfig>().codes, std::int64_t{256});
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == chosen);
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == edited);
        QCOMPARE(s.window.runPanel()->choice()->bar()->current(), 0);  // the page follows
        s.action(Cmd::Undo)->trigger();
        QVERIFY(*s.bridge.config() == first);
        QVERIFY(!s.action(Cmd::Undo)->isEnabled());
        for (int i = 0; i < 4; ++i) s.action(Cmd::Redo)->trigger();
        QVERIFY(*s.bridge.config() == edited);
        QVERIFY(!s.action(Cmd::Redo)->isEnabled());
    }

    void eachPageKeepsItsOwnEdits() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        const std::int64_t batch = s.bridge.config()->batch_micro;
        edits_on(s, Page::Train)->propose("batch.micro", batch + 8);
        s.window.showPage(Page::Imagine);
        QTRY_VERIFY(!s.action(Cmd::Undo)->isEnabled());  // going there is none
        edits_on(s, Page::Imagine)->propose("prompts", std::string("a red cube"));
        s.window.showPage(Page::Train);
        QTRY_COMPARE(s.action(Cmd::Undo)->text(),
                     QStringLiteral("Undo Micro-batch %1 to %2").arg(batch).arg(batch + 8));
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->batch_micro, batch);
        s.window.showPage(Page::Imagine);
        QTRY_VERIFY(s.action(Cmd::Undo)->text().startsWith(QStringLiteral("Undo Prompts ")));
        QCOMPARE(s.bridge.config()->own<ImagineConfig>().prompts, std::string("a red cube"));
    }

private:
    QTemporaryDir folder_;
};

QTEST_MAIN(UndoTest)
#include "tst_undo.moc"
