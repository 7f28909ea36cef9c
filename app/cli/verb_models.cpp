// weights list, weights fetch: the public models that Headroom knows, and fetching one on request.
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/units.h"
#include "core/base/user_folders.h"
#include "core/io/models/model_fetch.h"

#include <nlohmann/json.hpp>
#include <filesystem>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string folder_of_models(const Context& c) { return c.args.get("--out", default_models_folder()); }

std::int64_t bytes_of(const CatalogModel& model) {
    std::int64_t bytes = 0;
    for (const CatalogFile& file : model.files) bytes += file.bytes;
    return bytes;
}

Result<int> list_models(const Context& c) {
    for (const CatalogModel& model : model_catalog()) {
        std::error_code failed;
        const fs::path weights = fs::path(folder_of_models(c)) / model.files.front().name;
        const bool here = fs::is_regular_file(weights, failed);
        if (c.console.json()) {
            Json files = Json::array();
            for (const CatalogFile& f : model.files)
                files.push_back({{"name", f.name}, {"url", f.url}, {"bytes", f.bytes}, {"sha256", f.sha256}});
            c.console.print(json_line({{"id", model.id},
                                       {"kind", model.kind},
                                       {"name", model.name},
                                       {"summary", model.summary},
                                       {"licence", model.licence},
                                       {"licence_url", model.licence_url},
                                       {"source", model.source},
                                       {"bytes", bytes_of(model)},
                                       {"files", std::move(files)},
                                       {"path", here ? weights.string() : ""}}));
            continue;
        }
        std::string line = model.id + std::string(model.id.size() < 28 ? 28 - model.id.size() : 1, ' ') + model.name +
                           ", " + to_text(Bytes{bytes_of(model)}) + ", " + model.licence;
        c.console.print(line + (here ? ", here: " + weights.string() : "") + "\n    " + model.summary + " " +
                        model.source + "\n");
    }
    return 0;
}

/// Before the network is used for `what`.
Result<void> ask(const Context& c, const std::string& what) {
    if (c.args.has("--yes")) {
        c.console.message("fetching " + what);
        return {};
    }
    if (!c.console.can_ask())
        return bad("weights fetch uses the network only when you agree, and there is no terminal to ask on",
                   "Say --yes to fetch " + what + ".");
    if (c.console.agrees("Fetch " + what + " into " + folder_of_models(c) + "?", c.stop)) return {};
    return declined(c, "nothing was fetched", "headroom-cli weights fetch asks again.");
}

Result<int> fetch(const Context& c) {
    const std::string& id = c.args.positionals[0];
    const CatalogModel* model = find_catalog_model(id);
    if (!model) {
        std::vector<std::string> ids;
        for (const CatalogModel& m : model_catalog()) ids.push_back(m.id);
        const std::string near = nearest(id, ids);
        return make_error(ErrorCode::NotFound,
                          "'" + id + "' is no model of the catalogue" +
                              (near.empty() ? "" : "; did you mean '" + near + "'?"),
                          "headroom-cli weights list names them.");
    }
    const auto agree = [&] {
        return ask(c, model->name + " (" + to_text(Bytes{bytes_of(*model)}) + ", " + model->licence + ", " +
                          model->source + ")");
    };
    const auto shown = [&](const DownloadProgress& p) {
        const double part = p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : -1;
        c.console.progress(to_text(Bytes{static_cast<std::int64_t>(p.done)}) + ", " +
                               to_text(Bytes{static_cast<std::int64_t>(p.bytes_per_second)}) + "/s",
                           part);
    };
    const auto path = fetch_model(*model, folder_of_models(c), shown, c.stop, agree);
    if (!path) return path.error();
    c.console.print(c.console.json() ? json_line({{"id", model->id}, {"path", *path}}) : *path + "\n");
    return 0;
}

nlohmann::ordered_json models_answer() {
    using namespace shape;
    const Json file = object_of({{"name", a_text()}, {"url", a_text()}, {"bytes", a_whole()}, {"sha256", a_text()}});
    return object_of({{"id", a_text()},
                      {"kind", a_text()},
                      {"name", a_text()},
                      {"summary", a_text()},
                      {"licence", a_text()},
                      {"licence_url", a_text()},
                      {"source", a_text()},
                      {"bytes", a_whole()},
                      {"files", list_of(file)},
                      {"path", a_text()}});
}

nlohmann::ordered_json fetch_answer() { return shape::object_of({{"id", shape::a_text()}, {"path", shape::a_text()}}); }

}  // namespace

std::vector<Verb> model_verbs() {
    const Option folder{"--out", "FOLDER", "Where models are kept; the user's data folder by default."};
    Verb show, get;
    show.syntax = {"weights list", "", 0, 0, {folder}};
    show.summary = "List public VQGAN and CLIP models: size, licence, source, and whether they are here.";
    show.run = list_models;
    show.answer = models_answer;
    get.syntax = {"weights fetch", "ID", 1, 1, {folder, {"--yes", "", "Agree to the download without being asked."}}};
    for (const CatalogModel& m : model_catalog()) get.syntax.choices.push_back(m.id);
    get.summary = "Fetch a public model, check it, and go on where an earlier try broke off.";
    get.details = "Asks before it uses the network, as setup does; scripts say --yes. weights list names the models.";
    get.run = fetch;
    get.answer = fetch_answer;
    show.tensors = get.tensors = Tensors::Unused;
    return {show, get};
}

}  // namespace headroom::cli
