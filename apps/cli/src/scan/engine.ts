import { setTimeout as wait } from "node:timers/promises";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createEgress } from "@lintel/egress/create-egress";
import { DocumentError } from "@lintel/openapi/source";
import { parseDocument } from "@lintel/openapi/parse";
import type { Identity } from "@lintel/scanner/identity.types";
import { describeGap as describeGapOf } from "@lintel/scanner/describe-gap";
import { openListener } from "@lintel/scanner/open-listener";
import { applyIgnoreList, readIgnoreList } from "@lintel/scanner/ignore-list";
import { createPace } from "@lintel/scanner/pace";
import { planScan, type ScanPlan } from "@lintel/scanner/plan-scan";
import { readScanConfig, ScanConfigError, type ScanConfig } from "@lintel/scanner/read-scan-config";
import { readSurface } from "@lintel/scanner/read-surface";
import { scanReports } from "@lintel/scanner/reports";
import type { ReportContext } from "@lintel/scanner/report.types";
import { runScan } from "@lintel/scanner/run-scan";
import type { ScanProgress, ScanResult } from "@lintel/scanner/scan.types";
import { scanners } from "@lintel/scanner/scanners";
import type { Surface } from "@lintel/scanner/surface.types";
import type { Unreadable } from "../documents/explain-document.ts";

// The large part of the scan, without the command. It is bundled into a file of its own, so that no
// other command loads it. Errors are returned, not thrown, because a class differs between the two
// files.

/** A parsed file of `--config`, or what is wrong with it. */
export function readConfig(
  value: unknown,
  readSecret: (text: string) => string,
): ScanConfig | { readonly problem: string } {
  try {
    return readScanConfig(value, readSecret);
  } catch (error) {
    if (!(error instanceof ScanConfigError)) throw error;
    return { problem: error.message };
  }
}

/** What is read of a document, and where values for its operations come from. */
export interface Wanted {
  readonly dangerWords: readonly string[];
  readonly scope: ScanConfig["scope"];
  /** The text of an HTTP Archive; null without one. */
  readonly har: string | null;
  /** The address that is scanned; null for the first server of the document. */
  readonly url: string | null;
}

/** The operations in a document, or why it or the archive cannot be read. */
export function readOperations(
  text: string,
  { dangerWords, scope, har, url }: Wanted,
):
  | { readonly surface: Surface; readonly server: string | null }
  | { readonly problem: string }
  | Unreadable {
  try {
    const { value } = parseDocument(text);
    const server = readServer(value);
    const basePath = URL.parse(url ?? server ?? "")?.pathname ?? "";
    const recorded = har === null ? {} : { har: { text: har, basePath } };
    return { surface: readSurface(value, { dangerWords, scope, ...recorded }), server };
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message };
    if (!(error instanceof DocumentError)) throw error;
    return { code: error.code, message: error.message, position: error.position };
  }
}

/** The address of the first server if it is absolute and has no variables. */
function readServer(document: unknown): string | null {
  const [first] = (document as { servers?: readonly { url?: unknown }[] }).servers ?? [];
  const url = first?.url;
  return typeof url === "string" && /^https?:\/\/[^{}]+$/.test(url) ? url : null;
}

export interface LocalScan {
  readonly surface: Surface;
  readonly baseUrl: string;
  readonly identities: readonly Identity[];
  readonly flows: ScanConfig["flows"];
  readonly accessRules: ScanConfig["accessRules"];
  readonly scannerIds: readonly string[] | undefined;
  readonly timeBudget: number;
  readonly requestsPerSecond: number;
  readonly isDisposable: boolean;
  readonly allowedOperations: readonly string[];
  readonly seed: number;
  /** An address of this machine that the target can reach; null for a free port if it is here. */
  readonly listenerUrl: URL | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ScanProgress) => void;
}

export const plan = (local: LocalScan): ScanPlan =>
  planScan(local.surface, local.identities, { scannerIds: local.scannerIds }, local);

const clock = {
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined),
};

/** Scans an address that the user has typed, on this machine or elsewhere. */
export async function scan(local: LocalScan): Promise<ScanResult> {
  const { requestsPerSecond, signal, onProgress, listenerUrl, ...settings } = local;
  const listener = await listen(listenerUrl, new URL(local.baseUrl));
  const egress = createEgress({ allow: parseAllowRules(allowTarget()), isOwnAddress: () => false });
  try {
    return await runScan(
      { ...settings, scanId: `local-${settings.seed}` },
      { egress, pace: createPace(requestsPerSecond, clock), clock, signal, onProgress, listener },
    );
  } finally {
    await egress.close();
    await listener?.[Symbol.asyncDispose]();
  }
}

const isHere = ({ hostname }: URL): boolean => /^(?:localhost|127[.\d]+|\[::1\])$/.test(hostname);

/** A target on this machine reaches any port of it; another one only the address that is named. */
async function listen(url: URL | null, target: URL) {
  if (url === null)
    return isHere(target) ? openListener({ host: "127.0.0.1", port: 0 }) : undefined;
  const port = Number(url.port === "" ? 80 : url.port);
  return openListener({ host: isHere(url) ? "127.0.0.1" : "::", port, publicUrl: url.href });
}

/** A person may scan any address of their own network, except link-local and metadata addresses. */
const allowTarget = (): string => "0.0.0.0/0:*,[::/0]:*";

export const listScanners = (): string[][] =>
  scanners.map(({ id, needs, title }) => [
    id,
    [
      needs.identities === 0
        ? ""
        : `${needs.identities} ${needs.identities === 1 ? "identity" : "identities"}`,
      needs.writes ? "writes" : "",
    ]
      .filter(Boolean)
      .join(", ") || "nothing",
    title,
  ]);

/** Why a scan without findings proves nothing; null if it tested what it planned. */
export const describeGap = (result: ScanResult): string | null => describeGapOf(result);

export const reportFormats = (): string[] => scanReports.map(({ format }) => format);

/** @returns undefined for a format that does not exist */
export const writeReport = (
  format: string,
  result: ScanResult,
  context: ReportContext,
): string | undefined =>
  scanReports.find((report) => report.format === format)?.render(result, context);

export const readIgnores = readIgnoreList;

export const ignore = applyIgnoreList;
