// BatchRules: what "Make it fit" does alike for all families that train on batches of square pictures.
#pragma once

#include "core/families/fit_rules.h"

namespace headroom {

class BatchRules : public FitRules {
public:
    std::string pieces_words(const TrainConfig& plan) const override;
    std::vector<TrainConfig> sizes(const FitRequest& request, bool fresh) const override;
    void add_pieces(const FitRequest& request, const TrainConfig& c, bool near,
                    std::vector<TrainConfig>& out) const override;
    TrainConfig of_process(const TrainConfig& c, int processes, int rank) const override;
    std::optional<TrainConfig> smaller_pieces(const TrainConfig& c, int processes) const override;
    std::vector<std::string> ladder_words(const TrainConfig& from, const TrainConfig& to) const override;
    bool same_picture(const TrainConfig& a, const TrainConfig& b) const override {
        return last_side(a) == last_side(b);
    }
    std::vector<std::string> size_words(const TrainConfig& asked, const TrainConfig& plan) const override;
    /// Batch norms see other numbers of pictures.
    std::vector<std::string> deviations(const TrainConfig& asked, const TrainConfig& plan) const override;

protected:
    /// The side of the pictures that a run of `c` ends with, in pixels.
    virtual std::int64_t last_side(const TrainConfig& c) const { return c.image_size; }
    virtual void set_last_side(TrainConfig& c, std::int64_t side) const { c.image_size = side; }
    /// Adds `asked` with smaller networks.
    virtual void add_networks(const TrainConfig& asked, std::vector<TrainConfig>& out) const = 0;
    /// What a network other than the asked one is, in words.
    virtual std::string network_words(const TrainConfig& asked, const TrainConfig& plan) const = 0;
    /// Adds what else keeps the result of `c`, whose batch has been cut up.
    virtual void add_variants(const FitRequest&, const TrainConfig&, std::vector<TrainConfig>&) const {}
    /// "16 x 4"
    static std::string batch_text(const TrainConfig& plan);
    /// "1 image", "16 images": a micro-batch.
    static std::string images_text(const TrainConfig& plan);
};

}  // namespace headroom
