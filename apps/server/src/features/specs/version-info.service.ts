import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { getVersionInfo, updateVersionInfo } from "@lintel/contract/operations/version-info";
import type { DocumentRow } from "@lintel/openapi/design";
import { isList, isText, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { readDocument } from "../../domain/design/read-design.ts";
import { withMember, withoutMembers } from "../../domain/design/rest-edits.ts";
import {
  findVersion,
  lockDraft,
  needOpenApi,
  type VisibleVersion,
} from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { conflict, notFound } from "../../platform/problem.ts";
import {
  selectCountedVersion,
  updateVersionRow,
  type CountedVersion,
  type VersionChange,
} from "./spec-version.store.ts";

type Info = OutputOf<typeof getVersionInfo>;
type Input = InputOf<typeof updateVersionInfo>;
type Fields = Omit<Input, "specId" | "versionId" | "rowVersion">;

export async function readInfo(
  context: ProjectContext,
  { specId, versionId }: InputOf<typeof getVersionInfo>,
): Promise<Info> {
  const version = await findVersion(context, specId, versionId);
  const { rowVersion } = await findRow(context, version);
  const document = await readDocument(context.db, version);
  return toInfo(document, version, encodeRowVersion(rowVersion));
}

/** Writes members of `info` and of the document; all others stay as they are, extensions too. */
export async function changeInfo(context: ProjectContext, input: Input): Promise<Info> {
  const { specId, versionId, rowVersion, ...fields } = input;
  const version = await lockDraft(context, specId, versionId, "alone");
  const row = await findRow(context, version);
  if (decodeRowVersion(rowVersion) !== row.rowVersion) {
    throw conflict(encodeRowVersion(row.rowVersion));
  }
  checkVersion(version, fields);
  const { db, now } = context;
  const change = makeChange(await readDocument(db, version), fields);
  await updateVersionRow(db, row, change, now);
  context.emit("spec_version.updated", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId, changed: Object.keys(fields) },
  });
  return readInfo(context, input);
}

async function findRow(context: ProjectContext, version: VisibleVersion): Promise<CountedVersion> {
  const row = await selectCountedVersion(context.db, version, version.versionId);
  if (row === undefined) throw notFound("The version");
  return row;
}

/** Members that older versions of OpenAPI do not have (Info, License and Server Object). */
function checkVersion(version: VisibleVersion, { summary, license, servers }: Fields): void {
  if (isText(summary)) needOpenApi(version, "3.1", "A summary of the API");
  if (isText(license?.identifier)) needOpenApi(version, "3.1", "The identifier of a licence");
  if (servers?.some(({ name }) => isText(name)) === true) {
    needOpenApi(version, "3.2", "The name of a server");
  }
}

const inColumns = ["title", "description"] as const;
const inInfo = ["summary", "termsOfService", "contact", "license"] as const;
const inDocument = ["servers", "externalDocs"] as const;

function makeChange(document: DocumentRow, fields: Fields): VersionChange {
  const { rest: infoRest = null, keys = null } = document.remnants?.["info"] ?? {};
  const columns = inColumns.filter((name) => fields[name] !== undefined);
  // A title of another shape than its column is replaced as well.
  const info = setMembers(withoutMembers(infoRest, columns), fields, inInfo);
  return {
    ...Object.fromEntries(columns.map((name) => [name, fields[name]])),
    rest: toText(setMembers(document.rest, fields, inDocument)),
    remnants: toText({ ...document.remnants, info: { rest: info, keys } }),
  };
}

/** What is null or empty is not written: an empty list of servers means the same as none. */
function setMembers(
  rest: JsonObject | null,
  fields: Fields,
  names: readonly (keyof Fields)[],
): JsonObject | null {
  let next = rest;
  for (const name of names) {
    const value = fields[name] as Json | undefined;
    if (value === undefined) continue;
    const isEmpty = value === null || (isList(value) && value.length === 0);
    next = isEmpty ? withoutMembers(next, [name]) : withMember(next, name, value);
  }
  return next;
}

const toText = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value);

function toInfo(
  { title, description, rest, remnants }: DocumentRow,
  { openapiVersion }: VisibleVersion,
  rowVersion: string,
): Info {
  const info = remnants?.["info"]?.rest ?? {};
  const textOf = (name: string) => {
    const value = memberOf(info, name);
    return isText(value) ? value : null;
  };
  const servers = memberOf(rest ?? {}, "servers");
  return {
    title,
    description,
    summary: textOf("summary"),
    termsOfService: textOf("termsOfService"),
    contact: memberOf(info, "contact") ?? null,
    license: memberOf(info, "license") ?? null,
    servers: isList(servers) ? [...servers] : [],
    externalDocs: memberOf(rest ?? {}, "externalDocs") ?? null,
    openapiVersion,
    rowVersion,
  };
}
