import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { publishSpecVersion } from "@lintel/contract/operations/spec-version";
import type { SpecVersion } from "@lintel/contract/shapes/spec";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { lintVersion } from "./lint-version.service.ts";
import { publishVersion } from "./spec-version.service.ts";

type Published = OutputOf<typeof publishSpecVersion>;

/** A version to publish, and the actor. */
interface PublishedVersion {
  readonly context: ProjectContext;
  readonly version: SpecVersion;
}

/** Maximum number of errors in the answer. */
const maxErrors = 100;

export async function acceptPublishing(
  context: ProjectContext,
  input: InputOf<typeof publishSpecVersion>,
): Promise<PublishedVersion> {
  return { context, version: await publishVersion(context, input) };
}

/**
 * Lints the published version, which no longer changes. A failure of lint does not make the call
 * fail, because the version is already published.
 */
export async function lintPublished(
  platform: DocumentPlatform,
  { context, version }: PublishedVersion,
): Promise<Published> {
  const { id: versionId, specId } = version;
  try {
    const committed = { ...context, db: await platform.database() };
    const { findings, total } = await lintVersion(platform, committed, { specId, versionId });
    const errors = findings.filter(({ severity }) => severity === "error").slice(0, maxErrors);
    return { ...version, lint: { errors, total } };
  } catch (error) {
    platform.log.warn({ err: error, specId, versionId }, "a published version was not linted");
    return { ...version, lint: null };
  }
}
