// Arguments of the kernel.
#include "core/models/nn/device_pictures.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"

namespace headroom::nn {

at::Tensor picture_batch(kernels::DeviceKernels& on, at::Device device, kernels::PictureBatch::Args args,
                         at::IntArrayRef bytes, std::int64_t pictures, at::MemoryFormat format) {
    args.side = static_cast<int>(bytes[1]);
    args.channels = static_cast<int>(bytes[3]);
    args.pictures = pictures;
    args.planes = format == at::MemoryFormat::Contiguous;
    const at::Tensor out =
        at::empty({pictures, bytes[3], bytes[1], bytes[2]}, at::TensorOptions().dtype(at::kFloat).device(device),
                  args.planes ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast);
    args.out = out.mutable_data_ptr<float>();
    on.launch<kernels::PictureBatch>(args);
    return out;
}

}  // namespace headroom::nn
