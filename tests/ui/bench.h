// Bench: a run panel on a scripted engine that moves only by advance(), with its rows at hand and what they and the tray say.
#pragma once

#include "tests/ui/run_stage.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"

#include <QLabel>
#include <QStringList>

namespace headroom::ui {

struct Bench : RunStage {
    using RunStage::RunStage;
    ParamRowView* row(const char* key) const { return panel->form()->rowFor(key); }
    void commit(const char* key, const QString& text) const { Q_EMIT row(key)->editor()->committed(text); }
    QString stage(const char* key) const { return row(key)->property("stage").toString(); }
    bool says(const char* key, const QString& text) const {
        for (auto* label : row(key)->findChildren<QLabel*>()) {
            if (label->text().contains(text) && label->isVisibleTo(row(key))) return true;
        }
        return false;
    }

    QString trayText() const {
        QStringList words;
        auto* tray = panel->findChild<StagedTray*>();
        for (auto* label : tray->findChildren<QLabel*>()) {
            if (label->isVisibleTo(tray)) words << label->text();
        }
        return words.join(QLatin1Char('|'));
    }
};

}  // namespace headroom::ui
