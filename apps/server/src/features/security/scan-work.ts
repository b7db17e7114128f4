import { setTimeout as wait } from "node:timers/promises";
import type { RunEnvironment } from "@lintel/runner/plan/plan.types";
import type { ScanClock } from "@lintel/scanner/pace";
import type { ScanSettings, ScanTools } from "@lintel/scanner/scan.types";
import { readSurface } from "@lintel/scanner/read-surface";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import { createTokenExtractor } from "./extract-token.ts";
import { createHostPace } from "./host-pace.ts";
import { openIdentities } from "./identities.ts";
import { storeRefreshToken } from "./refresh-tokens.ts";
import { readProfileSurface } from "./scan-document.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import type { SecuritySources } from "./security.sources.ts";

/** What scans need of the platform and of other features. */
export interface ScanPlatform {
  readonly platform: DocumentPlatform;
  readonly sources: SecuritySources;
}

/** Whose requests are sent, and when. */
export interface ScanOccasion {
  readonly scanId: string;
  /** The same seed sends the same requests. */
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface ScanWork {
  readonly environment: RunEnvironment;
  readonly settings: ScanSettings;
  readonly tools: ScanTools;
}

/** The part of the work that does not need a document: enough to delete what a scan created. */
export type ScanTarget = Omit<ScanSettings, "surface">;

/**
 * Reads everything that a scan of a profile needs. The secrets of the identities stay in memory.
 *
 * @throws Problem that says what is missing
 */
export async function openScanWork(
  scans: ScanPlatform,
  db: Database,
  profile: StoredProfile,
  occasion: ScanOccasion,
): Promise<ScanWork> {
  const { target, environment } = await openTarget(scans, db, profile, occasion);
  const { documents } = scans.platform;
  const surface = await readProfileSurface({ ...scans, documents }, db, profile);
  const tools = openTools(scans, db, profile, { ...occasion, environment });
  return { environment, settings: { ...target, surface }, tools };
}

/** The same for deleting what an earlier process created. */
export async function openCleanUp(
  scans: ScanPlatform,
  db: Database,
  profile: StoredProfile,
  occasion: ScanOccasion,
): Promise<ScanWork> {
  const { target, environment } = await openTarget(scans, db, profile, occasion);
  const tools = openTools(scans, db, profile, { ...occasion, environment });
  return { environment, settings: { ...target, surface: emptySurface }, tools };
}

async function openTarget(
  { platform, sources }: ScanPlatform,
  db: Database,
  profile: StoredProfile,
  { scanId, seed }: ScanOccasion,
): Promise<Pick<ScanWork, "environment"> & { readonly target: ScanTarget }> {
  const { environmentId, scannerIds, flows } = profile;
  const environment =
    environmentId === null ? null : await sources.readEnvironment(db, profile, environmentId);
  if (environmentId === null || environment === null)
    throw new Problem(
      "NOT_FOUND",
      "The environment of the profile was deleted. Choose another one in the profile.",
    );
  const { baseUrl, isReadOnly, oauthTokenUrl } = environment;
  if (profile.identities.length > 0 && profile.identityOrigin !== new URL(baseUrl).origin)
    throw new Problem(
      "VALIDATION_FAILED",
      "The environment has another address than the one for which the secrets of the identities were entered. Enter them again in the profile.",
    );
  const target: ScanTarget = {
    scanId,
    seed,
    baseUrl,
    isReadOnly,
    tokenUrl: oauthTokenUrl,
    identities: openIdentities(platform.sealer, profile.id, profile.identities),
    scannerIds: scannerIds.length === 0 ? undefined : scannerIds,
    timeBudget: profile.timeBudgetSeconds,
    isDisposable: profile.isDisposable,
    allowedOperations: profile.allowedOperations,
    accessRules: profile.accessRules,
    flows: flows.map(({ limit, ...flow }) => ({ ...flow, limit: limit ?? undefined })),
  };
  return { target, environment };
}

function openTools(
  { platform, sources }: ScanPlatform,
  db: Database,
  profile: StoredProfile,
  { environment, signal }: ScanOccasion & Pick<ScanWork, "environment">,
): ScanTools {
  const { log, egress } = platform;
  const clock = toScanClock(platform.clock);
  const pace = createHostPace({
    db,
    host: hostOf(environment.baseUrl),
    requestsPerSecond: profile.requestsPerSecond,
    clock,
    onError: (error) => log.warn({ err: error }, "the pace of a target could not be stored"),
  });
  const onRefreshToken = (identity: string, token: string): Promise<void> =>
    storeRefreshToken(platform, db, profile, { identity, token });
  const parts = { sources, clock: platform.clock };
  const extractToken = createTokenExtractor(parts, db, profile, environment);
  return { egress, pace, clock, signal, onRefreshToken, extractToken };
}

const emptySurface = readSurface({});

/** Addresses with and without the port of their scheme have one pace. */
function hostOf(baseUrl: string): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}

const toScanClock = ({ monotonic }: Clock): ScanClock => ({
  now: monotonic,
  wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
});
