// The frames of a painting: the strip of kept pictures, and the starts, which are read off the window's thread.
#include "ui/families/vqgan_clip/picture_frames.h"

#include "core/families/vqgan_clip/frame_list.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QDir>
#include <QImageReader>
#include <QPainter>

#include <iterator>

namespace headroom::ui {

constexpr int kStripGap = 4, kStripEdge = 3;

FilmStrip::FilmStrip(std::function<QImage(int)> picture, QWidget* parent)
    : HistorySlider(parent), picture_(std::move(picture)) {
    setAccessibleName(tr("Kept pictures"));
}

QSize FilmStrip::sizeHint() const { return {300, scaled(40)}; }
QSize FilmStrip::minimumSizeHint() const { return {120, scaled(40)}; }

QSize FilmStrip::cellSize() const {
    const int high = height() - 2 * kStripEdge;
    const QImage any = count() > 0 ? picture_(count() - 1) : QImage();
    const double aspect = any.isNull() || any.height() == 0 ? 1.0 : static_cast<double>(any.width()) / any.height();
    return {std::clamp(static_cast<int>(std::lround(high * aspect)), 8, std::max(8, width() / 3)), high};
}

QList<int> FilmStrip::shown() const {
    QList<int> out;
    const int room = std::max(2, (width() - 2 * kStripEdge + kStripGap) / (cellSize().width() + kStripGap));
    const int places = std::min(room, count());
    for (int i = 0; i < places; ++i)
        out.append(places < 2 ? count() - 1
                              : static_cast<int>(std::lround(static_cast<double>(i) * (count() - 1) / (places - 1))));
    if (value() >= 0 && !out.contains(value()) && places > 2) {
        const auto next = std::lower_bound(out.begin() + 1, out.end() - 1, value());
        *(next == out.end() - 1 ? next - 1 : next) = value();
        std::ranges::sort(out);
    }
    return out;
}

QRect FilmStrip::cell(int place, int places) const {
    const QSize size = cellSize();
    const int slot = size.width() + kStripGap, used = places * slot - kStripGap;
    const int spare = std::max(0, width() - 2 * kStripEdge - used);
    const bool full = count() > places;  // as many as fit: they take the whole width
    const double step = slot + (full && places > 1 ? static_cast<double>(spare) / (places - 1) : 0.0);
    const QRect cell(QPoint(kStripEdge + static_cast<int>(std::lround(place * step)), kStripEdge), size);
    return mirrored(this, cell);
}

double FilmStrip::xOf(qint64 step) const {
    const QList<int> all = shown();
    for (int i = 0; i < all.size(); ++i)
        if (stepAt(all[i]) >= step) return cell(i, static_cast<int>(all.size())).center().x();
    return isRightToLeft() ? kStripEdge : width() - kStripEdge;
}

int FilmStrip::nearest(double at) const {
    const QList<int> all = shown();
    int best = 0;
    for (int i = 1; i < all.size(); ++i) {
        const int n = static_cast<int>(all.size());
        if (std::abs(cell(i, n).center().x() - at) < std::abs(cell(best, n).center().x() - at)) best = i;
    }
    return all.value(best);
}

QPixmap FilmStrip::thumbnail(int index, const QSize& size) {
    const qreal ratio = devicePixelRatioF();
    if (size != thumbnail_size_) thumbnails_.clear();
    thumbnail_size_ = size;
    const qint64 key = stepAt(index);
    if (const auto found = thumbnails_.constFind(key); found != thumbnails_.constEnd()) return *found;
    const QImage picture = picture_(index);
    if (picture.isNull()) return {};
    if (thumbnails_.size() > 256) thumbnails_.clear();
    QPixmap pixmap =
        QPixmap::fromImage(picture.scaled(size * ratio, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(ratio);
    thumbnails_.insert(key, pixmap);
    share_.set(qint64{4} * pixmap.width() * pixmap.height() * thumbnails_.size());
    return pixmap;
}

void FilmStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<int> all = shown();
    for (int i = 0; i < all.size(); ++i) {
        const QRect place = cell(i, static_cast<int>(all.size()));
        const QPixmap picture = thumbnail(all[i], place.size());
        const QSize have = (QSizeF(picture.size()) / picture.devicePixelRatio()).toSize();
        painter.save();
        painter.setClipRect(place);
        painter.drawPixmap(place.center() - QPoint(have.width() / 2, have.height() / 2), picture);
        painter.restore();
        if (all[i] != value()) continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColor(Token::Acc), 2));
        painter.drawRoundedRect(QRectF(place).adjusted(-1, -1, 1, 1), 3, 3);
    }
    paintFocusFrame(painter, this);
}

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
