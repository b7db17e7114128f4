import type { OutputOf } from "@lintel/contract/operation";
import type { syncDocVersion } from "@lintel/contract/operations/doc-files";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import type { DeclaredReference } from "./declared-references.rules.ts";
import type { Declaration } from "./find-declarations.ts";
import { deleteNodes, placeNodes, selectChildren, updateNode } from "./doc-node.store.ts";
import {
  insertReference,
  renewReference,
  takeSnapshot,
  type Taken,
} from "./doc-reference.service.ts";
import { selectReferences, type StoredReference } from "./doc-reference.store.ts";
import { readSiblings } from "./doc-folder.service.ts";
import { forgetEmbeds } from "./doc-page.store.ts";
import { keepAddresses } from "./doc-tree.service.ts";
import { chooseSlug } from "./slug.rules.ts";
import { folderFileName } from "./file-names.rules.ts";
import * as specs from "../../domain/design/version-visibility.ts";
import { selectSpecId, selectSpecVersionId } from "./sync-references.store.ts";

type Synced = OutputOf<typeof syncDocVersion>;
export type ReferenceChange = Synced["references"][number];

/** A reference that a folder declares, with its current document, or a message if there is none. */
export interface WantedReference {
  /** The folder's path; `""` is the root. */
  readonly folder: string;
  /** The file that declares it. */
  readonly path: string;
  readonly declared: DeclaredReference;
  readonly taken: Taken | null;
  /** Why there is no document, or its version if that can be unexpected. */
  readonly message: string | null;
}

/** Exports the documents of all references that folders declare, before the transaction. */
export async function takeReferences(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  place: Place,
  declarations: readonly Declaration[],
): Promise<WantedReference[]> {
  const wanted: WantedReference[] = [];
  if (declarations.length === 0) return wanted;
  const present = await selectReferences(context.db, place);
  const ours = new Set(present.filter(isDeclared).map(({ specId }) => specId));
  const attached = present.filter(({ specId }) => !ours.has(specId));
  for (const { folder, path, references } of declarations) {
    for (const declared of references) {
      // A folder's file and its index can both declare one.
      if (wanted.some((one) => one.folder === folder && isSame(one.declared, declared))) continue;
      const { taken = null, message = null } = await takeOne(platform, context, declared, attached);
      wanted.push({ folder, path, declared, taken, message });
    }
  }
  return wanted;
}

const isSame = (one: DeclaredReference, other: DeclaredReference): boolean =>
  one.spec === other.spec && one.version === other.version && one.slug === other.slug;

async function takeOne(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  { spec, version }: DeclaredReference,
  attached: readonly StoredReference[],
): Promise<{ taken?: Taken; message?: string }> {
  const specId = await selectSpecId(context, spec);
  if (specId === null) return { message: `The project has no specification "${spec}"` };
  try {
    const stored = version === null ? attached.find((row) => row.specId === specId) : undefined;
    if (stored !== undefined) return await takeStored(platform, context, spec, stored);
    const versionId =
      version === null ? undefined : await selectSpecVersionId(context, specId, version);
    if (versionId === null)
      return { message: `The specification "${spec}" has no version "${version ?? ""}"` };
    return { taken: await takeSnapshot(platform, context, specId, versionId) };
  } catch (error) {
    // An invalid reference does not make the push of a folder fail.
    if (error instanceof Problem)
      return { message: `"${spec}" cannot be attached: ${error.message}` };
    throw error;
  }
}

/** A version that a command attached stays unless the folder's file names another one. */
async function takeStored(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  spec: string,
  { specId, specVersionId }: StoredReference,
): Promise<{ taken: Taken; message?: string }> {
  const taken = await takeSnapshot(platform, context, specId, specVersionId);
  const shown = await specs.findShownVersion(context, specId);
  if (shown.versionId === specVersionId) return { taken };
  const { versionNumber } = taken.snapshot;
  const message = `"${spec}" stays at version ${versionNumber}, which a command attached: give its \`version\` here to show another, such as ${shown.version}`;
  return { taken, message };
}

/** The stored references and the wanted ones. */
interface Plan {
  readonly change: ReferenceChange;
  readonly wanted: WantedReference | null;
  readonly present: StoredReference | null;
}

