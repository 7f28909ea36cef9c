// A VQGAN's words, form, curves and plans.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "ui/families/family.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

struct VqganText {
    Q_DECLARE_TR_FUNCTIONS(VqganWindow)
};

constexpr float kNoFigure = std::numeric_limits<float>::quiet_NaN();

/// NaN in a step that tells none, as one of an older history.
VqganFigures figures_of(const StepDone& step) {
    if (const auto* own = step.own<VqganFigures>()) return *own;
    const double none = std::nan("");
    VqganFigures v;
    v.l1 = v.similarity = v.perceptual = v.codebook = v.adversarial = v.adaptive_weight = v.perplexity = none;
    return v;
}

CurvesSpec reconstruction_curves() {
    CurvesSpec spec;
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        const VqganFigures v = figures_of(step);
        read_memory(step, row);
        row.mean[0] = static_cast<float>(v.l1);
        row.mean[1] = static_cast<float>(v.perceptual);
        row.mean[2] = static_cast<float>(v.similarity);
        row.mean[3] = v.codes > 0 ? static_cast<float>(v.codes_used) / static_cast<float>(v.codes) : kNoFigure;
    };
    spec.curves = {{Curve{0}, Token::C1, VqganText::tr("L1")},
                   {Curve{1}, Token::C2, VqganText::tr("LPIPS")},
                   {Curve{2}, Token::C3, VqganText::tr("SSIM"), CurveSpec::Middle},
                   {Curve{3}, Token::C4, VqganText::tr("Codes"), CurveSpec::Middle}};
    spec.key = "Reconstruction loss";
    spec.title = VqganText::tr("Reconstruction loss");
    spec.middle_title = VqganText::tr("SSIM, share of codes in use");
    spec.name = VqganText::tr("Timeline of reconstruction losses, similarity, use of codes and memory");
    spec.empty_title = VqganText::tr("No losses yet");
    spec.empty_text =
        VqganText::tr("Losses, codebook use and memory share one axis here, with a mark for every change you make.");
    spec.decimals = 3;
    spec.middle_width = 560;
    return spec;
}

CurvesSpec adversary_curves() {
    CurvesSpec spec = reconstruction_curves();
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        const VqganFigures v = figures_of(step);
        row.mean.fill(kNoFigure);
        row.mean[0] = static_cast<float>(step.loss_d);
        row.mean[1] = static_cast<float>(step.loss_g);
        row.mean[2] = static_cast<float>(v.codebook);
        row.mean[3] = static_cast<float>(v.adaptive_weight);
    };
    spec.curves = {{Curve{0}, Token::C1, VqganText::tr("D")},
                   {Curve{1}, Token::C2, VqganText::tr("G")},
                   {Curve{2}, Token::C3, VqganText::tr("Codebook"), CurveSpec::Upper, Qt::DashLine},
                   {Curve{3}, Token::C4, VqganText::tr("Weight"), CurveSpec::Middle}};
    spec.key = "Loss";
    spec.title = VqganText::tr("Loss");
    spec.middle_title = VqganText::tr("Adaptive weight of the adversarial loss");
    spec.name = VqganText::tr("Losses of generator, discriminator and codes, and the adaptive weight");
    spec.empty_text =
        VqganText::tr("What the two networks learn by. The discriminator's curve begins when it takes part.");
    spec.memory = false;
    spec.largest = 88.88;
    return spec;
}

CurvesSpec codebook_curves() {
    CurvesSpec spec = adversary_curves();
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        row.mean.fill(kNoFigure);
        const VqganFigures v = figures_of(step);
        if (v.codes == 0) return;
        row.mean[0] = static_cast<float>(v.codes_used);
        row.mean[1] = static_cast<float>(v.perplexity);
        row.mean[2] = static_cast<float>(v.codes);
    };
    spec.curves = {{Curve{0}, Token::C1, VqganText::tr("Used")},
                   {Curve{1}, Token::C2, VqganText::tr("Perplexity")},
                   {Curve{2}, Token::C3, VqganText::tr("All"), CurveSpec::Upper, Qt::DashLine}};
    spec.key = "Codes, of the last epoch";
    spec.title = VqganText::tr("Codes, of the last epoch");
    spec.middle_title.clear();
    spec.name = VqganText::tr("Codes in use, and their perplexity");
    spec.empty_title = VqganText::tr("No codes yet");
    spec.empty_text = VqganText::tr(
        "How many codes the pictures use, and their perplexity: how many there would be if all were used equally.");
    spec.decimals = 0;
    spec.largest = 88888;
    return spec;
}

