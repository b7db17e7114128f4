import type { InputOf } from "@lintel/contract/operation";
import type { compareSpecVersions } from "@lintel/contract/operations/spec-document";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { readStoredDocument } from "../../domain/design/stored-document.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import { findVersion } from "../../domain/design/version-visibility.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readRules } from "./design-settings.service.ts";

/** Compares a version with a baseline by the organization's rules. */
export async function compareVersions(
  { documents }: Pick<DocumentPlatform, "documents">,
  context: Pick<ProjectContext, "organizationId" | "projectId" | "db">,
  input: InputOf<typeof compareSpecVersions>,
): Promise<Comparison> {
  const { specId, versionId, baselineVersionId, baselineSpecId = specId } = input;
  const now = await findVersion(context, specId, versionId);
  const then = await findVersion(context, baselineSpecId, baselineVersionId);
  const { compareRules: severities } = await readRules(context);
  const before = await readStoredDocument(context, then);
  const after = await readStoredDocument(context, now);
  const load = {
    organizationId: context.organizationId,
    size: measureTexts(before.texts) + measureTexts(after.texts),
  };
  const result = await documents.run("compareStored", { before, after, severities }, load);
  return {
    ...result,
    endpoints: [...result.endpoints],
    schemas: [...result.schemas],
    changes: [...result.changes],
  };
}
