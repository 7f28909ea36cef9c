// FindDialog: one field that finds settings, commands, runs, pages, presets and the guide; worked by keys alone.
#pragma once

#include "ui/forward.h"

#include <QDialog>
#include <QString>
#include <QStringList>

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

    /// `recent`: ids, the latest first.
    FindDialog(std::vector<Find> finds, QStringList recent, QWidget* parent = nullptr);

    /// Further ones, once they are known.
    void add(const std::vector<Find>& finds);
    QLineEdit* field() const { return field_; }
    QTreeWidget* list() const { return list_; }
    /// What is shown, the best first.
    std::vector<const Find*> shown() const;
    /// With what was taken in front.
    const QStringList& recent() const { return recent_; }

Q_SIGNALS:
    void taken(const QString& id);

protected:
    /// Keys of the list work in the field too.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void take();

    std::vector<Find> finds_;
    std::vector<std::size_t> shown_;
    QStringList recent_;
    QLineEdit* field_;
    QTreeWidget* list_;
    QLabel *reason_, *nothing_;
};

}  // namespace headroom::ui
