// FindDesk: what can be found, from the tables that menus, forms, guide and Runs are made of too.
#include "ui/shell/find/find_desk.h"

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

#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <set>
#include <utility>

namespace headroom::ui {
namespace {

const QString kRecentKey = QStringLiteral("find/recent");

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

}  // namespace

FindDesk::FindDesk(MainWindow* window) : QObject(window), window_(window) {}

void FindDesk::open() {
    if (const auto* open = window_->findChild<FindDialog*>(); open && open->isVisible()) return;
    const QStringList recent = window_->store().text(kRecentKey, {}).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    auto* dialog = new FindDialog(all(), recent, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FindDialog::taken, this,
            [this, dialog] { window_->store().setText(kRecentKey, dialog->recent().join(QLatin1Char('\n'))); });
    addRuns(dialog);
    dialog->open();
}

std::vector<Find> FindDesk::all() const {
    std::vector<Find> out;
    addCommands(out);
    addMenus(out);
    addRunCommands(out);
    addTabs(out);
    addSettings(out);
    addPresets(out);
    addCards(out);
    addGuide(out);
    return out;
}

void FindDesk::addCommands(std::vector<Find>& out) const {
    for (int i = 0; i < kCmdCount; ++i) {
        const auto cmd = static_cast<Cmd>(i);
        QAction* action = window_->actions()->action(cmd);
        if (cmd == Cmd::Find || action->text().isEmpty()) continue;
        const bool page =
            cmd == Cmd::ShowWelcome || cmd == Cmd::ShowTrain || cmd == Cmd::ShowImagine || cmd == Cmd::ShowRuns;
        const QString why = off_reason(cmd, window_->actions()->situation());
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        const QString sort = page ? tr("Page") : tr("Command");
        out.push_back({QStringLiteral("command/") + action->objectName(),
                       key.isEmpty() ? sort : QStringLiteral("%1, %2").arg(sort, key), plain(action->text()),
                       action->toolTip().section(QLatin1Char('\n'), 0, 0), action->property("iconName").toString(),
                       action->toolTip(),
                       action->isEnabled() ? QString()
                       : why.isEmpty()     ? tr("Not on this page")
                                           : why,
                       [action] { action->trigger(); }});
    }
}

void FindDesk::addMenus(std::vector<Find>& out) const {
    std::set<const QAction*> known;  // the commands, which say more of themselves
    for (int i = 0; i < kCmdCount; ++i) known.insert(window_->actions()->action(static_cast<Cmd>(i)));
    const std::function<void(const QList<QAction*>&, const QString&)> walk = [&](const QList<QAction*>& actions,
                                                                                 const QString& path) {
        for (QAction* action : actions) {
            const QString title = plain(action->text());
            if (action->isSeparator() || !action->isVisible() || title.isEmpty() || known.contains(action)) continue;
            if (const QMenu* menu = action->menu()) {
                walk(menu->actions(), path.isEmpty() ? title : tr("%1 › %2", "menu in menu").arg(path, title));
                continue;
            }
            const QString key = action->shortcut().toString(QKeySequence::NativeText);
            const QString why = action->toolTip().section(QLatin1Char('\n'), 1);
            out.push_back({QStringLiteral("menu/%1/%2").arg(path, title),
                           key.isEmpty() ? tr("Menu") : QStringLiteral("%1, %2").arg(tr("Menu"), key), title,
                           action->isCheckable() && action->isChecked() ? tr("%1, on").arg(path) : path,
                           QStringLiteral("list"), path,
                           action->isEnabled() ? QString()
                           : why.isEmpty()     ? tr("Not on this page")
                                               : why,
                           [action = QPointer<QAction>(action)] {
                               if (action) action->trigger();
                           }});
        }
    };
    walk(window_->menuBar()->actions(), {});
}

void FindDesk::addRunCommands(std::vector<Find>& out) const {
    if (!window_->runs()) return;
    const QTabWidget* tabs = window_->runs()->tabs();
    addCommandsOf(*window_->runs(), tabs->tabText(0), out);
    if (const auto* queue = tabs->findChild<QueuePanel*>())
        addCommandsOf(*queue, tabs->tabText(tabs->indexOf(queue)), out);
}

void FindDesk::addCommandsOf(const QWidget& panel, const QString& tab, std::vector<Find>& out) const {
    for (QAction* action : panel.findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly)) {
        const QString title = plain(action->text()), tip = action->toolTip();
        if (title.isEmpty() || !action->isVisible()) continue;
        out.push_back({QStringLiteral("runs/%1/%2").arg(tab, title), tr("Command"), title, tab,
                       action->property("iconName").toString(), tip,
                       action->isEnabled() ? QString() : tip.section(QLatin1Char('\n'), -1),
                       [this, tab, action = QPointer<QAction>(action)] {
                           window_->showPage(Page::Runs);
                           show_tab(*window_, Page::Runs, 0, tab);
                           if (action) action->trigger();
                       }});
    }
}

void FindDesk::addTabs(std::vector<Find>& out) const {
    for (const Page page : pages_from(window_->page(), {Page::Train, Page::Imagine, Page::Runs})) {
        const QString where = plain(window_->actions()->action(command_of(page))->text());
        const std::vector<QTabWidget*> all = tabs_of(*window_, page);
        for (std::size_t which = 0; which < all.size(); ++which) {
            for (int i = 0; i < all[which]->count(); ++i) {
                const QString title = all[which]->tabText(i);
                if (!all[which]->isTabVisible(i) || title == where) continue;  // of another model; the page itself
                out.push_back({QStringLiteral("tab/%1/%2").arg(static_cast<int>(page)).arg(title), tr("Tab"), title,
                               where, QStringLiteral("layout-grid"), where,
                               all[which]->isTabEnabled(i) ? QString() : all[which]->tabToolTip(i),
                               [this, page, which, title] {
                                   window_->showPage(page);
                                   show_tab(*window_, page, which, title);  // of what shows the page then
                               }});
            }
        }
    }
}

