// FindDialog: ranking what is there and doing what is chosen.
#include "ui/shell/find/find_dialog.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/search_field.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeWidget>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr std::size_t kMostShown = 60;
constexpr int kRecentBonus = 120;  // of the latest; less by its place
// Whole words before parts of words, parts before scattered letters, titles before what else a thing is known by.
constexpr int kBeginning = 100, kWordBeginning = 80, kWithin = 50, kByOtherWords = 20, kMostScattered = 40;
constexpr int kFewestScattered = 2;  // letters; one alone is found everywhere

bool begins_word(const QString& text, qsizetype at) { return at == 0 || !text.at(at - 1).isLetterOrNumber(); }

/// The letters of `word` in order within `text`; those that begin words, or follow each other, say more.
int scattered_score(const QString& word, const QString& text) {
    if (word.size() < kFewestScattered) return 0;
    int good = 0;
    qsizetype from = 0, before = -2;
    for (const QChar letter : word) {
        const qsizetype at = text.indexOf(letter, from);
        if (at < 0) return 0;
        good += begins_word(text, at) || at == before + 1 ? 1 : 0;
        before = at;
        from = at + 1;
    }
    // Letters from anywhere are chance, not an abbreviation.
    return 2 * good < word.size() ? 0 : std::max(1, kMostScattered * good / static_cast<int>(word.size()) - 10);
}

int word_score(const QString& word, const QString& title, const QString& words) {
    if (title.startsWith(word)) return kBeginning;
    for (qsizetype at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1))
        if (begins_word(title, at)) return kWordBeginning;
    if (title.contains(word)) return kWithin;
    const int scattered = scattered_score(word, title);
    for (qsizetype at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1))
        if (begins_word(words, at)) return std::max(kByOtherWords, scattered);
    return scattered;
}

}  // namespace

int matchScore(const QString& typed, const QString& title, const QString& words) {
    const QString low_title = title.toCaseFolded(), low_words = words.toCaseFolded();
    int sum = 0, count = 0;
    for (const QString& word : typed.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const int score = word_score(word, low_title, low_words);
        if (score == 0) return 0;
        sum += score;
        ++count;
    }
    if (count == 0) return 0;
    // Of two that answer alike the shorter one is meant.
    return 10 * sum / count + std::max(0, 40 - static_cast<int>(title.size()));
}

FindDialog::FindDialog(std::vector<Find> finds, QStringList recent, QWidget* parent)
    : QDialog(parent),
      finds_(std::move(finds)),
      recent_(std::move(recent)),
      field_(new SearchField(tr("Find a setting, command, run, page or help"), {}, this)),
      list_(new QTreeWidget(this)),
      reason_(makeLabel("hint", this, Wrap::On)),
      nothing_(makeLabel("hint", tr("Nothing has these words."), this)) {
    setWindowTitle(tr("Find"));
    resize(scaled(640), scaled(440));
    field_->setAccessibleName(field_->placeholderText());
    // Of the field's other events some come while the dialog goes.
    const auto look = [this](QEvent* event) {
        return event->type() == QEvent::KeyPress && takesKey(static_cast<QKeyEvent*>(event));
    };
    watchEvents(field_, look, this);
    setUpTable(list_, tr("What was found"));
    list_->setColumnCount(3);
    list_->header()->hide();
    shareWidth(list_->header(), 1);
    list_->setTextElideMode(Qt::ElideRight);
    columnIn(this, {12, 12, 12, 12}, 8, {field_, nothing_, {list_, 1}, reason_});
    connect(field_, &QLineEdit::textChanged, this, [this] {
        while (!parts_.empty()) askNext();
        refresh();
    });
    connect(&Theme::get(), &Theme::changed, this, [this] { add({}); });  // its rows hold their colours
    connect(list_, &QTreeWidget::itemActivated, this, &FindDialog::take);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        const QString words = item ? item->toolTip(1) : QString();
        reason_->setText(words);
        field_->setAccessibleDescription(item ? QStringLiteral("%1, %2").arg(item->text(0), words) : QString());
    });
    refresh();
    field_->setFocus();
}

