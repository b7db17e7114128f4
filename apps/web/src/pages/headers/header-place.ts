import { queryOptions } from "@tanstack/react-query";
import type { Api, Input, Item } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";

/** Where a header component belongs: to all projects, to one, or to a version of a specification. */
export type HeaderPlace =
  | { readonly level: "organization" }
  | { readonly level: "project"; readonly projectId: string }
  | {
      readonly level: "spec";
      readonly projectId: string;
      readonly specId: string;
      readonly versionId: string;
    };

/** What a list shows of a header component; how often it is used is unknown for the organization. */
export type Header = Omit<Item<"listHeaderComponents">, "usageCount"> & {
  readonly usageCount: number | null;
};

/** The fields that a person sets. */
export type HeaderFields = Pick<
  Input<"manageOrgHeaderComponent">,
  "name" | "schemaType" | "schemaFormat" | "description" | "example" | "required" | "isDeprecated"
>;

/** The header components of a place. */
export const headersQuery = (api: Api, place: HeaderPlace) =>
  queryOptions({
    queryKey: [
      api.organization,
      place.level === "organization" ? "listOrgHeaderComponents" : "listHeaderComponents",
      place,
    ] as const,
    queryFn: async (): Promise<readonly Header[]> => {
      if (place.level === "organization") {
        const { items } = await api.call("listOrgHeaderComponents", {});
        return items.map((item) => ({ ...item, usageCount: null }));
      }
      const { items } = await api.call("listHeaderComponents", {
        ...place,
        includeUsageCounts: true,
      });
      return items;
    },
  });

/** Creates a header component (`header`: null), or changes one. Returns its id. */
export async function saveHeader(
  api: Api,
  place: HeaderPlace,
  header: Header | null,
  fields: HeaderFields,
): Promise<string> {
  const target =
    header === null
      ? ({ action: "create" } as const)
      : ({ action: "update", componentId: header.id, rowVersion: header.rowVersion } as const);
  const saved =
    place.level === "organization"
      ? await api.call("manageOrgHeaderComponent", { ...target, ...fields })
      : await api.call("manageHeaderComponent", { ...place, ...target, ...fields });
  return saved.component?.id ?? "";
}

export async function deleteHeader(api: Api, place: HeaderPlace, id: string): Promise<void> {
  if (place.level === "organization")
    await api.call("manageOrgHeaderComponent", { action: "delete", componentId: id });
  else await api.call("deleteHeaderComponent", { ...place, componentId: id });
}

/** Reads again what shows header components and policies. */
export const refreshHeaders = (api: Api) =>
  Promise.all(
    (
      [
        "listOrgHeaderComponents",
        "listHeaderComponents",
        "getHeaderComponent",
        "listOrgHeaderPolicies",
        "listHeaderPolicies",
        "getEndpoint",
      ] as const
    ).map((name) => queryClient.invalidateQueries({ queryKey: [api.organization, name] })),
  );
