// PromptRow: one prompt: on or off, its words, weight, the key of its curve and its similarity now.
#pragma once

#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/models/background_task.h"

#include <QFrame>
#include <QPlainTextEdit>

namespace headroom::ui {

/// A prompt's words, edited in place: as high as its lines, without a border until it is pointed at or edited.
class PromptText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PromptText(QWidget* parent = nullptr);

    /// Emits nothing; words that are being edited stay.
    void setWords(const QString& words);
    QString words() const { return toPlainText(); }
    /// Typed and neither committed nor escaped, also while another program has the focus.
    bool editing() const { return document()->isModified() && words() != shown_; }
    /// As Enter does.
    void commit();

    QSize sizeHint() const override { return {160, minimumHeight()}; }
    QSize minimumSizeHint() const override { return {60, minimumHeight()}; }

Q_SIGNALS:
    void committed(const QString& words);  ///< Enter or focus lost, with words that differ from those shown
    void left();                           ///< Enter or focus lost, whatever the words
    void escaped();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fit();

    QString shown_;
};

class PromptRow : public QFrame {
    Q_OBJECT
public:
    /// What a row's menu asks for.
    enum class Command { Edit, ChooseFile, Stop, Duplicate, Up, Down, OwnPhrase, Remove };

    explicit PromptRow(QWidget* parent = nullptr);

    void setEntry(const PromptEntry& entry);
    const PromptEntry& entry() const { return entry_; }
    /// "staged", "pending" or nothing, as plain rows of the form have it.
    void setStage(const QString& stage);
    /// Its curve, or none; the newest similarity, NaN: none yet.
    void setSimilarity(std::optional<SimilarityLines::Look> look, double now);
    /// Words or a weight are being typed.
    bool editing() const;
    /// Which commands make sense here.
    void setMoves(bool up, bool down, bool own_phrase);
    void edit();
    /// Its stops follow `before` when one tabs; returns the last of them.
    QWidget* tabAfter(QWidget* before);

    PromptText* text() const { return text_; }
    NumberField* weight() const { return weight_; }
    QSlider* slider() const { return slider_; }
    QCheckBox* check() const { return check_; }

Q_SIGNALS:
    void weighted(double weight);
    void commandRequested(headroom::ui::PromptRow::Command command);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildMenu();
    /// Looks beside the window whether the picture's file is there; until that is known it counts as there.
    void lookForFile(const QString& path);
    void showFile();
    void showWeight(double weight);

    PromptEntry entry_;
    QString file_;       ///< that was looked for last
    bool there_ = true;  ///< it is
    BackgroundTask looking_;
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
