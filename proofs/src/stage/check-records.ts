import { newestVersion, type Ledger } from "./ledger.ts";
import type { ReadEntry, ReadRecord } from "./read-back.ts";
import type { Verdict } from "./verdict.ts";

const targetTypes = new Set(["environment", "suite", "case", "apiKey"]);

/**
 * Compares the data of the server with what was acknowledged, while no call is running. Afterwards
 * the outcome of unanswered writes is known: an absent write must not appear later.
 */
export function checkRecords(
  verdict: Verdict,
  ledger: Ledger,
  records: readonly ReadRecord[],
  entries: readonly ReadEntry[],
): void {
  const successes = entries.filter((entry) => entry.result === "success");
  const changes = Map.groupBy(successes, (entry) => entry.target?.id ?? "");
  for (const record of records) {
    checkRecord(verdict, ledger, record);
    checkTrail(verdict, record, changes.get(record.id)?.length ?? 0);
  }
  checkPresence(verdict, ledger, records, successes);
  const present = new Set(records.map((record) => record.mark));
  const absent = [...ledger.unanswered].filter((mark) => !present.has(mark));
  verdict.count("unanswered writes found absent, or written over since", absent.length);
  const written = new Set(successes.map((entry) => entry.requestId));
  for (const [requestId, what] of ledger.promised) {
    if (written.has(requestId)) continue;
    verdict.violate("an acknowledged change is not in the audit log", { requestId, what });
  }
  ledger.unanswered.clear();
  verdict.count("records read back", records.length);
}

function checkRecord(verdict: Verdict, ledger: Ledger, record: ReadRecord): void {
  const { kind, id, version, mark, marks } = record;
  const evidence = { kind, id, version, mark };
  if (marks.some((other) => other !== mark)) {
    verdict.violate("a write is incomplete", { ...evidence, marks: [...new Set(marks)] });
  }
  const subject = ledger.subjects.get(id);
  const known = subject?.marks.get(version);
  const newest = subject === undefined ? 0 : newestVersion(subject);
  if (version < newest) {
    verdict.violate("an acknowledged change is lost", { ...evidence, acknowledged: newest });
  }
  if (known !== undefined && known !== mark) {
    verdict.violate("a version contains another write than acknowledged", { ...evidence, known });
  }
  if (known === undefined) {
    if (ledger.unanswered.has(mark)) verdict.count("unanswered writes found complete");
    else verdict.violate("a write exists that nobody made, or that was absent before", evidence);
  }
  const settled = ledger.settle(verdict, record);
  if (kind !== "key") return;
  if (settled.revoked === "yes" && !record.isRevoked) {
    verdict.violate("an acknowledged revocation is lost", evidence);
  }
  if (settled.revoked === "no" && record.isRevoked) {
    verdict.violate("a key is revoked that nobody revoked", evidence);
  }
  settled.revoked = record.isRevoked ? "yes" : "no";
}

/** A change and its audit entry belong together: there are as many entries as versions. */
function checkTrail(verdict: Verdict, record: ReadRecord, entries: number): void {
  const { kind, id, version, isRevoked } = record;
  const changes = kind === "key" ? 1 + Number(isRevoked) : version;
  if (entries === changes) return;
  verdict.violate("the number of audit entries of a record differs from its changes", {
    kind,
    id,
    changes,
    entries,
  });
}

function checkPresence(
  verdict: Verdict,
  ledger: Ledger,
  records: readonly ReadRecord[],
  successes: readonly ReadEntry[],
): void {
  const found = new Set(records.map((record) => record.id));
  for (const { kind, id, marks } of ledger.subjects.values()) {
    if (found.has(id)) continue;
    verdict.violate("an acknowledged record is lost", { kind, id, marks: [...marks] });
  }
  for (const { target, event, sequence, requestId } of successes) {
    const id = target?.id ?? null;
    const isOurs = target !== null && targetTypes.has(target.type) && event !== "run.started";
    if (!isOurs || id === null || found.has(id) || ledger.fixtures.has(id)) continue;
    verdict.violate("an audit entry refers to a record that does not exist", {
      sequence,
      event,
      requestId,
      id,
    });
  }
}
