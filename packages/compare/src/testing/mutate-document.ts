function visit(
  root: unknown,
  edit: (object: Record<string, unknown>, index: number) => void,
): unknown {
  const waiting: unknown[] = [root];
  let index = 0;
  for (const value of waiting) {
    if (typeof value !== "object" || value === null) continue;
    waiting.push(...Object.values(value));
    if (!Array.isArray(value)) edit(value as Record<string, unknown>, (index += 1));
  }
  return root;
}

/** Changes of a document, which they modify in place, each of the same kind everywhere. */
export const mutations: Readonly<Record<string, (document: unknown) => unknown>> = {
  withoutPaths: (document) => ({ ...(document as object), paths: {} }),
  ofAnotherVersion: (document) => ({ ...(document as object), openapi: "3.2.0" }),
  ofVersion30: (document) => ({ ...(document as object), openapi: "3.0.4" }),
  empty: () => ({}),
  withOtherTypes: (document) =>
    visit(document, (object, index) => {
      if (typeof object["type"] === "string" && index % 7 === 0) object["type"] = "integer";
    }),
  withLimits: (document) =>
    visit(document, (object, index) => {
      if (object["type"] === "string" && index % 3 === 0) object["minLength"] = 3;
      if (object["type"] === "object" && index % 5 === 0) object["additionalProperties"] = false;
    }),
  withHoles: (document) =>
    visit(document, (object, index) => {
      const [key] = Object.keys(object);
      if (index % 11 === 0 && key !== undefined) delete object[key];
    }),
  withNonsense: (document) =>
    visit(document, (object, index) => {
      const keys = Object.keys(object);
      const key = keys[index % Math.max(keys.length, 1)];
      if (index % 13 === 0 && key !== undefined)
        object[key] = [null, 1, "x", { $ref: 3 }][index % 4];
    }),
  withLostReferences: (document) =>
    visit(document, (object, index) => {
      if (typeof object["$ref"] === "string" && index % 2 === 0) object["$ref"] = "#/nowhere";
    }),
  withCircles: (document) =>
    visit(document, (object, index) => {
      if (typeof object["$ref"] === "string" && index % 3 === 0) object["$ref"] = "#";
    }),
};
