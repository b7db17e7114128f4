import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { publishSpecVersion } from "@lintel/contract/operations/spec-version";
import type { SpecVersion } from "@lintel/contract/shapes/spec";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { lintVersion } from "./lint-version.service.ts";
import { publishVersion } from "./spec-version.service.ts";

type Published = OutputOf<typeof publishSpecVersion>;

/** A version that is published, and in whose name. */
interface PublishedVersion {
  readonly context: ProjectContext;
  readonly version: SpecVersion;
}

/** So many errors are answered with a published version. */
const mostErrors = 100;

export async function acceptPublishing(
  context: ProjectContext,
  input: InputOf<typeof publishSpecVersion>,
): Promise<PublishedVersion> {
  return { context, version: await publishVersion(context, input) };
}

/**
 * Lints what was published, once nothing changes it any more. What keeps lint from its work does not make the
 * publishing fail, which is done.
 */
export async function lintPublished(
  platform: DocumentPlatform,
  { context, version }: PublishedVersion,
): Promise<Published> {
  const { id: versionId, specId } = version;
  try {
    const committed = { ...context, db: await platform.database() };
    const { findings, total } = await lintVersion(platform, committed, { specId, versionId });
    const errors = findings.filter(({ severity }) => severity === "error").slice(0, mostErrors);
    return { ...version, lint: { errors, total } };
  } catch (error) {
    platform.log.warn({ err: error, specId, versionId }, "a published version was not linted");
    return { ...version, lint: null };
  }
}
