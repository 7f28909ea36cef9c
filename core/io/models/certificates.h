// Where this system keeps the certificates that servers are known by: a libcurl that was built on another one looks elsewhere.
#pragma once

#include <curl/curl.h>

#include <filesystem>

namespace headroom {

/// Points `curl` to the system's certificates where the place it was built with is not there.
inline void trust_system_certificates(CURL* curl) {
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

}  // namespace headroom
