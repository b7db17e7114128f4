import type { InputOf } from "@lintel/contract/operation";
import type {
  createScanProfile,
  updateScanProfile,
} from "@lintel/contract/operations/scan-profile";
import type { ScanProfile } from "@lintel/contract/shapes/scan-profile";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import { sealIdentities, sealIdentitiesAgain, showIdentities } from "./identities.ts";
import { readProfileSurface } from "./scan-document.ts";
import {
  checkAccessRules,
  checkFlows,
  checkScanners,
  checkSchedule,
} from "./scan-profile.rules.ts";
import {
  deleteProfileRow,
  hasVersion,
  insertProfile,
  selectProfile,
  selectProfiles,
  updateProfileRow,
  type ProfileValues,
  type StoredProfile,
} from "./scan-profile.store.ts";
import type { SecuritySources } from "./security.sources.ts";
import { checkSuiteIdentities } from "./suite-identities.ts";

/** What profiles need of the platform and of other features. */
export interface ProfilePlatform {
  readonly platform: Pick<DocumentPlatform, "sealer" | "clock" | "documents">;
  readonly sources: SecuritySources;
}

type Given = Partial<InputOf<typeof createScanProfile>>;

export async function listProjectProfiles(context: ProjectContext): Promise<ScanProfile[]> {
  return (await selectProfiles(context.db, context)).map(toProfile);
}

export async function readProfile(context: ProjectContext, id: string): Promise<ScanProfile> {
  return toProfile(await findProfile(context, id));
}

/** @throws Problem NOT_FOUND where the project has no such profile */
export async function findProfile(context: ProjectContext, id: string): Promise<StoredProfile> {
  const row = await selectProfile(context.db, context, id);
  if (row === undefined) throw notFound("The scan profile");
  return row;
}

export async function addProfile(
  profiles: ProfilePlatform,
  context: ProjectContext,
  input: InputOf<typeof createScanProfile>,
): Promise<ScanProfile> {
  const id = profiles.platform.clock.newId();
  const values = await mergeValues(profiles, context, id, input, null);
  const { organizationId, projectId, now } = context;
  const row = await insertProfile(context.db, { organizationId, projectId, id, now }, values).catch(
    refuseTaken,
  );
  context.emit("scan_profile.created", ofProfile(row));
  return toProfile(row);
}

export async function changeProfile(
  profiles: ProfilePlatform,
  context: ProjectContext,
  input: InputOf<typeof updateScanProfile>,
): Promise<ScanProfile> {
  const { profileId, rowVersion, ...fields } = input;
  const before = await findProfile(context, profileId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const values = await mergeValues(profiles, context, profileId, fields, before);
  const row = await updateProfileRow(context.db, before, values, context.now).catch(refuseTaken);
  if (row === undefined)
    throw conflict(encodeRowVersion((await findProfile(context, profileId)).rowVersion));
  const changed = Object.keys(fields);
  context.emit("scan_profile.updated", { ...ofProfile(row), data: { changed } });
  return toProfile(row);
}

export async function removeProfile(context: ProjectContext, id: string): Promise<void> {
  const profile = await findProfile(context, id);
  await deleteProfileRow(context.db, profile);
  context.emit("scan_profile.deleted", ofProfile(profile));
}

const initial: Omit<ProfileValues, "name" | "environmentId"> = {
  description: null,
  isEnabled: true,
  timeBudgetSeconds: 600,
  requestsPerSecond: 10,
  scannerIds: [],
  specVersionId: null,
  documentUrl: null,
  suiteId: null,
  scope: { include: [], exclude: [] },
  dangerWords: [],
  allowedOperations: [],
  flows: [],
  accessRules: [],
  isDisposable: false,
  identities: [],
  identityOrigin: null,
  cronSchedule: null,
  cronTimeZone: "UTC",
};

async function mergeValues(
  profiles: ProfilePlatform,
  context: ProjectContext,
  id: string,
  { identities, ...given }: Given,
  before: StoredProfile | null,
): Promise<ProfileValues> {
  const merged = { ...initial, name: "", environmentId: null, ...pickValues(before), ...given };
  checkScanners(merged.scannerIds);
  checkSchedule(merged.cronSchedule, merged.cronTimeZone, context.now);
  checkFlows(merged.flows, merged);
  const origin = await checkSources(profiles.sources, context, merged);
  if ("flows" in given || "scope" in given || "specVersionId" in given)
    await checkStoredSteps(profiles, context, merged);
  await checkSuiteIdentities(profiles.sources, context.db, context, identities ?? []);
  const { sealer } = profiles.platform;
  const stored = before?.identities ?? [];
  const isSameOrigin = before?.identityOrigin === origin;
  const kept =
    identities === undefined && isSameOrigin
      ? sealIdentitiesAgain(sealer, id, stored).identities
      : sealIdentities(sealer, id, identities ?? showIdentities(stored), {
          identities: stored,
          isSameOrigin,
        });
  checkAccessRules(
    merged.accessRules,
    kept.map(({ name }) => name),
  );
  return { ...merged, identities: kept, identityOrigin: kept.length === 0 ? null : origin };
}

function pickValues(stored: StoredProfile | null): Partial<ProfileValues> {
  if (stored === null) return {};
  const {
    organizationId: _organizationId,
    projectId: _projectId,
    id: _id,
    lastRunAt: _lastRunAt,
    nextRunAt: _nextRunAt,
    createdAt: _createdAt,
    modifiedAt: _modifiedAt,
    rowVersion: _rowVersion,
    ...values
  } = stored;
  return values;
}

/** Steps of flows in a stored version; those at an address are checked when it is scanned. */
async function checkStoredSteps(
  { platform: { documents }, sources }: ProfilePlatform,
  { db, organizationId, projectId }: ProjectContext,
  values: ProfileValues,
): Promise<void> {
  if (values.flows.length === 0 || values.specVersionId === null) return;
  await readProfileSurface({ documents, sources }, db, { ...values, organizationId, projectId });
}

/**
 * Checks that all that the profile names is in its project.
 *
 * @returns the origin of the environment
 */
async function checkSources(
  sources: SecuritySources,
  { db, organizationId, projectId }: ProjectContext,
  { environmentId, specVersionId, documentUrl, suiteId }: ProfileValues,
): Promise<string | null> {
  const place = { organizationId, projectId };
  if ((specVersionId === null) === (documentUrl === null))
    throw invalid({
      field: "specVersionId",
      code: "value",
      message: "Give either specVersionId or documentUrl, and null for the other.",
    });
  if (specVersionId !== null && !(await hasVersion(db, place, specVersionId)))
    throw elsewhere("specVersionId", "version of a specification");
  if (suiteId !== null && (await sources.readSuite(db, place, suiteId)) === null)
    throw elsewhere("suiteId", "suite");
  if (environmentId === null) return null;
  const environment = await sources.readEnvironment(db, place, environmentId);
  if (environment === null) throw elsewhere("environmentId", "environment");
  return new URL(environment.baseUrl).origin;
}

const elsewhere = (field: string, what: string) =>
  invalid({ field, code: "unknown", message: `The project has no such ${what}.` });

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "The project has a scan profile of this name.")
    : error;
}

const ofProfile = ({ id, name }: StoredProfile) => ({
  subject: { type: "scanProfile", id, name } as const,
  data: {},
});

function toProfile(row: StoredProfile): ScanProfile {
  const {
    organizationId: _organizationId,
    projectId: _projectId,
    identityOrigin: _identityOrigin,
    nextRunAt: _nextRunAt,
    ...shown
  } = row;
  return {
    ...shown,
    identities: showIdentities(row.identities),
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
