// DropDesk: what can be done with each kind of thing: by the families, by the field that is meant, and by the window itself.
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/run_words.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/shell/drop/drop_desk.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/window_dialogs.h"

#include <QFileInfo>

namespace headroom::ui {
namespace {

QString run_is_going() { return DropDesk::tr("A run is going; stop it first"); }

/// Settings of `kind` as they stand in its form, staged edits included.
TrainConfig shown_settings(const MainWindow& window, ModelKind kind) {
    const Workbench* bench = window.benchOn(page_of(kind));
    const TrainConfig shown = bench->edits()->preview();
    return shown.model == kind ? shown : bench->drafts()->draft(kind);
}

bool takes_folder(std::string_view key) { return key == "data.path" || key.ends_with(".folder"); }

}  // namespace

std::vector<DropOffer> DropDesk::offers() const {
    std::vector<DropOffer> out;
    if (known_->kind == Dropped::Kind::Unusable) return out;
    if (!keys_.empty()) {  // the field that is meant
        addFamilyOffers(out, true);
        if (out.empty()) addFieldOffer(out);
        if (!out.empty()) return out;
    }
    addFamilyOffers(out, false);
    addRunOffers(out);
    if (known_->kind == Dropped::Kind::Pictures && known_->paths.size() == 1)
        out.push_back({tr("Enlarge it"), tr("2 to 4 times as large, in tiles that fit the memory."),
                       QStringLiteral("transform"), [window = window_, path = known_->path()] {
                           askToEnlarge(window, path, {}, QFileInfo(path).completeBaseName());
                       }});
    if (known_->kind == Dropped::Kind::Weights && known_->network == "upscaler")
        out.push_back({tr("Enlarge pictures with it"), tr("It becomes the method of the dialog that enlarges."),
                       QStringLiteral("transform"),
                       [window = window_, path = known_->path()] { window->dialogs()->enlargeWith(path); }});
    return out;
}

void DropDesk::addFamilyOffers(std::vector<DropOffer>& out, bool meant) const {
    for (const WindowFamily* family : window_families()) {
        const ModelKind kind = family->kind();
        const bool chosen = window_->benchOn(page_of(kind))->drafts()->newestOn(page_of(kind)) == kind;
        for (const DropUse& use : family->uses(*known_, shown_settings(*window_, kind))) {
            if (use.weights.isEmpty() && !chosen) continue;  // that model is not the one of its page
            // One that begins a run is meant by no field, whatever its network's settings are.
            const auto touches = [&](const std::string& key) {
                return use.weights.isEmpty() && use.patch.contains(key);
            };
            if (meant && std::ranges::none_of(keys_, touches)) continue;
            DropOffer offer{use.title, use.detail, use.icon, {}, use.problem};
            if (!use.weights.isEmpty()) {
                if (!window_->starts()->mayStart()) offer.problem = run_is_going();
                offer.take = [this, kind, network = use.patch, path = use.weights] {
                    if (const auto config = with_patch(shown_settings(*window_, kind), network))
                        window_->starts()->startFrom(*config, path);
                };
            } else {
                if (offer.problem.isEmpty()) offer.problem = window_->starts()->patchProblem(kind, use.patch);
                offer.take = [this, kind, patch = use.patch] { window_->starts()->takePatch(kind, patch); };
            }
            out.push_back(std::move(offer));
        }
    }
}

void DropDesk::addFieldOffer(std::vector<DropOffer>& out) const {
    if (known_->paths.size() != 1 || !window_->works(window_->page())) return;
    const ModelKind kind = window_->front()->drafts()->newestOn(window_->page());
    const ParamRow* row = find_param(keys_.front(), kind);
    if (!row || row->type != ParamType::Path) return;
    const QString label = coreText(row->label);
    const bool folder = QFileInfo(known_->path()).isDir();
    const ParamPatch patch{{std::string(row->key), known_->path().toStdString()}};
    DropOffer offer{tr("Use it as %1").arg(label), known_->path(), QStringLiteral("folder"),
                    [this, kind, patch] { window_->starts()->takePatch(kind, patch); },
                    window_->starts()->patchProblem(kind, patch)};
    if (folder != takes_folder(row->key))
        offer.problem = folder ? tr("%1 is a file, and this is a folder").arg(label)
                               : tr("%1 is a folder, and this is a file").arg(label);
    out.push_back(std::move(offer));
}

void DropDesk::addRunOffers(std::vector<DropOffer>& out) const {
    if (known_->kind == Dropped::Kind::Archive)
        out.push_back({tr("Open the run in it"), tr("It becomes a run of your own; every file is checked."),
                       QStringLiteral("file-zip"),
                       [this, path = known_->path()] { window_->starts()->openArchive(path); }});
    if (!known_->config) return;
    const TrainConfig& config = *known_->config;
    const ModelKind kind = config.model;
    const QString run = known_->run_dir, off = window_->starts()->mayStart() ? QString() : run_is_going();
    if (known_->kind == Dropped::Kind::Run && window_->services() &&
        QFileInfo(run).absolutePath() == fromUtf8(window_->services()->runs_folder()))
        out.push_back({tr("Show it in Runs"), tr("Its curves, pictures, checkpoints and notes."),
                       QStringLiteral("list-details"), [this, run] { window_->showRunInList(run); }});
    if (!run.isEmpty())
        out.push_back({tr("Continue the run"), tr("It goes on where its newest checkpoint was saved."),
                       QStringLiteral("player-play"), [this, run] { window_->starts()->continueRun(run); }, off});
    if (known_->kind == Dropped::Kind::Checkpoint && family_of(kind).facts().trains)
        out.push_back(
            {tr("Begin a new run with its weights"),
             tr("With the run's settings and the weights of %1.").arg(stepPhrase(kind, countText(known_->step))),
             QStringLiteral("rocket"),
             [this, config, path = known_->path()] { window_->starts()->startFrom(config, path); }, off});
    // A sample names no paths: those of the form stay.
    TrainConfig offered = config;
    if (!known_->settings.empty())
        if (const auto with_paths = with_patch(shown_settings(*window_, kind), known_->settings)) offered = *with_paths;
    out.push_back({tr("Use its settings"),
                   known_->note.isEmpty() ? tr("They become the settings of the form; what differs is shown first.")
                                          : known_->note,
                   QStringLiteral("adjustments"),
                   [this, offered = std::move(offered), words = known_->words, note = known_->note] {
                       window_->starts()->offerSettings(offered, words, note);
                   }});
}

}  // namespace headroom::ui
