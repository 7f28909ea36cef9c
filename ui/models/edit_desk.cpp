// EditDesk: joins the bridge's facts with the model of edits.
#include "ui/models/edit_desk.h"

#include "ui/bridge/session_bridge.h"

namespace headroom::ui {

EditDesk::EditDesk(SessionBridge* bridge, QObject* parent)
    : QObject(parent), edits_(new ParamEdits(this)), forecast_(new ForecastWatch(bridge, edits_, this)) {
    const auto take = [this, bridge] { edits_->setInForce(*bridge->config()); };
    connect(edits_, &ParamEdits::applyWanted, bridge,
            [bridge](const ParamPatch& patch, ChangeOrigin origin) { bridge->apply(patch, origin); });
    connect(bridge, &SessionBridge::draftChanged, this, take);
    connect(bridge, &SessionBridge::runStarted, this, take);
    connect(bridge, &SessionBridge::stateChanged, this, [this, take](RunState state) {
        edits_->setStaging(is_active(state));
        take();
    });
    connect(bridge, &SessionBridge::paramApplied, this,
            [this](const ParamApplied& change) { edits_->applied(change); });
    connect(bridge, &SessionBridge::paramRefused, this,
            [this](const QString& key) { edits_->refused(key.toStdString()); });
    take();
    edits_->setStaging(is_active(bridge->state()));
}

}  // namespace headroom::ui
