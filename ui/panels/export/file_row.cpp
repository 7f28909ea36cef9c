// FileRow: progress first, then what came of it.
#include "ui/panels/export/file_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QUrl>

#include <optional>

namespace headroom::ui {

namespace {

struct Outcome {
    QStringList files;
    QString words;
    std::optional<Error> error;
};

Result<void> makeFolder(const QString& folder) {
    if (QDir().mkpath(folder)) return {};
    return make_error(ErrorCode::Disk, ExportJob::tr("%1 cannot be made.").arg(folder).toStdString(),
                      ExportJob::tr("Choose a folder that can be written.").toStdString());
}

/// Any thread.
Outcome written(const FileWork& work, const BackgroundTask::Report& report, const std::stop_token& stop) {
    Outcome out;
    if (auto made = makeFolder(work.folder); !made) out.error = made.error();
    for (std::size_t i = 0; i < work.files.size() && !out.error; ++i) {
        const auto part = [&](const std::string& what, double fraction) {
            report(what, (static_cast<double>(i) + std::max(0.0, fraction)) / static_cast<double>(work.files.size()));
        };
        if (auto one = work.files[i].second(part, stop); !one) {
            out.error = one.error();
        } else {
            out.files.append(one->path);
            out.words = one->words;
        }
    }
    return out;
}

}  // namespace

void FileWork::add(const QString& path, FileWriter write) {
    files.emplace_back(
        path,
        [path, write = std::move(write)](const BackgroundTask::Report&, const std::stop_token&) -> Result<MadeFile> {
            if (auto written = write(); !written) return written.error();
            return MadeFile{path};
        });
}

void FileWork::add(Services* services, const ExportRequest& request) {
    files.emplace_back(
        fromUtf8(request.target),
        [services, request](const BackgroundTask::Report& report, const std::stop_token& stop) -> Result<MadeFile> {
            if (auto made = makeFolder(QFileInfo(fromUtf8(request.target)).absolutePath()); !made) return made.error();
            const auto file = services->export_run(request, report, stop);
            if (!file) return file.error();
            return MadeFile{fromUtf8(file->path)};
        });
}

ExportJob::ExportJob(QObject* parent) : QObject(parent) {
    connect(&task_, &BackgroundTask::progress, this, &ExportJob::progress);
}

void ExportJob::start(const FileWork& work) {
    const auto call = [work](const BackgroundTask::Report& report, const std::stop_token& stop) {
        return written(work, report, stop);
    };
    task_.start(call, [this](const Outcome& out) {
        if (!out.error)
            Q_EMIT done(out.files, out.words);
        else if (out.error->code == ErrorCode::Cancelled)
            Q_EMIT cancelled();
        else
            Q_EMIT failed(errorText(*out.error), out.files);
    });
}

void ExportJob::cancel() {
    if (!task_.running()) return;
    task_.cancel();
    Q_EMIT cancelled();
}

FileRow::FileRow(QWidget* parent)
    : QFrame(parent),
      progress_(new ProgressRow(tr("File"), tr("Stop"), this)),
      text_(shrinking(makeLabel("small", this, Wrap::On))),
      show_(makeButton(tr("Show in folder"), QStringLiteral("folder"), this)) {
    setObjectName(QStringLiteral("panel"));
    auto* close = new IconButton(QStringLiteral("x"), tr("Close"), this);
    show_->setProperty("small", true);
    ended_ = boxed(rowOf({{text_, 1}, show_, close}, 8, {16, 4, 12, 4}), this);
    columnIn(this, {}, 0, {progress_, ended_});
    connect(progress_, &ProgressRow::cancelled, this, &FileRow::stop);
    connect(show_, &QPushButton::clicked, this, &FileRow::showInFolder);
    connect(close, &IconButton::clicked, this, &QWidget::hide);
    connect(&job_, &ExportJob::progress, progress_, &ProgressRow::setProgress);
    connect(&job_, &ExportJob::done, this, [this](const QStringList& files, const QString& words) {
        end(files.size() > 1  ? tr("%Ln file(s) written to %1", nullptr, static_cast<int>(files.size())).arg(folder_)
            : words.isEmpty() ? tr("Written: %1").arg(QFileInfo(files.first()).fileName())
                              : words,
            true);
    });
    connect(&job_, &ExportJob::cancelled, this, [this] {
        waiting_.clear();
        end(name_.isEmpty() ? tr("Export cancelled; files written before are complete.")
                            : tr("%1 was not written").arg(name_),
            false);
    });
    connect(&job_, &ExportJob::failed, this, [this](const QString& why, const QStringList& files) {
        trouble_ << (files.isEmpty()
                         ? why
                         : tr("%1 %Ln file(s) were written before.", nullptr, static_cast<int>(files.size())).arg(why));
        end({}, false);
    });
    hide();
}

FileRow* FileRow::of(QWidget* part) {
    for (QWidget* at = part; at; at = at->parentWidget()) {
        auto* main = qobject_cast<QMainWindow*>(at);
        const QWidget* in = main ? main->centralWidget() : at;
        if (auto* row = in ? in->findChild<FileRow*>(QString(), Qt::FindDirectChildrenOnly) : nullptr) return row;
    }
    return new FileRow(part->window());
}

void FileRow::write(Services* services, const std::vector<ExportRequest>& requests) {
    if (requests.empty()) return;
    FileWork work{QFileInfo(fromUtf8(requests.front().target)).absolutePath()};
    for (const ExportRequest& request : requests) work.add(services, request);
    write(std::move(work));
}

void FileRow::write(const QString& path, FileWriter writer) {
    FileWork work{QFileInfo(path).absolutePath()};
    work.add(path, std::move(writer));
    write(std::move(work));
}

void FileRow::write(FileWork work) {
    waiting_.push_back(std::move(work));
    if (!busy()) next();
}

void FileRow::next() {
    const FileWork work = std::move(waiting_.front());
    waiting_.pop_front();
    folder_ = work.folder;
    name_ = work.files.size() == 1 ? QFileInfo(work.files.front().first).fileName() : QString();
    ended_->hide();
    show();
    progress_->begin(name_.isEmpty() ? tr("Writing") : tr("Writing %1").arg(name_));
    job_.start(work);
}

void FileRow::stop() { job_.cancel(); }

void FileRow::end(const QString& text, bool good) {
    if (!waiting_.empty()) return next();
    const QStringList trouble = std::exchange(trouble_, {});
    progress_->hide();
    ended_->show();
    setMessage(text_, trouble.isEmpty() ? text : trouble.join(QLatin1Char(' ')), !trouble.isEmpty());
    text_->setToolTip(trouble.isEmpty() && !name_.isEmpty() ? folder_ + QLatin1Char('/') + name_ : text_->text());
    show_->setVisible(good && trouble.isEmpty());
    Q_EMIT ended(good && trouble.isEmpty());
}

QString FileRow::text() const { return text_->text(); }

void FileRow::showInFolder() const { QDesktopServices::openUrl(QUrl::fromLocalFile(folder_)); }

}  // namespace headroom::ui
