import { follow, followMembers } from "@lintel/openapi/view";
import { isObject, memberOf, textOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import { listExamples, pickValue } from "../examples/list-examples.ts";
import { essenceOf, listFormFields, writeBody } from "../examples/write-body.ts";
import { contentOf, listParameters, type Parameter } from "../call/list-parameters.ts";
import { listSecurity, type SchemeUse } from "../call/list-security.ts";
import { listServers, resolveServer } from "../call/list-servers.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { firstOf, joinSchemas, membersOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import type { SampleBody, SamplePart, SampleRequest } from "./sample.types.ts";
import {
  isToken,
  serializeHeader,
  serializePath,
  serializeQuery,
  type Serialization,
} from "./serialize-parameter.ts";

const usualStyles: Readonly<Record<string, string>> = { path: "simple", header: "simple" };

/** The style of a parameter, with the defaults of its location (§4.12.2.2). */
export function readSerialization({ location, place }: Parameter): Serialization {
  const style = textOf(memberOf(place.value, "style")) ?? usualStyles[location] ?? "form";
  const explode = memberOf(place.value, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "cookie",
    allowReserved: memberOf(place.value, "allowReserved") === true,
  };
}

/** A sample shows required parameters, and those with an example in the document. */
const isShown = ({ place }: Parameter): boolean =>
  memberOf(place.value, "required") === true || memberOf(place.value, "example") !== undefined;

/** The value of a parameter before it is encoded. */
export function valueOf(plan: ReferencePlan, { place }: Parameter): unknown {
  const content = contentOf(plan, place);
  if (content === null) return pickValue(plan, place) ?? "value";
  const [example] = listExamples(plan, content.mediaType, content.content, "request");
  return example?.text ?? "value";
}

function fillPath(plan: ReferencePlan, route: string, parameters: readonly Parameter[]): string {
  const values = new Map(
    parameters
      .filter(({ location }) => location === "path")
      .map((parameter) => [
        parameter.name,
        serializePath(parameter.name, valueOf(plan, parameter), readSerialization(parameter)),
      ]),
  );
  return writeRoute(route, (name) => values.get(name));
}

/**
 * A path as it follows the URL of a server. It begins with a slash, so that it cannot become a part
 * of the host (RFC 3986 §3.2).
 *
 * @param fill - what replaces a variable of the path; undefined if no parameter has its name
 */
export function writeRoute(route: string, fill: (name: string) => string | undefined): string {
  const parts = route.split(/\{([^{}]*)\}/);
  const path = parts
    .map((part, at) => (at % 2 === 0 ? encodePath(part) : (fill(part) ?? encodePath(part))))
    .join("");
  return path.startsWith("/") ? path : `/${path}`;
}

/**
 * The fixed parts of a path may contain any character; those that a URL does not allow are encoded.
 */
const encodePath = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^A-Za-z0-9\-._~!$&()*+,;=:@/%]/gu, (found) =>
      found === "'" ? "%27" : encodeURIComponent(found),
    );

function listQuery(plan: ReferencePlan, parameters: readonly Parameter[]): string[] {
  return parameters.filter(isShown).flatMap((parameter) => {
    const value = valueOf(plan, parameter);
    if (parameter.location === "query") {
      return serializeQuery(parameter.name, value, readSerialization(parameter));
    }
    if (parameter.location !== "querystring") return [];
    const content = contentOf(plan, parameter.place);
    const isForm = essenceOf(content?.mediaType ?? "") === "application/x-www-form-urlencoded";
    const text = String(value).toWellFormed();
    return [isForm ? text.replaceAll(/[^!-~]/gu, encodeURIComponent) : encodeURIComponent(text)];
  });
}

function listHeaders(
  plan: ReferencePlan,
  parameters: readonly Parameter[],
): (readonly [string, string])[] {
  const shown = parameters.filter(isShown);
  const write = (parameter: Parameter): string =>
    serializeHeader(valueOf(plan, parameter), readSerialization(parameter).explode);
  const cookies = shown
    .filter(({ location, name }) => location === "cookie" && isToken(name))
    .map(
      (parameter) =>
        `${parameter.name}=${write(parameter).replaceAll(/[;\s]/g, encodeURIComponent)}`,
    );
  return [
    ...shown
      .filter(({ location, name }) => location === "header" && isToken(name))
      .map((parameter) => [parameter.name, write(parameter)] as const),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
  ];
}

interface Credentials {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly string[];
}

