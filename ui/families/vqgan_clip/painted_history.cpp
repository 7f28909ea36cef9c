// PaintedHistory: see painted_history.h.
#include "ui/families/vqgan_clip/painted_history.h"

#include <algorithm>

namespace headroom::ui {

void PaintedHistory::add(const PaintedPicture& picture) {
    if (!pictures_.empty() && pictures_.back().path.isEmpty() && pictures_.back().step <= picture.step)
        pictures_.pop_back();
    const auto at = std::lower_bound(pictures_.begin(), pictures_.end(), picture.step,
                                     [](const PaintedPicture& p, qint64 step) { return p.step < step; });
    if (at != pictures_.end() && at->step == picture.step) {
        const QString path = picture.path.isEmpty() ? at->path : picture.path;
        *at = picture;
        at->path = path;
    } else {
        pictures_.insert(at, picture);
    }
    thin();
}

void PaintedHistory::thin() {
    qsizetype bytes = 0;
    for (const PaintedPicture& p : pictures_) bytes += p.image.sizeInBytes();
    while (count() > kMostPictures || (count() > kFewest && bytes > kMostBytes)) {
        std::size_t least = 1;
        for (std::size_t i = 1; i + 1 < pictures_.size(); ++i) {
            const auto gap = [this](std::size_t at) { return pictures_[at + 1].step - pictures_[at - 1].step; };
            if (gap(i) < gap(least)) least = i;
        }
        bytes -= pictures_[least].image.sizeInBytes();
        pictures_.erase(pictures_.begin() + static_cast<std::ptrdiff_t>(least));
    }
}

QList<qint64> PaintedHistory::steps() const {
    QList<qint64> out;
    for (const PaintedPicture& p : pictures_) out.append(p.step);
    return out;
}

}  // namespace headroom::ui
