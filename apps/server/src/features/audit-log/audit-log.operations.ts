import * as declared from "@lintel/contract/operations/audit";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { listEntries, verifyEntries } from "./audit-log.service.ts";
import { auditRetention, changeRetention, eraseFromLog, readRetention } from "./erasure.service.ts";
import { exportEntries } from "./export-entries.ts";

export function auditLogFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listAuditEntries, (context, input) => listEntries(context, input)),
      implement(declared.exportAuditLog, (context, input) =>
        exportEntries(platform, context, input),
      ),
      implement(declared.verifyAuditLog, (context, input) =>
        verifyEntries(platform, context, input.head),
      ),
      implement(declared.getAuditRetention, (context) => readRetention(context)),
      implement(declared.setAuditRetention, (context, input) => changeRetention(context, input)),
      implement(declared.erasePerson, (context, input) => eraseFromLog(context, input)),
    ],
    schedules: [auditRetention(platform)],
  };
}
