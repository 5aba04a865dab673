//===- ReportJson.h - Reports for programs --------------------------------===//
#ifndef TESSERA_DRIVER_REPORT_REPORTJSON_H
#define TESSERA_DRIVER_REPORT_REPORTJSON_H

#include "tessera/Driver/Report.h"
#include "llvm/Support/JSON.h"

namespace tessera {

/// What a report shows of a file besides its texts and messages: an object with
/// the members `device`, `kernels` and `host`, as text.
std::string reportMembers(llvm::StringRef Source, const ReportData &Data);

/// The report as schema/report.schema.json describes it. Bytes of the program
/// that are no UTF-8 are replaced.
llvm::json::Value reportJson(const std::vector<FileReport> &Files);

/// Tells each kernel of \p File, which has its own messages, which of the
/// file's are about the kernel. They are known last, from all parts of the
/// tool.
void assignMessages(llvm::json::Object &File);

} // namespace tessera

#endif
