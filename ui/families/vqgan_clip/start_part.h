// StartPart and SizePart: what the picture begins as, and how large it is.
#pragma once

#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/form_part.h"

namespace headroom::ui {

/// Segments with a sentence; of a folder, how many pictures it holds.
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

/// The painted picture's sides as one list of usual sizes; the fields for width and height show when they are wanted.
class SizePart : public FormPart {
    Q_OBJECT
public:
    explicit SizePart(ParamEdits* edits, QWidget* parent = nullptr);

    std::vector<std::string> keys() const override { return {"picture.width", "picture.height"}; }
    bool keepsRow(const std::string&) const override { return true; }
    bool hidesRow(const std::string& key) const override {
        return !custom_ && edits_->stage(key) == EditStage::InForce;
    }
    void showProblem(const QString&) override {}  // the rows below say it
    void setLabelWidth(int width) override;

    QComboBox* sizes() const { return sizes_; }

private:
    void choose(int index);
    void refresh();

    ParamEdits* edits_;
    QLabel *label_, *policy_;
    QComboBox* sizes_;
    QHBoxLayout* row_;
    bool custom_ = false;  ///< the user wants the fields
};

}  // namespace headroom::ui