WindowFacts vqgan_facts() {
    WindowFacts facts;
    facts.reconstructions = true;
    facts.demo_preset = "vqgan-shapes";
    facts.compared = adversarial_comparisons();
    const std::initializer_list<ComparedCurve> own = {
        {QT_TRANSLATE_NOOP("Family", "Mean |difference|"), [](const StepDone& s) { return figures_of(s).l1; }},
        {QT_TRANSLATE_NOOP("Family", "SSIM"), [](const StepDone& s) { return figures_of(s).similarity; }},
        {QT_TRANSLATE_NOOP("Family", "LPIPS"), [](const StepDone& s) { return figures_of(s).perceptual; }},
        {QT_TRANSLATE_NOOP("Family", "Loss of the codes"), [](const StepDone& s) { return figures_of(s).codebook; }},
        {QT_TRANSLATE_NOOP("Family", "Perplexity of the codes"),
         [](const StepDone& s) { return figures_of(s).perplexity; }},
        {QT_TRANSLATE_NOOP("Family", "Codes in use, %"), [](const StepDone& s) {
             const VqganFigures v = figures_of(s);
             return v.codes > 0 ? 100.0 * static_cast<double>(v.codes_used) / static_cast<double>(v.codes)
                                : std::nan("");
         }}};
    facts.compared.insert(facts.compared.end(), own);
    // Groups that every training has stand first, as in its form; what makes the network is folded.
    facts.heads = {
        {QT_TRANSLATE_NOOP("Family", "Batch"), {"batch.micro", "batch.accumulate"}},
        {QT_TRANSLATE_NOOP("Family", "Memory"), {"precision", "memory.checkpointing", "image.size"}},
        {QT_TRANSLATE_NOOP("Family", "Data"), {"data.path"}},
        {QT_TRANSLATE_NOOP("Family", "Optimiser"), {"lr.g", "lr.d", "loss.gan_start"}},
        {QT_TRANSLATE_NOOP("Family", "Network"), {"net.base"}, false},
        {QT_TRANSLATE_NOOP("Family", "Codebook"), {"codebook.restart"}, false},
        {QT_TRANSLATE_NOOP("Family", "Loss"), {"loss.l1"}, false},
        {QT_TRANSLATE_NOOP("Family", "Discriminator"), {"width.d", "d.layers", "norm.d"}, false},
    };
    facts.ledger = {
        {LedgerRow::Weights, QT_TRANSLATE_NOOP("Family", "Weights (VQGAN, D)"),
         QT_TRANSLATE_NOOP(
             "Family",
             "Weights and buffers of encoder, decoder and discriminator, of the perceptual loss's network, and the averaged copy (EMA).")},
        {LedgerRow::Inputs, QT_TRANSLATE_NOOP("Family", "Codebook, inputs"),
         QT_TRANSLATE_NOOP("Family",
                           "Codebook and its averages, batches, scratch space of convolutions and other tensors.")}};
    FamilyWords& w = facts.words;
    w.sample = QT_TRANSLATE_NOOP("Family", "Reconstruct now");
    w.sample_tip = QT_TRANSLATE_NOOP("Family", "Reconstruct the fixed pictures %1");
    w.shown = QT_TRANSLATE_NOOP("Family", "Reconstructions");
    w.shown_later = QT_TRANSLATE_NOOP(
        "Family", "Reconstructions of %1 fixed images appear here with the first step, then every %2 steps.");
    w.score = QT_TRANSLATE_NOOP(
        "Family", "Mean difference of pictures and reconstructions at its best checkpoint; lower is better");
    w.own = QT_TRANSLATE_NOOP("Family", "Width");
    w.smaller_network = QT_TRANSLATE_NOOP("Family", "A network and a discriminator of half the width: another model");
    w.close = QT_TRANSLATE_NOOP("Family", "Close: other rounding, adaptive weight or batch norm of D");
    return facts;
}

class VqganWindow : public WindowFamily {
public:
    VqganWindow() : WindowFamily(kVqgan, vqgan_facts()) {}

    QString modelWords(const TrainConfig& c) const override {
        const auto shape = vqgan_shape(c);  // f: pixels per code, as these networks are called
        const QString factor = shape ? VqganText::tr(", f%1").arg(shape->factor()) : QString();
        return VqganText::tr("VQGAN %1%2, %3 codes")
            .arg(sizeWords(c.image_size, c.image_size), factor, countText(c.own<VqganTrainConfig>().codes));
    }

    /// The perceptual loss and SSIM stand for each other; a Gumbel quantiser has a temperature and neither averages nor restarts.
    bool idle(std::string_view key, const TrainConfig& config) const override {
        const VqganTrainConfig& v = config.own<VqganTrainConfig>();
        if (key == "loss.ssim") return !v.perceptual_file.empty();
        if (key == "loss.perceptual") return v.perceptual_file.empty();
        if (key == "loss.temperature" || key == "loss.divergence") return !v.gumbel;
        if (key == "codebook.restart" || key == "codebook.decay" || key == "loss.commitment" || key == "loss.legacy")
            return v.gumbel;
        return key == "net.resolution" && v.attention.empty();
    }

    std::vector<CurvesTab> curves() const override {
        return {{VqganText::tr("Timeline"), reconstruction_curves()},
                {VqganText::tr("Losses"), adversary_curves()},
                {VqganText::tr("Codebook"), codebook_curves()}};
    }

    QString fitWords(const TrainConfig& c) const override {
        return VqganText::tr("VQGAN %1, width %2, %3 codes")
            .arg(sizeWords(c.image_size, c.image_size))
            .arg(c.own<VqganTrainConfig>().base)
            .arg(countText(c.own<VqganTrainConfig>().codes));
    }

    QString own(const TrainConfig& c) const override { return countText(c.own<VqganTrainConfig>().base); }

    QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const override {
        QStringList out = WindowFamily::changes(plan, asked);
        if (plan.own<VqganTrainConfig>().base != asked.own<VqganTrainConfig>().base)
            out << VqganText::tr("width %1").arg(plan.own<VqganTrainConfig>().base);
        return out;
    }
};

}  // namespace

const WindowFamily& vqgan_window() {
    static const VqganWindow family;
    return family;
}

}  // namespace headroom::ui
