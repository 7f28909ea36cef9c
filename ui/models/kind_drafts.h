// KindDrafts: the settings that are being prepared for each kind of run. The session has one draft; a page that is shown makes it
// its own, and finds it again as it was left.
#pragma once

#include "core/api/train_config.h"

#include <QObject>

#include <map>
#include <optional>

namespace headroom::ui {

class SessionBridge;

class KindDrafts : public QObject {
    Q_OBJECT
public:
    explicit KindDrafts(SessionBridge* bridge, QObject* parent = nullptr);

    /// Makes the draft one of `kind`; before the session is there, as soon as it is. False: a run of another kind is going.
    bool want(ModelKind kind);
    /// What a kind begins with: its defaults; painting has a prompt that the built-in models know.
    static TrainConfig first(ModelKind kind);

private:
    SessionBridge* bridge_;
    std::map<ModelKind, TrainConfig> drafts_;
    std::optional<ModelKind> wanted_;  ///< before the session
};

}  // namespace headroom::ui
