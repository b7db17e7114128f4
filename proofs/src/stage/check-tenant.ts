import type { Caller } from "./call.ts";
import { checkRecords } from "./check-records.ts";
import { checkRuns } from "./check-runs.ts";
import { readEntries, readRecords } from "./read-back.ts";
import { callAsOperator } from "../scene/call-as-operator.ts";
import { type Tenant } from "./tenant.ts";
import type { Verdict } from "./verdict.ts";

/** Compares everything of a tenant with its ledger, while no call of the load is running. */
export async function checkTenant(caller: Caller, tenant: Tenant, folder: string): Promise<void> {
  const records = await readRecords(caller, tenant);
  const entries = await readEntries(caller);
  checkRecords(caller.verdict, tenant.ledger, records, entries);
  await checkRuns(caller, tenant, entries);
  await verifyChain(caller.verdict, tenant, folder);
  caller.verdict.count("complete checks of an organization");
}

/** The chain is valid, and continues from its last verified head. */
async function verifyChain(verdict: Verdict, tenant: Tenant, folder: string): Promise<void> {
  const { slug, auditHead } = tenant;
  const fields = auditHead === null ? {} : { head: auditHead };
  const verified = await callAsOperator(folder, "verifyAuditLog", slug, fields);
  if (verified["isIntact"] !== true) {
    verdict.violate("the audit chain is broken", { slug, auditHead, verified });
  }
  tenant.auditHead = String(verified["head"]);
  verdict.count("links of the audit chain verified", Number(verified["entries"]));
}
