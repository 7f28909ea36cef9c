// GuideDialog: the guide: pages in Markdown that are part of the program, their list, and a search over all of them.
#pragma once

#include "ui/forward.h"

#include <QDialog>
#include <QRect>
#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace headroom::ui {

/// A page of the guide, as it is searched.
struct GuidePage {
    QString name, path, title, text;  ///< name: of its file, without the ending; path: that file among the resources
    QStringList headings;
};
/// In the order of the guide's list.
std::vector<GuidePage> guidePages();
/// Of the page of this name as it is in English, by which sections are known (guidePlaceOf).
QStringList guideHeadings(const QString& page);

/// A place is "train", a page, or "train#latents", a section of it: the heading's words in English, in small letters, joined by hyphens. It names the
/// same section in every language, which have the same headings in the same order.

/// The place about `widget`, or about what it stands in; empty: none.
QString guidePlaceOf(const QWidget* widget);
/// The place about a setting of `group`, both as rows have them.
QString guidePlaceOf(std::string_view group, std::string_view key);
/// Which heading of its page a place means, from 0; nothing: the top, as also where there is no such section.
int guideSectionOf(const QString& place);
inline constexpr int kGuideTop = -1;
/// All places that are named here or by widgets' classes, for the test that they exist.
std::vector<QString> guidePlaces();

class GuideDialog : public QDialog {
    Q_OBJECT
public:
    explicit GuideDialog(QWidget* parent = nullptr);

    /// `place`: the name of a page's file in resources/guide, without the ending, perhaps with a section: see guidePlaceOf(). Unknown pages leave
    /// what is shown.
    void showPage(const QString& place);
    QString page() const;
    QListWidget* pages() const { return pages_; }
    QLineEdit* search() const { return search_; }
    QTextBrowser* text() const { return text_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Scrolls to the heading that is wanted.
    void reveal();
    /// That are searched for.
    QStringList words() const;
    void showCurrent();
    /// The page in another look, where it stood.
    void showAnew();
    void keepPlace();
    /// For the width of a picture, in pixels.
    int room() const;
    void filter();
    void mark();

    QLineEdit* search_;
    QListWidget* pages_;
    QTextBrowser* text_;
    int section_;  ///< which heading is still to be shown
    /// A place of the page's text, and where its line was seen.
    struct Place {
        int position = 0;
        QRect line;
    };
    Place place_;         ///< at the top when the look changed
    bool stale_ = false;  ///< the page is in another look than the window's
};

}  // namespace headroom::ui
