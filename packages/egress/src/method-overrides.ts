import type { Hop } from "./hop.ts";
import { listJsonMembers } from "./json-members.ts";

/** A method that a server may use instead of the request's own. */
export interface OverrideMethod {
  /** As written. A text that is not a method is included too. */
  readonly method: string;
  /** Where it was found, for the message. */
  readonly source: string;
}

/** Without `-` and `_`, which gateways convert into each other. */
const overrideHeaders: ReadonlySet<string> = new Set([
  "xhttpmethodoverride",
  "xhttpmethod",
  "xmethodoverride",
  "xoriginalmethod",
  "httpmethodoverride",
  "methodoverride",
]);

export function listOverrideMethods(hop: Hop): readonly OverrideMethod[] {
  return [
    ...listInHeaders(hop),
    ...listInForm(hop.target.query.slice(1), "`_method` in the query"),
    ...listInBody(hop),
  ];
}

function listInHeaders(hop: Hop): OverrideMethod[] {
  return hop.headers
    .filter(([name]) => overrideHeaders.has(name.toLowerCase().replaceAll(/[-_]/g, "")))
    .flatMap(([name, value]) => splitMethods(value, `the header ${name}`));
}

/**
 * Parses the body in every known form, because servers differ in how strictly they check
 * Content-Type.
 */
function listInBody(hop: Hop): OverrideMethod[] {
  if (hop.body === undefined || hop.body.length === 0) return [];
  const isCoded = hop.headers.some(
    ([name, value]) =>
      name.toLowerCase() === "content-encoding" && value.trim().toLowerCase() !== "identity",
  );
  if (isCoded) return [{ method: "unknown", source: "the method in an encoded body" }];
  const source = "`_method` in the body";
  // With its zero bytes removed, UTF-16 text reads as ASCII.
  const text = (
    typeof hop.body === "string" ? hop.body : Buffer.from(hop.body).toString("latin1")
  ).replaceAll("\0", "");
  return [
    ...listInForm(text, source),
    ...listInJson(text, source),
    ...listInMultipart(text, source),
  ];
}

/** Older servers also split at `;`. */
function listInForm(text: string, source: string): OverrideMethod[] {
  return text.split(/[&;]/).flatMap((pair) => {
    const end = pair.indexOf("=");
    const name = decodeFormText(end === -1 ? pair : pair.slice(0, end));
    return isMethodField(name) && end !== -1
      ? splitMethods(decodeFormText(pair.slice(end + 1)), source)
      : [];
  });
}

function listInJson(text: string, source: string): OverrideMethod[] {
  return listJsonMembers(text)
    .filter(({ name }) => isMethodField(name))
    .flatMap(({ value }) => {
      if (value === null) return [];
      return typeof value === "string"
        ? splitMethods(value, source)
        : [{ method: "unknown", source }];
    });
}

/**
 * One pass: the head of a part may run over several lines, and a body may contain no empty line.
 */
function listInMultipart(text: string, source: string): OverrideMethod[] {
  const found: OverrideMethod[] = [];
  let place: "body" | "head" | "value" = "body";
  let isField = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^content-disposition:/i.test(line)) {
      place = "head";
      isField = false;
    } else if (place === "value") {
      if (isField) for (const method of splitMethods(line, source)) found.push(method);
      place = "body";
    } else if (place === "head" && line === "") {
      place = "value";
    }
    if (place === "head") isField ||= /\bname\s*=\s*"?\s*_method\b/i.test(line);
  }
  return found;
}

/** PHP reads `.method`, ` _method` and `[method` as `_method`; `_method[]` is a list of it. */
function isMethodField(name: string): boolean {
  const plain = name.trim().toLowerCase();
  const bracket = plain.endsWith("]") ? plain.indexOf("[", 1) : -1;
  const listed = bracket === -1 ? plain : plain.slice(0, bracket);
  return listed.replaceAll(/[.\s[]/g, "_") === "_method";
}

function splitMethods(value: string, source: string): OverrideMethod[] {
  return value
    .split(",")
    .map((method) => method.trim())
    .filter((method) => method !== "")
    .map((method) => ({ method, source }));
}

function decodeFormText(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not UTF-8: the relevant names and methods are ASCII.
    return spaced.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
