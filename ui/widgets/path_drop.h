// PathDrop: what files and folders dropped on a dialog are for: on a field its path, anywhere else what the dialog takes.
#pragma once

#include <QDropEvent>
#include <QObject>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace headroom::ui {

/// Whether a dialog has to be answered before `window` can be used. Drags and drops come to it all the same.
bool waitsForDialog(const QWidget* window);

/// One for each dialog, which owns it. Text goes on to the fields as ever; a file never becomes text of a field that is for something else.
class PathDrop : public QObject {
    Q_OBJECT
public:
    enum class Takes { File, Folder, Either };
    /// Takes a local path. Returns why it cannot, a sentence; empty: it did.
    using Take = std::function<QString(const QString& path)>;

    /// `anywhere`: what is done with what is dropped beside the fields.
    PathDrop(QWidget* dialog, Takes takes, Take anywhere);
    /// What is dropped on `field`, while it can be used.
    void onField(QWidget* field, Takes takes, Take take) { places_.push_back({field, takes, std::move(take)}); }

    /// Why the last thing that was dropped was not taken; empty: it was.
    QString problem() const { return problem_; }

protected:
    /// Of the application: drags go here before any field takes them as text.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        QWidget* widget;
        Takes takes;
        Take take;
    };
    const Place& placeAt(const QPoint& global) const;
    QString drop(const QMimeData& mime, const Place& place) const;

    QWidget* dialog_;
    std::vector<Place> places_;  ///< the dialog first
    QString problem_;
};

}  // namespace headroom::ui
