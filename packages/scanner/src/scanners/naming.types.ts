import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import type { FindingPlace } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";

/** A request of an owner, with its answer, that names one record. */
export interface Naming {
  readonly baseline: WorkingBaseline;
  readonly item: Bound;
  readonly place: FindingPlace;
  /** The answer to the same request for the reader's own account; null without one. */
  readonly readOwn: (reader: string) => Promise<Exchange | null>;
}
