import type { JsonObject } from "@lintel/json/value";
import { textAt, textsAt } from "./read-parts.ts";

/**
 * The servers of a document, or of an operation that names its own schemes. Without a scheme, an
 * address begins with `//`: 2.0 takes the scheme by which the document came.
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
