// What can be found, from the tables that menus, forms, guide and Runs are made of too.
#include "ui/shell/find/find_dialog.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/run_words.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/queue/queue_panel.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/window_dialogs.h"
#include "ui/widgets/kit.h"

#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace headroom::ui {
namespace {

struct FindText {
    Q_DECLARE_TR_FUNCTIONS(headroom::ui::FindDesk)
};

/// As it is read: without the mark of its key and the dots of a dialog.
QString plain(QString text) {
    if (text.endsWith(QChar(0x2026))) text.chop(1);
    return fromCaption(std::move(text));
}

/// Pages that have tabs, that in front first: what is there is meant first.
std::vector<Page> pages_from(Page front, std::initializer_list<Page> pages) {
    std::vector<Page> out(pages);
    std::stable_partition(out.begin(), out.end(), [front](Page page) { return page == front; });
    return out;
}

Cmd command_of(Page page) {
    switch (page) {
        case Page::Train: return Cmd::ShowTrain;
        case Page::Imagine: return Cmd::ShowImagine;
        case Page::Runs: return Cmd::ShowRuns;
        case Page::Welcome: break;
    }
    return Cmd::ShowWelcome;
}

/// Of what shows the page now.
std::vector<QTabWidget*> tabs_of(MainWindow& window, Page page) {
    if (window.works(page)) return {window.centreOf(page)->upper()->tabs(), window.centreOf(page)->lower()};
    if (page == Page::Runs && window.runs()) return {window.runs()->tabs()};
    return {};
}

void show_tab(MainWindow& window, Page page, std::size_t which, const QString& title) {
    const std::vector<QTabWidget*> all = tabs_of(window, page);
    if (which >= all.size()) return;
    for (int i = 0; i < all[which]->count(); ++i) {
        if (all[which]->tabText(i) != title || !all[which]->isTabVisible(i)) continue;
        all[which]->setCurrentIndex(i);
        return all[which]->tabBar()->setFocus(Qt::ShortcutFocusReason);
    }
}

/// A command, or what a menu has beside them; `why` it is off, where that is known.
Find found(QAction* action, const QString& id, const QString& sort, const QString& detail, const QString& icon,
           const QString& words, const QString& why) {
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    return {id,
            key.isEmpty() ? sort : QStringLiteral("%1, %2").arg(sort, key),
            plain(action->text()),
            detail,
            icon,
            words,
            action->isEnabled() ? QString()
            : why.isEmpty()     ? FindText::tr("Not on this page")
                                : why,
            [action = QPointer<QAction>(action)] {
                if (action) action->trigger();
            }};
}

void add_commands(MainWindow& window, std::vector<Find>& out) {
    for (int i = 0; i < kCmdCount; ++i) {
        const auto cmd = static_cast<Cmd>(i);
        QAction* action = window.actions()->action(cmd);
        if (cmd == Cmd::Find || action->text().isEmpty()) continue;
        const bool page =
            cmd == Cmd::ShowWelcome || cmd == Cmd::ShowTrain || cmd == Cmd::ShowImagine || cmd == Cmd::ShowRuns;
        out.push_back(found(action, QStringLiteral("command/") + action->objectName(),
                            page ? FindText::tr("Page") : FindText::tr("Command"),
                            action->toolTip().section(QLatin1Char('\n'), 0, 0), action->property("iconName").toString(),
                            action->toolTip(), off_reason(cmd, window.actions()->situation())));
    }
}

/// What menus have beside the commands: themes, languages, sizes, docks, keys of pictures.
void add_menus(MainWindow& window, std::vector<Find>& out) {
    std::set<const QAction*> known;  // the commands, which say more of themselves
    for (int i = 0; i < kCmdCount; ++i) known.insert(window.actions()->action(static_cast<Cmd>(i)));
    const std::function<void(const QList<QAction*>&, const QString&)> walk = [&](const QList<QAction*>& actions,
                                                                                 const QString& path) {
        for (QAction* action : actions) {
            const QString title = plain(action->text());
            if (action->isSeparator() || !action->isVisible() || title.isEmpty() || known.contains(action)) continue;
            if (const QMenu* menu = action->menu()) {
                walk(menu->actions(),
                     path.isEmpty() ? title : FindText::tr("%1 › %2", "menu in menu").arg(path, title));
                continue;
            }
            out.push_back(found(action, QStringLiteral("menu/%1/%2").arg(path, title), FindText::tr("Menu"),
                                action->isCheckable() && action->isChecked() ? FindText::tr("%1, on").arg(path) : path,
                                QStringLiteral("list"), path, action->toolTip().section(QLatin1Char('\n'), 1)));
        }
    };
    walk(window.menuBar()->actions(), {});
}

void add_commands_of(MainWindow& window, const QWidget& panel, const QString& tab, std::vector<Find>& out) {
    for (QAction* action : panel.findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly)) {
        const QString title = plain(action->text()), tip = action->toolTip();
        if (title.isEmpty() || !action->isVisible()) continue;
        out.push_back({QStringLiteral("runs/%1/%2").arg(tab, title), FindText::tr("Command"), title, tab,
                       action->property("iconName").toString(), tip,
                       action->isEnabled() ? QString() : tip.section(QLatin1Char('\n'), -1),
                       [&window, tab, action = QPointer<QAction>(action)] {
                           window.showPage(Page::Runs);
                           show_tab(window, Page::Runs, 0, tab);
                           if (action) action->trigger();
                       }});
    }
}

