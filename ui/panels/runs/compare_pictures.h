// ComparePictures: the newest pictures of the compared runs side by side, each under its curve's colour and name.
#pragma once

#include <QImage>
#include <QList>
#include <QWidget>

namespace headroom::ui {

class ComparePictures : public QWidget {
    Q_OBJECT
public:
    struct Picture {
        int slot = 0;  ///< of the curve's colour
        QString name;
        QString when;       ///< "step 4,200"
        QImage image;       ///< null: it has none yet
        QString problem{};  ///< or it cannot be read, for this reason
    };

    static constexpr int kSide = 220;  ///< of a picture at most, in pixels at 100 % text

    explicit ComparePictures(QWidget* parent = nullptr);

    void setPictures(QList<Picture> pictures);
    const QList<Picture>& pictures() const { return pictures_; }
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect place(int index) const;  ///< of one picture, its words not included
    int side(int width) const;
    int wordsHeight() const;
    /// Below its name.
    static QString wordsOf(const Picture& picture);

    QList<Picture> pictures_;
};

}  // namespace headroom::ui
