import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { EndpointMethod } from "@lintel/contract/words/design";

/** The fields of an endpoint as they are edited: texts are never null. */
export interface EndpointFields {
  readonly method: EndpointMethod;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly operationId: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly isDeprecated: boolean;
  readonly internalNotes: string;
}

export const endpointLabels: Readonly<Record<keyof EndpointFields, string>> = {
  method: "Method",
  path: "Path",
  summary: "Summary",
  description: "Description",
  operationId: "Operation id",
  tags: "Tags",
  isDeprecated: "Deprecated",
  internalNotes: "Notes",
};

export function toFields(endpoint: EndpointDetail): EndpointFields {
  const { method, path, summary, description, operationId, tags, isDeprecated, internalNotes } =
    endpoint;
  return {
    method,
    path,
    summary: summary ?? "",
    description: description ?? "",
    operationId: operationId ?? "",
    tags: tags.join(", "),
    isDeprecated,
    internalNotes: internalNotes ?? "",
  };
}
