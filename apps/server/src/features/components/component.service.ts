import type { ComponentKind } from "@lintel/contract/words/design";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createComponent,
  deleteComponent,
  getComponent,
  listComponents,
  reorderComponents,
  updateComponent,
} from "@lintel/contract/operations/component";
import type { Component, ComponentDetail } from "@lintel/contract/shapes/design-tree";
import { quote } from "@lintel/json/shorten";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { checkOrder } from "../../platform/database/order.ts";
import { changeComponent, needRowVersion } from "../../domain/design/change-component.ts";
import {
  deleteComponentRow,
  findComponent,
  insertComponent,
  needEditableKind,
  type StoredComponent,
} from "../../domain/design/component-rows.ts";
import { countUsages, listUsages } from "../../domain/design/component-usages.ts";
import { findVersion, lockDraft } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { Problem } from "../../platform/problem.ts";
import { needKind, readContent } from "./component-content.ts";
import {
  countComponents,
  selectComponentIds,
  selectComponents,
  writeComponentOrder,
} from "./component.store.ts";
import { toComponent, toComponentItem } from "./component.view.ts";

export async function listVersionComponents(
  context: ProjectContext,
  input: InputOf<typeof listComponents>,
): Promise<OutputOf<typeof listComponents>> {
  const { specId, versionId, includeUsageCounts = false } = input;
  const version = await findVersion(context, specId, versionId);
  const paging = readPaging(input);
  const rows = await selectComponents(context.db, version, input, paging);
  const counts = includeUsageCounts ? await countUsages(context.db, version, rows) : null;
  const items = rows.map((row) =>
    toComponentItem(specId, row, counts === null ? null : (counts.get(row.id) ?? 0)),
  );
  return { items, totalCount: await countComponents(context.db, version, input), ...paging };
}

export async function readComponent(
  context: ProjectContext,
  { specId, versionId, componentId }: InputOf<typeof getComponent>,
): Promise<ComponentDetail> {
  const version = await findVersion(context, specId, versionId);
  const row = await findComponent(context, version, componentId);
  return { ...toComponent(specId, row), ...(await listUsages(context.db, version, row)) };
}

export async function addComponent(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof createComponent>,
): Promise<Component> {
  const { specId, versionId, kind, name } = input;
  // Locked, so that only one call at a time takes the next position of the kind.
  const version = await lockDraft(context, specId, versionId, "alone");
  needKind(version, kind);
  const content = readContent(version, kind, input.content);
  await needEditableKind(context.db, version, kind);
  const component = { id: clock.newId(), kind, name, content };
  const row = await insertComponent(context, version, component).catch(refuseTaken);
  context.emit("component.created", ofComponent(specId, row));
  return toComponent(specId, row);
}

export async function updateFields(
  context: ProjectContext,
  input: InputOf<typeof updateComponent>,
): Promise<Component> {
  const { specId, versionId, componentId, name, content, rowVersion } = input;
  // References to it can be anywhere in the version. None is added while they are renamed.
  const lock = name === undefined ? "shared" : "alone";
  const version = await lockDraft(context, specId, versionId, lock);
  const before = await findComponent(context, version, componentId);
  needRowVersion(before, rowVersion);
  const kind = before.kind as ComponentKind;
  const after = {
    name: name ?? before.name,
    content: content === undefined ? before.content : readContent(version, kind, content),
  };
  const row = await changeComponent(context, version, before, after).catch(refuseTaken);
  const isRenamed = row.name !== before.name;
  const { subject, data } = ofComponent(specId, row);
  const changed = [...(isRenamed ? ["name"] : []), ...(content === undefined ? [] : ["content"])];
  const details = isRenamed ? { formerName: before.name } : {};
  context.emit("component.updated", { subject, data: { ...data, changed }, details });
  return toComponent(specId, row);
}

export async function removeComponent(
  context: ProjectContext,
  input: InputOf<typeof deleteComponent>,
): Promise<void> {
  const { specId, versionId, componentId, isForced = false } = input;
  const version = await lockDraft(context, specId, versionId, "alone");
  const component = await findComponent(context, version, componentId);
  const counts = await countUsages(context.db, version, [component]);
  const usageCount = counts.get(component.id) ?? 0;
  if (usageCount > 0 && !isForced) throw inUse(component, usageCount);
  await deleteComponentRow(context.db, component);
  const { subject, data } = ofComponent(specId, component);
  context.emit("component.deleted", { subject, data: { ...data, usageCount } });
}

export async function orderComponents(
  context: ProjectContext,
  { specId, versionId, kind, ids }: InputOf<typeof reorderComponents>,
): Promise<void> {
  const version = await lockDraft(context, specId, versionId, "alone");
  checkOrder(await selectComponentIds(context.db, version, kind), ids);
  await writeComponentOrder(context.db, version, ids);
  context.emit("component.updated", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId, kind, count: ids.length },
  });
}

function inUse({ kind, name }: StoredComponent, usageCount: number): Problem {
  const places = usageCount === 1 ? "1 place refers" : `${usageCount} places refer`;
  return new Problem(
    "IN_USE",
    `${places} to the component ${quote(name)} of kind ${kind}. Change them first, or send isForced: then they lead nowhere.`,
    { usageCount },
  );
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "The version has a component of this kind and name.")
    : error;
}

const ofComponent = (specId: string, { id, name, kind, versionId }: StoredComponent) => ({
  subject: { type: "component", id, name } as const,
  data: { specId, versionId, kind: kind as ComponentKind },
});
