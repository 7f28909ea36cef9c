// NotesPage: when what was typed is told, and what became of it.
#include "ui/panels/runs/notes_page.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"

#include <QCompleter>
#include <QFormLayout>
#include <QPlainTextEdit>

namespace headroom::ui {
namespace {

/// Completes the tag that is being typed, not the whole line.
class TagCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;
    QStringList splitPath(const QString& path) const override { return {path.section(QLatin1Char(','), -1).trimmed()}; }
    QString pathFromIndex(const QModelIndex& index) const override {
        const auto* line = qobject_cast<QLineEdit*>(widget());
        const QString before = line ? line->text().section(QLatin1Char(','), 0, -2) : QString();
        return before.isEmpty() ? index.data().toString()
                                : QStringLiteral("%1, %2").arg(before, index.data().toString());
    }
};

}  // namespace

NotesPage::NotesPage(QWidget* parent)
    : QWidget(parent),
      tags_(named(new QLineEdit(this), tr("Tags"), tr("Words to find the run by, with commas between them"))),
      text_(named(new QPlainTextEdit(this), tr("Notes"))),
      status_(makeLabel("small", this)) {
    tags_->setPlaceholderText(tr("baseline, keep"));
    text_->setPlaceholderText(tr("What was tried, what came of it"));
    text_->setTabChangesFocus(true);
    text_->setObjectName(QStringLiteral("field"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 12, 16, 8);
    form->setSpacing(8);
    form->addRow(tr("Tags"), tags_);
    form->addRow(tr("Notes"), text_);
    form->addRow(QString(), status_);
    onRest(rest_, 800, this, &NotesPage::flush);
    const auto touched = [this] {
        if (written() == reported_) return;
        rest_.start();
        setStatus(tr("Not saved yet"), "small");
    };
    connect(tags_, &QLineEdit::textEdited, this, touched);
    connect(tags_, &QLineEdit::editingFinished, this, &NotesPage::flush);
    connect(text_, &QPlainTextEdit::textChanged, this, touched);
    setEnabled(false);
}

RunNotes NotesPage::written() const {
    RunNotes out;
    for (const QString& tag : tags_->text().split(QLatin1Char(',')))
        if (const std::string words = tag.simplified().toStdString(); !words.empty()) out.tags.push_back(words);
    out.text = text_->toPlainText().toStdString();
    return out;
}

void NotesPage::setRun(const QString& dir, const RunNotes& notes) {
    if (dir == dir_) return;  // what stands here is the newest there is
    flush();
    dir_ = dir;
    reported_ = notes;
    tags_->setText(textsOf(notes.tags, fromUtf8).join(QStringLiteral(", ")));
    text_->setPlainText(fromUtf8(notes.text));
    reported_ = written();  // as these fields give it back
    refused_ = false;
    rest_.stop();
    setEnabled(!dir.isEmpty());
    setStatus({}, "small");
}

void NotesPage::flush() {
    rest_.stop();
    if (dir_.isEmpty()) return;
    const RunNotes now = written();
    if (now == reported_ && !refused_) return;
    reported_ = now;
    refused_ = false;
    Q_EMIT edited(dir_, now);
}

void NotesPage::saved(const QString& dir, const QString& problem) {
    if (dir != dir_ || rest_.isActive()) return;
    refused_ = !problem.isEmpty();
    setStatus(problem.isEmpty() ? tr("Saved") : tr("Not saved: %1").arg(problem), problem.isEmpty() ? "small" : "bad");
}

void NotesPage::offerTags(const QStringList& tags) {
    if (tags == known_tags_) return;
    known_tags_ = tags;
    auto* completer = new TagCompleter(tags, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    delete tags_->completer();
    tags_->setCompleter(completer);
}

QString NotesPage::status() const { return status_->text(); }

void NotesPage::setStatus(const QString& text, const char* role) {
    status_->setText(text);
    restyle(status_, "role", role);
}

void NotesPage::hideEvent(QHideEvent* event) {
    flush();
    QWidget::hideEvent(event);
}

}  // namespace headroom::ui
