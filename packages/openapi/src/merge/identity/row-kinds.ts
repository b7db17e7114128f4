import type { Design } from "../../model/design.types.ts";
import { endpointKey, type PlaceNames } from "../moves/place.ts";

/** The kinds of rows that have ids. */
export type RowList = Exclude<keyof Design, "document">;
export type Row<List extends RowList = RowList> = Design[List][number];

/** What identifies the same row in different designs. */
export interface RowKind<List extends RowList = RowList> {
  readonly list: List;
  /** The columns that name an owner, with the owner's kind. */
  readonly owners: Readonly<Record<string, RowList>>;
  /**
   * Distinguishes the row from its siblings; `places` has the final names of paths and endpoints.
   */
  readonly identify: (row: Row<List>, ownerKey: string, places: PlaceNames) => string;
}

const ofOwner = (name: string, ownerKey: string) => `${name} of ${ownerKey}`;

const toEndpoint = { endpointId: "endpoints" } as const;

type RowKinds = { readonly [List in RowList]: Omit<RowKind<List>, "list"> };

/** The kinds of a row's owners come before its own kind. */
const kinds: RowKinds = {
  tags: { owners: {}, identify: ({ name }) => name ?? "" },
  pathItems: { owners: {}, identify: ({ path }, _, { path: nameOf }) => nameOf(path) },
  endpoints: {
    owners: { pathItemId: "pathItems" },
    identify: ({ method }, path, { endpoint }) => endpoint(endpointKey(method, path)),
  },
  securityAssignments: {
    owners: toEndpoint,
    identify: ({ schemeName }, owner) => ofOwner(schemeName ?? "", owner),
  },
  parameters: {
    owners: { ...toEndpoint, pathItemId: "pathItems" },
    identify: ({ ref, location, name }, owner) => ofOwner(ref ?? `${location} ${name}`, owner),
  },
  requestBodies: { owners: toEndpoint, identify: (_, owner) => owner },
  responses: {
    owners: toEndpoint,
    identify: ({ statusCode }, owner) => ofOwner(statusCode, owner),
  },
  responseHeaders: {
    owners: { responseId: "responses" },
    identify: ({ name }, owner) => ofOwner(name, owner),
  },
  mediaTypes: {
    owners: { requestBodyId: "requestBodies", responseId: "responses" },
    identify: ({ contentType }, owner) => ofOwner(contentType, owner),
  },
  components: { owners: {}, identify: ({ kind, name }) => `${kind}/${name}` },
};

export const rowKinds = Object.entries(kinds).map(
  ([list, kind]) => ({ list, ...kind }) as unknown as RowKind,
);
