import type { Document, ResolvedRefMap, ResolveError } from "@redocly/openapi-core";
import { readLocalPath } from "../grammar/read-reference.ts";
import { childOf, writePointer, type Step } from "@lintel/json/pointer";
import { isCompound, memberOf, type Json, type JsonObject } from "@lintel/json/value";

type Resolved = NonNullable<ReturnType<ResolvedRefMap["get"]>>;

interface Found {
  readonly node: Json;
  readonly path: readonly string[];
}

const refOf = (node: Json | undefined): string | null => {
  const ref = memberOf(node, "$ref");
  return typeof ref === "string" ? ref : null;
};

/** The paths of the values with an anchor (JSON Schema 2020-12 §8.2.2); the first one counts. */
function indexAnchors(root: Json): ReadonlyMap<string, readonly string[]> {
  const anchors = new Map<string, readonly string[]>();
  const visit = (node: Json, path: Step[]): void => {
    if (!isCompound(node)) return;
    const anchor = memberOf(node, "$anchor");
    if (typeof anchor === "string" && !anchors.has(anchor)) anchors.set(anchor, path.map(String));
    for (const [name, member] of Object.entries<Json>(node)) {
      path.push(name);
      visit(member, path);
      path.pop();
    }
  };
  visit(root, []);
  return anchors;
}

/** The engine names the whole document `#/`, where a pointer would be empty. */
const toEnginePointer = (path: readonly string[]) => `#${writePointer(path) || "/"}`;

/** The maximum length of a followed chain of references, which also ends circles. */
const maxSteps = 32;

/**
 * A replacement for the engine's table of references. It finds only what is in the document. The
 * engine's own resolver, which reads files and URLs, is never called.
 */
export class LocalReferences extends Map<string, Resolved> implements ResolvedRefMap {
  readonly #document: Document;
  readonly #root: JsonObject;
  #anchors: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(document: Document, root: JsonObject) {
    super();
    this.#document = document;
    this.#root = root;
  }

  override get(id: string): Resolved {
    const known = super.get(id);
    if (known !== undefined) return known;
    const resolved = this.#resolve(id.slice(id.indexOf("::") + 2));
    this.set(id, resolved);
    return resolved;
  }

  #resolve(reference: string): Resolved {
    const found = this.#follow(reference, { count: 0 });
    if (typeof found === "string") {
      const isRemote = !reference.startsWith("#");
      return { resolved: false, isRemote, error: new Error(found) as ResolveError };
    }
    const nodePointer = toEnginePointer(found.path);
    return {
      resolved: true,
      isRemote: false,
      node: found.node,
      document: this.#document,
      nodePointer,
    };
  }

  /** The target of a reference, or why it has none. */
  #follow(reference: string, steps: { count: number }): Found | string {
    steps.count += 1;
    if (steps.count > maxSteps) return "it leads back to itself, or through too many others";
    const path = this.#readPath(reference);
    if (typeof path === "string") return path;
    let at: Found | string = { node: this.#root, path: [] };
    for (const name of path) {
      at = this.#enter(at, name, steps);
      if (typeof at === "string") return at;
    }
    const further = refOf(at.node);
    return further === null ? at : this.#follow(further, steps);
  }

  /** One step down, through a reference if there is one. */
  #enter({ node, path }: Found, name: string, steps: { count: number }): Found | string {
    const next = childOf(node, name);
    if (next !== undefined) return { node: next, path: [...path, name] };
    const through = refOf(node);
    if (through === null) return "there is nothing at that place of the document";
    const found = this.#follow(through, steps);
    if (typeof found === "string") return found;
    const beyond = childOf(found.node, name);
    return beyond === undefined
      ? "there is nothing at that place of the document"
      : { node: beyond, path: [...found.path, name] };
  }

  #readPath(reference: string): readonly string[] | string {
    if (!reference.startsWith("#")) return "what is outside the document is not fetched";
    const path = readLocalPath(reference);
    if (path !== null) return path;
    this.#anchors ??= indexAnchors(this.#root);
    return this.#anchors.get(reference.slice(1)) ?? "the document has no such anchor";
  }
}
