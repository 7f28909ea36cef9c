// KindDrafts: see kind_drafts.h.
#include "ui/models/kind_drafts.h"

#include "core/api/param_schema.h"
#include "ui/bridge/session_bridge.h"

#include <utility>

namespace headroom::ui {
namespace {

/// Settings of the machine rather than of a kind of run.
constexpr const char* kShared[] = {
    "device", "threads", "memory.budget", "memory.on_oom", "memory.allow_lower_precision", "memory.timeline"};

}  // namespace

KindDrafts::KindDrafts(SessionBridge* bridge, QObject* parent) : QObject(parent), bridge_(bridge) {
    connect(bridge, &SessionBridge::draftChanged, this,
            [this] { drafts_[bridge_->config()->model] = *bridge_->config(); });
    connect(bridge, &SessionBridge::sessionReady, this, [this] {
        if (const auto kind = std::exchange(wanted_, std::nullopt)) want(*kind);
    });
}

TrainConfig KindDrafts::first(ModelKind kind) {
    TrainConfig config = default_config(kind);
    if (kind == ModelKind::Imagine) config.imagine.prompts = "a red cube on a green floor";
    return config;
}

bool KindDrafts::want(ModelKind kind) {
    const TrainConfig now = *bridge_->config();
    if (!bridge_->session()) {
        wanted_ = kind;
        return true;
    }
    if ((now.model == ModelKind::Imagine) == (kind == ModelKind::Imagine)) return true;  // all kinds of training share a page
    if (is_active(bridge_->state())) return false;
    drafts_[now.model] = now;
    const auto known = drafts_.find(kind);
    TrainConfig next = known == drafts_.end() ? first(kind) : known->second;
    for (const char* key : kShared) {
        const ParamRow* row = find_param(key);
        if (row && belongs_to(*row, kind)) row->set(next, row->get(now));
    }
    bridge_->apply(difference(now, next));
    return true;
}

}  // namespace headroom::ui
