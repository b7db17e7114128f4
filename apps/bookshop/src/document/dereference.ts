/** A JSON object, or what a JSON Schema is when it is not a boolean. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The document with every local `$ref` replaced by what it points to (RFC 6901).
 * @throws Error where a reference points nowhere, or to something that holds it.
 */
export function dereference(document: JsonObject): JsonObject {
  const resolved = replaceReferences(document, document, []);
  if (!isJsonObject(resolved)) throw new Error("The document is no object.");
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
