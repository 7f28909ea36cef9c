// KindDrafts: the settings that are being prepared for each kind of run.
#include "ui/models/kind_drafts.h"

#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/param_edits.h"

namespace headroom::ui {
namespace {

/// Settings of the machine rather than of a kind of run.
constexpr const char* kShared[] = {
    "device", "threads", "memory.budget", "memory.on_oom", "memory.allow_lower_precision", "memory.timeline"};

/// Settings of what is trained on, and in which portions: they mean the same to every kind of training.
constexpr const char* kOfPictures[] = {
    "data.path",    "data.mirror",          "data.fit",        "data.variety", "data.count",  "data.workers",
    "data.max_bad", "data.skip_duplicates", "data.skip_empty", "image.size",   "batch.micro", "batch.accumulate",
    "seed"};

void copy_setting(const char* key, const TrainConfig& from, TrainConfig& to) {
    const ParamRow* row = find_param(key);
    if (row && belongs_to(*row, to.model)) row->set(to, row->get(from));
}

}  // namespace

KindDrafts::KindDrafts(SessionBridge* bridge, ParamEdits* edits, QObject* parent)
    : QObject(parent), bridge_(bridge), edits_(edits) {
    const auto note = [this] { adopt(*bridge_->config()); };
    connect(bridge, &SessionBridge::draftChanged, this, note);
    connect(bridge, &SessionBridge::runStarted, this,
            [this] { newest_[page_of(bridge_->config()->model)] = bridge_->config()->model; });
    connect(bridge, &SessionBridge::sessionReady, this, [this, note] {
        note();
        if (const auto kind = std::exchange(wanted_, std::nullopt)) want(newestOn(page_of(*kind)));
    });
}

ModelKind KindDrafts::newestOn(Page page) const {
    const auto known = newest_.find(page);
    return known != newest_.end() ? known->second : kinds_on(page).front();
}

void KindDrafts::adopt(const TrainConfig& config) {
    drafts_[config.model] = config;
    newest_[page_of(config.model)] = config.model;
}

void KindDrafts::take(const KindDrafts& other) {
    for (const auto& [kind, draft] : other.drafts_) drafts_[kind] = draft;
    for (const auto& [kind, entered] : other.entered_) entered_[kind] = entered;
    for (const auto& [page, newest] : other.newest_) newest_[page] = newest;
}

TrainConfig KindDrafts::first(ModelKind kind) {
    const auto config = with_patch(default_config(kind), window_family_of(kind).facts().first);
    return config ? *config : default_config(kind);
}

TrainConfig KindDrafts::firstHere(ModelKind kind) const {
    TrainConfig out = first(kind);
    for (const char* key : kShared) copy_setting(key, *bridge_->config(), out);
    return out;
}

bool KindDrafts::want(ModelKind kind) {
    const TrainConfig now = *bridge_->config();
    if (!bridge_->session()) {
        wanted_ = kind;
        return true;
    }
    if (now.model == kind) return true;
    if (is_active(bridge_->state())) return false;
    drafts_[now.model] = now;
    TrainConfig next = draft(kind);
    for (const char* key : kShared) copy_setting(key, now, next);
    if (family_of(kind).facts().trains && family_of(now).facts().trains) {
        const auto entered = entered_.try_emplace(now.model, first(now.model)).first->second;
        const ParamPatch changed = difference(entered, now);
        for (const char* key : kOfPictures)
            if (changed.contains(key)) copy_setting(key, now, next);
        entered_[kind] = next;
    }
    if (page_of(kind) == page_of(now.model))
        edits_->choose(next);
    else
        bridge_->apply(difference(now, next));
    return true;
}

}  // namespace headroom::ui
