// ImageGrid: state, painting, input and layout.
#include "ui/widgets/image_grid.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

QImage toImage(const ImageBuffer& buffer) {
    if (buffer.empty()) return {};
    // The image keeps the bytes alive: its clean-up releases this share.
    auto* share = new std::shared_ptr<const std::vector<std::uint8_t>>(buffer.pixels);
    const auto release = [](void* p) { delete static_cast<std::shared_ptr<const std::vector<std::uint8_t>>*>(p); };
    const auto format = buffer.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888;
    return QImage(buffer.pixels->data(), buffer.width, buffer.height, static_cast<qsizetype>(buffer.row_bytes()),
                  format, release, share);
}

ImageBuffer toBuffer(const QImage& image) {
    const bool grey = image.format() == QImage::Format_Grayscale8;
    const QImage packed = image.convertToFormat(grey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    ImageBuffer out{packed.width(), packed.height(), grey ? 1 : 3, {}};
    std::vector<std::uint8_t> pixels;  // without the padding of a QImage's rows
    for (int y = 0; y < packed.height(); ++y)
        pixels.insert(pixels.end(), packed.constScanLine(y), packed.constScanLine(y) + out.row_bytes());
    out.pixels = std::make_shared<const std::vector<std::uint8_t>>(std::move(pixels));
    return out;
}

QList<QImage> toImages(const ImageList& buffers) {
    QList<QImage> out;
    out.reserve(static_cast<qsizetype>(buffers.size()));
    for (const ImageBuffer& b : buffers) out.append(toImage(b));
    return out;
}

ImageGrid::ImageGrid(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(120, 80);
    setAccessibleName(tr("Pictures"));
    connect(&Theme::get(), &Theme::changed, this, [this] { relayout(); });
    connect(&PictureStore::get(), &PictureStore::pictureRead, viewport(), [this] {
        if (reader_) viewport()->update();
    });
    connect(&PictureStore::get(), &PictureStore::forgotten, viewport(), [this] {
        if (!reader_) return;
        scaled_.clear();
        viewport()->update();
    });
}

void ImageGrid::setImages(const QList<QImage>& images, std::function<QImage(int)> reader, const QSize& size) {
    images_ = images;
    reader_ = std::move(reader);
    const auto known = std::ranges::find_if(images_, [](const QImage& i) { return !i.isNull(); });
    size_ = known == images_.end() ? size : known->size();
    current_ = std::clamp(current_, 0, std::max(0, static_cast<int>(images_.size()) - 1));
    scaled_.clear();
    relayout();
}

void ImageGrid::setSingle(bool single) {
    if (std::exchange(single_, single) == single) return;
    scaled_.clear();
    relayout();
    if (!single_) reveal(current_);
}

void ImageGrid::setCurrent(int index) {
    if (images_.isEmpty()) return;
    index = std::clamp(index, 0, static_cast<int>(images_.size()) - 1);
    if (index == current_) return;
    current_ = index;
    if (!single_) reveal(index);
    viewport()->update();
    describe();
    Q_EMIT currentChanged(index);
}

double ImageGrid::zoom() const {
    return size_.isEmpty() ? 1.0 : static_cast<double>(layout_.cell.width()) / size_.width();
}

void ImageGrid::setZoom(double zoom) {
    fit_ = false;
    zoom_ = std::clamp(zoom, 0.1, 16.0);
    relayout();
}

void ImageGrid::relayout() {
    // Without a bar in fitted view; a bar that appears would change the width it was computed from.
    setVerticalScrollBarPolicy(fit_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(fit_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    const int count = images_.isEmpty() ? 0 : single_ ? 1 : static_cast<int>(images_.size());
    const QSize area = viewport()->size();
    const QSize before = layout_.cell;
    layout_ = fit_ ? ImageGridLayout::fitted(count, size_, area, single_ ? 0 : columns_)
                   : ImageGridLayout::zoomed(count, size_, zoom_, area);
    if (before != layout_.cell) scaled_.clear();
    const QSize content = layout_.content();
    const int row = layout_.cell.height() + ImageGridLayout::kGap;
    verticalScrollBar()->setRange(0, std::max(0, content.height() - area.height()));
    verticalScrollBar()->setPageStep(std::max(1, area.height() / std::max(1, row)) * row);
    verticalScrollBar()->setSingleStep(std::max(1, row));
    horizontalScrollBar()->setRange(0, std::max(0, content.width() - area.width()));
    horizontalScrollBar()->setPageStep(area.width());
    viewport()->update();
    describe();
    Q_EMIT viewChanged();
}

QPoint ImageGrid::offset() const { return {horizontalScrollBar()->value(), verticalScrollBar()->value()}; }

QRect ImageGrid::placeOf(int cell) const { return mirrored(viewport(), layout_.cellRect(cell).translated(-offset())); }

int ImageGrid::cellAt(const QPoint& at) const {
    return layout_.indexAt(mirrored(viewport(), QRect(at, QSize(1, 1))).topLeft() + offset());
}

int ImageGrid::firstVisible() const {
    const QRect view(offset(), viewport()->size());
    for (int i = 0; i < layout_.count; ++i)
        if (view.contains(layout_.cellRect(i))) return pictureIndex(i);
    return pictureIndex(0);
}

int ImageGrid::visibleCount() const {
    const QRect view(offset(), viewport()->size());
    int n = 0;
    for (int i = 0; i < layout_.count; ++i) n += view.contains(layout_.cellRect(i)) ? 1 : 0;
    return n;
}

void ImageGrid::reveal(int index) {
    if (index >= layout_.count) return;
    const QRect cell = layout_.cellRect(index);
    QScrollBar* bar = verticalScrollBar();
    if (cell.top() < bar->value()) bar->setValue(cell.top());
    if (cell.bottom() >= bar->value() + viewport()->height())
        bar->setValue(cell.top() - std::max(0, viewport()->height() - cell.height()) + 1);
}

std::function<QImage()> ImageGrid::composer() const {
    QStringList files;
    for (int i = 0; i < images_.size(); ++i) files << (images_[i].isNull() ? fileOf(i).path : QString());
    return [images = images_, files, cell = size_, columns = layout_.columns, ground = themeColor(Token::Panel)] {
        constexpr int gap = 2;
        const int across = cell.width() + gap, down = cell.height() + gap,
                  rows = (static_cast<int>(images.size()) + columns - 1) / columns;
        QImage out(columns * across + gap, rows * down + gap, QImage::Format_RGB888);
        out.fill(ground);
        QPainter painter(&out);
        for (int i = 0; i < images.size(); ++i)
            painter.drawImage(gap + i % columns * across, gap + i / columns * down,
                              images[i].isNull() ? QImage(files[i]) : images[i]);
        return out;
    };
}

void ImageGrid::drawPicture(QPainter& painter, int index, const QRect& rect) {
    const QImage image = picture(index);
    if (image.isNull()) return;
    const qreal ratio = devicePixelRatioF();
    const QSize target(qRound(rect.width() * ratio), qRound(rect.height() * ratio));
    const bool squares = target.width() > image.width() && !smooth_;
    if (rect.width() > viewport()->width() || rect.height() > viewport()->height()) {
        // Larger than the view: only the part in view is made, each time.
        const QRect part = rect.intersected(viewport()->rect());
        const double across = static_cast<double>(image.width()) / rect.width(),
                     down = static_cast<double>(image.height()) / rect.height();
        const QRectF source((part.x() - rect.x()) * across, (part.y() - rect.y()) * down, part.width() * across,
                            part.height() * down);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, !squares);
        painter.drawImage(QRectF(part), image, source);
        return;
    }
    auto found = scaled_.find(index);
    if (found == scaled_.end()) {
        QPixmap pixmap = QPixmap::fromImage(
            target == image.size() ? image
                                   : image.scaled(target, Qt::IgnoreAspectRatio,
                                                  squares ? Qt::FastTransformation : Qt::SmoothTransformation));
        pixmap.setDevicePixelRatio(ratio);
        found = scaled_.insert(index, pixmap);
    }
    painter.drawPixmap(rect.topLeft(), *found);
}

void ImageGrid::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), themeColor(ground_));
    const QRect view(offset(), viewport()->size());
    QSet<int> drawn;
    const bool whole = fit_ && visibleCount() > 0;  // fitted: a row that has no room stays out rather than being cut
    for (int i = 0; i < layout_.count; ++i) {
        const QRect cell = layout_.cellRect(i);
        if (whole ? !view.contains(cell) : !view.intersects(cell)) continue;
        const QRect on_screen = placeOf(i);
        const int index = pictureIndex(i);
        drawPicture(painter, index, on_screen);
        drawn.insert(index);
        if (index == current_ && focusShown(this)) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(themeColor(Token::Win), 4));
            painter.drawRect(on_screen.adjusted(2, 2, -2, -2));
            painter.setPen(QPen(themeColor(Token::Acc), 2));
            painter.drawRect(on_screen.adjusted(1, 1, -1, -1));
        }
    }
    scaled_.removeIf([&](std::pair<const int&, QPixmap&> kept) { return !drawn.contains(kept.first); });
    share_.set(cachedBytes());
}

