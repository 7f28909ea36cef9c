// Events to lines by the lists of their fields.
#include "app/cli/event_json.h"

#include "app/cli/json_line.h"
#include "core/engine/remote/json_writer.h"
#include "core/engine/run/oom_report.h"

#include <type_traits>

namespace headroom::cli {

std::string event_line(const Event& event) {
    return std::visit(
        [](const auto& e) -> std::string {
            using T = std::remove_cvref_t<decltype(e)>;
            if constexpr (!is_told<T>) {
                return {};
            } else if constexpr (std::is_same_v<T, OomRecovered>) {
                return json_line(nlohmann::ordered_json::parse(oom_report(e)));  // as in the run's folder
            } else {
                nlohmann::ordered_json line{{"event", remote::Fields<T>::name}};
                remote::JsonWriter writer(line, nullptr);
                remote::Fields<T>::each(e, writer);
                return json_line(line);
            }
        },
        event);
}

}  // namespace headroom::cli
