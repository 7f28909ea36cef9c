// The way of a data set to the device, and its batches.
#include "core/train/run/device_pictures.h"

#include "core/memory/copies_beside.h"
#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/upload.h"
#include "core/models/nn/device_pictures.h"
#include "core/train/run/pictures.h"

#include <algorithm>

namespace headroom {
namespace {

/// Copied at once: large enough for the way to be used well, small enough to be locked without harm.
constexpr std::int64_t kCopiedAtOnce = std::int64_t{16} << 20;

}  // namespace

Bytes bytes_of(const PackedDataset& data) { return Bytes{data.count() * data.size() * data.size() * data.channels()}; }

bool fits_beside(Bytes set, std::optional<Bytes> need, Bytes limit) {
    const Bytes steps = need.value_or(Bytes{limit.count / 4 * 3});
    return set.count <= limit.count / 2 && set + steps <= limit - Bytes{limit.count / 10};
}

bool lies_there(DataOnDevice wish, Bytes set, std::optional<Bytes> need, Bytes limit, Bytes held,
                const DeviceFigures& device) {
    if (wish != DataOnDevice::Auto) return wish == DataOnDevice::On;
    return fits_beside(set, need, device.known ? std::min(limit, held + device.available) : limit);
}

Result<std::unique_ptr<DevicePictures>> DevicePictures::upload(std::shared_ptr<const PackedDataset> data,
                                                               DeviceMemory& memory, at::Device device,
                                                               const ProgressFn& progress,
                                                               const std::stop_token& stop) {
    static const LabelId label = label_id("data set");
    const LabelScope named(label);
    const RoleScope role(Role::Dataset);
    const std::int64_t side = data->size(), channels = data->channels(), picture = side * side * channels;
    const auto options = at::TensorOptions().dtype(at::kByte);
    const at::Tensor all = at::empty({data->count(), side, side, channels}, options.device(device));
    const std::int64_t at_once = std::max<std::int64_t>(1, kCopiedAtOnce / picture);
    CopiesBeside copies(memory);
    const auto begin = memory.mark();  // the memory was somebody else's before
    for (std::int64_t first = 0; first < data->count(); first += at_once) {
        if (stop.stop_requested())
            return make_error(ErrorCode::Cancelled, "the data set was not brought to the device");
        progress("bringing the data set to the device",
                 static_cast<double>(first) / static_cast<double>(data->count()));
        const std::int64_t n = std::min(at_once, data->count() - first);
        at::Tensor piece = host_buffer({n, side, side, channels}, at::kByte, device);
        auto* to = piece.mutable_data_ptr<std::uint8_t>();
        for (std::int64_t i = first; i < first + n; ++i) to = std::copy_n(data->image(i), picture, to);
        if (begin)
            copies.copy(std::move(piece), all.narrow(0, first, n).flatten(), *begin);
        else
            all.narrow(0, first, n).copy_(piece, /*non_blocking=*/true);
        copies.wait_for_all_but(1);
    }
    copies.follow();
    return std::unique_ptr<DevicePictures>(new DevicePictures(std::move(data), all));
}

at::Tensor DevicePictures::batch(const PictureOrder& order, nn::FirstSample first, std::int64_t count,
                                 at::MemoryFormat format) const {
    if (kernels::DeviceKernels* own = kernels_on(pictures_.device())) {
        kernels::PictureBatch::Args args;
        args.from = pictures_.const_data_ptr<std::uint8_t>();
        args.count = pictures_.size(0);
        args.order = true;
        args.mirror = order.mirror;
        args.seed = order.seed;
        args.first = first.there ? first.after : first.number();
        args.more = first.there;
        return nn::picture_batch(*own, pictures_.device(), args, pictures_.sizes(), count, format);
    }
    const Sampler sampler(pictures_.size(0), order.seed);
    std::vector<std::int64_t> indices, mirrored;
    for (std::int64_t i = first.number(); i < first.number() + count; ++i) {
        indices.push_back(sampler.index(i));
        mirrored.push_back(order.mirror && sampler.mirrors(i) ? 1 : 0);
    }
    at::Tensor bytes = pictures_.index_select(0, upload_index(indices, pictures_.device()));
    if (order.mirror) {
        const at::Tensor coins = upload_index(mirrored, pictures_.device()).view({count, 1, 1, 1}).to(at::kBool);
        bytes = at::where(coins, bytes.flip(2), bytes);
    }
    return centred_pictures(bytes, format);
}

}  // namespace headroom
