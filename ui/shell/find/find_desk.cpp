// FindDesk: what can be found, from the tables that menus, forms, guide and Runs are made of too.
#include "ui/shell/find/find_desk.h"

#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/run_words.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/window_dialogs.h"

#include <QDockWidget>

namespace headroom::ui {
namespace {

const QString kRecentKey = QStringLiteral("find/recent");

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
    addSettings(out);
    addPresets(out);
    addGuide(out);
    return out;
}

void FindDesk::addCommands(std::vector<Find>& out) const {
    for (int i = 0; i < kCmdCount; ++i) {
        const auto cmd = static_cast<Cmd>(i);
        QAction* action = window_->actions()->action(cmd);
        if (cmd == Cmd::Find || action->text().isEmpty()) continue;
        QString title = action->text();
        if (title.endsWith(QChar(0x2026))) title.chop(1);
        const bool page =
            cmd == Cmd::ShowWelcome || cmd == Cmd::ShowTrain || cmd == Cmd::ShowImagine || cmd == Cmd::ShowRuns;
        const QString why = off_reason(cmd, window_->actions()->situation());
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        const QString sort = page ? tr("Page") : tr("Command");
        out.push_back({QStringLiteral("command/") + action->objectName(),
                       key.isEmpty() ? sort : QStringLiteral("%1, %2").arg(sort, key), title.remove(QLatin1Char('&')),
                       action->toolTip().section(QLatin1Char('\n'), 0, 0), action->property("iconName").toString(),
                       action->toolTip(),
                       action->isEnabled() ? QString()
                       : why.isEmpty()     ? tr("Not on this page")
                                           : why,
                       [action] { action->trigger(); }});
    }
}

void FindDesk::addSettings(std::vector<Find>& out) const {
    std::vector<Page> pages{window_->page()};  // what is in front is meant first
    for (const Page page : {Page::Train, Page::Imagine})
        if (page != pages.front()) pages.push_back(page);
    for (const Page page : pages) {
        if (!window_->works(page)) continue;
        const ModelKind kind = window_->benchOn(page)->drafts()->newestOn(page);
        for (const FormGroup& group : form_plan(kind)) {
            for (const ParamRow* row : group.rows) {
                const std::string key(row->key);
                out.push_back({QStringLiteral("setting/%1/%2").arg(kindWords(kind), fromUtf8(key)),
                               tr("Setting"),
                               coreText(row->label),
                               QStringLiteral("%1, %2").arg(kindWords(kind), group.title),
                               QStringLiteral("adjustments"),
                               QStringLiteral("%1 %2 %3").arg(fromUtf8(key), group.title, coreText(row->help)),
                               {},
                               [this, page, key] { window_->revealSetting(page, key); }});
            }
        }
    }
}

void FindDesk::addPresets(std::vector<Find>& out) const {
    for (const Preset& preset : catalog_presets()) {
        if (preset.of_benches) continue;
        out.push_back({QStringLiteral("preset/") + fromUtf8(preset.id), tr("Preset"), coreText(preset.name),
                       QStringLiteral("%1: %2").arg(kindWords(preset.model), coreText(preset.summary)),
                       QStringLiteral("wand"), tr("preset"), window_->starts()->formProblem(preset.model),
                       [this, &preset] { window_->starts()->takePatch(preset.model, preset.values); }});
    }
    for (const OwnPreset& own : window_->presets()->shelf().list()) {
        if (!own.problem.isEmpty()) continue;
        out.push_back({QStringLiteral("preset/own/") + own.name, tr("Preset"), own.name,
                       tr("%1: a preset of yours").arg(kindWords(own.config.model)), QStringLiteral("star"),
                       tr("preset"), window_->starts()->formProblem(own.config.model),
                       [this, own] { window_->starts()->offerSettings(own.config, own.name); }});
    }
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
