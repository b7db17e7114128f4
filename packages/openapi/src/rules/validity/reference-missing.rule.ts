import { readLocalPath } from "../../grammar/read-reference.ts";
import type { Step } from "@lintel/json/pointer";
import { memberOf } from "@lintel/json/value";
import { exampleWithSchema } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { shorten } from "@lintel/json/shorten";

const isWithin = (path: readonly Step[], base: readonly Step[]) =>
  base.every((step, at) => path[at] === step);

export const referenceMissing: ValidityRule = {
  code: "REFERENCE_MISSING",
  severity: "error",
  summary: "Every reference within the document leads to something.",
  lintRule: "no-unresolved-refs",
  why: "Whatever the reference should bring is missing for readers and tools.",
  fix: "Add the component, or correct the reference.",
  good: exampleWithSchema({ properties: { parent: { $ref: "#/components/schemas/Order" } } }),
  bad: exampleWithSchema({ properties: { line: { $ref: "#/components/schemas/Line" } } }),
  begin: (context) => {
    // Below a schema with an `$id` of its own, `#` is that schema (JSON Schema 2020-12, 8.2.1): the
    // schemas around the visited object that have one.
    const bases: (readonly Step[])[] = [];
    return {
      each(object, kind, path) {
        while (bases.length > 0 && !isWithin(path, bases.at(-1) ?? [])) bases.pop();
        if (kind === "schema" && typeof memberOf(object, "$id") === "string") bases.push([...path]);
        const reference = memberOf(object, "$ref");
        if (bases.length > 0 || typeof reference !== "string") return;
        if (readLocalPath(reference) === null || context.find(reference) !== undefined) return;
        const message = `${shorten(reference)} is not in the document: add it, or correct this.`;
        context.report([...path, "$ref"], message);
      },
    };
  },
};
