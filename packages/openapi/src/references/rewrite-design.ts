import type { ComponentKind } from "@lintel/contract/words/design";
import type { ObjectKind } from "../grammar/object-kinds.ts";
import { joinResponseHeader } from "../model/join/join-payload.ts";
import { splitMembers, responseHeaderTable } from "../model/member-tables.ts";
import type { Design, Remnant, Remnants, ResponseHeaderRow } from "../model/design.types.ts";
import { isObject, isText, memberOf, type Json } from "@lintel/json/value";
import { componentObjects } from "./list-design-usages.ts";
import { readLocalPath } from "../grammar/read-reference.ts";
import { editJson, type JsonEdit } from "@lintel/json/edit";
import { escapeStep } from "@lintel/json/pointer";
import { listUsages, type Usage } from "./list-usages.ts";

/** The new text of a reference; null for no change. */
export type Rewrite = (usage: Usage) => JsonEdit | null;

/**
 * A copy of an object of a kind with its references rewritten; the object itself if none changes.
 */
function rewriteReferences(object: Json, kind: ObjectKind, rewrite: Rewrite): Json {
  const edits = listUsages(object, kind).flatMap((usage) => rewrite(usage) ?? []);
  return editJson(object, edits);
}

/** A component by the kind and name that references use. */
export interface ComponentTarget {
  readonly kind: ComponentKind;
  readonly name: string;
}

const writeStep = (step: string) => encodeURIComponent(escapeStep(step));

/** Only the name changes; the steps after it and the rest of the notation do not. */
function renameReference(written: string, newName: string): string {
  const path = readLocalPath(written) ?? [];
  const raw = written.slice("#/".length).split("/");
  // Percent-encoded slashes, which are rare, make the steps differ from those of the text.
  const steps = raw.length === path.length ? raw : path.map(writeStep);
  return `#/${steps.map((step, at) => (at === 2 ? writeStep(newName) : step)).join("/")}`;
}

/** Makes references follow a renamed component: `$ref`s, mappings, security requirements. */
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

/** Replaces every `$ref` to a component with the component's content. */
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

/** A reference's own description overrides that of the component (OpenAPI 3.1 §4.8.23). */
function override(content: Json, ref: Json): Json {
  const description = memberOf(ref, "description");
  return isObject(content) && description !== undefined ? { ...content, description } : content;
}

/** The same row if nothing changes, so that changed rows can be detected. */
function change<Row extends object>(row: Row, columns: Partial<Row>): Row {
  const isSame = Object.entries(columns).every(([name, value]) => row[name as keyof Row] === value);
  return isSame ? row : { ...row, ...columns };
}

function rewriteRemnant(remnant: Remnant, kind: ObjectKind, rewrite: Rewrite): Remnant {
  if (remnant.rest === null) return remnant;
  const rest = rewriteReferences(remnant.rest, kind, rewrite);
  return rest === remnant.rest ? remnant : { ...remnant, rest: isObject(rest) ? rest : null };
}

/** The remainder of a member, in the form that the object's kind expects. */
function rewriteRemnants(
  remnants: Remnants["remnants"],
  kind: ObjectKind,
  rewrite: Rewrite,
): Remnants["remnants"] {
  if (remnants === null) return null;
  const entries = Object.entries(remnants).map(([name, remnant]) => {
    if (remnant.rest === null) return [name, remnant] as const;
    const within = rewriteReferences({ [name]: remnant.rest }, kind, rewrite);
    const rest = memberOf(within, name);
    if (rest === remnant.rest || !isObject(rest)) return [name, remnant] as const;
    return [name, { ...remnant, rest }] as const;
  });
  const isSame = entries.every(([name, remnant]) => remnants[name] === remnant);
  return isSame ? remnants : Object.fromEntries(entries);
}

const rewriteRest = <Row extends Remnant>(row: Row, kind: ObjectKind, rewrite: Rewrite): Row =>
  change(row, { rest: rewriteRemnant(row, kind, rewrite).rest } as Partial<Row>);

