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
    /// Why no run can begin with weights or be continued now; empty: it can.
    void allowStarts(const QString& why_no_start, const QString& why_no_continue);
    /// Asks for the file that weights go to, given a proposal; replaced in tests. "" writes nothing.
    void setAskPath(std::function<QString(const QString& proposal)> ask) { ask_path_ = std::move(ask); }
    /// In the corner, in place of what the checkpoints are; empty: that again.
    void setStatus(const QString& text);
    QString status() const;
    /// Tags of all runs, proposed while typing.
    void offerTags(const QStringList& tags);
    QTreeView* events() const { return events_; }
    QString recipe() const;

Q_SIGNALS:
    void notesEdited(const QString& dir, const headroom::RunNotes& notes);
    void startFromRequested(const QString& checkpoint);
    void continueRequested();
    void readAgainRequested();

private:
    /// Where the user wants `file`, proposed where the last one went; empty: nowhere.
    void exportBlend(const QString& from, const QString& to);
    void exportWeights(const QString& checkpoint, qint64 step, const QString& format);
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
