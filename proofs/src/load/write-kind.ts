import type { Answer, Caller } from "../stage/call.ts";
import { readVersion } from "../stage/read-version.ts";
import type { Ledger, RecordKind } from "../stage/ledger.ts";
import type { Random } from "../stage/random.ts";
import type { Tenant } from "../stage/tenant.ts";

/** What a client has at hand for one write. */
export interface WriteScene {
  readonly caller: Caller;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly targetUrl: string;
}

/** One sort of change that clients make. */
export interface WriteKind {
  readonly name: string;
  /** How often it is chosen beside the others. */
  readonly weight: number;
  /** Makes one change and notes in the ledger what came of it. */
  write(scene: WriteScene): Promise<void>;
}

/** There are at most as many records of a kind: beyond that, those that are there are changed. */
export const maxOfKind = 20;

/** Notes what became of a call that writes a mark. */
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

/** Notes that the answer to a change is a promise: its request id is in the audit log. */
export function notePromise(ledger: Ledger, answer: Answer, what: string): void {
  ledger.promised.set(answer.requestId ?? `no request id for ${what}`, what);
}

// A 503 does not say whether the change was made either: the connection to the database may have
// broken after the commit was sent.
function isUnsure({ kind, status }: Answer): boolean {
  return kind === "broken" || kind === "faulty" || (kind === "refused" && status >= 500);
}
