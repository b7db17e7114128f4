import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Probe } from "../scanners/scanner.types.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";

/** Whether the target still serves an identity. Otherwise a refusal says nothing about permissions. */
export interface Liveness {
  /** @param isFresh - asks again, also where an earlier answer is known */
  isServed(identity: string, isFresh: boolean): Promise<boolean>;
}

/** As many operations are tried for an identity. */
const maxOperations = 12;

export function createLiveness(probe: Probe): Liveness {
  const known = new Map<string, Promise<WorkingBaseline | null>>();

  /** A read that works for the identity, and not without a credential. */
  async function find(identity: string): Promise<WorkingBaseline | null> {
    for (const operation of listReads(probe.surface)) {
      const baseline = await probe.baseline(operation, identity);
      if (!baseline.works) continue;
      const isOpen = operation.needsCredential && isGranted(await probe.send(baseline.draft, null));
      if (!isOpen) return baseline;
    }
    return null;
  }

  return {
    async isServed(identity, isFresh) {
      const asked = known.get(identity) ?? find(identity);
      known.set(identity, asked);
      const baseline = await asked;
      if (baseline === null || !isFresh) return baseline !== null;
      return isGranted(await probe.send(baseline.draft, identity));
    },
  };
}

/** Reads that need a credential if there are any; those of lists first, which need no item. */
function listReads({ operations }: Surface): Operation[] {
  const reads = operations.filter(({ isWrite, danger }) => !isWrite && danger === null);
  const guarded = reads.filter(({ needsCredential }) => needsCredential);
  return (guarded.length > 0 ? guarded : reads)
    .toSorted((left, right) => countVariables(left) - countVariables(right))
    .slice(0, maxOperations);
}

const countVariables = ({ path }: Operation): number => path.split("{").length - 1;
