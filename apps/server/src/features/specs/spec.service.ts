import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { createSpec, listSpecs, updateSpec } from "@lintel/contract/operations/spec";
import type { Spec } from "@lintel/contract/shapes/spec";
import type { DocumentRow } from "@lintel/openapi/design";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { findSpec, type StoredSpec } from "../../domain/design/version-visibility.ts";
import { toDocumentColumns } from "../../domain/design/packed-rows.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  countSpecs,
  deleteSpecRow,
  insertSpec,
  selectListedSpec,
  selectSpecs,
  updateSpecRow,
  type ListedSpec,
  type SpecValues,
} from "./spec.store.ts";
import { insertVersion } from "./spec-version.store.ts";

type Clock = Pick<Platform, "clock">;

export async function listProjectSpecs(
  context: ProjectContext,
  input: InputOf<typeof listSpecs>,
): Promise<OutputOf<typeof listSpecs>> {
  const paging = readPaging(input);
  const rows = await selectSpecs(context.db, context, input.name, paging);
  const totalCount = await countSpecs(context.db, context, input.name);
  return { items: rows.map(toSpec), totalCount, ...paging };
}

export async function readSpec(context: ProjectContext, id: string): Promise<Spec> {
  const row = await selectListedSpec(context.db, context, id);
  if (row === undefined) throw notFound("The specification");
  return toSpec(row);
}

export async function addSpec(
  { clock }: Clock,
  context: ProjectContext,
  input: InputOf<typeof createSpec>,
): Promise<Spec> {
  const { name, version = "1.0.0", openapiVersion = "3.1" } = input;
  const description = input.description ?? null;
  const id = await storeSpec({ clock }, context, {
    name,
    basePath: input.basePath ?? null,
    description,
  });
  const document = makeDocument(openapiVersion, { title: name, version, description });
  const versionId = clock.newId();
  const place = { organizationId: context.organizationId, specId: id };
  const columns = toDocumentColumns(document);
  const first = { id: versionId, version, openapiVersion, document: columns };
  await insertVersion(context.db, place, first, context.now);
  context.emit("spec.created", { subject: toSubject({ id, name }), data: {} });
  return readSpec(context, id);
}

/** Only the row, without a version. */
export async function storeSpec(
  { clock }: Clock,
  context: ProjectContext,
  values: SpecValues,
): Promise<string> {
  const { db, organizationId, projectId, now } = context;
  const id = clock.newId();
  await insertSpec(db, { organizationId, projectId, id, now }, values).catch(refuseTaken);
  return id;
}

/** The latest published patch version of each minor version of OpenAPI. */
const fullVersions: Record<OpenApiVersion, string> = {
  "3.0": "3.0.4",
  "3.1": "3.1.2",
  "3.2": "3.2.0",
};

type Info = Pick<DocumentRow, "title" | "version" | "description">;

function makeDocument(version: OpenApiVersion, info: Info): DocumentRow {
  // `paths` is required, or expected by most tools, so it is written even if it is empty.
  const keys = ["openapi", "info", "paths"];
  return { openapi: fullVersions[version], ...info, rest: null, keys, remnants: null };
}

export async function changeSpec(
  context: ProjectContext,
  input: InputOf<typeof updateSpec>,
): Promise<Spec> {
  const before = await findSpec(context, input.specId);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const values = {
    name: input.name ?? before.name,
    basePath: input.basePath === undefined ? before.basePath : input.basePath,
    description: input.description === undefined ? before.description : input.description,
  };
  const isWritten = await updateSpecRow(context.db, before, values, context.now).catch(refuseTaken);
  if (!isWritten) throw conflict((await readSpec(context, before.id)).rowVersion);
  const { specId: _, rowVersion: __, ...fields } = input;
  const subject = toSubject({ id: before.id, name: values.name });
  context.emit("spec.updated", { subject, data: { changed: Object.keys(fields) } });
  return readSpec(context, before.id);
}

export async function removeSpec(context: ProjectContext, id: string): Promise<void> {
  const spec = await findSpec(context, id);
  await deleteSpecRow(context.db, spec);
  context.emit("spec.deleted", { subject: toSubject(spec), data: {} });
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "The project has a specification of this name.")
    : error;
}

export const toSubject = ({ id, name }: Pick<StoredSpec, "id" | "name">) =>
  ({ type: "spec", id, name }) as const;

function toSpec(row: ListedSpec): Spec {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    openapiVersion: row.openapiVersion as Spec["openapiVersion"],
    basePath: row.basePath,
    description: row.description,
    newestVersionId: row.newestVersionId,
    versionCount: Number(row.versionCount ?? 0),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
