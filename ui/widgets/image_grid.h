// ImageGrid: painted pictures in equal integer cells, nearest-neighbour above 100 % unless smooth, with keyboard, zoom and scrolling.
#pragma once

#include "core/api/image_buffer.h"
#include "ui/models/picture_store.h"
#include "ui/shell/theme.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/picture_drag.h"

#include <QAbstractScrollArea>
#include <QList>
#include <QSize>

namespace headroom::ui {

/// Where the cells of an image grid lie. Integer cells of one size, so that none differs by a pixel.
struct ImageGridLayout {
    static constexpr int kGap = 4;

    int count = 0;
    int columns = 1;
    QSize cell;
    int left = 0, top = 0;  ///< of the block within the viewport, before scrolling

    int rows() const { return columns > 0 ? (count + columns - 1) / columns : 0; }
    QSize content() const;
    QRect cellRect(int index) const;
    /// The picture at `pos` (content coordinates), or -1.
    int indexAt(QPoint pos) const;

    /// Cells that cover `area` best at a readable size; pictures that find no room lie below and are scrolled to.
    /// `columns`: so many pictures in each row; 0: as suits.
    static ImageGridLayout fitted(int count, QSize picture, QSize area, int columns = 0);
    /// Cells of `zoom` times the picture's size, centred.
    static ImageGridLayout zoomed(int count, QSize picture, double zoom, QSize area);
};

/// `buffer` as a QImage that shares its bytes.
QImage toImage(const ImageBuffer& buffer);
/// A copy of what toImage() made, or of such pixels read from a file.
ImageBuffer toBuffer(const QImage& image);
QList<QImage> toImages(const ImageList& buffers);

class ImageGrid : public QAbstractScrollArea, public AccessibleRows {
    Q_OBJECT
public:
    explicit ImageGrid(QWidget* parent = nullptr);

    /// Those that are null are asked of `reader` when they come into view, and may be null for as long as they are read; `size`: of a picture, where
    /// none is there.
    void setImages(const QList<QImage>& images, std::function<QImage(int index)> reader = {}, const QSize& size = {});
    const QList<QImage>& images() const { return images_; }
    /// The picture with an index, wherever it is; null: there is none, or it is being read.
    QImage picture(int index) const {
        const QImage image = images_.value(index);
        return image.isNull() && reader_ && index >= 0 && index < images_.size() ? reader_(index) : image;
    }
    /// What lies behind the pictures; the panel's colour by default.
    void setGround(Token token) { ground_ = token; }
    /// Pictures above 100 % are interpolated instead of showing their pixels as squares. Off by default.
    void setSmooth(bool smooth);
    bool smooth() const { return smooth_; }
    /// So many pictures in each row while they fit into the area; 0: as suits.
    void setColumns(int columns) {
        if (std::exchange(columns_, columns) != columns) relayout();
    }
    /// Shows only the current picture.
    void setSingle(bool single);
    bool single() const { return single_; }

    int current() const { return current_; }
    void setCurrent(int index);

    double zoom() const;  ///< in force, 1 = 1:1
    bool fits() const { return fit_; }
    void setZoom(double zoom);  ///< 0.1 .. 16
    void setFit() {
        fit_ = true;
        relayout();
    }
    void zoomIn() { setZoom(zoom() * 1.25); }
    void zoomOut() { setZoom(zoom() / 1.25); }

    int firstVisible() const;
    int visibleCount() const;  ///< pictures that are wholly in view
    const ImageGridLayout& cells() const { return layout_; }
    /// Of the pictures as they are shown, kept for the next paint.
    qsizetype cachedBytes() const;
    /// What a picture is called, or where it lies, when it is dragged out of the window.
    void setFileOf(std::function<PictureFile(int index)> file_of) { file_of_ = std::move(file_of); }
    PictureFile fileOf(int index) const;
    /// How a drag is carried out; replaced in tests.
    void setDragger(std::function<void(const QImage&, const PictureFile&)> dragger) { dragger_ = std::move(dragger); }
    /// Draws all pictures as they are at this moment (not as zoomed), 2 px apart, in the columns shown; those that are not there yet it reads from
    /// their files. Any thread: it takes long.
    std::function<QImage()> composer() const;

Q_SIGNALS:
    void currentChanged(int index);
    void activated(int index);  ///< Return or double-click
    void viewChanged();         ///< zoom, layout or scroll position
    void menuRequested(int index, const QPoint& global);

protected:
    std::vector<AccessibleRow> makeAccessibleRows() const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void relayout();
    void describe();
    void drawPicture(QPainter& painter, int index, const QRect& rect);
    int pictureIndex(int cell) const { return single_ ? current_ : cell; }
    void reveal(int index);
    QPoint offset() const;
    /// Of a cell in the viewport, and the cell there; -1: none.
    QRect placeOf(int cell) const;
    /// For the chosen picture, at its middle.
    void askForMenu();
    int cellAt(const QPoint& at) const;

    QList<QImage> images_;
    std::function<QImage(int)> reader_;
    QSize size_;  ///< of a picture
    QHash<int, QPixmap> scaled_;
    PictureShare share_;  ///< of those
    ImageGridLayout layout_;
    Token ground_ = Token::Panel;
    bool single_ = false, fit_ = true, smooth_ = false;
    double zoom_ = 1.0;
    int current_ = 0, columns_ = 0;
    int pressed_ = -1;  ///< the picture that the left button went down on
    QPoint pressed_at_;
    std::function<PictureFile(int)> file_of_;
    std::function<void(const QImage&, const PictureFile&)> dragger_;
};

}  // namespace headroom::ui
