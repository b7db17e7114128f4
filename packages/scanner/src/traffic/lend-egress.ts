import { scanHeader } from "@lintel/contract/words/scan-mark";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress } from "@lintel/egress/egress.types";
import { nameScanner } from "./mark-request.ts";
import type { ScanClock } from "./pace.ts";
import { ScanEnd } from "./scan-end.ts";

/** A client for work that does not know the scan. */
export interface LentEgress {
  readonly egress: Egress;
  readonly signal: AbortSignal;
  /** @throws ScanEnd if the scan is over, or ended while a request waited */
  checkEnd(): void;
}

interface Lender {
  readonly egress: Egress;
  readonly scanId: string;
  readonly signal: () => AbortSignal;
  /** A moment of the clock of the scan; Infinity without one. */
  readonly deadline: () => number;
  /** @throws ScanEnd if the scan is over */
  readonly checkEnd: () => void;
}

const timeoutMs = 15_000;

/** @param takeTurn - waits for the pace and counts the request @throws ScanEnd */
export function lendEgress(
  { egress, scanId, signal, deadline, checkEnd }: Lender,
  clock: Pick<ScanClock, "now">,
  takeTurn: () => Promise<void>,
): LentEgress {
  let end: ScanEnd | null = null;
  const waitForTurn = (): Promise<void> =>
    takeTurn().catch((error: unknown) => {
      if (!(error instanceof ScanEnd)) throw error;
      end ??= error;
      throw new EgressError("ABORTED", error.message);
    });
  return {
    signal: signal(),
    checkEnd() {
      if (end !== null) throw end;
      checkEnd();
    },
    egress: {
      async send(request) {
        await waitForTurn();
        const left = Math.min(request.timeoutMs ?? timeoutMs, timeoutMs, deadline() - clock.now());
        const signals = [signal(), ...(request.signal === undefined ? [] : [request.signal])];
        return egress.send({
          ...request,
          headers: nameScanner([[scanHeader, scanId], ...(request.headers ?? [])]),
          timeoutMs: Math.max(1, Math.ceil(left)),
          signal: AbortSignal.any(signals),
        });
      },
      close: () => Promise.resolve(),
    },
  };
}
