// PictureStore: one budget for all pictures of the window. Files are the store: a picture that has one is read again when it is looked at.
#pragma once

#include <QCache>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QString>

class QImageReader;

namespace headroom::ui {

class BackgroundTask;

/// Window's thread only.
class PictureStore : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kDefaultLimit = qint64{256} << 20, kMostLimit = qint64{2} << 30;

    static PictureStore& get();

    qint64 limit() const { return limit_; }
    /// Bytes; pictures beyond a smaller limit go at once. A single one that takes more, and more than the default, is not read at all.
    void setLimit(qint64 bytes);
    /// Of all pictures that shares tell of, and of those read from files.
    qint64 bytes() const { return held_ + read_.totalCost(); }
    /// The picture in the file at `path`; null while it is read, and where it cannot be: pictureRead() tells.
    QImage picture(const QString& path);
    bool unreadable(const QString& path) const { return unreadable_.contains(path); }
    /// Why it could not be read, in a sentence or two.
    QString problem(const QString& path) const { return unreadable_.value(path); }
    /// That it could not be read: picture() tries once more. False: it could.
    bool forgive(const QString& path) { return unreadable_.remove(path); }
    /// What is known of the file at `path`, or of the files in that folder: they have gone or are others now.
    void forget(const QString& path);

Q_SIGNALS:
    void pictureRead(const QString& path);
    void forgotten();  ///< some pictures: what was made of them may be old
    /// There is more than the limit: who can do without some of its pictures lets go of them.
    void full();

private:
    friend class PictureShare;
    void hold(qint64 more);
    void read(const QString& path, BackgroundTask* task);

    qint64 limit_ = kDefaultLimit, held_ = 0;
    QCache<QString, QImage> read_{kDefaultLimit};
    QHash<QString, BackgroundTask*> reading_;
    QHash<QString, QString> unreadable_;  ///< with why
};

/// The picture of `reader`; null: it cannot be read, and where it takes more memory than one may, `why` says so and what to do. Any thread.
QImage readPicture(QImageReader& reader, QString& why);
/// Why the picture in the file at `path` could not be read, in a sentence or two: `why` of readPicture(), or what is left. Any thread.
QString whyUnreadable(const QString& path, const QString& why);

/// Tells the store what a part of the window holds; pictures that several share are told of once.
class PictureShare {
public:
    PictureShare() = default;
    ~PictureShare() { set(0); }
    PictureShare(const PictureShare&) = delete;
    PictureShare& operator=(const PictureShare&) = delete;
    void set(qint64 bytes) {
        const qint64 more = bytes - std::exchange(bytes_, bytes);
        if (more != 0) PictureStore::get().hold(more);
    }
    /// Of pictures that no other share tells of.
    void hold(const QList<QImage>& pictures);

private:
    qint64 bytes_ = 0;
};

/// The pictures of a sheet, `cell` each and 2 px apart, row by row. They share its memory.
QList<QImage> cutSheet(const QImage& sheet, const QSize& cell, int count);

}  // namespace headroom::ui
