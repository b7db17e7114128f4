import type { ObjectKind } from "../grammar/object-kinds.ts";
import { readLocalPath } from "../grammar/read-reference.ts";
import type { ComponentKind } from "../model/design.types.ts";
import { editJson, type JsonEdit } from "@lintel/json/edit";
import { escapeStep } from "@lintel/json/pointer";
import { isObject, memberOf, type Json } from "@lintel/json/value";
import { listUsages, type Usage } from "./list-usages.ts";

/** What becomes of a reference; null leaves it alone. */
export type Rewrite = (usage: Usage) => JsonEdit | null;

/** A copy of an object of a kind with its references rewritten; the object itself where none is. */
export function rewriteReferences(object: Json, kind: ObjectKind, rewrite: Rewrite): Json {
  const edits = listUsages(object, kind).flatMap((usage) => rewrite(usage) ?? []);
  return editJson(object, edits);
}

/** A component by what references call it. */
export interface ComponentTarget {
  readonly kind: ComponentKind;
  readonly name: string;
}

const writeStep = (step: string) => encodeURIComponent(escapeStep(step));

/** Only the name changes: what follows it, and how the rest is written, stays. */
function renameReference(written: string, newName: string): string {
  const path = readLocalPath(written) ?? [];
  const raw = written.slice("#/".length).split("/");
  // Where slashes are percent-encoded, as nobody does, the steps are not those of the text.
  const steps = raw.length === path.length ? raw : path.map(writeStep);
  return `#/${steps.map((step, at) => (at === 2 ? writeStep(newName) : step)).join("/")}`;
}

/** Lets references follow a component to its new name: `$ref`s, mappings, security requirements. */
export function renameTo({ kind, name }: ComponentTarget, newName: string): Rewrite {
  return ({ pointer, form, written, targetKind, target }) => {
    if (targetKind !== kind || target !== name) return null;
    if (form === "security") return { pointer, name: newName };
    const isBare = form === "mapping" && written === name;
    const text = isBare ? newName : renameReference(written, newName);
    return { pointer, change: () => text };
  };
}

const refSuffix = "/$ref";

/** Puts a component's content in the place of every `$ref` to it. */
export function inlineContent({ kind, name }: ComponentTarget, content: Json): Rewrite {
  return ({ pointer, form, written, targetKind, target }) => {
    if (form !== "ref" || targetKind !== kind || target !== name) return null;
    if (readLocalPath(written)?.length !== 3) return null;
    return {
      pointer: pointer.slice(0, -refSuffix.length),
      change: (ref) => override(content, ref),
    };
  };
}

/** A reference's own description stands in place of the component's (OpenAPI 3.1 §4.8.23). */
function override(content: Json, ref: Json): Json {
  const description = memberOf(ref, "description");
  return isObject(content) && description !== undefined ? { ...content, description } : content;
}
