import Type, { type Static } from "typebox";
import { scanRunStatuses, scanTriggers } from "../words/security.ts";
import { Id, nullable, record, Timestamp } from "./common.ts";
import { ScanAccessRule } from "./scan-profile.ts";

const Count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

/** A scan of a profile, from the queue to its end. */
export const ScanRun = record({
  id: Id,
  scanProfileId: Id,
  status: Type.Enum([...scanRunStatuses], {
    description: "Only `completed` means that the scanners finished.",
  }),
  trigger: Type.Enum([...scanTriggers]),
  startedByUserId: nullable(
    Type.String({
      format: "uuid",
      description: "The person who started it; null for a schedule or a service account.",
    }),
  ),
  retestedFindingId: nullable(
    Type.String({
      format: "uuid",
      description: "The finding that the run tests again; null for a scan of everything.",
    }),
  ),
  queuedAt: Timestamp,
  startedAt: nullable(Timestamp),
  completedAt: nullable(Timestamp),
  checksTotal: Count("A check is one scanner on one operation."),
  checksPassed: Count(),
  checksFailed: Count(),
  checksSkipped: Count(),
  coverage: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of operations whose authorization was tested.",
  }),
  securityScore: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        "The score of the project's present open findings. Null until the run is completed, and with a coverage under 0.5.",
    }),
  ),
  openFindingsCount: Count("The project's present findings that are open or in progress."),
  scannersCompleted: Count(),
  enabledScannerCount: Count(),
  currentScannerId: nullable(Type.String()),
  errorMessage: nullable(Type.String({ description: "Why the run failed." })),
});
export type ScanRun = Static<typeof ScanRun>;

/** A check that did not run. */
export const UntestedCheck = record({
  scannerId: Type.String(),
  operation: Type.String({ description: "As `GET /orders`." }),
  state: Type.Enum(["skipped", "cut"], { description: "`cut`: the time budget ended before." }),
  reason: nullable(Type.String()),
});
export type UntestedCheck = Static<typeof UntestedCheck>;

/** What looked like a weakness and was not proved: no finding, but not fixed either. */
export const UnconfirmedObservation = record({
  fingerprint: Type.String(),
  scannerId: Type.String(),
  guidanceId: Type.String(),
  method: Type.String(),
  path: Type.String(),
  reason: Type.String(),
});
export type UnconfirmedObservation = Static<typeof UnconfirmedObservation>;

/** What a run created in the target and could not delete, or changed and could not restore. */
export const LeftBehind = record({
  identity: Type.String(),
  operation: Type.String(),
  path: nullable(Type.String()),
});
export type LeftBehind = Static<typeof LeftBehind>;

/** What a run says beyond its figures. */
export const ScanRunDetails = record({
  scanRunId: Id,
  untested: Type.Array(UntestedCheck),
  unconfirmed: Type.Array(UnconfirmedObservation),
  access: Type.Array(ScanAccessRule, { description: "What each identity could call." }),
  leftBehind: Type.Array(LeftBehind),
  requestCount: Count(),
  slowdownCount: Count("How often the target made the run slower, by limits or late answers."),
});
export type ScanRunDetails = Static<typeof ScanRunDetails>;
