// FileRow: a file that is being written: how far it is, a button that stops it, and where to find it afterwards.
#pragma once

#include "ui/forward.h"
#include "ui/panels/export/export_dialog.h"

#include <QFrame>

namespace headroom::ui {

class FileRow : public QFrame {
    Q_OBJECT
public:
    explicit FileRow(QWidget* parent = nullptr);

    /// Has the engine write a file, or several one after the other; what is being written goes on first.
    void write(Services* services, const std::vector<ExportRequest>& requests);
    /// Has the window write one.
    void write(const QString& path, FileWriter writer);
    bool busy() const { return job_ && job_->running(); }
    QString text() const;
    QPushButton* showButton() const { return show_; }
    /// Opens the folder of the newest file.
    void showInFolder() const;

private:
    void begin(Services* services, const QString& path, const std::vector<ExportRequest>& requests,
               const std::vector<std::pair<QString, FileWriter>>& drawn);
    void end(const QString& text, bool bad);

    std::unique_ptr<ExportJob> job_;
    QString path_;
    ProgressRow* progress_;
    QWidget* ended_;
    QLabel* text_;
    QPushButton* show_;
};

}  // namespace headroom::ui
