// ExportDialog: what to export, how, where to; writes while the run goes on.
#pragma once

#include "ui/models/background_task.h"
#include "ui/panels/export/export_plan.h"
#include "ui/widgets/file_writer.h"

#include <QDialog>
#include <QTimer>

namespace headroom::ui {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// Draws a file's picture on the window's thread, and returns what writes it on any thread.
    using PlotWriter = std::function<FileWriter(const QString& path)>;

    ExportDialog(Services* services, SessionBridge* bridge, QWidget* parent = nullptr);

    /// Where its run lives, before setRun(): of another machine the files are made there and fetched.
    void setPlace(const SessionPlace& place) { place_ = place; }
    /// The run to export from; its facts are read in the background. Empty: there is none.
    void setRun(const QString& run_dir);
    /// Newest pictures of the fixed latents, for the preview.
    void setPictures(const ImageList& ema, const ImageList& raw);
    /// Draws the plots as a panel shows them; without it they are drawn from the engine's SVG.
    void setPlotWriter(PlotWriter writer) { plot_writer_ = std::move(writer); }
    void setFolder(const QString& folder);
    QString folder() const;

    ExportPlan& plan() { return plan_; }
    const ExportSource& source() const { return source_; }
    QPushButton* exportButton() const { return export_; }
    /// What is known of the run, or what was written last.
    QString status() const;
    /// How much is to be written, how much room there is, and what is replaced.
    QString room() const;
    bool busy() const;
    void startExport();
    /// Cancels a running export, else closes.
    void reject() override;

private:
    /// What is known of a folder: free bytes or -1, and files there that would be replaced.
    struct Disk {
        QString folder;
        qint64 free = -1;
        qsizetype replaced = 0;
    };
    QWidget* columns();
    QWidget* footer();
    void takeConfig(const TrainConfig& config);
    void takeHistory(const Result<RunHistory>& history, qint64 picture_bytes);
    void refresh();
    void refreshFolder();
    void lookAtDisk();
    void showRoom();
    void setStatus(const QString& text, const char* role);

    Services* services_;
    SessionBridge* bridge_;
    ExportPlan plan_;
    ExportSource source_;
    SessionPlace place_;
    BackgroundTask reading_, looking_;
    QTimer soon_;              ///< for looking at the disk, once typing pauses
    bool look_again_ = false;  ///< something changed while it was looked at
    Disk disk_;
    PlotWriter plot_writer_;
    bool folder_chosen_ = false;
    ExportListModel* model_;
    QListView* list_;
    ExportForms* forms_;
    ExportPreview* preview_;
    QLabel *count_, *form_title_, *note_, *room_, *status_;
    QLineEdit* folder_;
    FileRow* files_;
    QPushButton *again_, *cancel_, *export_;
};

}  // namespace headroom::ui
