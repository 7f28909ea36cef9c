// Presets of the user's own: kept, listed, used after a look at what differs, renamed, shared, deleted.
#include "core/api/param_schema.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/preset_menu.h"
#include "tests/ui/studio.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/preset_shelf.h"
#include "ui/models/run_words.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/presets/preset_dialogs.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTreeWidget>

#include <algorithm>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Scripted services that say where presets lie.
class PlacedServices final : public FakeServices {
public:
    explicit PlacedServices(const char* fixture) : FakeServices(fixture) {}
    ~PlacedServices() override { BackgroundTask::waitForAll(); }
    QString presets() const {
        return QFileInfo(QString::fromStdString(runs_folder())).absolutePath() + QStringLiteral("/presets");
    }
};

struct PresetStudio {
    explicit PresetStudio(const char* fixture) : services(fixture), window(&bridge, false) {
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        window.showPage(Page::Train);
    }
    void save(const char* name) {
        window.presets()->setAskName([name](const QString&) { return QLatin1String(name); });
        window.actions()->action(Cmd::SavePreset)->trigger();
        calm();  // whether there is one of that name
        calm();  // its file
    }
    /// What was asked for in the background has come.
    static void calm() {
        BackgroundTask::waitForAll();
        QCoreApplication::sendPostedEvents();
    }
    /// The list of presets, read.
    PresetsDialog* manage() {
        window.actions()->action(Cmd::Presets)->trigger();
        calm();
        return window.findChild<PresetsDialog*>();
    }
    QAction* entry(const QString& text) const { return preset_entry(window, text); }
    PlacedServices services;
    SessionBridge bridge;
    MainWindow window;
};

}  // namespace

class PresetsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void theShelfKeepsRecipes() {
        const test::TempFolder folder;
        const PresetShelf shelf(QString::fromStdString(folder.path()) + QStringLiteral("/presets"));
        QVERIFY(shelf.list().empty());
        TrainConfig config = default_config(first_kind());
        config.batch_micro = 48;
        QCOMPARE(shelf.save(QStringLiteral("night run"), config), QString());
        QCOMPARE(shelf.list().size(), std::size_t{1});
        QVERIFY(shelf.list().front().config == config);
        QCOMPARE(shelf.rename(QStringLiteral("night run"), QStringLiteral("day run")), QString());
        QVERIFY(shelf.has(QStringLiteral("day run")) && !shelf.has(QStringLiteral("night run")));
        QCOMPARE(shelf.save(QStringLiteral("other"), config), QString());
        QVERIFY(shelf.rename(QStringLiteral("other"), QStringLiteral("day run")).contains(QStringLiteral("already")));
        for (const char* bad : {"", " ", "a/b", ".hidden", " front"})
            QVERIFY2(!shelf.save(QLatin1String(bad), config).isEmpty(), bad);
        QVERIFY(!shelf.save(QString(200, QLatin1Char('x')), config).isEmpty());
        QFile torn(shelf.folder() + QStringLiteral("/torn.json"));
        QVERIFY(torn.open(QIODevice::WriteOnly) && torn.write("{\"batch.micro\": ") > 0);
        torn.close();
        const auto list = shelf.list();
        QCOMPARE(list.size(), std::size_t{3});
        QCOMPARE(std::count_if(list.begin(), list.end(), [](const OwnPreset& p) { return !p.problem.isEmpty(); }), 1);
        QCOMPARE(shelf.remove(QStringLiteral("other")), QString());
        QVERIFY(!shelf.has(QStringLiteral("other")));
    }

    void settingsAreKeptAndUsedAfterALook() {
        PresetStudio s("ready");
        const std::int64_t kept = s.bridge.config()->batch_micro;
        s.save("mine");
        QVERIFY(s.window.notices()->find(QStringLiteral("presets")));
        QVERIFY(QFile::exists(s.services.presets() + QStringLiteral("/mine.json")));
        s.bridge.apply({{"batch.micro", kept == 8 ? std::int64_t{16} : std::int64_t{8}}});
        QAction* mine = s.entry(QStringLiteral("mine"));
        QVERIFY(mine && mine->isEnabled());
        mine->trigger();
        auto* dialog = s.window.findChild<TakeSettingsDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->list()->topLevelItemCount(), 1);
        dialog->takeButton()->click();
        QCOMPARE(s.bridge.config()->batch_micro, kept);
        s.window.actions()->action(Cmd::Undo)->trigger();
        QTRY_VERIFY(s.bridge.config()->batch_micro != kept);
    }

    void theDataOfARecipeLiesBesideItOrIsToBeChosen() {
        const test::TempFolder folder;
        const QString at = QString::fromStdString(folder.path()), recipe = at + QStringLiteral("/flowers.json");
        TrainConfig config = default_config(first_kind());
        config.data_path = "./pics of somebody";
        QVERIFY(write_recipe(recipe, config));
        QCOMPARE(read_recipe(recipe).config.data_path, config.data_path);
        QCOMPARE(recipeWords({{RecipeDifference::What::NoData, "3 pictures", config.data_path}}),
                 QStringLiteral("Its data, called pics of somebody, is to be chosen (3 pictures)."));
        PresetStudio s("ready");
        s.window.starts()->takePatch(config.model, {{"data.path", config.data_path}});
        QTRY_COMPARE(s.bridge.config()->data_path, config.data_path);
        QVERIFY2(!s.window.findChild<DatasetDialog*>(), "there is nothing to look at");
        const QAction* go = s.window.actions()->action(Cmd::Go);
        QTRY_VERIFY(!go->isEnabled() && go->toolTip().contains(QStringLiteral("Choose a data set first")));
        ParamRowView* row = s.window.runPanel()->form()->rowFor("data.path");
        QVERIFY(row->editor());
        const auto says = [row](const QString& words) {
            const auto labels = row->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisibleTo(row) && label->text() == words && label->property("role") != "bad";
            });
        };
        const QString wanted = QStringLiteral("Data of the recipe, called “pics of somebody”, is to be chosen.");
        QTRY_VERIFY(says(wanted));
        const auto buttons = row->findChildren<QPushButton*>();
        QVERIFY(std::any_of(buttons.begin(), buttons.end(), [row](const QPushButton* button) {
            return button->text() == QStringLiteral("Choose…") && button->isVisibleTo(row);
        }));
        // It was made last, and Tab comes to it from its field.
        const auto of_row = [row](const QWidget* stop) { return row->isAncestorOf(stop); };
        const auto together = [&] {
            const QList<QWidget*> stops = stopsIn(s.window.runPanel()->form()->widget());
            const auto from = std::find_if(stops.begin(), stops.end(), of_row);
            return std::find_if_not(from, stops.end(), of_row) - from ==
                   std::count_if(stops.begin(), stops.end(), of_row);
        };
        QTRY_VERIFY(together());
        QVERIFY(QDir(at).mkdir(QStringLiteral("pics of somebody")));
        const std::string beside = read_recipe(recipe).config.data_path;
        QCOMPARE(beside, folder.path() + "/pics of somebody");
        s.bridge.apply({{"data.path", beside}, {"batch.micro", std::int64_t{8}}});  // of which the budget has room
        QTRY_VERIFY(!says(wanted) && go->isEnabled());
        const QString work = QDir::currentPath();
        QVERIFY(QDir::setCurrent(at));
        const QString still = toBeChosen(config.data_path);
        QVERIFY(QDir::setCurrent(work));
        QCOMPARE(still, QStringLiteral("pics of somebody"));  // no disk was asked
        // Who types such a path means what lies here.
        auto* field = qobject_cast<QLineEdit*>(row->editor()->field());
        QVERIFY(field);
        field->setText(QStringLiteral("./pics"));
        field->setModified(true);
        Q_EMIT field->editingFinished();
        QTRY_COMPARE(s.bridge.config()->data_path, std::string("pics"));
        QVERIFY(!says(QStringLiteral("Data of the recipe, called “pics”, is to be chosen.")));
    }

    void aPresetIsReplacedOnlyWhenThatIsMeant() {
        PresetStudio s("ready");
        s.save("mine");
        const std::int64_t kept = s.bridge.config()->batch_micro;
        s.bridge.apply({{"batch.micro", kept + 1}});
        int asked = 0;
        s.window.presets()->setConfirm([&](const QString&) { return ++asked > 1; });
        s.save("mine");
        QCOMPARE(s.window.presets()->shelf().list().front().config.batch_micro, kept);
        s.save("mine");
        QCOMPARE(asked, 2);
        QCOMPARE(s.window.presets()->shelf().list().front().config.batch_micro, kept + 1);
        s.save("a/b");
        QVERIFY(s.window.notices()->find(QStringLiteral("presets"))->title().contains(QStringLiteral("holds no /")));
    }

    void menusAndTheFinderShowWhatWasReadInTheBackground() {
        PresetStudio s("ready");
        s.save("mine");
        QVERIFY(QFile::remove(s.services.presets() + QStringLiteral("/mine.json")));
        QVERIFY2(s.entry(QStringLiteral("mine")), "the disk is not asked while a menu opens");
        QTRY_VERIFY(s.window.presets()->own().empty());  // for the next time
        QVERIFY(!s.entry(QStringLiteral("mine")));
        const PresetShelf& shelf = s.window.presets()->shelf();
        QCOMPARE(shelf.save(QStringLiteral("from elsewhere"), *s.bridge.config()), QString());
        s.window.actions()->action(Cmd::Presets)->trigger();
        const auto* dialog = s.window.findChild<PresetsDialog*>();
        QVERIFY(dialog);
        QTRY_COMPARE(dialog->list()->topLevelItemCount(), 1);
    }

    void theListRenamesSharesAndDeletes() {
        PresetStudio s("ready");
        s.save("first");
        s.save("second");
        PresetsDialog* dialog = s.manage();
        QVERIFY(dialog && dialog->list()->topLevelItemCount() == 2);
        keep_picture(*dialog, QStringLiteral("presets"));
        const auto name = [dialog] { return dialog->list()->currentItem()->text(0); };
        dialog->list()->currentItem()->setText(0, QStringLiteral("third"));
        QTRY_VERIFY(dialog->deleteButton()->isEnabled());
        QVERIFY(s.window.presets()->shelf().has(QStringLiteral("third")));
        QCOMPARE(name(), QStringLiteral("third"));  // the chosen one still, wherever its name puts it
        dialog->list()->currentItem()->setText(0, QStringLiteral("second"));  // taken
        QTRY_VERIFY(dialog->deleteButton()->isEnabled());
        QVERIFY(s.window.presets()->shelf().has(QStringLiteral("third")));
        QCOMPARE(name(), QStringLiteral("third"));
        const QString recipe = s.services.presets() + QStringLiteral("/../shared.json");
        dialog->shareTo(recipe);
        QTRY_COMPARE(FileRow::of(dialog)->text(), QStringLiteral("Written: shared.json"));
        const OwnPreset shared = read_recipe(recipe);
        QVERIFY2(shared.problem.isEmpty(), qPrintable(shared.problem));
        QVERIFY(shared.config == *s.bridge.config());
        s.window.presets()->setConfirm([](const QString&) { return true; });
        dialog->deleteButton()->click();
        QTRY_COMPARE(dialog->list()->topLevelItemCount(), 1);
        QCOMPARE(s.window.presets()->shelf().list().size(), std::size_t{1});
    }

    void aSlowDiskHoldsUpNobodyAndIsAskedOnce() {
        PresetStudio s("ready");
        s.save("first");
        s.save("second");
        PresetsDialog* dialog = s.manage();
        QVERIFY(dialog && dialog->list()->topLevelItemCount() == 2);
        int asked = 0;
        s.window.presets()->setConfirm([&asked](const QString&) { return ++asked > 0; });
        const auto disk = std::make_shared<QSemaphore>();
        const auto again = qScopeGuard([disk] { disk->release(); });  // also where the test ends early
        BackgroundTask::records()->start([disk] { disk->acquire(); });
        dialog->deleteButton()->click();
        const PresetShelf& shelf = s.window.presets()->shelf();
        QVERIFY(shelf.has(QStringLiteral("first")) && shelf.has(QStringLiteral("second")));
        QVERIFY(!dialog->deleteButton()->isEnabled());
        QCOMPARE(dialog->deleteButton()->toolTip(), QStringLiteral("The change before is being written"));
        dialog->deleteButton()->click();
        QCOMPARE(asked, 1);
        QVERIFY(dialog->useButton()->isEnabled());
        disk->release();
        QTRY_VERIFY(dialog->deleteButton()->isEnabled());
        QVERIFY(!shelf.has(QStringLiteral("first")) && shelf.has(QStringLiteral("second")));
        QCOMPARE(dialog->list()->topLevelItemCount(), 1);
    }

    void whatGoesWrongIsSaidAlsoWhenTheListIsClosed() {
        PresetStudio s("ready");
        s.save("mine");
        PresetsDialog* dialog = s.manage();
        QVERIFY(dialog && dialog->deleteButton()->isEnabled());
        s.window.presets()->setConfirm([](const QString&) { return true; });
        QVERIFY(QFile::remove(s.services.presets() + QStringLiteral("/mine.json")));
        dialog->deleteButton()->click();
        delete dialog;
        const auto said = [&s] { return s.window.notices()->find(QStringLiteral("presets"))->title(); };
        QTRY_VERIFY(said().contains(QStringLiteral("was not deleted")));
    }

    void whatIsTypedStaysWhenTheListIsReadAnew() {
        PresetStudio s("ready");
        s.save("first");
        s.window.actions()->action(Cmd::Presets)->trigger();
        auto* dialog = s.window.findChild<PresetsDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
        QTreeWidget* list = dialog->list();
        list->editItem(list->topLevelItem(0), 0);
        const QPointer<QLineEdit> name = list->findChild<QLineEdit*>();
        QVERIFY(name);
        name->setText(QStringLiteral("half typ"));
        const PresetShelf& shelf = s.window.presets()->shelf();
        QCOMPARE(shelf.save(QStringLiteral("from elsewhere"), *s.bridge.config()), QString());
        (void)s.entry(QStringLiteral("first"));  // its menu has the shelf read again
        QTRY_COMPARE(s.window.presets()->own().size(), std::size_t{2});
        QVERIFY(name && name->text() == QStringLiteral("half typ"));
        QTest::keyClick(name.data(), Qt::Key_Escape);
        QTRY_COMPARE(list->topLevelItemCount(), 2);
    }

    void anAmpersandOfANameIsNoKey() {
        PresetStudio s("ready");
        s.save("cats & dogs");
        QAction* entry = s.entry(QStringLiteral("cats && dogs"));  // as menus want it
        QVERIFY(entry);
        entry->trigger();
        QVERIFY(s.window.notices()->find(QStringLiteral("settings"))->title().contains(QStringLiteral("cats & dogs")));
    }

    void aNameThatReadsTheOtherWayTurnsNoSentence() {
        PresetStudio s("ready");
        const QString name = QString::fromUtf8("\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D"), shown = nameText(name);
        QVERIFY(shown != name);
        QStringList told;
        PresetDesk* desk = s.window.presets();
        desk->setAskName([name](const QString&) { return name; });
        desk->setConfirm([&told](const QString& question) {
            told << question;
            return false;
        });
        QAction* save = s.window.actions()->action(Cmd::SavePreset);
        save->trigger();
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("presets")));
        told << s.window.notices()->find(QStringLiteral("presets"))->title() << desk->shelf().rename({}, name);
        save->trigger();
        QTRY_COMPARE(told.size(), 3);
        desk->manage();
        s.window.findChild<PresetsDialog*>()->deleteButton()->click();
        // What would be used, in the title of what differs or of the word that nothing does.
        TrainConfig other = *s.bridge.config();
        Q_EMIT desk->settingsRequested(other, name);
        told << s.window.notices()->find(QStringLiteral("settings"))->title();
        other.batch_micro += 1;
        Q_EMIT desk->settingsRequested(other, name);
        for (const auto* label : s.window.findChild<TakeSettingsDialog*>()->findChildren<QLabel*>())
            if (label->text().endsWith(QStringLiteral(": what differs"))) told << label->text();
        QCOMPARE(told.size(), 6);
        for (const QString& sentence : told) QVERIFY2(sentence.contains(shown), qPrintable(sentence));
    }

    void aListThatGoesWhileItAsksDeletesNothing() {
        PresetStudio s("ready");
        s.save("mine");
        s.window.actions()->action(Cmd::Presets)->trigger();
        const QPointer<PresetsDialog> dialog = s.window.findChild<PresetsDialog*>();
        QVERIFY(dialog);
        s.window.presets()->setConfirm([&dialog](const QString&) {
            delete dialog;
            return true;
        });
        dialog->deleteButton()->click();
        QVERIFY(!dialog);
        QVERIFY(s.window.presets()->shelf().has(QStringLiteral("mine")));
    }

    void textToImageHasPresetsToo() {
        PresetStudio s("ready");
        s.window.showPage(Page::Imagine);
        s.save("painting");
        QMenu* menu = s.window.runPanel(Page::Imagine)->choice()->presets();
        QVERIFY(s.window.runPanel(Page::Imagine)->choice()->isVisible());
        Q_EMIT menu->aboutToShow();
        const auto has = [](const QMenu* in, const char* text) {
            const auto actions = in->actions();
            return std::any_of(actions.begin(), actions.end(),
                               [&](const QAction* a) { return a->text() == QLatin1String(text); });
        };
        QVERIFY(has(menu, "painting"));
        s.window.showPage(Page::Train);
        Q_EMIT s.window.runPanel(Page::Train)->choice()->presets()->aboutToShow();
        QVERIFY(!has(s.window.runPanel(Page::Train)->choice()->presets(), "painting"));
    }
};

QTEST_MAIN(PresetsTest)
#include "tst_presets.moc"
