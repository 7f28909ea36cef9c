// FrameStarts: with which picture of its folder each picture of a run over a folder began.
#include "ui/families/vqgan_clip/frame_starts.h"

#include "core/families/vqgan_clip/frame_list.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"

#include <QDir>
#include <QImageReader>

#include <iterator>

namespace headroom::ui {
namespace {

/// The file of `folder` whose result is called `result`; empty: it is gone.
QString file_of(const std::string& folder, const QString& result) {
    const auto names = list_frames(folder);
    if (!names) return {};
    const std::vector<std::string> results = frame_results(*names);
    const auto at = std::ranges::find(results, result.toStdString());
    return at == results.end() ? QString() : fromUtf8((*names)[static_cast<std::size_t>(at - results.begin())]);
}

FrameStarts::Picture read_start(const std::string& folder, const QString& result, const QSize& size, bool stretch) {
    FrameStarts::Picture out{{}, file_of(folder, result), {}};
    if (out.name.isEmpty()) return out;
    QImageReader reader(QDir(fromUtf8(folder)).filePath(out.name));
    reader.setAutoTransform(true);
    QImage image = readPicture(reader, out.problem);
    if (image.isNull()) return out;
    if (!stretch) {
        const QSize middle = size.scaled(image.size(), Qt::KeepAspectRatio).expandedTo(QSize(1, 1));
        image = image.copy((image.width() - middle.width()) / 2, (image.height() - middle.height()) / 2, middle.width(),
                           middle.height());
    }
    out.image =
        image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_RGB888);
    return out;
}

}  // namespace

FrameStarts::FrameStarts(SessionBridge* bridge, QObject* parent) : QObject(parent) {
    connect(bridge, &SessionBridge::runStarted, this, &FrameStarts::begin);
    connect(bridge, &SessionBridge::stepsDone, this, &FrameStarts::note);
}

void FrameStarts::begin(const RunStarted& run) {
    const bool goes_on = run.step > 0 && run.run_dir == run_dir_;
    over_folder_ =
        run.config && run.config->model == kVqganClip && run.config->own<ImagineConfig>().start == ImagineStart::Folder;
    stretch_ = over_folder_ && run.config->own<ImagineConfig>().reference;
    run_dir_ = run.run_dir;
    folder_ = over_folder_ ? run.config->own<ImagineConfig>().start_folder : std::string();
    if (goes_on) {  // what was painted beyond its checkpoint is painted again
        results_.erase(results_.lower_bound(run.step), results_.end());
        return;
    }
    task_.cancel();
    reading_.clear();
    results_.clear();
    kept_.clear();
    share_.set(0);
}

void FrameStarts::note(const std::vector<StepDone>& steps) {
    bool news = false;
    for (const StepDone& step : steps) {
        if (!over_folder_ || !step.frame) continue;
        news = results_.insert_or_assign(step.step - step.frame->iteration, fromUtf8(step.frame->file)).second || news;
    }
    if (news) Q_EMIT changed();
}

std::optional<FrameStarts::Start> FrameStarts::at(qint64 step) const {
    // The picture of iteration 0 is the first one's start.
    const auto after = results_.lower_bound(std::max<qint64>(1, step));
    if (after == results_.begin()) return std::nullopt;
    const auto found = std::prev(after);
    return Start{found->first, found->second};
}

std::optional<FrameStarts::Picture> FrameStarts::picture(const Start& start, const QSize& size) {
    // What is too large now is read where more is allowed.
    const QString wanted =
        QStringLiteral("%1x%2|%3|").arg(size.width()).arg(size.height()).arg(QImageReader::allocationLimit()) +
        start.result;
    for (const Kept& each : kept_)
        if (each.wanted == wanted) return each.picture;
    if (reading_ == wanted) return std::nullopt;
    reading_ = wanted;
    task_.start([folder = folder_, result = start.result, size,
                 stretch = stretch_] { return read_start(folder, result, size, stretch); },
                [this, wanted](Picture picture) {
                    reading_.clear();
                    keep({wanted, std::move(picture)});
                    Q_EMIT changed();
                });
    return std::nullopt;
}

void FrameStarts::keep(Kept start) {
    kept_.push_front(std::move(start));
    if (kept_.size() > kKept) kept_.pop_back();
    QList<QImage> images;
    for (const Kept& each : kept_) images << each.picture.image;
    share_.hold(images);
}

}  // namespace headroom::ui
