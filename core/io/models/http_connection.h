// HttpConnection: how all that Headroom fetches is asked for: with libcurl, within limits that no server's answer widens.
#pragma once

#include "core/base/result.h"

#include <curl/curl.h>

#include <memory>
#include <string>

namespace headroom {

using HttpConnection = std::unique_ptr<CURL, void (*)(CURL*)>;

/// A connection to `url` that is not begun: over http and https alone, from https never back to http, after 8 redirects at most, with this
/// system's certificates. It gives up when none stands after `connect_seconds`. Any thread. Error Environment: libcurl does not start.
Result<HttpConnection> open_connection(const std::string& url, int connect_seconds);

}  // namespace headroom
