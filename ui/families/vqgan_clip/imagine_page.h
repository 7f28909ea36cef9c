// ImaginePage: the centre of Text to image, the picture above, similarity and losses below; and the parts of its form about the picture.
#pragma once

#include "ui/models/background_task.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/param_form.h"
#include "ui/shell/centre_page.h"

namespace headroom::ui {

class ImaginePage : public CentrePage {
    Q_OBJECT
public:
    explicit ImaginePage(SessionBridge* bridge, QWidget* parent = nullptr);

    PicturePanel* pictures() const { return pictures_; }
    TimelinePanel* similarity() const { return similarity_; }
    TimelinePanel* losses() const { return losses_; }
    /// Which curve each prompt has; the list of prompts shows the same.
    SimilarityLines* lines() const { return lines_; }
    TimelinePanel* plotsOf(ModelKind) override { return similarity_; }
    void setHistory(const RunHistory& history) override;
    std::vector<FormPart*> formParts(ParamEdits* edits, QWidget* parent) override;

private:
    void nameCurves();

    SimilarityLines* lines_;
    PicturePanel* pictures_;
    TimelinePanel *similarity_, *losses_;
};

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
