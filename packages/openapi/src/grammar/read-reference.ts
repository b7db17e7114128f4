import { type ComponentKind, componentKinds } from "@lintel/contract/words/design";
import { decodeFragment, readFragment } from "@lintel/json/pointer";

/**
 * The target of a reference: a component by its kind and name, a path item by its path, another
 * place of the document by its pointer, an anchor, an operation by its id, or another document by
 * its URI.
 */
export interface ReferenceTarget {
  readonly targetKind: ComponentKind | "paths" | "document" | "anchor" | "operation" | "external";
  readonly target: string;
}

/** The steps of a reference within the document, or null for any other reference. */
export const readLocalPath = (reference: string): readonly string[] | null =>
  reference === "#" || reference.startsWith("#/") ? readFragment(reference) : null;

const isKind = (name: string | undefined): name is ComponentKind =>
  componentKinds.some((kind) => kind === name);

/** Reads the URI reference (RFC 3986) of a `$ref`. */
export function readReference(reference: string): ReferenceTarget {
  const path = readLocalPath(reference);
  if (path === null) {
    return reference.startsWith("#")
      ? { targetKind: "anchor", target: decodeFragment(reference.slice(1)) }
      : { targetKind: "external", target: reference };
  }
  const [first, second, third] = path;
  if (first === "components" && isKind(second) && third !== undefined) {
    return { targetKind: second, target: third };
  }
  if (first === "paths" && second !== undefined) return { targetKind: "paths", target: second };
  return { targetKind: "document", target: decodeFragment(reference.slice(1)) };
}

/** Reads a value of `discriminator.mapping`: the name of a schema or a URI reference. */
export const readMapping = (value: string): ReferenceTarget =>
  /^[a-zA-Z0-9._-]+$/.test(value) ? { targetKind: "schemas", target: value } : readReference(value);
