// Splitter: parts beside or above each other, with dividers between them that Tab comes to and arrow keys move.
#pragma once

#include <QSplitter>

namespace headroom::ui {

/// How far a key moves a border between parts, and one with Ctrl or Shift; pixels at 100 % text.
inline constexpr int kBorderStep = 16, kBorderLeap = 80;

class Splitter : public QSplitter {
    Q_OBJECT
public:
    /// `divider`: what stands between its parts, for those who hear the window: "Divider between pictures and curves".
    Splitter(Qt::Orientation orientation, const QString& divider, QWidget* parent = nullptr);

    /// Two parts with their shares of the room, of which none folds away.
    void setParts(QWidget* first, int share_of_first, QWidget* second, int share_of_second);
    /// Where the divider before part `index` stands between its ends, in percent.
    int share(int index) const;
    /// As a drag moves it; at an end a part that folds away does.
    void setShare(int index, int percent);
    /// Away from the first part, or below 0 towards it. No part folds away, but one that is comes back.
    void moveBy(int index, int pixels);

protected:
    QSplitterHandle* createHandle() override;
    /// By then its parts are made: Tab comes to a divider before it comes to the part behind it.
    void showEvent(QShowEvent* event) override;

private:
    int position(int index) const;

    QString divider_;
};

}  // namespace headroom::ui
