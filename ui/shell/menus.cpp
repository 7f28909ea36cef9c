// Menus: File, Edit, Run, View, Tools, Help. The list of keys cannot go stale because it asks the actions.
#include "ui/shell/menus.h"

#include "ui/bridge/shown_text.h"
#include "ui/i18n/language.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/plot_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/dock_commands.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/notify/run_word.h"
#include "ui/widgets/kit.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>
#include <iterator>

namespace headroom::ui {
namespace {

constexpr QLatin1String kThemeNames[] = {QLatin1String("system"), QLatin1String("dark"), QLatin1String("light"),
                                         QLatin1String("contrast")};  // by ThemeChoice

QString licence_file(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).toHtmlEscaped() : QString();
}

QString licences() {
    const QString head =
        QCoreApplication::translate(
            "About",
            "<p>The studio is free software under the GNU General Public License, version 3 or later, because it contains QCustomPlot. "
            "The engine and the command line are under the MIT licence.</p>"
            "<p>Qt %1 (LGPL-3.0) · QCustomPlot (GPL-3.0-or-later) · LibTorch (BSD-3-Clause) · spdlog and fmt (MIT) · nlohmann/json (MIT) · "
            "SQLite (public domain) · zlib, libpng, libjpeg-turbo, libwebp (their own permissive licences)</p>")
            .arg(QString::fromLatin1(qVersion()));
    return head +
           QStringLiteral(
               "<style>pre { white-space: pre-wrap; }</style><h4>Tabler Icons</h4><pre>%1</pre><h4>Roboto</h4><pre>%2</pre>")
               .arg(licence_file(QStringLiteral(":/icons/LICENSE")), licence_file(QStringLiteral(":/fonts/LICENSE")));
}

void add(QMenu* menu, const Actions& actions, std::initializer_list<Cmd> commands) {
    menu->setToolTipsVisible(true);
    for (Cmd cmd : commands) menu->addAction(actions.action(cmd));
}

/// One of `choices` is checked: the one that is `shown`, also after the look has changed elsewhere.
template <class Value>
void offer(QMenu* menu, const QList<std::pair<QString, Value>>& choices, std::function<Value()> shown,
           std::function<void(Value)> choose) {
    auto* group = new QActionGroup(menu);
    for (const auto& [text, value] : choices) {
        QAction* a = group->addAction(menu->addAction(text));
        a->setCheckable(true);
        onTheme(a, [a, shown, value = value] { a->setChecked(shown() == value); });
        QObject::connect(a, &QAction::triggered, menu, [choose, value = value] { choose(value); });
    }
}

void build_theme_menu(MainWindow& window, QMenu* menu) {
    offer<ThemeChoice>(
        menu,
        {{QObject::tr("System"), ThemeChoice::System},
         {QObject::tr("Light"), ThemeChoice::Light},
         {QObject::tr("Dark"), ThemeChoice::Dark},
         {QObject::tr("High contrast"), ThemeChoice::HighContrast}},
        [] { return Theme::get().choice(); },
        [&window](ThemeChoice choice) { choose_look(window, choice, Theme::get().textChoice()); });
}

void build_language_menu(MainWindow& window, QMenu* menu) {
    const QString key = QStringLiteral("language"), system = QStringLiteral("system");
    QList<std::pair<QString, QString>> choices{{QObject::tr("As the system's"), system}};
    for (const Language& language : languages()) choices.append({language.name, language.code});
    offer<QString>(
        menu, choices, [=, &window] { return window.store().text(key, system); },
        [key, &window](const QString& code) {
            window.store().setText(key, code);
            window.notices()->post(key, Tone::Neutral,
                                   QObject::tr("The language changes when Headroom is started again"), {});
        });
}

void build_motion_menu(MainWindow& window, QMenu* menu) {
    offer<MotionChoice>(
        menu,
        {{QObject::tr("As the system's"), MotionChoice::System},
         {QObject::tr("Reduced"), MotionChoice::Reduced},
         {QObject::tr("Full"), MotionChoice::Full}},
        [] { return Theme::get().motion(); },
        [&window](MotionChoice choice) {
            window.store().setText(QStringLiteral("motion"), QString::number(static_cast<int>(choice)));
            Theme::get().setMotion(choice);
        });
}

void build_text_menu(MainWindow& window, QMenu* menu) {
    QList<std::pair<QString, int>> choices{{QObject::tr("As the system's"), Theme::kSystemText}};
    for (int percent : {100, 110, 125, 150, 175, 200}) choices.append({QObject::tr("%1 %").arg(percent), percent});
    offer<int>(
        menu, choices, [] { return Theme::get().textChoice(); },
        [&window](int percent) { choose_look(window, Theme::get().choice(), percent); });
}

void build_memory_menu(MainWindow& window, QMenu* menu) {
    const QString key = QStringLiteral("pictures");
    PictureStore& store = PictureStore::get();
    store.setLimit(PictureStore::kDefaultLimit);
    QList<std::pair<QString, int>> choices;
    for (qint64 bytes = qint64{64} << 20; bytes <= PictureStore::kMostLimit; bytes *= 2) {
        const int mib = static_cast<int>(bytes >> 20);
        if (window.store().text(key, {}).toInt() == mib) store.setLimit(bytes);
        choices.append({totalText(Bytes{bytes}), mib});
    }
    offer<int>(
        menu, choices, [&store] { return static_cast<int>(store.limit() >> 20); },
        [key, &store, &window](int mib) {
            window.store().setText(key, QString::number(mib));
            store.setLimit(qint64{mib} << 20);
        });
}

/// Keys of the pictures and plots.
void build_picture_menu(MainWindow& window, QMenu* menu) {
    const auto pictures = [&](const QString& text, const char* keys, void (PictureTabs::*slot)()) {
        menu->addAction(text, QKeySequence(QLatin1String(keys)), &window, [&window, slot] {
            if (const CentrePage* shown = window.centre()) (shown->upper()->*slot)();
        });
    };
    pictures(QObject::tr("Grid or single"), "G", &PictureTabs::toggleSingle);
    pictures(QObject::tr("Compare with real images, or with the start"), "C", &PictureTabs::toggleCompare);
    pictures(QObject::tr("Older sample"), "[", &PictureTabs::older);
    pictures(QObject::tr("Newer sample"), "]", &PictureTabs::newer);
    pictures(QObject::tr("Zoom in"), "+", &PictureTabs::zoomIn);
    pictures(QObject::tr("Zoom out"), "-", &PictureTabs::zoomOut);
    pictures(QObject::tr("Zoom 1:1"), "0", &PictureTabs::zoomReset);
    menu->addSeparator();
    const auto plots = [&](const QString& text, const char* keys, void (PlotPanel::*slot)()) {
        menu->addAction(text, QKeySequence(QLatin1String(keys)), &window, [&window, slot] {
            PlotPanel* shown = window.centre() ? window.centre()->plots() : nullptr;
            if (shown) (shown->*slot)();
        });
    };
    plots(QObject::tr("Fit the plot's axes"), "F", &PlotPanel::fit);
    plots(QObject::tr("Logarithmic losses"), "L", &PlotPanel::toggleLog);
    const auto follow = [&window, menu] {
        for (QAction* action : menu->actions()) action->setEnabled(window.works(window.page()));
    };
    QObject::connect(&window, &MainWindow::pageShown, menu, follow);
    follow();
}

}  // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Headroom"));
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/logo.svg")).pixmap(scaled(48)));
    auto* title = makeLabel("title", tr("Headroom %1").arg(QCoreApplication::applicationVersion()), this);
    auto* line = makeLabel("label", tr("Train small image models inside the memory you have."), this);
    auto* text = named(new QTextBrowser(this), tr("Licences"));
    text->setHtml(licences());
    columnIn(
        this, {16, 16, 16, 16}, 12,
        {rowOf({logo, {columnOf({title, line}), 1}}, 16), {text, 1}, makeButtonBox(QDialogButtonBox::Close, this)});
    resize(scaled(560), scaled(480));
}

