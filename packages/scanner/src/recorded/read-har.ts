import { isList, isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import type { RecordedRequest } from "./recorded.types.ts";

/**
 * The requests of an HTTP Archive 1.2 that were answered with success. Hosts do not count: traffic of
 * another deployment has values of the same form. Requests with bodies of more than 256 levels are left
 * out.
 *
 * @param basePath - the path of the address that is scanned, which is cut off
 * @returns undefined for a text that is no archive
 */
export function readHar(text: string, basePath: string): RecordedRequest[] | undefined {
  const entries = memberOf(memberOf(parseJson(text), "log"), "entries");
  if (!isList(entries)) return undefined;
  return entries.flatMap((entry) => readEntry(entry, basePath) ?? []);
}

function readEntry(entry: unknown, basePath: string): RecordedRequest | null {
  const [request, response] = [memberOf(entry, "request"), memberOf(entry, "response")];
  const status = Number(memberOf(response, "status"));
  const method = textOf(memberOf(request, "method"));
  const url = URL.parse(textOf(memberOf(request, "url")) ?? "");
  if (method === null || url === null || !(status >= 200 && status < 300)) return null;
  const prefix = basePath.replace(/\/+$/, "");
  const body = readBody(memberOf(request, "postData"));
  if (isDeeper(body, maxDepth)) return null;
  const isBelow = prefix !== "" && url.pathname.startsWith(`${prefix}/`);
  return {
    method: method.toUpperCase(),
    path: isBelow ? url.pathname.slice(prefix.length) : url.pathname,
    query: [...url.searchParams],
    body,
  };
}

const maxDepth = 256;

/** Goes through the levels, because a call for each would overflow the stack. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= most && level.length > 0; depth += 1)
    level = level.flatMap((one) => (isList(one) ? one : isObject(one) ? Object.values(one) : []));
  return level.length > 0;
}

function readBody(posted: unknown): unknown {
  const mediaType = textOf(memberOf(posted, "mimeType")) ?? "";
  const text = textOf(memberOf(posted, "text"));
  if (/[/+]json\b/i.test(mediaType)) return text === null ? undefined : parseJson(text);
  if (!/form-urlencoded/i.test(mediaType)) return undefined;
  if (text !== null) return Object.fromEntries(new URLSearchParams(text));
  const fields = listOf(memberOf(posted, "params")).filter(isObject);
  return Object.fromEntries(fields.map(({ name, value }) => [textOf(name) ?? "", value]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
