// ImaginePage: the centre of Text to image: the picture above, similarity and losses below.
#pragma once

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

}  // namespace headroom::ui
