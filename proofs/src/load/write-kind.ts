import type { Answer, Caller } from "../stage/call.ts";
import { readVersion } from "../stage/read-version.ts";
import type { Ledger, RecordKind } from "../stage/ledger.ts";
import type { Random } from "../stage/random.ts";
import type { Tenant } from "../stage/tenant.ts";

/** The input of a client for one write. */
export interface WriteScene {
  readonly caller: Caller;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly targetUrl: string;
}

/** One kind of change that clients make. */
export interface WriteKind {
  readonly name: string;
  /** Its relative frequency. */
  readonly weight: number;
  /** Makes one change and records its outcome in the ledger. */
  write(scene: WriteScene): Promise<void>;
}

/** The maximum number of records of a kind; with more, existing records are changed. */
export const maxOfKind = 20;

/** Records the outcome of a call that writes a mark. */
export function noteWrite(
  { caller, tenant }: WriteScene,
  kind: RecordKind,
  mark: string,
  answer: Answer,
): void {
  const { ledger } = tenant;
  if (isUnsure(answer)) ledger.unanswered.add(mark);
  if (answer.kind !== "done") return;
  caller.verdict.count("acknowledged writes");
  notePromise(ledger, answer, `${kind} ${mark}`);
  const id = String(answer.value["id"]);
  ledger.settle(caller.verdict, { kind, id, version: readVersion(answer.value), mark });
}

/** Records that a change was acknowledged: its request id must be in the audit log. */
export function notePromise(ledger: Ledger, answer: Answer, what: string): void {
  ledger.promised.set(answer.requestId ?? `no request id for ${what}`, what);
}

// The outcome of a 503 is also unknown: the connection to the database may have broken after the
// commit was sent.
function isUnsure({ kind, status }: Answer): boolean {
  return kind === "broken" || kind === "faulty" || (kind === "refused" && status >= 500);
}
