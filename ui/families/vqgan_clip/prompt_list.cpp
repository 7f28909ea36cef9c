// PromptList: the prompts of text to image as rows to edit, and the settings behind them.
#include "ui/families/vqgan_clip/prompt_list.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QInputDialog>
#include <QMenu>
#include <QPointer>

namespace headroom::ui {
namespace {

constexpr double kNoStop = -std::numeric_limits<double>::infinity();

bool same_words(const PromptEntry& a, const PromptEntry& b) {
    return a.kind == b.kind && a.prompt.text == b.prompt.text;
}

/// The settings behind `shown`, but those that say the same already keep their very text.
ParamPatch patch_keeping_texts(const PromptEntries& entries, const ImagineConfig& in_force) {
    ParamPatch patch = prompt_patch(entries);
    const ParamPatch same = prompt_patch(prompt_entries(in_force));
    const std::map<std::string, std::string> raw{{"prompts", in_force.prompts},
                                                 {"prompts.pictures", in_force.picture_prompts},
                                                 {"prompts.noise", in_force.noise_prompts}};
    for (auto& [key, value] : patch)
        if (same.at(key) == value) value = raw.at(key);
    return patch;
}

}  // namespace

PromptList::PromptList(ParamEdits* edits, SimilarityLines* lines, QWidget* parent)
    : FormPart(parent),
      edits_(edits),
      lines_(lines),
      column_(columnOf({}, 0)),
      similarity_head_(makeLabel("hint", tr("similarity now"), this)),
      when_(shrinking(makeLabel("hint", this))),
      staged_(makeLabel("small", this)),
      problem_(makeLabel("bad", this, Wrap::On)),
      back_(styled(new QPushButton(tr("Take back"), this), "link")) {
    setAccessibleName(tr("Prompts"));
    when_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    problem_->setContentsMargins(16, 0, 12, 4);
    problem_->hide();
    auto* text = onClick(makeButton(tr("Text"), QStringLiteral("plus"), this), this, &PromptList::addText);
    auto* picture =
        onClick(makeButton(tr("Picture"), QStringLiteral("photo-plus"), this), this, [this] { askForPicture(-1); });
    text->setToolTip(tr("Another prompt in words"));
    picture->setToolTip(tr("A picture whose content the painted one shall resemble"));
    auto* menu = new QMenu(this);
    setThemedIcon(menu->addAction(tr("Noise: a random direction"), this, &PromptList::addNoise),
                  QStringLiteral("chart-dots"));
    more_ = makeMoreButton(tr("More kinds of prompts"), menu, this);
    back_->setToolTip(tr("Forget what was changed in the prompts and not yet applied (Esc in a field)"));
    connect(back_, &QPushButton::clicked, this, [this] {
        for (const std::string& key : keys()) edits_->takeBack(key);
    });
    for (QWidget* w : std::initializer_list<QWidget*>{text, picture, more_}) w->setProperty("small", true);
    auto* buttons = rowOf({text, picture, more_, stretch(), {when_, 1}}, 8, {16, 4, 12, 4});
    columnIn(this, {}, 0, {column_, problem_, buttons, rowOf({staged_, stretch(), back_}, -1, {16, 0, 12, 4})});
    new Narrowing(this, buttons, {hintOf(when_)});  // a hint must not widen the form
    connect(edits, &ParamEdits::changed, this, &PromptList::refresh);
    connect(lines, &SimilarityLines::linesChanged, this, &PromptList::showSimilarity);
    connect(lines, &SimilarityLines::valuesChanged, this, &PromptList::showSimilarity);
    refresh();
}

std::size_t PromptList::placeOf(const PromptRow* row) const {
    return static_cast<std::size_t>(std::ranges::find(rows_, row) - rows_.begin());
}

PromptRow* PromptList::makeRow() {
    auto* row = new PromptRow(this);
    connect(row->text(), &PromptText::committed, this, [this, row](const QString& words) { takeWords(row, words); });
    connect(row->text(), &PromptText::left, this, [this, row] { leave(row); });
    connect(row->text(), &PromptText::escaped, this, &PromptList::refresh);
    connect(row->weight(), &NumberField::escaped, this, &PromptList::refresh);
    connect(row, &PromptRow::commandRequested, this,
            [this, row](PromptRow::Command command) { carryOut(row, command); });
    const auto change = [this, row](auto what) {
        PromptEntries next = entries_;
        if (const auto at = placeOf(row); at < next.size()) what(next[at].prompt);
        propose(std::move(next));
    };
    connect(row->check(), &QCheckBox::clicked, this, [change](bool on) { change([on](Prompt& p) { p.on = on; }); });
    connect(row, &PromptRow::weighted, this,
            [change](double weight) { change([weight](Prompt& p) { p.weight = weight; }); });
    return row;
}

void PromptList::refresh() {
    ImagineConfig shown;
    shown.prompts = std::get<std::string>(edits_->valueShown("prompts"));
    shown.picture_prompts = std::get<std::string>(edits_->valueShown("prompts.pictures"));
    shown.noise_prompts = std::get<std::string>(edits_->valueShown("prompts.noise"));
    entries_ = prompt_entries(shown);
    // Words that are being typed into a prompt which others have taken out become a new one.
    fresh_ = fresh_ || std::ranges::any_of(rows_, [this](const PromptRow* row) {
                 return row->text()->editing() && std::ranges::none_of(entries_, [row](const PromptEntry& e) {
                            return same_words(e, row->entry());
                        });
             });
    PromptEntries wanted = entries_;
    if (fresh_ || entries_.empty())
        wanted.push_back({PromptKind::Text, phrase_count(entries_) - 1, {}});  // the last row, whatever its kind
    const std::vector<PromptRow*> gone = seat(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        rows_[i]->setEntry(wanted[i]);
        const bool text = wanted[i].kind == PromptKind::Text, known = i < entries_.size();
        const auto same_kind = [&](std::size_t j) { return j < entries_.size() && entries_[j].kind == wanted[i].kind; };
        const auto beside = std::ranges::count_if(
            entries_, [&](const PromptEntry& e) { return e.kind == PromptKind::Text && e.phrase == wanted[i].phrase; });
        rows_[i]->setMoves(known && i > 0 && same_kind(i - 1), known && same_kind(i + 1), known && text && beside > 1);
    }
    arrange();
    showStages();
    showSimilarity();
    for (PromptRow* row : gone) {
        row->hide();
        row->deleteLater();
    }
}

/// Each row stays with its prompt, and so do the caret and what is being typed, whatever comes and goes above it. Returns those left over.
std::vector<PromptRow*> PromptList::seat(const PromptEntries& wanted) {
    std::vector<PromptRow*> left = std::exchange(rows_, std::vector<PromptRow*>(wanted.size()));
    const auto seat_where = [&](auto suits) {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (rows_[i]) continue;
            const auto row = std::ranges::find_if(left, [&](const PromptRow* each) { return suits(*each, i); });
            if (row == left.end()) continue;
            rows_[i] = *row;
            left.erase(row);
        }
    };
    seat_where([&](const PromptRow& row, std::size_t i) { return row.entry() == wanted[i]; });
    seat_where([&](const PromptRow& row, std::size_t i) { return same_words(row.entry(), wanted[i]); });
    seat_where([&](const PromptRow& row, std::size_t i) {
        return i < entries_.size() ? !row.editing() : !row.editing() || row.text()->editing();
    });
    for (PromptRow*& row : rows_)
        if (!row) row = makeRow();
    return left;
}

