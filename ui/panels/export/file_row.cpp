// FileRow: progress first, then what came of it.
#include "ui/panels/export/file_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>

#include <algorithm>
#include <cstddef>
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
    return make_error(ErrorCode::Disk, FileRow::tr("%1 cannot be made.").arg(pathText(folder)).toStdString(),
                      FileRow::tr("Choose a folder that can be written.").toStdString());
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

QString writtenText(int files, const QString& folder) {
    return FileRow::tr("%Ln file(s) written to %1", nullptr, files).arg(pathText(folder));
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

FileRow::FileRow(QWidget* parent)
    : QFrame(parent), progress_(new ProgressRow(tr("File"), tr("Stop"), this)), column_(columnOf({}, 4)) {
    setObjectName(QStringLiteral("panel"));
    auto* close = onClick(new IconButton(QStringLiteral("x"), tr("Close"), this), this, &QWidget::hide);
    ended_ = boxed(rowOf({{column_, 1}, {close, 0, Qt::AlignTop}}, 8, {16, 4, 12, 4}), this);
    addLine();
    columnIn(this, {}, 0, {progress_, ended_});
    connect(progress_, &ProgressRow::cancelled, this, &FileRow::stop);
    connect(&task_, &BackgroundTask::progress, progress_, &ProgressRow::setProgress);
    hide();
}

void FileRow::addLine() {
    auto* row = new QWidget(ended_);
    const Line line{row, shrinking(makeLabel("small", row, Wrap::On)),
                    styled(new QPushButton(tr("Try again"), row), "small"),
                    styled(makeButton(tr("Show in folder"), QStringLiteral("folder"), row), "small")};
    rowIn(row, {}, 8, {{line.text, 1}, line.again, line.show});
    column_->addWidget(row);
    connect(line.again, &QPushButton::clicked, this, [this, at = lines_.size()] { tryAgain(at); });
    connect(line.show, &QPushButton::clicked, this, [this, at = lines_.size()] {
        if (at < ends_.size()) showFiles(ends_[at].files, ends_[at].folder);
    });
    lines_.push_back(line);
}

void FileRow::tryAgain(std::size_t line) {
    if (line >= ends_.size() || busy()) return;
    waiting_.push_back(std::move(ends_[line].left));
    ends_.erase(ends_.begin() + static_cast<std::ptrdiff_t>(line));  // the other lines stay
    next();
}

FileRow* FileRow::of(QWidget* part) {
    for (QWidget* at = part; at; at = at->parentWidget()) {
        auto* main = qobject_cast<QMainWindow*>(at);
        const QWidget* in = main ? main->centralWidget() : at;
        if (auto* row = in ? in->findChild<FileRow*>(QString(), Qt::FindDirectChildrenOnly) : nullptr) return row;
    }
    return new FileRow(part->window());
}

void FileRow::write(Services* services, const ExportRequest& request) {
    FileWork work{QFileInfo(fromUtf8(request.target)).absolutePath()};
    work.add(services, request);
    write(std::move(work));
}

void FileRow::write(const QString& path, FileWriter writer) {
    FileWork work{QFileInfo(path).absolutePath()};
    work.add(path, std::move(writer));
    write(std::move(work));
}

void FileRow::write(FileWork work) {
    waiting_.push_back(std::move(work));
    if (busy()) return;
    ends_.clear();
    next();
}

void FileRow::next() {
    const FileWork work = std::move(waiting_.front());
    waiting_.pop_front();
    folder_ = work.folder;
    name_ = work.files.size() == 1 ? fileNameText(work.files.front().first) : QString();
    ended_->hide();
    show();
    progress_->begin(name_.isEmpty() ? tr("Writing") : tr("Writing %1").arg(name_));
    const auto call = [work](const BackgroundTask::Report& report, const std::stop_token& stop) {
        return written(work, report, stop);
    };
    task_.start(call, [this, work](const Outcome& out) {
        const auto count = static_cast<int>(out.files.size());
        if (!out.error)
            return end({count > 1             ? writtenText(count, folder_)
                        : out.words.isEmpty() ? tr("Written: %1").arg(fileNameText(out.files.first()))
                                              : out.words,
                        folder_, out.files, true, false});
        if (out.error->code == ErrorCode::Cancelled) return endStopped(out.files);
        const QString why = errorText(*out.error);
        FileWork left = work;
        left.files.erase(left.files.begin(), left.files.begin() + count);
        end({count == 0 ? why : tr("%1 %Ln file(s) were written before.", nullptr, count).arg(why), folder_, out.files,
             false, false, std::move(left)});
    });
    Q_EMIT begun();
}

void FileRow::stop() {
    if (!busy()) return;
    task_.cancel();
    endStopped({});
}

void FileRow::endStopped(const QStringList& files) {
    waiting_.clear();
    end({name_.isEmpty() ? tr("Export cancelled; files written before are complete.")
                         : tr("%1 was not written").arg(name_),
         folder_, files, false, name_.isEmpty()});
}

void FileRow::end(End what) {
    End* before = ends_.empty() ? nullptr : &ends_.back();
    if (before && before->good && what.good && before->folder == what.folder) {
        before->files += what.files;
        before->words = writtenText(static_cast<int>(before->files.size()), what.folder);
    } else {
        ends_.push_back(std::move(what));
    }
    if (!waiting_.empty()) return next();
    progress_->hide();
    while (lines_.size() < ends_.size()) addLine();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        line.row->setVisible(i < ends_.size());
        if (i >= ends_.size()) continue;
        const End& one = ends_[i];
        setMessage(line.text, one.words, !one.good);
        line.text->setToolTip(one.good && one.files.size() == 1 ? one.files.front() : one.words);
        line.again->setVisible(!one.left.files.empty());
        line.show->setToolTip(one.folder);
        line.show->setVisible(!one.files.isEmpty() || one.may_have);
    }
    ended_->show();
    Q_EMIT ended(std::all_of(ends_.begin(), ends_.end(), [](const End& one) { return one.good; }));
}

QString FileRow::text() const {
    QStringList lines;
    for (const End& one : ends_) lines << one.words;
    return lines.join(QLatin1Char('\n'));
}

void FileRow::showInFolder() const { showButton()->click(); }

}  // namespace headroom::ui