KeyboardDialog::KeyboardDialog(QWidget* window) : QDialog(window) {
    setWindowTitle(tr("Keyboard"));
    auto* list = named(new QTreeWidget(this), tr("Keys"));
    list->setHeaderLabels({tr("Key"), tr("Does")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    QSet<QStringList> told;
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        const QStringList row{keys.join(QStringLiteral(", ")), fromCaption(action->text())};
        if (told.contains(row)) continue;  // of several lists, each with its own
        told.insert(row);
        new QTreeWidgetItem(list, row);
    }
    new QTreeWidgetItem(list, {tr("Esc"), tr("Take this edit back, close a card")});
    new QTreeWidgetItem(list,
                        {tr("Arrow keys"), tr("Move the divider that has the focus; further with Ctrl or Shift")});
    list->sortItems(0, Qt::AscendingOrder);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    columnIn(this, {16, 16, 16, 16}, -1, {list, makeButtonBox(QDialogButtonBox::Close, this)});
    resize(scaled(480), scaled(560));
}

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
    add(run, actions, {Cmd::Sample, Cmd::Score, Cmd::Checkpoint, Cmd::Lend, Cmd::ReleaseDevice});
    QMenu* view = bar->addMenu(QObject::tr("&View"));
    add(view, actions, {Cmd::ShowWelcome, Cmd::ShowTrain, Cmd::ShowImagine, Cmd::ShowRuns});
    view->addSeparator();
    for (QDockWidget* dock : docks) view->addAction(dock->toggleViewAction());
    add(view, actions, {Cmd::HideDocks});
    QMenu* dock = view->addMenu(QObject::tr("Dock with the focus"));
    dock->setToolTipsVisible(true);
    dock->addActions((new DockCommands(docks, &window))->actions());
    add(view, actions, {Cmd::ResetLayout, Cmd::NextPanel, Cmd::PreviousPanel});
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
                     [&window] { openOnce(new KeyboardDialog(&window)); });
    QObject::connect(actions.action(Cmd::About), &QAction::triggered, &window,
                     [&window] { openOnce(new AboutDialog(&window)); });
}

void apply_kept_look(const LayoutStore& store, const AskedLook& asked) {
    speak(asked.language.isEmpty() ? store.text(QStringLiteral("language"), {}) : asked.language);
    const QString theme = asked.theme.isEmpty() ? store.text(QStringLiteral("theme"), {}) : asked.theme;
    const auto at = std::find(std::begin(kThemeNames), std::end(kThemeNames), theme) - std::begin(kThemeNames);
    const int percent = asked.text_percent > 0 ? asked.text_percent : store.text(QStringLiteral("text"), {}).toInt();
    Theme::get().setMotion(
        static_cast<MotionChoice>(std::clamp(store.text(QStringLiteral("motion"), {}).toInt(), 0, 2)));
    Theme::get().apply(at < std::ssize(kThemeNames) ? static_cast<ThemeChoice>(at) : ThemeChoice::System,
                       percent > 0 ? percent : Theme::kSystemText);
}

void choose_look(MainWindow& window, ThemeChoice choice, int text_percent) {
    window.store().setText(QStringLiteral("theme"), kThemeNames[static_cast<int>(choice)]);
    window.store().setText(QStringLiteral("text"), QString::number(text_percent));
    Theme::get().applyInTurns(choice, text_percent);
}

}  // namespace headroom::ui
