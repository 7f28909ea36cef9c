// NotesPage: tags and notes of one run, edited in place; told when the hand rests and before another run is shown.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace headroom::ui {

class NotesPage : public QWidget {
    Q_OBJECT
public:
    explicit NotesPage(QWidget* parent = nullptr);

    /// What is not told yet is told first, of the run it belongs to. The same run again: what stands here stays.
    void setRun(const QString& dir, const RunNotes& notes);
    /// No run.
    void clear() { setRun({}, {}); }
    /// Tells what has changed since it was told last.
    void flush();
    /// What happened to notes of `dir` that were told; `problem` empty: they are kept.
    void saved(const QString& dir, const QString& problem);
    /// Tags of other runs, proposed while typing.
    void offerTags(const QStringList& tags);

    QLineEdit* tags() const { return tags_; }
    QPlainTextEdit* text() const { return text_; }
    QString status() const;

Q_SIGNALS:
    void edited(const QString& dir, const headroom::RunNotes& notes);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    RunNotes written() const;
    void setStatus(const QString& text, const char* role);

    QString dir_;
    RunNotes reported_;
    bool refused_ = false;  ///< what was told could not be kept: it is told again
    QLineEdit* tags_;
    QPlainTextEdit* text_;
    QLabel* status_;
    QStringList known_tags_;
    QTimer rest_;
};

}  // namespace headroom::ui
