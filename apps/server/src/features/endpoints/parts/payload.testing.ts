import { expect } from "vitest";
import { detectVersion } from "@lintel/openapi/version";
import { validateDocument } from "@lintel/openapi/validate";
import type { JsonObject } from "@lintel/json/value";
import { makeMember } from "../../../testing/factories.ts";
import type { ResponseBody, TestResponse } from "../../../testing/request.ts";
import { importText, openSpecScene, type SpecScene } from "../../specs/spec.testing.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A specification whose one path `/pets/{id}` a test changes. */
export interface MadeDesign {
  readonly specId: string;
  readonly versionId: string;
  /** The ids of endpoints by their methods. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The ids of parameters by their names; references by their `$ref`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The ids of responses by their statuses. */
  readonly responses: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The ids of components by kind and name, such as `schemas Pet`. */
  readonly components: Readonly<Record<string, string>>;
  /** A call below the specification, with a member's key unless another is given. */
  call(method: Method, path: string, body?: object, key?: string): Promise<TestResponse>;
  /** The exported document. */
  read(): Promise<Exported>;
  publish(): Promise<void>;
}

export interface Exported {
  readonly document: ResponseBody;
  /** The operation of a method on the path. */
  operation(method: string): ResponseBody;
  /** The codes of its validation errors. */
  readonly errors: readonly string[];
}

export interface PayloadScene {
  readonly specs: SpecScene;
  readonly keys: {
    readonly owner: string;
    readonly admin: string;
    readonly member: string;
    readonly viewer: string;
  };
  make(
    openapi: "3.0.4" | "3.1.2" | "3.2.0",
    pathItem: object,
    components?: object,
  ): Promise<MadeDesign>;
}

export async function openPayloadScene(): Promise<PayloadScene> {
  const specs = await openSpecScene();
  const { testApp, organization } = specs;
  const keyOf = async (role: "admin" | "member" | "viewer") =>
    (await makeMember(testApp, organization, role)).key;
  const keys = {
    owner: organization.owner.key,
    admin: await keyOf("admin"),
    member: await keyOf("member"),
    viewer: await keyOf("viewer"),
  };
  let count = 0;
  return {
    specs,
    keys,
    async make(openapi, pathItem, components = {}) {
      count += 1;
      const document = {
        openapi,
        info: { title: `Pets ${count}`, version: "1.0.0" },
        paths: { "/pets/{id}": pathItem },
        components,
      };
      return openDesign(specs, keys.member, JSON.stringify(document));
    },
  };
}

async function openDesign(specs: SpecScene, member: string, text: string): Promise<MadeDesign> {
  const { specId, versionId } = await importText(specs, text);
  const version = `/${specId}/versions/${versionId}`;
  return {
    specId,
    versionId,
    ...(await readIds(specs, versionId)),
    call: (method, path, body, key = member) => specs.send(method, `/${specId}${path}`, body, key),
    read: async () => toExported((await specs.send("GET", `${version}/document`)).body),
    publish: async () => {
      expect((await specs.send("POST", `${version}/publish`, {})).status).toBe(200);
    },
  };
}

function toExported(document: ResponseBody): Exported {
  const asDocument = document as unknown as JsonObject;
  const { findings } = validateDocument(asDocument, detectVersion(asDocument) ?? "3.2");
  return {
    document,
    operation: (method) => document["paths"]?.["/pets/{id}"]?.[method] as ResponseBody,
    errors: findings.filter(({ severity }) => severity === "error").map(({ code }) => code),
  };
}

/** What an import made, by the names that a test knows. */
async function readIds({ testApp }: SpecScene, versionId: string) {
  const db = await testApp.cells.eu.platform.database();
  const byName = <Row extends { readonly id: string }>(
    rows: readonly Row[],
    name: (row: Row) => string,
  ) => Object.fromEntries(rows.map((row) => [name(row), row.id]));
  const select = <
    Table extends "endpoint" | "parameter" | "response" | "responseHeader" | "component",
  >(
    table: Table,
  ) =>
    db
      .selectFrom(table as "endpoint")
      .selectAll()
      .where("versionId", "=", versionId)
      .execute();
  type Named = { id: string; name: string; ref: string | null; kind: string; statusCode: string };
  const rowsOf = async (table: Parameters<typeof select>[0]) =>
    (await select(table)) as unknown as readonly Named[];
  return {
    endpoints: byName(await select("endpoint"), ({ method }) => method),
    parameters: byName(await rowsOf("parameter"), ({ ref, name }) => ref ?? name),
    responses: byName(await rowsOf("response"), ({ statusCode }) => statusCode),
    headers: byName(await rowsOf("responseHeader"), ({ name }) => name),
    components: byName(await rowsOf("component"), ({ kind, name }) => `${kind} ${name}`),
  };
}

/** A refusal in short: its status, its code and its fields. */
export function refusalOf({ status, body }: TestResponse): unknown[] {
  const errors = body["errors"] as unknown as { field: string }[] | undefined;
  return [status, body["code"], ...(errors ?? []).map(({ field }) => field)];
}

/** The warnings of an answer in short. */
export const warningsOf = ({ body }: TestResponse): unknown[] =>
  (body["warnings"] as unknown as { code: string; fields: string[] }[]).map(({ code, fields }) => [
    code,
    ...fields,
  ]);

export const missingId = "00000000-0000-7000-8000-000000000000";
