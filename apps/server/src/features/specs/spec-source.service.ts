import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { lintSpecText, saveSpecSource } from "@lintel/contract/operations/spec-source";
import { needRoom } from "../../domain/design/endpoint-limit.ts";
import { readTexts } from "../../domain/design/read-design.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import type { Dispute, MergedDocument } from "../../domain/design/tasks/merge-document.task.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import { findSpec, findVersion, lockDraft } from "../../domain/design/version-visibility.ts";
import { replaceDesign, updateDocument } from "../../domain/design/write-design.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { readRules } from "./design-settings.service.ts";
import { nameVersion } from "./document-names.ts";
import { readExternal } from "./lint-version.service.ts";
import { readVersion, retitleVersion } from "./spec-version.service.ts";
import { selectInfoVersion } from "./spec-version.store.ts";
import { toSubject } from "./spec.service.ts";

type SourcePlatform = Pick<DocumentPlatform, "documents" | "log">;

/** Lints a text by the rules of the organization, with the documents that the version refers to. */
export async function lintUnsaved(
  { documents, log }: SourcePlatform,
  context: ProjectContext,
  { specId, versionId, text }: InputOf<typeof lintSpecText>,
): Promise<OutputOf<typeof lintSpecText>> {
  const version = await findVersion(context, specId, versionId);
  const { lintRules: rules, lintOptions: options } = await readRules(context);
  const external = await readExternal(context, version);
  const linting = { text, rules, options, external };
  const { findings, total, failures } = await documents.run("lintText", linting, {
    organizationId: context.organizationId,
    size: text.length,
  });
  for (const { rule, reason } of failures) {
    // A text that is being typed is often no valid document, which rules of others do not expect.
    log.warn({ rule, reason, specId, versionId }, "a lint rule could not run");
  }
  return {
    findings: findings.map(({ suggestions, fixes, ...finding }) => ({
      ...finding,
      suggestions: [...suggestions],
      fixes: fixes.map(({ title, edits }) => ({ title, edits: [...edits] })),
    })),
    total,
  };
}

/** A turn of writing a large document, which is held until the call has ended. */
export const enterSaving = (
  { documents }: SourcePlatform,
  { organizationId }: ProjectContext,
  { text }: InputOf<typeof saveSpecSource>,
): Promise<() => void> => documents.enterWriting({ organizationId, size: text.length });

/**
 * Merges the changes from the exported text to the edited one into the rows as they are now. The text of the last
 * import stays the base of the next one.
 */
export async function saveEdited(
  platform: SourcePlatform,
  context: ProjectContext,
  input: InputOf<typeof saveSpecSource>,
): Promise<OutputOf<typeof saveSpecSource>> {
  const { specId, versionId } = input;
  const { db, now } = context;
  const spec = await findSpec(context, specId);
  const version = await lockDraft(context, specId, versionId, "alone");
  const merged = await merge(platform, context, await readTexts(db, version), input);
  if (input.prefer === undefined && merged.disputes.length > 0) throw refuse(merged);
  await needRoom(context, merged.endpoints);
  const { changes, openapiVersion, report } = merged;
  await replaceDesign(db, version, changes, now);
  const stated = await selectInfoVersion(db, version);
  await updateDocument(db, version, changes.document, now);
  const { infoVersion } = changes.document;
  await retitleVersion(context, version, {
    version: infoVersion === stated ? version.version : nameVersion(infoVersion),
    openapiVersion: openapiVersion ?? version.openapiVersion,
  });
  if (report.changeCount > 0) {
    context.emit("spec.imported", {
      subject: toSubject(spec),
      data: { versionId, changes: report.changeCount },
    });
  }
  const { changes: listed, changeCount } = report;
  return { version: await readVersion(context, specId, versionId), changes: listed, changeCount };
}

async function merge(
  { documents }: SourcePlatform,
  { organizationId }: ProjectContext,
  mine: Awaited<ReturnType<typeof readTexts>>,
  { base, text, prefer = "mine" }: InputOf<typeof saveSpecSource>,
): Promise<MergedDocument> {
  const merging = {
    base: { text: base, compressed: null },
    mine,
    theirs: text,
    // What the merge calls mine are the stored rows; for the person who saves, the text is.
    prefer: prefer === "mine" ? ("theirs" as const) : ("mine" as const),
    version: null,
  };
  const size = measureTexts(mine) + base.length + text.length;
  return documents.run("mergeDocument", merging, { organizationId, size });
}

function refuse({ disputes, report }: MergedDocument): Problem {
  const count = report.conflicts.length;
  const conflicts = disputes.map(({ mine, theirs, ...dispute }: Dispute) => ({
    ...dispute,
    mine: theirs,
    theirs: mine,
  }));
  return new Problem(
    "CONCURRENCY_CONFLICT",
    `Others changed ${count === 1 ? "a place" : `${count} places`} that you changed too. Nothing was saved. Export the version again and repeat your changes, or send prefer.`,
    { conflicts },
  );
}
