// GuideDialog: a list, a browser, and words that are marked where they are found.
#include "ui/shell/guide_dialog.h"

#include "ui/i18n/language.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/splitter.h"

#include <QAbstractTextDocumentLayout>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QPointer>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextList>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace headroom::ui {
namespace {

/// In the order of the list.
constexpr const char* kPages[] = {"first-run",
                                  "train",
                                  "text-to-image",
                                  "figures",
                                  "does-not-fit",
                                  "training-goes-wrong",
                                  "pictures-to-expect",
                                  "runs-and-queue",
                                  "bring-and-find",
                                  "files-that-travel",
                                  "terminal",
                                  "graphics-cards",
                                  "several-processes",
                                  "measured",
                                  "formats"};
constexpr int kMargin = 16;  // of a page
enum Role { NameRole = Qt::UserRole, TextRole, PathRole };

/// Of the page in the window's language where the guide is written in it.
QString path_of(const QString& name) {
    const QString spoken = QStringLiteral(":/guide/%1/%2.md").arg(spokenLanguage(), name);
    return QFile::exists(spoken) ? spoken : QStringLiteral(":/guide/%1.md").arg(name);
}

QString read_page(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Makes the picture that a paragraph is at most so many pixels wide; false where it is none.
bool fit_picture(const QTextDocument& page, const QTextBlock& block, int most) {
    QTextImageFormat picture =
        block.begin().atEnd() ? QTextImageFormat() : block.begin().fragment().charFormat().toImageFormat();
    if (!picture.isValid()) return false;
    const QImage image = page.resource(QTextDocument::ImageResource, QUrl(picture.name())).value<QImage>();
    picture.setWidth(std::min({most, scaled(600), image.isNull() ? most : scaled(image.width())}));
    QTextCursor whole(block);
    whole.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    whole.setCharFormat(picture);
    return true;
}

/// Room between paragraphs, lines and cells, which Markdown leaves out; pictures in at most `most` pixels.
void typeset(QTextDocument& page, int most) {
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        if (!fit_picture(page, block, most)) format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
        format.setBottomMargin(scaled(block.textList() ? 4 : 8));
        QTextCursor(block).setBlockFormat(format);
    }
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(scaled(4));
        format.setBorderCollapse(true);
        format.setBorderBrush(themeColor(Token::Line));
        format.setBorder(1);
        format.setBottomMargin(scaled(8));
        table->setFormat(format);
    }
}

/// What stands behind "# " in the first line.
QString title_of(const QString& text) { return text.section(QLatin1Char('\n'), 0, 0).mid(2).trimmed(); }

QStringList headings_of(const QString& text) {
    QStringList out;
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (line.startsWith(QLatin1String("## "))) out << line.mid(3).trimmed();
    return out;
}

/// A page with its pictures of the window in the theme that the window has, where there is one.
QString in_theme(QString page) {
    if (Theme::get().dark()) return page;
    static const QRegularExpression picture(QStringLiteral("pictures/([a-z-]+)\\.jpg"));
    for (auto it = picture.globalMatch(QString(page)); it.hasNext();) {
        const QRegularExpressionMatch found = it.next();
        const QString light = QStringLiteral("pictures/%1-light.jpg").arg(found.captured(1));
        if (QFile::exists(QStringLiteral(":/guide/") + light)) page.replace(found.captured(), light);
    }
    return page;
}

bool is_heading(const QTextBlock& block) { return block.blockFormat().headingLevel() == 2; }

}  // namespace

std::vector<GuidePage> guidePages() {
    std::vector<GuidePage> out;
    for (const char* name : kPages) {
        const QString path = path_of(QLatin1String(name)), text = read_page(path);
        out.push_back({QLatin1String(name), path, title_of(text), text, headings_of(text)});
    }
    return out;
}

QStringList guideHeadings(const QString& page) {
    return headings_of(read_page(QStringLiteral(":/guide/%1.md").arg(page)));
}

GuideDialog::GuideDialog(QWidget* parent)
    : QDialog(parent),
      search_(named(new SearchField(tr("Find in the guide"), {}, this), tr("Find in the guide"))),
      pages_(named(new QListWidget(this), tr("Pages of the guide"))),
      text_(named(new QTextBrowser(this), tr("Page of the guide"))),
      section_(kGuideTop) {
    setWindowTitle(tr("Guide"));
    resize(scaled(980), scaled(680));
    pages_->setWordWrap(true);
    pages_->setSpacing(scaled(3));
    text_->setOpenLinks(false);
    auto* split = new Splitter(Qt::Horizontal, tr("Divider between the list of pages and the page"), this);
    split->setParts(boxed(columnOf({search_, {pages_, 1}}, 8, {8, 8, 8, 8}), split), 1, text_, 3);
    keep(split, QStringLiteral("guide/pages"));
    auto* close = onClick(new QPushButton(tr("Close"), this), this, &QDialog::reject);
    columnIn(this, {0, 0, 0, 8}, 8, {{split, 1}, rowOf({stretch(), close}, 0, {16, 0, 16, 0})});
    for (const GuidePage& page : guidePages()) {
        auto* item = new QListWidgetItem(page.title, pages_);
        item->setData(NameRole, page.name);
        item->setData(TextRole, page.text);
        item->setData(PathRole, page.path);
    }
    onResize(text_->viewport(), [this] {
        for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next())
            fit_picture(*text_->document(), block, room());
    });
    connect(search_, &QLineEdit::textChanged, this, &GuideDialog::filter);
    connect(pages_, &QListWidget::currentRowChanged, this, &GuideDialog::showCurrent);
    connect(text_, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { showPage(link.path().section(QLatin1Char('.'), 0, 0)); });
    // With the look the page gets other lines before it is set anew, so where it stands is asked before.
    connect(&Theme::get(), &Theme::changing, this, [this] {
        if (stale_) return;
        const QTextCursor top = text_->cursorForPosition({});
        place_ = {top.position(), text_->cursorRect(top)};
    });
    connect(&Theme::get(), &Theme::changed, this, [this] {
        stale_ = !isVisible();
        if (!stale_) showAnew();
    });
    pages_->setCurrentRow(0);
}

