import type { HeaderField } from "@lintel/egress/hop";
import { parseTarget, type Target } from "@lintel/egress/target-url";
import { hasScheme } from "../plan/check-address.ts";
import { baseUrlName } from "../plan/plan-variables.ts";
import type { CompiledAuth, CompiledBody, CompiledRequest } from "../plan/plan.types.ts";
import { parseText } from "../template/parse-text.ts";
import { renderText, renderValue, type Scope } from "../template/render-template.ts";
import { isObject } from "@lintel/json/value";
import { toText } from "../values/format-value.ts";
import { listOrigins } from "./list-origins.ts";
import { RequestError } from "./request-error.ts";

/** A complete request except for the credential, which may have to be fetched first. */
export interface RenderedRequest {
  readonly method: string;
  readonly target: Target;
  readonly headers: HeaderField[];
  readonly body: string | undefined;
  readonly auth: RenderedAuth | null;
  readonly timeoutMs: number | undefined;
  readonly followRedirects: boolean;
}

export interface RenderedAuth {
  readonly type: CompiledAuth["type"];
  readonly fields: Readonly<Record<string, string>>;
}

const baseUrl = parseText(`{{${baseUrlName}}}`);

/** Below the base URL, whose own path is kept; a path can never change the host. */
function joinUrl(base: string, path: string): string {
  const start = base.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  return path === "" || /^[/?#]/.test(path) ? start + path : `${start}/${path}`;
}

function listValues(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(toText) : [toText(value)];
}

function listFields(value: unknown): HeaderField[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listValues(member).map((text) => [name, text] as const),
  );
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function addQuery(address: string, fields: readonly HeaderField[]): string {
  if (fields.length === 0) return address;
  const added = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  return `${address}${address.includes("?") ? "&" : "?"}${added}`;
}

function renderAddress(request: CompiledRequest, scope: Scope): string {
  const text = renderText(request.url, scope).trim();
  // An address of another scheme is refused when it is parsed; it is never treated as a path.
  const url = hasScheme(text) ? text : joinUrl(renderText(baseUrl, scope), text);
  const [address = ""] = url.split("#");
  return addQuery(address, listFields(renderValue(request.query, scope)));
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** RFC 9110 §5.1, §5.5: characters that would end a header early are never sent. */
export function checkHeaders(headers: readonly HeaderField[]): void {
  for (const [name, value] of headers) {
    if (!token.test(name)) throw new RequestError(`"${name}" is not a valid header name`);
    if (/[\0\r\n]/.test(value)) throw new RequestError(`the header ${name} contains a line break`);
  }
}

function renderBody(body: CompiledBody, scope: Scope): string {
  const value = renderValue(body.content, scope);
  if (body.type === "json") return JSON.stringify(value) ?? "null";
  if (body.type === "text") return toText(value);
  const fields = listFields(value).map(([name, text]): [string, string] => [name, text]);
  return new URLSearchParams(fields).toString();
}

function renderAuth(auth: CompiledAuth, scope: Scope): RenderedAuth {
  const fields = renderValue(auth.fields, scope);
  const texts = listFields(fields);
  return { type: auth.type, fields: Object.fromEntries(texts) };
}

/** The credential of a request to these origins. */
type ChooseAuth = (request: CompiledRequest, origins: readonly string[]) => CompiledAuth | null;

function readQueryKey(auth: RenderedAuth | null): HeaderField[] {
  const isQueryKey = auth?.type === "apiKey" && auth.fields["in"] === "query";
  return isQueryKey ? [[auth.fields["name"] ?? "", auth.fields["value"] ?? ""]] : [];
}

/**
 * Renders the templates of a request.
 * @throws TemplateError, RequestError, or EgressError if the address cannot be parsed.
 */
export function renderRequest(
  request: CompiledRequest,
  scope: Scope,
  chooseAuth: ChooseAuth,
): RenderedRequest {
  const address = renderAddress(request, scope);
  const target = parseTarget(address);
  const headers = listFields(renderValue(request.headers, scope));
  checkHeaders(headers);
  const chosen = chooseAuth(request, listOrigins({ target, headers }));
  const auth = chosen === null || chosen.type === "none" ? null : renderAuth(chosen, scope);
  const queryKey = readQueryKey(auth);
  const { body } = request;
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  if (body !== null && !hasType) headers.push(["content-type", body.contentType]);
  return {
    method: request.method,
    target: queryKey.length === 0 ? target : parseTarget(addQuery(address, queryKey)),
    headers,
    body: body === null ? undefined : renderBody(body, scope),
    auth,
    timeoutMs: request.timeoutMs,
    followRedirects: request.followRedirects,
  };
}
