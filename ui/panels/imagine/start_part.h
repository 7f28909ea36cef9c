// StartPart: what the picture begins as, as segments with a sentence.
#pragma once

#include "ui/models/param_edits.h"
#include "ui/panels/run/form_part.h"

class QLabel;

namespace headroom::ui {

class SegmentedBar;

class StartPart : public FormPart {
    Q_OBJECT
public:
    explicit StartPart(ParamEdits* edits, QWidget* parent = nullptr);

    std::vector<std::string> keys() const override { return {"start", "start.picture"}; }
    bool keepsRow(const std::string& key) const override { return key == "start.picture"; }
    bool hidesRow(const std::string& key) const override;
    void showProblem(const QString& message) override;
    void setRunActive(bool active) override;

    SegmentedBar* segments() const { return segments_; }
    QString sentence() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(int index);
    void refresh();
    void fit();

    ParamEdits* edits_;
    SegmentedBar* segments_;
    QLabel *text_, *problem_;
};

}  // namespace headroom::ui
