// The stand-in device as LibTorch knows it: guard, streams, events, hooks.
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/memory.h"
#include "tests/support/stand_in/queue.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <atomic>
#include <chrono>

namespace headroom::stand_in {
namespace {

/// A place in the queue.
struct Event {
    std::uint64_t number = 0;
    std::shared_ptr<std::atomic<std::int64_t>> time = std::make_shared<std::atomic<std::int64_t>>(0);
};

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Guard final : c10::impl::DeviceGuardImplInterface {
    static c10::Device only() { return {kDevice, 0}; }
    static c10::Stream stream(c10::StreamId id) { return c10::Stream(c10::Stream::UNSAFE, only(), id); }

    c10::DeviceType type() const override { return kDevice; }
    c10::Device exchangeDevice(c10::Device) const override { return only(); }
    c10::Device getDevice() const override { return only(); }
    void setDevice(c10::Device) const override {}
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::DeviceIndex deviceCount() const noexcept override { return 1; }

    c10::Stream getStream(c10::Device) const override { return stream(current_stream()); }
    c10::Stream getDefaultStream(c10::Device) const override { return stream(0); }
    c10::Stream getNewStream(c10::Device, int) const override {
        static std::atomic<c10::StreamId> last{0};
        return stream(++last);
    }
    c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override { return getNewStream(device, 0); }
    c10::Stream exchangeStream(c10::Stream next) const override {
        return stream(std::exchange(current_stream(), next.id()));
    }
    bool queryStream(const c10::Stream&) const override { return Queue::device().has_run(Queue::device().last()); }
    void synchronizeStream(const c10::Stream&) const override {
        wait_for("synchronise a stream", Queue::device().last());
    }
    void synchronizeDevice(c10::DeviceIndex) const override { wait_for("synchronise", Queue::device().last()); }

    void record(void** event, const c10::Stream&, c10::DeviceIndex, c10::EventFlag) const override {
        if (!*event) *event = new Event;
        auto* e = static_cast<Event*>(*event);
        e->time = std::make_shared<std::atomic<std::int64_t>>(0);
        Queue::device().submit("event", [time = e->time] { *time = now(); });
        e->number = Queue::device().last();
    }
    void block(void*, const c10::Stream&) const override {}
    bool queryEvent(void* event) const override {
        return !event || Queue::device().has_run(static_cast<Event*>(event)->number);
    }
    void synchronizeEvent(void* event) const override {
        if (event) wait_for("synchronise an event", static_cast<Event*>(event)->number);
    }
    void destroyEvent(void* event, c10::DeviceIndex) const noexcept override { delete static_cast<Event*>(event); }
    double elapsedTime(void* first, void* second, c10::DeviceIndex) const override {
        return static_cast<double>(*static_cast<Event*>(second)->time - *static_cast<Event*>(first)->time) / 1e6;
    }

    static void wait_for(const char* what, std::uint64_t number) {
        note_wait(what);
        Queue::device().wait(number);
    }
};

struct Hooks final : at::PrivateUse1HooksInterface {
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    /// Random numbers are the host's; seeding all generators asks for this one.
    const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override {
        static const at::Generator generator = at::detail::createCPUGenerator();
        return generator;
    }
    c10::DeviceIndex deviceCount() const override { return 1; }
    c10::DeviceIndex getCurrentDevice() const override { return 0; }
    void setCurrentDevice(c10::DeviceIndex) const override {}
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex) const override { return 0; }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
    at::Device getDeviceFromPtr(void*) const override { return {kDevice, 0}; }
    bool isPinnedPtr(const void* pointer) const override { return is_pinned(pointer); }
    c10::Allocator* getPinnedMemoryAllocator() const override { return &pinned_memory(); }
};

struct Allocator final {
    Allocator() {
        c10::SetAllocator(kDevice, &Memory::device());
        at::RegisterPrivateUse1HooksInterface(new Hooks);
        c10::register_privateuse1_backend("standin");
    }
} registered;

C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard)

}  // namespace
}  // namespace headroom::stand_in