/// What can be done with the chosen run and the queue: on their page, where it can be seen.
void add_run_commands(MainWindow& window, std::vector<Find>& out) {
    if (!window.runs()) return;
    const QTabWidget* tabs = window.runs()->tabs();
    add_commands_of(window, *window.runs(), tabs->tabText(0), out);
    if (const auto* queue = tabs->findChild<QueuePanel*>())
        add_commands_of(window, *queue, tabs->tabText(tabs->indexOf(queue)), out);
}

void add_tabs(MainWindow& window, Page page, std::vector<Find>& out) {
    const QString where = plain(window.actions()->action(command_of(page))->text());
    const std::vector<QTabWidget*> all = tabs_of(window, page);
    for (std::size_t which = 0; which < all.size(); ++which) {
        for (int i = 0; i < all[which]->count(); ++i) {
            const QString title = all[which]->tabText(i);
            if (!all[which]->isTabVisible(i) || title == where) continue;  // of another model; the page itself
            out.push_back({QStringLiteral("tab/%1/%2").arg(static_cast<int>(page)).arg(title), FindText::tr("Tab"),
                           title, where, QStringLiteral("layout-grid"), where,
                           all[which]->isTabEnabled(i) ? QString() : all[which]->tabToolTip(i),
                           [&window, page, which, title] {
                               window.showPage(page);
                               show_tab(window, page, which, title);  // of what shows the page then
                           }});
        }
    }
}

/// What pages have that are made for it where nobody was there yet: each takes its time.
std::deque<FindDialog::Part> parts_of_pages(MainWindow& window) {
    const auto part = [](auto add) -> FindDialog::Part {
        return [add] {
            std::vector<Find> out;
            add(out);
            return out;
        };
    };
    std::deque<FindDialog::Part> parts{part([&window](std::vector<Find>& out) { add_run_commands(window, out); })};
    for (const Page page : pages_from(window.page(), {Page::Train, Page::Imagine, Page::Runs}))
        parts.push_back(part([&window, page](std::vector<Find>& out) { add_tabs(window, page, out); }));
    return parts;
}

using Keys = std::set<std::string_view>;

/// All of `kind` but those named. Returns which it added.
Keys add_settings_of(MainWindow& window, ModelKind kind, const Keys& but, std::vector<Find>& out) {
    Keys added;
    const Page page = page_of(kind);
    const bool chosen = window.benchOn(page)->drafts()->newestOn(page) == kind;
    const QString problem = chosen ? QString() : window.starts()->formProblem(kind);
    for (const FormGroup& group : form_plan(kind)) {
        for (const ParamRow* row : group.rows) {
            if (but.contains(row->key)) continue;
            added.insert(row->key);
            const std::string key(row->key);
            out.push_back({QStringLiteral("setting/%1/%2").arg(fromUtf8(name_of(kind)), fromUtf8(key)),
                           FindText::tr("Setting"), coreText(row->label),
                           QStringLiteral("%1, %2").arg(kindWords(kind), group.title), QStringLiteral("adjustments"),
                           QStringLiteral("%1 %2 %3").arg(fromUtf8(key), group.title, coreText(row->help)), problem,
                           [&window, page, kind, key] {
                               const bool there = window.benchOn(page)->drafts()->newestOn(page) == kind;
                               if (!there) window.starts()->takePatch(kind, {});  // its model first
                               window.revealSetting(page, key);
                           }});
        }
    }
    return added;
}

/// Of all kinds of runs; what the chosen model of a page has too is meant of it.
void add_settings(MainWindow& window, std::vector<Find>& out) {
    for (const Page page : pages_from(window.page(), {Page::Train, Page::Imagine})) {
        if (!window.works(page)) continue;
        const ModelKind newest = window.benchOn(page)->drafts()->newestOn(page);
        const Keys its = add_settings_of(window, newest, {}, out);
        for (const ModelKind kind : kinds_on(page))
            if (kind != newest) add_settings_of(window, kind, its, out);
    }
}

