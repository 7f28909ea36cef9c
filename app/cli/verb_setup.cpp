// setup: fetches LibTorch once, with its user's consent, or takes it from a folder; removes it again.
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/units.h"
#include "core/engine/setup/libtorch_setup.h"
#include "core/engine/setup/wheel_index.h"
#include "core/io/files/disk_space.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace headroom::cli {
namespace {

std::string size_words(bool gpu) {
    return "about " + to_text(Bytes{static_cast<std::int64_t>(wheel_sizes(gpu).download)});
}

Result<void> ask(const Context& c, const LibtorchRequest& request, const std::string& target) {
    const std::string what = "LibTorch " + request.version + (request.gpu ? " with NVIDIA's libraries for GPUs" : "") +
                             ", " + size_words(request.gpu) + ", from " + host_of(request.index) + " into " + target;
    if (c.args.has("--yes")) {
        c.console.message("fetching " + what);
        return {};
    }
    if (isatty(STDIN_FILENO) != 1)
        return bad("setup uses the network only when you agree, and there is no terminal to ask on",
                   "Say --yes to fetch " + what + ".");
    if (c.console.agrees(
            "Fetch " + what +
                "?\nLibTorch is under the BSD-3-Clause licence, NVIDIA's libraries are under NVIDIA's own.",
            c.stop))
        return {};
    return declined(c, "nothing was fetched", "headroom-cli setup asks again.");
}

/// That of all users needs root, which is said before anything is asked or fetched.
Result<void> check_place(const std::string& place, bool system) {
    if (!system) return check_libtorch_place(place);
    if (faccessat(AT_FDCWD, nearest_folder(place).c_str(), W_OK, AT_EACCESS) == 0) return {};
    return make_error(ErrorCode::Environment, "--system is about " + place + ", where only root may write",
                      "Say sudo headroom-cli setup --system, or leave --system out: for yourself alone.");
}

void tell_done(const Context& c, const LibtorchSet& set, const std::string& words) {
    if (c.console.json())
        c.console.print(json_line({{"libtorch", set.version}, {"folder", set.folder}, {"gpu", set.gpu}}));
    else
        c.console.print(words + set.folder + "\n");
    if (const std::string driver = set.gpu ? driver_words() : ""; !driver.empty()) c.console.message(driver);
}

Result<int> remove(const Context& c, const std::string& place) {
    const auto sets = remove_libtorch(place);
    if (!sets) return sets.error();
    if (c.console.json())
        c.console.print(json_line({{"removed", *sets}, {"place", place}}));
    else
        c.console.print(*sets == 0 ? "There was no LibTorch in " + place + ".\n"
                                   : "Removed LibTorch from " + place + ".\n");
    return 0;
}

/// Fetches a bundle for machines without a network.
Result<int> save(const Context& c, const LibtorchRequest& request) {
    const std::string folder = c.args.get("--save");
    if (auto ok = ask(c, request, folder); !ok) return ok.error();
    if (auto ok = fetch_wheels(request, folder, c.progress(), c.stop); !ok) return ok.error();
    tell_done(c, {folder, request.version, request.gpu}, "For setup --from: ");
    return 0;
}

Result<int> setup(const Context& c) {
    const LibtorchPlaces places = c.environment.libtorch_places();
    const bool system = c.args.has("--system"), saves = c.args.has("--save");
    LibtorchRequest request = c.environment.libtorch(c.args.has("--gpu"));
    request.place = system ? places.system : places.user;
    request.bundle = c.args.get("--from");
    for (const char* option : {"--gpu", "--from", "--save"}) {
        if (c.args.has("--remove") && c.args.has(option))
            return bad(std::string("--remove and ") + option + " are two different wishes", "Give one of them.");
    }
    if (saves && (system || !request.bundle.empty()))
        return bad("--save only fetches; --system and --from install", "Give one of them.");
    if (system) umask(022);  // for all users
    if (c.args.has("--remove")) {
        if (auto ok = check_place(request.place, system); !ok) return ok.error();
        return remove(c, request.place);
    }

    const auto sets = find_libtorch_sets(places, request.version);
    const auto there = std::find_if(sets.begin(), sets.end(), [&](const LibtorchSet& set) {
        const bool readable_by_all = !system || places.user.empty() || set.folder.find(places.user) != 0;
        return readable_by_all && (set.gpu || !request.gpu);
    });
    if (!saves && there != sets.end()) {
        tell_done(c, *there, "LibTorch " + there->version + " is in place: ");
        return 0;
    }
    if (auto ok = saves ? Result<void>() : check_place(request.place, system); !ok) return ok.error();
    if (request.bundle.empty()) {
        const auto index = wheel_index();
        if (!index) return index.error();
        request.index = *index;
        if (saves) return save(c, request);
        if (auto ok = ask(c, request, request.place); !ok) return ok.error();
    }
    const auto set = install_libtorch(request, c.progress(), c.stop);
    if (!set) return set.error();
    tell_done(c, *set, "LibTorch " + set->version + " is in place: ");
    return 0;
}

nlohmann::ordered_json setup_answer() {
    using namespace shape;
    return object_of({{"libtorch?", a_text()},
                      {"folder?", a_text()},
                      {"gpu?", a_flag()},
                      {"removed?", a_whole()},
                      {"place?", a_text()}});
}

}  // namespace

std::vector<Verb> setup_verbs() {
    Verb v;
    v.syntax = {
        "setup",
        "",
        0,
        0,
        {{"--gpu", "",
          "With the libraries for NVIDIA GPUs, " + size_words(true) + " in place of " + size_words(false) + "."},
         {"--system", "", "For all users of this machine, in /var/lib/headroom; needs root."},
         {"--from", "FOLDER", "Take the files from a folder instead of the network: an offline bundle."},
         {"--save", "FOLDER", "Only fetch the files into FOLDER: a bundle for setup --from on another machine."},
         {"--remove", "", "Remove what setup has installed, of every version."},
         {"--yes", "", "Agree to the download without being asked."}}};
    v.summary = "Fetch LibTorch, which Headroom computes with, once; all versions of Headroom that need it share it.";
    v.details =
        "The files are those that Headroom was built against: each is known by its SHA-256. They are fetched from where this machine's pip fetches "
        "packages, or from the index named in HEADROOM_WHEEL_INDEX, and nothing of them is run. A download that breaks off goes on where it was. "
        "Packages that bring LibTorch along need setup for --gpu alone.";
    v.tensors = Tensors::Unused;
    v.run = setup;
    v.answer = setup_answer;
    return {v};
}

}  // namespace headroom::cli
