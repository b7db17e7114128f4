import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "../../api/api.ts";
import { useApi, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export type ComponentDetail = Output<"getComponent">;

export interface ComponentFields {
  readonly name: string;
  /** JSON. */
  readonly content: string;
}

export const componentLabels: Readonly<Record<keyof ComponentFields, string>> = {
  name: "Name",
  content: "Content",
};

export const toText = (content: unknown): string => JSON.stringify(content, null, 2);

/** The value of a JSON text; undefined if it is none. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const toFields = ({ name, content }: ComponentDetail): ComponentFields => ({
  name,
  content: toText(content),
});

export function useComponent(componentId: string) {
  const { place } = useVersionPlace();
  return useQuery(useApi().query("getComponent", { ...place, componentId }));
}

/** The name and the content of a component; what is not valid JSON stays a draft. */
export function useComponentDraft(component: ComponentDetail) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const where = { ...place, componentId: component.id };
  const options = api.query("getComponent", where);
  const known = useNewest(component);
  return useDraft<ComponentFields>({
    key: `${session.user.id}:component:${component.id}`,
    server: toFields(component),
    save: async ({ name, content }) => {
      const value = parseText(content);
      if (value === undefined) throw new Error("This is not valid JSON. Correct it to save it.");
      const before = toFields(known.newest);
      const call = {
        ...where,
        rowVersion: known.newest.rowVersion,
        ...(name === before.name ? {} : { name }),
        ...(content === before.content ? {} : { content: value }),
      };
      const saved = await api.call("updateComponent", call);
      known.newest = { ...known.newest, ...saved };
      client.setQueryData(options.queryKey, (old) =>
        old === undefined ? old : { ...old, ...saved },
      );
      return toFields(known.newest);
    },
    reload: async () => {
      await client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: true });
      known.newest = client.getQueryData(options.queryKey) ?? component;
      return toFields(known.newest);
    },
  });
}
