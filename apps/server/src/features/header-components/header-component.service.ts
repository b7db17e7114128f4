import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  deleteHeaderComponent,
  getHeaderComponent,
  listHeaderComponents,
  manageHeaderComponent,
} from "@lintel/contract/operations/header-component";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { wholeList } from "../../platform/paging.ts";
import { checkAction, needSpecFields, refuseSpecFields } from "./header-component.rules.ts";
import {
  countHeaderPolicies,
  selectHeaderPolicies,
  selectHeaders,
} from "./header-component.store.ts";
import { toSharedHeader } from "./header-component.view.ts";
import { addHeader, changeHeader, findHeader, removeHeader } from "./shared-header.service.ts";
import {
  addSpecHeader,
  changeSpecHeader,
  listSpecHeaders,
  readSpecHeader,
  readSpecUsage,
  removeSpecHeader,
  type SpecHeaderPlace,
} from "./spec-header.service.ts";

type Listed = OutputOf<typeof listHeaderComponents>;
type Read = OutputOf<typeof getHeaderComponent>;
type Managed = OutputOf<typeof manageHeaderComponent>;

export async function listHeaders(
  context: ProjectContext,
  input: InputOf<typeof listHeaderComponents>,
): Promise<Listed> {
  const { level, specId = "", versionId, includeUsageCounts = false } = input;
  if (level === "spec") {
    needSpecFields(input, "specId");
    const headers = await listSpecHeaders(context, specId, versionId, includeUsageCounts);
    return wholeList(headers);
  }
  refuseSpecFields(input);
  const { db, organizationId } = context;
  const rows = await selectHeaders(db, context);
  const counts = includeUsageCounts ? await countHeaderPolicies(db, organizationId) : null;
  const headers = rows.map((row) => ({
    ...toSharedHeader(row),
    usageCount: counts === null ? null : (counts.get(row.id) ?? 0),
  }));
  return wholeList(headers);
}

export async function readHeader(
  context: ProjectContext,
  input: InputOf<typeof getHeaderComponent>,
): Promise<Read> {
  const { level, specId = "", versionId, componentId, includeUsage = false } = input;
  if (level === "spec") {
    needSpecFields(input, "specId");
    const header = await readSpecHeader(context, specId, componentId);
    const usage = await readSpecUsage(context, specId, componentId, versionId);
    return { ...header, usage: includeUsage ? usage : null };
  }
  refuseSpecFields(input);
  const row = await findHeader(context, context, componentId);
  const policies = includeUsage ? await selectHeaderPolicies(context.db, row) : [];
  return { ...toSharedHeader(row), usage: includeUsage ? { responseHeaders: [], policies } : null };
}

export async function manageHeader(
  platform: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof manageHeaderComponent>,
): Promise<Managed> {
  checkAction(input);
  const place = readPlace(input);
  const { action, componentId = "", rowVersion = "" } = input;
  if (place !== null) {
    return action === "create"
      ? addSpecHeader(platform, context, place, input)
      : changeSpecHeader(context, place, { ...input, componentId, rowVersion });
  }
  const row =
    action === "create"
      ? await addHeader(platform, context, context, input)
      : await changeHeader(context, context, componentId, rowVersion, input);
  return { component: toSharedHeader(row), warnings: [] };
}

export async function removeAnyHeader(
  context: ProjectContext,
  input: InputOf<typeof deleteHeaderComponent>,
): Promise<void> {
  const place = readPlace(input);
  if (place === null) await removeHeader(context, context, input.componentId);
  else await removeSpecHeader(context, place, input.componentId);
}

/** The version of a call of level `spec`, or null at level `project`. */
function readPlace(
  input: Pick<InputOf<typeof deleteHeaderComponent>, "level" | "specId" | "versionId">,
): SpecHeaderPlace | null {
  const { level, specId = "", versionId = "" } = input;
  if (level === "project") {
    refuseSpecFields({ ...input });
    return null;
  }
  needSpecFields({ ...input }, "specId", "versionId");
  return { specId, versionId };
}
