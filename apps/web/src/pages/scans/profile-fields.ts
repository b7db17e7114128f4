import type { Input, Output } from "../../api/api.ts";

export type Profile = Output<"getScanProfile">;

/** What is edited in place. Lists are texts with a line for each entry; "" means none. */
export interface ProfileFields {
  readonly name: string;
  readonly description: string;
  readonly environmentId: string;
  readonly specVersionId: string;
  readonly documentUrl: string;
  readonly suiteId: string;
  readonly isEnabled: boolean;
  readonly isDisposable: boolean;
  readonly requestsPerSecond: string;
  readonly timeBudgetSeconds: string;
  readonly cronSchedule: string;
  readonly cronTimeZone: string;
  readonly include: string;
  readonly exclude: string;
  readonly dangerWords: string;
  readonly allowedOperations: string;
  readonly scannerIds: string;
}

export const profileLabels: Readonly<Record<keyof ProfileFields, string>> = {
  name: "Name",
  description: "Description",
  environmentId: "Environment",
  specVersionId: "Specification",
  documentUrl: "Address of the document",
  suiteId: "Suite with examples",
  isEnabled: "Enabled",
  isDisposable: "Data can be thrown away",
  requestsPerSecond: "Requests per second",
  timeBudgetSeconds: "Time budget in seconds",
  cronSchedule: "Schedule",
  cronTimeZone: "Time zone",
  include: "Only these operations",
  exclude: "Never these operations",
  dangerWords: "Words of operations to leave out",
  allowedOperations: "Operations to call anyway",
  scannerIds: "Scanners",
};

const toLines = (items: readonly string[]): string => items.join("\n");

export const fromLines = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

export const toFields = (profile: Profile): ProfileFields => ({
  name: profile.name,
  description: profile.description ?? "",
  environmentId: profile.environmentId ?? "",
  specVersionId: profile.specVersionId ?? "",
  documentUrl: profile.documentUrl ?? "",
  suiteId: profile.suiteId ?? "",
  isEnabled: profile.isEnabled,
  isDisposable: profile.isDisposable,
  requestsPerSecond: String(profile.requestsPerSecond),
  timeBudgetSeconds: String(profile.timeBudgetSeconds),
  cronSchedule: profile.cronSchedule ?? "",
  cronTimeZone: profile.cronTimeZone,
  include: toLines(profile.scope.include),
  exclude: toLines(profile.scope.exclude),
  dangerWords: toLines(profile.dangerWords),
  allowedOperations: toLines(profile.allowedOperations),
  scannerIds: toLines(profile.scannerIds),
});

type Change = Omit<Input<"updateScanProfile">, "projectId" | "profileId" | "rowVersion">;

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** Without identities, rules and flows: these are saved on their own, and secrets are in no draft. */
export const toChange = (fields: ProfileFields): Change => ({
  name: fields.name,
  description: orNull(fields.description),
  ...(fields.environmentId === "" ? {} : { environmentId: fields.environmentId }),
  specVersionId: orNull(fields.specVersionId),
  documentUrl: orNull(fields.documentUrl),
  suiteId: orNull(fields.suiteId),
  isEnabled: fields.isEnabled,
  isDisposable: fields.isDisposable,
  requestsPerSecond: Number(fields.requestsPerSecond),
  timeBudgetSeconds: Number(fields.timeBudgetSeconds),
  cronSchedule: orNull(fields.cronSchedule),
  cronTimeZone: orNull(fields.cronTimeZone) ?? "UTC",
  scope: { include: fromLines(fields.include), exclude: fromLines(fields.exclude) },
  dangerWords: fromLines(fields.dangerWords),
  allowedOperations: fromLines(fields.allowedOperations),
  scannerIds: fromLines(fields.scannerIds),
});
