// Asks Python's pip for its index, and reads the index's page with libcurl.
#include "core/engine/setup/wheel_index.h"

#include "core/io/files/child_process.h"
#include "core/io/files/file_handle.h"
#include "core/io/files/program_start.h"
#include "core/io/models/certificates.h"

#include <curl/curl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <span>

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

/// The first line that a program writes; empty if it fails.
std::string first_line(const std::string& program, const std::vector<std::string>& arguments) {
    FileHandle output(memfd_create("output", MFD_CLOEXEC));
    if (!output.valid()) return {};
    const auto pid = start_program({.program = program, .arguments = arguments, .output = output.fd()});
    if (!pid) return {};
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {}
    const std::int64_t size = std::min<std::int64_t>(output.size(), 4096);
    if (status != 0 || size <= 0) return {};
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!output.read_at(0, std::as_writable_bytes(std::span(text)))) return {};
    return text.substr(0, text.find('\n'));
}

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
    const std::unique_ptr<CURL, void (*)(CURL*)> curl(curl_easy_init(), curl_easy_cleanup);
    CURL* c = curl.get();
    if (!c) return make_error(ErrorCode::Environment, "cannot download: libcurl does not start");
    curl_easy_setopt(c, CURLOPT_URL, url.c_str());
    trust_system_certificates(c);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, url.starts_with("https:") ? "https" : "http,https");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, 8L);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "Headroom");
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, 30L);
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
    for (const std::string& python : {find_program("python3"), std::string("/usr/bin/python3")}) {
        if (python.empty()) continue;
        const std::string answer = first_line(python, {"-c", kAskPip});
        if (is_web_address(answer)) return answer;
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
