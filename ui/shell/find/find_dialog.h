// FindDialog: one field that finds settings, commands, runs, pages, presets and the guide; worked by keys alone.
#pragma once

#include "ui/forward.h"

#include <QBasicTimer>
#include <QDialog>
#include <QString>
#include <QStringList>

#include <deque>
#include <functional>
#include <vector>

namespace headroom::ui {

/// Something that can be found and gone to.
struct Find {
    QString id;    ///< stable, for what was used recently: "setting/batch.micro"
    QString sort;  ///< shown beside it: "Setting"
    QString title, detail, icon;
    QString words{};    ///< what else it is found by
    QString problem{};  ///< why it is off now; empty: it is on
    std::function<void()> take;
};

/// How well `title` and, less, `words` (what else it is known by) answer `typed`: each word of it has to be found, at the beginning of a word,
/// within one, or as its letters in order. 0: not at all. Case counts for nothing.
int matchScore(const QString& typed, const QString& title, const QString& words);

class FindDialog : public QDialog {
    Q_OBJECT
public:
    static constexpr int kMostRecent = 12;
    using Part = std::function<std::vector<Find>()>;

    /// `recent`: ids, the latest first.
    FindDialog(std::vector<Find> finds, QStringList recent, QWidget* parent = nullptr);

    /// Further ones, once they are known.
    void add(const std::vector<Find>& finds);
    /// Those that take a while to know stand behind the first `place` ones: a part is asked at each turn of the event loop, and all as soon as
    /// something is typed.
    void addInTurns(std::size_t place, std::deque<Part> parts);
    QLineEdit* field() const { return field_; }
    QTreeWidget* list() const { return list_; }
    /// What is shown, the best first.
    std::vector<const Find*> shown() const;
    /// With what was taken in front.
    const QStringList& recent() const { return recent_; }

Q_SIGNALS:
    void taken(const QString& id);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    /// The next part; what it answers is shown by refresh().
    void askNext();
    /// What somebody went down to; empty: the best one is chosen, as it is while one types.
    QString chosen() const;
    /// `stays`: what was chosen and is again, where it is still shown.
    void refresh(const QString& stays = {});
    void take();
    /// Keys of the list work in the field too. True: it was one.
    bool takesKey(QKeyEvent* event);

    std::vector<Find> finds_;
    std::vector<std::size_t> shown_;
    std::deque<Part> parts_;  ///< to be asked
    std::size_t place_ = 0;   ///< of what they answer
    QBasicTimer turn_;
    QStringList recent_;
    QLineEdit* field_;
    QTreeWidget* list_;
    QLabel *reason_, *nothing_;
};

/// Opens the window's finder with all that can be found now; it remembers what was used.
void openFinder(MainWindow& window);

}  // namespace headroom::ui
