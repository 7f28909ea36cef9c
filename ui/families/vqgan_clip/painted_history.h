// PaintedHistory: the pictures of a text-to-image run that are kept in memory, spread over the run, and the newest one.
#pragma once

#include "core/api/event.h"

#include <QImage>
#include <QList>
#include <QString>

#include <vector>

namespace headroom::ui {

struct PaintedPicture {
    qint64 step = 0;
    QImage image;
    QString path;  ///< the PNG in the run's folder; empty: shown only, the next one takes its place
};

/// Window's thread. Pictures are shared with the engine, not copied.
class PaintedHistory {
public:
    static constexpr int kMostPictures = 400;
    static constexpr qsizetype kMostBytes = qsizetype{96} << 20;
    static constexpr int kFewest = 24;  ///< kept whatever their size

    /// A picture of the same step is replaced. Beyond the limits those that lie closest to their neighbours go; first and newest stay.
    void add(const PaintedPicture& picture);
    void clear() { pictures_.clear(); }
    int count() const { return static_cast<int>(pictures_.size()); }
    bool empty() const { return pictures_.empty(); }
    const PaintedPicture& at(int index) const { return pictures_[static_cast<std::size_t>(index)]; }
    QList<qint64> steps() const;

private:
    void thin();

    std::vector<PaintedPicture> pictures_;
};

}  // namespace headroom::ui