QString GuideDialog::page() const {
    const QListWidgetItem* item = pages_->currentItem();
    return item ? item->data(NameRole).toString() : QString();
}

void GuideDialog::showPage(const QString& place) {
    const QString page = place.section(QLatin1Char('#'), 0, 0);
    for (int row = 0; row < pages_->count(); ++row) {
        if (pages_->item(row)->data(NameRole).toString() != page) continue;
        if (pages_->item(row)->isHidden()) search_->clear();
        pages_->setCurrentRow(row);
        section_ = guideSectionOf(place);
        if (isVisible()) reveal();  // a page that is not seen has no lines yet
        return;
    }
}

void GuideDialog::reveal() {
    const int wanted = std::exchange(section_, kGuideTop);
    int at = 0;
    for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
        if (!is_heading(block) || at++ != wanted) continue;
        const QRectF place = text_->document()->documentLayout()->blockBoundingRect(block);
        text_->setTextCursor(QTextCursor(block));  // for the keyboard; it scrolls no further than into view
        return text_->verticalScrollBar()->setValue(static_cast<int>(place.top()));
    }
}

void GuideDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    if (stale_) showAnew();
    QTimer::singleShot(0, this, &GuideDialog::reveal);  // when the page is as wide as it will be
}

void GuideDialog::showAnew() {
    const int section = section_;
    showCurrent();
    section_ = section;
    keepPlace();
    QTimer::singleShot(0, this, &GuideDialog::keepPlace);  // when the page is as wide as it will be
}

void GuideDialog::keepPlace() {
    text_->document()->size();  // lays all of it out
    QTextCursor top(text_->document());
    top.setPosition(place_.position);
    text_->setTextCursor(top);  // so that the bar reaches there
    const QRect line = text_->cursorRect(top);
    const int below = place_.line.top() * line.height() / std::max(1, place_.line.height());
    QScrollBar* bar = text_->verticalScrollBar();
    bar->setValue(bar->value() + line.top() - below);
}

void GuideDialog::showCurrent() {
    section_ = kGuideTop;
    stale_ = false;
    const QListWidgetItem* item = pages_->currentItem();
    // Whole before it is shown: a page in the browser is laid out anew with every change.
    auto* page = new QTextDocument(text_);
    page->setDocumentMargin(kMargin);
    page->setDefaultFont(text_->font());
    if (item) page->setBaseUrl(QUrl(QStringLiteral("qrc") + item->data(PathRole).toString()));
    page->setMarkdown(item ? in_theme(item->data(TextRole).toString()) : tr("No page has all these words."));
    typeset(*page, room());
    text_->setExtraSelections({});  // they are places in the page before
    const QPointer<QTextDocument> before = text_->document();
    text_->setDocument(page);
    delete before;  // where the browser has not done so
    mark();
}

int GuideDialog::room() const { return std::max(scaled(120), text_->viewport()->width() - 2 * kMargin); }

QStringList GuideDialog::words() const { return search_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts); }

void GuideDialog::filter() {
    const QStringList wanted = words();
    int first = -1;
    for (int row = 0; row < pages_->count(); ++row) {
        QListWidgetItem* item = pages_->item(row);
        const QString text = item->data(TextRole).toString();
        const bool found =
            std::ranges::all_of(wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!found);
        if (found && first < 0) first = row;
    }
    const QListWidgetItem* current = pages_->currentItem();
    if (!current || current->isHidden())
        pages_->setCurrentRow(first);
    else
        mark();
}

void GuideDialog::mark() {
    QList<QTextEdit::ExtraSelection> marks;
    for (const QString& word : words()) {
        QTextCursor at(text_->document());
        while (!(at = text_->document()->find(word, at)).isNull()) {
            QTextCharFormat format;
            format.setBackground(themeColor(Token::WarnB));
            marks.append({at, format});
        }
    }
    text_->setExtraSelections(marks);
    if (marks.isEmpty()) return;
    QTextCursor first = marks.front().cursor;
    first.clearSelection();
    text_->setTextCursor(first);
}

}  // namespace headroom::ui
