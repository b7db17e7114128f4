import * as declared from "@lintel/contract/operations/audit";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { exportEntries, listEntries, verifyEntries } from "./audit-log.service.ts";

export function auditLogOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listAuditEntries, (context, input) => listEntries(context, input)),
    implement(declared.exportAuditLog, (context, input) => exportEntries(platform, context, input)),
    implement(declared.verifyAuditLog, (context, input) =>
      verifyEntries(platform, context, input.head),
    ),
  ];
}
