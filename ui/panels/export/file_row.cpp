// FileRow: progress first, then what came of it.
#include "ui/panels/export/file_row.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace headroom::ui {

FileRow::FileRow(QWidget* parent)
    : QFrame(parent),
      progress_(new ProgressRow(tr("File"), tr("Stop"), this)),
      text_(makeLabel("small", this)),
      show_(makeButton(tr("Show in folder"), QStringLiteral("folder"), this)) {
    auto* close = new IconButton(QStringLiteral("x"), tr("Close"), this);
    show_->setProperty("small", true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    ended_ = boxed(rowOf({{text_, 1}, show_, close}, 8, {12, 4, 12, 4}), this);
    columnIn(this, {}, 0, {progress_, ended_});
    connect(progress_, &ProgressRow::cancelled, this, [this] { job_->cancel(); });
    connect(show_, &QPushButton::clicked, this, &FileRow::showInFolder);
    connect(close, &IconButton::clicked, this, &QWidget::hide);
    hide();
}

void FileRow::write(Services* services, const std::vector<ExportRequest>& requests) {
    if (!requests.empty()) begin(services, fromUtf8(requests.front().target), requests, {});
}

void FileRow::write(const QString& path, FileWriter writer) { begin(nullptr, path, {}, {{path, std::move(writer)}}); }

void FileRow::begin(Services* services, const QString& path, const std::vector<ExportRequest>& requests,
                    const std::vector<std::pair<QString, FileWriter>>& drawn) {
    if (busy()) return;
    path_ = path;
    job_ = std::make_unique<ExportJob>(services);
    const QString name = QFileInfo(path).fileName();
    connect(job_.get(), &ExportJob::progress, progress_, &ProgressRow::setProgress);
    connect(job_.get(), &ExportJob::done, this, [this, name] { end(tr("Written: %1").arg(name), false); });
    connect(job_.get(), &ExportJob::cancelled, this, [this, name] { end(tr("%1 was not written").arg(name), false); });
    connect(job_.get(), &ExportJob::failed, this, [this](const QString& message, const QString& hint) {
        end(hint.isEmpty() ? message : message + QStringLiteral(". ") + hint, true);
    });
    ended_->hide();
    show();
    progress_->begin(tr("Writing %1").arg(name));
    job_->start(QFileInfo(path).absolutePath(), requests, drawn);
}

void FileRow::end(const QString& text, bool bad) {
    progress_->hide();
    ended_->show();
    setMessage(text_, text, bad);
    text_->setToolTip(bad ? text : path_);
    show_->setVisible(!bad && QFileInfo::exists(path_));
}

QString FileRow::text() const { return text_->text(); }

void FileRow::showInFolder() const { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path_).absolutePath())); }

}  // namespace headroom::ui
