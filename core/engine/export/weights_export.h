// The weights of a checkpoint as files: all its networks, as safetensors or for PyTorch.
#pragma once

#include "core/api/services.h"
#include "core/families/family.h"
#include "core/io/runs/run_folder.h"

#include <map>
#include <string>
#include <string_view>

namespace headroom {

/// The checkpoint that `source`, a run or a checkpoint, means at the moment; `source` itself where that is bare weights. Found once
/// for all that is made of it, as a run that goes on may have a newer one in between. Errors: those of find_weights().
Result<std::string> weights_now(const std::string& source, const ProgressFn& progress);

/// The checkpoint whose weights an export of `source`, a run or a checkpoint, takes. Errors: those of find_weights(), BadFile,
/// InvalidArgument (bare weights; a family whose runs have none).
Result<CheckpointContent> checkpoint_to_export(const std::string& source, const ProgressFn& progress);

/// The part of `source`'s checkpoint that goes into `file`, the family's first, with what is joined to it. Error BadFile: it has averaged
/// weights alone, and others were asked for.
Result<CheckpointPart> main_part(const ExportedWeights& file, const CheckpointContent& content,
                                 const std::string& source, bool ema);

/// What stands in every safetensors file of a checkpoint's weights beside them.
std::map<std::string, std::string> weights_metadata(const CheckpointContent& content);

/// Writes the family's weight files, all or none; the first goes to the request's target, the others beside it.
Result<void> write_checkpoint_copies(const ExportRequest& request, const Result<std::string>& format,
                                     const ProgressFn& progress);

/// Where the weight file `other` goes when `first` goes to `target`: "…/netG.pth" -> "…/netD.pth"; "…/cats.pth" -> "…/cats-netD.pth".
std::string path_beside(const std::string& target, std::string_view first, std::string_view other);

}  // namespace headroom
