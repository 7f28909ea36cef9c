// QueueStore: the queue's file. Every change is read, made and written under a lock, atomically, so that windows and terminals
// may change it at once and a process that is killed leaves it whole.
//
//   <folder>/queue.json            the queue
//   <folder>/queue.json.damaged-N  what could not be read, kept for its owner
//   <folder>/.lock                 held for the moment of a change
//   <folder>/runner-cpu.lock       held by the device's runner while it lives
//   <folder>/runner-cpu.state      there while it works, and afterwards when it failed: why; empty when it ended without a word
//   <folder>/runner.log            what runners said that windows have started
//   <folder>/q17.json              the settings that a runner gives to its child
#pragma once

#include "core/engine/queue/queue_content.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace headroom {

/// Thread-safe. What it remembers of the file, read or written, is only that it need not be read again while it is the same.
class QueueStore {
public:
    /// The folder is made with the first change.
    explicit QueueStore(std::string folder) : folder_(std::move(folder)) {}

    /// The queue of this moment; empty when there is no file. A damaged file is put aside and the content says so.
    /// Errors: BadFile (of a newer Headroom, or not readable), Disk.
    Result<QueueContent> load() const;
    /// Makes a change of the queue of that moment and writes it when `edit` returns true. Its error leaves the file as it was.
    Result<void> change(const std::function<Result<bool>(QueueContent&)>& edit) const;

    /// Changes one item in the file and in `item`; one that is gone is no error. An item that was to be removed is, once it is no
    /// longer under way.
    Result<void> update(StoredItem& item, const std::function<void(StoredItem&)>& edit) const;

    Result<void> make_folder() const;
    const std::string& folder() const { return folder_; }
    /// Where the settings of an item lie while its child needs them.
    std::string config_file(const std::string& id) const { return folder_ + "/" + id + ".json"; }
    std::string runner_lock(const std::string& device) const { return folder_ + "/runner-" + device + ".lock"; }
    /// The devices whose runners live.
    std::vector<std::string> live_runners() const;
    /// A runner of `device` begins, with `failure` it has failed.
    void note_runner(const std::string& device, const std::string& failure = {}) const;
    /// It has ended in good order.
    void forget_runner(const std::string& device) const;
    /// Nobody needs to hear of them any more.
    void forget_failed_runners() const;
    /// How runners ended that were noted, were not forgotten and live no more, a sentence each.
    std::vector<std::string> failed_runners() const;

private:
    std::string path() const { return folder_ + "/queue.json"; }
    std::string runner_state(const std::string& device) const { return folder_ + "/runner-" + device + ".state"; }
    /// The devices that have a file "runner-DEVICE<tail>", in order.
    std::vector<std::string> devices_with(std::string_view tail) const;
    Result<QueueContent> parse() const;
    /// Under the lock: reads, and puts aside what cannot be read.
    Result<QueueContent> read_and_mend() const;
    Result<void> write(const QueueContent& content) const;
    /// `content` is that of the file whose identity is `file`; "": of none.
    void remember(std::string file, QueueContent content) const;

    std::string folder_;
    mutable std::mutex mutex_;
    mutable std::string seen_;  ///< the file of `content_`
    mutable QueueContent content_;
};

}  // namespace headroom