qsizetype ImageGrid::cachedBytes() const {
    qsizetype sum = 0;
    for (const QPixmap& pixmap : scaled_) sum += qsizetype{4} * pixmap.width() * pixmap.height();
    return sum;
}

void ImageGrid::setSmooth(bool smooth) {
    if (std::exchange(smooth_, smooth) == smooth) return;
    scaled_.clear();
    viewport()->update();
}

std::vector<AccessibleRow> ImageGrid::makeAccessibleRows() const {
    std::vector<AccessibleRow> rows;
    for (int i = 0; i < layout_.count; ++i) {
        const int index = pictureIndex(i);
        const QSize size = images_[index].isNull() ? size_ : images_[index].size();
        rows.push_back({tr("Picture %1 of %2").arg(countText(index + 1), countText(images_.size())),
                        tr("%1 × %2 px").arg(countText(size.width()), countText(size.height())),
                        placeOf(i).translated(viewport()->pos()), index == current_});
    }
    return rows;
}

void ImageGrid::describe() {
    accessibleRowsChanged();
    const QString all = countText(images_.size()), chosen = countText(current_ + 1),
                  percent = countText(qRound(zoom() * 100));
    const QString text =
        images_.isEmpty() ? tr("No pictures")
        : single_
            ? tr("Picture %1 of %2 at %3 %").arg(chosen, all, percent)
            : tr("%1 of %2 pictures at %3 %, picture %4 chosen").arg(countText(visibleCount()), all, percent, chosen);
    setAccessibleDescription(text);
}