/** Plans which references are attached, updated and removed. Writes nothing. */
export async function planReferences(
  { db }: ProjectContext,
  place: Place,
  wanted: readonly WantedReference[],
): Promise<readonly Plan[]> {
  const present = await selectReferences(db, place);
  const taken = new Set<StoredReference>();
  const plans = wanted.flatMap((one): Plan[] => {
    if (one.taken === null) return [];
    const { snapshot } = one.taken;
    const same = present.filter((row) => row.specId === snapshot.specId && !taken.has(row));
    // A reference that was attached by hand becomes the folder's if the folder names a version.
    const found = same.find(isDeclared) ?? same[0] ?? null;
    if (found !== null) taken.add(found);
    const isSame =
      found?.digest === snapshot.digest && found.specVersionId === snapshot.specVersionId;
    const action = found === null ? "attached" : isSame ? "unchanged" : "renewed";
    const { specName, versionNumber } = snapshot;
    return [
      {
        change: { folder: one.folder, specName, versionNumber, action },
        wanted: one,
        present: found,
      },
    ];
  });
  // A document that cannot be exported now does not remove the one that is shown.
  const isHeld = wanted.some((one) => one.taken === null);
  const gone = isHeld ? [] : present.filter((row) => isDeclared(row) && !taken.has(row));
  const removed = gone.map((row): Plan => {
    const { specName, versionNumber } = row;
    const change = { folder: "", specName, versionNumber, action: "removed" } as const;
    return { change, wanted: null, present: row };
  });
  // Removes references first, so that new ones can take their slugs.
  return [...removed, ...plans];
}

const isDeclared = ({ fileName }: StoredReference): boolean => fileName === folderFileName;

/** Carries out a plan. The folders already exist. */
export async function writeReferences(
  platform: Pick<DocumentPlatform, "clock">,
  context: ProjectContext,
  place: Place,
  plans: readonly Plan[],
  folderIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { change, wanted, present } of plans) {
    const taken = wanted?.taken ?? null;
    if (wanted === null || taken === null) {
      if (present !== null) await deleteNodes(context.db, place, [present.id]);
      continue;
    }
    const parentId = folderIds.get(wanted.folder) ?? null;
    const { title, slug } = wanted.declared;
    if (present === null) {
      const { specName } = taken.snapshot;
      const fields = { parentId, title: title ?? specName, slug: slug ?? undefined };
      await insertReference(platform, context, place, fields, taken, folderFileName);
      continue;
    }
    if (change.action === "renewed") await renewReference(context, place, present, taken);
    await keepDeclared(context, place, present, parentId, wanted.declared);
  }
  if (plans.some(({ change }) => change.action !== "unchanged"))
    await forgetEmbeds(context.db, place);
}

/** Moves a reference into the folder that declares it, with the declared title and slug. */
async function keepDeclared(
  context: ProjectContext,
  place: Place,
  present: StoredReference,
  parentId: string | null,
  declared: DeclaredReference,
): Promise<void> {
  const { db, now } = context;
  const { title = present.title, slug = present.slug } = dropNulls(declared);
  // Without a declared version, the version that a command attached stays, and the reference still
  // belongs to the command.
  const fileName = isDeclared(present) || declared.version !== null ? folderFileName : null;
  const isMoved = present.parentId !== parentId || present.slug !== slug;
  if (isMoved) {
    // Throws if the slug is taken there.
    chooseSlug(slug, title, "reference", await readSiblings(context, place, parentId, present.id));
    await keepAddresses(context, place, present.id);
  }
  if (isMoved || fileName !== present.fileName || title !== present.title) {
    await updateNode(db, present, { fileName, title, slug, modifiedAt: now });
  }
  if (present.parentId === parentId) return;
  const siblings = await selectChildren(db, place, parentId);
  await placeNodes(db, place, parentId, [...siblings.map(({ id }) => id), present.id]);
}

const dropNulls = ({ title, slug }: DeclaredReference) => ({
  ...(title === null ? {} : { title }),
  ...(slug === null ? {} : { slug }),
});
