import type { Usage } from "./list-usages.ts";

/** A document outside that is referred to. */
export interface ExternalReference {
  /** As written, without the fragment. */
  readonly uri: string;
  /** How many references lead there. */
  readonly count: number;
  /** The references as written, each once. */
  readonly written: readonly string[];
}

/** Gathers the references that lead out of the document by where they lead, in order. */
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
