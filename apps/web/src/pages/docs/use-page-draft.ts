import { useQueryClient } from "@tanstack/react-query";
import { useApi, useOrganization } from "../../api/scope.ts";
import type { Output } from "../../api/api.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { useDocPlace } from "./use-doc.ts";

export type DocPageRecord = Output<"getDocPage">;

export interface PageFields {
  readonly title: string;
  readonly content: string;
}

const toFields = ({ title, content }: DocPageRecord): PageFields => ({ title, content });

/** The title and the text of a page. Changes of others in other lines are joined when it is saved. */
export function usePageDraft(page: DocPageRecord, lockId: string | null) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useDocPlace();
  const call = { ...place, pageId: page.id };
  const { queryKey } = api.query("getDocPage", call);
  const known = useNewest(page);
  return useDraft<PageFields>({
    key: `${session.user.id}:page:${page.id}`,
    server: toFields(page),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const lock = lockId === null ? {} : { lockId };
      const { warnings: _, ...saved } = await api.call("updateDocPage", {
        ...call,
        ...fields,
        ...lock,
        rowVersion,
      });
      known.newest = saved;
      client.setQueryData(queryKey, saved);
      if (fields.title !== page.title)
        await client.invalidateQueries({ queryKey: [api.organization, "getDocTree"] });
    },
    reload: async () => {
      known.newest = await client.fetchQuery({ ...api.query("getDocPage", call), staleTime: 0 });
      return toFields(known.newest);
    },
    merge: async ({ field, base, mine, theirs }) => {
      if (field !== "content") return null;
      const { joinTexts } = await import("../../drafts/merge-texts.ts");
      return joinTexts(String(base), String(mine), String(theirs));
    },
  });
}
