import { eraseVariables } from "@lintel/contract/words/path-template";
import type { CheckResult, ScanResult } from "@lintel/scanner/scan.types";
import { fingerprintOf, isOpen } from "./finding.store.ts";
import type { SeenFinding } from "./record-scan.store.ts";

type Judged = Pick<ScanResult, "findings" | "unconfirmed" | "checks" | "absent">;

/**
 * The open findings that a scan proves to be fixed: the check of the same scanner on the same
 * operation passed, and nothing at this place was left unconfirmed. A finding at an address that the
 * document does not name is fixed where the address no longer exists. A finding of the whole host is
 * fixed where its scanner tested something and no check of it was cut.
 */
export function judgeFixed(
  stored: readonly SeenFinding[],
  { findings, unconfirmed, checks, absent }: Judged,
): SeenFinding[] {
  const seen = new Set([...findings, ...unconfirmed].map(({ fingerprint }) => fingerprint));
  const passed = new Set(
    [...checks.filter(({ state }) => state === "passed"), ...absent].map((one) =>
      keyOf(one, one.operation),
    ),
  );
  const byScanner = Map.groupBy(checks, ({ scannerId }) => scannerId);
  return stored.filter((finding) => {
    if (!isOpen(finding.status) || seen.has(fingerprintOf(finding))) return false;
    return finding.location === "host"
      ? isWhole(byScanner.get(finding.scannerId) ?? [])
      : passed.has(keyOf(finding, `${finding.method} ${finding.path}`));
  });
}

/** Names of path variables do not count, as in fingerprints. */
const keyOf = ({ scannerId }: { readonly scannerId: string }, operation: string): string =>
  `${scannerId} ${eraseVariables(operation)}`;

const isWhole = (checks: readonly CheckResult[]): boolean =>
  checks.some(({ state }) => state === "passed" || state === "failed") &&
  checks.every(({ state }) => state !== "cut");
