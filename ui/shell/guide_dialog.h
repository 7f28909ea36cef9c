// GuideDialog: the guide: pages in Markdown that are part of the program, their list, and a search over all of them.
#pragma once

#include "ui/forward.h"

#include <QDialog>
#include <QString>
#include <QStringList>

#include <vector>

namespace headroom::ui {

/// The page of the guide about `widget`: property "guide" of the nearest widget above that has one; empty: none.
QString guidePageOf(const QWidget* widget);

/// A page of the guide, as it is searched.
struct GuidePage {
    QString name, path, title, text;  ///< name: of its file, without the ending; path: that file among the resources
    QStringList headings;
};
/// In the order of the guide's list.
std::vector<GuidePage> guidePages();

class GuideDialog : public QDialog {
    Q_OBJECT
public:
    explicit GuideDialog(QWidget* parent = nullptr);

    /// `page`: the name of its file in resources/guide, without the ending. Unknown ones leave what is shown.
    void showPage(const QString& page);
    QString page() const;
    QListWidget* pages() const { return pages_; }
    QLineEdit* search() const { return search_; }
    QTextBrowser* text() const { return text_; }

private:
    void fill();
    /// That are searched for.
    QStringList words() const;
    void showCurrent();
    void filter();
    void mark();

    QLineEdit* search_;
    QListWidget* pages_;
    QTextBrowser* text_;
};

}  // namespace headroom::ui
