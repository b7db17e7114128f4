import { readSurface } from "@lintel/scanner/read-surface";
import type { Surface } from "@lintel/scanner/surface.types";
import { readStoredDocument } from "../../domain/design/stored-document.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import { toVisible } from "../../domain/design/version-visibility.ts";
import type { DocumentWork } from "../../domain/design/tasks/document-work.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import { checkSteps } from "./scan-profile.rules.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import type { SecuritySources } from "./security.sources.ts";

export interface DocumentSources {
  readonly documents: DocumentWork;
  readonly sources: SecuritySources;
}

/** What of a profile says which operations it scans. */
export type ScannedDocument = Pick<
  StoredProfile,
  | "organizationId"
  | "projectId"
  | "specVersionId"
  | "suiteId"
  | "documentUrl"
  | "scope"
  | "dangerWords"
  | "flows"
>;

/**
 * The operations that a profile scans, from its stored version or its address.
 *
 * @throws Problem if the document is gone, cannot be read, or does not have what the profile names
 */
export async function readProfileSurface(
  parts: DocumentSources,
  db: Database,
  profile: ScannedDocument,
): Promise<Surface> {
  const text = await readText(parts, db, profile);
  const { scope, dangerWords, flows } = profile;
  const suite = await readSuiteOf(parts.sources, db, profile);
  const surface = readSurface(JSON.parse(text), { scope, dangerWords, suite });
  if (surface.operations.length === 0)
    throw new Problem(
      "SPEC_INVALID",
      "The document has no operation in the scope of the profile. Change the scope or the document.",
    );
  checkSteps(flows, surface);
  return surface;
}

/** A suite that was deleted is left out: the profile then names none. */
const readSuiteOf = async (
  sources: SecuritySources,
  db: Database,
  { suiteId, ...place }: ScannedDocument,
): Promise<object | null> => (suiteId === null ? null : sources.readSuite(db, place, suiteId));

async function readText(
  { documents, sources }: DocumentSources,
  db: Database,
  profile: ScannedDocument,
): Promise<string> {
  const { documentUrl, specVersionId, organizationId, projectId } = profile;
  if (documentUrl !== null) {
    const text = await sources.fetchDocument(documentUrl);
    return documents.run("toPlainJson", { text }, { organizationId, size: text.length });
  }
  const version = specVersionId === null ? undefined : await selectVersion(db, profile);
  if (version === undefined)
    throw new Problem(
      "NOT_FOUND",
      "The version that the profile scans was deleted. Choose another one in the profile.",
    );
  const stored = await readStoredDocument({ db, organizationId, projectId }, toVisible(version));
  const printing = { stored, format: "json", isCompact: true, target: null } as const;
  const load = { organizationId, size: measureTexts(stored.texts) };
  const { bytes } = await documents.run("printStored", printing, load);
  return new TextDecoder().decode(bytes);
}

function selectVersion(
  db: Database,
  { organizationId, projectId, specVersionId }: ScannedDocument,
) {
  return db
    .selectFrom("specVersion as v")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select(["v.organizationId", "v.id", "v.specId", "v.version", "v.status", "v.openapiVersion"])
    .where("v.organizationId", "=", organizationId)
    .where("s.projectId", "=", projectId)
    .where("v.id", "=", specVersionId)
    .executeTakeFirst();
}
