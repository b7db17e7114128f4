import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { lintSpecVersion } from "@lintel/contract/operations/spec-document";
import type { ExternalTexts } from "@lintel/openapi/lint-options";
import { readStoredDocument } from "../../domain/design/stored-document.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import { findVersion, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectExternalDocuments, selectSourceAddress } from "./external-document.store.ts";
import { readRules } from "./design-settings.service.ts";

/** Lints the exported document by the organization's rules. */
export async function lintVersion(
  { documents, log }: Pick<DocumentPlatform, "documents" | "log">,
  context: ProjectContext,
  { specId, versionId }: InputOf<typeof lintSpecVersion>,
): Promise<OutputOf<typeof lintSpecVersion>> {
  const version = await findVersion(context, specId, versionId);
  const { lintRules: rules, lintOptions: options } = await readRules(context);
  const stored = await readStoredDocument(context, version);
  const external = await readExternal(context, version);
  const linting = { stored, rules, options, external };
  const { findings, total, failures } = await documents.run("lintStored", linting, {
    organizationId: context.organizationId,
    size: measureTexts(stored.texts),
  });
  for (const { rule, reason } of failures) {
    log.error({ rule, reason, specId, versionId }, "a lint rule could not run");
  }
  return {
    findings: findings.map((finding) => ({ ...finding, suggestions: [...finding.suggestions] })),
    total,
  };
}

/** The referenced documents that were fetched with the version. */
export async function readExternal(
  { db }: ProjectContext,
  version: VisibleVersion,
): Promise<ExternalTexts> {
  const documents = await selectExternalDocuments(db, version);
  return {
    base: await selectSourceAddress(db, version),
    texts: Object.fromEntries(documents.map(({ address, text }) => [address, text])),
  };
}
