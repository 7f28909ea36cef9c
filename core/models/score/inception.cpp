// The network, block by block, its convolutions by their names in the file.
#include "core/models/score/inception.h"

#include "core/io/weights/layout.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/load_weights.h"
#include "core/models/nn/network.h"

namespace headroom {

struct InceptionFeatures::Convolution : torch::nn::Module {
    explicit Convolution(const InceptionConvolution& shape)
        : stride(shape.stride),
          padding{shape.padded ? shape.height / 2 : 0, shape.padded ? shape.width / 2 : 0},
          conv(register_module("conv", std::make_shared<torch::nn::Module>("conv"))),
          bn(register_module("bn", std::make_shared<torch::nn::Module>("bn"))) {
        weight = conv->register_parameter("weight", at::empty({shape.out, shape.in, shape.height, shape.width}), false);
        scale = bn->register_parameter("weight", at::empty({shape.out}), false);
        shift = bn->register_parameter("bias", at::empty({shape.out}), false);
        mean = bn->register_buffer("running_mean", at::empty({shape.out}));
        variance = bn->register_buffer("running_var", at::empty({shape.out}));
    }
    at::Tensor forward(const at::Tensor& x) const {
        const at::Tensor y = at::conv2d(x, weight, {}, {stride, stride}, padding);
        at::Tensor normalised = at::batch_norm(y, scale, shift, mean, variance, false, 0, 0.001, true);
        return at::relu_(normalised);
    }

    std::int64_t stride;
    std::array<std::int64_t, 2> padding;
    std::shared_ptr<torch::nn::Module> conv, bn;
    at::Tensor weight, scale, shift, mean, variance;
};

struct InceptionFeatures::Block : torch::nn::Module {
    void add(const std::string& branch, const std::shared_ptr<Convolution>& convolution) {
        register_module(branch, convolution);
    }
};

InceptionFeatures::InceptionFeatures() {
    const RoleScope role(Role::Weights);
    std::map<std::string, std::shared_ptr<Block>> blocks;
    for (const InceptionConvolution& shape : inception_convolutions()) {
        auto convolution = std::make_shared<Convolution>(shape);
        convolutions_.emplace(shape.name(), convolution);
        if (shape.branch.empty()) {
            register_module(shape.block, std::move(convolution));
            continue;
        }
        std::shared_ptr<Block>& block = blocks[shape.block];
        if (!block) block = register_module(shape.block, std::make_shared<Block>());
        block->add(shape.branch, convolution);
    }
    eval();
}

at::Tensor InceptionFeatures::through(const std::string& block, std::initializer_list<const char*> branches,
                                      at::Tensor x) {
    for (const char* branch : branches) x = convolutions_.at(block + "." + branch)->forward(x);
    return x;
}

namespace {

/// Of the positions that are there, not of the zeros around them.
at::Tensor means_around(const at::Tensor& x) { return at::avg_pool2d(x, {3, 3}, {1, 1}, {1, 1}, false, false); }
at::Tensor halved_by_maxima(const at::Tensor& x) { return at::max_pool2d(x, {3, 3}, {2, 2}); }

}  // namespace

at::Tensor InceptionFeatures::block_a(const std::string& block, const at::Tensor& x) {
    return at::cat({through(block, {"branch1x1"}, x), through(block, {"branch5x5_1", "branch5x5_2"}, x),
                    through(block, {"branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"}, x),
                    through(block, {"branch_pool"}, means_around(x))},
                   1);
}

at::Tensor InceptionFeatures::block_c(const std::string& block, const at::Tensor& x) {
    return at::cat(
        {through(block, {"branch1x1"}, x), through(block, {"branch7x7_1", "branch7x7_2", "branch7x7_3"}, x),
         through(block, {"branch7x7dbl_1", "branch7x7dbl_2", "branch7x7dbl_3", "branch7x7dbl_4", "branch7x7dbl_5"}, x),
         through(block, {"branch_pool"}, means_around(x))},
        1);
}

at::Tensor InceptionFeatures::block_e(const std::string& block, const at::Tensor& x, bool pool_maxima) {
    const at::Tensor one = through(block, {"branch3x3_1"}, x),
                     two = through(block, {"branch3x3dbl_1", "branch3x3dbl_2"}, x);
    const at::Tensor pooled = pool_maxima ? at::max_pool2d(x, {3, 3}, {1, 1}, {1, 1}) : means_around(x);
    return at::cat({through(block, {"branch1x1"}, x), through(block, {"branch3x3_2a"}, one),
                    through(block, {"branch3x3_2b"}, one), through(block, {"branch3x3dbl_3a"}, two),
                    through(block, {"branch3x3dbl_3b"}, two), through(block, {"branch_pool"}, pooled)},
                   1);
}

at::Tensor InceptionFeatures::forward(const at::Tensor& pictures) {
    const at::NoGradGuard no_grad;
    at::Tensor x = pictures;
    for (const char* name : {"Conv2d_1a_3x3", "Conv2d_2a_3x3", "Conv2d_2b_3x3"}) x = convolutions_.at(name)->forward(x);
    x = halved_by_maxima(x);
    for (const char* name : {"Conv2d_3b_1x1", "Conv2d_4a_3x3"}) x = convolutions_.at(name)->forward(x);
    x = halved_by_maxima(x);
    for (const char* block : {"Mixed_5b", "Mixed_5c", "Mixed_5d"}) x = block_a(block, x);
    x = at::cat({through("Mixed_6a", {"branch3x3"}, x),
                 through("Mixed_6a", {"branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"}, x), halved_by_maxima(x)},
                1);
    for (const char* block : {"Mixed_6b", "Mixed_6c", "Mixed_6d", "Mixed_6e"}) x = block_c(block, x);
    x = at::cat({through("Mixed_7a", {"branch3x3_1", "branch3x3_2"}, x),
                 through("Mixed_7a", {"branch7x7x3_1", "branch7x7x3_2", "branch7x7x3_3", "branch7x7x3_4"}, x),
                 halved_by_maxima(x)},
                1);
    x = block_e("Mixed_7b", x, false);
    x = block_e("Mixed_7c", x, true);
    return x.mean({2, 3});
}

Result<std::shared_ptr<InceptionFeatures>> load_inception(const std::string& path) {
    auto file = WeightFile::open(path);
    if (!file) return file.error();
    if (auto whole = file->require_complete(NetworkKind::Inception); !whole) return whole.error();
    auto network = std::make_shared<InceptionFeatures>();
    if (auto ok = nn::load_weights(*file, *network); !ok) return ok.error();
    return network;
}

}  // namespace headroom