void PromptList::arrange() {
    const std::size_t phrases = phrase_count(entries_);
    while (heads_.size() > (phrases > 1 ? phrases : 0)) {
        heads_.back()->deleteLater();
        heads_.back()->hide();
        heads_.pop_back();
    }
    while (phrases > 1 && heads_.size() < phrases) {
        heads_.push_back(makeLabel("hint", this));
        heads_.back()->setContentsMargins(16, 4, 16, 0);
    }
    const auto every = std::get<std::int64_t>(edits_->valueShown("prompts.every"));
    for (std::size_t i = 0; i < heads_.size(); ++i) {
        const QString which =
            tr("Phrase %1 of %2")
                .arg(countText(static_cast<std::int64_t>(i) + 1), countText(static_cast<std::int64_t>(phrases)));
        heads_[i]->setText(every > 0 ? tr("%1, for %2 iterations").arg(which, countText(every))
                           : i == 0  ? tr("%1, painted throughout").arg(which)
                                     : tr("%1, not reached: Story pace is 0").arg(which));
        heads_[i]->setToolTip(tr(
            "The phrases of a story hold one after the other. Story pace, under Advanced, says for how many iterations each."));
    }
    int at = 0;
    std::size_t head = 0;
    bool moved = false;
    const auto place = [&](QWidget* widget) {
        if (!column_->itemAt(at) || column_->itemAt(at)->widget() != widget) {
            column_->insertWidget(at, widget);
            moved = true;
        }
        widget->show();
        ++at;
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const PromptEntry& entry = rows_[i]->entry();
        if (entry.kind == PromptKind::Text && head < heads_.size() && entry.phrase >= head) place(heads_[head++]);
        place(rows_[i]);
    }
    if (!moved) return;
    QWidget* before = more_;
    for (PromptRow* row : rows_) before = row->tabAfter(before);
}

