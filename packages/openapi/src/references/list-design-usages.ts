import type { OwnerKind } from "@lintel/contract/words/design";
import type { ComponentKind } from "@lintel/contract/words/design";
import type { ObjectKind } from "../grammar/object-kinds.ts";
import { joinMap } from "../model/join/join-map.ts";
import { joinMediaType, joinParameter, joinResponseHeader } from "../model/join/join-payload.ts";
import {
  joinMembers,
  noMembers,
  requestBodyTable,
  responseTable,
  type Child,
} from "../model/member-tables.ts";
import type { ComponentRow, Design, Remnant, Remnants } from "../model/design.types.ts";
import { writePointer } from "@lintel/json/pointer";
import { isCompound, memberOf, type Json } from "@lintel/json/value";
import { readValue } from "../parse/read-value.ts";
import { listUsages, schemeTarget, type Usage } from "./list-usages.ts";

/** A reference with the row that has it; `pointer` leads into the object of that row. */
export interface DesignUsage extends Usage {
  readonly ownerKind: OwnerKind;
  /** Null for the document itself. */
  readonly ownerId: string | null;
}

/** The kind of object for each kind of component. */
export const componentObjects: Record<ComponentKind, ObjectKind> = {
  schemas: "schema",
  responses: "response",
  parameters: "parameter",
  examples: "example",
  requestBodies: "requestBody",
  headers: "header",
  securitySchemes: "securityScheme",
  links: "link",
  callbacks: "callback",
  pathItems: "pathItem",
  mediaTypes: "mediaType",
};

/** What a component refers to; pointers lead into its content. */
export const listComponentUsages = ({ kind, content }: ComponentRow): Usage[] =>
  listUsages(content, componentObjects[kind]);

/** The part of a row's object that is not in rows of its own. */
function joinRest(row: Remnant & Partial<Remnants>): Json {
  const children: Child[] = Object.entries(row.remnants ?? {}).map(([name, remnant]) =>
    joinMap(name, [], remnant),
  );
  return joinMembers({}, noMembers, children, row);
}

type Owner = readonly [ownerKind: OwnerKind, ownerId: string | null];

function toDesignUsages([ownerKind, ownerId]: Owner, usages: readonly Usage[]): DesignUsage[] {
  return usages.map((usage) => ({ ownerKind, ownerId, ...usage }));
}

function listEndpointUsages(design: Design): DesignUsage[] {
  const inEndpoints = design.endpoints.flatMap((row) =>
    toDesignUsages(["endpoint", row.id], listUsages(joinRest(row), "operation")),
  );
  const inSecurity = design.securityAssignments.flatMap(
    ({ endpointId, alternative, schemeName }): DesignUsage[] => {
      if (schemeName === null) return [];
      const pointer = writePointer(["security", alternative, schemeName]);
      const usage = { pointer, form: "security" as const, written: schemeName };
      return toDesignUsages(["endpoint", endpointId], [{ ...usage, ...schemeTarget(schemeName) }]);
    },
  );
  return [...inEndpoints, ...inSecurity];
}

/** Including members that a reference hides: they reappear once the reference is removed. */
const whole = <Row extends Remnant>(row: Row): Row => ({ ...row, keys: null });

function listPayloadUsages(design: Design): DesignUsage[] {
  return [
    ...design.parameters.flatMap((row) =>
      toDesignUsages(["parameter", row.id], listUsages(joinParameter(row), "parameter")),
    ),
    ...design.requestBodies.flatMap((row) =>
      toDesignUsages(
        ["requestBody", row.id],
        listUsages(joinMembers(row, requestBodyTable, [], row), "requestBody"),
      ),
    ),
    ...design.responses.flatMap((row) =>
      toDesignUsages(
        ["response", row.id],
        listUsages(joinMembers(row, responseTable, [], row), "response"),
      ),
    ),
    ...design.responseHeaders.flatMap((row) =>
      toDesignUsages(
        ["responseHeader", row.id],
        listUsages(joinResponseHeader(whole(row)), "header"),
      ),
    ),
    ...design.mediaTypes.flatMap((row) =>
      toDesignUsages(["mediaType", row.id], listUsages(joinMediaType(whole(row)), "mediaType")),
    ),
  ];
}

/** Lists the references of all rows of a design, for the usage table. */
export function listDesignUsages(design: Design): DesignUsage[] {
  return [
    ...toDesignUsages(["document", null], listUsages(joinRest(design.document), "document")),
    ...design.pathItems.flatMap((row) =>
      toDesignUsages(["pathItem", row.id], listUsages(joinRest(row), "pathItem")),
    ),
    ...listEndpointUsages(design),
    ...listPayloadUsages(design),
    ...design.components.flatMap((row) =>
      toDesignUsages(["component", row.id], listComponentUsages(row)),
    ),
  ];
}

/** The maximum number of external documents; more are not needed in practice. */
const maxDocuments = 1_000;

/**
 * The URLs, as written and without their fragments, that the `$ref`s of any document refer to
 * outside of it. Every `$ref` counts, because the kind of an object depends on the references to
 * it.
 * @throws DocumentError if the text is neither JSON nor YAML.
 */
export function listWrittenReferences(text: string): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (!isCompound(value) || found.size >= maxDocuments) return;
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
