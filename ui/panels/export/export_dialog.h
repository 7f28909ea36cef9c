// ExportDialog: what to export, how, where to; writes while the run goes on.
#pragma once

#include "ui/models/background_task.h"
#include "ui/panels/export/export_plan.h"
#include "ui/widgets/plot_view.h"

#include <QDialog>

namespace headroom::ui {

/// Writes the files of a plan one after another off the window's thread; plots are drawn on it by a given function.
class ExportJob : public QObject {
    Q_OBJECT
public:
    /// Draws a file's picture on the window's thread, and returns what writes it on any thread.
    using PlotWriter = std::function<FileWriter(const QString& path)>;

    explicit ExportJob(Services* services, QObject* parent = nullptr);

    bool running() const { return task_.running(); }
    /// `folder` is made where it is missing. `drawn` files are written first, then the requests. Ends with done() or failed().
    void start(const QString& folder, const std::vector<ExportRequest>& requests,
               const std::vector<std::pair<QString, FileWriter>>& drawn);
    void cancel();

Q_SIGNALS:
    void progress(const QString& what, double fraction);
    void done(const QStringList& files);
    void failed(const QString& message, const QString& hint, const QStringList& files);  ///< files: written before it
    void cancelled();

private:
    Services* services_;
    BackgroundTask task_;
};

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    ExportDialog(Services* services, SessionBridge* bridge, QWidget* parent = nullptr);

    /// Where its run lives, before setRun(): of another machine the files are made there and fetched.
    void setPlace(const SessionPlace& place) { place_ = place; }
    /// The run to export from; its facts are read in the background. Empty: there is none.
    void setRun(const QString& run_dir);
    /// Newest pictures of the fixed latents, for the preview.
    void setPictures(const ImageList& ema, const ImageList& raw);
    /// Draws the plots; without it they are left out.
    void setPlotWriter(ExportJob::PlotWriter writer);
    void setFolder(const QString& folder);
    QString folder() const;

    ExportPlan& plan() { return plan_; }
    const ExportSource& source() const { return source_; }
    QListView* list() const { return list_; }
    ExportPreview* preview() const { return preview_; }
    QPushButton* exportButton() const { return export_; }
    QString status() const;
    bool busy() const { return job_.running(); }

public Q_SLOTS:
    void startExport();
    /// Cancels a running export, else closes.
    void reject() override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    QWidget* columns();
    QWidget* footer();
    /// What is known of a run whose folder is on another machine.
    void takeLive();
    void takeHistory(const Result<RunHistory>& history);
    void connectJob();
    void refresh();
    void setStatus(const QString& text, const char* role);

    Services* services_;
    SessionBridge* bridge_;
    ExportPlan plan_;
    ExportSource source_;
    SessionPlace place_;
    ExportJob job_;
    BackgroundTask reading_;
    ExportJob::PlotWriter plot_writer_;
    bool folder_chosen_ = false;
    ExportListModel* model_;
    QListView* list_;
    ExportForms* forms_;
    ExportPreview* preview_;
    QWidget* preview_column_ = nullptr;
    QLabel *count_, *form_title_, *note_, *room_, *status_;
    QLineEdit* folder_;
    QProgressBar* bar_;
    QPushButton *cancel_, *export_, *open_;
};

}  // namespace headroom::ui
