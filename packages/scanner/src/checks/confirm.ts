import type { Masker } from "@lintel/masking/masker";
import type { CreatedRecord } from "../baselines/record-creation.ts";
import type { Observation, Proof, Scanner } from "../scanners/scanner.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Guidance, ScanFinding, Unconfirmed } from "../findings/finding.types.ts";
import { fingerprint } from "../findings/fingerprint.ts";
import { writeEvidence } from "./write-evidence.ts";

export type Confirmed =
  | { readonly finding: ScanFinding; readonly unconfirmed: null }
  | { readonly finding: null; readonly unconfirmed: Unconfirmed };

export interface EvidenceTools {
  readonly masker: Masker;
  /** What the scan created so far. */
  readonly created: readonly CreatedRecord[];
}

type Observed = Exclude<Observation, { kind: "skipped" | "absent" }>;

/**
 * Makes a finding of an observation. A critical or high one needs two attacks and one control; with
 * less, or where the scanner itself was not sure, it stays unconfirmed.
 */
export function confirm(
  scanner: Scanner,
  operation: Operation,
  observed: Observed,
  { masker, created }: EvidenceTools,
): Confirmed {
  const { guidance, place } = observed;
  const { method, path } = placeOf(operation, observed);
  const own = {
    fingerprint: fingerprint({ guidanceId: guidance.id, method, path, place }),
    scannerId: scanner.id,
    method,
    path,
  };
  const reason =
    observed.kind === "unconfirmed" ? observed.reason : findLack(guidance, observed.proof);
  if (reason !== null || observed.kind === "unconfirmed")
    return {
      finding: null,
      unconfirmed: { ...own, guidanceId: guidance.id, reason: reason ?? "" },
    };
  return {
    finding: {
      ...own,
      guidance,
      confidence: observed.confidence ?? "high",
      place,
      title: guidance.title,
      description: masker.text(observed.description),
      evidence: writeEvidence(observed.proof, masker, created),
    },
    unconfirmed: null,
  };
}

function placeOf(operation: Operation, observed: Observed): Pick<Operation, "method" | "path"> {
  if (observed.kind === "unconfirmed") return operation;
  return observed.isHostWide === true ? { method: "GET", path: "/" } : (observed.at ?? operation);
}

function findLack({ severity }: Guidance, { attacks, controls }: Proof): string | null {
  if (severity !== "critical" && severity !== "high") return null;
  if (attacks.length < 2) return "it was observed only once";
  return controls.length === 0 ? "no control shows that it is no accident" : null;
}
