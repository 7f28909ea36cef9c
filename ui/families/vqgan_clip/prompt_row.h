// PromptRow: one prompt: on or off, its words, weight, the key of its curve and its similarity now.
#pragma once

#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/families/vqgan_clip/similarity_lines.h"

#include <QFrame>

#include <optional>

class QCheckBox;
class QLabel;
class QSlider;

namespace headroom::ui {

class FigureLabel;
class IconButton;
class LineKey;
class NumberField;
class PromptText;

class PromptRow : public QFrame {
    Q_OBJECT
public:
    /// What a row's menu asks for.
    enum class Wish { Edit, ChooseFile, Stop, Duplicate, Up, Down, OwnPhrase, Remove };

    explicit PromptRow(QWidget* parent = nullptr);

    void setEntry(const PromptEntry& entry);
    const PromptEntry& entry() const { return entry_; }
    /// "staged", "pending" or nothing, as plain rows of the form have it.
    void setStage(const QString& stage);
    /// Its curve, or none; the newest similarity, NaN: none yet.
    void setSimilarity(std::optional<SimilarityLines::Look> look, double now);
    /// Which wishes make sense here.
    void setMoves(bool up, bool down, bool own_phrase);
    void edit();

    PromptText* text() const { return text_; }
    NumberField* weight() const { return weight_; }
    QSlider* slider() const { return slider_; }
    QCheckBox* check() const { return check_; }
    QString similarityText() const;

Q_SIGNALS:
    void turned(bool on);
    void worded(const QString& words);
    void weighted(double weight);
    void wished(headroom::ui::PromptRow::Wish wish);
    void left();  ///< the words' editor has lost the focus, or Enter was pressed in it
    void escaped();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void buildMenu();
    void showWeight(double weight);
    void slide(int value);

    PromptEntry entry_;
    QCheckBox* check_;
    QLabel *kind_, *name_, *weight_label_, *stop_;
    PromptText* text_;
    QSlider* slider_;
    NumberField* weight_;
    LineKey* key_;
    FigureLabel* now_;
    IconButton* more_;
    QAction *edit_ = nullptr, *choose_ = nullptr, *up_ = nullptr, *down_ = nullptr, *own_ = nullptr;
};

}  // namespace headroom::ui
