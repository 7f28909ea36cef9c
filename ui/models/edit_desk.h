// EditDesk: the edits of the settings in force and their forecast. One for all pages, as there is one run at a time.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/models/param_edits.h"

#include <QObject>

namespace headroom::ui {

class SessionBridge;

/// Window's thread. What the engine reports reaches the edits before any widget that is made later.
class EditDesk : public QObject {
    Q_OBJECT
public:
    explicit EditDesk(SessionBridge* bridge, QObject* parent = nullptr);

    ParamEdits* edits() const { return edits_; }
    ForecastWatch* forecast() const { return forecast_; }

private:
    ParamEdits* edits_;
    ForecastWatch* forecast_;
};

}  // namespace headroom::ui
