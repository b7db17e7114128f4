import { isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import type { RecordedRequest } from "./recorded.types.ts";

/**
 * The requests of a suite's cases. Values that depend on variables which only a run knows are left
 * out, and so are cases whose path has them.
 */
export function readSuite(suite: unknown): RecordedRequest[] {
  const variables = memberOf(suite, "variables");
  return ["setUp", "cases", "tearDown"]
    .flatMap((phase) => listOf(memberOf(suite, phase)))
    .flatMap((one) => readCase(one, variables) ?? []);
}

function readCase(one: unknown, variables: unknown): RecordedRequest | null {
  const request = memberOf(one, "request");
  const method = textOf(memberOf(request, "method"));
  if (listOf(memberOf(one, "assertions")).some(expectsRefusal)) return null;
  const address = fill(memberOf(request, "url"), variables);
  const url = typeof address === "string" ? URL.parse(address, "http://suite.invalid") : null;
  if (method === null || url === null) return null;
  const given = Object.entries(toObject(memberOf(request, "query"))).flatMap(([name, value]) => {
    const filled = fill(value, variables);
    const isValue = ["string", "number", "boolean"].includes(typeof filled);
    return isValue ? [[name, `${filled as string | number | boolean}`] as const] : [];
  });
  return {
    method,
    path: url.pathname,
    query: [...url.searchParams, ...given],
    body: readBody(memberOf(request, "body"), variables),
  };
}

/** A case that wants another status than success has no values that work. */
function expectsRefusal(assertion: unknown): boolean {
  const expected = Number(memberOf(assertion, "expected"));
  return memberOf(assertion, "source") === "status" && expected >= 300;
}

function readBody(body: unknown, variables: unknown): unknown {
  const type = memberOf(body, "type");
  if (type === "json") return fill(memberOf(body, "value"), variables);
  return type === "form" ? fill(memberOf(body, "fields"), variables) : undefined;
}

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? value : {};

const template = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A value with the suite's own variables; undefined where it needs another one. */
function fill(value: unknown, variables: unknown): unknown {
  if (typeof value === "string") return fillText(value, variables);
  if (Array.isArray(value)) {
    const items = value.map((item) => fill(item, variables));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [name, fill(one, variables)] as const);
  return members.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(members);
}

function fillText(text: string, variables: unknown): unknown {
  const [whole] = [...text.matchAll(template)];
  if (whole === undefined) return text;
  if (whole[0] === text) return memberOf(variables, whole[1] ?? "");
  let isKnown = true;
  const filled = text.replace(template, (_whole, name: string) => {
    const value = memberOf(variables, name);
    isKnown &&= typeof value === "string" || typeof value === "number";
    return String(value);
  });
  return isKnown ? filled : undefined;
}
