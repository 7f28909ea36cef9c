// RunDetails: tabs of one run: checkpoints, samples, recipe, notes, events.
#pragma once

#include "ui/panels/export/export_dialog.h"

#include <QImage>
#include <QWidget>

namespace headroom::ui {

/// A run's history and its newest sample sheet, as read in the background: the details read the sheet when it is looked at, a comparison has it small.
struct RunDetailsData {
    RunHistory history;
    QImage newest_samples;
    QSize newest_size;         ///< in pixels of the file; none: there is no sheet
    QString newest_problem{};  ///< why newest_samples could not be read, where that is known
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
    QString status() const;
    QTreeView* events() const { return events_; }
    QString recipe() const;

Q_SIGNALS:
    void readAgainRequested();

private:
    void fillEvents(const RunHistory& history);

    EmptyState* empty_;
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_;
    CheckpointList* checkpoints_;
    QStandardItemModel* event_model_;
    QTreeView* events_;
    NotesPage* notes_;
    ImageGrid* samples_;
    QString sheet_;  ///< the file that is shown there
    QPlainTextEdit* recipe_;
    QString dir_, name_;
    ModelKind model_ = first_kind();
    Services* services_;
    std::function<QString(const QString&)> ask_path_;
};

}  // namespace headroom::ui
