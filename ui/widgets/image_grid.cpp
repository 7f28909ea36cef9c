// ImageGrid: layout, painting and state; input is in image_grid_input.cpp.
#include "ui/widgets/image_grid.h"

#include "ui/shell/theme.h"

#include <QAccessible>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

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

QList<QImage> toImages(const ImageList& buffers) {
    QList<QImage> out;
    out.reserve(static_cast<qsizetype>(buffers.size()));
    for (const ImageBuffer& b : buffers) out.append(toImage(b));
    return out;
}

ImageGrid::ImageGrid(QWidget* parent) : QAbstractScrollArea(parent) {
    installAccessibleRows();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(120, 80);
    setAccessibleName(tr("Pictures"));
    connect(&Theme::get(), &Theme::changed, this, [this] { relayout(); });
}

void ImageGrid::setImages(const QList<QImage>& images) {
    images_ = images;
    current_ = std::clamp(current_, 0, std::max(0, static_cast<int>(images_.size()) - 1));
    scaled_.clear();
    relayout();
}

void ImageGrid::setSingle(bool single) {
    if (single_ == single) return;
    single_ = single;
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
    if (images_.isEmpty() || images_.first().width() == 0) return 1.0;
    return static_cast<double>(layout_.cell.width()) / images_.first().width();
}

void ImageGrid::setZoom(double zoom) {
    fit_ = false;
    zoom_ = std::clamp(zoom, 0.1, 16.0);
    relayout();
}

void ImageGrid::setFit() {
    fit_ = true;
    relayout();
}

void ImageGrid::zoomIn() { setZoom(zoom() * 1.25); }
void ImageGrid::zoomOut() { setZoom(zoom() / 1.25); }

void ImageGrid::relayout() {
    // Without a bar in fitted view; a bar that appears would change the width it was computed from.
    setVerticalScrollBarPolicy(fit_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(fit_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    const int count = images_.isEmpty() ? 0 : single_ ? 1 : static_cast<int>(images_.size());
    const QSize picture = images_.isEmpty() ? QSize() : images_.first().size();
    const QSize area = viewport()->size();
    const QSize before = layout_.cell;
    layout_ =
        fit_ ? ImageGridLayout::fitted(count, picture, area) : ImageGridLayout::zoomed(count, picture, zoom_, area);
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

int ImageGrid::firstVisible() const {
    const QRect view(offset(), viewport()->size());
    for (int i = 0; i < layout_.count; ++i) {
        if (view.contains(layout_.cellRect(i))) return pictureIndex(i);
    }
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

QImage ImageGrid::composed() const {
    if (images_.isEmpty()) return {};
    if (single_) return images_.value(current_);
    constexpr int gap = 2;
    const QSize cell = images_.first().size();
    const int columns = layout_.columns, rows = layout_.rows();
    QImage out(columns * (cell.width() + gap) + gap, rows * (cell.height() + gap) + gap, QImage::Format_RGB888);
    out.fill(Theme::get().color(Token::Panel));
    QPainter painter(&out);
    for (int i = 0; i < images_.size(); ++i) {
        painter.drawImage(gap + i % columns * (cell.width() + gap), gap + i / columns * (cell.height() + gap),
                          images_[i]);
    }
    return out;
}

void ImageGrid::drawPicture(QPainter& painter, int index, const QRect& rect) {
    auto found = scaled_.find(index);
    if (found == scaled_.end()) {
        const qreal ratio = devicePixelRatioF();
        const QSize target(qRound(rect.width() * ratio), qRound(rect.height() * ratio));
        const QImage& image = images_[index];
        const bool squares = target.width() > image.width() && !smooth_;
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
    const Theme& theme = Theme::get();
    painter.fillRect(viewport()->rect(), theme.color(ground_));
    const QRect view(offset(), viewport()->size());
    const bool whole = fit_ && visibleCount() > 0;  // fitted: a row that has no room stays out rather than being cut
    for (int i = 0; i < layout_.count; ++i) {
        const QRect cell = layout_.cellRect(i);
        if (whole ? !view.contains(cell) : !view.intersects(cell)) continue;
        const QRect on_screen = cell.translated(-offset());
        const int index = pictureIndex(i);
        drawPicture(painter, index, on_screen);
        if (index == current_ && hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.color(Token::Win), 4));
            painter.drawRect(on_screen.adjusted(2, 2, -2, -2));
            painter.setPen(QPen(theme.color(Token::Acc), 2));
            painter.drawRect(on_screen.adjusted(1, 1, -1, -1));
        }
    }
}

void ImageGrid::setSmooth(bool smooth) {
    if (std::exchange(smooth_, smooth) == smooth) return;
    scaled_.clear();
    viewport()->update();
}

std::vector<AccessibleRow> ImageGrid::accessibleRows() const {
    std::vector<AccessibleRow> rows;
    const QPoint origin = viewport()->pos() - offset();
    for (int i = 0; i < layout_.count; ++i) {
        const int index = pictureIndex(i);
        const QSize size = images_[index].size();
        rows.push_back({tr("Picture %1 of %2").arg(index + 1).arg(images_.size()),
                        tr("%1 × %2 px").arg(size.width()).arg(size.height()), layout_.cellRect(i).translated(origin),
                        index == current_});
    }
    return rows;
}

void ImageGrid::describe() {
    const QString text =
        images_.isEmpty() ? tr("No pictures")
        : single_ ? tr("Picture %1 of %2 at %3 %").arg(current_ + 1).arg(images_.size()).arg(qRound(zoom() * 100))
                  : tr("%1 of %2 pictures at %3 %, picture %4 chosen")
                        .arg(visibleCount())
                        .arg(images_.size())
                        .arg(qRound(zoom() * 100))
                        .arg(current_ + 1);
    setAccessibleDescription(text);
}

}  // namespace headroom::ui
