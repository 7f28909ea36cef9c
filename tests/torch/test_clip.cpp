// CLIP against open_clip's own results, and what the architectures must have.
#include "core/memory/cpu_allocator.h"
#include "core/models/clip/clip.h"
#include "network_case.h"

namespace headroom {
namespace {

ClipConfig vit_case() {
    ClipConfig c;
    c.embedding = 40;
    c.vision = {.image = 30, .width = 64, .patch = 6, .layers = 2, .heads = 2, .mlp = 256, .stages = {}};
    c.text = {.context = 77, .vocabulary = 300, .width = 48, .heads = 2, .layers = 2, .mlp = 192};
    return c;
}

ClipConfig resnet_case() {
    ClipConfig c = vit_case();
    c.activation = ClipActivation::Gelu;
    c.vision = {.image = 64, .width = 8, .patch = 0, .layers = 0, .heads = 4, .mlp = 0, .stages = {1, 2, 1, 1}};
    c.text.layers = 1;
    return c;
}

struct ClipCase {
    const char* folder;
    ClipConfig (*config)();
    nn::ComputeMode mode;
    bool frozen;
};

std::shared_ptr<ClipModel> clip_network(const NetworkCase& c, const ClipConfig& config) {
    cpu_allocator::install();
    auto net = std::make_shared<ClipModel>(config);
    fill_from(c.tensors("open_clip_model.safetensors"), *net);
    return net;
}

class ClipParity : public testing::TestWithParam<ClipCase> {};

TEST_P(ClipParity, FeaturesAgreeWithOpenClip) {
    const ClipCase p = GetParam();
    const NetworkCase c(p.folder);
    const auto net = clip_network(c, p.config());
    if (p.frozen) nn::freeze(*net);
    net->set_mode(p.mode);
    TensorMap want = c.tensors("expected.safetensors");
    c.expect("image_features", want["image_features"], net->encode_pictures(want["images"].clone().requires_grad_()));
    c.expect("text_features", want["text_features"], net->encode_texts(want["tokens"]));
}

TEST_P(ClipParity, TheOtherActivationFails) {
    const ClipCase p = GetParam();
    const NetworkCase c(p.folder);
    ClipConfig config = p.config();
    config.activation = config.activation == ClipActivation::Gelu ? ClipActivation::QuickGelu : ClipActivation::Gelu;
    const auto net = clip_network(c, config);
    TensorMap want = c.tensors("expected.safetensors");
    const at::NoGradGuard no_grad;
    const double moved = largest_difference(want["text_features"], net->encode_texts(want["tokens"]));
    EXPECT_NEAR(moved, c.json().at("wrong_activation").at("text_features").get<double>(), 1e-4);
    EXPECT_GT(moved, 100 * c.json().at("compare").at("text_features").at("tolerance").get<double>());
}

INSTANTIATE_TEST_SUITE_P(Towers, ClipParity,
                         testing::Values(ClipCase{"clip/vit", vit_case, {false, 0}, false},
                                         ClipCase{"clip/vit", vit_case, {true, 0}, true},
                                         ClipCase{"clip/vit", vit_case, {true, nn::ComputeMode::kAll}, true},
                                         ClipCase{"clip/rn", resnet_case, {false, 0}, false},
                                         ClipCase{"clip/rn", resnet_case, {true, 0}, true},
                                         ClipCase{"clip/rn", resnet_case, {true, nn::ComputeMode::kAll}, true}),
                         [](const auto& info) {
                             const ClipCase& p = info.param;
                             return std::string(p.config().vision.is_resnet() ? "ResNet" : "Transformer") +
                                    (p.mode.light ? "Light" : "Plain") + (p.mode.again ? "Checkpointed" : "");
                         });

TEST(Clip, DoubleAgreesWithFloat) {
    const NetworkCase c("clip/vit");
    const auto net = clip_network(c, vit_case());
    TensorMap want = c.tensors("expected.safetensors");
    net->to(at::kDouble);
    const at::NoGradGuard no_grad;
    c.expect("image_features", want["image_features"], net->encode_pictures(want["images"].to(at::kDouble)));
}

struct PublishedClip {
    const char* name;
    ClipConfig config;
    std::size_t tensors;
    std::int64_t parameters, visual;  ///< 0: not stated
};

ClipConfig transformer(std::int64_t embedding, ClipVision vision, std::int64_t text_width, std::int64_t text_layers) {
    ClipConfig c;
    c.embedding = embedding;
    c.vision = vision;
    c.text = {.context = 77,
              .vocabulary = 49408,
              .width = text_width,
              .heads = text_width / 64,
              .layers = text_layers,
              .mlp = 4 * text_width};
    return c;
}

ClipVision resnet(std::int64_t width, std::int64_t image, std::array<std::int64_t, 4> stages) {
    return {.image = image, .width = width, .patch = 0, .layers = 0, .heads = width / 2, .mlp = 0, .stages = stages};
}

TEST(Clip, PublishedShapesHaveTheirTensors) {
    // Counts of the originals: openai/CLIP's own classes; H/14 and g/14 from open_clip's own classes.
    const PublishedClip published[] = {
        {"ViT-B/32", {}, 302, 151277313, 87849216},
        {"ViT-B/16", transformer(512, {.patch = 16}, 512, 12), 302, 149620737, 86192640},
        {"ViT-L/14", transformer(768, {224, 1024, 14, 24, 16, 4096, {}}, 768, 12), 446, 427616513, 303966208},
        {"ViT-L/14@336", transformer(768, {336, 1024, 14, 24, 16, 4096, {}}, 768, 12), 446, 427944193, 304293888},
        {"RN50", transformer(1024, resnet(64, 224, {3, 4, 6, 3}), 512, 12), 489, 102007137, 38316896},
        {"RN101", transformer(512, resnet(64, 224, {3, 4, 23, 3}), 512, 12), 795, 119688033, 56259936},
        {"RN50x4", transformer(640, resnet(80, 288, {4, 6, 10, 6}), 640, 12), 669, 178300601, 87137080},
        {"RN50x16", transformer(768, resnet(96, 384, {6, 8, 18, 8}), 768, 12), 921, 290979217, 167328912},
        {"ViT-H/14", transformer(1024, {224, 1280, 14, 32, 16, 5120, {}}, 1024, 24), 686, 986109441, 632076800},
        {"ViT-g/14", transformer(1024, {224, 1408, 14, 40, 16, 6144, {}}, 1024, 24), 782, 1366678273, 1012645632},
    };
    for (const PublishedClip& p : published) {
        const auto net = std::make_shared<ClipModel>(p.config);
        std::int64_t parameters = 0, visual = 0;
        for (const auto& item : net->named_parameters()) {
            parameters += item.value().numel();
            if (item.key().rfind("visual.", 0) == 0) visual += item.value().numel();
        }
        EXPECT_EQ(nn::named_tensors(*net).size(), p.tensors) << p.name;
        EXPECT_EQ(parameters, p.parameters) << p.name;
        EXPECT_EQ(visual, p.visual) << p.name;
    }
}

TEST(Clip, StartsAlwaysTheSameAndFinite) {
    for (const auto& config : {vit_case(), resnet_case()}) {
        const auto a = std::make_shared<ClipModel>(config), b = std::make_shared<ClipModel>(config);
        a->initialise(4);
        b->initialise(4);
        const auto ta = nn::named_tensors(*a), tb = nn::named_tensors(*b);
        for (std::size_t i = 0; i < ta.size(); ++i) {
            EXPECT_TRUE(at::equal(ta[i].second, tb[i].second)) << ta[i].first;
            EXPECT_LT(largest(ta[i].second), 6) << ta[i].first;
        }
        EXPECT_NEAR(a->logit_scale().item<double>(), 2.6592, 1e-4);
        const at::NoGradGuard no_grad;
        const at::Tensor pictures = torch::rand({2, 3, config.vision.image, config.vision.image});
        EXPECT_TRUE(a->encode_pictures(a->normalised(pictures)).isfinite().all().item<bool>());
    }
}

TEST(Clip, CountsItsBytesAndLetsTheTextSideGo) {
    cpu_allocator::install();
    const Bytes before = cpu_allocator::counts().live[Role::Clip];
    const auto net = std::make_shared<ClipModel>(vit_case());
    net->initialise(1);
    const Bytes whole = cpu_allocator::counts().live[Role::Clip] - before;
    std::int64_t visual = 0, all = 0;
    for (const auto& [name, tensor] : nn::named_tensors(*net)) {
        all += static_cast<std::int64_t>(tensor.nbytes());
        if (name.rfind("visual.", 0) == 0) visual += static_cast<std::int64_t>(tensor.nbytes());
    }
    EXPECT_EQ(whole.count, all);
    net->drop_text();
    EXPECT_EQ((cpu_allocator::counts().live[Role::Clip] - before).count, visual + 4);  // and the scale of the logits
    EXPECT_THROW(net->encode_texts(torch::zeros({1, 77}, torch::kLong)), c10::Error);
    const at::NoGradGuard no_grad;
    EXPECT_EQ(net->encode_pictures(torch::zeros({1, 3, 30, 30})).size(1), 40);
}

TEST(Clip, SaysWhichSizeItTakes) {
    const auto net = std::make_shared<ClipModel>(vit_case());
    try {
        net->encode_pictures(torch::zeros({1, 3, 32, 32}));
        FAIL();
    } catch (const c10::Error& e) {
        EXPECT_NE(std::string(e.what_without_backtrace()).find("30 x 30"), std::string::npos);
    }
}

}  // namespace
}  // namespace headroom
