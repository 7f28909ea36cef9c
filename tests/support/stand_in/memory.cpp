// Blocks of the stand-in device, and page-locked ones of the host.
#include "tests/support/stand_in/memory.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/queue.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <set>

namespace headroom::stand_in {
namespace {

/// Of addresses, on both sides: segments are never placed where another was.
constexpr std::size_t kSpace = std::size_t{1} << 44;

/// Where the graphs' addresses begin.
constexpr std::size_t kGraphs = kSpace / 2;

/// Bytes of every new block: no number in any floating-point type, -1 as an integer.
constexpr int kPoison = 0xff;

std::byte* addresses(int protection) {
    void* at = mmap(nullptr, kSpace, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    TORCH_CHECK(at != MAP_FAILED, "no address space for the stand-in device");
    return static_cast<std::byte*>(at);
}

}  // namespace

Memory& Memory::device() {
    static auto* memory = new Memory;
    return *memory;
}

Memory::Memory() : closed_(addresses(PROT_NONE)), open_(addresses(PROT_READ | PROT_WRITE)) {
    rules_.expandable = false;
    rules_.address_space = growable_space(kTotal);
    pool_ = std::make_unique<DevicePool>(rules_, kTotal);
}

void Memory::refuse(std::size_t bytes) {
    ++ooms_;
    const Bytes left = kTotal - others_ - held();
    if (listener_) listener_->refused(0, Bytes{static_cast<std::int64_t>(bytes)}, left);
    TORCH_CHECK_WITH(OutOfMemoryError, false, "the stand-in device is out of memory: ", bytes,
                     " bytes were asked for, ", left.count, " are free");
}

void Memory::disturb(std::size_t bytes, bool of_graphs) {
    if (empty_in_ > 0 && !of_graphs && --empty_in_ == 0) {
        empty_in_ = empty_each_;
        pool_->empty_cache();
        ++retries_;
    }
    if (refuse_in_ == 0 || (only_in_phases_ && asking_phase() == Phase::None) || --refuse_in_ > 0) return;
    if (refuse_again_-- > 0) {
        refuse_in_ = refuse_each_;
        only_in_phases_ = true;
    }
    refuse(bytes);
}

c10::DataPtr Memory::allocate(std::size_t bytes) {
    const c10::Device device(kDevice, 0);
    if (bytes == 0) return {nullptr, device};
    const std::lock_guard lock(mutex_);
    const bool of_graphs = Queue::device().captures();
    disturb(bytes, of_graphs);
    if (of_graphs && !graph_pool_) graph_pool_ = std::make_unique<DevicePool>(rules_);
    DevicePool& pool = of_graphs ? *graph_pool_ : *pool_;
    apply_limit();
    const std::int64_t retries = pool.retries();
    const auto part = pool.take(Bytes{static_cast<std::int64_t>(bytes)});
    if (pool.retries() > retries && !of_graphs) note_wait("memory given back for an allocation");
    if (!part) refuse(bytes);
    const auto offset = static_cast<std::size_t>(pool.address(*part)) + (of_graphs ? kGraphs : 0);
    TORCH_CHECK(offset + bytes <= (of_graphs ? kSpace : kGraphs), "the stand-in device has no addresses left");
    std::byte* block = closed_ + offset;
    blocks_[block] = {*part, static_cast<std::int64_t>(bytes), of_graphs};
    requested_ += Bytes{static_cast<std::int64_t>(bytes)};
    peak_live_ = std::max(peak_live_, live());
    peak_held_ = std::max(peak_held_, held());
    if (listener_) listener_->allocated(0, block, Bytes{static_cast<std::int64_t>(bytes)});
    Queue::device().submit("poison", [to = open_ + offset, bytes] { std::memset(to, kPoison, bytes); });
    return {block, block, raw_deleter(), device};
}

c10::DeleterFnPtr Memory::raw_deleter() const {
    return [](void* block) { Memory::device().release(block); };
}

void Memory::release(const void* block) {
    const std::lock_guard lock(mutex_);
    const auto it = blocks_.find(block);
    if (it == blocks_.end()) return;
    if (listener_) listener_->released(0, block);
    requested_ -= Bytes{it->second.bytes};
    (it->second.of_graphs ? graph_pool_ : pool_)->give(it->second.part);
    blocks_.erase(it);
}

void Memory::copy_data(void* to, const void* from, std::size_t bytes) const {
    Queue::device().submit("copy of a block", [to = at(to), from = at(from), bytes] { std::memcpy(to, from, bytes); });
}

void Memory::listen(GpuListener* listener) {
    const std::lock_guard lock(mutex_);
    listener_ = listener;
}

void Memory::set_rules(const PoolRules& rules) {
    const std::lock_guard lock(mutex_);
    if (pool_->held().count > 0 || rules.expandable == rules_.expandable) return;
    rules_.expandable = rules.expandable;
    pool_ = std::make_unique<DevicePool>(rules_);
    apply_limit();
}

PoolRules Memory::rules() const {
    const std::lock_guard lock(mutex_);
    return rules_;
}

void Memory::apply_limit() {
    const auto allowed = static_cast<std::int64_t>(share_ * static_cast<double>(kTotal.count));
    const std::int64_t all = std::min(allowed, (kTotal - others_).count);
    const auto left_by = [](const std::unique_ptr<DevicePool>& other) { return other ? other->held().count : 0; };
    pool_->set_limit(Bytes{std::max<std::int64_t>(1, all - left_by(graph_pool_))});
    if (graph_pool_) graph_pool_->set_limit(Bytes{std::max<std::int64_t>(1, all - left_by(pool_))});
}

Bytes Memory::live() const { return pool_->live() + (graph_pool_ ? graph_pool_->live() : Bytes{}); }

Bytes Memory::held() const { return pool_->held() + (graph_pool_ ? graph_pool_->held() : Bytes{}); }

void Memory::keep_graphs(std::size_t count) {
    const std::lock_guard lock(mutex_);
    graphs_ = count;
}

void Memory::set_share(double share) {
    const std::lock_guard lock(mutex_);
    share_ = share;
    apply_limit();
}

void Memory::set_others(Bytes others) {
    const std::lock_guard lock(mutex_);
    others_ = others;
    apply_limit();
}

GpuPoolStats Memory::stats() const {
    const std::lock_guard lock(mutex_);
    GpuPoolStats out;
    out.live = live();
    out.requested = requested_;
    out.reserved = held();
    out.peak_live = peak_live_;
    out.peak_reserved = peak_held_;
    out.retries = pool_->retries() + retries_;
    out.ooms = ooms_;
    return out;
}

void Memory::reset_peaks() {
    const std::lock_guard lock(mutex_);
    peak_live_ = live();
    peak_held_ = held();
}

bool Memory::empty_cache() {
    Queue::copies().drain();
    Queue::device().drain();
    const std::lock_guard lock(mutex_);
    const Bytes before = held();
    pool_->empty_cache();
    if (graphs_ == 0 && graph_pool_ && graph_pool_->live().count == 0) graph_pool_.reset();
    if (blocks_.empty()) madvise(open_, static_cast<std::size_t>(pool_->addresses()), MADV_DONTNEED);
    return held() < before;
}

Bytes Memory::free() const {
    const std::lock_guard lock(mutex_);
    return kTotal - others_ - held();
}

void Memory::refuse_nth(std::int64_t n, int again) {
    const std::lock_guard lock(mutex_);
    refuse_in_ = refuse_each_ = n;
    refuse_again_ = again;
    only_in_phases_ = false;
}

void Memory::empty_each(std::int64_t n) {
    const std::lock_guard lock(mutex_);
    empty_in_ = empty_each_ = n;
}

void* Memory::at(const void* pointer) const {
    return pointer ? open_ + (static_cast<const std::byte*>(pointer) - closed_) : nullptr;
}

void* Memory::within(const void* pointer) const {
    const std::lock_guard lock(mutex_);
    const auto after = blocks_.upper_bound(pointer);
    if (after == blocks_.begin()) return nullptr;
    const auto& [begin, block] = *std::prev(after);
    // A negative float64 has the bits of an address so high that the difference is negative.
    const auto apart = static_cast<const std::byte*>(pointer) - static_cast<const std::byte*>(begin);
    return apart >= 0 && apart < block.bytes ? at(pointer) : nullptr;
}

at::Tensor host_view(const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.device().is_privateuseone()) return tensor;
    static char nothing = 0;
    void* data = tensor.numel() == 0 ? &nothing : Memory::device().at(tensor.data_ptr());
    return at::for_blob(data, tensor.sizes())
        .strides(tensor.strides())
        .options(at::TensorOptions(tensor.scalar_type()))
        .make_tensor();
}

namespace {

class Pinned final : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        void* block = std::aligned_alloc(64, (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64);
        const std::lock_guard lock(mutex_);
        blocks_[static_cast<std::byte*>(block)] = std::max<std::size_t>(bytes, 1);
        bytes_ += std::max<std::size_t>(bytes, 1);
        return {block, block, raw_deleter(), c10::Device(c10::kCPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override {
        return [](void* block) { static_cast<Pinned&>(pinned_memory()).release(block); };
    }
    void copy_data(void* to, const void* from, std::size_t bytes) const override { default_copy_data(to, from, bytes); }

    bool holds(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto* at = static_cast<const std::byte*>(pointer);
        auto it = blocks_.upper_bound(at);
        return it != blocks_.begin() && at < std::prev(it)->first + std::prev(it)->second;
    }
    int note_reads(const void* pointer, int more) {
        const std::lock_guard lock(mutex_);
        auto after = blocks_.upper_bound(static_cast<const std::byte*>(pointer));
        return after == blocks_.begin() ? 0 : reads_[std::prev(after)->first] += more;
    }
    void note_use(const void* pointer) {
        const std::lock_guard lock(mutex_);
        auto after = blocks_.upper_bound(static_cast<const std::byte*>(pointer));
        if (after != blocks_.begin()) used_.insert(std::prev(after)->first);
    }
    std::size_t blocks() {
        const std::lock_guard lock(mutex_);
        return blocks_.size();
    }
    std::size_t bytes() {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }
    void empty_cache() {
        const std::lock_guard lock(mutex_);
        bytes_ = 0;
        for (const auto& [block, bytes] : blocks_) bytes_ += bytes;
    }

private:
    void release(void* block) {
        auto* at = static_cast<std::byte*>(block);
        std::unique_lock lock(mutex_);
        if (used_.erase(at) > 0) {
            lock.unlock();
            const std::string lost = Queue::device().lasting_error();
            TORCH_CHECK(lost.empty(), lost);
            lock.lock();
        }
        blocks_.erase(at);
        reads_.erase(at);
        lock.unlock();
        std::free(block);
    }
    std::mutex mutex_;
    std::map<const std::byte*, std::size_t> blocks_;
    std::map<const std::byte*, int> reads_;
    std::set<const std::byte*> used_;
    std::size_t bytes_ = 0;
};

}  // namespace

c10::Allocator& pinned_memory() {
    static auto* pinned = new Pinned;
    return *pinned;
}

bool is_pinned(const void* pointer) { return static_cast<Pinned&>(pinned_memory()).holds(pointer); }

void note_use(const void* pointer) { static_cast<Pinned&>(pinned_memory()).note_use(pointer); }

std::size_t pinned_blocks() { return static_cast<Pinned&>(pinned_memory()).blocks(); }

std::size_t pinned_bytes() { return static_cast<Pinned&>(pinned_memory()).bytes(); }

void empty_pinned_cache() { static_cast<Pinned&>(pinned_memory()).empty_cache(); }

void note_reads(const void* pointer, int more) {
    (void)static_cast<Pinned&>(pinned_memory()).note_reads(pointer, more);
}

bool is_to_be_read(const void* pointer) { return static_cast<Pinned&>(pinned_memory()).note_reads(pointer, 0) > 0; }

}  // namespace headroom::stand_in
