import type { Baseline } from "./baselines/baseline.types.ts";
import { planScan } from "./checks/plan-scan.ts";
import type { ScanSettings, ScanTools } from "./model/scan.types.ts";
import { openScan } from "./open-scan.ts";
import { ScanEnd } from "./traffic/scan-end.ts";

/** Whether a scan will work, found with a few requests for each operation. */
export interface Preflight {
  readonly identities: readonly SignInCheck[];
  readonly operations: readonly BaselineCheck[];
  /** Scanners without a check, and why. */
  readonly idle: readonly { readonly scannerId: string; readonly reason: string }[];
  readonly checks: number;
  /** The most requests of all checks, without those that prepare them. */
  readonly requests: number;
  /** Why the preflight ended early; null if it asked for everything. */
  readonly endedBecause: string | null;
}

export interface SignInCheck {
  readonly name: string;
  readonly works: boolean;
  /** Why not; null if it works. */
  readonly reason: string | null;
}

export interface BaselineCheck {
  /** Method and path: `GET /orders/{orderId}`. */
  readonly operation: string;
  readonly works: boolean;
  /** The first identity whose request succeeds; null if none succeeds. */
  readonly identity: string | null;
  /** Why it does not work; null if it works. */
  readonly reason: string | null;
}

/**
 * Signs in with each identity, and looks for a request of each operation that works. Apart from
 * sign-ins, it sends no request that writes.
 *
 * @throws RangeError for a scanner that does not exist
 */
export async function preflight(settings: ScanSettings, tools: ScanTools): Promise<Preflight> {
  const { surface, identities } = settings;
  const plan = planScan(surface, identities, settings, settings);
  const scan = openScan(settings, tools, { ...settings, isReadOnly: true, readOnlyReason: later });
  const { masker, sessions, baselines } = scan;
  const signedIn: SignInCheck[] = [];
  const operations: BaselineCheck[] = [];
  const end = await scan.doAndCleanUp(async () => {
    for (const { name } of identities) signedIn.push(await trySignIn(name));
    const able = signedIn.filter(({ works }) => works).map(({ name }) => name);
    for (const operation of surface.operations) {
      const own = { operation: operation.id };
      let last: Baseline | null = null;
      for (const name of able) {
        last = await baselines.of(operation, name);
        if (last.works) break;
      }
      operations.push(
        last?.works === true
          ? { ...own, works: true, identity: last.identity, reason: null }
          : { ...own, works: false, identity: null, reason: last?.reason ?? noIdentity },
      );
    }
  });

  async function trySignIn(name: string): Promise<SignInCheck> {
    try {
      await sessions.credentialOf(name);
      return { name, works: true, reason: null };
    } catch (error) {
      if (!(error instanceof ScanEnd && error.reason === "signInFailed")) throw error;
      return { name, works: false, reason: masker.text(error.message) };
    }
  }

  return {
    identities: signedIn,
    operations,
    idle: plan.idle,
    checks: plan.checks.length,
    requests: plan.requests,
    endedBecause: end === null ? null : masker.text(end.message),
  };
}

const later = "it writes, which only the scan itself tries";
const noIdentity = "no identity could sign in";
