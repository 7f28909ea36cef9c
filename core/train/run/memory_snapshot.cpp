// From a step's log to the viewer's dictionary.
#include "core/train/run/memory_snapshot.h"

#include "core/io/torch_files/pickle_writer.h"

#include <map>
#include <unordered_map>

namespace headroom {
namespace {

class Writer {
public:
    Writer(const StepLog& log, const std::vector<NamedBlock>& named, const SnapshotDevice& device)
        : log_(log), device_(device), lives_(block_lives(log, named)) {
        for (std::size_t i = 0; i < lives_.size(); ++i) by_serial_[lives_[i].serial] = i;
    }

    std::string write() {
        p_.begin_dict();
        segments();
        traces();
        annotations();
        settings();
        p_.end_dict();
        return p_.take();
    }

private:
    const BlockLife& life(std::uint64_t serial) const { return lives_[by_serial_.at(serial)]; }
    /// Where the block begins, its header included: the viewer wants the first block of a segment at the segment's address.
    std::uint64_t start(std::uint64_t data) const { return data - log_.header; }

    /// Who the block belongs to, where PyTorch records which code asked for it.
    void frames(const BlockLife& b) {
        p_.text("frames");
        p_.begin_list();
        frame(b.owner.empty() ? std::string(name_of(b.role)) : b.owner + (b.shape.empty() ? "" : " (" + b.shape + ")"),
              std::string(name_of(b.phase)));
        frame(std::string(name_of(b.role)), "headroom");
        p_.end_list();
    }
    void frame(const std::string& name, const std::string& file) {
        p_.begin_dict();
        p_.item("name", name);
        p_.item("filename", file);
        p_.item("line", 0);
        p_.end_dict();
    }

    void block(std::uint64_t address, Bytes size, const BlockLife* b) {
        p_.begin_dict();
        p_.item("address", address);
        p_.item("size", size.count);
        p_.item("requested_size", b ? b->bytes.count : 0);
        p_.item("state", b ? "active_allocated" : "inactive");
        if (b) {
            frames(*b);
        } else {
            p_.text("frames");
            p_.begin_list();
            p_.end_list();
        }
        p_.end_dict();
    }

    void segment(std::uint64_t address, Bytes size, const BlockLife* b) {
        const Bytes used = b ? b->bytes : Bytes{};
        p_.begin_dict();
        p_.item("device", device_.index);
        p_.item("address", address);
        p_.item("total_size", size.count);
        p_.item("allocated_size", (b ? size : Bytes{}).count);
        p_.item("active_size", (b ? size : Bytes{}).count);
        p_.item("requested_size", used.count);
        p_.item("stream", 0);
        p_.item("segment_type", size.count >= 1 << 20 ? "large" : "small");
        p_.text("segment_pool_id");
        p_.begin_tuple();
        p_.integer(0);
        p_.integer(0);
        p_.end_tuple();
        p_.item("is_expandable", false);
        p_.text("frames");
        p_.begin_list();
        p_.end_list();
        p_.text("blocks");
        p_.begin_list();
        block(address, size, b);
        p_.end_list();
        p_.end_dict();
    }

    void segments() {
        std::map<std::uint64_t, const BlockLife*> alive;
        for (const LiveBlock& b : log_.final_blocks) alive.emplace(start(b.address), &life(b.serial));
        p_.text("segments");
        p_.begin_list();
        if (log_.segments.empty()) {
            for (const auto& [address, b] : alive) segment(address, b->bytes, b);
        }
        for (const HeldSegment& s : log_.segments) {
            const auto found = s.in_use ? alive.find(s.address) : alive.end();
            segment(s.address, s.size, found == alive.end() ? nullptr : found->second);
        }
        p_.end_list();
    }

    void event(const char* action, std::uint64_t address, std::int64_t size, std::int64_t time_ns, const BlockLife* b) {
        p_.begin_dict();
        p_.item("action", action);
        p_.item("addr", address);
        p_.item("size", size);
        p_.item("stream", 0);
        p_.item("time_us", time_ns / 1000);
        p_.item("compile_context", "N/A");
        p_.item("user_metadata", "");
        if (b) frames(*b);
        p_.end_dict();
    }

    void trace() {
        // Without segments of the allocator's own, every block is one.
        const bool own_segments = !log_.segments.empty();
        for (std::size_t i = 0; i < log_.records.size(); ++i) {
            const StepRecord& r = log_.records[i];
            if (r.segment != 0) {
                event(r.segment > 0 ? "segment_alloc" : "segment_free", r.address, std::abs(r.segment), r.time_ns,
                      nullptr);
            }
            if (r.serial == 0) continue;
            const BlockLife& b = life(r.serial);
            const std::uint64_t address = start(r.address);
            if (b.born == i) {
                if (!own_segments) event("segment_alloc", address, r.delta, r.time_ns, nullptr);
                event("alloc", address, r.delta, r.time_ns, &b);
            } else if (b.died == i) {
                event("free_requested", address, -r.delta, r.time_ns, &b);
                event("free_completed", address, -r.delta, r.time_ns, &b);
                if (!own_segments) event("segment_free", address, -r.delta, r.time_ns, nullptr);
            }
        }
    }

    void traces() {
        p_.text("device_traces");
        p_.begin_list();
        for (int i = 0; i <= device_.index; ++i) {
            p_.begin_list();
            if (i == device_.index) trace();
            p_.end_list();
        }
        p_.end_list();
    }

    void annotations() {
        p_.text("external_annotations");
        p_.begin_list();
        for (const StepRecord& r : log_.records) {
            if (r.serial != 0 || r.segment != 0) continue;
            p_.begin_dict();
            p_.item("name", name_of(r.phase));
            p_.item("stage", r.phase_begins ? "START" : "END");
            p_.item("device", device_.index);
            p_.item("time_us", r.time_ns / 1000);
            p_.end_dict();
        }
        p_.end_list();
    }

    void settings() {
        p_.text("allocator_settings");
        p_.begin_dict();
        p_.item("PYTORCH_CUDA_ALLOC_CONF", "");
        p_.item("expandable_segments", false);
        p_.item("device_name", device_.name);
        p_.item("limit", device_.limit.count);
        p_.end_dict();
    }

    const StepLog& log_;
    const SnapshotDevice& device_;
    std::vector<BlockLife> lives_;
    std::unordered_map<std::uint64_t, std::size_t> by_serial_;
    PickleWriter p_;
};

}  // namespace

std::string memory_snapshot(const StepLog& log, const std::vector<NamedBlock>& named, const SnapshotDevice& device) {
    return Writer(log, named, device).write();
}

}  // namespace headroom