function rewriteRef(ref: string | null, kind: ObjectKind, rewrite: Rewrite): string | null {
  if (ref === null) return null;
  const object = rewriteReferences({ $ref: ref }, kind, rewrite);
  const next = memberOf(object, "$ref");
  return isText(next) ? next : ref;
}

function rewriteRefRow<Row extends Remnant & { readonly ref: string | null }>(
  row: Row,
  kind: ObjectKind,
  rewrite: Rewrite,
): Row {
  const columns = { ref: rewriteRef(row.ref, kind, rewrite) } as Partial<Row>;
  return rewriteRest(change(row, columns), kind, rewrite);
}

function rewriteResponseHeader(row: ResponseHeaderRow, rewrite: Rewrite): ResponseHeaderRow {
  const next = rewriteReferences(joinResponseHeader(row), "header", rewrite);
  if (row.ref === null || !isObject(next) || Object.hasOwn(next, "$ref")) {
    const schema = rewriteReferences(row.schema, "schema", rewrite);
    return change(rewriteRefRow(row, "header", rewrite), { schema });
  }
  // The target replaces the reference: all columns are those of the new object.
  const { columns, remnant } = splitMembers(next, responseHeaderTable, null);
  return { ...row, ...columns, ...remnant };
}

function rewriteSecurity(design: Design, rewrite: Rewrite): Design["securityAssignments"] {
  return design.securityAssignments.map((row) => {
    if (row.schemeName === null) return row;
    const requirement = { security: [{ [row.schemeName]: [] }] };
    const next = rewriteReferences(requirement, "operation", rewrite) as typeof requirement;
    return change(row, { schemeName: Object.keys(next.security[0] ?? {})[0] ?? null });
  });
}

/** Rewrites the references in a design's rows; a row without changes stays the same row. */
export function rewriteDesign(design: Design, rewrite: Rewrite): Design {
  const schema = (value: Json) => rewriteReferences(value, "schema", rewrite);
  const { document } = design;
  return {
    ...design,
    document: change(rewriteRest(document, "document", rewrite), {
      remnants: rewriteRemnants(document.remnants, "document", rewrite),
    }),
    pathItems: design.pathItems.map((row) => rewriteRest(row, "pathItem", rewrite)),
    endpoints: design.endpoints.map((row) =>
      change(rewriteRest(row, "operation", rewrite), {
        remnants: rewriteRemnants(row.remnants, "operation", rewrite),
      }),
    ),
    securityAssignments: rewriteSecurity(design, rewrite),
    parameters: design.parameters.map((row) =>
      change(rewriteRefRow(row, "parameter", rewrite), {
        schema: schema(row.schema),
        remnants: rewriteContent(row.remnants, rewrite),
      }),
    ),
    requestBodies: design.requestBodies.map((row) => rewriteRefRow(row, "requestBody", rewrite)),
    responses: design.responses.map((row) => rewriteRefRow(row, "response", rewrite)),
    responseHeaders: design.responseHeaders.map((row) => rewriteResponseHeader(row, rewrite)),
    mediaTypes: design.mediaTypes.map((row) =>
      change(rewriteRefRow(row, "mediaType", rewrite), {
        schema: schema(row.schema),
        itemSchema: schema(row.itemSchema),
      }),
    ),
    components: design.components.map((row) =>
      change(row, { content: rewriteReferences(row.content, componentObjects[row.kind], rewrite) }),
    ),
  };
}

/** Of a `querystring` parameter: the remainder of its one media type. */
function rewriteContent(remnants: Remnants["remnants"], rewrite: Rewrite): Remnants["remnants"] {
  const content = remnants?.["content"];
  if (remnants === null || content === undefined) return remnants;
  const next = rewriteRemnant(content, "mediaType", rewrite);
  return next === content ? remnants : { ...remnants, content: next };
}