void FindDesk::addSettings(std::vector<Find>& out) const {
    for (const Page page : pages_from(window_->page(), {Page::Train, Page::Imagine})) {
        if (!window_->works(page)) continue;
        const ModelKind newest = window_->benchOn(page)->drafts()->newestOn(page);
        const Keys its = addSettingsOf(newest, {}, out);
        for (const ModelKind kind : kinds_on(page))
            if (kind != newest) addSettingsOf(kind, its, out);
    }
}

FindDesk::Keys FindDesk::addSettingsOf(ModelKind kind, const Keys& but, std::vector<Find>& out) const {
    Keys added;
    const Page page = page_of(kind);
    const bool chosen = window_->benchOn(page)->drafts()->newestOn(page) == kind;
    const QString problem = chosen ? QString() : window_->starts()->formProblem(kind);
    for (const FormGroup& group : form_plan(kind)) {
        for (const ParamRow* row : group.rows) {
            if (but.contains(row->key)) continue;
            added.insert(row->key);
            const std::string key(row->key);
            out.push_back({QStringLiteral("setting/%1/%2").arg(fromUtf8(name_of(kind)), fromUtf8(key)), tr("Setting"),
                           coreText(row->label), QStringLiteral("%1, %2").arg(kindWords(kind), group.title),
                           QStringLiteral("adjustments"),
                           QStringLiteral("%1 %2 %3").arg(fromUtf8(key), group.title, coreText(row->help)), problem,
                           [this, page, kind, key] {
                               const bool there = window_->benchOn(page)->drafts()->newestOn(page) == kind;
                               if (!there) window_->starts()->takePatch(kind, {});  // its model first
                               window_->revealSetting(page, key);
                           }});
        }
    }
    return added;
}

void FindDesk::addPresets(std::vector<Find>& out) const {
    for (const Preset& preset : catalog_presets()) {
        if (preset.of_benches) continue;
        out.push_back({QStringLiteral("preset/") + fromUtf8(preset.id), tr("Preset"), coreText(preset.name),
                       QStringLiteral("%1: %2").arg(kindWords(preset.model), coreText(preset.summary)),
                       QStringLiteral("wand"), tr("preset"), window_->starts()->formProblem(preset.model),
                       [this, &preset] { window_->starts()->takePatch(preset.model, preset.values); }});
    }
    for (const OwnPreset& own : window_->presets()->own()) {
        if (!own.problem.isEmpty()) continue;
        out.push_back({QStringLiteral("preset/own/") + own.name, tr("Preset"), own.name,
                       tr("%1: a preset of yours").arg(kindWords(own.config.model)), QStringLiteral("star"),
                       tr("preset"), window_->starts()->formProblem(own.config.model),
                       [this, own] { window_->starts()->offerSettings(own.config, own.name); }});
    }
}

void FindDesk::addCards(std::vector<Find>& out) const {
    const ModelKind kind = window_->front()->bridge()->config()->model;
    for (const PresetDesk::Card& card : PresetDesk::cards())
        out.push_back({QStringLiteral("preset/card/%1").arg(card.size.count >> 30), tr("Preset"), card.title,
                       QStringLiteral("%1: %2").arg(kindWords(kind), card.tip), QStringLiteral("wand"), tr("preset"),
                       window_->starts()->formProblem(kind),
                       [this, kind, size = card.size] { window_->dialogs()->planFor(kind, size); }});
}

void FindDesk::addGuide(std::vector<Find>& out) const {
    for (const GuidePage& page : guidePages())
        out.push_back({QStringLiteral("guide/") + page.name,
                       tr("Guide"),
                       page.title,
                       page.headings.join(QStringLiteral(", ")),
                       QStringLiteral("book"),
                       page.text,
                       {},
                       [this, name = page.name] { window_->dialogs()->showGuide(name); }});
}

void FindDesk::addRuns(FindDialog* dialog) {
    if (!services_) return;
    const QPointer<FindDialog> to(dialog);
    listing_.start(
        [services = services_] { return services->list_runs(); },
        [this, to](std::vector<RunInfo> runs) {
            if (!to) return;
            std::sort(runs.begin(), runs.end(),
                      [](const RunInfo& a, const RunInfo& b) { return a.created_unix_ms > b.created_unix_ms; });
            std::vector<Find> out;
            for (const RunInfo& run : runs) {
                QStringList tags;
                for (const std::string& tag : run.notes.tags) tags << fromUtf8(tag);
                const QString dir = fromUtf8(run.dir), about = subjectWords(run);
                out.push_back(
                    {QStringLiteral("run/") + dir,
                     tr("Run"),
                     fromUtf8(run.name),
                     QStringLiteral("%1, %2, %3")
                         .arg(kindWords(run.model), about, stepPhrase(run.model, countText(run.step))),
                     QStringLiteral("list-details"),
                     QStringLiteral("%1 %2 %3").arg(about, tags.join(QLatin1Char(' ')), fromUtf8(run.notes.text)),
                     {},
                     [this, dir] { window_->showRunInList(dir); }});
            }
            to->add(out);
        });
}

}  // namespace headroom::ui
