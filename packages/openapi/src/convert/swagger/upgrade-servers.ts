import type { JsonObject } from "@lintel/json/value";
import { textAt, textsAt } from "./read-parts.ts";

/**
 * The servers of a document, or of an operation with its own schemes. Without a scheme, the URL
 * begins with `//`, because 2.0 uses the scheme by which the document was fetched.
 */
export function makeServers(document: JsonObject, schemes = textsAt(document, "schemes")) {
  const host = textAt(document, "host");
  const basePath = textAt(document, "basePath") ?? "";
  if (host === null) return basePath === "" ? null : [{ url: basePath }];
  const rest = `//${host}${basePath === "/" ? "" : basePath}`;
  return schemes === null
    ? [{ url: rest }]
    : schemes.map((scheme) => ({ url: `${scheme}:${rest}` }));
}
