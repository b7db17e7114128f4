import type { ReadEntry } from "../stage/read-back.ts";
import { listOwn } from "./settle-writes.ts";
import { describe, lookAt, type Worker } from "./worker.ts";

/** At the end: everything that was acknowledged exists, and nothing else. */
export async function checkWorker(worker: Worker, entries: readonly ReadEntry[]): Promise<void> {
  const { agent, verdict, ledger, kinds } = worker;
  const present = ledger.records.filter(({ isThere }) => isThere);
  for (const record of present) {
    await lookAt(worker, record);
    verdict.count("records read back");
  }
  for (const kind of kinds) {
    const ids = new Set(
      present.filter((record) => record.kind === kind).map((record) => record.id),
    );
    for (const { id, mark } of (await listOwn(worker, kind)) ?? []) {
      if (ids.has(id)) continue;
      verdict.violate("a write exists that was absent or deleted before", {
        agent: agent.name,
        kind: kind.name,
        id,
        mark,
      });
    }
  }
  const successes = entries.filter(({ result }) => result === "success");
  const byTarget = Map.groupBy(successes, ({ target }) => target?.id ?? "");
  for (const record of ledger.records) {
    const found = byTarget.get(record.id)?.length ?? 0;
    verdict.count("audit entries of records", found);
    if (found === record.changes) continue;
    verdict.violate("the number of audit entries of a record differs from its changes", {
      agent: agent.name,
      ...describe(record),
      found,
    });
  }
}