/** A placeholder for a value that only the caller knows. */
function placeCredential({ scheme }: SchemeUse): Credentials {
  const none = { headers: [], query: [] };
  const type = memberOf(scheme, "type");
  const name = textOf(memberOf(scheme, "name")) ?? "";
  const bearer = { ...none, headers: [["Authorization", "Bearer YOUR_TOKEN"] as const] };
  if (type === "oauth2" || type === "openIdConnect") return bearer;
  if (type === "http") {
    const word = (textOf(memberOf(scheme, "scheme")) ?? "bearer").toLowerCase();
    if (word === "bearer") return bearer;
    const shown =
      word === "basic" ? "Basic BASE64_OF_USER_AND_PASSWORD" : `${word} YOUR_CREDENTIALS`;
    return isToken(word) ? { ...none, headers: [["Authorization", shown]] } : none;
  }
  if (type !== "apiKey") return none;
  if (memberOf(scheme, "in") === "query")
    return { ...none, query: [`${encodeURIComponent(name.toWellFormed())}=YOUR_KEY`] };
  if (!isToken(name)) return none;
  const isCookie = memberOf(scheme, "in") === "cookie";
  return { ...none, headers: [isCookie ? ["Cookie", `${name}=YOUR_KEY`] : [name, "YOUR_KEY"]] };
}

function listParts(plan: ReferencePlan, schema: unknown, value: unknown): SamplePart[] {
  const { parts } = collectParts(plan, schema);
  const properties = membersOf(parts, "properties");
  const isFile = (name: string): boolean => {
    const inner = collectParts(plan, joinSchemas(properties.get(name) ?? [])).parts;
    return (
      firstOf(inner, "format") === "binary" || firstOf(inner, "contentMediaType") !== undefined
    );
  };
  return listFormFields(value).map(([name, text]) => ({ name, value: text, isFile: isFile(name) }));
}

/** The content of a request with its body in samples. */
export interface Content {
  readonly mediaType: string;
  readonly body: SampleBody;
}

/** The first content of the request's body with its first example. */
export function pickContent(plan: ReferencePlan, { operation }: OperationEntry): Content | null {
  const body = follow(plan.view, stepInto(operation, "requestBody"));
  const [first] = followMembers(plan.view, stepInto(body, "content"));
  if (first === undefined) return null;
  const [mediaType, content] = first;
  const [example] = listExamples(plan, mediaType, content, "request");
  const schema = memberOf(content.value, "schema");
  if (essenceOf(mediaType) === "multipart/form-data" && isObject(example?.value)) {
    return { mediaType, body: { kind: "parts", parts: listParts(plan, schema, example.value) } };
  }
  const isBinary =
    schema === undefined || firstOf(collectParts(plan, schema).parts, "format") === "binary";
  const hasText = !isBinary || memberOf(content.value, "example") !== undefined;
  const text =
    hasText && example !== undefined
      ? (example.text ?? writeBody(plan, mediaType, example.value, schema))
      : null;
  return {
    mediaType,
    body: text === null ? { kind: "file", file: "body.bin" } : { kind: "text", text },
  };
}

const isHeaderText = (text: string): boolean => /^[ -~]+$/.test(text);

function acceptOf(plan: ReferencePlan, { operation }: OperationEntry): string | null {
  for (const [status, response] of followMembers(plan.view, stepInto(operation, "responses"))) {
    if (!status.startsWith("2")) continue;
    const [mediaType] = followMembers(plan.view, stepInto(response, "content")).keys();
    if (mediaType !== undefined && isHeaderText(mediaType)) return mediaType;
  }
  return null;
}

/** Headers with the same name become one; several of `Cookie` become one with all cookies. */
function joinHeaders(
  headers: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  const joined = new Map<string, readonly [string, string]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = joined.get(key);
    joined.set(
      key,
      known !== undefined && key === "cookie"
        ? [name, `${known[1]}; ${value}`]
        : (known ?? [name, value]),
    );
  }
  return [...joined.values()];
}

/**
 * A request of an operation with example values, for samples: to the first server, with the first
 * security alternative.
 */
export function makeRequest(
  plan: ReferencePlan,
  entry: OperationEntry,
  content: Content | null = pickContent(plan, entry),
): SampleRequest {
  const parameters = listParameters(plan, entry);
  const credentials = (listSecurity(plan, entry.operation)[0] ?? []).map(placeCredential);
  const accept = acceptOf(plan, entry);
  const [server] = listServers(plan, entry);
  const query = [
    ...listQuery(plan, parameters),
    ...credentials.flatMap((credential) => credential.query),
  ];
  const isParts = content?.body.kind === "parts";
  const typed =
    content !== null &&
    !isParts &&
    isHeaderText(content.mediaType) &&
    !content.mediaType.includes("*");
  return {
    method: isToken(entry.method) ? entry.method : "GET",
    url: `${resolveServer(plan, server?.url ?? "/")}${fillPath(plan, entry.route, parameters)}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers: joinHeaders([
      ...(accept === null ? [] : [["Accept", accept] as const]),
      ...credentials.flatMap(({ headers }) => [...headers]),
      ...listHeaders(plan, parameters),
      ...(typed ? [["Content-Type", content.mediaType] as const] : []),
    ]),
    body: content?.body ?? null,
  };
}
