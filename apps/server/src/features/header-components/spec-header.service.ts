import type { InputOf } from "@lintel/contract/operation";
import type { manageHeaderComponent } from "@lintel/contract/operations/header-component";
import type { Warning } from "@lintel/contract/shapes/design";
import type {
  HeaderComponent,
  HeaderComponentUsage,
} from "@lintel/contract/shapes/header-component";
import { inlineContent } from "@lintel/openapi/rewrite";
import { changeComponent, needRowVersion } from "../../domain/design/change-component.ts";
import { findComponentIds, needComponent, writeRef } from "../../domain/design/component-refs.ts";
import {
  deleteComponentRow,
  insertComponent,
  needEditableKind,
  type StoredComponent,
} from "../../domain/design/component-rows.ts";
import { countUsages, listHeaderUsages } from "../../domain/design/component-usages.ts";
import { rewriteOwners } from "../../domain/design/rewrite-owners.ts";
import {
  findSpec,
  findVersion,
  lockDraft,
  needOpenApi,
  type VisibleVersion,
} from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound } from "../../platform/problem.ts";
import { checkComponentName, headerExists } from "./header-component.rules.ts";
import { schemaOf, toSpecHeader } from "./header-component.view.ts";
import { writeHeader, type HeaderChange } from "./header-content.ts";
import {
  isNameTaken,
  selectNewestVersionId,
  selectSpecHeader,
  selectVersionHeaders,
} from "./spec-header.store.ts";

type Fields = InputOf<typeof manageHeaderComponent>;

export interface SpecHeaderPlace {
  readonly specId: string;
  readonly versionId: string;
}

/** A component as a change returns it. */
export interface ManagedHeader {
  readonly component: HeaderComponent;
  readonly warnings: Warning[];
}

export async function listSpecHeaders(
  context: ProjectContext,
  specId: string,
  versionId: string | undefined,
  includeUsageCounts: boolean,
): Promise<(HeaderComponent & { usageCount: number | null })[]> {
  await findSpec(context, specId);
  const { db, organizationId } = context;
  const wanted = versionId ?? (await selectNewestVersionId(db, { organizationId, specId }));
  if (wanted === undefined) throw notFound("The version");
  const version = await findVersion(context, specId, wanted);
  const rows = await selectVersionHeaders(db, version);
  const counts = includeUsageCounts ? await countUsages(db, version, rows) : null;
  const headers = await toHeaders(context, version, rows);
  return headers.map((header) => ({
    ...header,
    usageCount: counts === null ? null : (counts.get(header.id) ?? 0),
  }));
}

export async function readSpecHeader(
  context: ProjectContext,
  specId: string,
  componentId: string,
): Promise<HeaderComponent> {
  const row = await findSpecHeader(context, specId, componentId);
  const version = await findVersion(context, specId, row.versionId);
  return toHeader(context, version, row);
}

/** Searches only the component's version, because nothing else can refer to it. */
export async function readSpecUsage(
  context: ProjectContext,
  specId: string,
  componentId: string,
  versionId: string | undefined,
): Promise<HeaderComponentUsage> {
  const row = await findSpecHeader(context, specId, componentId);
  const version = await findVersion(context, specId, versionId ?? row.versionId);
  const isElsewhere = version.versionId !== row.versionId;
  const used = isElsewhere ? [] : await listHeaderUsages(context.db, version, row);
  return { responseHeaders: [...used], policies: [] };
}

export async function addSpecHeader(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  place: SpecHeaderPlace,
  input: Fields,
): Promise<ManagedHeader> {
  const version = await lockDraft(context, place.specId, place.versionId, "alone");
  const { name = "" } = input;
  await checkName(context, version, name, null);
  await needEditableKind(context.db, version, "headers");
  const change = await readChange(context, version, input);
  const { content, warnings } = writeHeader({}, change, version.openapiVersion);
  const component = { id: clock.newId(), kind: "headers", name, content } as const;
  const row = await insertComponent(context, version, component);
  context.emit("header_component.created", ofSpecHeader(version, row));
  return { component: await toHeader(context, version, row), warnings: [...warnings] };
}