void ImageGrid::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ImageGrid::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::EnabledChange) viewport()->update();
}

void ImageGrid::scrollContentsBy(int, int) {
    viewport()->update();
    describe();
    Q_EMIT viewChanged();
}

void ImageGrid::keyPressEvent(QKeyEvent* event) {
    const int columns = single_ ? 1 : layout_.columns;
    const int page = std::max(1, visibleCount()), right = isRightToLeft() ? -1 : 1;
    switch (event->key()) {
        case Qt::Key_Left: setCurrent(current_ - right); return;
        case Qt::Key_Right: setCurrent(current_ + right); return;
        case Qt::Key_Up:
            if (current_ >= columns) setCurrent(current_ - columns);
            return;
        case Qt::Key_Down:
            if (current_ + columns < images_.size()) setCurrent(current_ + columns);
            return;
        case Qt::Key_Home: setCurrent(0); return;
        case Qt::Key_End: setCurrent(static_cast<int>(images_.size()) - 1); return;
        case Qt::Key_PageUp: setCurrent(current_ - page); return;
        case Qt::Key_PageDown: setCurrent(current_ + page); return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!images_.isEmpty()) Q_EMIT activated(current_);
            return;
        case Qt::Key_Menu: askForMenu(); return;
        default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
    const int cell = cellAt(event->position().toPoint());
    pressed_ = cell >= 0 && event->button() == Qt::LeftButton ? pictureIndex(cell) : -1;
    pressed_at_ = event->position().toPoint();
    if (cell >= 0) setCurrent(pictureIndex(cell));
}

PictureFile ImageGrid::fileOf(int index) const {
    return file_of_ ? file_of_(index) : PictureFile{QStringLiteral("picture-%1").arg(index + 1)};
}

void ImageGrid::mouseMoveEvent(QMouseEvent* event) {
    const bool far = (event->position().toPoint() - pressed_at_).manhattanLength() >= QApplication::startDragDistance();
    if (pressed_ < 0 || !(event->buttons() & Qt::LeftButton) || !far) return;
    const int index = std::exchange(pressed_, -1);
    if (dragger_) return dragger_(picture(index), fileOf(index));
    dragPicture(picture(index), fileOf(index));  // last: this may be gone then
}

void ImageGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    const int cell = cellAt(event->position().toPoint());
    if (cell >= 0 && event->button() == Qt::LeftButton) Q_EMIT activated(pictureIndex(cell));
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        event->angleDelta().y() > 0 ? zoomIn() : zoomOut();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void ImageGrid::askForMenu() {
    if (!images_.isEmpty())
        Q_EMIT menuRequested(current_, viewport()->mapToGlobal(placeOf(single_ ? 0 : current_).center()));
}

void ImageGrid::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Keyboard) return askForMenu();  // its place is the widget's middle
    const int cell = cellAt(event->pos());
    if (cell < 0) return;
    setCurrent(pictureIndex(cell));
    Q_EMIT menuRequested(current_, event->globalPos());
}

constexpr double kTarget = 100;  // a cell of this many pixels reads well
constexpr int kSmallest = 48;
constexpr int kLargestOfSome = 130;  // larger cells only when no picture is left out for them

QSize ImageGridLayout::content() const {
    if (count == 0) return {};
    const int used = std::min(columns, count);
    return {left * 2 + used * (cell.width() + kGap) - kGap, top * 2 + rows() * (cell.height() + kGap) - kGap};
}

QRect ImageGridLayout::cellRect(int index) const {
    const int row = index / columns, column = index % columns;
    return {QPoint(left + column * (cell.width() + kGap), top + row * (cell.height() + kGap)), cell};
}

int ImageGridLayout::indexAt(QPoint pos) const {
    for (int i = 0; i < count; ++i)
        if (cellRect(i).contains(pos)) return i;
    return -1;
}

ImageGridLayout ImageGridLayout::fitted(int count, QSize picture, QSize area, int wanted) {
    ImageGridLayout best;
    best.count = count;
    if (count == 0 || picture.isEmpty()) return best;
    const double aspect = static_cast<double>(picture.height()) / picture.width();
    double best_score = -1;
    int best_rows = 1;
    for (int columns = wanted > 0 ? std::min(wanted, count) : 1; columns <= (wanted > 0 ? wanted : count); ++columns) {
        const int most = (count + columns - 1) / columns;
        for (int rows = wanted > 0 ? most : 1; rows <= most; ++rows) {
            const double across = static_cast<double>(area.width() + kGap) / columns - kGap;
            const double down = static_cast<double>(area.height() + kGap) / rows - kGap;
            const int width = static_cast<int>(std::min(across, down / aspect));
            if (width < 1 || (width < kSmallest && best_score >= 0)) continue;
            const double shown = std::min(columns * rows, count);
            if (shown < count && width > kLargestOfSome) continue;
            const double covered = shown * width * width * aspect / std::max(1, area.width() * area.height());
            // A full area first; then cells near the readable size, and rather all pictures than some.
            const double score = covered * covered * std::exp(-0.25 * std::abs(std::log(width / kTarget))) *
                                 (shown == count ? 1.1 : 1.0);
            if (score <= best_score) continue;
            best_score = score;
            best_rows = rows;
            best.columns = columns;
            best.cell = {width, static_cast<int>(std::lround(width * aspect))};
        }
    }
    const int used = std::min(best.columns, count);
    best.left = std::max(0, (area.width() - (used * (best.cell.width() + kGap) - kGap)) / 2);
    const bool all = best.columns * best_rows >= count;
    if (all) best.top = std::max(0, (area.height() - (best.rows() * (best.cell.height() + kGap) - kGap)) / 2);
    return best;
}

ImageGridLayout ImageGridLayout::zoomed(int count, QSize picture, double zoom, QSize area) {
    ImageGridLayout l;
    l.count = count;
    if (count == 0 || picture.isEmpty()) return l;
    l.cell = {std::max(1, static_cast<int>(std::lround(picture.width() * zoom))),
              std::max(1, static_cast<int>(std::lround(picture.height() * zoom)))};
    l.columns = std::clamp((area.width() + kGap) / (l.cell.width() + kGap), 1, count);
    l.left = std::max(0, (area.width() - (l.columns * (l.cell.width() + kGap) - kGap)) / 2);
    l.top = std::max(0, (area.height() - (l.rows() * (l.cell.height() + kGap) - kGap)) / 2);
    return l;
}

}  // namespace headroom::ui