/// With memory sizes that Make it fit finds settings for, of the model whose form is in front.
void add_presets(MainWindow& window, std::vector<Find>& out) {
    const QString sort = FindText::tr("Preset"), words = FindText::tr("preset");
    for (const Preset& preset : catalog_presets()) {
        if (preset.of_benches) continue;
        out.push_back({QStringLiteral("preset/") + fromUtf8(preset.id), sort, coreText(preset.name),
                       QStringLiteral("%1: %2").arg(kindWords(preset.model), coreText(preset.summary)),
                       QStringLiteral("wand"), words, window.starts()->formProblem(preset.model),
                       [&window, &preset] { window.starts()->takePatch(preset.model, preset.values); }});
    }
    for (const OwnPreset& own : window.presets()->own()) {
        if (!own.problem.isEmpty()) continue;
        out.push_back({QStringLiteral("preset/own/") + own.name, sort, own.name,
                       FindText::tr("%1: a preset of yours").arg(kindWords(own.config.model)), QStringLiteral("star"),
                       words, window.starts()->formProblem(own.config.model),
                       [&window, own] { window.starts()->offerSettings(own.config, nameText(own.name)); }});
    }
    const ModelKind kind = window.front()->bridge()->config()->model;
    for (const PresetDesk::Card& card : PresetDesk::cards())
        out.push_back({QStringLiteral("preset/card/%1").arg(card.size.count >> 30), sort, card.title,
                       QStringLiteral("%1: %2").arg(kindWords(kind), card.tip), QStringLiteral("wand"), words,
                       window.starts()->formProblem(kind),
                       [&window, kind, size = card.size] { window.dialogs()->planFor(kind, size); }});
}

void add_guide(MainWindow& window, std::vector<Find>& out) {
    for (const GuidePage& page : guidePages())
        out.push_back({QStringLiteral("guide/") + page.name,
                       FindText::tr("Guide"),
                       page.title,
                       page.headings.join(QStringLiteral(", ")),
                       QStringLiteral("book"),
                       page.text,
                       {},
                       [&window, name = page.name] { window.dialogs()->showGuide(name); }});
}

/// Listed in the background: runs may be many, on a slow disk.
void add_runs(MainWindow& window, FindDialog* dialog) {
    BackgroundTask::once(
        dialog, BackgroundTask::calls(), [services = window.services()] { return services->list_runs(); },
        [&window, dialog](std::vector<RunInfo> runs) {
            std::ranges::sort(runs, std::ranges::greater{}, &RunInfo::created_unix_ms);
            std::vector<Find> out;
            for (const RunInfo& run : runs) {
                const QStringList tags = textsOf(run.notes.tags, fromUtf8);
                const QString dir = fromUtf8(run.dir), about = subjectWords(run);
                out.push_back(
                    {QStringLiteral("run/") + dir,
                     FindText::tr("Run"),
                     fromUtf8(run.name),
                     QStringLiteral("%1, %2, %3")
                         .arg(kindWords(run.model), nameText(about), stepPhrase(run.model, countText(run.step))),
                     QStringLiteral("list-details"),
                     QStringLiteral("%1 %2 %3").arg(about, tags.join(QLatin1Char(' ')), fromUtf8(run.notes.text)),
                     {},
                     [&window, dir] { window.showRunInList(dir); }});
            }
            dialog->add(out);
        });
}

}  // namespace

void openFinder(MainWindow& window) {
    if (const auto* open = window.findChild<FindDialog*>(); open && open->isVisible()) return;
    std::vector<Find> all;  // in the order in which they are shown while nothing is typed
    for (const auto add_part : {add_commands, add_menus}) add_part(window, all);
    const std::size_t place_of_pages = all.size();
    for (const auto add_part : {add_settings, add_presets, add_guide}) add_part(window, all);
    const QString recent = QStringLiteral("find/recent");
    auto* dialog = new FindDialog(
        std::move(all), window.store().text(recent, {}).split(QLatin1Char('\n'), Qt::SkipEmptyParts), &window);
    QObject::connect(dialog, &FindDialog::taken, &window, [&window, dialog, recent] {
        window.store().setText(recent, dialog->recent().join(QLatin1Char('\n')));
    });
    dialog->addInTurns(place_of_pages, parts_of_pages(window));
    if (window.services()) add_runs(window, dialog);
    openOnce(dialog);
}

}  // namespace headroom::ui
