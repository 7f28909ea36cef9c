// The planner of a run that another process trains: its plans and rehearsals are made there.
#pragma once

#include "core/api/planner.h"
#include "core/engine/remote/client_link.h"

#include <memory>
#include <string>

namespace headroom::remote {

/// Each call has a connection of its own.
std::shared_ptr<Planner> make_remote_planner(std::string path, ClientIdentity identity);

/// The export is made by the run's process; its files are sent and written here, all or none. `path`: of the socket.
Result<ExportDone> export_remotely(const std::string& path, const ClientIdentity& identity, ExportRequest request,
                                   const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom::remote
