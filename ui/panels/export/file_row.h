// FileRow: files that are being written: how far it is, a button that stops it, and where to find them afterwards. The window has one for
// all its panels, and so has each dialog that writes files.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/widgets/file_writer.h"

#include <QFrame>

#include <deque>
#include <utility>
#include <vector>

namespace headroom::ui {

/// A file that was made, and what is said of it; no words: that it was written.
struct MadeFile {
    QString path, words{};
};
/// Makes one file, on any thread.
using FileMaker = std::function<Result<MadeFile>(const BackgroundTask::Report& report, const std::stop_token& stop)>;

/// What is to be written, one file after the other.
struct FileWork {
    QString folder;  ///< made where it is missing
    std::vector<std::pair<QString, FileMaker>> files{};

    /// What the window has drawn.
    void add(const QString& path, FileWriter write);
    /// What the engine makes.
    void add(Services* services, const ExportRequest& request);
};

class FileRow : public QFrame {
    Q_OBJECT
public:
    explicit FileRow(QWidget* parent = nullptr);
    /// The one in which is told what `part` writes: that of its dialog, else of its window, else a new one in it.
    static FileRow* of(QWidget* part);

    /// Has the engine write a file. What is being written goes on first, here and below.
    void write(Services* services, const ExportRequest& request);
    /// Has the window write one.
    void write(const QString& path, FileWriter writer);
    void write(FileWork work);
    bool busy() const { return task_.running(); }
    /// Ends what is being written; what waits is not begun.
    void stop();
    /// What came of all that was written since nothing was, one line each.
    QString text() const;
    /// Of the newest line.
    QPushButton* showButton() const { return newest().show; }
    /// Has what could not be written tried once more; files that were written before stay as they are.
    QPushButton* againButton() const { return newest().again; }
    /// Shows the newest files.
    void showInFolder() const;

Q_SIGNALS:
    /// A file is being written.
    void begun();
    /// Nothing is being written any more; `good`: all was.
    void ended(bool good);

private:
    /// What came of one work.
    struct End {
        QString words, folder;
        QStringList files;  ///< that were written
        bool good = false;
        bool may_have = false;  ///< others may have been written
        FileWork left{};        ///< what failed and what was to follow
    };
    struct Line {
        QWidget* row;
        QLabel* text;
        QPushButton *again, *show;
    };

    void next();
    void end(End what);
    /// It was stopped; `files`: written before, as far as that is known.
    void endStopped(const QStringList& files);
    void addLine();
    void tryAgain(std::size_t line);
    const Line& newest() const { return lines_[ends_.empty() ? 0 : ends_.size() - 1]; }

    BackgroundTask task_;
    std::deque<FileWork> waiting_;
    QString folder_, name_;  ///< of what is being written or was last; the name of its file where it is one
    std::vector<End> ends_;  ///< since nothing was being written
    std::vector<Line> lines_;
    ProgressRow* progress_;
    QVBoxLayout* column_;
    QWidget* ended_;
};

}  // namespace headroom::ui