void FindDialog::add(const std::vector<Find>& finds) {
    const QString stays = chosen();
    finds_.insert(finds_.end(), finds.begin(), finds.end());
    refresh(stays);
}

void FindDialog::addInTurns(std::size_t place, std::deque<Part> parts) {
    place_ = place;
    parts_ = std::move(parts);
    if (!parts_.empty()) turn_.start(0, this);
}

void FindDialog::timerEvent(QTimerEvent* event) {
    if (event->timerId() != turn_.timerId()) return QDialog::timerEvent(event);
    if (!parts_.empty()) {
        const QString stays = chosen();
        askNext();
        refresh(stays);
    }
    if (parts_.empty()) turn_.stop();
}

void FindDialog::askNext() {
    const Part part = std::move(parts_.front());
    parts_.pop_front();
    const std::vector<Find> finds = part();
    finds_.insert(finds_.begin() + static_cast<std::ptrdiff_t>(place_), finds.begin(), finds.end());
    place_ += finds.size();
}

QString FindDialog::chosen() const {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    return row <= 0 ? QString() : finds_[shown_[static_cast<std::size_t>(row)]].id;
}

std::vector<const Find*> FindDialog::shown() const {
    std::vector<const Find*> out;
    for (const std::size_t i : shown_) out.push_back(&finds_[i]);
    return out;
}

void FindDialog::refresh(const QString& stays) {
    const QString typed = field_->text();
    const bool all = typed.trimmed().isEmpty();
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t i = 0; i < finds_.size(); ++i) {
        const auto place = static_cast<int>(recent_.indexOf(finds_[i].id));
        const int bonus = place < 0 ? 0 : kRecentBonus - place;
        const int score = all ? 1 : matchScore(typed, finds_[i].title, finds_[i].words);
        if (score > 0) ranked.emplace_back(score + bonus, i);
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, [](const auto& each) { return each.first; });
    if (ranked.size() > kMostShown) ranked.resize(kMostShown);
    shown_.clear();
    list_->clear();
    int current = 0;
    for (const auto& [score, i] : ranked) {
        const Find& find = finds_[i];
        auto* item = new QTreeWidgetItem(list_, {find.title, find.detail, find.sort});
        const Token token = find.problem.isEmpty() ? Token::T1 : Token::T3;
        item->setIcon(0, Theme::get().icon(find.icon, token));
        item->setForeground(0, themeColor(token));
        for (const int column : {1, 2}) item->setForeground(column, themeColor(Token::T3));
        item->setToolTip(1, find.problem.isEmpty() ? find.detail : find.problem);
        if (!find.problem.isEmpty()) item->setText(1, find.problem);
        if (find.id == stays) current = static_cast<int>(shown_.size());
        shown_.push_back(i);
    }
    nothing_->setVisible(shown_.empty());
    list_->setVisible(!shown_.empty());
    if (!shown_.empty()) list_->setCurrentItem(list_->topLevelItem(current));
}

void FindDialog::take() {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0) return;
    const Find find = finds_[shown_[static_cast<std::size_t>(row)]];
    if (!find.problem.isEmpty()) return reason_->setText(tr("%1 is off: %2").arg(nameText(find.title), find.problem));
    recent_.removeAll(find.id);
    recent_.prepend(find.id);
    if (recent_.size() > kMostRecent) recent_.resize(kMostRecent);
    accept();  // first: what is gone to takes the focus
    Q_EMIT taken(find.id);
    find.take();
}

bool FindDialog::takesKey(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QCoreApplication::sendEvent(list_, event); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: take(); return true;
        case Qt::Key_Escape: reject(); return true;
        default: return false;
    }
}

}  // namespace headroom::ui
