// SizePart: the painted picture's sides as one list of usual sizes; the fields for width and height show when they are wanted.
#pragma once

#include "ui/forward.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/form_part.h"

namespace headroom::ui {

class SizePart : public FormPart {
    Q_OBJECT
public:
    explicit SizePart(ParamEdits* edits, QWidget* parent = nullptr);

    std::vector<std::string> keys() const override { return {"picture.width", "picture.height"}; }
    bool keepsRow(const std::string&) const override { return true; }
    bool hidesRow(const std::string& key) const override;
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
