// PromptList: the prompts of text to image as rows to edit, and the settings behind them.
#pragma once

#include "ui/families/vqgan_clip/prompt_row.h"
#include "ui/models/param_edits.h"
#include "ui/panels/run/param_form.h"

namespace headroom::ui {

/// Texts by phrase, then pictures and noises. What is typed goes to the edits, where it is staged like any setting.
class PromptList : public FormPart {
    Q_OBJECT
public:
    PromptList(ParamEdits* edits, SimilarityLines* lines, QWidget* parent = nullptr);

    std::vector<std::string> keys() const override { return {"prompts", "prompts.pictures", "prompts.noise"}; }
    void showProblem(const QString& message) override;
    QWidget* note() const override;

    const PromptEntries& entries() const { return entries_; }
    const std::vector<PromptRow*>& rows() const { return rows_; }

public Q_SLOTS:
    /// An empty row with the caret in it; becomes a prompt once it has words.
    void addText();
    void addPicture(const QString& path);
    void addNoise();
    /// The distance below which entry `at` pulls no more; nothing: no stop.
    void setStop(std::size_t at, std::optional<double> stop);

private:
    void askForPicture(int replace);
    void askForStop(PromptRow* row);
    void refresh();
    std::vector<PromptRow*> seat(const PromptEntries& wanted);
    void showStages();
    void showSimilarity();
    void propose(PromptEntries entries);
    std::size_t placeOf(const PromptRow* row) const;
    void carryOut(PromptRow* row, PromptRow::Command command);
    void takeWords(PromptRow* row, const QString& words);
    void takeTyped();
    void leave(PromptRow* row);
    PromptRow* makeRow();
    void arrange();

    ParamEdits* edits_;
    SimilarityLines* lines_;
    PromptEntries entries_;  ///< as the settings shown have them
    bool fresh_ = false;     ///< an empty row waits for words, behind the texts
    std::vector<PromptRow*> rows_;
    std::vector<QLabel*> heads_;  ///< of phrases
    QVBoxLayout* column_;
    QLabel *similarity_head_, *when_, *staged_, *problem_;
    QWidget* more_ = nullptr;  ///< the last of its buttons
    QPushButton* back_;
};

}  // namespace headroom::ui
