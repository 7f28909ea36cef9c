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
    for (const auto& [path, write] : work.drawn) {
        if (out.error) return out;
        if (auto one = write(); !one)
            out.error = one.error();
        else
            out.files.append(path);
    }
    for (std::size_t i = 0; i < work.requests.size() && !out.error; ++i) {
        const double share = 1.0 / static_cast<double>(work.requests.size());
        const auto part = [&](const std::string& what, double fraction) {
            report(what, (static_cast<double>(i) + std::max(0.0, fraction)) * share);
        };
        if (auto one = work.services->export_run(work.requests[i], part, stop); !one)
            out.error = one.error();
        else
            out.files.append(fromUtf8(one->path));
    }
    return out;
}

}  // namespace

ExportJob::ExportJob(QObject* parent) : QObject(parent) {
    connect(&task_, &BackgroundTask::progress, this, &ExportJob::progress);
}

void ExportJob::start(const FileWork& work) {
    const auto call = [work](const BackgroundTask::Report& report, const std::stop_token& stop) {
        return written(work, report, stop);
    };
    task_.start(call, [this](const Outcome& out) {
        if (!out.error)
            Q_EMIT done(out.files);
        else if (out.error->code == ErrorCode::Cancelled)
            Q_EMIT cancelled();
        else
            Q_EMIT failed(fromUtf8(out.error->message), fromUtf8(out.error->hint), out.files);
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
      text_(shrinking(makeLabel("small", this))),
      show_(makeButton(tr("Show in folder"), QStringLiteral("folder"), this)) {
    setObjectName(QStringLiteral("panel"));
    auto* close = new IconButton(QStringLiteral("x"), tr("Close"), this);
    show_->setProperty("small", true);
    ended_ = boxed(rowOf({{text_, 1}, show_, close}, 8, {12, 4, 12, 4}), this);
    columnIn(this, {}, 0, {progress_, ended_});
    connect(progress_, &ProgressRow::cancelled, this, &FileRow::stop);
    connect(show_, &QPushButton::clicked, this, &FileRow::showInFolder);
    connect(close, &IconButton::clicked, this, &QWidget::hide);
    connect(&job_, &ExportJob::progress, progress_, &ProgressRow::setProgress);
    connect(&job_, &ExportJob::done, this, [this](const QStringList& files) {
        end(files.size() == 1 ? tr("Written: %1").arg(QFileInfo(files.first()).fileName())
                              : tr("%Ln file(s) written to %1", nullptr, static_cast<int>(files.size())).arg(folder_),
            true);
    });
    connect(&job_, &ExportJob::cancelled, this, [this] {
        waiting_.clear();
        end(name_.isEmpty() ? tr("Export cancelled; files written before are complete.")
                            : tr("%1 was not written").arg(name_),
            false);
    });
    connect(
        &job_, &ExportJob::failed, this, [this](const QString& message, const QString& hint, const QStringList& files) {
            const QString stop = message.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral(".");
            const QString all = hint.isEmpty() ? message : message + stop + QLatin1Char(' ') + hint;
            trouble_
                << (files.isEmpty()
                        ? all
                        : tr("%1 %Ln file(s) were written before.", nullptr, static_cast<int>(files.size())).arg(all));
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
    write(FileWork{QFileInfo(fromUtf8(requests.front().target)).absolutePath(), {}, services, requests});
}

void FileRow::write(const QString& path, FileWriter writer) {
    write(FileWork{QFileInfo(path).absolutePath(), {{path, std::move(writer)}}});
}

void FileRow::write(FileWork work) {
    waiting_.push_back(std::move(work));
    if (!busy()) next();
}

void FileRow::next() {
    const FileWork work = std::move(waiting_.front());
    waiting_.pop_front();
    folder_ = work.folder;
    name_.clear();
    if (work.drawn.size() + work.requests.size() == 1)
        name_ = QFileInfo(work.drawn.empty() ? fromUtf8(work.requests.front().target) : work.drawn.front().first)
                    .fileName();
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
