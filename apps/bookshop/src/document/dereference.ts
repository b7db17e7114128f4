/** A JSON object, or a JSON Schema that is not a boolean. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Replaces every local `$ref` by its target (RFC 6901). @throws Error if a reference has no target,
 * or its target contains it.
 */
export function dereference(document: JsonObject): JsonObject {
  const resolved = replaceReferences(document, document, []);
  if (!isJsonObject(resolved)) throw new Error("The document is not an object.");
  return resolved;
}

function replaceReferences(value: unknown, root: JsonObject, trail: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, root, trail));
  if (!isJsonObject(value)) return value;
  const reference = value["$ref"];
  if (typeof reference === "string") {
    if (trail.includes(reference)) throw new Error(`${reference} holds itself.`);
    return replaceReferences(findTarget(root, reference), root, [...trail, reference]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceReferences(item, root, trail)]),
  );
}

function findTarget(root: JsonObject, reference: string): unknown {
  let target: unknown = root;
  for (const segment of reference.replace(/^#\//, "").split("/")) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isJsonObject(target) ? target[name] : undefined;
  }
  if (target === undefined) throw new Error(`${reference} points nowhere.`);
  return target;
}