void PromptList::showStages() {
    bool staged = false, pending = false;
    for (const std::string& key : keys()) {
        staged = staged || edits_->stage(key) == EditStage::Staged;
        pending = pending || edits_->stage(key) == EditStage::Pending;
    }
    const PromptEntries before = prompt_entries(edits_->inForce().own<ImagineConfig>());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const bool changed =
            i < entries_.size() && (staged || pending) && std::ranges::find(before, entries_[i]) == before.end();
        rows_[i]->setStage(!changed ? QString() : staged ? QStringLiteral("staged") : QStringLiteral("pending"));
    }
    const auto gone = std::ranges::count_if(before, [&](const PromptEntry& e) {
        return std::ranges::none_of(entries_, [&](const PromptEntry& now) { return same_words(now, e); });
    });
    when_->setText(edits_->staging() && !staged && !pending ? tr("apply next iteration") : QString());
    QString text;
    if (staged) text = gone > 0 ? tr("Staged, %1 taken out").arg(countText(gone)) : tr("Staged");
    if (pending && !staged) text = tr("Pending: waits for the iteration");
    sayOrHide(staged_, text);
    back_->setVisible(staged);
    if (!staged && !pending) showProblem({});
}

void PromptList::showSimilarity() {
    bool any = false;
    for (PromptRow* row : rows_) {
        const PromptEntry& entry = row->entry();
        const int line =
            entry.prompt.on && !entry.prompt.text.empty() ? lines_->find(entry.kind, entry.prompt.text) : -1;
        const auto& lines = lines_->lines();
        const double now = line >= 0 && lines[static_cast<std::size_t>(line)].live
                               ? lines[static_cast<std::size_t>(line)].now
                               : std::numeric_limits<double>::quiet_NaN();
        any = any || !std::isnan(now);
        row->setSimilarity(
            line >= 0 && line < static_cast<int>(kCurveCount) ? std::optional(lines_->look(line)) : std::nullopt, now);
    }
    similarity_head_->setText(any ? tr("similarity now") : QString());
}

QWidget* PromptList::note() const { return similarity_head_; }

void PromptList::showProblem(const QString& message) { sayOrHide(problem_, message); }

void PromptList::propose(PromptEntries entries) {
    showProblem({});
    edits_->proposeAll(patch_keeping_texts(entries, edits_->inForce().own<ImagineConfig>()));
}

void PromptList::takeWords(PromptRow* row, const QString& words) {
    const auto at = placeOf(row);
    PromptEntries next = entries_;
    if (at >= next.size()) {  // the empty row
        if (words.isEmpty()) return;
        fresh_ = false;
        const std::size_t place =
            add_prompt(next, {PromptKind::Text, phrase_count(entries_) - 1, {words.toStdString()}});
        set_prompt_text(next, place, words.toStdString());
    } else {
        set_prompt_text(next, at, words.toStdString());
    }
    propose(std::move(next));
    refresh();
}

/// What is being typed belongs to the list as it is shown, and is taken over before that changes.
void PromptList::takeTyped() {
    for (PromptRow* row : std::vector(rows_))
        if (row->text()->editing()) row->text()->commit();
}

