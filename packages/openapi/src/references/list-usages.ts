import type { ObjectKind } from "../grammar/object-kinds.ts";
import { readMapping, readReference, type ReferenceTarget } from "../grammar/read-reference.ts";
import { walkObjects } from "../grammar/walk-objects.ts";
import { writePointer, type Step } from "@lintel/json/pointer";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

/** The form of a reference. */
export type UsageForm =
  | "ref"
  | "dynamicRef"
  | "mapping"
  | "security"
  | "operationId"
  | "operationRef";

/** A reference within an object: its place, its target, and its text as written. */
export interface Usage extends ReferenceTarget {
  /** Into the searched object. */
  readonly pointer: string;
  readonly form: UsageForm;
  readonly written: string;
}

interface Found {
  readonly form: UsageForm;
  readonly steps: readonly Step[];
  readonly written: string;
  readonly target: ReferenceTarget;
}

const readers: Partial<Record<ObjectKind, (object: JsonObject) => readonly Found[]>> = {
  discriminator: (object) => {
    const mapping = memberOf(object, "mapping");
    if (!isObject(mapping)) return [];
    return Object.entries(mapping).flatMap(([name, written]) =>
      typeof written === "string"
        ? [{ form: "mapping", steps: ["mapping", name], written, target: readMapping(written) }]
        : [],
    );
  },
  link: (object) => [
    ...readMember(object, "operationId", "operationId", (target) => ({
      targetKind: "operation",
      target,
    })),
    ...readMember(object, "operationRef", "operationRef", readReference),
  ],
  operation: (object) => readSecurity(memberOf(object, "security")),
  document: (object) => readSecurity(memberOf(object, "security")),
  schema: (object) => readMember(object, "$dynamicRef", "dynamicRef", readReference),
};

function readMember(
  object: JsonObject,
  name: string,
  form: UsageForm,
  read: (written: string) => ReferenceTarget,
): readonly Found[] {
  const written = memberOf(object, name);
  return typeof written === "string"
    ? [{ form, steps: [name], written, target: read(written) }]
    : [];
}

/** The target of a security requirement: a scheme of the document. */
export const schemeTarget = (name: string): ReferenceTarget => ({
  targetKind: "securitySchemes",
  target: name,
});

function readSecurity(security: Json | undefined): readonly Found[] {
  if (!isList(security)) return [];
  return security.flatMap((requirement, index) =>
    isObject(requirement)
      ? Object.keys(requirement).map((written) => ({
          form: "security" as const,
          steps: ["security", index, written],
          written,
          target: schemeTarget(written),
        }))
      : [],
  );
}

/**
 * Lists the references of an object of a kind and of all nested objects. A `$ref` counts only where
 * OpenAPI has references: not in examples, defaults, enumerations and extensions, nor as the name
 * of a property.
 */
export function listUsages(object: Json, kind: ObjectKind): Usage[] {
  const usages: Usage[] = [];
  walkObjects(object, kind, (each, eachKind, path) => {
    const found = [
      ...readMember(each, "$ref", "ref", readReference),
      ...(readers[eachKind]?.(each) ?? []),
    ];
    for (const { form, steps, written, target } of found) {
      usages.push({ pointer: writePointer([...path, ...steps]), form, written, ...target });
    }
  });
  return usages;
}
