import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound } from "../../platform/problem.ts";
import { checkFieldName, headerExists } from "./header-component.rules.ts";
import type { HeaderChange } from "./header-content.ts";
import {
  deleteHeader,
  insertHeader,
  selectHeader,
  updateHeader,
  type HeaderPlace,
  type HeaderValues,
  type StoredHeader,
} from "./header-component.store.ts";

/** The fields of a component that a call sets, without those that only documents have. */
export interface SharedFields extends Omit<HeaderChange, "schemaRef"> {
  readonly name?: string | undefined;
}

export async function findHeader(
  { db }: Pick<OrganizationContext, "db">,
  place: HeaderPlace,
  id: string,
): Promise<StoredHeader> {
  const row = await selectHeader(db, place, id);
  if (row === undefined) throw notFound("The header component");
  return row;
}

export async function addHeader(
  { clock }: Pick<Platform, "clock">,
  context: OrganizationContext,
  place: HeaderPlace,
  fields: SharedFields,
): Promise<StoredHeader> {
  const values = mergeFields(fields, null);
  const made = { id: clock.newId(), now: context.now };
  const row = await insertHeader(context.db, place, made, values).catch(refuseTaken(values.name));
  context.emit("header_component.created", ofHeader(row));
  return row;
}

export async function changeHeader(
  context: OrganizationContext,
  place: HeaderPlace,
  id: string,
  rowVersion: string,
  fields: SharedFields,
): Promise<StoredHeader> {
  const before = await findHeader(context, place, id);
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const values = mergeFields(fields, before);
  const row = await updateHeader(context.db, before, values, context.now).catch(
    refuseTaken(values.name),
  );
  if (row === undefined) {
    throw conflict(encodeRowVersion((await findHeader(context, place, id)).rowVersion));
  }
  context.emit("header_component.updated", ofHeader(row));
  return row;
}

export async function removeHeader(
  context: OrganizationContext,
  place: HeaderPlace,
  id: string,
): Promise<void> {
  const header = await findHeader(context, place, id);
  await deleteHeader(context.db, header, context.now);
  context.emit("header_component.deleted", ofHeader(header));
}

function mergeFields(fields: SharedFields, before: StoredHeader | null): HeaderValues {
  const text = (name: "description" | "schemaFormat" | "example" | "defaultValue") =>
    (fields[name] ?? before?.[name] ?? "") || null;
  const name = fields.name ?? before?.name ?? "";
  checkFieldName(name);
  return {
    name,
    schemaType: fields.schemaType ?? before?.schemaType ?? "string",
    required: fields.required ?? before?.required ?? false,
    description: text("description"),
    schemaFormat: text("schemaFormat"),
    example: text("example"),
    defaultValue: text("defaultValue"),
    isDeprecated: fields.isDeprecated ?? before?.isDeprecated ?? false,
    serializedExample: (fields.serializedExample ?? before?.serializedExample ?? "") || null,
  };
}

/** The unique index refuses the second of two simultaneous creations. */
const refuseTaken =
  (name: string) =>
  (error: unknown): never => {
    throw isDuplicate(error) ? headerExists(name) : error;
  };

const ofHeader = ({ id, name, projectId }: StoredHeader) => ({
  subject: { type: "headerComponent", id, name } as const,
  data: { level: projectId === null ? "organization" : "project" } as const,
  projectId,
});