void PromptList::leave(PromptRow* row) {
    const bool empty = !rows_.empty() && row == rows_.back() && rows_.size() > entries_.size() &&
                       row->text()->words().trimmed().isEmpty();
    if (!empty || entries_.empty()) return;
    fresh_ = false;
    QTimer::singleShot(0, this, &PromptList::refresh);  // its own event must not find it gone
}

void PromptList::addText() {
    takeTyped();
    fresh_ = true;
    refresh();
    rows_.back()->edit();
}

void PromptList::addPicture(const QString& path) {
    if (const std::string problem = path_problem(path.toStdString()); !problem.empty())
        return showProblem(coreText(problem));
    takeTyped();
    PromptEntries next = entries_;
    add_prompt(next, {PromptKind::Picture, 0, {path.toStdString()}});
    propose(std::move(next));
}

void PromptList::addNoise() {
    takeTyped();
    PromptEntries next = entries_;
    const auto known = std::ranges::count(next, PromptKind::Noise, &PromptEntry::kind);
    add_prompt(next, {PromptKind::Noise, 0, {std::to_string(known + 1), 0.2}});
    propose(std::move(next));
}

void PromptList::askForPicture(int replace) {
    const QPointer<PromptList> here = this;
    const PromptEntries before = entries_;
    const QString path =
        askForFile(this, QStringLiteral("picture"), tr("Choose a picture to resemble"), pictureFilter());
    if (!here || path.isEmpty()) return;
    if (replace >= 0 && entries_ != before) replace = -1;  // others changed the prompts meanwhile: it becomes one more
    if (replace < 0) return addPicture(path);
    if (const std::string problem = path_problem(path.toStdString()); !problem.empty())
        return showProblem(coreText(problem));
    PromptEntries next = entries_;
    next[static_cast<std::size_t>(replace)].prompt.text = path.toStdString();
    propose(std::move(next));
}

void PromptList::setStop(std::size_t at, std::optional<double> stop) {
    if (at >= entries_.size()) return;
    PromptEntries next = entries_;
    next[at].prompt.stop = stop.value_or(kNoStop);
    propose(std::move(next));
}

void PromptList::askForStop(PromptRow* row) {
    const double now = row->entry().prompt.stop;
    auto* dialog = new QInputDialog(this);  // not on the stack, where Qt's own functions have it: it goes with the page
    dialog->setWindowTitle(tr("Stop value"));
    dialog->setLabelText(tr("Distance below which this prompt pulls no more, such as 0.6.\nEmpty: it always pulls."));
    if (std::isfinite(now)) dialog->setTextValue(QLocale().toString(now, 'g', QLocale::FloatingPointShortest));
    connect(dialog, &QInputDialog::textValueSelected, row, [this, row](const QString& typed) {
        if (typed.trimmed().isEmpty()) return setStop(placeOf(row), std::nullopt);
        if (const auto value = typedNumber(typed); value && std::isfinite(*value))
            setStop(placeOf(row), *value);
        else
            showProblem(tr("Stop value: “%1” is not a number").arg(typed));
    });
    openOnce(dialog);
}

void PromptList::carryOut(PromptRow* row, PromptRow::Command command) {
    if (command == PromptRow::Command::Edit) return row->edit();
    takeTyped();
    const auto at = placeOf(row);
    if (at >= entries_.size()) {  // the empty row can only go
        fresh_ = false;
        return refresh();
    }
    PromptEntries next = entries_;
    switch (command) {
        case PromptRow::Command::ChooseFile: return askForPicture(static_cast<int>(at));
        case PromptRow::Command::Stop: return askForStop(row);
        case PromptRow::Command::Duplicate:
            next.insert(next.begin() + static_cast<std::ptrdiff_t>(at), next[at]);
            break;
        case PromptRow::Command::Up: move_prompt(next, at, -1); break;
        case PromptRow::Command::Down: move_prompt(next, at, +1); break;
        case PromptRow::Command::OwnPhrase: split_phrase(next, at); break;
        case PromptRow::Command::Remove: next.erase(next.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case PromptRow::Command::Edit: break;
    }
    propose(std::move(next));
}

}  // namespace headroom::ui
