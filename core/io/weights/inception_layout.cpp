// Names and shapes of Inception v3 as torchvision builds it and FID uses it. Source: torchvision/models/inception.py, pytorch_fid/inception.py.
#include "core/io/weights/layout.h"

namespace headroom {
namespace {

class InceptionBuilder {
public:
    std::vector<InceptionConvolution> build();

private:
    void add(const char* branch, std::int64_t in, std::int64_t out, std::int64_t height, std::int64_t width) {
        list_.push_back({block_, branch, in, out, height, width, 1, height > 1 || width > 1});
    }
    /// Square, without padding.
    void bare(const char* branch, std::int64_t in, std::int64_t out, std::int64_t side, std::int64_t stride) {
        list_.push_back({block_, branch, in, out, side, side, stride, false});
    }
    void stem(const char* name, std::int64_t in, std::int64_t out, std::int64_t side, std::int64_t stride) {
        list_.push_back({name, "", in, out, side, side, stride, false});
    }
    void a(const char* block, std::int64_t in, std::int64_t pooled);
    void b(const char* block, std::int64_t in);
    void c(const char* block, std::int64_t in, std::int64_t middle);
    void d(const char* block, std::int64_t in);
    void e(const char* block, std::int64_t in);

    std::string block_;
    std::vector<InceptionConvolution> list_;
};

void InceptionBuilder::a(const char* block, std::int64_t in, std::int64_t pooled) {
    block_ = block;
    add("branch1x1", in, 64, 1, 1);
    add("branch5x5_1", in, 48, 1, 1);
    add("branch5x5_2", 48, 64, 5, 5);
    add("branch3x3dbl_1", in, 64, 1, 1);
    add("branch3x3dbl_2", 64, 96, 3, 3);
    add("branch3x3dbl_3", 96, 96, 3, 3);
    add("branch_pool", in, pooled, 1, 1);
}

void InceptionBuilder::b(const char* block, std::int64_t in) {
    block_ = block;
    bare("branch3x3", in, 384, 3, 2);
    add("branch3x3dbl_1", in, 64, 1, 1);
    add("branch3x3dbl_2", 64, 96, 3, 3);
    bare("branch3x3dbl_3", 96, 96, 3, 2);
}

void InceptionBuilder::c(const char* block, std::int64_t in, std::int64_t middle) {
    block_ = block;
    add("branch1x1", in, 192, 1, 1);
    add("branch7x7_1", in, middle, 1, 1);
    add("branch7x7_2", middle, middle, 1, 7);
    add("branch7x7_3", middle, 192, 7, 1);
    add("branch7x7dbl_1", in, middle, 1, 1);
    add("branch7x7dbl_2", middle, middle, 7, 1);
    add("branch7x7dbl_3", middle, middle, 1, 7);
    add("branch7x7dbl_4", middle, middle, 7, 1);
    add("branch7x7dbl_5", middle, 192, 1, 7);
    add("branch_pool", in, 192, 1, 1);
}

void InceptionBuilder::d(const char* block, std::int64_t in) {
    block_ = block;
    add("branch3x3_1", in, 192, 1, 1);
    bare("branch3x3_2", 192, 320, 3, 2);
    add("branch7x7x3_1", in, 192, 1, 1);
    add("branch7x7x3_2", 192, 192, 1, 7);
    add("branch7x7x3_3", 192, 192, 7, 1);
    bare("branch7x7x3_4", 192, 192, 3, 2);
}

void InceptionBuilder::e(const char* block, std::int64_t in) {
    block_ = block;
    add("branch1x1", in, 320, 1, 1);
    add("branch3x3_1", in, 384, 1, 1);
    add("branch3x3_2a", 384, 384, 1, 3);
    add("branch3x3_2b", 384, 384, 3, 1);
    add("branch3x3dbl_1", in, 448, 1, 1);
    add("branch3x3dbl_2", 448, 384, 3, 3);
    add("branch3x3dbl_3a", 384, 384, 1, 3);
    add("branch3x3dbl_3b", 384, 384, 3, 1);
    add("branch_pool", in, 192, 1, 1);
}

std::vector<InceptionConvolution> InceptionBuilder::build() {
    stem("Conv2d_1a_3x3", 3, 32, 3, 2);
    stem("Conv2d_2a_3x3", 32, 32, 3, 1);
    stem("Conv2d_2b_3x3", 32, 64, 3, 1);
    list_.back().padded = true;
    stem("Conv2d_3b_1x1", 64, 80, 1, 1);
    stem("Conv2d_4a_3x3", 80, 192, 3, 1);
    a("Mixed_5b", 192, 32);
    a("Mixed_5c", 256, 64);
    a("Mixed_5d", 288, 64);
    b("Mixed_6a", 288);
    c("Mixed_6b", 768, 128);
    c("Mixed_6c", 768, 160);
    c("Mixed_6d", 768, 160);
    c("Mixed_6e", 768, 192);
    d("Mixed_7a", 768);
    e("Mixed_7b", 1280);
    e("Mixed_7c", 2048);
    return std::move(list_);
}

}  // namespace

const std::vector<InceptionConvolution>& inception_convolutions() {
    static const std::vector<InceptionConvolution> list = InceptionBuilder().build();
    return list;
}

std::vector<ExpectedTensor> inception_tensors() {
    std::vector<ExpectedTensor> out;
    for (const InceptionConvolution& c : inception_convolutions()) {
        out.push_back({c.name() + ".conv.weight", {c.out, c.in, c.height, c.width}, WeightPart::Vision});
        for (const char* what : {"weight", "bias", "running_mean", "running_var"})
            out.push_back({c.name() + ".bn." + what, {c.out}, WeightPart::Vision});
    }
    out.push_back({"fc.weight", {1008, 2048}, WeightPart::Vision, true});
    out.push_back({"fc.bias", {1008}, WeightPart::Vision, true});
    return out;
}

}  // namespace headroom
