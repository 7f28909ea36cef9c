// Asks Python's pip for its index, and reads the index's page with libcurl.
#include "core/engine/setup/wheel_index.h"

#include "core/engine/queue/run_child.h"
#include "core/io/files/child_process.h"
#include "core/io/models/http_connection.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace headroom {
namespace {

constexpr std::size_t kMostPage = 32u << 20;

/// What pip would use, its files and environment considered. Debian keeps a pip for other programs' use in /usr/share/python-wheels.
constexpr const char* kAskPip = "import sys, glob\n"
                                "sys.path += sorted(glob.glob('/usr/share/python-wheels/pip-*.whl'))\n"
                                "from pip._internal.commands import create_command\n"
                                "print(create_command('download').parse_args([])[0].index_url)\n";

constexpr const char* kOtherWays =
    "Install python3-pip-whl or python3-pip, name an index in HEADROOM_WHEEL_INDEX, or give setup --from a folder with the files.";

bool is_web_address(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

struct UrlParts {
    std::unique_ptr<CURLU, void (*)(CURLU*)> url{curl_url(), curl_url_cleanup};

    std::string part(CURLUPart which) const {
        char* text = nullptr;
        if (!url || curl_url_get(url.get(), which, &text, 0) != CURLUE_OK) return {};
        std::string out(text);
        curl_free(text);
        return out;
    }
};

/// `link` as it is meant on `page`: it may be relative.
std::string resolved(const std::string& page, const std::string& link) {
    UrlParts parts;
    if (!parts.url || curl_url_set(parts.url.get(), CURLUPART_URL, page.c_str(), 0) != CURLUE_OK ||
        curl_url_set(parts.url.get(), CURLUPART_URL, link.c_str(), 0) != CURLUE_OK ||
        curl_url_set(parts.url.get(), CURLUPART_FRAGMENT, nullptr, 0) != CURLUE_OK)
        return {};
    return parts.part(CURLUPART_URL);
}

struct Page {
    std::string text, address;
    long status = 0;
};

Result<Page> fetch_page(const std::string& url, const std::stop_token& stop) {
    struct Sink {
        Page page;
        std::stop_token stop;
    } sink{{}, stop};
    const auto connection = open_connection(url, 30);
    if (!connection) return connection.error();
    CURL* c = connection->get();
    curl_easy_setopt(c, CURLOPT_TIMEOUT, 120L);
    curl_easy_setopt(c, CURLOPT_ACCEPT_ENCODING, "");
    const std::unique_ptr<curl_slist, void (*)(curl_slist*)> headers(curl_slist_append(nullptr, "Accept: text/html"),
                                                                     curl_slist_free_all);
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(c, CURLOPT_WRITEDATA, &sink);
    curl_easy_setopt(
        c, CURLOPT_WRITEFUNCTION, +[](char* data, std::size_t size, std::size_t count, void* to) -> std::size_t {
            std::string& text = static_cast<Sink*>(to)->page.text;
            if (text.size() + size * count > kMostPage) return 0;
            text.append(data, size * count);
            return size * count;
        });
    curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c, CURLOPT_XFERINFODATA, &sink);
    curl_easy_setopt(
        c, CURLOPT_XFERINFOFUNCTION, +[](void* to, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
            return static_cast<Sink*>(to)->stop.stop_requested() ? 1 : 0;
        });
    const CURLcode code = curl_easy_perform(c);
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the set-up was stopped");
    if (code != CURLE_OK)
        return make_error(ErrorCode::Environment, host_of(url) + " does not answer: " + curl_easy_strerror(code),
                          "Check the network and its proxy settings, then start again.");
    curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &sink.page.status);
    char* address = nullptr;
    curl_easy_getinfo(c, CURLINFO_EFFECTIVE_URL, &address);
    sink.page.address = address ? address : url;
    return std::move(sink.page);
}

}  // namespace

Result<std::string> wheel_index() {
    if (const char* named = std::getenv("HEADROOM_WHEEL_INDEX"); named && *named) {
        if (is_web_address(named)) return std::string(named);
        return make_error(ErrorCode::InvalidArgument,
                          "HEADROOM_WHEEL_INDEX: '" + std::string(named) + "' is no address of the web",
                          "It begins with https://.");
    }
    std::vector<std::string> pythons{"/usr/bin/python3"};
    if (const std::string first = find_program("python3"); !first.empty() && first != pythons.front())
        pythons.insert(pythons.begin(), first);
    for (const std::string& python : pythons) {
        auto answer = answer_of({"-c", kAskPip}, *make_launcher(python), {});
        if (answer && is_web_address(*answer)) return answer;
    }
    return make_error(ErrorCode::Environment, "no pip was found that says where Python's packages come from",
                      kOtherWays);
}

std::string host_of(const std::string& url) {
    UrlParts parts;
    if (!parts.url || curl_url_set(parts.url.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) return url;
    return parts.part(CURLUPART_HOST);
}

std::string wheel_on_page(std::string_view html, const std::string& page, const Wheel& wheel) {
    const std::size_t hash = html.find("#sha256=" + wheel.sha256);
    if (hash == std::string_view::npos) return {};
    const std::size_t quote = html.find_last_of("\"'", hash);
    if (quote == std::string_view::npos) return {};
    std::string link(html.substr(quote + 1, hash - quote - 1));
    for (std::size_t at = 0; (at = link.find("&amp;", at)) != std::string::npos; ++at) link.replace(at, 5, "&");
    const std::string url = resolved(page, link);
    return is_web_address(url) ? url : "";
}

Result<std::string> find_wheel(const std::string& index, const Wheel& wheel, std::stop_token stop) {
    const std::string page = index + (index.ends_with('/') ? "" : "/") + wheel.name + "/";
    const auto answer = fetch_page(page, stop);
    if (!answer) return answer.error();
    const std::string url = answer->status == 200 ? wheel_on_page(answer->text, answer->address, wheel) : "";
    if (!url.empty()) return url;
    return make_error(ErrorCode::NotFound,
                      host_of(index) + " has no " + wheel.words() + " with the SHA-256 that Headroom was made for" +
                          (answer->status == 200 ? "" : " (" + std::to_string(answer->status) + ")"),
                      "Name another index in HEADROOM_WHEEL_INDEX, or give setup --from a folder with the files.");
}

}  // namespace headroom
