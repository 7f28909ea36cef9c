// The inspector's report. A folder is read through its packed cache, so that the work of looking is work the run need not do
// again; the other kinds cannot hold bad pictures, so only the thumbnails are made.
#include "core/data/dataset.h"
#include "core/data/dataset_facts.h"
#include "core/data/packer.h"
#include "core/data/parallel.h"
#include "core/data/source_factory.h"
#include "core/families/suggestion.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace headroom {
namespace {

struct Described {
    std::optional<DatasetImage> image;
    std::string reason;
};

/// Builds the report of one source.
class Inspector {
public:
    Inspector(const ImageSource& source, const DatasetQuery& query, const ProgressFn& progress, std::stop_token stop)
        : source_(source),
          query_(query),
          progress_(progress),
          stop_(std::move(stop)),
          settings_{static_cast<int>(query.config.image_size), static_cast<int>(query.config.channels()),
                    query.config.data_workers, ""} {
        report_.name = source.name();
        report_.kind = source.kind();
        report_.rejected = source.refused();
    }

    Result<DatasetReport> run() {
        const bool packed = source_.kind() == "folder" && !query_.list_images;
        if (auto done = packed ? through_cache() : directly(); !done) return done.error();
        if (query_.look) {
            auto look = look_at_all(source_, query_.config.data_workers, progress_, stop_);
            if (!look) return look.error();
            report_.suggestion = suggest_recipe(look->facts, query_.on_gpu);
            if (packed) {
                report_.smallest_side = look->facts.smallest_side;
                report_.largest_side = look->facts.largest_side;
            }
            report_.facts = std::move(look->facts);
        }
        std::sort(report_.rejected.begin(), report_.rejected.end(),
                  [](const RejectedFile& a, const RejectedFile& b) { return a.path < b.path; });
        return std::move(report_);
    }

private:
    Result<void> through_cache() {
        auto data = open_packed(source_, settings_, progress_, stop_);
        if (!data) return data.error();
        report_.accepted = (*data)->count();
        report_.rejected = (*data)->rejected();
        const std::size_t bytes = static_cast<std::size_t>(settings_.size) * static_cast<std::size_t>(settings_.size) *
                                  static_cast<std::size_t>(settings_.channels);
        const std::int64_t first = std::max<std::int64_t>(query_.first, 0);
        for (std::int64_t i = first; i < std::min(first + query_.thumbnails_wanted, report_.accepted); ++i) {
            const std::uint8_t* pixels = (*data)->image(i);
            add_thumbnail(std::vector<std::uint8_t>(pixels, pixels + bytes));
        }
        if (query_.look) return {};  // which tells their sizes, too
        std::unordered_set<std::string> rejected;
        for (const RejectedFile& file : report_.rejected) rejected.insert(file.path);
        return describe_all([&](std::int64_t i) { return !rejected.contains(source_.path(i)); });
    }

    Result<void> directly() {
        if (query_.list_images) {
            if (auto done = describe_all([](std::int64_t) { return true; }); !done) return done;
        } else {
            report_.accepted = source_.count();
            for (std::int64_t i = 0; i < source_.count(); ++i) accepted_.push_back(i);
            if (auto only = source_.describe(0, false)) note_size(*only);
        }
        return render_thumbnails();
    }

    /// Sizes of all pictures, with names and mean colours when they are listed. Sorts readable ones from broken ones.
    template <class Chosen> Result<void> describe_all(const Chosen& chosen) {
        std::vector<Described> found(static_cast<std::size_t>(source_.count()));
        const auto describe = [&](std::int64_t i) {
            if (!chosen(i)) return;
            auto image = source_.describe(i, query_.list_images);
            Described& entry = found[static_cast<std::size_t>(i)];
            if (image)
                entry.image = std::move(*image);
            else
                entry.reason = image.error().message;
        };
        const LoopProgress progress{&progress_, query_.list_images ? "reading pictures" : "reading sizes", 0,
                                    source_.count()};
        if (auto done = for_each_parallel(source_.count(), query_.config.data_workers, describe, progress, stop_);
            !done)
            return done;
        for (std::int64_t i = 0; i < source_.count(); ++i) {
            Described& entry = found[static_cast<std::size_t>(i)];
            if (!entry.reason.empty()) report_.rejected.push_back({source_.path(i), std::move(entry.reason)});
            if (!entry.image) continue;
            note_size(*entry.image);
            accepted_.push_back(i);
            if (query_.list_images) report_.images.push_back(std::move(*entry.image));
        }
        report_.accepted = static_cast<std::int64_t>(accepted_.size());
        return {};
    }

    Result<void> render_thumbnails() {
        const std::int64_t first = std::max<std::int64_t>(query_.first, 0);
        for (std::int64_t i = first; i < std::min(first + query_.thumbnails_wanted, report_.accepted); ++i) {
            if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "Stopped while reading pictures.");
            std::vector<std::uint8_t> pixels(static_cast<std::size_t>(settings_.size) *
                                             static_cast<std::size_t>(settings_.size) *
                                             static_cast<std::size_t>(settings_.channels));
            if (source_.render(accepted_[static_cast<std::size_t>(i)], settings_.size, settings_.channels,
                               pixels.data()))
                add_thumbnail(std::move(pixels));
        }
        return {};
    }

    void add_thumbnail(std::vector<std::uint8_t> pixels) {
        report_.thumbnails.push_back({settings_.size, settings_.size, settings_.channels,
                                      std::make_shared<const std::vector<std::uint8_t>>(std::move(pixels))});
    }

    void note_size(const DatasetImage& image) {
        const int small = std::min(image.width, image.height), large = std::max(image.width, image.height);
        report_.smallest_side = report_.smallest_side == 0 ? small : std::min(report_.smallest_side, small);
        report_.largest_side = std::max(report_.largest_side, large);
    }

    const ImageSource& source_;
    const DatasetQuery& query_;
    const ProgressFn& progress_;
    std::stop_token stop_;
    PackSettings settings_;
    DatasetReport report_;
    std::vector<std::int64_t> accepted_;  ///< indices of the usable pictures
};

}  // namespace

Result<DatasetReport> inspect_dataset(const DatasetQuery& query, const ProgressFn& progress, std::stop_token stop) {
    const auto source = make_source(query.config, progress, stop);
    if (!source) return source.error();
    return Inspector(**source, query, progress, stop).run();
}

}  // namespace headroom
