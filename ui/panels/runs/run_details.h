// RunDetails: tabs of one run: checkpoints, samples, recipe, notes, events; NotesPage is the tab that is edited.
#pragma once

#include "ui/panels/export/export_dialog.h"

#include <QImage>
#include <QLabel>

namespace headroom::ui {

/// A run's history and its newest sample sheet, as read in the background: the details read the sheet when it is looked at, a comparison has it small.
struct RunDetailsData {
    RunHistory history;
    QString newest_sheet{};  ///< the file; empty: there is none
    QSize newest_size{};     ///< in its pixels; empty: it cannot be read
    QImage newest_samples{};
    QString newest_problem{};  ///< why newest_samples could not be read
};

/// Tags and notes of one run, edited in place; told when the hand rests and before another run is shown.
class NotesPage : public QWidget {
    Q_OBJECT
public:
    explicit NotesPage(QWidget* parent = nullptr);

    /// What is not told yet is told first, of the run it belongs to. The same run again: what stands here stays.
    void setRun(const QString& dir, const RunNotes& notes);
    void clear() { setRun({}, {}); }
    /// Tells what has changed since it was told last.
    void flush();
    /// What happened to notes of `dir` that were told; `problem` empty: they are kept.
    void saved(const QString& dir, const QString& problem);
    /// Tags of other runs, proposed while typing.
    void offerTags(const QStringList& tags);

    QString status() const { return status_->text(); }

Q_SIGNALS:
    void edited(const QString& dir, const headroom::RunNotes& notes);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    RunNotes written() const;
    void setStatus(const QString& text, const char* role);

    QString dir_;
    RunNotes reported_;
    bool refused_ = false;  ///< what was told could not be kept: it is told again
    QLineEdit* tags_;
    QPlainTextEdit* text_;
    QLabel* status_;
    QStringList known_tags_;
    QTimer rest_;
};

class RunDetails : public QWidget {
    Q_OBJECT
public:
    /// `services`: writes weights; null: they cannot be written.
    explicit RunDetails(Services* services = nullptr, QWidget* parent = nullptr);

    void clear(const QString& title, const QString& text);
    /// The run could not be read, which may be tried again.
    void showTrouble(const Error& error);
    void setRun(const RunDetailsData& data);
    QTabWidget* tabs() const { return tabs_; }
    CheckpointList* checkpoints() const { return checkpoints_; }
    NotesPage* notes() const { return notes_; }
    /// Folder of the run that is shown, or "".
    const QString& dir() const { return dir_; }
    /// To the checkpoint from which a way to another is animated.
    void goToBlends();
    /// Asks for the file that weights go to, given a proposal; replaced in tests. "" writes nothing.
    void setAskPath(std::function<QString(const QString& proposal)> ask) { ask_path_ = std::move(ask); }
    /// In the corner, in place of what the checkpoints are; empty: that again.
    void setStatus(const QString& text);
    QString status() const { return corner_->text(); }
    QString recipe() const;

Q_SIGNALS:
    void readAgainRequested();

private:
    void fillEvents(const RunHistory& history);
    void showSheet();

    EmptyState* empty_;
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_;
    CheckpointList* checkpoints_;
    QStandardItemModel* event_model_;
    QTreeView* events_;
    NotesPage* notes_;
    PicturePane* samples_;
    QString sheet_;     ///< the file that is shown there
    QSize sheet_size_;  ///< in pixels; empty: not known yet
    QPlainTextEdit* recipe_;
    QString dir_, name_;
    ModelKind model_ = first_kind();
    Services* services_;
    std::function<QString(const QString&)> ask_path_;
};

}  // namespace headroom::ui