export async function changeSpecHeader(
  context: ProjectContext,
  place: SpecHeaderPlace,
  input: Fields & { readonly componentId: string; readonly rowVersion: string },
): Promise<ManagedHeader> {
  // References in the whole version follow a new name.
  const lock = input.name === undefined ? "shared" : "alone";
  const version = await lockDraft(context, place.specId, place.versionId, lock);
  const before = await findVersionHeader(context, version, input.componentId);
  needRowVersion(before, input.rowVersion);
  const { name = before.name } = input;
  if (name !== before.name) await checkName(context, version, name, before.id);
  const change = await readChange(context, version, input);
  const { content, warnings } = writeHeader(before.content, change, version.openapiVersion);
  const row = await changeComponent(context, version, before, { name, content });
  context.emit("header_component.updated", ofSpecHeader(version, row));
  return { component: await toHeader(context, version, row), warnings: [...warnings] };
}

/** Replaces references to the component with its content. */
export async function removeSpecHeader(
  context: ProjectContext,
  place: SpecHeaderPlace,
  componentId: string,
): Promise<void> {
  const version = await lockDraft(context, place.specId, place.versionId, "alone");
  const row = await findVersionHeader(context, version, componentId);
  const target = { kind: "headers", name: row.name } as const;
  await rewriteOwners(context, version, target, inlineContent(target, row.content));
  await deleteComponentRow(context.db, row);
  context.emit("header_component.deleted", ofSpecHeader(version, row));
}

async function findSpecHeader(
  context: ProjectContext,
  specId: string,
  componentId: string,
): Promise<StoredComponent> {
  await findSpec(context, specId);
  const { db, organizationId } = context;
  const row = await selectSpecHeader(db, { organizationId, specId }, componentId);
  if (row === undefined) throw notFound("The header component");
  return row;
}

async function findVersionHeader(
  context: ProjectContext,
  { specId, versionId }: VisibleVersion,
  componentId: string,
): Promise<StoredComponent> {
  const row = await findSpecHeader(context, specId, componentId);
  if (row.versionId !== versionId) throw notFound("The header component");
  return row;
}

async function checkName(
  { db }: ProjectContext,
  version: VisibleVersion,
  name: string,
  exceptId: string | null,
): Promise<void> {
  checkComponentName(name);
  if (await isNameTaken(db, version, name, exceptId)) throw headerExists(name);
}

async function readChange(
  context: ProjectContext,
  version: VisibleVersion,
  input: Fields,
): Promise<HeaderChange> {
  const { schemaId } = input;
  if (input.serializedExample !== undefined) needOpenApi(version, "3.2", "serializedExample");
  const schemaRef =
    schemaId === undefined
      ? undefined
      : writeRef(await needComponent(context, version, "schemas", "schemaId", schemaId));
  return {
    schemaType: input.schemaType,
    schemaFormat: input.schemaFormat,
    schemaRef,
    defaultValue: input.defaultValue,
    required: input.required,
    description: input.description,
    example: input.example,
    serializedExample: input.serializedExample,
    isDeprecated: input.isDeprecated,
  };
}

async function toHeaders(
  { db, projectId }: ProjectContext,
  version: VisibleVersion,
  rows: readonly StoredComponent[],
): Promise<HeaderComponent[]> {
  const findId = await findComponentIds(db, version, rows.map(schemaOf));
  return rows.map((row) => toSpecHeader(row, { projectId, specId: version.specId }, findId));
}

async function toHeader(
  context: ProjectContext,
  version: VisibleVersion,
  row: StoredComponent,
): Promise<HeaderComponent> {
  const [header] = await toHeaders(context, version, [row]);
  if (header === undefined) throw notFound("The header component");
  return header;
}

const ofSpecHeader = ({ specId, versionId }: VisibleVersion, { id, name }: StoredComponent) => ({
  subject: { type: "headerComponent", id, name } as const,
  data: { level: "spec", specId, versionId } as const,
});
