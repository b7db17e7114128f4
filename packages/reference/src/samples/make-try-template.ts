import { follow } from "@lintel/openapi/compare/document/document-view";
import { isObject, memberOf } from "@lintel/openapi/compare/document/json-value";
import { stepInto } from "@lintel/openapi/compare/document/place";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { readSerialization, valueOf, type Content } from "./make-request.ts";
import { listParameters } from "../call/list-parameters.ts";
import { listSecurity } from "../call/list-security.ts";
import { listServers, resolveServer } from "../call/list-servers.ts";

/** What the island needs to send a request; it is part of the page, so it holds no more than that. */
export interface TryTemplate {
  readonly method: string;
  readonly route: string;
  readonly servers: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly value: string;
    readonly style: string;
    readonly explode: boolean;
  }[];
  readonly auth: readonly {
    readonly name: string;
    readonly kind: string;
    readonly in: string;
    readonly key: string;
  }[];
  readonly body: { readonly mediaType: string; readonly text: string } | null;
}

/** Characters of an example body and of a value that the template carries. */
const longestBody = 4000;
const longestValue = 500;
const mostParameters = 60;

const writeValue = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.slice(0, longestValue).toWellFormed();
};

function listAuth(plan: ReferencePlan, entry: OperationEntry): TryTemplate["auth"] {
  const seen = new Map<string, TryTemplate["auth"][number]>();
  for (const { name, scheme } of listSecurity(plan, entry.operation).flat()) {
    const type = memberOf(scheme, "type");
    if (!isObject(scheme) || type === "mutualTLS") continue;
    const isKey = type === "apiKey";
    const isBasic = String(memberOf(scheme, "scheme")).toLowerCase() === "basic";
    const place = isKey ? String(memberOf(scheme, "in")) : "header";
    const key = isKey ? String(memberOf(scheme, "name")) : "Authorization";
    seen.set(name, { name, kind: isKey ? "key" : isBasic ? "basic" : "bearer", in: place, key });
  }
  return [...seen.values()].slice(0, 10);
}

/** The request of an operation as the try-it island fills and sends it. */
export function makeTryTemplate(
  plan: ReferencePlan,
  entry: OperationEntry,
  content: Content | null,
): TryTemplate {
  const body =
    content === null ? null : follow(plan.view, stepInto(entry.operation, "requestBody"));
  const servers = listServers(plan, entry).map(({ url }) => resolveServer(plan, url));
  return {
    method: entry.method,
    route: entry.route,
    servers: servers.length === 0 ? [resolveServer(plan, "/")] : servers.slice(0, 20),
    parameters: listParameters(plan, entry)
      .slice(0, mostParameters)
      .map((parameter) => {
        const { style, explode } = readSerialization(parameter);
        const required =
          parameter.location === "path" || memberOf(parameter.place.value, "required") === true;
        const value = required ? writeValue(valueOf(plan, parameter)) : "";
        return { name: parameter.name, in: parameter.location, required, value, style, explode };
      }),
    auth: listAuth(plan, entry),
    body:
      content === null || body === null
        ? null
        : {
            mediaType: content.mediaType,
            text: content.body.kind === "text" ? content.body.text.slice(0, longestBody) : "",
          },
  };
}
