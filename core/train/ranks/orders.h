// Orders: what process 0 of a run tells the others to do, and what they answer.
#pragma once

#include "core/io/runs/run_folder.h"
#include "core/ranks/collective.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

class PackedDataset;

enum class OrderKind { Prepare, Step, Apply, Lend, TakeBack, End };

struct Order {
    OrderKind kind = OrderKind::End;
    std::string
        settings;  ///< Prepare, Apply: of process 0; Step: when they have changed by a rung; End: why, when the run failed
    ErrorCode code = ErrorCode::Internal;            ///< End: of that failure
    bool on_gpu = false;                             ///< Prepare: process 0 trains on a GPU, so all do
    bool weights_only = false, has_content = false;  ///< Prepare: as Trainer::prepare(); the content follows
};

std::string order_text(const Order& order);
/// Error: process 0 said something else.
Result<Order> read_order(const std::string& text);

/// How carrying out an order went on each process; the first error, which names its process, or the answers' words in order of rank.
Result<std::vector<std::string>> exchange_answers(Collective& all, const Result<std::string>& mine);

/// A checkpoint's content from process 0 to all. Error: the others are lost.
Result<void> send_content(Collective& all, const CheckpointContent& content);
/// What was sent, in memory of its own.
struct ReceivedContent {
    CheckpointContent content;
    std::vector<std::unique_ptr<std::vector<std::byte>>> bytes;
};
Result<ReceivedContent> receive_content(Collective& all);

/// Tells whether two processes train on the same pictures, wherever those lie: their number, size and bytes; of large sets some of them.
std::string mark_of(const PackedDataset& data);

}  // namespace headroom
