// Menus: File, Edit, Run, View, Tools, Help.
#include "ui/shell/menus.h"

#include "ui/i18n/language.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/notify/run_word.h"
#include "ui/widgets/notice_bar.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

namespace headroom::ui {
namespace {

void add(QMenu* menu, const Actions& actions, std::initializer_list<Cmd> commands) {
    menu->setToolTipsVisible(true);
    for (Cmd cmd : commands) menu->addAction(actions.action(cmd));
}

void build_theme_menu(MainWindow& window, QMenu* menu) {
    auto* group = new QActionGroup(menu);
    const auto entry = [&](const QString& text, ThemeChoice choice) {
        QAction* a = group->addAction(menu->addAction(text));
        a->setCheckable(true);
        a->setChecked(Theme::get().choice() == choice);
        QObject::connect(&Theme::get(), &Theme::changed, a,
                         [a, choice] { a->setChecked(Theme::get().choice() == choice); });
        QObject::connect(a, &QAction::triggered, &window,
                         [&window, choice] { choose_look(window, choice, Theme::get().textChoice()); });
    };
    entry(QObject::tr("System"), ThemeChoice::System);
    entry(QObject::tr("Light"), ThemeChoice::Light);
    entry(QObject::tr("Dark"), ThemeChoice::Dark);
    entry(QObject::tr("High contrast"), ThemeChoice::HighContrast);
}

void build_language_menu(MainWindow& window, QMenu* menu) {
    auto* group = new QActionGroup(menu);
    const QString kept = window.store().text(QStringLiteral("language"), QStringLiteral("system"));
    const auto entry = [&](const QString& text, const QString& code) {
        QAction* a = group->addAction(menu->addAction(text));
        a->setCheckable(true);
        a->setChecked(kept == code);
        QObject::connect(a, &QAction::triggered, &window, [&window, code] {
            window.store().setText(QStringLiteral("language"), code);
            window.notices()->post(QStringLiteral("language"), Tone::Neutral,
                                   QObject::tr("The language changes when Headroom is started again"), {});
        });
    };
    entry(QObject::tr("As the system's"), QStringLiteral("system"));
    for (const Language& language : languages()) entry(language.name, language.code);
}

void build_motion_menu(MainWindow& window, QMenu* menu) {
    auto* group = new QActionGroup(menu);
    const auto entry = [&](const QString& text, MotionChoice choice) {
        QAction* a = group->addAction(menu->addAction(text));
        a->setCheckable(true);
        a->setChecked(Theme::get().motion() == choice);
        QObject::connect(a, &QAction::triggered, &window, [&window, choice] {
            window.store().setText(QStringLiteral("motion"), QString::number(static_cast<int>(choice)));
            Theme::get().setMotion(choice);
        });
    };
    entry(QObject::tr("As the system's"), MotionChoice::System);
    entry(QObject::tr("Reduced"), MotionChoice::Reduced);
    entry(QObject::tr("Full"), MotionChoice::Full);
}

void build_text_menu(MainWindow& window, QMenu* menu) {
    auto* group = new QActionGroup(menu);
    for (int percent : {Theme::kSystemText, 100, 110, 125, 150, 175, 200}) {
        const QString text =
            percent == Theme::kSystemText ? QObject::tr("As the system's") : QObject::tr("%1 %").arg(percent);
        QAction* a = group->addAction(menu->addAction(text));
        a->setCheckable(true);
        a->setChecked(Theme::get().textChoice() == percent);
        QObject::connect(&Theme::get(), &Theme::changed, a,
                         [a, percent] { a->setChecked(Theme::get().textChoice() == percent); });
        QObject::connect(a, &QAction::triggered, &window,
                         [&window, percent] { choose_look(window, Theme::get().choice(), percent); });
    }
}

void build_memory_menu(MainWindow& window, QMenu* menu) {
    auto* group = new QActionGroup(menu);
    const QString key = QStringLiteral("pictures");
    const int kept = window.store().text(key, {}).toInt();
    for (int mib : {64, 128, 256, 512, 1024, 2048}) {
        const qint64 bytes = qint64{mib} << 20;
        QAction* a = group->addAction(menu->addAction(totalText(Bytes{bytes})));
        a->setCheckable(true);
        QObject::connect(a, &QAction::toggled, &window, [bytes](bool on) {
            if (on) PictureStore::get().setLimit(bytes);
        });
        QObject::connect(a, &QAction::triggered, &window,
                         [&window, key, mib] { window.store().setText(key, QString::number(mib)); });
        a->setChecked(kept == mib || (bytes == PictureStore::kDefaultLimit && !group->checkedAction()));
    }
}

/// Keys of the pictures and plots.
void build_picture_menu(MainWindow& window, QMenu* menu) {
    const auto pictures = [&](const QString& text, const char* keys, void (PictureTabs::*slot)()) {
        QAction* a = menu->addAction(text, &window, [&window, slot] { (window.centre()->upper()->*slot)(); });
        a->setShortcut(QKeySequence(QLatin1String(keys)));
    };
    pictures(QObject::tr("Grid or single"), "G", &PictureTabs::toggleSingle);
    pictures(QObject::tr("Compare with real images, or with the start"), "C", &PictureTabs::toggleCompare);
    pictures(QObject::tr("Older sample"), "[", &PictureTabs::older);
    pictures(QObject::tr("Newer sample"), "]", &PictureTabs::newer);
    pictures(QObject::tr("Zoom in"), "+", &PictureTabs::zoomIn);
    pictures(QObject::tr("Zoom out"), "-", &PictureTabs::zoomOut);
    pictures(QObject::tr("Zoom 1:1"), "0", &PictureTabs::zoomReset);
    menu->addSeparator();
    const auto plots = [&](const QString& text, const char* keys, void (TimelinePanel::*slot)()) {
        QAction* a = menu->addAction(text, &window, [&window, slot] {
            if (TimelinePanel* panel = window.centre()->curves()) (panel->*slot)();
        });
        a->setShortcut(QKeySequence(QLatin1String(keys)));
    };
    plots(QObject::tr("Fit the plot's axes"), "F", &TimelinePanel::fit);
    plots(QObject::tr("Logarithmic losses"), "L", &TimelinePanel::toggleLog);
}

}  // namespace

void build_menus(MainWindow& window, const QList<QDockWidget*>& docks) {
    const Actions& actions = *window.actions();
    QMenuBar* bar = window.menuBar();
    QMenu* file = bar->addMenu(QObject::tr("&File"));
    add(file, actions, {Cmd::OpenRun, Cmd::OpenArchive, Cmd::Export, Cmd::Snapshot});
    file->addSeparator();
    add(file, actions, {Cmd::Quit});
    QMenu* edit = bar->addMenu(QObject::tr("&Edit"));
    add(edit, actions, {Cmd::Undo, Cmd::Redo, Cmd::Paste});
    edit->addSeparator();
    add(edit, actions, {Cmd::ApplyEdits, Cmd::DiscardEdits});
    edit->addSeparator();
    add(edit, actions, {Cmd::SavePreset, Cmd::OpenRecipe, Cmd::Presets});
    edit->addSeparator();
    add(edit, actions, {Cmd::Find, Cmd::FindSetting});
    QMenu* run = bar->addMenu(QObject::tr("&Run"));
    add(run, actions,
        {Cmd::Go, Cmd::StartNew, Cmd::AddToQueue, Cmd::PauseResume, Cmd::Step, Cmd::Stop, Cmd::StopWithoutSaving});
    run->addSeparator();
    add(run, actions, {Cmd::Sample, Cmd::Checkpoint, Cmd::Lend, Cmd::ReleaseDevice});
    QMenu* view = bar->addMenu(QObject::tr("&View"));
    add(view, actions, {Cmd::ShowWelcome, Cmd::ShowTrain, Cmd::ShowImagine, Cmd::ShowRuns});
    view->addSeparator();
    for (QDockWidget* dock : docks) view->addAction(dock->toggleViewAction());
    add(view, actions, {Cmd::HideDocks, Cmd::ResetLayout, Cmd::NextPanel, Cmd::PreviousPanel});
    view->addSeparator();
    build_picture_menu(window, view->addMenu(QObject::tr("Pictures and plots")));
    view->addSeparator();
    build_language_menu(window, view->addMenu(QObject::tr("Language")));
    build_theme_menu(window, view->addMenu(QObject::tr("Theme")));
    build_text_menu(window, view->addMenu(QObject::tr("Text size")));
    build_motion_menu(window, view->addMenu(QObject::tr("Motion")));
    build_memory_menu(window, view->addMenu(QObject::tr("Memory for pictures")));
    QMenu* tools = bar->addMenu(QObject::tr("&Tools"));
    add(tools, actions, {Cmd::MakeFit, Cmd::InspectData, Cmd::Models, Cmd::Upscale});
    tools->addSeparator();
    window.word()->addTo(tools->addMenu(QObject::tr("Notifications")));
    QMenu* help = bar->addMenu(QObject::tr("&Help"));
    add(help, actions, {Cmd::HelpOnFocus, Cmd::Guide, Cmd::Keyboard, Cmd::About});
    QObject::connect(actions.action(Cmd::Keyboard), &QAction::triggered, &window,
                     [&window] { KeyboardDialog(&window).exec(); });
    QObject::connect(actions.action(Cmd::About), &QAction::triggered, &window,
                     [&window] { AboutDialog(&window).exec(); });
}

void choose_look(MainWindow& window, ThemeChoice choice, int text_percent) {
    static const char* const names[] = {"system", "dark", "light", "contrast"};
    window.store().setText(QStringLiteral("theme"), QLatin1String(names[static_cast<int>(choice)]));
    window.store().setText(QStringLiteral("text"), QString::number(text_percent));
    Theme::get().apply(choice, text_percent);
}

}  // namespace headroom::ui
