// The options of libcurl that are about safety, in one place.
#include "core/io/models/http_connection.h"

#include <filesystem>

namespace headroom {
namespace {

/// Points `curl` to the system's certificates where the place it was built with is not there: a libcurl that was built on another system
/// looks elsewhere.
void trust_system_certificates(CURL* curl) {
    std::error_code failed;
    const curl_version_info_data* const info = curl_version_info(CURLVERSION_NOW);
    if (info && info->age >= CURLVERSION_SEVENTH && info->cainfo && std::filesystem::exists(info->cainfo, failed))
        return;
    for (const char* file :
         {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
          "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
        if (!std::filesystem::exists(file, failed)) continue;
        curl_easy_setopt(curl, CURLOPT_CAINFO, file);
        return;
    }
}

}  // namespace

Result<HttpConnection> open_connection(const std::string& url, int connect_seconds) {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    HttpConnection curl(started == CURLE_OK ? curl_easy_init() : nullptr, curl_easy_cleanup);
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
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, static_cast<long>(connect_seconds));
    return curl;
}

}  // namespace headroom
