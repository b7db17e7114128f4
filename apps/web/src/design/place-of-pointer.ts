import { componentKinds, type ComponentKind } from "@lintel/contract/words/design";
import type { VersionTree } from "./version-tree.ts";

/** What a pointer into a document belongs to, as far as the designer has a page for it. */
export type DocumentPlace =
  | {
      readonly kind: "endpoint";
      readonly id: string;
      readonly name: string;
      readonly rest: string;
      /** The member of the operation, such as `responses`; "": the operation itself. */
      readonly member: string;
    }
  | {
      readonly kind: "component";
      readonly id: string;
      readonly name: string;
      readonly rest: string;
    }
  | { readonly kind: "document"; readonly name: string };

const unescape = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** @param pointer - a JSON Pointer (RFC 6901) into the exported document */
export function placeOfPointer(pointer: string, tree: VersionTree | undefined): DocumentPlace {
  const steps = pointer.split("/").slice(1).map(unescape);
  const [top, second = "", third = "", ...rest] = steps;
  if (top === "paths") {
    const found = tree?.endpoints.find(({ path, method }) => path === second && method === third);
    const name = `${third.toUpperCase()} ${second}`.trim();
    if (found !== undefined)
      return {
        kind: "endpoint",
        id: found.id,
        name,
        rest: rest.join(" › "),
        member: rest[0] ?? "",
      };
  }
  if (top === "components" && isKind(second)) {
    const found = tree?.components.find(({ kind, name }) => kind === second && name === third);
    if (found !== undefined)
      return { kind: "component", id: found.id, name: third, rest: rest.join(" › ") };
  }
  return { kind: "document", name: steps.join(" › ") || "Document" };
}

const methodPattern = /^(get|put|post|delete|options|head|patch|trace|query)$/;

/** A JSON Pointer in words: `GET /orders › parameters › 0`. */
export function namePlace(pointer: string): string {
  const [top, second = "", third = "", ...rest] = pointer.split("/").slice(1).map(unescape);
  if (top === "paths" && methodPattern.test(third))
    return [`${third.toUpperCase()} ${second}`, ...rest].join(" › ");
  if (top === "components" && third !== "") return [third, ...rest].join(" › ");
  const steps = [top ?? "", second, third, ...rest].filter((step) => step !== "");
  return steps.join(" › ") || "Document";
}

const isKind = (text: string): text is ComponentKind =>
  (componentKinds as readonly string[]).includes(text);
