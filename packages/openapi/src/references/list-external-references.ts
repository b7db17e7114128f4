import { isCompound, memberOf, type Json } from "@lintel/json/value";
import { readValue } from "../parse/read-value.ts";
import type { Usage } from "./list-usages.ts";

/** The maximum number of documents; more are not needed in practice. */
const most = 1_000;

/**
 * The URLs, as written and without their fragments, that the `$ref`s of any document refer to
 * outside of it. Every `$ref` counts, because the kind of an object depends on the references to
 * it.
 * @throws DocumentError if the text is neither JSON nor YAML.
 */
export function listWrittenReferences(text: string): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (!isCompound(value) || found.size >= most) return;
    const ref = memberOf(value, "$ref");
    if (typeof ref === "string" && !ref.startsWith("#")) found.add(ref.split("#", 1)[0] ?? "");
    for (const member of Object.values<Json>(value)) visit(member);
  };
  visit(readValue(text).value);
  return [...found];
}

/** An external document that is referred to. */
export interface ExternalReference {
  /** As written, without the fragment. */
  readonly uri: string;
  /** The number of references to it. */
  readonly count: number;
  /** The references as written, each once. */
  readonly written: readonly string[];
}

/** Groups the external references by their documents, in order. */
export function listExternalReferences(usages: readonly Usage[]): ExternalReference[] {
  const byUri = new Map<string, { count: number; written: Set<string> }>();
  for (const { targetKind, target } of usages) {
    if (targetKind !== "external") continue;
    const [uri = ""] = target.split("#", 1);
    const known = byUri.get(uri) ?? { count: 0, written: new Set<string>() };
    known.count += 1;
    known.written.add(target);
    byUri.set(uri, known);
  }
  return [...byUri].map(([uri, { count, written }]) => ({ uri, count, written: [...written] }));
}
