// StartPart: what the picture begins as, as segments with a sentence; of a folder, how many pictures it holds.
#pragma once

#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/form_part.h"

namespace headroom::ui {

class StartPart : public FormPart {
    Q_OBJECT
public:
    explicit StartPart(ParamEdits* edits, QWidget* parent = nullptr);

    std::vector<std::string> keys() const override {
        return {"start", "start.picture", "start.folder", "frames.steps", "frames.blend", "steps"};
    }
    bool keepsRow(const std::string& key) const override { return key != "start"; }
    bool hidesRow(const std::string& key) const override;
    void showProblem(const QString& message) override;
    void setRunActive(bool active) override;

    SegmentedBar* segments() const { return segments_; }
    QString sentence() const;

private:
    void choose(int index);
    void refresh();
    void fit();
    QString shown(const char* key) const;
    /// Looks through the folder when another one is named; off the window's thread, it may lie far away.
    void count();
    QString folderSentence() const;

    ParamEdits* edits_;
    SegmentedBar* segments_;
    QLabel *text_, *problem_;
    BackgroundTask counting_;
    QString counted_;          ///< the folder that was looked through last
    std::int64_t files_ = -1;  ///< pictures in it; -1: not known yet
    QString missing_;          ///< why there are none
};

}  // namespace headroom::ui
